// SPDX-License-Identifier: GPL-3.0-or-later
// What a search of servers is asked for, and what a point of its answer means.

#include "data/number.h"
#include "data/quantity.h"
#include "models/engine/day/day.h"
#include "models/engine/plan/served_layouts.h"
#include "models/engine/plan/serving_search.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/serve/serve_terms.h"
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Tokens of a pass that are tried beside the engine's or the scenario's own.
constexpr Count kSmallBatch = 2048;

struct BoundRow {
    ServingBound bound;
    const char* key;
    const char* pattern; ///< %1 = share, %2 = part of a decode step
};
const BoundRow kBounds[] = {
    {ServingBound::Requests, "requests",
     sentence("More requests at once can be had, slower for each. The largest part of a decode step, %1 %, "
              "is %2.")},
    {ServingBound::Ttft, "ttft",
     sentence(
         "The limit on TTFT binds: with more requests at once the first token comes too late. The largest "
         "part of a decode step, %1 %, is %2.")},
    {ServingBound::Tpot, "tpot",
     sentence("The limit on TPOT binds: with more requests at once each token takes too long. The largest "
              "part of a decode step, %1 %, is %2.")},
    {ServingBound::Slo, "slo",
     sentence("The limits of the scenario bind: with more requests at once too few keep them. The largest "
              "part of a decode step, %1 %, is %2.")},
    {ServingBound::Condition, "condition",
     sentence("A condition binds: more requests at once break it. The largest part of a decode step, %1 %, "
              "is %2.")},
    {ServingBound::Memory, "memory",
     sentence("Memory binds: the KV cache is full. The largest part of a decode step, %1 %, is %2.")},
    {ServingBound::BatchLimit, "max_seqs",
     sentence("The engine's limit on requests at once binds (serve.max_seqs). The largest part of a decode "
              "step, %1 %, "
              "is %2.")},
    {ServingBound::Compute, "compute",
     sentence("More requests at once add no throughput. The largest part of a decode step, %1 %, is %2.")},
};

const BoundRow& boundRow(ServingBound bound) {
    for (const BoundRow& row : kBounds)
        if (row.bound == bound) return row;
    return kBounds[0];
}

std::string keyNames() {
    std::string names;
    for (const ServingMetric& row : servingMetrics())
        names += (names.empty() ? "" : ", ") + std::string(row.key);
    return names;
}

constexpr std::int32_t Layout::*kDegrees[] = {&Layout::gpus, &Layout::tp,  &Layout::pp,
                                              &Layout::ep,   &Layout::etp, &Layout::dp};

std::string_view withoutBlanks(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

} // namespace

#define MOE_DAY(key)                                                                                         \
    {                                                                                                        \
        nameOf(key), false,                                                                                  \
            [](const ServingNumbers& n) { return n.day ? valueOf(*findMetric(key), *n.day) : std::nullopt; } \
    }

const std::vector<ServingMetric>& servingMetrics() {
    using N = const ServingNumbers&;
    using Value = std::optional<double>;
    static const std::vector<ServingMetric> rows{
        {nameOf("serve.tokens_per_second_per_gpu"), false, [](N n) -> Value { return n.perGpu; }},
        {nameOf("serve.tokens_per_second_per_user"), true, [](N n) -> Value { return n.perUser; }},
        {nameOf("serve.ttft_seconds"), true, [](N n) -> Value { return n.ttft; }},
        {nameOf("serve.ttft_seconds.p99"), true, [](N n) -> Value { return n.ttft99; }},
        {nameOf("serve.tpot_seconds"), true, [](N n) -> Value { return n.tpot; }},
        {nameOf("serve.tpot_seconds.p99"), true, [](N n) -> Value { return n.tpot99; }},
        {nameOf("serve.latency_seconds"), true, [](N n) -> Value { return n.latency; }},
        {nameOf("serve.requests_per_second"), false, [](N n) -> Value { return n.requestsPerSecond; }},
        {nameOf("serve.rate"), false, [](N n) -> Value { return n.rate > 0 ? Value(n.rate) : Value(); }},
        {nameOf("serve.requests"), false, [](N n) -> Value { return n.requests; }},
        {nameOf("serve.max_batched_tokens"), false, [](N n) -> Value { return n.batchedTokens; }},
        {nameOf("serve.kv_use_peak"), true, [](N n) -> Value { return n.kvUse; }},
        {nameOf("serve.preemptions"), true, [](N n) -> Value { return n.preemptions; }},
        {nameOf("serve.slo_share"), true, [](N n) -> Value { return n.sloShare; }},
        {nameOf("serve.usd_per_million_tokens"), false, [](N n) { return n.usdPerMillion; }},
        {nameOf("energy.joules_per_prompt_token"), false, [](N n) { return n.joulesPerPrompt; }},
        {nameOf("energy.joules_per_output_token"), false, [](N n) { return n.joulesPerOutput; }},
        {nameOf("energy.joules_per_request"), false, [](N n) { return n.joulesPerRequest; }},
        {nameOf("energy.tokens_per_kwh"), false, [](N n) { return n.tokensPerKwh; }},
        {nameOf("power.rack_kw"), false, [](N n) { return n.rackKw; }},
        MOE_DAY("day.within_share"),
        MOE_DAY("day.worst_within_share"),
        MOE_DAY("day.worst_ttft_seconds"),
        MOE_DAY("day.replica_hours"),
        MOE_DAY("day.gpu_hours"),
        MOE_DAY("day.most_replicas"),
        MOE_DAY("day.starts"),
        MOE_DAY("day.busy_share"),
        MOE_DAY("day.usd"),
        MOE_DAY("day.usd_per_million_tokens"),
        MOE_DAY("day.kwh"),
    };
    return rows;
}

