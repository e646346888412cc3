// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/serve/serve.h"

#include "data/number.h"
#include "models/engine/cost/network.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/layer_kinds.h"
#include "models/engine/serve/balance.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/serve/operator_profiles.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/serve/step_band.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/number_format.h"
#include "models/engine/shape/params.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

namespace moe {
namespace {

/// Of a routed expert's parameters. Number formats with scales are for matrices: biases stay beside the rest.
double expertBiasShare(const Setup& s) {
    const ModelSpec& model = s.scenario->model;
    if (!s.isMoe || !(model.linearBias || s.scenario->moe->expertBias)) return 0;
    return (s.up * s.fe + s.latent) / layerParams(s).expert;
}

/// Of a routed expert's matrices: what tiles of the engine's kernels add to them.
double expertPadding(const Setup& s, DataType experts) {
    const ServeSpec& serve = *s.scenario->serve;
    if (!s.isMoe || !namesEngine(serve)) return 1;
    const ExpertTile* tile = expertTile(servedEngine(serve), experts, s.gpu.generation);
    if (tile == nullptr) return 1;
    const auto filled = [](double size, double whole) { return std::ceil(size / whole) * whole / size; };
    return filled(s.latent, tile->hidden) * filled(s.fe / s.etp, tile->width);
}

/// Weights of the heaviest GPU, each part in its type; serving holds no multi-token-prediction layers here.
ServedWeights weightsPerGpu(const Setup& setup) {
    Setup plain = setup;
    plain.mtpLayers = 0;
    const std::vector<StageLayers> stages = stageLayers(plain);
    const WeightTypes types = weightTypes(setup.scenario->precision);
    ServedWeights heaviest;
    for (int stage = 0; stage < static_cast<int>(plain.pp); ++stage) {
        const StageParams params = stageParams(plain, stages, stage);
        const double biases = types.experts == types.other ? 0 : params.expert * expertBiasShare(plain);
        const double experts = (params.expert - biases) * expertPadding(plain, types.experts);
        const double rest = params.dense - params.attention - params.embedding + biases;
        const ServedWeights one{experts, params.attention, params.embedding, rest,
                                Bytes{experts * bytesOf(types.experts) +
                                      params.attention * bytesOf(types.attention) +
                                      params.embedding * bytesOf(types.head) + rest * bytesOf(types.other)}};
        if (one.bytes > heaviest.bytes) heaviest = one;
    }
    return heaviest;
}

/// Every GPU keeps room for what each of the group might send to each of its experts, twice (memory model,
/// "Inference memory"). Only low-latency kernels do.
Bytes dispatchBuffers(const Setup& s, double tokens) {
    const double gpus = s.ep * s.etp;
    if (!s.isMoe || gpus <= 1 || s.scenario->cluster.a2a != A2aKernel::LowLatency) return {};
    return {2 * (s.expertSlots / s.ep) * gpus * tokens * s.latent};
}

/// Live at once while a layer runs: residual streams, norm output and the widest product, bf16; then the
/// logits in fp32 of the rows that get a token.
Bytes servingActivations(const Setup& s, double tokens, double rows) {
    double widest = 0;
    for (const LayerType& type : s.plan->types) {
        const MixerView view(s, type);
        if (type.feed == FeedForward::Dense) widest = std::max(widest, s.up * view->f / s.tp);
        for (const Projection& product : layerKind(type.mixer).projections(*view))
            widest = std::max(widest, product.out / (product.split == Projection::Split::Out ? s.tp : 1));
    }
    if (s.mla) widest = std::max(widest, s.q + 2 * s.kv);
    if (s.isMoe) widest = std::max(widest, static_cast<double>(s.k) * (s.h + s.up * s.fe / s.etp));
    return {tokens * 2 * (s.h + handedWidth(s, s.L) + widest) + rows * 4 * s.V / s.tp};
}

/// KV cache, dispatch buffers and activations of a rank that holds `sequences`.
struct Held {
    Bytes kvCache, buffers, activations;
    Bytes sum() const { return kvCache + buffers + activations; }
};
Held heldFor(const Setup& s, double sequences, double context) {
    const ServeSpec& serve = *s.scenario->serve;
    const bool prefill = serve.phase == Phase::Prefill;
    const double tokens = prefill ? static_cast<double>(serve.prefillTokens) : sequences / s.pp;
    const double rows = prefill ? std::ceil(tokens / static_cast<double>(serve.prompt)) : tokens;
    const SequenceCache cache = sequenceCache(s, context);
    return {sequences / s.pp * (cache.kept + cache.states), dispatchBuffers(s, tokens),
            servingActivations(s, tokens, rows)};
}

ServedOperator servedOperator(const OperatorCost& one, double times) {
    const OperatorOp op = one.timer->op;
    return {std::string(operatorRow(op).name),
            operatorKernelText(*one.timer),
            operatorShapeText(op, one.shape),
            times * one.count,
            one.us * microsecond,
            {one.low * microsecond, one.high * microsecond},
            one.origin};
}

/// `times`: passes.
std::vector<ServePart> servePartsOf(const ForwardPass& pass, double times) {
    std::vector<ServePart> parts;
    for (std::size_t i = 0; i < pass.terms.size(); ++i) {
        const TimeTerm& term = pass.terms[i];
        const PassTermRow& row = serveTerms()[i];
        if (!(term.seconds.base > 0)) continue;
        parts.push_back({row.key, row.label, times * term.seconds, times * term.exposed, term.origin, {}});
        for (const OperatorCost& one : pass.operators)
            if (one.part == row.part && one.timer != nullptr)
                parts.back().operators.push_back(servedOperator(one, times));
    }
    return parts;
}

/// Of one pass more: rows of the same part are added up.
void addParts(std::vector<ServePart>& parts, std::vector<ServePart> more) {
    for (ServePart& one : more) {
        const auto same = std::find_if(parts.begin(), parts.end(), [&](const ServePart& part) {
            return std::string_view(part.key) == one.key;
        });
        if (same == parts.end()) {
            parts.push_back(std::move(one));
            continue;
        }
        same->seconds += one.seconds;
        same->exposed += one.exposed;
        same->origin = std::max(same->origin, one.origin);
        same->operators.insert(same->operators.end(), one.operators.begin(), one.operators.end());
    }
}

/// So many prefills of other requests as one more operator of a decode step.
OperatorCost prefillsCost(const ForwardPass& joined, Seconds prefills) {
    const TimeBand band = passBand(joined);
    const double us = prefills / microsecond;
    OperatorCost cost;
    cost.part = PassPart::Prefills;
    cost.us = us;
    cost.low = us * (band.low / joined.time);
    cost.high = us * (band.high / joined.time);
    return cost;
}

/// A step of `prefill_tokens` of prompts.
ForwardPass prefillPass(const Setup& s, const ServeRates& rates, const ServeSources* sources,
                        const Balance& balance) {
    const ServeSpec& serve = *s.scenario->serve;
    const auto prompt = static_cast<double>(serve.prompt);
    const auto tokens = static_cast<double>(serve.prefillTokens);
    return forwardPass(s, rates,
                       {.promptTokens = tokens,
                        .prompt = prompt,
                        .headRows = std::ceil(tokens / prompt),
                        .exchange = balance.exchange,
                        .experts = balance.experts},
                       sources);
}

/// GPUs of the scenario's layout, in whole ranks, that prefill `requests` per second.
double gpusToPrefill(const Setup& s, const ServeRates& rates, const ServeSources* sources, double requests) {
    const ServeSpec& serve = *s.scenario->serve;
    const auto tokens = static_cast<double>(serve.prefillTokens);
    const Balance balance = s.isMoe ? balanceOf(s, rates, tokens, placementFor(s, tokens)) : Balance{};
    const double perGpu = tokens / prefillPass(s, rates, sources, balance).time.base / s.tp;
    const double rank = s.gpus / s.dp;
    return rank * std::ceil(requests * static_cast<double>(serve.prompt) / (perGpu * rank));
}

/// Of the GPU's memory: gpu_memory_utilization of vLLM, and about what SGLang and TensorRT-LLM take.
constexpr double kEngineShare = 0.9;

/// All of it grows evenly with the sequences of a rank, so two points give the most that fit.
double largestRequests(const Setup& s, Bytes weights, double context) {
    const Bytes none = weights + heldFor(s, 0, context).sum();
    const Bytes each = weights + heldFor(s, 1, context).sum() - none;
    if (none >= s.gpu.memory || each.base <= 0) return 0;
    return s.dp * std::floor((s.gpu.memory - none) / each * (1 + 1e-12));
}

/// Engines keep one copy of the experts on the GPUs of a rank, or of all ranks of attention data parallelism.
void warnOfCopies(const Setup& s, std::vector<Warning>& warnings) {
    const ServeSpec& serve = *s.scenario->serve;
    const double group = s.ep * s.etp;
    if (!namesEngine(serve) || !s.isMoe || group == s.tp || group == s.tp * s.dp) return;
    const ServingEngine& engine = servedEngine(serve);
    warnings.push_back(
        {"serve-experts",
         say("%1 splits experts over the %2 GPUs of a rank, or over all ranks: it does not run "
             "EP × ETP = %3. Leave parallel.etp to auto, or set parallel.ep as %4 does.",
             engine.key, std::llround(s.tp), std::llround(group), engine.expertsFlag)});
}

/// Kinds of layers that no published server of these tables ran: their times are formulas alone.
void warnUnmeasured(const Setup& s, std::vector<Warning>& warnings) {
    std::vector<Message> kinds;
    std::set<LayerKind> seen;
    for (const LayerType& type : s.plan->types) {
        constexpr LayerKind unmeasured[] = {LayerKind::Csa, LayerKind::Hca,  LayerKind::Blocks,
                                            LayerKind::Kda, LayerKind::Conv, LayerKind::FullMamba2};
        const bool is =
            std::find(std::begin(unmeasured), std::end(unmeasured), type.mixer) != std::end(unmeasured);
        if (is && seen.insert(type.mixer).second) kinds.push_back(layerFacts(type.mixer).label);
    }
    if (s.streams > 1 || s.scenario->model.residualBlock > 0)
        kinds.push_back(say("several residual streams"));
    if (kinds.empty()) return;
    warnings.push_back({"serve-not-measured",
                        say("No published server or operator table has these layers, so their times are "
                            "formulas alone, ±30 %: %1.",
                            listed(kinds))});
}

/// A profile is of one model on one device, as engines were then. A design that leaves it is made of other
/// measurements: where these say something else of this very step, the two cannot be compared.
void warnOfProfile(const Setup& s, const ServeRates& rates, const PassShape& shape,
                   const ServeSources& sources, const ForwardPass& profiled, std::vector<Warning>& warnings) {
    constexpr double kSaysTheSame = 0.1; // ln
    const ServeSources others{nullptr, sources.operators};
    const double ratio = forwardPass(s, rates, shape, &others).time / profiled.time;
    if (!(ratio > 0) || std::abs(std::log(ratio)) < kSaysTheSame) return;
    warnings.push_back(
        {"serve-profile",
         say("Times of a decode step are those of a profile (%1). The sources of models without a profile "
             "give %2 times as much for it: name an engine to compare with them.",
             sources.profiles->from(), numberText(std::round(100 * ratio) / 100))});
}

} // namespace

ServeReport serving(const Setup& s, const ServeSources* sources, std::vector<Warning>& warnings) {
    const ServeSpec& serve = *s.scenario->serve;
    const ServeRates rates = serveRatesOf(s);
    const bool prefill = serve.phase == Phase::Prefill;
    const auto prompt = static_cast<double>(serve.prompt), output = static_cast<double>(serve.output);
    const auto prefillTokens = static_cast<double>(serve.prefillTokens);
    // A request is on one rank: the fullest decides memory and latency.
    const double share = static_cast<double>(serve.requests) / s.dp, sequences = std::ceil(share);
    const double context = serve.contextOf();

    ServeReport report;
    report.gpus = s.gpus;
    report.expertsPerGpu = s.isMoe ? s.expertSlots / s.ep : 0;
    report.parameters = weightsPerGpu(s);
    report.weights = report.parameters.bytes;
    const SequenceCache cache = sequenceCache(s, context);
    report.kvPerToken = 1 / context * cache.kept;
    report.kvNextToken = cache.nextToken;
    report.statePerSequence = cache.states;
    report.sequences = sequences;
    report.context = context;
    const Held held = heldFor(s, sequences, context);
    report.kvCache = held.kvCache;
    report.buffers = held.buffers;
    report.activations = held.activations;
    report.capacity = s.gpu.memory;
    report.device = report.weights + held.sum();
    report.fits = report.device <= kEngineShare * report.capacity ? Fit::Yes
                  : report.device <= report.capacity              ? Fit::Tight
                                                                  : Fit::No;
    report.largestRequests = largestRequests(s, report.weights, context);
    if (s.isMoe) report.kneeTokensPerExpert = kneeTokens(rates);
    Balance balance;
    if (s.isMoe) {
        const double tokens = prefill ? prefillTokens : sequences;
        const PlacementReport placement = placementFor(s, tokens);
        report.network = moeNetwork(s, tokens, &placement, 1);
        balance = balanceOf(s, rates, tokens, placement);
    }
    if (s.cp > 1) {
        warnings.push_back(
            {"serve-parallelism", say("Latency and throughput of serving are not modelled with context "
                                      "parallelism: set CP to 1.")});
        return report;
    }

    // A prompt longer than a step is prefilled in chunks, all but the last of them full, as engines cut it:
    // one token more never is faster. With pipeline stages the sequences of a rank take turns, one part of
    // them on each stage.
    const double full = std::floor(prompt / prefillTokens), rest = prompt - full * prefillTokens;
    const std::pair<double, double> cuts[] = {{prefillTokens, full}, {rest, rest > 0 ? 1 : 0}};
    const double inStage = std::max(1.0, sequences / s.pp);
    Seconds ttft;
    TimeBand ttftBand;
    for (const auto& [tokens, times] : cuts) {
        if (!(times > 0)) continue;
        const ForwardPass pass = forwardPass(s, rates,
                                             {.promptTokens = tokens,
                                              .prompt = prompt,
                                              .headRows = 1,
                                              .exchange = balance.exchange,
                                              .experts = balance.experts},
                                             sources);
        ttft += times * pass.time;
        const TimeBand band = passBand(pass);
        ttftBand = {ttftBand.low + times * band.low, ttftBand.high + times * band.high};
        addParts(report.prefillParts, servePartsOf(pass, times));
    }
    const PassShape decodeShape{.sequences = inStage,
                                .context = context,
                                .headRows = inStage,
                                .exchange = balance.exchange,
                                .experts = balance.experts};
    ForwardPass decode = forwardPass(s, rates, decodeShape, sources);
    if (s.isMoe && s.ep * s.etp > s.tp && s.scenario->cluster.overlap > 0 && !decode.halved)
        warnings.push_back(
            {"serve-overlap-unused",
             say("Two-batch overlap is not used in these decode steps: each half would read the "
                 "weights again, which costs more than the communication it hides.")});
    warnOfCopies(s, warnings);
    warnUnmeasured(s, warnings);
    if (sources != nullptr && sources->profiles)
        warnOfProfile(s, rates, decodeShape, *sources, decode, warnings);
    report.ttft = ttft;
    if (!serve.disaggregated) {
        // In the steady state a request turns over every `output` steps, and its prompt joins decode steps.
        const ForwardPass alone = decode;
        Seconds all;
        for (const auto& [tokens, times] : cuts) {
            if (!(times > 0)) continue;
            PassShape both = decodeShape;
            both.promptTokens = tokens;
            both.prompt = prompt;
            const ForwardPass joined = forwardPass(s, rates, both, sources);
            const double turned = inStage / output * times;
            const Seconds prefills = turned * (joined.time - alone.time);
            all += prefills;
            if (!decode.operators.empty()) decode.operators.push_back(prefillsCost(joined, prefills));
            decode.math += turned * (joined.math - alone.math);
            decode.bytes += turned * (joined.bytes - alone.bytes);
        }
        decode.terms[rowOf(PassPart::Prefills)] = {all, all};
        decode.time += all;
    }
    report.tpot = decode.time;
    report.decodeParts = servePartsOf(decode, 1);
    if (sources != nullptr && sources->operators) {
        report.ttftBand = ttftBand;
        report.tpotBand = passBand(decode);
        report.layerConstant = sources->operators->layerConstant().seconds;
        report.layerSource = sources->operators->layerConstant().source;
    }
    report.latency = *report.ttft + std::max(0.0, output - 1) * *report.tpot;
    report.tokensPerSecondPerUser = 1 / decode.time.base;

    // Stages, and groups that hold different layers, work on different batches at once: PP passes per time on
    // PP·TP GPUs of a rank.
    const ForwardPass step = prefill ? prefillPass(s, rates, sources, balance) : decode;
    report.tokensPerSecondPerGpu = (prefill ? prefillTokens : share / s.pp) / step.time.base / s.tp;
    if (serve.disaggregated && !prefill) {
        const double finished = *report.tokensPerSecondPerGpu * s.gpus / output; // requests per second
        report.prefillGpus = gpusToPrefill(s, rates, sources, finished);
        *report.tokensPerSecondPerGpu *= s.gpus / (s.gpus + report.prefillGpus);
    }
    if (!prefill)
        report.requestsPerSecond = *report.tokensPerSecondPerGpu * (s.gpus + report.prefillGpus) / output;
    // The model counts what a measured kernel may find in a cache, or need not compute.
    report.gpuUtilisation = std::min(1.0, step.math / step.time);
    report.bandwidthUtilisation = std::min(1.0, step.bytes / step.time / s.gpu.hbm);
    return report;
}

void withholdWhatDoesNotFit(ServeReport& report, const ServeSpec& serve, std::vector<Warning>& warnings) {
    if (report.fits != Fit::No) return;
    warnings.push_back(
        {"serve-memory",
         report.largestRequests < 1
             ? say("Serving does not fit: not even one request finds room beside the weights.")
             : say("Serving does not fit: %1 requests need more memory than the GPUs have, %2 fit.",
                   serve.requests, std::llround(report.largestRequests))});
    report.ttft = report.tpot = report.latency = std::nullopt;
    report.ttftBand = report.tpotBand = std::nullopt;
    report.prefillParts.clear();
    report.decodeParts.clear();
    report.prefillGpus = 0;
    report.gpuUtilisation = report.bandwidthUtilisation = std::nullopt;
    report.tokensPerSecondPerGpu = report.tokensPerSecondPerUser = std::nullopt;
    report.requestsPerSecond = std::nullopt;
}

} // namespace moe
