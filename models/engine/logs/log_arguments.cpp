// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/logs/log_arguments.h"

#include "data/number.h"
#include "models/engine/scenario/fields.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace moe {
namespace {

/// A number that a log may give: where it stands, and what it may be.
struct LogNumber {
    std::string_view argument;
    std::vector<std::string_view> exports = {}; ///< names scripts use
    const char* knob = nullptr;                 ///< whose kind and range it has; else:
    double min = 0, max = 0;
    bool whole = true;
    bool mayBeWord = false; ///< torchrun takes "gpu" and "1:4" where others give a number
};

const std::vector<LogNumber>& logNumbers() {
    static const std::vector<LogNumber> rows{
        {"num_layers", {}, "model.layers"},
        {"hidden_size", {}, "model.hidden"},
        {"ffn_hidden_size", {}, "model.ffn"},
        {"num_attention_heads", {}, "model.heads"},
        {"num_query_groups", {}, "model.kv_heads"},
        {"kv_channels", {}, "model.head_dim"},
        {"seq_length", {"SEQ_LENGTH", "SEQ_LEN"}, "model.sequence"},
        {"padded_vocab_size", {}, "model.vocab"},
        {"make_vocab_size_divisible_by", {}, nullptr, 1, 65536},
        {"vocab_size", {}, "model.vocab"},
        {"max_position_embeddings", {}, nullptr, 1, 1e9},
        {"mtp_num_layers", {}, "model.mtp_layers"},
        {"num_kv_shared_layers", {}, "model.kv_shared_layers"},
        {"linear_num_key_heads", {}, "model.linear.key_heads"},
        {"linear_num_value_heads", {}, "model.linear.value_heads"},
        {"linear_key_head_dim", {}, "model.linear.key_dim"},
        {"linear_value_head_dim", {}, "model.linear.value_dim"},
        {"linear_conv_kernel_dim", {}, "model.linear.conv"},
        {"mamba_state_dim", {}, "model.mamba.state"},
        {"mamba_head_dim", {}, nullptr, 1, 65536},
        {"mamba_num_groups", {}, "model.mamba.groups"},
        {"mamba_num_heads", {}, "model.mamba.heads"},
        {"dsa_indexer_n_heads", {}, "model.index.heads"},
        {"dsa_indexer_head_dim", {}, "model.index.dim"},
        {"dsa_indexer_topk", {}, "model.index.top_k"},
        {"q_lora_rank", {}, "model.q_rank"},
        {"kv_lora_rank", {}, "model.kv_rank"},
        {"qk_head_dim", {}, "model.nope_dim"},
        {"qk_pos_emb_head_dim", {}, "model.rope_dim"},
        {"v_head_dim", {}, "model.v_dim"},
        {"num_experts", {"NUM_EXPERTS"}, "moe.experts"},
        {"moe_router_topk", {"TOPK"}, "moe.top_k"},
        {"moe_ffn_hidden_size", {}, "moe.expert_ffn"},
        {"moe_shared_expert_intermediate_size", {}, "moe.shared_ffn"},
        // Below 0 Megatron-LM drops nothing.
        {"moe_expert_capacity_factor", {}, nullptr, -1, 64, false},
        {"moe_latent_size", {}, "moe.latent"},
        {"moe_router_num_groups", {}, "moe.groups"},
        {"moe_router_group_topk", {}, "moe.group_limit"},
        {"tensor_model_parallel_size", {"TP"}, "parallel.tp"},
        {"pipeline_model_parallel_size", {"PP"}, "parallel.pp"},
        {"context_parallel_size", {"CP"}, "parallel.cp"},
        {"expert_model_parallel_size", {"EP"}, "parallel.ep"},
        {"expert_tensor_parallel_size", {"ETP"}, "parallel.etp"},
        {"data_parallel_size", {}, "parallel.dp"},
        {"num_virtual_stages_per_pipeline_rank", {}, "parallel.vpp"},
        {"num_layers_per_virtual_pipeline_stage", {"VPP"}, nullptr, 0, 1000}, // 0 = no interleaving
        {"decoder_first_pipeline_num_layers", {}, nullptr, 1, 1000},
        {"decoder_last_pipeline_num_layers", {}, nullptr, 1, 1000},
        {"optimizer_offload_fraction", {}, nullptr, 0, 1, false},
        {"recompute_num_layers", {}, nullptr, 0, 1000},
        {"world_size", {"WORLD_SIZE"}, "cluster.gpus"},
        {"nnodes", {"NNODES", "NUM_NODES"}, nullptr, 1, 1e6, true, true},
        {"nproc_per_node", {"GPUS_PER_NODE"}, "cluster.gpus_per_node", 0, 0, true, true},
        {"micro_batch_size", {"MBSZ", "MBS", "MICRO_BATCH_SIZE"}, "train.micro_batch"},
        {"global_batch_size", {"GBSZ", "GBS", "GLOBAL_BATCH_SIZE"}, "train.global_batch"},
        {"lr", {"LR"}, "train.lr"},
        {"train_iters", {"TRAIN_ITERS"}, nullptr, 0, 1e9},
        {"train_samples", {}, nullptr, 0, 1e13},
        {"train_tokens", {}, "train.tokens"}, // iterations × batch × sequence
        {"hidden_dropout", {}, "train.dropout"},
        {"attention_dropout", {}, "train.dropout"},
    };
    return rows;
}

const LogNumber& rowOf(std::string_view argument) {
    const std::vector<LogNumber>& rows = logNumbers();
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const LogNumber& each) { return each.argument == argument; });
    assert(row != rows.end());
    return *row;
}

