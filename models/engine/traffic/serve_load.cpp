// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/serve_load.h"

#include "data/number.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/number_format.h"
#include "models/engine/shape/setup.h"
#include "models/engine/shape/sharding.h"
#include "models/engine/traffic/pass_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace moe {
namespace {

/// Spread of a pass's time from one to the next, of its logarithm (measured 1–2 %).
constexpr double kPassJitter = 0.015;

/// Of several servers that are alike, those with so many requests tell for all.
constexpr std::size_t kEnoughRequests = 20000;

/// s; constants fitted to other passes may be negative.
constexpr double kShortestPass = 1e-5;

/// Rows of a rank that low-latency exchange is set up for at most (DeepEP's example: 128; engines take 256).
constexpr double kLowLatencyRows = 256;

int wholeOf(double value) {
    return static_cast<int>(std::clamp(value, 1.0, 1e9));
}

/// With what the engine's scheduler would take for keys that are absent.
TrafficLimits limitsOf(const ServeSpec& serve, const ServingEngine& engine, double memory) {
    const BatchLimits batch = batchLimits(serve, memory);
    TrafficLimits limits;
    limits.maxSeqs = wholeOf(static_cast<double>(batch.sequences));
    limits.batchedTokens = wholeOf(static_cast<double>(batch.tokens));
    const int tokens = 1 + static_cast<int>(serve.speculativeTokens);
    limits.maxSeqs = std::max(1, std::min(limits.maxSeqs, limits.batchedTokens / tokens));
    limits.blockSize = wholeOf(static_cast<double>(serve.blockSize.value_or(engine.blockSize)));
    limits.lookahead = serve.asyncScheduling.value_or(engine.lookahead);
    limits.prefixHit = serve.prefixHit;
    limits.receiveEvery = wholeOf(static_cast<double>(serve.receiveEvery.value_or(1)));
    limits.balancePasses = static_cast<int>(std::min<Count>(serve.balancePasses.value_or(0), 1'000'000));
    if (serve.maxPrefillTokens) limits.prefillTokens = wholeOf(static_cast<double>(*serve.maxPrefillTokens));
    limits.prefixCaching = serve.prefixCaching.value_or(engine.prefixCaching);
    return limits;
}

/// A pass that does not cut prompts takes the longest beside all rows, as recipes of TensorRT-LLM
/// set max_num_tokens: one that is shorter never begins a prompt while others decode.
Count wholePrompts(const ServeSpec& serve, const ServingEngine& engine, double rows) {
    const double tokens = static_cast<double>(serve.prompt) + rows;
    return std::max<Count>(engine.batchedTokens.large, std::llround(tokens));
}

/// Memory of a GPU while it prefills as many tokens as a pass takes. Buffers of low-latency kernels are for
/// the rows of a decode pass, and experts that are only split by tensor parallelism need none.
struct Memory {
    double left = 0, perToken = 0; ///< bytes
    double free = 0;               ///< beside weights and activations
};
Memory memoryOf(const Scenario& scenario, const Catalog& catalog, const ServingEngine& engine,
                const TrafficLimits& limits, double fraction, double rows) {
    Scenario changed = scenario;
    ServeSpec& serve = *changed.serve;
    serve.phase = Phase::Prefill;
    serve.prefillTokens = limits.batchedTokens;
    serve.context = serve.prompt + serve.output;
    std::vector<Warning> unused;
    const Setup setup = setupOf(changed, catalog);
    const ServeReport prefill = serving(setup, nullptr, unused);
    const double sampling = engine.samplerBytes * limits.maxSeqs * setup.V;
    const double taken = prefill.weights.base + std::max(prefill.activations.base, sampling);
    double left = serve.kvFreeFraction ? *serve.kvFreeFraction * (prefill.capacity.base - taken)
                                       : fraction * prefill.capacity.base - taken;
    if (setup.ep > 1) {
        serve.phase = Phase::Decode;
        serve.requests = static_cast<Count>(std::max(1.0, rows) * setup.dp);
        left -= serving(setupOf(changed, catalog), nullptr, unused).buffers.base;
    }
    return {left, prefill.kvPerToken.base / setup.pp, prefill.capacity.base - taken};
}

/// The pool of a rank that holds so many requests at once.
EnginePool poolOf(const Scenario& scenario, const Catalog& catalog, const ServingEngine& engine,
                  const TrafficLimits& limits, double perRank) {
    const ServeSpec& serve = *scenario.serve;
    EnginePool pool;
    pool.share = serve.kvMemoryFraction.value_or(engine.memoryFraction);
    pool.blockSize = limits.blockSize;
    const Memory memory =
        memoryOf(scenario, catalog, engine, limits, pool.share, std::min(perRank, kLowLatencyRows));
    pool.bytes = memory.left;
    pool.perToken = memory.perToken;
    pool.freeShare = memory.free > 0 ? std::clamp(memory.left / memory.free, 0.0, 1.0) : 0;
    pool.limits = {limits.maxSeqs, limits.batchedTokens};
    const double block = pool.perToken * pool.blockSize;
    if (serve.kvBlocks)
        pool.blocks = *serve.kvBlocks;
    else if (block > 0)
        pool.blocks = static_cast<std::int64_t>(std::clamp(std::floor(pool.bytes / block), 0.0, 1e15));
    return pool;
}

/// What the engine takes, where the scenario names none too.
const ServingEngine& completed(Scenario& scenario, double perRank) {
    ServeSpec& serve = *scenario.serve;
    nameEngine(serve);
    const ServingEngine& engine = servedEngine(serve);
    if (engine.wholePrompts && !serve.maxBatchedTokens)
        serve.maxBatchedTokens = wholePrompts(
            serve, engine,
            std::min(perRank, static_cast<double>(serve.maxSeqs.value_or(engine.maxSeqs.large))));
    return engine;
}

/// Whole requests of the fullest rank; of arrivals, as many as the engine takes.
double fullestRank(const ServeSpec& serve, const Setup& setup) {
    return serve.arrival == ServeArrival::Closed ? std::ceil(serve.inFlight() / setup.dp)
                                                 : std::numeric_limits<double>::infinity();
}

Problem problemOf(const char* key, Message rule, const std::string& value) {
    return {.key = key, .rule = std::move(rule), .value = value};
}

TrafficClient clientOf(const ServeSpec& serve, int servers) {
    TrafficClient client;
    client.arrival = serve.arrival;
    client.count = static_cast<std::size_t>(std::max(1.0, std::round(serve.simulatedRequests())));
    client.rate = serve.rate.value_or(0);
    client.distinct = static_cast<std::size_t>(serve.distinctPrompts.value_or(0));
    client.rounds = static_cast<std::size_t>(servers);
    client.burstiness = serve.burstiness;
    client.prompt = wholeOf(static_cast<double>(serve.prompt));
    client.output = wholeOf(static_cast<double>(serve.output));
    client.spread = serve.lengthSpread;
    client.seed = static_cast<std::uint64_t>(serve.seed);
    return client;
}

/// Of what clientRequests() draws on average.
double meanPrompt(const TrafficClient& client) {
    if (!(client.spread > 0)) return client.prompt;
    return (std::max(1.0, std::floor((1 - client.spread) * client.prompt)) + client.prompt) / 2;
}

/// Ranks of attention data parallelism whose experts are spread over them go through a pass together.
bool inLockStep(const Setup& s) {
    return s.isMoe && s.dp > 1 && s.ep * s.etp > s.tp;
}

/// s per prompt token that the client's own machine takes (measured 3.6 µs up to 23,000 tokens:
/// ai-dynamo/aiconfigurator pull 1380), where the time before the scheduler is given rather than the
/// engine's.
constexpr double kClientIngest = 3.6e-6;

/// Of a GPU's network card, what KV caches get (ai-dynamo/aiconfigurator `vllm_sim.py`).
constexpr double kTransferShare = 0.8;

/// GB/s of an NVMe drive, of 7 rated (Mooncake's documentation of its store on SSDs).
constexpr double kNvmeGbps = 6;

/// Tiers below the pool, nearest first. A tier that loads a token later than a pass of prompts computes it is
/// one that nothing is loaded from, unless it must.
std::vector<CacheTier> tiersOf(const ServedLoad& load, const Setup& setup, double blockBytes) {
    const ServeSpec& serve = load.serve;
    const TrafficLimits& limits = load.traffic.limits;
    PassLoad prompts;
    prompts.prefillTokens = std::min(limits.batchedTokens, load.client.prompt);
    prompts.pairs = prompts.prefillTokens * (prompts.prefillTokens + 1) / 2;
    const double computed = load.traffic.time(prompts) / prompts.prefillTokens * limits.blockSize;
    const double own[] = {hostLink(setup.gpu).base, kNvmeGbps * 1e9, kTransferShare * setup.gpu.nic.base};
    const std::pair<double, std::optional<double>> asked[] = {{serve.hostGib, serve.hostGbps},
                                                              {serve.nvmeGib, serve.nvmeGbps},
                                                              {serve.remoteGib, serve.remoteGbps}};
    std::vector<CacheTier> tiers;
    for (std::size_t i = 0; i < kMostTiers; ++i) {
        const auto& [gib, gbps] = asked[i];
        const double rate = gbps ? 1e9 * *gbps : own[i];
        CacheTier tier;
        tier.blocks = static_cast<std::int64_t>(gib * GiB.base / blockBytes);
        tier.perBlock = rate > 0 ? blockBytes / rate : 0;
        tier.loads = rate > 0 && (serve.tierPolicy == TierPolicy::Load || tier.perBlock < computed);
        tiers.push_back(tier);
    }
    const bool none =
        std::all_of(tiers.begin(), tiers.end(), [](const CacheTier& tier) { return tier.blocks == 0; });
    return none ? std::vector<CacheTier>{} : tiers;
}

} // namespace