#undef MOE_DAY

const ServingMetric* findServingMetric(std::string_view key) {
    for (const ServingMetric& row : servingMetrics())
        if (key == row.key) return &row;
    return nullptr;
}

const char* servingBoundKey(ServingBound bound) {
    return boundRow(bound).key;
}

Result<ServingObjective> parseServingObjective(std::string_view text, bool maximise) {
    const ServingMetric* metric = findServingMetric(withoutBlanks(text));
    if (!metric) return Problem{.rule = say("must be one of %1", keyNames()), .value = std::string(text)};
    return ServingObjective{metric, maximise};
}

Result<ServingCondition> parseServingCondition(std::string_view text) {
    const auto broken = [&](Message rule) {
        return Problem{.rule = std::move(rule), .value = std::string(text)};
    };
    const std::optional<RelationText> parts = relationIn(text);
    if (!parts) return broken(say("must be key<=value, key>=value, or key=value"));
    const std::string_view key = parts->key, rest = parts->rest;
    ServingCondition condition;
    condition.relation = parts->relation;
    condition.metric = findServingMetric(key);
    std::string degrees;
    for (const LayoutKey& row : layoutKeys())
        if (std::find(std::begin(kDegrees), std::end(kDegrees), row.member) != std::end(kDegrees)) {
            degrees += std::string(", ") + row.key;
            if (key == row.key) condition.member = row.member;
        }
    if (!condition.metric && !condition.member)
        return broken(say("the key must be one of %1", keyNames() + degrees));
    const char* unit = condition.metric ? condition.metric->unit : "";
    const TypedQuantity limit = readQuantity(withoutBlanks(rest), unit);
    if (!limit.value || !std::isfinite(*limit.value))
        return broken(withUnit(say("expected a number after the relation"), unit, limit));
    condition.limit = *limit.value;
    return condition;
}

bool hasLimits(const ServeSpec& serve) {
    return serve.sloTtft || serve.sloTpot;
}

bool searchesRates(const ServingSearch& search) {
    return search.base.serve->arrival != ServeArrival::Closed;
}

void closeLoop(ServeSpec& serve) {
    serve.arrival = ServeArrival::Closed;
    serve.numRequests.reset();
    serve.rate.reset();
    if (!namesEngine(serve)) serve.engine.reset();
}

Result<ServingSearch> servingSearch(const Scenario& given, const Catalog& catalog, Count fewest, Count most,
                                    std::vector<ServingCondition> conditions,
                                    std::vector<ServingObjective> objectives, std::optional<double> rate) {
    if (!given.serve)
        return Problem{.key = "serve", .rule = say("is required: the search is over layouts of a server")};
    if (fewest < 1 || most < fewest)
        return Problem{.key = "cluster.gpus", .rule = say("must be a count, or a range from few to many")};
    ServingSearch search;
    search.base = servedBase(given);
    search.trained = given.train.has_value();
    ServeSpec& serve = *search.base.serve;
    search.rate = rate;
    const bool fixesRequests = std::any_of(conditions.begin(), conditions.end(), [](const auto& c) {
        return c.metric && c.relation == Relation::Equal &&
               std::string_view(c.metric->key) == "serve.requests";
    });
    if ((hasLimits(serve) || rate) && !fixesRequests) {
        const std::optional<Count> requests = serve.numRequests;
        arriveAt(serve, rate.value_or(1), 1);
        serve.numRequests = requests;
    } else {
        closeLoop(serve);
    }
    nameEngine(serve);
    Problems problems = brokenRules(search.base, catalog);
    if (!problems.empty()) return problems;
    const auto ofDay = [](const auto& one) { return one.metric && isOfDay(one.metric->key); };
    if ((std::any_of(conditions.begin(), conditions.end(), ofDay) ||
         std::any_of(objectives.begin(), objectives.end(), ofDay)) &&
        !given.day)
        return Problem{.key = "day.requests", .rule = say("is required: a day is asked for")};
    search.fewest = fewest;
    search.most = most;
    search.conditions = std::move(conditions);
    const BatchLimits own = batchLimits(serve, setupOf(search.base, catalog).gpu.memory.base);
    search.sequences = own.sequences;
    search.batches = {own.tokens};
    if (!serve.maxBatchedTokens && own.tokens > kSmallBatch) search.batches.push_back(kSmallBatch);
    for (const ServingCondition& c : search.conditions)
        if (c.metric && std::string_view(c.metric->key) == "serve.max_batched_tokens" &&
            c.relation == Relation::Equal && c.limit >= 1)
            search.batches = {static_cast<Count>(c.limit)};
    const ServingObjective perGpu{findServingMetric("serve.tokens_per_second_per_gpu"), true},
        perUser{findServingMetric("serve.tokens_per_second_per_user"), true};
    search.objective = objectives.empty() ? perGpu : objectives[0];
    search.other = objectives.size() > 1                       ? objectives[1]
                   : search.objective.metric == perUser.metric ? perGpu
                                                               : perUser;
    return search;
}

