// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/rl/rollout.h"

#include "models/engine/serve/serve.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Share of a GPU's memory that weights may take before an engine gets more of a node's GPUs (assumed): the
/// rest holds keys.
constexpr double kWeightShare = 0.45;

/// Points of the curve of running sequences.
constexpr std::size_t kCurve = 200;

Count fewestTp(const Scenario& scenario, const Catalog& catalog) {
    Scenario one = scenario;
    one.parallel.tp = 1;
    const Setup setup = setupOf(one, catalog);
    const double weights = paramCounts(setup).total * bytesOf(one.precision.weights);
    const double node = setup.gpu.domain > 0 ? static_cast<double>(setup.gpu.domain) : 8;
    Count tp = 1;
    while (static_cast<double>(tp) * 2 <= node && scenario.model.heads % (2 * tp) == 0 &&
           weights / static_cast<double>(tp) > kWeightShare * setup.gpu.memory.base)
        tp *= 2;
    return tp;
}

/// So much of the curve that a picture needs.
std::vector<std::pair<double, double>> runningOver(std::vector<double> ends, double count) {
    std::sort(ends.begin(), ends.end());
    std::vector<std::pair<double, double>> curve{{0, count}};
    const std::size_t every = std::max<std::size_t>(1, ends.size() / kCurve);
    for (std::size_t i = 0; i < ends.size(); ++i)
        if (i % every == every - 1 || i + 1 == ends.size())
            curve.emplace_back(ends[i], count - static_cast<double>(i + 1));
    return curve;
}

/// Sequences of mean length, half done, that a pool holds.
double poolRows(const TrafficLimits& limits, double prompt, const std::vector<int>& lengths) {
    if (limits.blocks <= 0) return 1e9;
    double mean = 0;
    for (const int length : lengths) mean += length / static_cast<double>(lengths.size());
    return std::max(1.0, static_cast<double>(limits.blocks) * limits.blockSize / (prompt + mean / 2));
}

/// Groups are dealt to the engines in turn.
std::vector<TrafficRequest> requestsOf(const RlSpec& rl, const std::vector<int>& lengths, int engine,
                                       int engines) {
    std::vector<TrafficRequest> requests;
    const auto group = static_cast<std::size_t>(rl.group);
    for (std::size_t g = static_cast<std::size_t>(engine); g * group < lengths.size();
         g += static_cast<std::size_t>(engines))
        for (std::size_t i = g * group; i < std::min((g + 1) * group, lengths.size()); ++i) {
            TrafficRequest request;
            request.input = static_cast<int>(rl.prompt);
            request.output = lengths[i];
            request.seen = i > g * group;
            requests.push_back(request);
        }
    return requests;
}

} // namespace

Scenario engineScenario(const Scenario& scenario, const Catalog& catalog, double takenBytes) {
    const RlSpec& rl = *scenario.rl;
    const RolloutSpec& rollout = rl.rollout;
    Scenario engine = scenario;
    engine.train.reset();
    engine.rl.reset();
    engine.reliability = {};
    if (rollout.weights) {
        engine.precision.weights = *rollout.weights;
        engine.precision.experts = engine.precision.attention = engine.precision.head = std::nullopt;
    }
    if (rollout.kvCache) engine.precision.kvCache = *rollout.kvCache;
    ParallelSpec& layout = engine.parallel;
    layout = {};
    layout.tp = rollout.tp ? *rollout.tp : fewestTp(engine, catalog);
    layout.pp = rollout.pp.value_or(1);
    layout.ep = rollout.ep.value_or(1);
    layout.etp = rollout.etp;
    layout.dp = rollout.dp ? *rollout.dp : std::max<Count>(1, layout.ep / layout.tp);
    engine.cluster.gpus = layout.tp * layout.pp * *layout.dp;
    if (!engine.serve) engine.serve.emplace();
    ServeSpec& serve = *engine.serve;
    serve.engine = rollout.engine ? *rollout.engine : serve.engine.value_or(ServeEngine::Vllm);
    if (*serve.engine == ServeEngine::Steady) serve.engine = ServeEngine::Vllm;
    serve.phase = Phase::Decode;
    serve.arrival = ServeArrival::Trace;
    serve.disaggregated = false;
    serve.prefillWorkers = serve.decodeWorkers = 0;
    serve.prompt = rl.prompt;
    serve.output = rl.responseMax;
    serve.context.reset();
    serve.prefixCaching = true;
    serve.prefixHit = 0;
    if (takenBytes > 0 && !serve.kvBlocks && !serve.kvFreeFraction) {
        const double capacity = setupOf(engine, catalog).gpu.memory.base;
        const double share = serve.kvMemoryFraction.value_or(enginePool(engine, catalog).share);
        serve.kvMemoryFraction = std::max(0.01, share - takenBytes / capacity);
    }
    return engine;
}

