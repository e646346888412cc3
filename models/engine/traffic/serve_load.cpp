// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/serve_load.h"

#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/setup.h"
#include "models/engine/traffic/pass_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace moe {
namespace {

/// GPUs below get an engine's smaller limits (vLLM: 70 GiB).
constexpr double kLargeGpuBytes = 70 * 1024.0 * 1024 * 1024;
/// Spread of a pass's time from one to the next, of its logarithm (measured 1–2 %).
constexpr double kPassJitter = 0.015;

/// Rows of a rank that low-latency exchange is set up for at most (DeepEP's example: 128; engines take 256).
constexpr double kLowLatencyRows = 256;

int wholeOf(double value) {
    return static_cast<int>(std::clamp(value, 1.0, 1e9));
}

/// With what the engine's scheduler would take for keys that are absent.
TrafficLimits limitsOf(const ServeSpec& serve, const TrafficEngine& engine, double memory) {
    const bool large = memory >= kLargeGpuBytes;
    TrafficLimits limits;
    limits.maxSeqs =
        wholeOf(static_cast<double>(serve.maxSeqs.value_or(large ? engine.maxSeqs : engine.maxSeqsSmall)));
    limits.batchedTokens = wholeOf(static_cast<double>(
        serve.maxBatchedTokens.value_or(large ? engine.batchedTokens : engine.batchedTokensSmall)));
    limits.maxSeqs = std::min(limits.maxSeqs, limits.batchedTokens);
    limits.blockSize = wholeOf(static_cast<double>(serve.blockSize.value_or(engine.blockSize)));
    limits.lookahead = serve.asyncScheduling.value_or(engine.lookahead);
    limits.prefixHit = serve.prefixHit;
    limits.prefixCaching = serve.prefixCaching.value_or(engine.prefixCaching);
    return limits;
}

/// Memory of a GPU while it prefills as many tokens as a pass takes. Buffers of low-latency kernels are for
/// the rows of a decode pass, and experts that are only split by tensor parallelism need none.
struct Memory {
    double left = 0, perToken = 0; ///< bytes
};
Memory memoryOf(const Scenario& scenario, const Catalog& catalog, const TrafficLimits& limits,
                double fraction, double rows) {
    Scenario changed = scenario;
    ServeSpec& serve = *changed.serve;
    serve.phase = Phase::Prefill;
    serve.prefillTokens = limits.batchedTokens;
    serve.context = serve.prompt + serve.output;
    std::vector<Warning> unused;
    const Setup setup = setupOf(changed, catalog);
    const ServeReport prefill = serving(setup, nullptr, unused);
    double left = fraction * prefill.capacity.base - prefill.weights.base - prefill.activations.base;
    if (setup.ep > 1) {
        serve.phase = Phase::Decode;
        serve.requests = static_cast<Count>(std::max(1.0, rows) * setup.dp);
        left -= serving(setupOf(changed, catalog), nullptr, unused).buffers.base;
    }
    return {left, prefill.kvPerToken.base / setup.pp};
}

Problem problemOf(const char* key, Message rule, const std::string& value) {
    return {.key = key, .rule = std::move(rule), .value = value};
}

TrafficClient clientOf(const ServeSpec& serve, double ranks) {
    TrafficClient client;
    client.arrival = serve.arrival;
    client.count = static_cast<std::size_t>(std::max(1.0, std::round(serve.simulatedRequests() / ranks)));
    client.rate = serve.rate.value_or(0) / ranks;
    client.burstiness = serve.burstiness;
    client.prompt = wholeOf(static_cast<double>(serve.prompt));
    client.output = wholeOf(static_cast<double>(serve.output));
    client.spread = serve.lengthSpread;
    client.seed = static_cast<std::uint64_t>(serve.seed);
    return client;
}

double ratioAt(const std::vector<double>& values, double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// Requests/s of a rank that always has more to do: of the middle half of those that finish.
double capacityOf(const ServedLoad& load) {
    TrafficScenario full = load.traffic;
    auto inFlight = static_cast<std::size_t>(full.limits.maxSeqs);
    if (full.limits.blocks > 0 && load.smallest > 0)
        inFlight = std::min(inFlight, static_cast<std::size_t>(full.limits.blocks / load.smallest) + 1);
    inFlight = std::max<std::size_t>(1, inFlight + inFlight / 4);
    const std::vector<TrafficRequest> drawn = full.requests;
    const std::size_t wanted = std::max<std::size_t>(64, 6 * inFlight);
    full.requests.clear();
    while (full.requests.size() < wanted)
        full.requests.insert(full.requests.end(), drawn.begin(), drawn.end());
    full.requests.resize(wanted);
    full.concurrency = static_cast<int>(inFlight);
    full.recordRequests = true;
    full.recordPasses = false;
    const TrafficReport report = simulate(full);
    std::vector<double> finished;
    for (const RequestRecord& one : report.requestRecords) finished.push_back(one.finished);
    std::sort(finished.begin(), finished.end());
    const double span = ratioAt(finished, 0.75) - ratioAt(finished, 0.25);
    return span > 0 ? 0.5 * static_cast<double>(finished.size()) / span : 0;
}

TrafficScenario scaled(const TrafficScenario& scenario, double factor) {
    TrafficScenario changed = scenario;
    changed.recordPasses = changed.recordRequests = false;
    changed.time = [time = scenario.time, factor](const PassLoad& pass) { return factor * time(pass); };
    return changed;
}

TrafficScenario withSeed(const ServedLoad& load, std::uint64_t seed) {
    TrafficScenario changed = load.traffic;
    changed.recordPasses = changed.recordRequests = false;
    changed.seed = seed;
    if (load.serve.arrival == ServeArrival::Trace) return changed;
    TrafficClient client = load.client;
    client.seed = seed;
    changed.requests = clientRequests(client);
    return changed;
}

/// The 10th and 90th percentile of a normal distribution lie so many standard deviations from its mean.
constexpr double kCentral = 1.2816;

LoadBand bandOf(double value, double low, double high, const std::vector<double>& seeds) {
    if (!(value > 0)) return {value, value};
    double mean = 0, squares = 0;
    for (const double one : seeds) mean += std::log(std::max(one, 1e-12)) / static_cast<double>(seeds.size());
    for (const double one : seeds) squares += std::pow(std::log(std::max(one, 1e-12)) - mean, 2);
    const double spread =
        seeds.size() > 1 ? kCentral * std::sqrt(squares / static_cast<double>(seeds.size() - 1)) : 0;
    const double below = std::min({0.0, std::log(low / value), std::log(high / value)});
    const double above = std::max({0.0, std::log(low / value), std::log(high / value)});
    return {value * std::exp(-std::hypot(below, spread)), value * std::exp(std::hypot(above, spread))};
}

} // namespace

Result<ServedLoad> servedLoad(const Scenario& asked, const Catalog& catalog,
                              const std::vector<TrafficRequest>* trace) {
    Scenario scenario = asked;
    ServeSpec& serve = *scenario.serve;
    if (!serve.engine || *serve.engine == ServeEngine::Steady) serve.engine = ServeEngine::Vllm;
    const TrafficEngine& engine = engineRow(*serve.engine);
    const Setup setup = setupOf(scenario, catalog);
    Problems problems;
    if (setup.cp > 1)
        problems.push_back(problemOf("parallel.cp", say("must be 1 when requests are simulated"),
                                     std::to_string(scenario.parallel.cp)));
    if (serve.arrival == ServeArrival::Trace && (trace == nullptr || trace->empty()))
        problems.push_back(problemOf("serve.arrival", say("needs a trace of requests"), "trace"));
    // Its scheduler cuts prompts at whole blocks alone, and would never begin one.
    const TrafficLimits limits = limitsOf(serve, engine, setup.gpu.memory.base);
    if (engine.engine == ServeEngine::SgLang && limits.batchedTokens < limits.blockSize)
        problems.push_back(problemOf("serve.max_batched_tokens",
                                     say("must be at least the %1 tokens of a block with SGLang",
                                         static_cast<Count>(limits.blockSize)),
                                     std::to_string(limits.batchedTokens)));
    if (!problems.empty()) return problems;

    ServedLoad load;
    load.serve = serve;
    load.ranks = setup.dp;
    load.gpus = setup.gpus;
    load.layers = setup.L;
    TrafficScenario& traffic = load.traffic;
    traffic.engine = &engine;
    traffic.policy = serve.policy.value_or(engine.policy);
    traffic.limits = limits;
    traffic.jitter = kPassJitter;
    traffic.seed = static_cast<std::uint64_t>(serve.seed);
    load.client = clientOf(serve, load.ranks);
    if (trace != nullptr) {
        load.serve.arrival = ServeArrival::Trace;
        for (std::size_t i = 0; i < trace->size(); i += static_cast<std::size_t>(load.ranks))
            traffic.requests.push_back((*trace)[i]);
    } else {
        traffic.requests = clientRequests(load.client);
    }
    if (load.serve.arrival == ServeArrival::Closed)
        traffic.concurrency = wholeOf(std::round(serve.inFlight() / load.ranks));
    else if (trace == nullptr)
        load.rate = serve.rate.value_or(0);
    else if (trace->size() > 1 && trace->back().arrival > trace->front().arrival)
        load.rate = static_cast<double>(trace->size() - 1) / (trace->back().arrival - trace->front().arrival);

    const Memory memory =
        memoryOf(scenario, catalog, traffic.limits, serve.kvMemoryFraction.value_or(engine.memoryFraction),
                 std::min(serve.inFlight() / load.ranks, kLowLatencyRows));
    load.freeBytes = memory.left;
    load.smallest = smallestPool(traffic);
    const double blockBytes = memory.perToken * traffic.limits.blockSize;
    if (serve.kvBlocks)
        traffic.limits.blocks = *serve.kvBlocks;
    else if (blockBytes > 0)
        traffic.limits.blocks =
            static_cast<std::int64_t>(std::clamp(std::floor(memory.left / blockBytes), 0.0, 1e15));
    load.poolBytes = blockBytes * static_cast<double>(traffic.limits.blocks);
    if (blockBytes > 0 && traffic.limits.blocks < load.smallest) {
        problems.push_back(problemOf(
            "serve.kv_blocks",
            say("must be at least the %1 blocks of the longest request", static_cast<Count>(load.smallest)),
            std::to_string(traffic.limits.blocks)));
        return problems;
    }

    double longest = 1, prompts = 0;
    for (const TrafficRequest& request : traffic.requests) {
        longest = std::max(longest, static_cast<double>(request.input + request.output));
        prompts += request.input;
    }
    PassReach reach;
    reach.rows =
        std::min(static_cast<double>(traffic.limits.maxSeqs), static_cast<double>(traffic.requests.size()));
    if (traffic.concurrency > 0) reach.rows = std::min(reach.rows, static_cast<double>(traffic.concurrency));
    reach.prefillTokens = traffic.limits.batchedTokens;
    reach.context = 2 * longest; // a chunk behind a long past counts as a prompt of up to twice its length
    const ServeSources sources = serveSources(setup, catalog);
    const auto table = std::make_shared<const PassTable>(
        setup, &sources, reach, prompts / static_cast<double>(traffic.requests.size()));
    load.timeLow = table->low();
    load.timeHigh = table->high();
    load.kernels = [table](const PassLoad& pass) { return (*table)(pass); };
    setOverheads(load, engine.overheads);
    return load;
}

void setOverheads(ServedLoad& load, const EngineOverheads& host) {
    // Both ends of a connection serve as many streams as there are requests in flight.
    const double after = host.after + host.afterPerRequest * load.traffic.concurrency;
    const int firstChunk = load.traffic.overheads.firstChunk;
    load.traffic.overheads = {host.before, host.perInput, after, firstChunk, host.turnaround};
    load.traffic.time = [kernels = load.kernels, host, layers = load.layers](const PassLoad& pass) {
        const double launch = pass.prefillTokens > 0 ? host.prefillLayer * layers : 0;
        return host.scale * kernels(pass) + host.pass + host.perPrompt * pass.prefillTokens + launch;
    };
}

LoadReport simulateLoad(const ServedLoad& load, int seeds) {
    LoadReport result;
    result.report = simulate(load.traffic);
    if (load.rate > 0) {
        result.capacity = capacityOf(load) * load.ranks;
        result.saturated = load.rate >= result.capacity;
        result.nearSaturation = load.rate * load.timeHigh >= result.capacity;
    }
    const TrafficReport low = simulate(scaled(load.traffic, load.timeLow));
    const TrafficReport high = simulate(scaled(load.traffic, load.timeHigh));
    std::vector<TrafficReport> others;
    for (int i = 1; i < seeds; ++i)
        others.push_back(simulate(withSeed(load, load.traffic.seed + static_cast<std::uint64_t>(i))));
    for (const LoadMetric& metric : loadMetrics()) {
        std::vector<double> values{metric.of(result.report, load)};
        for (const TrafficReport& other : others) values.push_back(metric.of(other, load));
        LoadBand band = bandOf(values.front(), metric.of(low, load), metric.of(high, load), values);
        if (result.nearSaturation && metric.latency) band.high.reset();
        if (result.saturated) band.low.reset();
        result.bands.push_back(band);
    }
    return result;
}

std::optional<double> shareWithinLimits(const TrafficReport& report, const ServeSpec& serve) {
    if (!serve.sloTtft && !serve.sloTpot) return std::nullopt;
    const double none = std::numeric_limits<double>::infinity();
    return shareWithin(report, serve.sloTtft.value_or(none), serve.sloTpot.value_or(none));
}

double goodputRate(const ServedLoad& load, double scale) {
    ServedLoad open = load;
    open.traffic = scaled(load.traffic, scale);
    if (open.client.arrival != ServeArrival::Gamma) open.client.arrival = ServeArrival::Poisson;
    const double capacity = capacityOf(open);
    const double wanted = load.serve.sloPercentile / 100;
    const auto good = [&](double rate) {
        TrafficScenario traffic = open.traffic;
        TrafficClient client = open.client;
        client.rate = rate;
        client.count = static_cast<std::size_t>(std::clamp(60 * rate, 200.0, 20000.0));
        traffic.requests = clientRequests(client);
        traffic.concurrency = 0;
        return shareWithinLimits(simulate(traffic), load.serve).value_or(1) >= wanted;
    };
    double low = 0, high = capacity;
    if (good(high)) return load.ranks * high;
    constexpr int kHalvings = 12;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (good(middle) ? low : high) = middle;
    }
    return load.ranks * low;
}

} // namespace moe