Result<ServedLoad> servedLoad(const Scenario& asked, const Catalog& catalog, const TrafficTrace* given) {
    const std::vector<TrafficRequest>* trace = given != nullptr ? &given->requests : nullptr;
    Scenario scenario = asked;
    scenario.train.reset(); // a server asks nothing of it
    const Setup setup = setupOf(scenario, catalog);
    const double perRank = fullestRank(*scenario.serve, setup);
    const ServingEngine& engine = completed(scenario, perRank);
    const ServeSpec& serve = *scenario.serve;
    Problems problems;
    if (setup.cp > 1)
        problems.push_back(problemOf("parallel.cp", say("must be 1 when requests are simulated"),
                                     std::to_string(scenario.parallel.cp)));
    if (serve.arrival == ServeArrival::Trace && (trace == nullptr || trace->empty()))
        problems.push_back(problemOf("serve.arrival", say("needs a trace of requests"), "trace"));
    const bool pools = serve.prefillWorkers > 0;
    const bool together = inLockStep(setup) && !pools;
    const int servers = together ? 1 : wholeOf(setup.dp);
    const TrafficLimits limits = limitsOf(serve, engine, setup.gpu.memory.base);
    if (engine.cutsAtBlocks && limits.batchedTokens < limits.blockSize)
        problems.push_back(problemOf("serve.max_batched_tokens",
                                     say("must be at least the %1 tokens of a block with %2",
                                         static_cast<Count>(limits.blockSize), engine.label),
                                     std::to_string(limits.batchedTokens)));
    const bool named = given != nullptr && given->names && !pools && limits.prefixCaching;
    if (named && given->names->tokens % limits.blockSize != 0)
        problems.push_back(problemOf("serve.block_size",
                                     say("must divide the %1 tokens of a block of the trace",
                                         static_cast<Count>(given->names->tokens)),
                                     std::to_string(limits.blockSize)));
    if (named && limits.prefixHit > 0)
        problems.push_back(problemOf("serve.prefix_hit",
                                     say("must be 0 with a trace that says which prompts begin alike"),
                                     numberText(limits.prefixHit)));
    if (!problems.empty()) return problems;

    ServedLoad load;
    load.serve = serve;
    load.standsIn = !namesEngine(*asked.serve);
    load.gpus = setup.gpus;
    load.gpuHourUsd = rentPerGpuHour(scenario);
    load.layers = setup.L;
    load.tp = setup.tp;
    TrafficScenario& traffic = load.traffic;
    traffic.ranks = together ? wholeOf(setup.dp) : 1;
    traffic.replicas = servers;
    traffic.enough = kEnoughRequests;
    if (pools) {
        traffic.pools.prefill = wholeOf(static_cast<double>(serve.prefillWorkers));
        traffic.pools.decode = wholeOf(static_cast<double>(serve.decodeWorkers));
        load.gpus *= traffic.pools.prefill + traffic.pools.decode;
    }
    traffic.speculation = {static_cast<int>(serve.speculativeTokens), serve.acceptance,
                           serve.acceptanceDecay};
    traffic.engine = &engine;
    traffic.policy = serve.policy.value_or(engine.policy);
    traffic.limits = limits;
    traffic.jitter = kPassJitter;
    traffic.seed = static_cast<std::uint64_t>(serve.seed);
    load.client = clientOf(serve, servers);
    if (trace != nullptr) load.serve.arrival = ServeArrival::Trace;
    traffic.requests = trace != nullptr ? *trace : clientRequests(load.client);
    if (named) traffic.names = given->names;
    if (load.serve.arrival == ServeArrival::Closed)
        traffic.concurrency = wholeOf(serve.inFlight());
    else if (trace == nullptr)
        load.rate = serve.rate.value_or(0);
    else if (trace->size() > 1 && trace->back().arrival > trace->front().arrival)
        load.rate = static_cast<double>(trace->size() - 1) / (trace->back().arrival - trace->front().arrival);

    const EnginePool pool = poolOf(scenario, catalog, engine, traffic.limits, perRank);
    load.freeBytes = pool.bytes;
    // What may be drawn, rather than what was: whether a server can run depends on no seed.
    load.ofTrace = trace != nullptr;
    load.smallest = trace != nullptr
                        ? smallestPool(traffic)
                        : pool.blocksOf(static_cast<double>(load.client.prompt + load.client.output - 1));
    const double blockBytes = pool.perToken * pool.blockSize;
    traffic.limits.blocks = pool.blocks;
    traffic.pools.bytesPerToken = pool.perToken;
    traffic.pools.bandwidth =
        kTransferShare * (serve.transferGbps ? *serve.transferGbps * 1e9 : setup.gpu.nic.base);
    load.poolBytes = blockBytes * static_cast<double>(traffic.limits.blocks);
    if (blockBytes > 0 && traffic.limits.blocks < load.smallest) {
        if (serve.kvBlocks)
            return problemOf("serve.kv_blocks",
                             say("must be at least the %1 blocks of the longest request",
                                 static_cast<Count>(load.smallest)),
                             std::to_string(traffic.limits.blocks));
        const std::optional<PoolCure> cure = trace == nullptr ? poolCure(asked, catalog) : std::nullopt;
        return problemOf("serve",
                         cure ? say("does not fit: the longest request takes %1 blocks of the KV pool, which "
                                    "has %2; the smallest change that makes room: %3",
                                    static_cast<Count>(load.smallest), traffic.limits.blocks, cureText(*cure))
                              : say("does not fit: the longest request takes %1 blocks of the KV pool, which "
                                    "has %2",
                                    static_cast<Count>(load.smallest), traffic.limits.blocks),
                         {});
    }

    // The same times whichever requests are drawn, and at whatever rate they come.
    double longest = 1, prompt = meanPrompt(load.client);
    if (trace != nullptr) {
        prompt = 0;
        for (const TrafficRequest& request : *trace) {
            longest = std::max(longest, static_cast<double>(request.input + request.output));
            prompt += request.input / static_cast<double>(trace->size());
        }
    } else {
        longest = load.client.prompt + load.client.output;
    }
    PassReach reach;
    reach.rows = traffic.limits.maxSeqs;
    if (traffic.concurrency > 0 || trace != nullptr)
        reach.rows = std::min(reach.rows, static_cast<double>(traffic.requests.size()));
    if (traffic.concurrency > 0) {
        // Even where ranks and workers do not hold quite the same numbers.
        const int sharing = std::max({traffic.ranks, traffic.pools.decode, 1});
        const double inFlight = std::ceil(static_cast<double>(traffic.concurrency) / servers);
        const double most = std::ceil((sharing > 1 ? 1.5 : 1.0) * inFlight / sharing);
        reach.rows = std::min(reach.rows, most);
    }
    reach.drafts = traffic.speculation.tokens;
    reach.prefillTokens = traffic.limits.batchedTokens;
    reach.context = 2 * longest; // a chunk behind a long past counts as a prompt
                                 // of up to twice its length
    const ServeSources sources = serveSources(setup, catalog);
    const auto table = std::make_shared<const PassTable>(setup, &sources, reach, prompt);
    load.timeLow = table->low();
    load.timeHigh = table->high();
    load.kernels = [table](const PassLoad& pass) { return (*table)(pass); };
    load.experts = [table](double tokens) { return table->experts(tokens); };
    load.moePrefill = expertEra(engine, weightTypes(scenario.precision).experts, setup.gpu.generation);
    const auto sentTogether = static_cast<double>(serve.streamInterval.value_or(1));
    if (engine.overheads.holdsFirst) traffic.overheads.firstChunk = wholeOf(std::floor(sentTogether / 2));
    setOverheads(load, servedOverheads(serve));
    traffic.limits.layers = setup.L;
    if (blockBytes > 0 && traffic.limits.prefixCaching)
        traffic.limits.tiers = tiersOf(load, setup, blockBytes);
    traffic.limits.writesThrough = serve.tierWrites == TierWrites::Through;
    return load;
}

