// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of a layer, what is recomputed of them and what a pair of passes hides.

#include "models/engine/cost/compute_rate.h"
#include "models/engine/cost/network.h"
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/scenario/machines/vendor.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/params.h"
#include "models/engine/time/host_time.h"
#include "models/engine/time/paired_passes.h"
#include "models/engine/time/recipe_traffic.h"
#include "models/engine/time/step_time.h"

#include <algorithm>
#include <initializer_list>

namespace moe {
namespace {

Cost& partOf(PartCosts& parts, StepPart part) {
    return parts[static_cast<std::size_t>(part)];
}

/// Elementwise kernels slow down without compilation; casts are fused into their own kernels either way. No
/// kernel is shorter than its floor: a third of them runs forward.
Passes elementwisePasses(const Rates& rates, Bytes elementwise, Bytes casts, Seconds floors) {
    Passes passes = memoryPasses(rates, rates.eager * elementwise + casts);
    // Casts stream what the products read.
    const Seconds moved = rates.eager * elementwise / rates.elementwise, cast = casts / rates.memory;
    const Seconds time = std::max(moved + cast, 1.0 / 3 * floors);
    passes.forward.time = passes.forward.counted = time;
    // Without gradients of the weights an incoming one is cast for a single product.
    const Seconds back = rates.weightGradients ? 2 * time : std::max(2 * moved + cast, 2.0 / 3 * floors);
    passes.backward.time = passes.backward.counted = back;
    return passes;
}

/// Nothing below it learns.
void withoutBackward(std::initializer_list<Passes*> passes) {
    for (Passes* each : passes) each->backward = {};
}

/// XLA compiles the whole step, and drops of what is computed again whatever the backward pass does not read:
/// a layer's last product, unless a norm behind it reads it. JAX does so for every checkpoint
/// (jax.checkpoint, "dead code elimination" of the recomputed function); torch repeats the layer to its end.
bool dropsUnused(const Setup& s) {
    const Vendor vendor = vendorOf(s.gpu).vendor;
    return (vendor == Vendor::Google || vendor == Vendor::Amazon) && !s.scenario->model.fourNorms;
}

/// What the GPU runs alone. `s` speaks of the layer's mixer.
LayerOperators kernelsOf(const Setup& s, const Rates& given, FeedForward feed) {
    LayerOperators layer;
    const Rates rates = withGradients(given, trainsWeights(s));
    layer.weightShare = rates.weightGradients ? 1 : 0;
    const DataType mixer = mixerCompute(s.scenario->precision);
    Rates own = rates;
    if (mixer != s.scenario->precision.compute) setLinear(own, s, mixer);
    const AttentionLinears linears = attentionLinears(s, own);
    layer.attentionLinears =
        linears.all + connections(s, own, (mixes(s.mixer) ? 1 : 0) + (feed == FeedForward::None ? 0 : 1));
    layer.upForward = linears.upForward;
    layer.core = attentionCore(s, rates);
    Bytes elementwise = elementwiseBytes(s, feed), casts, permute;
    if (feed == FeedForward::Dense) {
        layer.mlp = denseMlp(s, rates, s.f);
        if (dropsUnused(s)) layer.unusedForward = gemmPasses(rates, {s.T, s.h, s.f / s.tp}).forward;
        elementwise += activationBytes(s, s.f);
        casts = castBytes(s, rates, s.f);
    }
    if (feed == FeedForward::Moe) {
        const RoutedRows routed = routedRows(s);
        layer.mlp =
            gemmPasses(rates, {routed.tokens, s.E, s.h}, GemmType::Bf16) + latentProjections(s, rates, s.T);
        if (s.fs > 0) {
            layer.mlp += denseMlp(s, rates, s.fs);
            elementwise += activationBytes(s, s.fs);
        }
        permute = permuteBytes(s, routed);
        casts = castBytes(s, rates, routed);
        layer.routed = groupedGemm(s, rates, routed);
        layer.permuteForward = memoryPasses(rates, rates.eager * permute).forward;
    }
    layer.elementwise = elementwisePasses(rates, elementwise + permute, casts,
                                          elementwiseKernels(s, feed) * constantsOf(s).elementwiseFloor);
    const Cost whole = dequantisation(s, rates, feed);
    layer.dequantised = {whole, whole};
    if (!passesBack(s))
        withoutBackward({&layer.attentionLinears, &layer.core, &layer.mlp, &layer.routed, &layer.elementwise,
                         &layer.dequantised});
    return layer;
}

/// What exchanges with others, beside `layer`'s kernels; adapters do in their midst.
void addExchanges(LayerOperators& layer, const Setup& s, const Rates& rates, FeedForward feed) {
    layer.context = contextParallel(s, rates, layer.core);
    double pairs = mixes(s.mixer) ? 1 : 0, extra = pairs / 2;
    if (feed == FeedForward::Dense) pairs += 1, extra += 0.5;
    if (feed == FeedForward::Moe) {
        if (s.fs > 0) pairs += 1;
        const RoutedRows routed = routedRows(s);
        // The gradients go back the same ways: those of the combine as the dispatch does, in FP8 where that
        // is (DeepSeek-V3, arXiv 2412.19437, section 3.3.3).
        const PrecisionSpec& precision = s.scenario->precision;
        const Cost both =
            trainingAllToAll(s, rates, routed, dispatchTokenBytes(s.latent, precision.dispatch)) +
            trainingAllToAll(s, rates, routed, combineTokenBytes(s.latent, precision.combine));
        layer.allToAll = {both, both};
    }
    const Cost pair = tensorPair(s, rates);
    layer.tensor = {pairs * pair, pairs * pair + extra * sequenceParallelExtra(s, rates)};
    layer.adapters = adapterProducts(s, rates, feed);
    if (!passesBack(s)) withoutBackward({&layer.tensor, &layer.context, &layer.allToAll, &layer.adapters});
}

/// What the backward pass computes again, and the host time for it as a share of forward + backward.
struct Recomputed {
    Cost cost;
    double hostShare = 0;
    Seconds exchange = {}; ///< of it dispatch and combine
};

Recomputed recomputed(const Setup& s, const Rates& rates, const LayerOperators& layer, FeedForward feed) {
    const Recompute& recompute = s.scenario->train->recompute;
    if (!passesBack(s)) return {};
    switch (recompute.mode) {
    case Recompute::Mode::None: return {};
    case Recompute::Mode::Full:
        return {layer.forward() + -1 * layer.unusedForward, constantsOf(s).hostFull,
                layer.allToAll.forward.counted};
    case Recompute::Mode::OpLevel:
        return {0.5 * (layer.attentionLinears.forward + layer.mlp.forward + layer.routed.forward +
                       layer.adapters.forward + layer.dequantised.forward) +
                    layer.elementwise.forward,
                constantsOf(s).hostOpLevel};
    case Recompute::Mode::Selective: break;
    }
    Recomputed sum;
    for (RecomputePart part : recompute.parts) {
        switch (part) {
        case RecomputePart::CoreAttn:
            sum.cost += layer.core.forward;
            sum.hostShare += constantsOf(s).hostCoreAttention;
            break;
        case RecomputePart::LayerNorm:
            sum.cost += memoryPasses(rates, {8 * s.h * s.T / s.sp}).forward;
            sum.hostShare += constantsOf(s).hostLayerNorm;
            break;
        case RecomputePart::MlaUpProj:
            sum.cost += layer.upForward;
            sum.hostShare += constantsOf(s).hostUpProjection;
            break;
        case RecomputePart::Mlp:
            if (feed != FeedForward::Dense) break;
            sum.cost += layer.mlp.forward + -1 * layer.unusedForward;
            sum.hostShare += constantsOf(s).hostMlp;
            break;
        case RecomputePart::MoeAct:
            if (feed != FeedForward::Moe) break;
            sum.cost += memoryPasses(rates, {6 * s.fe * routedRows(s).rows}).forward;
            sum.hostShare += constantsOf(s).hostMoeActivation;
            break;
        case RecomputePart::Moe:
            if (feed != FeedForward::Moe) break;
            sum.cost +=
                layer.mlp.forward + layer.routed.forward + layer.permuteForward + layer.allToAll.forward;
            sum.hostShare += constantsOf(s).hostMoe;
            sum.exchange += layer.allToAll.forward.counted;
            break;
        }
    }
    return sum;
}

/// Without recompute.
LayerTime layerTime(const LayerOperators& layer) {
    LayerTime time;
    partOf(time.parts, StepPart::Gemm) = layer.attentionLinears.both() + layer.mlp.both();
    partOf(time.parts, StepPart::Attention) = layer.core.both();
    partOf(time.parts, StepPart::Elementwise) = layer.elementwise.both();
    partOf(time.parts, StepPart::ExpertGemm) = layer.routed.both();
    partOf(time.parts, StepPart::Tensor) = layer.tensor.both();
    partOf(time.parts, StepPart::Context) = layer.context.both();
    partOf(time.parts, StepPart::AllToAll) = layer.allToAll.both();
    partOf(time.parts, StepPart::Adapters) = layer.adapters.both();
    partOf(time.parts, StepPart::Dequantise) = layer.dequantised.both();
    for (const Cost& part : time.parts) time.all += part;
    return time;
}

void addRecompute(LayerTime& time, const Setup& s, const Rates& rates, const LayerOperators& layer,
                  FeedForward feed) {
    const Recomputed again = recomputed(s, rates, layer, feed);
    partOf(time.parts, StepPart::Recompute) = again.cost;
    // No kernel starts where the last one ends; those of the backward pass that compute again as well.
    const Seconds gaps = (1 + again.hostShare) * kernelGaps(s, feed);
    partOf(time.parts, StepPart::Elementwise) = layer.elementwise.both() + Cost{gaps, gaps, {}, {}};
    time.all = {};
    for (const Cost& part : time.parts) time.all += part;
    time.host = (1 + again.hostShare) * launchTime(s, feed);
    if (feed == FeedForward::Moe) time.sync = (passesBack(s) ? 1 : 0.5) * dispatcherSync(s);
    const Seconds exchange = layer.allToAll.both().counted, both = exchange + again.exchange;
    const Seconds hidden = hiddenExchange(s, time.all.counted - both, both);
    time.hidden = both.base > 0 ? exchange / both * hidden : Seconds{};
    time.hiddenAgain = hidden - time.hidden;
}

} // namespace

void readOperators(StepModel& model) {
    readKernels(model);
    readExchanges(model);
}

static void readKernels(StepModel& model, const Rates& rates) {
    const Setup& s = *model.setup;
    model.types.resize(s.plan->types.size());
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const LayerType& type = s.plan->types[i];
        const MixerView view(s, type);
        TypeTime& made = model.types[i];
        made.operators = kernelsOf(*view, rates, type.feed);
        // The fit counted matrices alone: norms, biases and the router leave gradient traffic as it is.
        const LayerParams layer = layerParams(*view);
        const bool moe = type.feed == FeedForward::Moe;
        const double network = moe ? layer.shared : type.feed == FeedForward::Dense ? layer.denseMlp : 0;
        made.heldDense = (layer.attention + network) / s.tp;
        made.heldExpert = moe ? s.expertSlots / s.ep * layer.expert / s.etp : 0;
        made.denseParams = trainsWeights(*view) ? made.heldDense : 0;
        made.expertParams = trainsWeights(*view) ? made.heldExpert : 0;
        for (const Adapter& adapter : adaptersOf(*view, type.feed))
            (adapter.expert ? made.expertParams : made.denseParams) += adapterParams(*view, adapter);
    }

