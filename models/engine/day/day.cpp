// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/day/day.h"

#include "data/number.h"
#include "models/engine/day/arrivals.h"
#include "models/engine/energy/energy.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/gpu_power.h"
#include "models/engine/shape/setup.h"
#include "models/engine/traffic/latency.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace moe {
namespace {

constexpr double kKwh = 3.6e6; ///< J
/// Stretches of a day: five minutes of 24 hours.
constexpr int kSlots = 288;
constexpr double kQuarter = 900; ///< s

/// The rate of a replica within its limits and what is in flight on it then.
void countReplica(DayLoad& day, const Scenario& scenario, const Catalog& catalog) {
    const DaySpec& spec = *scenario.day;
    FleetPlan& plan = day.plan;
    plan.replicaRate = spec.replicaRate.value_or(0);
    plan.target = spec.target.value_or(0);
    const bool byRate = spec.policy == DayPolicy::Rate || spec.policy == DayPolicy::Curve;
    const bool byLoad = spec.policy == DayPolicy::Load;
    if (!(byRate && !spec.replicaRate) && !(byLoad && !spec.target)) return;
    const Result<ServedLoad> open = openLoad(scenario, catalog);
    if (!open) return;
    if (!spec.replicaRate) {
        const Goodput found = goodput(*open);
        plan.replicaRate = found.rate;
        day.counted = true;
        if (!(found.rate > 0)) {
            // No rate keeps the limits: half of what can be answered, so that there is something to follow.
            plan.replicaRate = found.capacity / 2;
            day.warnings.push_back(
                {"day-no-rate", say("No rate of requests keeps the limits on a replica: "
                                    "replicas are counted with half of what one answers.")});
        }
        if (spec.turns > 1)
            day.warnings.push_back(
                {"day-first-turns", say("The rate of a replica is one of first turns, whose prompts are "
                                        "shorter: give day.replica_rate or day.target.")});
    }
    if (byLoad && !spec.target)
        plan.target = std::max(
            1.0, reportAtRate(*open, plan.replicaRate, judgedRequests(*open, plan.replicaRate)).meanInFlight);
}

double weightBytesOf(const Scenario& scenario, const Catalog& catalog, double gpus) {
    Scenario served = scenario;
    served.train.reset();
    std::vector<Warning> unused;
    return serving(setupOf(served, catalog), nullptr, unused).weights.base * gpus;
}

/// Takes what happened of a day apart into its slots.
class Slots {
public:
    Slots(double length, double ttftLimit, double tpotLimit)
        : m_length(length), m_step(length / kSlots), m_ttftLimit(ttftLimit), m_tpotLimit(tpotLimit) {
        m_slots.resize(kSlots);
        m_ttft.resize(kSlots);
        m_tpot.resize(kSlots);
        for (int i = 0; i < kSlots; ++i) {
            m_slots[static_cast<std::size_t>(i)].begin = m_step * i;
            m_slots[static_cast<std::size_t>(i)].end = i + 1 == kSlots ? length : m_step * (i + 1);
        }
    }
    void answer(const FleetAnswer& one) {
        const std::size_t at = slotOf(one.arrival);
        DaySlot& slot = m_slots[at];
        ++slot.arrived, ++slot.answered;
        const double ttft = one.firstToken - one.arrival;
        const double tpot = one.output > 1 ? (one.finished - one.firstToken) / (one.output - 1) : -1;
        m_ttft[at].push_back(static_cast<float>(ttft));
        if (tpot >= 0) m_tpot[at].push_back(static_cast<float>(tpot));
        slot.within += static_cast<double>(static_cast<float>(ttft)) <= m_ttftLimit &&
                       static_cast<double>(static_cast<float>(tpot)) <= m_tpotLimit;
        spread(&DaySlot::inFlight, one.arrival, one.finished);
    }
    void refuse(double time) {
        DaySlot& slot = m_slots[slotOf(time)];
        ++slot.arrived, ++slot.refused;
    }
    /// Adds 1 to a mean from one time to another.
    void spread(double DaySlot::*member, double from, double to) {
        to = std::min(to, m_length);
        for (std::size_t at = slotOf(from); from < to && at < m_slots.size(); ++at) {
            DaySlot& slot = m_slots[at];
            const double until = std::min(to, slot.end);
            slot.*member += std::max(0.0, until - from) / (slot.end - slot.begin);
            from = std::max(from, until);
        }
    }
    void finish(DayReport& report);

private:
    std::size_t slotOf(double time) const {
        return static_cast<std::size_t>(std::clamp(time / m_step, 0.0, kSlots - 1.0));
    }
    static LatencySummary summary(const std::vector<std::vector<float>>& of, double* share95) {
        std::vector<float> all;
        double sum = 0;
        for (const std::vector<float>& each : of) all.insert(all.end(), each.begin(), each.end());
        for (const float one : all) sum += static_cast<double>(one);
        if (all.empty()) return {};
        LatencySummary found{sum / static_cast<double>(all.size()), 0, 0, 0};
        std::size_t from = 0;
        found.p50 = percentileOf(all, 0.5, from);
        found.p90 = percentileOf(all, 0.9, from);
        if (share95 != nullptr) *share95 = percentileOf(all, 0.95, from);
        found.p99 = percentileOf(all, 0.99, from);
        return found;
    }

