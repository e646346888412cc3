// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/report_load.h"
#include "models/engine/report/odds.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/serve/serve_terms.h"
#include "models/engine/shape/setup.h"
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// A report follows sliders: a run takes no more than so many requests, unless three for each in flight are
/// more, which the burst and what comes after it need.
constexpr double kMostRequests = 10000;
/// With drafts, whose rows are followed one by one.
constexpr double kMostWithDrafts = 2000;

Scenario quick(const Scenario& scenario) {
    Scenario changed = scenario;
    ServeSpec& serve = *changed.serve;
    const double inFlight = serve.arrival == ServeArrival::Closed ? serve.inFlight() : 0;
    const double most = std::max(serve.speculativeTokens > 0 ? kMostWithDrafts : kMostRequests, 3 * inFlight);
    serve.numRequests = static_cast<Count>(std::min(serve.simulatedRequests(), most));
    return changed;
}
Scenario followed(const Scenario& scenario, const Catalog& catalog, std::vector<Warning>& warnings) {
    Scenario changed = followedByReports(scenario, catalog);
    if (changed.serve->numRequests != scenario.serve->numRequests)
        warnings.push_back(
            {"serve-fewer-requests",
             say("A report follows %1 of %2 requests; `moe-explorer simulate` follows all.",
                 *changed.serve->numRequests, std::llround(scenario.serve->simulatedRequests()))});
    return changed;
}

/// Keys of a scheduler, where there is none.
void warnOfUnused(const ServeSpec& serve, std::vector<Warning>& warnings) {
    const std::pair<const char*, bool> kKeys[] = {
        {"serve.max_seqs", serve.maxSeqs.has_value()},
        {"serve.max_batched_tokens", serve.maxBatchedTokens.has_value()},
        {"serve.kv_blocks", serve.kvBlocks.has_value()},
        {"serve.kv_memory_fraction", serve.kvMemoryFraction.has_value()},
        {"serve.kv_free_fraction", serve.kvFreeFraction.has_value()},
        {"serve.max_prefill_tokens", serve.maxPrefillTokens.has_value()},
        {"serve.receive_every", serve.receiveEvery.has_value()},
        {"serve.stream_interval", serve.streamInterval.has_value()},
        {"serve.balance_passes", serve.balancePasses.has_value()},
        {"serve.policy", serve.policy.has_value()}};
    std::vector<Message> given;
    for (const auto& [key, has] : kKeys)
        if (has) given.emplace_back(key);
    if (!given.empty())
        warnings.push_back(
            {"serve-keys-unused", say("The formulas of a steady batch know no scheduler and no pool: "
                                      "%1 changes nothing here until serve.engine names an engine.",
                                      listed(given))});
}

/// Keys of tiers, which hold text of sessions: a report's requests have none.
void warnOfTiers(const ServeSpec& serve, std::vector<Warning>& warnings) {
    const std::pair<const char*, bool> keys[] = {{"serve.host_gib", serve.hostGib > 0},
                                                 {"serve.nvme_gib", serve.nvmeGib > 0},
                                                 {"serve.remote_gib", serve.remoteGib > 0}};
    std::vector<Message> given;
    for (const auto& [key, has] : keys)
        if (has) given.emplace_back(key);
    if (!given.empty())
        warnings.push_back({"serve-tiers-unused",
                            say("No sessions: tiers hold nothing, and %1 changes nothing here. Sessions come "
                                "from a trace (simulate --trace) or a day (day.turns).",
                                listed(given))});
}

/// A prompt that is not cut needs a pass that takes it beside the rows that decode.
void warnOfUncut(const ServedLoad& load, std::vector<Warning>& warnings) {
    const TrafficScenario& traffic = load.traffic;
    if (!servedEngine(load.serve).wholePrompts || traffic.requests.empty()) return;
    int longest = 0;
    for (const TrafficRequest& request : traffic.requests) longest = std::max(longest, request.input);
    const int ranks = std::max(1, traffic.ranks) * std::max(1, traffic.replicas);
    const int rows = std::min(traffic.limits.maxSeqs, (traffic.concurrency + ranks - 1) / ranks) - 1;
    const int room = traffic.limits.batchedTokens;
    if (longest > room || longest + rows <= room) return;
    warnings.push_back(
        {"serve-uncut-prompts",
         say("A prompt of %1 tokens does not fit into a pass of %2 beside %3 rows that decode: "
             "%4 cuts no prompt, so that it waits until enough of them end. "
             "serve.max_batched_tokens=%5 takes both.",
             static_cast<Count>(longest), static_cast<Count>(room), static_cast<Count>(rows),
             servedEngine(load.serve).label, static_cast<Count>(longest + rows))});
}