    Rates headRates = withGradients(rates, trainsHead(s));
    setLinear(headRates, s, headCompute(s.scenario->precision));
    Passes head = gemmPasses(headRates, {s.T, s.V / s.tp, s.h});
    const Trainable trainable = s.scenario->train->trainable;
    // Half of the passes over the logits are those of their gradient.
    const double logitPasses = trainable == Trainable::None ? 0.5 : 1;
    const Bytes logits{logitPasses * constantsOf(s).lossBytes(s.loss, s.scenario->train->stack) * s.T * s.V /
                       s.lossTp};
    if (trainable == Trainable::None) head.backward = {};
    const Seconds loss = logits / rates.memory;
    model.headProducts = constantsOf(s).headOver(s.scenario->train->stack) * head.both();
    model.headLoss = {loss, loss, {}, logits};
    if (s.mtpLayers > 0) {
        const Rates own = withGradients(rates, trainable == Trainable::All);
        const Passes projection = gemmPasses(own, {s.T, s.h / s.tp, 2 * s.h});
        model.mtpProjection = trainable == Trainable::None ? projection.forward : projection.both();
    }

    model.embeddingParams = embeddingParams(s) / s.tp;
}

namespace {

/// Share of a layer's and the head's time in which the matrix units work.
double timeInProducts(const StepModel& model) {
    const Setup& s = *model.setup;
    Seconds products = model.headProducts.counted, others = model.headLoss.counted;
    for (const std::uint8_t type : s.plan->of) {
        const LayerOperators& layer = model.types[type].operators;
        for (const Passes* each : {&layer.attentionLinears, &layer.core, &layer.mlp, &layer.routed})
            products += each->both().counted;
        others += layer.elementwise.both().counted + kernelGaps(s, s.plan->types[type].feed);
    }
    return products / (products + others);
}

/// Where products take `share` of the time at the whole clock. A slower one makes them take more; each round
/// is a quarter as far from the end as the one before, or less.
double clockLeft(double share, const StepConstants& constants) {
    double left = 1;
    for (int round = 0; round < 12; ++round) {
        const double slowed = share / left;
        left = clockAtPower(slowed / (slowed + 1 - share), constants);
    }
    return left;
}

Rates kernelRates(const Setup& s, Rates rates) {
    const bool told = s.scenario->train && s.scenario->train->stack == Stack::PyTorch &&
                      s.gpu.generation == Generation::Hopper && s.gpu.mfu <= 0;
    if (!told) return rates;
    StepModel model;
    model.setup = &s;
    readKernels(model, rates);
    const double left = clockLeft(timeInProducts(model), constantsOf(s));
    rates.gemmShare *= left;
    for (Throughput* each : {&rates.gemm, &rates.linear, &rates.unfused, &rates.attention})
        *each = left * *each;
    return rates;
}

} // namespace

Rates kernelRates(const Setup& s) {
    return kernelRates(s, ratesOf(s));
}

double clockAtPower(double share, const StepConstants& constants) {
    return 1 - constants.powerSlope * std::max(0.0, share - constants.powerOnset);
}

void readKernels(StepModel& model) {
    readKernels(model, kernelRates(*model.setup, model.rates));
}

void readExchanges(StepModel& model) {
    const Setup& s = *model.setup;
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const LayerType& type = s.plan->types[i];
        const MixerView view(s, type);
        TypeTime& made = model.types[i];
        addExchanges(made.operators, *view, model.rates, type.feed);
        made.time = layerTime(made.operators);
    }
    model.head = model.headProducts + gatheredLogits(s, model.rates) + model.headLoss;
}

void readRecompute(StepModel& model) {
    const Setup& s = *model.setup;
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        const MixerView view(s, s.plan->types[i]);
        addRecompute(model.types[i].time, *view, model.rates, model.types[i].operators,
                     s.plan->types[i].feed);
        model.types[i].offloaded = offloadedBytes(*view, s.plan->types[i].feed);
    }
}

} // namespace moe