Scenario pointScenario(const ServingSearch& search, const ServingPoint& point) {
    Scenario scenario = search.base;
    for (const auto& [key, value] : pointSettings(search, point)) setField(scenario, key, value);
    return scenario;
}

std::vector<std::pair<std::string, std::string>> pointSettings(const ServingSearch& search,
                                                               const ServingPoint& point) {
    const Layout& l = point.layout;
    const bool arrives = point.numbers.rate > 0;
    const ServeSpec& serve = *search.base.serve;
    const std::string requests = numberText(std::max(1.0, std::round(point.numbers.requests)));
    std::vector<std::pair<std::string, std::string>> set{
        {"cluster.gpus", std::to_string(l.gpus)},
        {"parallel.tp", std::to_string(l.tp)},
        {"parallel.pp", std::to_string(l.pp)},
        {"parallel.ep", std::to_string(l.ep)},
        {"parallel.etp", std::to_string(l.etp)},
        {"parallel.dp", "auto"},
        {"parallel.cp", "1"},
        {"parallel.vpp", "1"},
        {"parallel.sequence_parallel", "false"},
        {"parallel.layout", ""},
        {"serve.phase", "decode"},
        {"serve.disaggregated", "false"},
        {"serve.arrival", arrives ? std::string(enumText(serve.arrival)) : "closed"},
        {"serve.engine", std::string(servedEngine(serve).key)},
        {"serve.requests", requests},
        {"serve.concurrency", arrives ? "auto" : requests},
        {"serve.max_batched_tokens", numberText(point.numbers.batchedTokens)},
    };
    if (arrives) {
        set.emplace_back("serve.rate", numberText(point.numbers.rate));
        set.emplace_back("serve.num_requests", numberText(point.numbers.simulated));
    } else {
        set.emplace_back("serve.num_requests", "auto");
    }
    if (serve.sloTtft) set.emplace_back("serve.slo_ttft", numberText(*serve.sloTtft));
    if (serve.sloTpot) set.emplace_back("serve.slo_tpot", numberText(*serve.sloTpot));
    if (serve.kvMemoryFraction)
        set.emplace_back("serve.kv_memory_fraction", numberText(*serve.kvMemoryFraction));
    if (search.trained) set.emplace(set.begin(), "train", "null");
    if (point.precision) {
        const PrecisionSpec& own = search.base.precision;
        for (const auto& [part, key] : {std::pair{own.experts, "precision.experts"},
                                        {own.attention, "precision.attention"},
                                        {own.head, "precision.head"}})
            if (part) set.emplace_back(key, "null");
        set.emplace_back("precision.weights", std::string(enumText(*point.precision)));
        set.emplace_back("precision.compute", std::string(enumText(*point.precision)));
    }
    return set;
}

Message boundReason(const ServingSearch& search, const ServingPoint& point, const Catalog& catalog) {
    Server server(pointScenario(search, point), catalog, kServingHeadroom);
    const ServeReport report = server.with(std::max(1.0, std::round(point.numbers.requests)));
    const ServePart* largest = nullptr;
    for (const ServePart& part : report.decodeParts)
        if (!largest || part.exposed > largest->exposed) largest = &part;
    const bool known = largest && report.tpot;
    return say(boundRow(point.bound).pattern,
               known ? rounded(100 * (largest->exposed / *report.tpot), 2) : std::string("–"),
               known ? largest->label : "–");
}

} // namespace moe
