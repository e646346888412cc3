#pragma once
// The training step: operators → layer → stage → pipeline, plus gradient traffic and optimizer. parts.h holds
// the report; this is the same computation one level down, per pipeline stage.

#include "models/engine/operators.h"
#include "models/engine/parts.h"

#include <array>
#include <vector>

namespace moe {

/// Parts of a stage's GPU time, in the order of the first rows of timeTerms().
enum class StepPart {
    Gemm,
    Attention,
    Elementwise,
    ExpertGemm,
    Tensor,
    Context,
    AllToAll,
    Head,
    Recompute,
    Accumulation,
    SendReceive,
};
inline constexpr std::size_t kStepParts = 11;
using PartCosts = std::array<Cost, kStepParts>;

/// One layer, forward + backward, one micro-batch.
struct LayerTime {
    PartCosts parts;
    Seconds host, sync;
};

/// One pipeline stage, forward + backward, one micro-batch.
struct StageTime {
    PartCosts parts;
    Seconds gpu;                              ///< G: counted parts
    Seconds fsdp;                             ///< C: parameter and gradient traffic of FSDP
    Seconds busy;                             ///< G with what FSDP could not hide
    Seconds host, sync;                       ///< H and Σ t_s
    Seconds total;                            ///< t_stage
    double denseParams = 0, expertParams = 0; ///< matrices held by one GPU
};

/// What all stages share; each stage is then a weighted sum.
struct StepModel {
    const Setup* setup = nullptr;
    Rates rates;
    LayerTime dense, moe;
    Cost head;          ///< LM head and loss, forward + backward
    Cost mtpProjection; ///< of one multi-token-prediction layer
    Seconds sendReceive;
    double denseLayerParams = 0, moeLayerParams = 0, expertLayerParams = 0, embeddingParams = 0;
    std::vector<Count> layers; ///< per stage
};
StepModel stepModel(const Setup& setup);
/// Dense-first layers fill the first stages; MTP layers and the LM head sit on the last.
StageTime stageTime(const StepModel& model, int stage);

/// Pipeline and what follows it, s.
struct StepTime {
    StageTime worst;
    Seconds sum;      ///< Σ t_stage
    Seconds bubble;   ///< (Σ − max)/v
    Seconds pipeline; ///< m·max + bubble
    Seconds dp, dpExposed, optimizer;
    Seconds step;
    Seconds math; ///< FLOPs at the dense peak, mean over the stages, whole step
    Bytes bytes;  ///< device-memory traffic, likewise
};
StepTime stepTime(const StepModel& model, std::vector<Seconds>* stages = nullptr);

/// Throughput, utilisation and what a run takes: the report without its terms and stages.
TrainReport trainingTotals(const Setup& setup);

/// How far the step time is usually off: half the runs within `typical`, nine of ten within `ninety`.
struct StepAccuracy {
    double typical = 0, ninety = 0;
};
StepAccuracy stepAccuracy(const Setup& setup);

} // namespace moe