Result<Rollout> rollout(const Scenario& scenario, const Catalog& catalog, const std::vector<int>& lengths,
                        int engines, double takenBytes) {
    const RlSpec& rl = *scenario.rl;
    Scenario engine = engineScenario(scenario, catalog, takenBytes);
    const auto sequences = static_cast<double>(lengths.size());
    engine.serve->concurrency = static_cast<Count>(std::ceil(sequences / engines));
    Rollout result;
    std::vector<double> ends;
    double tokens = 0, rate = 0;
    for (int i = 0; i < engines; ++i) {
        const std::vector<TrafficRequest> requests = requestsOf(rl, lengths, i, engines);
        if (requests.empty()) break;
        Result<ServedLoad> load = servedLoad(engine, catalog, &requests);
        if (!load) return load.error();
        TrafficScenario traffic = load->traffic;
        traffic.recordRequests = true;
        traffic.enough = 0;
        traffic.jitter = 0;
        const TrafficReport report = simulate(traffic);
        for (const RequestRecord& one : report.requestRecords) ends.push_back(one.finished);
        for (const TrafficRequest& one : requests) tokens += one.output;
        if (i > 0) continue;
        // Engines are alike, and the first has as many groups as any.
        // Sampling that runs ahead keeps as many batches in flight.
        const double batches = rl.mode == RlMode::Async ? 1 + rl.staleness : 1;
        const double most = std::ceil(batches * static_cast<double>(requests.size()) / traffic.ranks);
        const double rows = std::min({static_cast<double>(traffic.limits.maxSeqs), most,
                                      poolRows(traffic.limits, static_cast<double>(rl.prompt), lengths)});
        double mean = 0;
        for (const int length : lengths) mean += length / sequences;
        const double context = static_cast<double>(rl.prompt) + mean / 2;
        PassLoad full;
        full.rows = rows, full.context = rows * context, full.drafts = traffic.speculation.tokens;
        rate = rows * traffic.ranks * committedTokens(traffic.speculation) / traffic.time(full);
        PassLoad prompts;
        prompts.prefillTokens = traffic.limits.batchedTokens;
        prompts.pairs = prompts.prefillTokens * context / 2;
        result.recompute = traffic.time(prompts) * rows * context / prompts.prefillTokens;
        result.poolBytes = load->poolBytes;
    }
    std::sort(ends.begin(), ends.end());
    result.seconds = ends.back();
    const auto late = static_cast<std::size_t>(std::ceil(0.9 * static_cast<double>(ends.size()))) - 1;
    result.tail = ends.back() - ends[late];
    result.fullSeconds = std::min(result.seconds, tokens / (rate * engines));
    result.idleShare = result.seconds > 0 ? 1 - result.fullSeconds / result.seconds : 0;
    result.running = runningOver(ends, sequences);
    std::vector<Warning> unused;
    const ServeReport held = serving(setupOf(engine, catalog), nullptr, unused);
    result.weightBytes = held.weights.base;
    result.activationBytes = held.activations.base;
    return result;
}

} // namespace moe
