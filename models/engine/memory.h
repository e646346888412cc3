#pragma once
// Pieces of the training-memory model shared by its table, its report and its suggestions.

#include "models/engine/layer_params.h"
#include "models/engine/terms.h"

#include <vector>

namespace moe {

/// The moments that may set the peak; the largest wins and only its tensors count.
enum class PeakPhase { LossForward, LmHeadBackward, LayerBackward };
const char* peakPhaseText(PeakPhase phase);

/// Bytes that live only in one phase, beyond static memory and saved activations.
struct Transients {
    double loss = 0;           ///< logits and what cross-entropy makes of them
    double lmHeadGradient = 0; ///< bf16 weight gradient of the LM head, before it is accumulated
    double layerBackward = 0;  ///< gradients of the last layer's MLP
    double recomputed = 0;     ///< one layer's recomputed tensors
    PeakPhase phase = PeakPhase::LayerBackward;
};
Transients transients(const StageContext& context);
/// The candidates one by one, bytes: loss and LM head (last stage only), backward of a layer.
struct PhaseTransients {
    double head = 0, layer = 0;
};
PhaseTransients phaseTransients(const StageContext& context);

/// Divisors of the ZeRO stage: states are split over DP·CP (dense) or the expert's replicas.
double denseShards(const Setup& setup);
double expertShards(const Setup& setup);

StageContext stageContext(const Setup& setup, const std::vector<Count>& chunks, int stage);

/// The totals of the heaviest stage, without keeping the terms of each.
struct MemorySummary {
    Bytes fixed, peak, reserved, device, capacity;
    int worst = 0;
    Fit fits = Fit::Yes;
};
MemorySummary memorySummary(const Setup& setup);

/// The whole report but the suggestions.
MemoryReport memoryWithoutSuggestions(const Setup& setup);

/// Smallest single changes that make the scenario fit, each verified by evaluating the changed scenario.
std::vector<MemorySuggestion> memorySuggestions(const Scenario& scenario, const Catalog& catalog);

} // namespace moe
