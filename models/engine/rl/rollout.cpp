// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/rl/rollout.h"

#include "models/engine/serve/engines/engines.h"
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

/// So much of the curve that a picture needs. `ends` in order.
std::vector<std::pair<double, double>> runningOver(const std::vector<double>& ends, double count) {
    std::vector<std::pair<double, double>> curve{{0, count}};
    const std::size_t every = std::max<std::size_t>(1, ends.size() / kCurve);
    for (std::size_t i = 0; i < ends.size(); ++i)
        if (i % every == every - 1 || i + 1 == ends.size())
            curve.emplace_back(ends[i], count - static_cast<double>(i + 1));
    return curve;
}

struct MeanLengths {
    double prompt = 0, length = 0;
};
MeanLengths meanOf(const std::vector<Response>& responses) {
    MeanLengths mean;
    const auto count = static_cast<double>(responses.size());
    for (const Response& one : responses)
        mean.prompt += one.prompt / count, mean.length += one.length / count;
    return mean;
}

/// Sequences of mean length, half done, that a pool holds.
double poolRows(const TrafficLimits& limits, const MeanLengths& mean) {
    if (limits.blocks <= 0) return 1e9;
    return std::max(1.0,
                    static_cast<double>(limits.blocks) * limits.blockSize / (mean.prompt + mean.length / 2));
}

/// Groups are dealt to the engines in turn.
std::vector<std::vector<TrafficRequest>> dealt(const RlSpec& rl, const std::vector<Response>& responses,
                                               int engines) {
    const auto group = static_cast<std::size_t>(rl.group);
    std::vector<std::vector<TrafficRequest>> all(static_cast<std::size_t>(engines));
    for (std::size_t i = 0; i < responses.size(); ++i) {
        TrafficRequest request;
        request.input = responses[i].prompt;
        request.output = responses[i].length;
        request.seen = i % group > 0;
        all[i / group % all.size()].push_back(request);
    }
    std::erase_if(all, [](const std::vector<TrafficRequest>& one) { return one.empty(); });
    return all;
}

/// The engines with the longest sequences and those with most tokens, the first of all among them.
void keepSlowest(std::vector<std::vector<TrafficRequest>>& all, std::size_t most) {
    if (all.size() <= most) return;
    struct Work {
        std::size_t engine;
        double longest, tokens;
    };
    std::vector<Work> work;
    for (std::size_t i = 0; i < all.size(); ++i) {
        Work& one = work.emplace_back(Work{i, 0, 0});
        for (const TrafficRequest& request : all[i]) {
            one.longest = std::max<double>(one.longest, request.output);
            one.tokens += request.output;
        }
    }
    std::vector<bool> kept(all.size());
    kept[0] = true;
    const auto keep = [&](double Work::*by, std::size_t count) {
        std::stable_sort(work.begin(), work.end(),
                         [by](const Work& a, const Work& b) { return a.*by > b.*by; });
        for (std::size_t i = 0; i < count; ++i) kept[work[i].engine] = true;
    };
    keep(&Work::tokens, most / 2);
    keep(&Work::longest, most / 2);
    std::size_t next = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (kept[i]) all[next++] = std::move(all[i]);
    all.resize(next);
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
    if (rollout.engine) serve.engine = rollout.engine;
    nameEngine(serve);
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
        // A share that is given is of the whole GPU, as vLLM has it; the engine's own leaves the rest alone.
        const double rest = serve.kvMemoryFraction
                                ? std::min(*serve.kvMemoryFraction, 1 - takenBytes / capacity)
                                : enginePool(engine, catalog).share - takenBytes / capacity;
        serve.kvMemoryFraction = std::max(0.01, rest);
    }
    return engine;
}

Result<Rollout> rollout(const Scenario& scenario, const Catalog& catalog,
                        const std::vector<Response>& responses, int engines, double takenBytes, int most) {
    const RlSpec& rl = *scenario.rl;
    Scenario engine = engineScenario(scenario, catalog, takenBytes);
    const auto sequences = static_cast<double>(responses.size());
    engine.serve->concurrency = static_cast<Count>(std::ceil(sequences / engines));
    if (!rl.lengths.empty()) {
        Count prompt = 1, longest = 1;
        for (const Response& one : responses)
            prompt = std::max<Count>(prompt, one.prompt), longest = std::max<Count>(longest, one.length);
        engine.serve->prompt = prompt, engine.serve->output = longest;
    }
    const MeanLengths mean = meanOf(responses);
    std::vector<std::vector<TrafficRequest>> sent = dealt(rl, responses, engines);
    keepSlowest(sent, static_cast<std::size_t>(std::max(2, most)));
    Rollout result;
    std::vector<double> ends;
    double rate = 0;
    for (const std::vector<TrafficRequest>& requests : sent) {
        const TrafficTrace trace(requests);
        const bool first = &requests == &sent.front();
        Result<ServedLoad> load = servedLoad(engine, catalog, &trace);
        if (!load) return load.error();
        TrafficScenario traffic = load->traffic;
        traffic.brief = traffic.recordRequests = true;
        traffic.enough = 0;
        traffic.jitter = 0;
        const TrafficReport report = simulate(traffic);
        for (const RequestRecord& one : report.requestRecords) ends.push_back(one.finished);
        if (!first) continue;
        // Engines are alike, and the first has as many groups as any.
        // Sampling that runs ahead keeps as many batches in flight.
        const double batches = rl.mode == RlMode::Async ? 1 + rl.staleness : 1;
        const double inFlight = std::ceil(batches * static_cast<double>(requests.size()) / traffic.ranks);
        const double rows =
            std::min({static_cast<double>(traffic.limits.maxSeqs), inFlight, poolRows(traffic.limits, mean)});
        const double context = mean.prompt + mean.length / 2;
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
    result.fullSeconds = std::min(result.seconds, sequences * mean.length / (rate * engines));
    result.idleShare = result.seconds > 0 ? 1 - result.fullSeconds / result.seconds : 0;
    result.running = runningOver(ends, static_cast<double>(ends.size()));
    std::vector<Warning> unused;
    const ServeReport held = serving(setupOf(engine, catalog), nullptr, unused);
    result.weightBytes = held.weights.base;
    result.activationBytes = held.activations.base;
    return result;
}

} // namespace moe