EnginePool enginePool(const Scenario& asked, const Catalog& catalog) {
    Scenario scenario = asked;
    scenario.train.reset();
    const Setup setup = setupOf(scenario, catalog);
    const double perRank = fullestRank(*scenario.serve, setup);
    const ServingEngine& engine = completed(scenario, perRank);
    return poolOf(scenario, catalog, engine, limitsOf(*scenario.serve, engine, setup.gpu.memory.base),
                  perRank);
}

bool givesConstants(const ServeSpec& serve) {
    return serve.passScale || serve.passSeconds || serve.rowSeconds || serve.promptTokenSeconds ||
           serve.requestSeconds || serve.streamSeconds;
}

EngineOverheads servedOverheads(const ServeSpec& serve) {
    EngineOverheads one = servedEngine(serve).overheads;
    const std::pair<const std::optional<double>&, double&> given[] = {
        {serve.passScale, one.scale},       {serve.passSeconds, one.pass},
        {serve.rowSeconds, one.perRow},     {serve.promptTokenSeconds, one.perPrompt},
        {serve.requestSeconds, one.before}, {serve.streamSeconds, one.afterPerRequest}};
    for (const auto& [value, constant] : given)
        if (value) constant = *value, one.ttftWidth = one.tpotWidth = 0;
    if (serve.requestSeconds) one.perInput = kClientIngest;
    const auto own = [](const std::optional<double>& error, double& width, double& power) {
        if (error) width = std::log1p(*error), power = 0;
    };
    own(serve.ttftError, one.ttftWidth, one.ttftWidthPower);
    own(serve.tpotError, one.tpotWidth, one.tpotWidthPower);
    return one;
}

