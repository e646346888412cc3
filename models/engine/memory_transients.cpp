// What lives only for a moment: logits, the LM head's gradient, the last layer's backward (memory model,
// "Transients").

#include "models/engine/memory.h"
#include "models/engine/memory_saved.h"

#include <algorithm>

namespace moe {

const char* peakPhaseText(PeakPhase phase) {
    switch (phase) {
    case PeakPhase::LossForward: return "loss forward";
    case PeakPhase::LmHeadBackward: return "LM-head backward";
    case PeakPhase::LayerBackward: return "last-layer backward";
    }
    return "";
}

/// Tokens whose logits a chunked cross-entropy holds at a time.
static constexpr double kLossChunk = 1024;

/// Logits and their companions, per element of T·V: bf16 logits 2, fp32 copy 4, eager log-softmax and its
/// gradient 8.
static double lossBytes(const Setup& s) {
    const double elements = s.T * s.V / s.tp;
    switch (s.loss) {
    case LossKernel::Unfused:
    case LossKernel::Jit: return 6 * elements + 16 * s.T / s.tp;
    case LossKernel::Eager: return 14 * elements;
    case LossKernel::Compiled: return 4 * elements;
    case LossKernel::Fused: return 2 * elements;
    case LossKernel::Chunked: return 6 * std::min(kLossChunk, s.T) * s.V / s.tp;
    }
    return 0;
}

static double layerBackward(const StageContext& c) {
    const Setup& s = *c.setup;
    if (c.moeLayers > 0 || (c.last && s.isMoe && s.mtpLayers > 0))
        return c.imbalance * s.k * s.T * (2 * s.h * s.etp / s.sp + 2 * s.up * s.fe / s.tp);
    return c.layers > 0 ? s.T * (2 * s.up * s.f / s.tp + 2 * s.h) : 0;
}

static double recomputedLayer(const StageContext& c) {
    const Setup& s = *c.setup;
    if (s.scenario->train->recompute.mode == Recompute::Mode::None) return 0;
    double largest = 0;
    const auto consider = [&](LayerKind kind) {
        largest = std::max(largest, savedLayer(s, kind, Keep::Everything, c.imbalance) -
                                        savedLayer(s, kind, Keep::AsChosen, c.imbalance));
    };
    if (c.layers > c.moeLayers) consider(LayerKind::Dense);
    if (c.moeLayers > 0) consider(LayerKind::Moe);
    return s.T * largest;
}

static Transients layerTransients(const StageContext& c) {
    Transients layer;
    layer.layerBackward = layerBackward(c);
    layer.recomputed = recomputedLayer(c);
    return layer;
}

static Transients headTransients(const StageContext& c) {
    Transients head;
    if (!c.last) return head;
    const Setup& s = *c.setup;
    head.phase = PeakPhase::LossForward;
    // Each multi-token-prediction depth keeps its own logits until its backward pass.
    head.loss = lossBytes(s) * (1 + static_cast<double>(s.mtpLayers));
    if (s.dummyGradients) { // the stack that hands the head's weight gradient over in a buffer of its own
        head.phase = PeakPhase::LmHeadBackward;
        head.lmHeadGradient = 2 * s.V * s.h / s.tp;
    }
    return head;
}

PhaseTransients phaseTransients(const StageContext& c) {
    const Transients head = headTransients(c), layer = layerTransients(c);
    return {head.loss + head.lmHeadGradient, layer.layerBackward + layer.recomputed};
}

Transients transients(const StageContext& c) {
    const PhaseTransients bytes = phaseTransients(c);
    return c.last && bytes.head >= bytes.layer ? headTransients(c) : layerTransients(c);
}

} // namespace moe
