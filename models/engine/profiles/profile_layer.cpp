// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/profiles/profile_layer.h"

#include "data/number.h"

#include <algorithm>

namespace moe {
namespace {

struct LayerOperator {
    const char* op;
    double count;
};
constexpr LayerOperator kLayer[] = {
    {"input_layernorm", 1},
    {"attn_pre_proj", 1},
    {"attn_rope", 1},
    {"attn_input_reshape", 1},
    {"attn_kv_cache_save", 1},
    {"attn_prefill", 1},
    {"attn_decode", 1},
    {"attn_output_reshape", 1},
    {"attn_post_proj", 1},
    {"all_reduce", 2},
    {"post_attention_layernorm", 1},
    {"mlp_up_proj", 1},
    {"mlp_act", 1},
    {"mlp_down_proj", 1},
    {"add", 1},
};

/// Measured before interpolated before extrapolated before analytic.
Origin weaker(Origin a, Origin b) {
    return std::max(a, b);
}
static_assert(Origin::Measured < Origin::Interpolated && Origin::Interpolated < Origin::Extrapolated &&
              Origin::Extrapolated < Origin::Analytic);

std::optional<double> hiddenOf(const ProfileSet& set, const ProfileQuery& query) {
    const Result<const ProfileTable*> table = profileTableOf(set, query);
    if (!table) return std::nullopt;
    const std::vector<double>* hidden = (*table)->numbers("n_embd");
    return hidden != nullptr ? std::optional(hidden->front()) : std::nullopt;
}

} // namespace

Result<ProfiledLayer> profileLayerTime(const ProfileSet& set, const Catalog& catalog,
                                       const LayerTimeRequest& request) {
    ProfileQuery query;
    query.device = request.device;
    query.model = request.model;
    query.network = request.network;
    query.tp = request.tp;
    query.kv = request.kv;
    query.tokens = request.prefill ? request.chunk : request.batch;
    (request.prefill ? query.chunk : query.batch) = query.tokens;

    // Device and model are judged once, by an operator of attention: it is found through either table.
    query.op = request.prefill ? "attn_prefill" : "attn_decode";
    const Result<const ProfileTable*> attention = profileTableOf(set, query);
    if (!attention) return attention.error();
    if (!(*query.tokens >= 1))
        return Problem{.key = request.prefill ? "chunk" : "batch",
                       .rule = say("must be a number from 1"),
                       .value = numberText(*query.tokens)};
    const std::optional<double> hidden = hiddenOf(set, query);
    ProfiledLayer layer;
    const auto ask = [&](const char* op, double count) -> std::optional<ProfileAnswer> {
        query.op = op;
        const ProfileOperatorRow& row = *profileOperator(op);
        const bool collective = row.axes == ProfileAxes::Size;
        query.workers = collective ? std::optional(request.tp) : std::nullopt;
        query.devicesPerNode = query.workers;
        query.size = collective && hidden ? std::optional(2 * *query.tokens * *hidden) : std::nullopt;
        query.fixed = row.axes == ProfileAxes::Tokens || collective
                          ? std::vector<std::pair<std::string, std::string>>()
                          : request.fixed;
        const Result<ProfileAnswer> answer = profileAnswer(set, catalog, query);
        if (!answer) {
            // The list of what there is belongs to a query by hand, not to a note.
            const Problem& reason = answer.error().front();
            layer.notes.push_back(std::string(op) + " is left out: " +
                                  (reason.key == "op" ? "the tables have no such column"
                                                      : reason.key + " " + toString(reason.rule)));
            return std::nullopt;
        }
        if (count > 0) layer.parts.push_back({op, count, *answer});
        return *answer;
    };
    for (const LayerOperator& part : kLayer) {
        const std::string_view op = part.op;
        if (op == (request.prefill ? "attn_decode" : "attn_prefill")) continue;
        if (op == "all_reduce" && request.tp <= 1) continue;
        const std::optional<ProfileAnswer> answer = ask(part.op, part.count);
        if (!answer) continue;
        layer.seconds += part.count * answer->seconds;
        layer.origin = weaker(layer.origin, answer->origin);
    }
    if (layer.parts.empty())
        return Problem{
            .key = "model", .rule = say("no operator of a layer has a time"), .value = request.model};
    if (const std::optional<ProfileAnswer> embedding = ask("emb", 0)) layer.embedding = embedding->seconds;
    return layer;
}

} // namespace moe
