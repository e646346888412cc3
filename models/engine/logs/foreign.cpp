// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/logs/foreign.h"

#include "data/number.h"
#include "data/text.h"
#include "models/engine/files/adapter_files.h"
#include "models/engine/files/foreign_files.h"
#include "models/engine/files/tokenizers.h"
#include "models/engine/logs/flat_toml.h"
#include "models/engine/logs/other_models.h"
#include "models/engine/scenario/fields.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

enum class Program { Bridge, NeMo, Primus, Titan, Script };
const char* nameOf(Program program) {
    switch (program) {
    case Program::Bridge: return "Megatron-Bridge";
    case Program::NeMo: return "NeMo";
    case Program::Primus: return "Primus";
    case Program::Titan: return "torchtitan";
    case Program::Script: return "Megatron-LM";
    }
    return "";
}

struct Foreign {
    Program program = Program::Script;
    Document entries; ///< none of a script
};

std::string_view tailOf(std::string_view key) {
    return key.substr(key.find_last_of('.') + 1); // npos + 1 = 0
}
bool isUnder(std::string_view key, std::string_view section) {
    return key.size() > section.size() && key.substr(0, section.size()) == section &&
           key[section.size()] == '.';
}

std::optional<Program> programOf(const Document& document) {
    int bridge = 0;
    bool trainer = false, model = false, manager = false;
    for (const DocumentEntry& entry : document) {
        const std::string_view key = entry.key;
        const std::string text = entry.text();
        if (isUnder(key, "modules") && tailOf(key) == "framework") return Program::Primus;
        if (tailOf(key) == "_target_") {
            if (text.rfind("megatron.bridge", 0) == 0) return Program::Bridge;
            if (text.rfind("nemo.", 0) == 0) return Program::NeMo;
        }
        for (const std::string_view mark :
             {"devices", "num_nodes", "precision", "max_steps", "accelerator", "strategy", "max_epochs"})
            trainer = trainer || key == "trainer." + std::string(mark) ||
                      isUnder(key, "trainer." + std::string(mark));
        model = model || isUnder(key, "model");
        manager = manager || isUnder(key, "exp_manager");
        for (const std::string_view mark :
             {"train.train_iters", "train.global_batch_size", "train.micro_batch_size", "model.num_layers",
              "model.hidden_size", "model.seq_length", "model.tensor_model_parallel_size",
              "model.pipeline_model_parallel_size", "model.expert_model_parallel_size", "optimizer.lr",
              "ddp.use_distributed_optimizer"})
            bridge += key == mark ? 1 : 0;
    }
    if (manager || (trainer && model)) return Program::NeMo;
    // Keys of training that others have too.
    if (bridge >= 2 && findForeignFile(document) == nullptr) return Program::Bridge;
    if (leansOnFiles(document)) return Program::Primus;
    return std::nullopt;
}

