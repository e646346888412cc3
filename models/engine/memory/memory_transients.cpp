// SPDX-License-Identifier: GPL-3.0-or-later
// What lives only for a moment: logits, the LM head's gradient, the last layer's backward (memory model,
// "Transients").

#include "models/engine/memory/memory.h"
#include "models/engine/memory/memory_recipe.h"
#include "models/engine/memory/memory_saved.h"
#include "models/engine/shape/fine_tuning.h"

#include <algorithm>

namespace moe {

const char* peakPhaseText(PeakPhase phase) {
    switch (phase) {
    case PeakPhase::LossForward: return "loss forward";
    case PeakPhase::LmHeadBackward: return "LM-head backward";
    case PeakPhase::LayerBackward: return "last-layer backward";
    case PeakPhase::Optimizer: return "optimizer step";
    }
    return "";
}

/// Tokens whose logits a chunked cross-entropy holds at a time.
static constexpr double kLossChunk = 1024;

/// Gathered logits lie there twice in bf16: torch gathers along the vocabulary by concatenating the ranks'
/// chunks (torch.distributed._functional_collectives.all_gather_tensor). Within
/// 0.5 % on the two measured runs with TP 4 that do so (KempnerForge, tensor_parallel.py: output head to
/// Replicate()).
static constexpr double kGathered = 4;

/// Logits and their companions, per element of T·V: bf16 logits 2, fp32 copy 4, eager log-softmax and its
/// gradient 8. Plain PyTorch gives the bf16 logits back where no name holds them
/// (resources/runs/h200-steps.yaml: within 0.1 % with 12, 6 % off with 14).
static LogitBytes lossTensors(const Setup& s) {
    switch (s.loss) {
    case LossKernel::Unfused:
    case LossKernel::Jit: return {s.T, 6, 16};
    case LossKernel::Eager: return {s.T, s.scenario->train->stack == Stack::PyTorch ? 12.0 : 14.0, 0};
    case LossKernel::Compiled: return {s.T, 4, 0};
    case LossKernel::Fused: return {s.T, 2, 0};
    case LossKernel::Chunked: return {std::min(kLossChunk, s.T), 6, 0};
    }
    return {};
}

LogitBytes logitBytes(const Setup& s) {
    LogitBytes bytes = lossTensors(s);
    if (s.lossTp < s.tp) bytes.perLogit += kGathered;
    return bytes;
}

static double lossBytes(const Setup& s) {
    const LogitBytes logits = logitBytes(s);
    return (logits.perLogit * logits.tokens * s.V + logits.perToken * s.T) / s.lossTp;
}

bool backwardRunsMoe(const StageContext& c) {
    return c.layers.moeLayers > 0 || (c.last && c.setup->isMoe && c.setup->mtpLayers > 0);
}

static double recomputedLayer(const StageContext& c);

double recomputedBytes(const StageContext& c) {
    return recomputedLayer(c) / c.setup->T;
}

static double layerBackward(const StageContext& c) {
    const Setup& s = *c.setup;
    if (backwardRunsMoe(c))
        return c.imbalance * s.k * s.T * (2 * s.latent * s.etp / s.sp + 2 * s.up * s.fe / s.tp);
    double widest = 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        if (s.plan->types[i].feed != FeedForward::Dense || c.layers.of[i] <= 0) continue;
        widest = std::max(widest, s.T * (2 * s.up * MixerView(s, s.plan->types[i])->f / s.tp + 2 * s.h));
    }
    return widest;
}

static double recomputedLayer(const StageContext& c) {
    const Setup& s = *c.setup;
    if (s.scenario->train->recompute.mode == Recompute::Mode::None) return 0;
    double largest = 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        if (c.layers.of[i] <= 0) continue;
        const FeedForward feed = s.plan->types[i].feed;
        const MixerView view(s, s.plan->types[i]);
        if (!passesBack(*view)) continue;
        largest = std::max(largest, savedLayer(*view, feed, Keep::Everything, c.imbalance) -
                                        savedLayer(*view, feed, Keep::AsChosen, c.imbalance));
    }
    return s.T * largest;
}

static Transients layerTransients(const StageContext& c) {
    Transients layer;
    layer.layerBackward = layerBackward(c);
    layer.recomputed = recomputedLayer(c);
    layer.dequantised = 2 * dequantisedValues(c);
    return layer;
}

static Transients headTransients(const StageContext& c) {
    Transients head;
    if (!c.last) return head;
    const Setup& s = *c.setup;
    head.phase = PeakPhase::LossForward;
    // Each multi-token-prediction depth keeps its own logits until its backward pass.
    head.loss = lossBytes(s) * (1 + static_cast<double>(s.mtpLayers));
    if (s.dummyGradients &&
        trainsHead(s)) { // the stack that hands the head's weight gradient over in a buffer of its own
        head.phase = PeakPhase::LmHeadBackward;
        head.lmHeadGradient = 2 * s.V * s.h / s.tp;
    }
    return head;
}

PhaseTransients phaseTransients(const StageContext& c) {
    const Transients head = headTransients(c), layer = layerTransients(c);
    return {head.loss + head.lmHeadGradient, layer.layerBackward + layer.recomputed + layer.dequantised};
}

Transients transients(const StageContext& c) {
    const Transients layer = layerTransients(c);
    if (!c.last) return layer;
    const Transients head = headTransients(c);
    return head.loss + head.lmHeadGradient >= layer.layerBackward + layer.recomputed + layer.dequantised
               ? head
               : layer;
}

} // namespace moe