    double m_length, m_step, m_ttftLimit, m_tpotLimit;
    std::vector<DaySlot> m_slots;
    std::vector<std::vector<float>> m_ttft, m_tpot;
};

void Slots::finish(DayReport& report) {
    const std::size_t quarter =
        std::clamp<std::size_t>(static_cast<std::size_t>(std::llround(kQuarter / m_step)), 1, kSlots);
    const bool limited = std::isfinite(m_ttftLimit) || std::isfinite(m_tpotLimit);
    double within = 0;
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        std::sort(m_ttft[i].begin(), m_ttft[i].end());
        m_slots[i].ttft50 = percentileOfSorted(m_ttft[i], 0.5);
        m_slots[i].ttft95 = percentileOfSorted(m_ttft[i], 0.95);
        std::size_t from = 0;
        if (!m_tpot[i].empty()) m_slots[i].tpot95 = percentileOf(m_tpot[i], 0.95, from);
        within += static_cast<double>(m_slots[i].within);
        report.mostReplicas =
            std::max(report.mostReplicas, m_slots[i].serving + m_slots[i].starting + m_slots[i].draining);
    }
    for (std::size_t i = 0; i + quarter <= m_slots.size(); ++i) {
        std::vector<float> ttft;
        double arrived = 0, kept = 0;
        for (std::size_t j = i; j < i + quarter; ++j) {
            const auto middle = ttft.insert(ttft.end(), m_ttft[j].begin(), m_ttft[j].end());
            std::inplace_merge(ttft.begin(), middle, ttft.end());
            arrived += static_cast<double>(m_slots[j].arrived);
            kept += static_cast<double>(m_slots[j].within);
        }
        const double ttft95 = percentileOfSorted(ttft, 0.95);
        const bool slowest = ttft95 > report.worstTtft95;
        const bool poorest = limited && arrived > 0 && kept / arrived < report.worstWithin.value_or(2);
        if (slowest) report.worstTtft95 = ttft95;
        if (poorest) report.worstWithin = kept / arrived;
        if (limited ? poorest : slowest) report.worstBegin = m_slots[i].begin;
    }
    report.ttft = summary(m_ttft, &report.ttft95);
    report.tpot = summary(m_tpot, nullptr);
    if (limited && report.requests > 0) report.within = within / static_cast<double>(report.requests);
    report.stretches = std::move(m_slots);
}

