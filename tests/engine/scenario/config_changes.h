// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every key of a model's file taken away, renamed and changed in turn: none may leave the scenario as it was
// without a word.

#include "data/number.h"
#include "models/engine/files/models/model_config.h"
#include "models/engine/files/scenario_file.h"

#include <algorithm>
#include <string>
#include <vector>

namespace moe::test {

/// Keys that may change without changing a number, with the reason. A star stands for what follows.
struct Harmless {
    const char* key;
    const char* why;
};
inline constexpr Harmless kHarmless[] = {
    {"_name_or_path", "a name"},
    {"model_type", "of what wraps a text model; of that model itself another type is refused"},
    {"architectures", "likewise"},
    {"auto_map*", "where the code lies"},
    {"transformers_version", "a version"},
    {"*_token_id", "a token"},
    {"*_token_index", "a token"},
    {"mm_tokens_per_image", "tokens of an image"},
    {"rope_*", "scales angles"},
    {"rotary_dim", "scales angles"},
    {"partial_rotary_factor", "scales angles"},
    {"position_embedding_type", "rotary or none: no weights in either"},
    {"*_eps", "a small number in a norm"},
    {"*_epsilon", "a small number in a norm"},
    {"*dropout", "of training"},
    {"*pdrop", "of training"},
    {"*jitter*", "of training"},
    {"*loss_weight", "of training"},
    {"moe_use_aux_free", "of training"},
    {"moe_capacity", "of training"},
    {"max_seq_len", "training sequences are not in the file"},
    {"max_model_len", "training sequences are not in the file"},
    {"model_max_length", "training sequences are not in the file"},
    {"*.model_type", "a name"},
    {"*clip_qkv", "bounds a value"},
    {"*rope_theta", "scales angles"},
    {"indexer_rope_interleave", "scales angles"},
    {"moe_renormalize", "scales a value"},
    {"use_grouped_topk", "says what its number of groups says"},
    {"attn_temperature_tuning", "scales a value"},
    {"attn_scale", "scales a value"},
    {"floor_scale", "scales a value"},
    {"for_llm_class", "of the program that runs it"},
    {"moe_layer_end_index", "-1 is the last layer"},
    {"initializer_range", "of training"},
    {"*aux_loss*", "of training"},
    {"seq_aux", "of training"},
    {"output_router_logits", "of training"},
    {"rescale_prenorm_residual", "of training"},
    {"*softcapping", "bounds a value"},
    {"query_pre_attn_scalar", "scales a value"},
    {"*_multiplier*", "scales a value"},
    {"logits_scaling", "scales a value"},
    {"max_attn_value", "bounds a value"},
    {"output_multiplier_scale", "scales a value"},
    {"swiglu_limit", "bounds a value"},
    {"clip_qkv", "bounds a value"},
    {"layernorm_*", "scales a value"},
    {"postnorm", "where the norm stands; as many weights"},
    {"routed_scaling_factor", "scales a value"},
    {"norm_topk_prob", "scales a value"},
    {"scor*", "softmax or sigmoid of the same scores"},
    {"shared_moe_mode", "softmax or sigmoid of the same scores"},
    {"use_cache", "of the program that runs it"},
    {"cache_implementation", "of the program that runs it"},
    {"pretraining_tp", "of the program that runs it"},
    {"ep_size", "of the program that runs it"},
    {"num_logits_to_keep", "of the program that runs it"},
    {"use_mamba_kernels", "of the program that runs it"},
    {"residual_in_fp32", "of the program that runs it"},
    {"*chunk_size", "of the kernel; not of Llama 4, whose key is attention_chunk_size"},
    {"time_step_*", "bounds a value"},
    {"*hidden_act*", "as many matrices"},
    {"initial_context_length", "scales angles"},
    {"original_max_position_embeddings", "scales angles"},
    {"max_position_embeddings", "training sequences are not in the file"},
    {"vision_config*", "named as left out"},
    {"quantization_config.activation_scheme", "how scales are found"},
    {"quantization_config.scale_fmt", "how scales are found"},
    {"quantization_config.modules_to_not_convert",
     "what stays in 16 bits anyway; a module that is not known is named as left out"},
    {"use_qk_norm", "of Llama 4, whose norm has no weights"},
    {"mamba_expand", "only beside heads and their width, which give the product"},
    {"expand", "heads and their width give the product"},
};

/// What the reader says of a key whose feature is off in this file.
inline constexpr const char* kIdle[] = {"latent attention has head widths of its own",
                                        "use_cla is off",
                                        "no layer is dense",
                                        "use_sliding_window is off",
                                        "no layer slides",
                                        "is no shorter than the longest sequence",
                                        "no window is shorter than the longest sequence"};

inline bool fitsPattern(std::string_view pattern, std::string_view key) {
    if (pattern.empty() || key.empty()) return pattern == key || pattern == "*";
    if (pattern.front() == '*')
        return fitsPattern(pattern.substr(1), key) || fitsPattern(pattern, key.substr(1)) || pattern == "*";
    return pattern.front() == key.front() && fitsPattern(pattern.substr(1), key.substr(1));
}
inline bool isHarmless(std::string_view key) {
    if (key == "use_qk_norm" || key == "text_config.model_type") return key != "use_qk_norm";
    if (key.starts_with("text_config.")) key.remove_prefix(12);
    if (key == "attention_chunk_size") return false;
    return std::any_of(std::begin(kHarmless), std::end(kHarmless),
                       [&](const Harmless& row) { return fitsPattern(row.key, key); });
}

/// The other values a key is given, none of them what the file has.
inline std::vector<DocumentEntry> changesOf(const DocumentEntry& entry) {
    std::vector<DocumentEntry> made;
    const auto with = [&](std::vector<std::string> values, bool list) {
        DocumentEntry changed = entry;
        changed.values = std::move(values);
        changed.list = list;
        made.push_back(std::move(changed));
    };
    if (entry.list) {
        std::vector<std::string> shorter = entry.values, other = entry.values;
        if (shorter.empty()) {
            with({"1"}, true);
            return made;
        }
        shorter.pop_back();
        with(shorter, true);
        other.front() = "other";
        with(other, true);
        return made;
    }
    if (entry.isNull()) {
        with({"7"}, false);
        return made;
    }
    const std::string value = entry.text();
    if (value == "true" || value == "false") {
        with({value == "true" ? "false" : "true"}, false);
    } else if (const std::optional<double> number = parseNumber(value)) {
        with({numberText(*number * 2 + 2)}, false);
        with({"-1"}, false);
        with({"nan"}, false);
        made.back().quoted = false;
    } else {
        with({"other"}, false);
    }
    return made;
}

/// Every silent change, as "key: what was done".
inline std::vector<std::string> silentChanges(const Document& file, const std::string& source, int& tried) {
    std::vector<std::string> silent;
    const Result<ModelConfigReading> reading = readModelConfig(file, source);
    const Result<Scenario> before = scenarioFrom(file, source);
    if (!before || !reading) return {"the file itself is refused"};
    const auto isIn = [](const std::vector<ConfigUse>& rows, const std::string& key) {
        return std::any_of(rows.begin(), rows.end(), [&](const ConfigUse& row) {
            return row.key == key || "text_config." + row.key == key;
        });
    };
    // Features that are off, and say so.
    const auto idle = [&](const Document& changed, const std::string& key) {
        const Result<ModelConfigReading> after = readModelConfig(changed, source);
        return after && std::any_of(after->ignored.begin(), after->ignored.end(), [&](const ConfigUse& row) {
                   const std::string why = toString(row.why);
                   return row.key == key && std::any_of(std::begin(kIdle), std::end(kIdle),
                                                        [&](const char* reason) { return why == reason; });
               });
    };
    const auto same = [&](const Document& changed) {
        ++tried;
        Result<Scenario> after = scenarioFrom(changed, source);
        if (!after) return false;
        Scenario named = *after;
        named.name = before->name;
        return named == *before;
    };
    for (std::size_t i = 0; i < file.size(); ++i) {
        const std::string& key = file[i].key;
        // Taken away: what is off anyway, what nothing depends on, and what the class has too, are told.
        Document without = file;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        if (same(without) && !isIn(reading->ignored, key)) {
            const Result<ModelConfigReading> after = readModelConfig(without, source);
            const bool off = file[i].text().empty() || file[i].text() == "false" || file[i].text() == "0";
            if (!off && !isIn(after->derived, key) && key != "model_type" && key != "architectures" &&
                file[i].text() != "bfloat16" && !isHarmless(key))
                silent.push_back(key + ": taken away");
        }
        const bool off =
            file[i].isNull() || file[i].text() == "false" || file[i].text() == "0" || file[i].values.empty();
        if (!off) {
            Document renamed = file;
            renamed[i].key += "_v2";
            if (same(renamed) && !isHarmless(key)) silent.push_back(key + ": renamed");
        }
        for (const DocumentEntry& other : changesOf(file[i])) {
            Document changed = file;
            changed[i] = other;
            const bool named = key == "architectures" && other.values.empty(); // model_type says it too
            if (!named && same(changed) && !isHarmless(key) && !idle(changed, key))
                silent.push_back(key + ": " + file[i].text().substr(0, 40) + " → " +
                                 other.text().substr(0, 40));
        }
    }
    return silent;
}

} // namespace moe::test