/// Parts sum to what is simulated: what the kernels of one steady batch do not tell is time in which a
/// request waits, for the scheduler, for others' prompts, for the engine. Where requests are shorter or fewer
/// than a steady batch's, the kernels take less.
void sumTo(std::vector<ServePart>& parts, Seconds whole) {
    Seconds kernels;
    for (const ServePart& part : parts) kernels += part.exposed;
    if (!(kernels.base > 0)) return;
    if (whole < kernels) {
        const double share = whole / kernels;
        for (ServePart& part : parts) {
            part.seconds = share * part.seconds;
            part.exposed = share * part.exposed;
        }
        return;
    }
    const PassTermRow& row = serveTerms()[rowOf(PassPart::Queue)];
    const Seconds waits = whole - kernels;
    if (waits.base > 0) parts.push_back({row.key, row.label, waits, waits, Origin::Simulated, {}});
}

/// A report's bands have two ends: near saturation it shows none.
std::optional<TimeBand> closedBand(const LoadBand& band) {
    if (!band.low || !band.high) return std::nullopt;
    return TimeBand{Seconds{*band.low}, Seconds{*band.high}};
}

/// Engines start with no less; of the memory they leave this to the CUDA context and what else is there.
constexpr Count kFewTokens = 2048;
constexpr double kMostMemory = 0.95;

/// From the least to the most that has to be changed.
std::vector<PoolCure> changesOf(const Scenario& scenario, const Catalog& catalog) {
    const Setup setup = setupOf(scenario, catalog);
    const EnginePool pool = enginePool(scenario, catalog);
    std::vector<PoolCure> changes;
    const PoolCure tokens{{"serve.max_batched_tokens", std::to_string(kFewTokens)}};
    const PoolCure share{{"serve.kv_memory_fraction", numberText(kMostMemory)}};
    const bool manyTokens = pool.limits.tokens > kFewTokens, someShare = pool.share < kMostMemory;
    if (scenario.serve->kvBlocks) changes.push_back({{"serve.kv_blocks", "auto"}});
    if (manyTokens) changes.push_back(tokens);
    if (someShare) changes.push_back(share);
    if (manyTokens && someShare) changes.push_back({tokens.front(), share.front()});
    if (scenario.precision.weights == DataType::Bf16)
        changes.push_back({{"precision.weights", "fp8"}, {"precision.compute", "fp8"}});
    for (Count factor = 2; factor <= 64; factor *= 2) {
        const Count tp = scenario.parallel.tp * factor;
        const auto gpus = static_cast<Count>(setup.gpus) * factor;
        const PoolCure twice{{"cluster.gpus", std::to_string(gpus)}};
        if (static_cast<double>(tp) <= setup.domain) {
            changes.push_back(twice);
            changes.back().insert(changes.back().begin(), {"parallel.tp", std::to_string(tp)});
            // Experts stay on as many GPUs as they were.
            if (scenario.parallel.etp) changes.back().emplace_back("parallel.etp", "auto");
        }
        if (scenario.moe) {
            changes.push_back(twice);
            changes.back().insert(changes.back().begin(),
                                  {"parallel.ep", std::to_string(scenario.parallel.ep * factor)});
        }
        changes.push_back(twice);
        changes.back().insert(changes.back().begin(),
                              {"parallel.pp", std::to_string(scenario.parallel.pp * factor)});
    }
    return changes;
}

} // namespace

bool holdsLongest(const EnginePool& pool, const ServeSpec& serve) {
    if (!(pool.perToken > 0)) return pool.bytes > 0; // layers with a state alone
    return pool.blocks >= pool.blocksOf(static_cast<double>(serve.prompt + serve.output - 1));
}