/// Passes at the power of a prompt alone and of the batch that a replica has on average (energy.h), the rest
/// of what is paid at that of a GPU that waits. `busy`: GPU-seconds of passes.
void addEnergy(DayReport& report, const DayLoad& day, const Catalog& catalog, double latency, double busy) {
    const double paid = 3600 * report.gpuHours;
    if (!(paid > 0) || !(latency > 0)) return;
    const Setup setup = setupOf(day.scenario, catalog);
    const ServeSources sources = serveSources(setup, catalog);
    EnergyReport energy;
    energy.toMeter = day.scenario.power.nodeFactor * day.scenario.power.pue;
    const double replicas = 3600 * report.replicaHours;
    const double perSecond = static_cast<double>(report.requests - report.refused) / replicas;
    addServer(energy, setup, &sources, {perSecond, latency, day.gpus, 0});
    if (!energy.decodeW || !energy.prefillW) return;
    const double computed =
        (report.inputTokens - report.cachedTokens) / std::max(1e-3, 1 - day.scenario.serve->prefixHit);
    const double prompts = std::min(busy, energy.promptGpuSeconds * computed);
    const double toKwh = energy.toMeter / kKwh;
    report.kwhPrompt = toKwh * *energy.prefillW * prompts;
    report.kwhOutput = toKwh * *energy.decodeW * (busy - prompts);
    report.kwhIdle = toKwh * gpuPower(setup).idle * std::max(0.0, paid - busy);
    report.kwh = *report.kwhPrompt + *report.kwhOutput + *report.kwhIdle;
}

} // namespace

void assumeDay(Scenario& scenario, bool traced) {
    if (scenario.day || !scenario.serve) return;
    const DaySpec& day = scenario.day.emplace();
    if (traced)
        scenario.assumed.push_back(
            {"day.replicas_max",
             say("No fleet is given: %1 to %2 replicas are assumed.", day.replicasMin, day.replicasMax)});
    else
        scenario.assumed.push_back(
            {"day.requests",
             say("No day is given: %1 requests over %2 hours on %3 to %4 replicas are assumed.", day.requests,
                 numberText(day.hours), day.replicasMin, day.replicasMax)});
}

Result<DayLoad> dayLoad(const Scenario& asked, const Catalog& catalog, std::vector<TrafficRequest> trace) {
    DayLoad day;
    day.scenario = asked;
    day.scenario.train.reset();
    for (const Assumption& one : day.scenario.assumed)
        if (one.key.starts_with("day.")) day.warnings.push_back({"assumed", one.text});
    const Scenario& scenario = day.scenario;
    const DaySpec& spec = *scenario.day;
    if (scenario.serve->prefillWorkers > 0 || scenario.serve->phase == Phase::Prefill)
        return Problem{.key = scenario.serve->prefillWorkers > 0 ? "serve.prefill_workers" : "serve.phase",
                       .rule = say("must be of servers that prefill and decode: a day has no others")};
    Result<ServedLoad> made =
        trace.empty() ? openLoad(scenario, catalog) : servedLoad(scenario, catalog, &trace);
    if (!made) return made.error();
    day.load = std::move(made).value();
    day.trace = std::move(trace);
    day.gpus = day.load.gpus;
    day.weightBytes = weightBytesOf(scenario, catalog, day.gpus);
    day.start = {spec.imageSeconds, day.weightBytes / (1e9 * spec.loadGbps), spec.engineSeconds,
                 spec.graphSeconds};
    FleetPlan& plan = day.plan;
    plan.server = day.load.traffic;
    plan.server.requests.clear();
    day.load.traffic.requests.clear();
    plan.servers = std::max(1, day.load.traffic.replicas);
    plan.client = day.load.client;
    plan.day = spec;
    plan.start = spec.startSeconds.value_or(day.start.sum());
    if (!day.trace.empty()) {
        plan.day.turns = 1;
        plan.day.hours = std::max(1.0, day.trace.back().arrival - day.trace.front().arrival + 1e-6) / kHour;
    } else {
        const DayCurve curve(spec);
        plan.expected = [curve](double from, double to) { return curve.highest(from, to); };
    }
    countReplica(day, scenario, catalog);
    if (!day.trace.empty() && spec.policy == DayPolicy::Curve)
        return Problem{.key = "day.policy",
                       .rule =
                           say("must be fixed, load or rate with a trace, whose curve nobody knows ahead"),
                       .value = "curve"};
    return day;
}

