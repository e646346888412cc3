// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/day/day.h"

#include "data/number.h"
#include "models/engine/day/arrivals.h"
#include "models/engine/day/day_slots.h"
#include "models/engine/energy/energy.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/gpu_power.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace moe {
namespace {

constexpr double kKwh = 3.6e6; ///< J
/// Of the requests that are asked for, that come at least without a word.
constexpr double kToldShare = 0.95;

/// Of a trace, requests of its mean lengths: those by which a replica is counted.
void takeLengths(DayLoad& day, ServeSpec& serve) {
    double input = 0, output = 0;
    const auto count = static_cast<double>(day.trace.requests.size());
    for (const TrafficRequest& one : day.trace.requests)
        input += one.input / count, output += one.output / count;
    serve.prompt = std::max<Count>(1, std::llround(input));
    serve.output = std::max<Count>(1, std::llround(output));
    serve.lengthSpread = 0;
    day.warnings.push_back(
        {"day-trace-lengths", say("A replica is counted with requests of the trace's mean lengths, %1 and %2 "
                                  "tokens: give day.replica_rate or day.target where they differ much.",
                                  serve.prompt, serve.output)});
}

/// Keys of drawn requests, beside a trace.
void warnOfTrace(DayLoad& day) {
    const DaySpec& spec = *day.scenario.day;
    const DaySpec usual;
    const std::pair<const char*, bool> keys[] = {{"day.requests", spec.requests != usual.requests},
                                                 {"day.hours", spec.hours != usual.hours},
                                                 {"day.peak", spec.peak != usual.peak},
                                                 {"day.peak_hour", spec.peakHour != usual.peakHour},
                                                 {"day.curve", !spec.curve.empty()},
                                                 {"day.burst", spec.burst != usual.burst},
                                                 {"day.turns", spec.turns != usual.turns}};
    std::vector<Message> given;
    for (const auto& [key, has] : keys)
        if (has) given.emplace_back(key);
    if (!given.empty())
        day.warnings.push_back(
            {"day-keys-unused",
             say("Requests of a trace come as they are: %1 changes nothing.", listed(given))});
}

/// The rate of a replica within its limits and what is in flight on it then.
Problems countReplica(DayLoad& day, Scenario scenario, const Catalog& catalog, const std::stop_token& stop) {
    const DaySpec& spec = *scenario.day;
    FleetPlan& plan = day.plan;
    plan.replicaRate = spec.replicaRate.value_or(0);
    plan.target = spec.target.value_or(0);
    const bool both = spec.policy == DayPolicy::Planner;
    const bool byRate = spec.policy == DayPolicy::Rate || spec.policy == DayPolicy::Curve || both;
    const bool byLoad = spec.policy == DayPolicy::Load || both;
    if (!(byRate && !spec.replicaRate) && !(byLoad && !spec.target)) return {};
    if (!day.trace.requests.empty()) takeLengths(day, *scenario.serve);
    Result<ServedLoad> made = openLoad(scenario, catalog);
    if (!made) return made.error();
    ServedLoad open = std::move(made).value();
    open.traffic.stop = stop;
    if (!spec.replicaRate) {
        const Goodput found = goodput(open);
        plan.replicaRate = found.rate;
        day.counted = true;
        if (!(found.rate > 0)) {
            // No rate keeps the limits: half of what can be answered, so that there is something to follow.
            plan.replicaRate = found.capacity / 2;
            day.warnings.push_back(
                {"day-no-rate", say("No rate of requests keeps the limits on a replica: "
                                    "replicas are counted with half of what one answers.")});
        }
        if (spec.turns > 1 && day.trace.requests.empty())
            day.warnings.push_back(
                {"day-first-turns", say("The rate of a replica is one of first turns, whose prompts are "
                                        "shorter: give day.replica_rate or day.target.")});
    }
    if (byLoad && !spec.target)
        plan.target = std::max(
            1.0, reportAtRate(open, plan.replicaRate, judgedRequests(open, plan.replicaRate)).meanInFlight);
    return {};
}

double weightBytesOf(const Scenario& scenario, const Catalog& catalog, double gpus) {
    Scenario served = scenario;
    served.train.reset();
    std::vector<Warning> unused;
    return serving(setupOf(served, catalog), nullptr, unused).weights.base * gpus;
}

/// Passes at the power of a prompt alone and of the batch that a replica has on average (energy.h), the rest
/// of what is paid at that of a GPU that waits. `served`: seconds from first passes on, of `begun` requests,
/// the queue not among them; `busy`: GPU-seconds of passes. All within what is paid.
void addEnergy(DayReport& report, const DayLoad& day, const Catalog& catalog, double served, double begun,
               double busy) {
    const double paid = 3600 * report.gpuHours;
    if (!(paid > 0) || !(served > 0)) return;
    const Setup setup = setupOf(day.scenario, catalog);
    const ServeSources sources = serveSources(setup, catalog);
    EnergyReport energy;
    energy.toMeter = day.scenario.power.nodeFactor * day.scenario.power.pue;
    const double replicas = 3600 * report.replicaHours;
    addServer(energy, setup, &sources, {begun / replicas, served / begun, day.gpus, 0});
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

Result<DayLoad> dayLoad(const Scenario& asked, const Catalog& catalog, TrafficTrace trace,
                        const std::stop_token& stop) {
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
        trace.requests.empty() ? openLoad(scenario, catalog) : servedLoad(scenario, catalog, &trace);
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
    day.load.traffic.stop = stop;
    plan.servers = std::max(1, day.load.traffic.replicas);
    plan.client = day.load.client;
    plan.day = spec;
    plan.start = spec.startSeconds.value_or(day.start.sum());
    if (!day.trace.requests.empty()) {
        plan.day.turns = 1;
        plan.day.hours = std::max(1.0, day.trace.requests.back().arrival + 1e-6) / kHour;
        plan.untilAnswered = true;
        warnOfTrace(day);
    } else {
        const DayCurve curve(spec);
        plan.expected = [curve](double from, double to) { return curve.highest(from, to); };
    }
    if (!day.trace.requests.empty() && spec.policy == DayPolicy::Curve)
        return Problem{
            .key = "day.policy",
            .rule = say("must be fixed, load, rate or planner with a trace, whose curve nobody knows ahead"),
            .value = "curve"};
    if (Problems problems = countReplica(day, scenario, catalog, stop); !problems.empty()) return problems;
    return day;
}

DayReport simulateDay(const DayLoad& day, const Catalog& catalog, const std::function<bool(double)>& goOn) {
    const ServeSpec& serve = *day.scenario.serve;
    const double none = std::numeric_limits<double>::infinity();
    DayReport report;
    double length = day.plan.day.hours * kHour;
    const auto slotsOf = [&] {
        return Slots(length, serve.sloTtft.value_or(none), serve.sloTpot.value_or(none));
    };
    Slots slots = slotsOf();
    double served = 0, begun = 0;
    std::size_t late = 0;
    // What is paid ends with the day: so do the tokens and the work that share it.
    const auto count = [&](const FleetAnswer& one) {
        slots.answer(one);
        late += one.finished > length;
        if (one.started < length) ++begun, served += std::min(one.finished, length) - one.started;
        if (one.firstToken > length) return;
        report.inputTokens += one.input;
        report.cachedTokens += one.cached;
        const double decoding = one.finished - one.firstToken;
        const double share = one.finished > length ? (length - one.firstToken) / decoding : 1;
        report.outputTokens += 1 + share * (one.output - 1);
    };
    FleetWatch watch;
    watch.answered = count;
    watch.refused = [&](double time) { slots.refuse(time); };
    watch.goOn = goOn;
    FleetRun run;
    if (day.trace.requests.empty()) {
        DayArrivals arrivals(day.plan.day, day.plan.client);
        run = runFleet(
            day.plan, [&] { return arrivals.next(); }, watch);
    } else {
        // Its day ends with the last answer, which is known behind it.
        std::vector<FleetAnswer> answers;
        std::vector<double> refused;
        watch.answered = [&](const FleetAnswer& one) { answers.push_back(one); };
        watch.refused = [&](double time) { refused.push_back(time); };
        std::size_t at = 0;
        const auto next = [&]() -> std::optional<TrafficRequest> {
            if (at == day.trace.requests.size()) return std::nullopt;
            return day.trace.requests[at++];
        };
        run = runFleet(day.plan, next, watch);
        length = run.end;
        slots = slotsOf();
        for (const FleetAnswer& one : answers) count(one);
        for (const double time : refused) slots.refuse(time);
    }
    report.cancelled = run.cancelled;
    if (run.cancelled) return report;
    report.requests = run.arrived;
    report.refused = run.refused;
    report.answered = run.answered - late;
    report.running = run.arrived - run.refused - report.answered;
    report.starts = run.starts;
    const auto asked = static_cast<double>(day.plan.day.requests);
    if (day.trace.requests.empty() && static_cast<double>(run.arrived) < kToldShare * asked)
        report.warnings.push_back(
            {"day-fewer-requests",
             say("%1 of the %2 requests of day.requests came: they are drawn, and of sessions (day.turns) "
                 "those are missing that would come after the day's end or outgrow a KV pool.",
                 static_cast<Count>(run.arrived), day.plan.day.requests)});
    double busy = 0;
    for (const ReplicaSpan& span : run.replicas) {
        const double begin = std::min(span.begun, length), ready = std::min(span.ready, length);
        const double drained = std::min(span.drained, length), ended = std::min(span.ended, length);
        slots.spread(&DaySlot::starting, begin, ready);
        slots.spread(&DaySlot::serving, ready, drained);
        slots.spread(&DaySlot::draining, drained, ended);
        report.startHours += (ready - begin) / kHour;
        report.drainHours += (ended - drained) / kHour;
        report.replicaHours += (ended - begin) / kHour;
        report.preemptions += static_cast<double>(span.preemptions);
        busy += span.busy;
    }
    report.replicaGpus = day.gpus;
    report.gpuHours = report.replicaHours * day.gpus;
    const double servers = day.plan.servers;
    report.busyShare = report.replicaHours > 0 ? busy / (servers * report.replicaHours * kHour) : 0;
    assert(report.busyShare <= 1 + 1e-9);
    slots.finish(report);
    addEnergy(report, day, catalog, served, begun, busy * day.gpus / servers);
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
