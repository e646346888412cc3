// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Training memory of every stage, and the pieces its table, its report and its suggestions share.

#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/shape/params.h"

#include <array>
#include <vector>

namespace moe {

/// Needs scenario.train.
MemoryReport trainingMemory(const Setup& setup, const Catalog& catalog);

/// The caching allocator's reserve over what is allocated (1.12–1.38 was measured) and CUDA context with
/// NCCL.
inline constexpr double kReserve = 1.10;
inline constexpr Bytes kDeviceContext = 3 * GiB;
/// As a scenario has them.
inline double reserveOf(const TrainSpec& train) {
    return train.memoryReserve.value_or(kReserve);
}
inline Bytes contextOf(const TrainSpec& train) {
    return train.contextGib ? *train.contextGib * GiB : kDeviceContext;
}

/// The moments that may set the peak; the largest wins and only its tensors count.
enum class PeakPhase { LossForward, LmHeadBackward, LayerBackward, Optimizer };
const char* peakPhaseText(PeakPhase phase);

/// Bytes that live only in one phase, beyond static memory and saved activations.
struct Transients {
    double loss = 0;           ///< logits and what cross-entropy makes of them
    double lmHeadGradient = 0; ///< bf16 weight gradient of the LM head, before it is accumulated
    double layerBackward = 0;  ///< gradients of the last layer's MLP
    double recomputed = 0;     ///< one layer's recomputed tensors
    double dequantised = 0;    ///< a frozen matrix in bf16, for its product
    PeakPhase phase = PeakPhase::LayerBackward;
};
Transients transients(const StageContext& context);
/// The candidates one by one, bytes: loss and LM head (last stage only), backward of a layer.
struct PhaseTransients {
    double head = 0, layer = 0;
};
PhaseTransients phaseTransients(const StageContext& context);

/// Pieces of the transients' formulas.
struct LogitBytes {
    double tokens = 0;   ///< T_v: tokens whose logits are held at a time
    double perLogit = 0; ///< c_v
    double perToken = 0; ///< c_x
};
LogitBytes logitBytes(const Setup& setup);
bool backwardRunsMoe(const StageContext& context);   ///< the last layer's backward is of an MoE layer
double recomputedBytes(const StageContext& context); ///< per token, of the larger kind of layer

/// Bytes of one weight, and of the optimizer's state of one parameter.
double weightBytes(const Setup& setup);
double optimizerBytes(const TrainSpec& train);
/// Gradients are there from the backward pass to the end of the optimizer step alone: plain PyTorch sets them
/// to none (Optimizer.zero_grad), and no micro-batch adds to those of another.
bool freesGradients(const Setup& setup);
/// Such gradients at the end of the backward pass, and with their fp32 copies while the optimizer steps.
std::array<Bytes, 2> stepGradients(const StageContext& context);
/// Bytes of the latter beyond what activations and transients leave.
double stepGradientsBeyond(const StageContext& context);
/// cuBLAS and Transformer Engine workspaces: 28 MiB on A100, 100 MiB on Hopper and later (an estimate).
Bytes frameworkBytes(const Setup& setup);
/// Parameters of the layer that is largest when gathered, on one GPU; none below ZeRO-3.
struct GatheredLayer {
    double dense = 0, expert = 0;
};
GatheredLayer largestGathered(const StageContext& context);
/// Bytes of a gathered weight: frozen ones come as they are kept.
double gatheredBytes(const Setup& setup);
/// Values of the distinct weight shapes that get a dummy gradient: split over TP, and over ETP.
struct DummyShapes {
    double tensor = 0, expert = 0;
};
DummyShapes dummyShapes(const StageContext& context);

/// Divisors of the ZeRO stage: states are split over DP·CP (dense) or the expert's replicas.
double denseShards(const Setup& setup);
double expertShards(const Setup& setup);

/// `shared` outlives the context.
StageContext stageContext(const Setup& setup, const std::vector<StageLayers>& stages, int stage,
                          const SharedTerms* shared = nullptr);
/// Micro-batches whose activations stage `stage` holds; never more for a later stage.
double microBatchesInFlight(const Setup& setup, int stage);

/// The totals of the heaviest stage, without keeping the terms of each.
struct MemorySummary {
    Bytes fixed, peak, reserved, device, capacity;
    int worst = 0;
    Fit fits = Fit::Yes;
};
MemorySummary memorySummary(const Setup& setup);
MemorySummary memorySummary(const Setup& setup, const std::vector<StageLayers>& stages);
/// The same from a peak and what of it is static, known otherwise.
MemorySummary memorySummary(const Setup& setup, Bytes fixed, Bytes peak);
/// Static bytes of a stage: parameters, gradients, optimizer, framework.
bool isStatic(MemoryGroup group);

/// The whole report but the suggestions.
MemoryReport memoryWithoutSuggestions(const Setup& setup);

/// Smallest single changes that make the scenario fit, each verified by evaluating the changed scenario.
std::vector<MemorySuggestion> memorySuggestions(const Scenario& scenario, const Catalog& catalog);

} // namespace moe