/// Empty when `value` is what the argument may be.
Message brokenRule(const LogNumber& row, std::optional<double> value) {
    double min = row.min, max = row.max;
    bool whole = row.whole;
    if (row.knob) {
        const Field& field = *findField(row.knob);
        min = field.min;
        max = field.max;
        whole = field.kind == FieldKind::Integer;
    }
    if (value && *value >= min && *value <= max && (!whole || *value == std::floor(*value))) return {};
    return say(whole ? "must be a whole number from %1 to %2" : "must be a number from %1 to %2",
               numberText(min), numberText(max));
}

bool isSaid(const std::string& value) {
    return value != "None" && value != "none" && !value.empty();
}

const MegatronArgument* find(const ArgumentMap& map, std::string_view name) {
    const auto found = map.find(std::string(name));
    return found != map.end() && isSaid(found->second.text) ? &found->second : nullptr;
}

} // namespace

std::vector<std::string_view> logNumberArguments() {
    std::vector<std::string_view> names;
    for (const LogNumber& row : logNumbers()) names.push_back(row.argument);
    return names;
}

std::optional<std::string> LogArguments::text(std::string_view argument,
                                              std::initializer_list<std::string_view> exports) const {
    m_asked.emplace(argument);
    if (const MegatronArgument* said = find(m_log.arguments, argument)) return said->text;
    for (std::string_view name : exports)
        if (const MegatronArgument* said = find(m_log.exports, name)) return said->text;
    return std::nullopt;
}

const MegatronArgument* LogArguments::said(std::string_view argument) const {
    m_asked.emplace(argument);
    return find(m_log.arguments, argument);
}

std::optional<double> LogArguments::number(std::string_view argument) {
    const LogNumber& row = rowOf(argument);
    m_asked.emplace(argument);
    std::string_view name = argument;
    const MegatronArgument* said = find(m_log.printed, argument);
    if (!said) said = find(m_log.arguments, argument);
    const bool exported = !said;
    for (std::size_t i = 0; !said && i < row.exports.size(); ++i)
        said = find(m_log.exports, name = row.exports[i]);
    if (!said) return std::nullopt;
    const std::optional<double> value = parseNumber(said->text);
    // A script may work an export out (`GBS=$((8*DP))`), which says nothing here.
    if (!value && (exported || row.mayBeWord)) return std::nullopt;
    const Message rule = brokenRule(row, value);
    if (rule.empty()) return value;
    if (m_wrong.emplace(argument).second) complain(name, *said, rule);
    return std::nullopt;
}

std::optional<double> LogArguments::checked(std::string_view argument, double value, int line) {
    const Message rule = brokenRule(rowOf(argument), value);
    if (rule.empty()) return value;
    if (m_wrong.emplace(argument).second) complain(argument, {numberText(value), {line, 1}}, rule);
    return std::nullopt;
}

void LogArguments::complain(std::string_view name, const MegatronArgument& said, Message rule) {
    m_problems.push_back({m_log.source, said.place.line, said.place.column, std::string(name),
                          std::move(rule), excerpt(said.text)});
}

std::optional<Count> countOf(std::optional<double> value) {
    if (!value || !(*value >= 0) || *value > 1e15) return std::nullopt;
    return static_cast<Count>(std::llround(*value));
}

std::optional<Count> LogArguments::count(std::string_view argument) {
    return countOf(number(argument));
}

bool LogArguments::flag(std::string_view argument) const {
    const std::optional<std::string> value = text(argument);
    return value && (*value == "True" || *value == "true");
}

} // namespace moe
