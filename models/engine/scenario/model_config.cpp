// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/model_config.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"

#include <algorithm>
#include <array>

namespace moe {
namespace {

/// What a family does not say in its keys.
struct Family {
    std::string_view type;           ///< model_type
    std::string_view architecture;   ///< what configurations without a model_type name
    std::string_view experts = {};   ///< key of the number of routed experts; empty = dense
    std::string_view expertFfn = {}; ///< key of their width
    QkNorm qkNorm = QkNorm::None;
};
constexpr std::array kFamilies{
    Family{"llama", "LlamaForCausalLM"},
    Family{"mistral", "MistralForCausalLM"},
    Family{"qwen2", "Qwen2ForCausalLM"},
    Family{"qwen3", "Qwen3ForCausalLM", {}, {}, QkNorm::Head},
    Family{"mixtral", "MixtralForCausalLM", "num_local_experts", "intermediate_size"},
    Family{"qwen2_moe", "Qwen2MoeForCausalLM", "num_experts", "moe_intermediate_size"},
    Family{"qwen3_moe", "Qwen3MoeForCausalLM", "num_experts", "moe_intermediate_size", QkNorm::Head},
    Family{"olmoe", "OlmoeForCausalLM", "num_experts", "intermediate_size", QkNorm::Width},
    Family{"deepseek_v2", "DeepseekV2ForCausalLM", "n_routed_experts", "moe_intermediate_size"},
    Family{"deepseek_v3", "DeepseekV3ForCausalLM", "n_routed_experts", "moe_intermediate_size"},
};

struct Key {
    std::string_view config, scenario;
    bool needed = false;
    bool ofMoe = false; ///< only where the family routes
};
constexpr Key kKeys[] = {
    {"num_hidden_layers", "model.layers", true},
    {"hidden_size", "model.hidden", true},
    {"vocab_size", "model.vocab", true},
    {"tie_word_embeddings", "model.tied_embeddings"},
    {"num_attention_heads", "model.heads", true},
    {"first_k_dense_replace", "model.dense_layers", false, true},
    {"num_nextn_predict_layers", "model.mtp_layers"},
    {"q_lora_rank", "model.q_rank"},
    {"kv_lora_rank", "model.kv_rank"},
    {"qk_nope_head_dim", "model.nope_dim"},
    {"qk_rope_head_dim", "model.rope_dim"},
    {"v_head_dim", "model.v_dim"},
    {"num_experts_per_tok", "moe.top_k", true, true},
    {"n_shared_experts", "moe.shared_experts", false, true},
    {"n_group", "moe.groups", false, true},
    {"topk_group", "moe.group_limit", false, true},
};

constexpr std::string_view kType = "model_type", kArchitectures = "architectures";
constexpr double kLongestSequence = 4096;

class ConfigReader {
public:
    ConfigReader(const Document& config, const std::string& source) : m_config(config), m_source(source) {}

    Result<ModelConfigReading> read() {
        const bool typed = find(kType);
        const std::string_view mark = typed ? kType : kArchitectures;
        const auto nameOf = [typed](const Family& row) { return typed ? row.type : row.architecture; };
        const auto family = std::find_if(kFamilies.begin(), kFamilies.end(),
                                         [&](const Family& row) { return nameOf(row) == text(mark); });
        if (family == kFamilies.end()) {
            std::vector<Message> known;
            for (const Family& row : kFamilies) known.push_back(std::string(nameOf(row)));
            complain(mark, say("must be one of %1", listed(std::move(known))));
            return m_problems;
        }
        m_family = &*family;
        put("name", text("_name_or_path").empty() ? std::string(family->type) : text("_name_or_path"),
            find("_name_or_path"));
        for (const Key& key : kKeys) {
            if (key.ofMoe && m_family->experts.empty()) continue;
            copy(key.config, key.scenario, key.needed);
        }
        readAttention();
        readFeedForward();
        if (!m_problems.empty()) return m_problems;
        return std::move(m_reading);
    }

private:
    const DocumentEntry* find(std::string_view key) const {
        for (const DocumentEntry& entry : m_config)
            if (entry.key == key) return &entry;
        return nullptr;
    }
    std::string text(std::string_view key) const {
        const DocumentEntry* entry = find(key);
        return entry ? entry->text() : std::string();
    }
    double number(std::string_view key) const { return parseNumber(text(key)).value_or(0); }

    void complain(std::string_view key, Message rule) {
        const DocumentEntry* entry = find(key);
        m_problems.push_back({m_source, entry ? entry->line : 0, entry ? entry->column : 0, std::string(key),
                              std::move(rule), entry ? entry->text() : std::string()});
    }

    void put(std::string_view key, std::string value, const DocumentEntry* from = nullptr) {
        DocumentEntry made;
        made.key = key;
        made.values = {std::move(value)};
        if (from) made.line = from->line, made.column = from->column;
        m_reading.entries.push_back(std::move(made));
    }
    void copy(std::string_view from, std::string_view to, bool needed) {
        const DocumentEntry* entry = find(from);
        if (entry && !entry->isNull()) {
            put(to, entry->text(), entry);
            m_reading.used.push_back({entry->key, entry->text(), std::string(to), {}});
        } else if (needed)
            complain(from, say("must be given"));
    }

    void readAttention() {
        const double heads = number("num_attention_heads");
        if (find("max_position_embeddings"))
            put("model.sequence", numberText(std::min(number("max_position_embeddings"), kLongestSequence)),
                find("max_position_embeddings"));
        else
            put("model.sequence", numberText(kLongestSequence));
        if (m_family->qkNorm != QkNorm::None) put("model.qk_norm", std::string(enumText(m_family->qkNorm)));
        if (number("kv_lora_rank") > 0) return put("model.attention", "mla");
        const double kv = find("num_key_value_heads") ? number("num_key_value_heads") : heads;
        put("model.attention", kv < heads ? "gqa" : "mha");
        if (kv < heads) copy("num_key_value_heads", "model.kv_heads", true);
        copy("head_dim", "model.head_dim", false);
    }

    void readFeedForward() {
        if (m_family->experts.empty()) return copy("intermediate_size", "model.ffn", true);
        copy(m_family->experts, "moe.experts", true);
        copy(m_family->expertFfn, "moe.expert_ffn", true);
        if (const DocumentEntry* shared = find("shared_expert_intermediate_size");
            shared && number(shared->key) > 0) {
            put("moe.shared_experts", "1");
            put("moe.shared_ffn", shared->text(), shared);
        }
        // Dense layers stand in front, or nowhere.
        double dense = number("first_k_dense_replace");
        if (const DocumentEntry* only = find("mlp_only_layers")) {
            for (const std::string& layer : only->values)
                if (parseNumber(layer) != dense++)
                    return complain(only->key, say("must be the first layers"));
            if (dense > 0) put("model.dense_layers", numberText(dense), only);
        }
        for (const char* step : {"decoder_sparse_step", "moe_layer_freq"})
            if (find(step) && number(step) != 1) return complain(step, say("must be 1: every layer routes"));
        if (dense > 0) copy("intermediate_size", "model.ffn", true);
    }

    const Document& m_config;
    const std::string& m_source;
    const Family* m_family = nullptr;
    ModelConfigReading m_reading;
    Problems m_problems;
};

} // namespace

bool isModelConfig(const Document& document) {
    return std::any_of(document.begin(), document.end(), [](const DocumentEntry& entry) {
        return entry.key == kType || entry.key == kArchitectures;
    });
}

Result<ModelConfigReading> readModelConfig(const Document& config, const std::string& source) {
    return ConfigReader(config, source).read();
}

} // namespace moe