DayReport simulateDay(const DayLoad& day, const Catalog& catalog, const std::function<bool(double)>& goOn) {
    const ServeSpec& serve = *day.scenario.serve;
    const double none = std::numeric_limits<double>::infinity();
    const double length = day.plan.day.hours * kHour;
    Slots slots(length, serve.sloTtft.value_or(none), serve.sloTpot.value_or(none));
    DayReport report;
    FleetWatch watch;
    double latencies = 0;
    std::size_t late = 0, all = 0;
    watch.answered = [&](const FleetAnswer& one) {
        slots.answer(one);
        report.inputTokens += one.input;
        report.outputTokens += one.output;
        report.cachedTokens += one.cached;
        latencies += one.finished - one.arrival;
        late += one.finished > length;
        ++all;
    };
    watch.refused = [&](double time) { slots.refuse(time); };
    watch.goOn = goOn;
    FleetRun run;
    if (day.trace.empty()) {
        DayArrivals arrivals(day.plan.day, day.plan.client);
        run = runFleet(
            day.plan, [&] { return arrivals.next(); }, watch);
    } else {
        std::size_t at = 0;
        const auto next = [&]() -> std::optional<TrafficRequest> {
            if (at == day.trace.size()) return std::nullopt;
            return day.trace[at++];
        };
        run = runFleet(day.plan, next, watch);
    }
    report.cancelled = run.cancelled;
    if (run.cancelled) return report;
    report.requests = run.arrived;
    report.refused = run.refused;
    report.answered = run.answered - late;
    report.running = run.arrived - run.refused - report.answered;
    report.starts = run.starts;
    double busy = 0;
    for (const ReplicaSpan& span : run.replicas) {
        const double begun = std::min(span.begun, length), ready = std::min(span.ready, length);
        const double drained = std::min(span.drained, length), ended = std::min(span.ended, length);
        slots.spread(&DaySlot::starting, begun, ready);
        slots.spread(&DaySlot::serving, ready, drained);
        slots.spread(&DaySlot::draining, drained, ended);
        report.startHours += (ready - begun) / kHour;
        report.drainHours += (ended - drained) / kHour;
        report.replicaHours += (ended - begun) / kHour;
        report.preemptions += static_cast<double>(span.preemptions);
        busy += span.busy;
    }
    report.gpuHours = report.replicaHours * day.gpus;
    const double servers = day.plan.servers;
    report.busyShare = report.replicaHours > 0 ? busy / (servers * report.replicaHours * kHour) : 0;
    slots.finish(report);
    if (all > 0)
        addEnergy(report, day, catalog, latencies / static_cast<double>(all), busy * day.gpus / servers);
    const CostSpec& cost = day.scenario.cost;
    const PowerSpec& power = day.scenario.power;
    const double watts = report.kwh && report.gpuHours > 0
                             ? 1000 * *report.kwh / report.gpuHours / power.nodeFactor / power.pue
                             : 0;
    if (cost.gpuUsd > 0 && !report.kwh) return report; // what electricity costs is not known
    if (const double hour = usdPerGpuHour(day.scenario, watts); hour > 0) {
        report.usd = hour * report.gpuHours;
        if (report.outputTokens > 0) report.usdPerMillion = 1e6 * *report.usd / report.outputTokens;
    }
    return report;
}

std::optional<FixedFleet> leastFixedFleet(const DayLoad& day, const Catalog& catalog, double share,
                                          const std::function<bool(double)>& goOn) {
    DayLoad fixed = day;
    fixed.plan.day.policy = DayPolicy::Fixed;
    const auto most = static_cast<int>(day.plan.day.replicasMax);
    const double runs = 1 + std::ceil(std::log2(std::max(1, most)));
    double done = 0;
    const auto at = [&](int replicas) {
        fixed.plan.day.replicasMin = fixed.plan.day.replicasMax = replicas;
        DayReport report =
            simulateDay(fixed, catalog, [&](double part) { return !goOn || goOn((done + part) / runs); });
        ++done;
        return report;
    };
    FixedFleet found{most, at(most)};
    if (found.report.cancelled || !found.report.within || *found.report.within < share) return std::nullopt;
    for (int low = 0; low + 1 < found.replicas;) {
        const int middle = (low + found.replicas) / 2;
        DayReport report = at(middle);
        if (report.cancelled) return std::nullopt;
        if (*report.within >= share)
            found = {middle, std::move(report)};
        else
            low = middle;
    }
    return found;
}

} // namespace moe