std::optional<PoolCure> poolCure(const Scenario& asked, const Catalog& catalog) {
    Scenario scenario = asked;
    scenario.train.reset();
    for (PoolCure& change : changesOf(scenario, catalog)) {
        Scenario changed = scenario;
        bool good = true;
        for (const auto& [key, value] : change) good = good && setField(changed, key, value).empty();
        if (good && brokenRules(changed, catalog).empty() &&
            holdsLongest(enginePool(changed, catalog), *changed.serve))
            return change;
    }
    return std::nullopt;
}

std::string cureText(const PoolCure& cure) {
    std::string text;
    for (const auto& [key, value] : cure) text += (text.empty() ? "" : " ") + key + "=" + value;
    return text;
}

Scenario followedByReports(const Scenario& scenario, const Catalog& catalog) {
    if (!scenario.serve) return scenario;
    const double all = scenario.serve->simulatedRequests();
    // Many servers are sampled (ServedLoad::traffic.enough): then their requests need no end here.
    if (scenario.serve->arrival != ServeArrival::Closed && setupOf(scenario, catalog).dp > 1) return scenario;
    Scenario changed = quick(scenario);
    return static_cast<double>(*changed.serve->numRequests) + 1 > all ? scenario : changed;
}

void judgeByPool(const Scenario& scenario, const Catalog& catalog, ServeReport& report) {
    const ServeSpec& serve = *scenario.serve;
    const auto chance = [&serve](double held, double most) -> std::optional<double> {
        if (!serve.memoryError || !(held > 0)) return std::nullopt;
        return most > 0 ? chanceWithinOwn(held, most, *serve.memoryError) : 0;
    };
    if (!namesEngine(serve)) {
        report.fitChance = chance(report.device.base, report.capacity.base);
        return;
    }
    const EnginePool pool = enginePool(scenario, catalog);
    report.memoryShare = pool.share;
    if (!(pool.perToken > 0)) {
        // Layers with a state alone: their sequences were counted, the engine's share was not.
        if (!holdsLongest(pool, serve)) {
            report.largestRequests = 0;
            report.fits = Fit::No;
        }
        return;
    }
    const double held = pool.perToken * pool.blockSize * static_cast<double>(pool.blocks);
    report.kvPool = Bytes{held};
    const Setup setup = setupOf(scenario, catalog);
    const auto each = static_cast<double>(pool.blocksOf(std::ceil(report.context)));
    report.largestRequests = setup.dp * std::floor(static_cast<double>(pool.blocks) / each);
    const bool longestFits = holdsLongest(pool, serve);
    if (!serve.kvBlocks) { // else the pool is known
        const double share = pool.share * report.capacity.base;
        const auto longest = pool.blocksOf(static_cast<double>(serve.prompt + serve.output - 1));
        report.fitChance =
            chance(share - pool.bytes, share - pool.perToken * pool.blockSize * static_cast<double>(longest));
    }
    if (!longestFits) report.largestRequests = 0;
    const double inFlight = serve.arrival == ServeArrival::Closed ? serve.inFlight() : 1;
    report.fits = !longestFits ? Fit::No : inFlight > report.largestRequests ? Fit::Tight : Fit::Yes;
    // Requests beyond the pool wait outside of it.
    report.device = report.device - report.kvCache;
    report.kvCache = std::min(report.kvCache, *report.kvPool);
    report.device = report.device + report.kvCache;
    // Rows beyond those that run at once wait too: activations and buffers of the exchange are of no more
    // than the engine's share holds.
    const Bytes most = pool.share * report.capacity;
    if (report.fits == Fit::No) return;
    for (Bytes* part : {&report.activations, &report.buffers}) {
        const Bytes cut = std::clamp(report.device - most, Bytes{0}, *part);
        *part = *part - cut;
        report.device = report.device - cut;
    }
}

void sayCure(const Scenario& scenario, const Catalog& catalog, const ServeReport& report,
             std::vector<Warning>& warnings) {
    if (report.fits != Fit::No || !namesEngine(*scenario.serve)) return;
    if (const std::optional<PoolCure> cure = poolCure(scenario, catalog))
        warnings.push_back(
            {"serve-cure", say("The smallest change that makes it fit: %1.", cureText(*cure))});
}

