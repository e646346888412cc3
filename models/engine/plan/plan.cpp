// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/plan.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/schedule/schedules.h"

#include <cmath>

namespace moe {
namespace {

struct LimitRow {
    PlanLimit limit;
    const char* key;
    const char* label;
};
const LimitRow kLimits[] = {
    {PlanLimit::Memory, "memory", "Memory"},
    {PlanLimit::Ttft, "ttft", "Limit on TTFT"},
    {PlanLimit::Tpot, "tpot", "Limit on TPOT"},
    {PlanLimit::Rate, "rate", "Requests asked for"},
    {PlanLimit::Link, "link", "Links"},
    {PlanLimit::Compute, "compute", "Compute"},
    {PlanLimit::DeviceMemory, "device_memory", "Memory bandwidth"},
    {PlanLimit::Host, "host", "Host"},
    {PlanLimit::Pipeline, "pipeline", "Pipeline"},
    {PlanLimit::MaxSeqs, "max_seqs", "Engine's limit on requests"},
};

const LimitRow& rowOf(PlanLimit limit) {
    for (const LimitRow& row : kLimits)
        if (row.limit == limit) return row;
    return kLimits[0];
}

bool isFixed(const Condition& c) {
    return c.relation == Relation::Equal;
}
bool ofSameKnob(const Condition& a, const Condition& b) {
    return a.metric == b.metric && a.member == b.member && a.ofSchedule == b.ofSchedule;
}
/// Of one knob, does one exclude the other for every value? Bounds against bounds are left to the search.
bool contradict(const Condition& a, const Condition& b) {
    if (!ofSameKnob(a, b) || a.metric) return false;
    if (a.ofSchedule) return !a.anySchedule && !b.anySchedule && a.schedule != b.schedule;
    if (!a.member) {
        if (isFixed(a) && isFixed(b)) return !(a.recompute == b.recompute);
        return isFixed(a) != isFixed(b) && a.recompute == b.recompute;
    }
    if (isFixed(a)) return !holds(a.limit, b.relation, b.limit);
    return isFixed(b) && !holds(b.limit, a.relation, a.limit);
}

} // namespace

const char* planLimitKey(PlanLimit limit) {
    return rowOf(limit).key;
}
const char* planLimitLabel(PlanLimit limit) {
    return rowOf(limit).label;
}

const std::vector<PlanMetric>& planMetrics(bool trains) {
    static const std::vector<PlanMetric> training{
        nameOf("train.step_seconds"),  nameOf("train.tokens_per_second"), nameOf("train.mfu"),
        nameOf("train.days"),          nameOf("train.gpu_hours"),         nameOf("train.usd"),
        nameOf("energy.kwh_per_step"), nameOf("power.rack_kw"),           nameOf("memory.device_bytes")};
    static const std::vector<PlanMetric> serving{nameOf("serve.requests"),
                                                 nameOf("serve.rate"),
                                                 nameOf("serve.requests_per_second"),
                                                 nameOf("serve.ttft_seconds"),
                                                 nameOf("serve.tpot_seconds"),
                                                 nameOf("serve.latency_seconds"),
                                                 nameOf("serve.tokens_per_second_per_gpu"),
                                                 nameOf("serve.usd_per_million_tokens"),
                                                 nameOf("energy.joules_per_output_token"),
                                                 nameOf("power.rack_kw"),
                                                 nameOf("memory.device_bytes")};
    return trains ? training : serving;
}

std::optional<double> planValue(const Plan& plan, std::string_view key) {
    const std::vector<PlanMetric>& rows = planMetrics(plan.trains);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (key == rows[i].key && i < plan.values.size()) return plan.values[i];
    return std::nullopt;
}

std::string conditionText(const Condition& condition) {
    if (condition.ofSchedule)
        return std::string("train.schedule=") + (condition.anySchedule ? "any"
                                                 : condition.schedule  ? scheduleRow(*condition.schedule).key
                                                                       : "auto");
    if (condition.ofRecompute())
        return std::string("train.recompute") + relationText(condition.relation) +
               listText(condition.recompute);
    std::string key = condition.metric ? condition.metric->key : "";
    for (const LayoutKey& row : layoutKeys())
        if (condition.member && row.member == condition.member) key = row.key;
    return key + relationText(condition.relation) + numberText(condition.limit);
}

const Condition* brokenCondition(const PlanGoal& goal, const Layout& layout, const Recompute& recompute) {
    for (const Condition& c : goal.conditions) {
        if (c.metric || c.ofSchedule) continue;
        if (c.member ? !holds(layout.*c.member, c.relation, c.limit) : !c.allows(recompute)) return &c;
    }
    return nullptr;
}

Problems goalProblems(const PlanGoal& goal, const Scenario& base) {
    Problems problems;
    const auto tell = [&](const char* key, Message rule, std::string value = {}) {
        problems.push_back({.key = key, .rule = std::move(rule), .value = std::move(value)});
    };
    const auto positive = [&](const char* key, std::optional<double> value) {
        if (value && !(*value > 0 && std::isfinite(*value)))
            tell(key, say("must be above 0"), numberText(*value));
    };
    if (goal.trains && !base.train) tell("train", say("is required to plan a training run"));
    if (!goal.trains && !base.serve) tell("serve", say("is required to plan a server"));
    if (goal.fewest < 1 || goal.most < goal.fewest)
        tell("gpus", say("must be a count, or a range from few to many"));
    if (!(goal.headroom >= 0 && goal.headroom < 1))
        tell("headroom", say("must be a share of the memory from 0 to below 1"), numberText(goal.headroom));
    positive("deadline", goal.days);
    positive("budget", goal.usd);
    positive("rate", goal.rate);
    positive("ttft", goal.ttft ? std::optional(goal.ttft->base) : std::nullopt);
    positive("tpot", goal.tpot ? std::optional(goal.tpot->base) : std::nullopt);
    if (goal.trains) {
        const bool unknownLength = base.train && !(base.train->tokens > 0);
        if (goal.days && unknownLength) tell("deadline", say("needs train.tokens: how long is the run?"));
        if (goal.usd && unknownLength) tell("budget", say("needs train.tokens: how long is the run?"));
        if (goal.usd && !(base.price.gpuHourUsd > 0)) tell("budget", say("needs price.gpu_hour_usd"));
        if (goal.ttft || goal.tpot || goal.rate)
            tell(goal.ttft   ? "ttft"
                 : goal.tpot ? "tpot"
                             : "rate",
                 say("is a limit of serving, not of training"));
    } else {
        if (goal.days || goal.usd)
            tell(goal.days ? "deadline" : "budget", say("is a limit of training, not of serving"));
        if (goal.fewest < goal.most && !goal.rate)
            tell("rate",
                 say("is required where the fewest GPUs are asked for: how many requests per second?"));
    }
    for (std::size_t i = 0; i < goal.conditions.size(); ++i) {
        const Condition& c = goal.conditions[i];
        for (std::size_t j = 0; j < i; ++j)
            if (contradict(goal.conditions[j], c))
                tell("fix", say("contradicts %1", conditionText(goal.conditions[j])), conditionText(c));
        const bool ofTraining = c.metric || !c.member || c.member == &Layout::zero ||
                                c.member == &Layout::vpp || c.member == &Layout::cp ||
                                c.member == &Layout::microBatch;
        if (!goal.trains && ofTraining)
            tell("fix", say("is no knob of a serving plan: GPUs, TP, PP, EP, ETP and DP are"),
                 conditionText(c));
        if (c.ofRecompute() && isFixed(c) && !goal.fullRecompute && c.recompute.mode == Recompute::Mode::Full)
            tell("fix", say("contradicts the goal, which rules out full recompute"), conditionText(c));
        if (c.member == &Layout::gpus && isFixed(c) &&
            (c.limit < static_cast<double>(goal.fewest) || c.limit > static_cast<double>(goal.most)))
            tell("fix", say("contradicts the number of GPUs asked for"), conditionText(c));
    }
    return problems;
}

} // namespace moe
