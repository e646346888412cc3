// SPDX-License-Identifier: GPL-3.0-or-later
// Types of weights and caches: `torch_dtype`, `quantization_config` (DeepSeek's fp8, AWQ, GPTQ, MXFP4,
// compressed-tensors, ModelOpt), and the content of hf_quant_config.json.

#include "data/number.h"
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"
#include "models/engine/scenario/enum_text.h"

#include <algorithm>
#include <set>

namespace moe {
namespace {

/// Parts that a scenario has a type for.
enum Part { OfExperts, OfAttention, OfOther, kParts };

struct Quantisation {
    DataType type = DataType::Bf16;
    bool parts[kParts] = {true, true, true};
    std::string from;   ///< key that names the type
    bool head = false;  ///< of embeddings and the LM head, too
    bool whole = false; ///< every part was given its type already
};

bool holds(const std::string& text, std::string_view word) {
    return text.find(word) != std::string::npos;
}

/// The layer a module's name speaks of; none when it speaks of all.
std::optional<Count> layerOf(const std::string& module) {
    const std::size_t at = module.find("layers.");
    if (at == std::string::npos) return std::nullopt;
    std::size_t end = at + 7;
    while (end < module.size() && module[end] >= '0' && module[end] <= '9') ++end;
    if (end == at + 7 || (end < module.size() && module[end] == '*')) return std::nullopt;
    return static_cast<Count>(parseNumber(module.substr(at + 7, end - at - 7)).value_or(0));
}

/// The part a module is of; none of a norm, a router, an embedding, a tower: in 16 bits anyway, or not
/// counted.
enum class ModulePart { Experts, Attention, Other, Unknown, Uncounted };
ModulePart partOf(const std::string& module) {
    const bool router = holds(module, "gate") && !holds(module, "gate_proj");
    if (router || holds(module, "norm") || holds(module, "lm_head") || holds(module, "embed") ||
        holds(module, "router") || holds(module, "head") || holds(module, "vision") ||
        holds(module, "mm_projector") || holds(module, "conv1d") || holds(module, "weights_proj") ||
        holds(module, "bias"))
        return ModulePart::Uncounted;
    const bool shared = holds(module, "shared_expert");
    if (holds(module, "experts") && !shared) return ModulePart::Experts; // Nemotron's stand in its mixers
    if (shared) return ModulePart::Other;
    if (holds(module, "attn") || holds(module, "attention") || holds(module, "mixer"))
        return ModulePart::Attention;
    if (holds(module, "mlp") || holds(module, "feed_forward")) return ModulePart::Other;
    return ModulePart::Unknown;
}

/// Modules that stay in 16 bits: a part is left alone where all its layers are named.
void readExcluded(ConfigReader& reader, std::string_view key, Quantisation& result) {
    const DocumentEntry* list = reader.find(key);
    if (!list || list->isNull()) return;
    std::set<Count> named[kParts];
    bool whole[kParts] = {};
    const auto name = [&](Part part, std::optional<Count> layer) {
        if (!layer)
            whole[part] = true;
        else if (*layer < reader.layers())
            named[part].insert(*layer); // later ones are multi-token-prediction layers
    };
    bool odd = false;
    for (const std::string& module : list->values) {
        const std::optional<Count> layer = layerOf(module);
        switch (partOf(module)) {
        case ModulePart::Uncounted: break;
        case ModulePart::Attention: name(OfAttention, layer); break;
        case ModulePart::Experts: name(OfExperts, layer); break;
        case ModulePart::Other: name(OfOther, layer); break;
        case ModulePart::Unknown: odd = odd || !layer || *layer < reader.layers(); break;
        }
    }
    for (int part = 0; part < kParts; ++part) {
        const auto count = static_cast<Count>(named[part].size());
        if (whole[part] || (count > 0 && count >= reader.layers())) result.parts[part] = false;
        // Dense first layers or shared experts alone, or some layers: no type of a part can say that.
        else if (count > 0)
            odd = true;
    }
    reader.usedFor(key, "precision");
    if (odd)
        reader.leaveOut(key,
                        say("names modules that have no type of their own here, counted like the others"));
}

std::optional<DataType> typeOfBits(Count bits, bool real, Count group, bool blocks) {
    if (bits == 8 && real) return blocks ? DataType::Fp8Block : group == 32 ? DataType::MxFp8 : DataType::Fp8;
    if (bits == 8) return DataType::Int8;
    if (bits == 4 && real) return group == 32 ? DataType::MxFp4 : DataType::NvFp4;
    if (bits == 4)
        return group == 32 ? DataType::Int4By32 : group == 64 ? DataType::Int4By64 : DataType::Int4;
    return std::nullopt;
}

void groupSize(ConfigReader& reader, std::string_view key, DataType type) {
    if (!reader.given(key)) return;
    const std::string group = reader.text(key);
    const Count known = type == DataType::NvFp4      ? 16
                        : type == DataType::MxFp4    ? 32
                        : type == DataType::MxFp8    ? 32
                        : type == DataType::Int4By32 ? 32
                        : type == DataType::Int4By64 ? 64
                                                     : 128;
    const bool fits = group == std::to_string(known) || type == DataType::Fp8 || type == DataType::Int8;
    if (fits)
        reader.ignore(key, say("scales of the type are counted"));
    else
        reader.leaveOut(key, say("scales are counted as one per %1 weights", known));
}

/// compressed-tensors and ModelOpt: groups of modules with a type each; all must have the same.
std::optional<DataType> typeOfGroups(ConfigReader& reader, const std::string& base) {
    std::optional<DataType> type;
    for (int group = 0; group < 64; ++group) {
        const std::string weights = base + "config_groups.group_" + std::to_string(group) + ".weights.";
        if (!reader.given(weights + "num_bits")) continue;
        const std::string strategy = reader.text(weights + "strategy");
        const bool real = reader.text(weights + "type") == "float";
        const Count size =
            reader.given(weights + "group_size") ? reader.countOr(weights + "group_size", 0) : 0;
        const std::optional<DataType> found =
            typeOfBits(reader.countOr(weights + "num_bits", 0), real, size, strategy == "block");
        if (!found || (type && *type != *found)) {
            reader.refuse(
                weights + "num_bits",
                say("must be one of 8 and 4, alike in all groups: a part of a scenario has one type "
                    "(precision.* of `moe-explorer fields`)"));
            return std::nullopt;
        }
        type = found;
        groupSize(reader, weights + "group_size", *found);
    }
    return type;
}

std::optional<DataType> typeOfAlgorithm(const std::string& name) {
    if (name == "FP8") return DataType::Fp8;
    if (name == "FP8_PB_WO" || name == "FP8_BLOCK_SCALES") return DataType::Fp8Block;
    if (name == "NVFP4" || name == "W4A16_NVFP4") return DataType::NvFp4;
    if (name == "W4A16_AWQ" || name == "INT4_AWQ" || name == "W4A8_AWQ") return DataType::Int4;
    if (name == "INT8_SQ" || name == "W8A8_SQ_PER_CHANNEL" || name == "W8A16") return DataType::Int8;
    if (name == "MXFP4" || name == "W4A8_MXFP4_FP8") return DataType::MxFp4;
    if (name == "MXFP8") return DataType::MxFp8;
    return std::nullopt;
}

void readCache(ConfigReader& reader, const std::string& base) {
    const std::string scheme = base + "kv_cache_scheme", algorithm = base + "kv_cache_quant_algo";
    if (reader.given(scheme + ".num_bits")) {
        const bool real = reader.text(scheme + ".type") != "int";
        const std::optional<DataType> type =
            typeOfBits(reader.countOr(scheme + ".num_bits", 0), real, 0, false);
        if (type && (*type == DataType::Fp8 || *type == DataType::Int8 || *type == DataType::NvFp4))
            reader.use(scheme + ".num_bits", "precision.kv_cache", std::string(enumText(*type)));
        else
            reader.refuse(scheme + ".num_bits", say("must be 8, or 4 with type float"));
        reader.closeQuantisation(scheme);
    } else if (reader.given(scheme)) { // a word, as some tools write it
        const std::optional<DataType> type = typeOfAlgorithm(reader.text(scheme));
        if (type && (*type == DataType::Fp8 || *type == DataType::NvFp4))
            reader.use(scheme, "precision.kv_cache", std::string(enumText(*type)));
        else
            reader.refuse(scheme, say("must have num_bits and type, or be FP8 or NVFP4"));
    }
    if (!reader.given(algorithm)) return;
    const std::string name = reader.text(algorithm);
    const std::optional<DataType> type =
        name == "INT8" ? std::optional(DataType::Int8) : typeOfAlgorithm(name);
    if (type)
        reader.use(algorithm, "precision.kv_cache", std::string(enumText(*type)));
    else
        reader.refuse(algorithm, say("must be one of %1", "FP8, INT8, NVFP4"));
}

/// ModelOpt's MIXED_PRECISION: "quantized_layers" names each module with a type of its own.
std::optional<Quantisation> typesOfModules(ConfigReader& reader, const std::string& base,
                                           const std::string& algorithmKey) {
    const std::string section = base + "quantized_layers.";
    std::optional<DataType> found[kParts], head;
    bool odd = false;
    const auto take = [&](std::optional<DataType>& to, const DocumentEntry& entry) {
        const std::optional<DataType> type = typeOfAlgorithm(entry.text());
        odd = odd || !type || (to && *to != *type);
        if (type && !to) to = type;
    };
    for (const DocumentEntry* entry : reader.under(section)) {
        if (!entry->key.ends_with(".quant_algo")) continue;
        if (holds(entry->key, "lm_head")) {
            take(head, *entry);
            continue;
        }
        switch (partOf(entry->key)) {
        case ModulePart::Experts: take(found[OfExperts], *entry); break;
        case ModulePart::Attention: take(found[OfAttention], *entry); break;
        case ModulePart::Other: take(found[OfOther], *entry); break;
        case ModulePart::Unknown: odd = true; break;
        case ModulePart::Uncounted: break;
        }
    }
    reader.ignoreUnder(section, say("one type for each part of the model"));
    if (!found[OfExperts] && !found[OfAttention] && !found[OfOther]) {
        reader.refuse(algorithmKey,
                      say("needs quantized_layers, which name the type of each module: they stand "
                          "in the hf_quant_config.json beside config.json"));
        return std::nullopt;
    }
    const auto text = [](const std::optional<DataType>& type) {
        return std::string(enumText(type.value_or(DataType::Bf16)));
    };
    reader.use(algorithmKey, "precision.weights", text(found[OfOther]));
    const Message why = say("from the types of the modules");
    if (reader.family().experts && found[OfExperts] != found[OfOther])
        reader.derive("precision.experts", text(found[OfExperts]), why);
    if (found[OfAttention] != found[OfOther])
        reader.derive("precision.attention", text(found[OfAttention]), why);
    if (head != found[OfOther]) reader.derive("precision.head", text(head), why);
    if (odd)
        reader.leaveOut(algorithmKey,
                        say("names modules that have no type of their own here, counted like the others"));
    for (const char* key : {"exclude_modules", "ignore"})
        if (reader.given(base + key))
            reader.ignore(base + key, say("modules without a type stay in 16 bits"));
    Quantisation result;
    result.from = algorithmKey;
    result.whole = true;
    return result;
}

/// Four bits with a scale for each 64 weights, or eight.
std::optional<DataType> typeOfBitsAndBytes(ConfigReader& reader, const std::string& base) {
    const std::string four = base + "load_in_4bit", eight = base + "load_in_8bit";
    const bool narrow = reader.flag(four);
    if (reader.flag(eight)) return DataType::Int8;
    // NF4 has 4.5 bits a weight with a scale of 4 bytes for each 64, 4.13 where the scales are quantised
    // again.
    if (narrow) return reader.flag(base + "bnb_4bit_use_double_quant") ? DataType::Int4 : DataType::Int4By64;
    reader.refuse(four, say("must be true, or load_in_8bit"));
    return std::nullopt;
}

/// AMD Quark.
std::optional<DataType> typeOfQuark(ConfigReader& reader, const std::string& base) {
    const std::string weight = base + "global_quant_config.weight.";
    const std::string name = reader.text(weight + "dtype");
    const Count group = reader.given(weight + "group_size") ? reader.countOr(weight + "group_size", 0) : 0;
    if (name == "fp8_e4m3") return DataType::Fp8;
    if (name == "fp4" && group == 32) return DataType::MxFp4;
    if (name == "int8") return DataType::Int8;
    if (name == "int4" || name == "uint4") return typeOfBits(4, false, group, false);
    return std::nullopt;
}

/// The keys below `base` ("quantization_config."); nothing when they name no type.
std::optional<Quantisation> readMethod(ConfigReader& reader, const std::string& base) {
    Quantisation result;
    const std::string methodKey = base + "quant_method", algorithmKey = base + "quant_algo";
    const std::string method = reader.text(methodKey);
    const Message unknown =
        say("is no method this program reads, so bytes of weights would be guessed; a scenario "
            "says them (precision.weights of `moe-explorer fields`)");
    const auto bits = [&](const std::string& key) {
        Count group = 0;
        for (const char* name : {"group_size", "q_group_size"})
            if (const std::optional<double> size = parseNumber(reader.text(base + name)))
                group = static_cast<Count>(*size);
        const std::optional<DataType> type = typeOfBits(reader.countOr(key, 4), false, group, false);
        if (!type) reader.refuse(key, say("must be 4 or 8"));
        return type;
    };
    result.from = methodKey;
    std::optional<DataType> type;
    if (method == "fp8" || method == "fbgemm_fp8") {
        const DocumentEntry* block = reader.find(base + "weight_block_size");
        type = block && !block->isNull() ? DataType::Fp8Block : DataType::Fp8;
        reader.must(base + "weight_block_size", "128,128", say("must be 128 × 128"));
        if (reader.text(base + "fmt") != "float8_e4m3fn")
            reader.must(base + "fmt", "e4m3", say("must be e4m3"));
        else
            reader.ignore(base + "fmt", say("the type's only form here"));
    } else if (method == "mxfp4") {
        type = DataType::MxFp4;
        result.parts[OfAttention] = result.parts[OfOther] = false; // its kernels take experts only
    } else if (method == "awq" || method == "gptq" || method == "auto-round" || method == "auto_round") {
        for (const char* name : {"bits", "w_bit"})
            if (reader.given(base + name)) {
                result.from = base + name;
                type = bits(base + name);
            }
        if (!type && !reader.given(result.from)) reader.refuse(base + "bits", say("must be given"));
        if (type)
            for (const char* name : {"group_size", "q_group_size"}) groupSize(reader, base + name, *type);
    } else if (method == "compressed-tensors" || (method == "modelopt" && !reader.given(algorithmKey))) {
        type = typeOfGroups(reader, base);
        if (!type && reader.given(methodKey))
            reader.refuse(base + "config_groups", say("must have num_bits"));
    } else if (method.empty() && reader.given(base + "bits") && !reader.given(algorithmKey)) { // MLX
        const std::string mode = reader.text(base + "mode");
        result.from = base + "bits";
        result.head = true; // mlx_lm quantises every linear layer and embedding that its groups divide
        if (mode == "mxfp4" || mode == "nvfp4" || mode == "mxfp8")
            type = mode == "mxfp4" ? DataType::MxFp4 : mode == "nvfp4" ? DataType::NvFp4 : DataType::MxFp8;
        else
            type = bits(base + "bits");
        if (type) groupSize(reader, base + "group_size", *type);
        // Half a bit a weight in groups of 64; a quarter or none is counted.
        if (type && mode.empty())
            reader.leaveOut(base + "bits",
                            say("MLX keeps a scale and an offset of 16 bits for each group, 4 to 6 % "
                                "more than is counted"));
    } else if (method == "mxfp8") {
        type = DataType::MxFp8;
        reader.must(base + "weight_block_size", "1,32", say("must be 1 × 32"));
    } else if (method == "bitsandbytes") {
        type = typeOfBitsAndBytes(reader, base);
    } else if (method == "quark") {
        type = typeOfQuark(reader, base);
        if (!type) reader.refuse(base + "global_quant_config.weight.dtype", unknown);
        readExcluded(reader, base + "exclude", result);
    } else if (reader.text(algorithmKey) == "MIXED_PRECISION") {
        return typesOfModules(reader, base, algorithmKey);
    } else if (reader.given(algorithmKey)) {
        result.from = algorithmKey;
        type = typeOfAlgorithm(reader.text(algorithmKey));
        if (!type) reader.refuse(algorithmKey, unknown);
        if (type) groupSize(reader, base + "group_size", *type);
        if (type) typeOfGroups(reader, base);
    } else if (reader.given(methodKey)) {
        reader.refuse(methodKey, unknown);
    } else {
        return std::nullopt;
    }
    if (!type) return std::nullopt;
    result.type = *type;
    if (!method.empty() && reader.given(algorithmKey)) reader.usedFor(methodKey, "precision.weights");
    for (const char* key : {"modules_to_not_convert", "ignore", "exclude_modules", "ignored_layers",
                            "modules_to_not_quantize", "llm_int8_skip_modules"})
        readExcluded(reader, base + key, result);
    return result;
}

/// DeepSeek-V4 names the type of its experts apart; another program's section about weights wins.
void readExpertType(ConfigReader& reader, const std::string& section) {
    const char* key = "expert_dtype";
    if (!reader.given(key)) return;
    const std::string name = reader.text(key);
    const std::string own = reader.text("quantization_config.quant_method");
    if (!section.empty() && own != "fp8") return reader.ignore(key, say("%1 says it", section));
    if (name == "fp4")
        reader.use(key, "precision.experts", std::string("mxfp4"));
    else if (name == "fp8")
        reader.use(key, "precision.experts", std::string("fp8_block"));
    else if (name == "bf16" || name == "bfloat16")
        reader.use(key, "precision.experts", std::string("bf16"));
    else
        reader.refuse(key, say("must be fp4, fp8 or bf16"));
}

} // namespace

void readConfigPrecision(ConfigReader& reader) {
    const std::string type = reader.given("torch_dtype") ? "torch_dtype" : "dtype";
    if (reader.given(type)) {
        const std::string name = reader.text(type);
        const bool own = reader.family().layers == deepSeekOwnLayers; // which writes other words
        if (name == "fp8" && own)
            reader.use(type, "precision.weights", std::string("fp8_block"));
        else if (name == "float32")
            reader.use(type, "precision.weights", std::string("fp32"));
        else if (name == "bfloat16" || name == "float16" || (name == "bf16" && own))
            reader.use(type, "precision.weights", std::string("bf16"));
        else
            reader.refuse(type, say("must be bfloat16, float16 or float32"));
    }
    if (reader.given("torch_dtype") && reader.given("dtype")) // under its old and its new name
        reader.must("dtype", reader.text("torch_dtype"),
                    say("differs from %1; keep one of them", "torch_dtype"));
    std::string from;
    for (const char* base : {"quantization_config.", "hf_quant_config.quantization.", "quantization.",
                             "compression_config."}) { // compressed-tensors before Transformers had its name
        const std::string section = std::string(base, std::string_view(base).size() - 1);
        if (!reader.hasSection(section)) {
            if (reader.given(section)) reader.refuse(section, say("must have keys"));
            continue;
        }
        if (!from.empty()) {
            reader.closeQuantisation(section);
            reader.ignore(section, say("%1 says it", from));
            continue;
        }
        readCache(reader, base);
        const std::optional<Quantisation> found = readMethod(reader, base);
        reader.closeQuantisation(section);
        if (!found) continue;
        from = section;
        if (found->whole) continue;
        const auto text = [&](Part part) {
            return std::string(enumText(found->parts[part] ? found->type : DataType::Bf16));
        };
        const std::string other = text(OfOther);
        const bool moe = reader.family().experts != nullptr;
        reader.use(found->from, other == "bf16" && moe ? "precision.experts" : "precision.weights",
                   other == "bf16" && moe ? text(OfExperts) : other);
        const Message why = say("from the modules that %1 leaves alone", section);
        if (other == "bf16" && moe)
            reader.derive("precision.weights", other, why);
        else if (moe && text(OfExperts) != other)
            reader.derive("precision.experts", text(OfExperts), why);
        if (text(OfAttention) != other) reader.derive("precision.attention", text(OfAttention), why);
        if (other != "bf16" && !found->head)
            reader.derive("precision.head", "bf16", say("embeddings and the LM head stay in 16 bits"));
    }
    readExpertType(reader, from);
    if (!from.empty()) return;
    // Files from when only the cache could be quantised.
    readCache(reader, "");
}

} // namespace moe
