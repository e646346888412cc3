#pragma once
// The parts evaluate() puts together; each is pure and has its own file and test.

#include "models/engine/evaluate.h"
#include "models/engine/shape/setup.h"

namespace moe {

/// Tokens one GPU brings to an MoE layer: a training micro-batch, a decode step or a prefill step
/// (evaluate.cpp).
double tokensPerGpu(const Setup& setup);

/// Parameter counts of the model (params.cpp). Checked against published totals.
ParamCounts paramCounts(const Setup& setup);

/// Parameters held by one GPU of pipeline stage `stage`.
struct StageParams {
    double dense =
        0; ///< P_dense: attention, dense MLP, shared experts over TP; norms and router replicated; embeddings
    double expert = 0; ///< P_expert
    Count layers = 0, moeLayers = 0;
    bool first = false, last = false;
};
StageParams stageParams(const Setup& setup, int stage);

/// Training FLOPs of one step over the whole cluster, both published conventions.
struct StepFlops {
    Flops causal;        ///< attention core halved
    Flops fullAttention; ///< Megatron-LM 2024
};
StepFlops stepFlops(const Setup& setup);

/// memory.cpp; needs scenario.train.
MemoryReport trainingMemory(const Setup& setup, const Catalog& catalog);

/// step_time.cpp; needs scenario.train.
TrainReport trainingStep(const Setup& setup);
/// What to be careful about: models smaller than those measured, FP8 on a GPU without it, unknown generation,
/// stages that wait for the slowest.
std::vector<Warning> trainingWarnings(const Setup& setup, const TrainReport& train);

/// network.cpp: all-to-all of one MoE layer for `tokens` tokens of a GPU, and the switch counts of the
/// fabric.
/// `received`: λ, tokens a GPU receives over the balanced share; 1 when serving, where only the placement
/// decides.
NetworkReport moeNetwork(const Setup& setup, double tokens, const PlacementReport* placement,
                         double received = 1);

/// serve.cpp
ServeReport serving(const Setup& setup, std::vector<Warning>& warnings);

/// What only some callers need and costs more than the rest: nodes per token; these and random placements.
enum class PlacementExtras { None, Traffic, All };
/// placement_scenario.cpp; needs scenario.moe. `tokens` per GPU and dispatch. Routing that is drawn is drawn
/// once for all layers; a table's layers are all placed.
PlacementReport expertPlacement(const Setup& setup, double tokens,
                                PlacementExtras extras = PlacementExtras::None);

/// loss_report.cpp; nullopt without a surface or without train.
std::optional<LossReport> lossReport(const Setup& setup, const ParamCounts& params, const Catalog& catalog,
                                     Detail detail, std::vector<Warning>& warnings);

} // namespace moe