void simulateLatencies(const Scenario& scenario, const Catalog& catalog, ServeReport& report,
                       std::vector<Warning>& warnings) {
    const ServeSpec& serve = *scenario.serve;
    warnOfTiers(serve, warnings);
    if (!namesEngine(serve)) return warnOfUnused(serve, warnings);
    if (!report.ttft || !report.tpot) return;
    // Workers that prefill alone are told by what they can take: nobody answers a request there.
    if (serve.phase == Phase::Prefill) return;
    if (serve.arrival == ServeArrival::Trace) {
        warnings.push_back(
            {"serve-trace", say("Latencies are those of a steady batch: a report has no trace of "
                                "requests to simulate.")});
        return;
    }
    Result<ServedLoad> made = servedLoad(followed(scenario, catalog, warnings), catalog);
    if (!made) {
        warnings.push_back({"serve-not-simulated",
                            say("Latencies are those of a steady batch: requests cannot be simulated, %1 %2.",
                                made.error().front().key, made.error().front().rule)});
        return;
    }
    ServedLoad load = std::move(made).value();
    load.traffic.brief = true;
    report.simulated = true;
    warnOfUncut(load, warnings);
    report.steadyTtft = report.ttft;
    report.steadyTpot = report.tpot;
    report.steadyTokensPerSecondPerGpu = report.tokensPerSecondPerGpu;
    if (load.rate > 0) load.capacity = requestCapacity(load);
    if (const CapacityPart part = capacityPart(load); load.rate > 0 && part.looked < part.all)
        warnings.push_back(
            {"serve-capacity-part",
             say("What can be answered at most is simulated on %1 of %2 ranks or workers of a replica, "
                 "and taken for all of them: up to a tenth off, which no band knows of.",
                 static_cast<Count>(part.looked), static_cast<Count>(part.all))});
    if (load.rate > 0 && load.rate >= *load.capacity) {
        warnings.push_back({"serve-saturated",
                            say("More requests arrive than %1 can answer: the queue grows without end, and "
                                "latencies with it.",
                                enumText(*serve.engine))});
        report.ttft = report.tpot = report.latency = std::nullopt;
        report.ttftBand = report.tpotBand = std::nullopt;
        report.tokensPerSecondPerUser = report.tokensPerSecondPerGpu = std::nullopt;
        report.requestsPerSecond = std::nullopt;
        return;
    }
    const LoadReport loaded = simulateLoad(load);
    const TrafficReport& run = loaded.report;
    report.ttft = Seconds{run.all.ttft.p50};
    // Answers of one token have no time per token after it: the formulas' would be of another origin.
    const bool later = run.all.tpot.p50 > 0;
    report.tpot = later ? std::optional(Seconds{run.all.tpot.p50}) : std::nullopt;
    report.tokensPerSecondPerUser = later ? std::optional(1 / run.all.tpot.p50) : std::nullopt;
    report.latency = Seconds{run.all.e2e.p50};
    report.requestsPerSecond = run.requestsPerSecond;
    report.withinLimits = shareWithinLimits(run, serve);
    report.ttftChance = loaded.ttftChance;
    report.tpotChance = loaded.tpotChance;
    sumTo(report.prefillParts, *report.ttft);
    if (report.tpot)
        sumTo(report.decodeParts, *report.tpot);
    else
        report.decodeParts.clear();
    // Copies of the layout that only prefill or only decode are GPUs of the same server.
    report.prefillGpus = std::max(0.0, load.gpus - report.gpus);
    const double tokens = serve.phase == Phase::Prefill ? run.totalTokensPerSecond - run.outputTokensPerSecond
                                                        : run.outputTokensPerSecond;
    report.tokensPerSecondPerGpu = tokens / load.gpus;
    if (report.steadyTokensPerSecondPerGpu && *report.steadyTokensPerSecondPerGpu > 0) {
        // Mean over the run, of what a steady step uses.
        const double busy = *report.tokensPerSecondPerGpu / *report.steadyTokensPerSecondPerGpu;
        for (std::optional<double>* use : {&report.gpuUtilisation, &report.bandwidthUtilisation})
            if (*use) *use = std::min(1.0, busy * **use);
    }
    if (report.ttftBand && report.tpotBand) {
        report.ttftBand = closedBand(bandOf(loaded, "ttft_seconds.p50"));
        report.tpotBand = later ? closedBand(bandOf(loaded, "tpot_seconds.p50")) : std::nullopt;
    }
}

} // namespace moe