void setOverheads(ServedLoad& load, const EngineOverheads& host) {
    // Both ends of a connection serve as many streams as there are requests in flight.
    const int servers = load.traffic.replicas * std::max({1, load.traffic.ranks, load.traffic.pools.decode});
    const double after = host.after + host.afterPerRequest * load.traffic.concurrency / servers;
    const int firstChunk = load.traffic.overheads.firstChunk;
    const double inFlight = static_cast<double>(load.traffic.concurrency) / servers;
    load.ttftWidth = widthWith(inFlight, host.ttftWidth, host.ttftWidthPower);
    load.tpotWidth = widthWith(inFlight, host.tpotWidth, host.tpotWidthPower);
    load.traffic.overheads = {host.before, host.perInput, after, firstChunk, host.turnaround};
    const double prompts = load.moePrefill.value_or(host.moePrefill);
    const bool experts = prompts != 0 && load.experts(1) > 0;
    const double launches = load.layers * (1 + std::log2(std::max(load.tp, 1.0)));
    load.traffic.time = [kernels = load.kernels, expertsOf = load.experts, experts, prompts, host,
                         layers = load.layers, launches](const PassLoad& pass) {
        double seconds = host.scale * kernels(pass) + host.pass + host.passLayer * launches +
                         host.perRow * pass.rows + host.perPrompt * pass.prefillTokens;
        if (pass.prefillTokens > 0 && experts) {
            const double tokens = pass.prefillTokens + pass.rows * (1 + pass.drafts);
            seconds += prompts * expertsOf(tokens) * pass.prefillTokens / tokens;
        }
        if (pass.prefillTokens > kCapturedTokens) seconds += host.prefillLayer * layers;
        return std::max(kShortestPass, seconds);
    };
}

} // namespace moe