/// Tables of a hundred megabytes are not worth reading as YAML.
bool mayBeRecipe(std::string_view text) {
    constexpr std::size_t kLargest = 1 << 22;
    constexpr std::string_view kMarks[] = {
        "_target_",   "framework:",     "exp_manager:", "trainer:", "train_iters",
        "num_layers", "_parallel_size", "batch_size",   "extends:", "bases:"};
    return text.size() <= kLargest &&
           std::any_of(std::begin(kMarks), std::end(kMarks),
                       [text](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

std::optional<Foreign> foreignIn(std::string_view text, const std::string& source) {
    if (!schemaOf(text).empty()) return std::nullopt; // a file of this program
    if (isTorchtitan(text)) return Foreign{Program::Titan, flatToml(text)};
    if (isMegatronLog(text)) return std::nullopt;
    if (isMegatronArguments(text)) return Foreign{};
    if (!mayBeRecipe(text)) return std::nullopt;
    const Result<Document> document = parseDocument(text, source);
    if (!document) return std::nullopt;
    const std::optional<Program> program = programOf(*document);
    if (!program) return std::nullopt;
    return Foreign{*program, *document};
}

/// Where recipes name an argument of Megatron-LM otherwise.
struct Alias {
    std::string_view key, argument;
};
constexpr Alias kAliases[] = {
    {"activations_checkpoint_granularity", "recompute_granularity"},
    {"activations_checkpoint_method", "recompute_method"},
    {"activations_checkpoint_num_layers", "recompute_num_layers"},
    {"bias", "add_bias_linear"},
    {"devices", "nproc_per_node"},
    {"encoder_seq_length", "seq_length"},
    {"gated_linear_unit", "swiglu"},
    {"max_steps", "train_iters"},
    {"num_gpus_per_node", "nproc_per_node"},
    {"num_moe_experts", "num_experts"},
    {"overlap_grad_sync", "overlap_grad_reduce"}, // NeMo
    {"overlap_param_sync", "overlap_param_gather"},
    {"num_nodes", "nnodes"},
    {"override_vocab_size", "vocab_size"},
    {"qkv_bias", "add_qkv_bias"},
    {"sequence_length", "seq_length"},
    {"virtual_pipeline_model_parallel_size", "num_virtual_stages_per_pipeline_rank"},
};
/// Sections that shape neither the model nor the run.
constexpr std::string_view kAsides[] = {"checkpoint", "checkpoint_config", "data",   "exp_manager",
                                        "logger",     "profiling",         "resume", "rng",
                                        "scheduler",  "tokenizer",         "wandb"};

std::string valueText(const DocumentEntry& entry) {
    return entry.list ? "[" + entry.text() + "]" : entry.text();
}

/// The name of a tokenizer, the more telling of those that are given.
void putTokenizer(MegatronLog& log, const DocumentEntry& entry) {
    MegatronArgument& made = log.arguments["tokenizer_model"];
    if (made.text.empty() || (!findTokenizer(made.text) && findTokenizer(entry.text())))
        made = {entry.text(), {entry.line, entry.column}};
}

MegatronLog logOf(const Document& entries, const std::string& source) {
    MegatronLog log;
    log.source = source;
    const auto sizes = [&](std::string_view section) {
        return std::any_of(entries.begin(), entries.end(), [&](const DocumentEntry& entry) {
            return entry.key.find(section) != std::string::npos && tailOf(entry.key) == "num_layers";
        });
    };
    if (sizes(".encoder.") && sizes(".decoder.")) log.arguments["encoder_with_decoder"] = {"True", {}};
    const auto put = [&](std::string_view argument, std::string text, const DocumentEntry& entry) {
        log.arguments.emplace(std::string(argument),
                              MegatronArgument{std::move(text), {entry.line, entry.column}});
    };
    for (const DocumentEntry& entry : entries) {
        const std::string_view tail = tailOf(entry.key);
        const bool aside = std::any_of(std::begin(kAsides), std::end(kAsides),
                                       [&](std::string_view section) { return isUnder(entry.key, section); });
        // ${…} is worked out when the program runs.
        const bool tokenizer = isUnder(entry.key, "model.tokenizer") || isUnder(entry.key, "tokenizer");
        if (tokenizer && !entry.isNull() &&
            (tail == "type" || tail == "model" || tail == "tokenizer_name" ||
             tail == "pretrained_model_name"))
            putTokenizer(log, entry);
        if (entry.isNull() || aside || tokenizer || entry.text().find("${") != std::string::npos) continue;
        const std::string text = valueText(entry);
        const bool yes = text == "true" || text == "True";
        const auto* const alias = std::find_if(std::begin(kAliases), std::end(kAliases),
                                               [&](const Alias& row) { return row.key == tail; });
        if (alias != std::end(kAliases)) {
            put(alias->argument, text, entry);
        } else if (tail == "share_embeddings_and_output_weights") {
            put("untie_embeddings_and_output_weights", yes ? "False" : "True", entry);
        } else if (tail == "activation" && text.find("glu") != std::string::npos) {
            put("swiglu", "True", entry); // NeMo's swiglu, geglu and reglu: three matrices each
        } else if (tail == "normalization" && text == "rmsnorm") {
            put(tail, "RMSNorm", entry);
        } else if (tail == "normalization" && text.starts_with("layernorm")) {
            put(tail, "LayerNorm", entry);
        } else if (tail == "data_parallel_size") {
            continue; // what the program worked out where it wrote this, on however many GPUs
        } else if (tail == "num_query_groups") {
            put(tail, text, entry);
            put("group_query_attention", "True", entry);
        } else if (tail == "name" &&
                   (text == "distributed_fused_adam" || text == "mcore_distributed_optim")) {
            put("use_distributed_optimizer", "True", entry);
        } else {
            put(tail, text, entry);
        }
    }
    return log;
}

/// What a recipe without the sizes of its model still says, as --set takes it.
struct Setting {
    std::string_view name, key; ///< end of the recipe's key; key of a scenario
};
constexpr Setting kSettings[] = {
    {"context_parallel_degree", "parallel.cp"},
    {"context_parallel_size", "parallel.cp"},
    {"encoder_seq_length", "model.sequence"},
    {"expert_model_parallel_size", "parallel.ep"},
    {"ffn_hidden_size", "model.ffn"},
    {"hidden_size", "model.hidden"},
    {"moe_ffn_hidden_size", "moe.expert_ffn"},
    {"moe_router_topk", "moe.top_k"},
    {"num_attention_heads", "model.heads"},
    {"num_layers", "model.layers"},
    {"num_moe_experts", "moe.experts"},
    {"num_query_groups", "model.kv_heads"},
    {"expert_parallel_degree", "parallel.ep"},
    {"expert_tensor_parallel_degree", "parallel.etp"},
    {"expert_tensor_parallel_size", "parallel.etp"},
    {"global_batch_size", "train.global_batch"},
    {"local_batch_size", "train.micro_batch"},
    {"lr", "train.lr"},
    {"micro_batch_size", "train.micro_batch"},
    {"pipeline_model_parallel_size", "parallel.pp"},
    {"pipeline_parallel_degree", "parallel.pp"},
    {"seq_len", "model.sequence"},
    {"seq_length", "model.sequence"},
    {"tensor_model_parallel_size", "parallel.tp"},
    {"tensor_parallel_degree", "parallel.tp"},
};

std::string settingsOf(const Document& entries) {
    std::string made;
    for (const DocumentEntry& entry : entries) {
        const auto* const row =
            std::find_if(std::begin(kSettings), std::end(kSettings),
                         [&](const Setting& each) { return each.name == tailOf(entry.key); });
        const std::optional<double> value = parseQuantity(entry.text());
        if (row == std::end(kSettings) || entry.list || !value || !(*value > 0) || std::isinf(*value))
            continue;
        const std::string key(row->key);
        if (made.find(key + "=") != std::string::npos) continue;
        made += (made.empty() ? "--set " : " --set ") + key + "=" + numberText(*value);
    }
    const std::string adapters = adapterFlags(entries);
    return made.empty() || adapters.empty() ? made + adapters : made + " " + adapters;
}

/// Changes of the model that no --set of a number makes: layers listed one by one, a clipped attention.
std::string unsettable(const Document& entries) {
    std::string names;
    for (const DocumentEntry& entry : entries)
        for (const std::string_view tail :
             {"moe_layer_freq", "hybrid_layer_pattern", "hybrid_override_pattern", "window_attn_skip_freq",
              "pipeline_model_parallel_layout"})
            if (isUnder(entry.key, "model") && tailOf(entry.key) == tail && !entry.isNull())
                names += (names.empty() ? "" : ", ") + std::string(tail);
    return names;
}

/// The entry that names the model: `model.name`, `modules.pre_trainer.model`, a recipe's class.
const DocumentEntry* modelName(const Document& entries) {
    for (const std::string_view tail : {"flavor", "name", "model", "_target_", "model_type", "recipe"})
        for (const DocumentEntry& entry : entries)
            if (tailOf(entry.key) == tail && !entry.list && !entry.isNull() &&
                (isUnder(entry.key, "model") || isUnder(entry.key, "modules")))
                return &entry;
    return nullptr;
}

Problem withoutSizes(const Foreign& foreign, const std::string& source,
                     const std::vector<std::string>& missing) {
    Problem problem{.source = source};
    const std::string settings = settingsOf(foreign.entries);
    std::string files;
    for (const std::string& file : missing) files += (files.empty() ? "" : ", ") + file;
    problem.rule = settings.empty() ? say("is a %1 recipe without the sizes of its model; take a preset "
                                          "(--preset) or the config.json of the "
                                          "model (--scenario)",
                                          nameOf(foreign.program))
                                    : say("is a %1 recipe without the sizes of its model; take a preset "
                                          "(--preset) or the config.json of the "
                                          "model (--scenario) and add %2",
                                          nameOf(foreign.program), settings);
    if (const std::string names = unsettable(foreign.entries); !names.empty())
        problem.rule = say("%1; set by hand what it changes of the model besides: %2", problem.rule, names);
    if (!files.empty())
        problem.rule = say("%1; it rests on files that are not beside it or above it: %2", problem.rule,
                           excerpt(files, 160));
    if (const DocumentEntry* name = modelName(foreign.entries)) {
        problem.line = name->line;
        problem.column = name->column;
        problem.key = name->key;
        problem.value = excerpt(name->text());
    }
    return problem;
}

} // namespace

std::string foreignKind(std::string_view text) {
    const std::optional<Foreign> foreign = foreignIn(text, {});
    if (!foreign) return {};
    return nameOf(foreign->program) +
           std::string(foreign->program == Program::Script ? " arguments" : " recipe");
}

namespace {

/// Weaker signs are said: the name of a path alone is no argument.
Message doubt(const MegatronLog& log) {
    for (const char* argument : {"data_path", "vocab_file"}) {
        const auto found = log.arguments.find(argument);
        if (found == log.arguments.end()) continue;
        const std::string& path = found->second.text;
        if (path.find("bert") != std::string::npos || path.find("text_sentence") != std::string::npos)
            return say("The data (%1) are those of BERT: counted is a model that reads from left to right.",
                       argument);
    }
    return {};
}

/// Sizes of the model that a script leaves to its caller, to a loop or to branches, and what could not be
/// read for that: no default would be theirs.
std::string setByCaller(const MegatronLog& log, const Problems& problems) {
    constexpr std::string_view sizes[] = {"num_layers",
                                          "hidden_size",
                                          "num_attention_heads",
                                          "ffn_hidden_size",
                                          "num_query_groups",
                                          "kv_channels",
                                          "num_experts",
                                          "moe_router_topk",
                                          "moe_layer_freq",
                                          "moe_ffn_hidden_size",
                                          "moe_shared_expert_intermediate_size",
                                          "q_lora_rank",
                                          "kv_lora_rank",
                                          "qk_head_dim",
                                          "qk_pos_emb_head_dim",
                                          "v_head_dim",
                                          "moe_latent_size",
                                          "hybrid_layer_pattern",
                                          "hybrid_override_pattern",
                                          "window_size",
                                          "mtp_num_layers"};
    std::string set;
    for (const auto& [name, said] : log.unexpanded) {
        const bool size = std::find(std::begin(sizes), std::end(sizes), name) != std::end(sizes);
        const bool lacked = std::any_of(problems.begin(), problems.end(),
                                        [&key = name](const Problem& problem) { return problem.key == key; });
        if ((size || lacked) && !log.arguments.contains(name))
            set += (set.empty() ? "" : ", ") + name + " " + excerpt(said.text);
    }
    return set;
}

Result<LogScenario> scriptScenario(std::string_view text, const std::string& source, const Catalog& catalog) {
    const MegatronLog log = readMegatronArguments(text, source);
    Message other = programsModel(text);
    if (other.empty()) other = otherModel(log);
    if (!other.empty())
        return Problem{.source = source,
                       .rule =
                           say("holds arguments of %1, which this program does not read", std::move(other))};
    Result<LogScenario> made = scenarioFromLog(log, catalog);
    if (std::string set = setByCaller(log, made ? Problems{} : made.error()); !set.empty())
        return Problem{
            .source = source,
            .rule = say("is a script whose caller sets %1: write the values in, or open the log of a run",
                        excerpt(set, 200))};
    Message doubted = doubt(log);
    if (!made || doubted.empty()) return made;
    LogScenario scenario = std::move(made).value();
    scenario.scenario.assumed.insert(scenario.scenario.assumed.begin(), Assumption{{}, doubted});
    scenario.assumptions.push_back(std::move(doubted));
    return scenario;
}

} // namespace

/// What a recipe trains beside frozen weights.
static void readAdapters(Scenario& scenario, const Document& entries) {
    const AdapterSettings adapters = adapterSettings(entries);
    for (const auto& [key, value] : adapters.set) setField(scenario, key, value);
    for (const std::string& name : adapters.unknown) scenario.leftOut.push_back("target_modules " + name);
}

std::optional<Result<LogScenario>> foreignScenario(std::string_view text, const std::string& source,
                                                   const Catalog& catalog, const FileBeside& beside) {
    const std::optional<Foreign> foreign = foreignIn(text, source);
    if (!foreign) return std::nullopt;
    if (foreign->program == Program::Script) return scriptScenario(text, source, catalog);
    ResolvedRecipe resolved = resolvedRecipe(foreign->entries, beside);
    const MegatronLog log = logOf(resolved.entries, source);
    if (const std::string type = ownLayers(log); !type.empty())
        return Problem{.source = source,
                       .rule =
                           say("is a %1 recipe of %2, whose layers its arguments do not tell: take a preset "
                               "(--preset) or its config.json (--scenario), and the layout with --set",
                               nameOf(foreign->program), excerpt(type))};
    const auto refused = [&](const Message& other, Problem problem) {
        problem.source = source;
        problem.rule =
            say("is a %1 recipe of %2, which this program does not read", nameOf(foreign->program), other);
        return problem;
    };
    if (const Message other = otherModel(log); !other.empty()) return refused(other, {});
    for (const DocumentEntry& entry : resolved.entries)
        if (entry.key == "name" && foreign->program == Program::NeMo)
            if (const Message other = nemoModel(entry.text()); !other.empty())
                return refused(other, {.line = entry.line,
                                       .column = entry.column,
                                       .key = entry.key,
                                       .value = excerpt(entry.text())});
    const bool sized = log.arguments.contains("num_layers") && log.arguments.contains("hidden_size") &&
                       log.arguments.contains("num_attention_heads");
    if (foreign->program == Program::Titan || !sized) return withoutSizes(*foreign, source, resolved.missing);
    Result<LogScenario> made = scenarioFromLog(log, catalog);
    if (!made) return made;
    LogScenario scenario = std::move(made).value();
    for (const Message& each : resolved.assumed) {
        scenario.scenario.assumed.push_back({{}, each});
        scenario.assumptions.push_back(each);
    }
    for (const std::string& file : resolved.missing) scenario.scenario.leftOut.push_back(file);
    readAdapters(scenario.scenario, resolved.entries);
    return scenario;
}

} // namespace moe
