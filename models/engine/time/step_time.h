// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The training step: operators → layer → stage → pipeline, plus gradient traffic and optimizer.
// step_time_report.h holds the report; this is the same computation one level down, per pipeline stage.

#include "models/engine/cost/operators.h"
#include "models/engine/shape/flops.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_terms.h"

#include <array>
#include <vector>

namespace moe {

class SchedulePlans;

/// By StepPart, those of a stage.
using PartCosts = std::array<Cost, kStageParts>;

/// One layer, forward + backward, one micro-batch.
struct LayerTime {
    PartCosts parts;
    Cost all; ///< their sum
    Seconds host, sync;
    Seconds hidden;      ///< of the all-to-all, when the layer runs in a pair (hiddenExchange())
    Seconds hiddenAgain; ///< of what is recomputed of it
};

/// What one stage runs, layers by type of LayerPlan; MTP layers, counted under their type and again in `mtp`,
/// and the LM head sit on the last.
struct StageShape {
    std::array<double, kMostLayerTypes> of{};
    double mtp = 0;
    bool first = false, last = false;
    bool operator==(const StageShape&) const = default;
};

/// One pipeline stage, forward + backward, one micro-batch.
struct StageTime {
    StageShape shape;
    Cost all;                                 ///< sum of stageParts()
    Seconds gpu;                              ///< G: counted parts
    Seconds fsdp;                             ///< C: parameter and gradient traffic of FSDP
    Seconds busy;                             ///< G with what FSDP could not hide
    Seconds host, sync;                       ///< H and Σ t_s
    Seconds hidden;                           ///< all-to-all that a pair hides
    double paired = 0;                        ///< share of its passes in pairs
    Seconds layerSync;                        ///< `sync` outside of pairs
    Seconds total;                            ///< t_stage
    double denseParams = 0, expertParams = 0; ///< that learn, adapters among them, on one GPU
    double layerParams = 0;                   ///< of `denseParams`, those of layers
    double heldDense = 0, heldExpert = 0;     ///< matrices held by one GPU, learning or not
};

/// Forward and backward of everything in one layer, before recompute.
struct LayerOperators {
    Passes attentionLinears, core, mlp, routed, elementwise, tensor, context, allToAll, adapters, dequantised;
    double weightShare = 1; ///< 0 where products have no gradient of their weights
    Cost upForward;
    Cost unusedForward;  ///< what a compiler of the whole step does not compute again: nothing reads it
    Cost permuteForward; ///< of the elementwise traffic, what an MoE block recomputes

    Cost forward() const {
        return attentionLinears.forward + core.forward + mlp.forward + routed.forward + elementwise.forward +
               tensor.forward + context.forward + allToAll.forward + adapters.forward + dequantised.forward;
    }
};

/// One type of layer.
struct TypeTime {
    LayerOperators operators;
    LayerTime time;
    double denseParams = 0, expertParams = 0; ///< that learn, adapters among them, on one GPU
    double heldDense = 0, heldExpert = 0;     ///< matrices held by one GPU, learning or not
    Bytes offloaded;                          ///< activations to the host and back, one layer and micro-batch
};

/// What all stages share; each stage is then a weighted sum.
struct StepModel {
    const Setup* setup = nullptr;
    Rates rates;
    std::vector<TypeTime> types; ///< by type of LayerPlan
    StepFlops flops;
    Cost headProducts, headLoss;
    Cost head;          ///< LM head and loss, forward + backward
    Cost mtpProjection; ///< of one multi-token-prediction layer
    Seconds sendReceive;
    double paired = 0; ///< pairedShare()
    double embeddingParams = 0;
    std::vector<StageLayers> layers; ///< per stage
    SchedulePlans* plans = nullptr;  ///< of a caller who runs many steps
};
StepModel stepModel(const Setup& setup);

/// ratesOf() at the clock that the power limit leaves. Products of an H100 and an H200 that are given to
/// nothing else reach 0.84 to 0.87 of what they do in a fifth of the time (resources/runs/*-duty.csv). Plain
/// PyTorch on Hopper alone has it: shares of other stacks are fitted to whole steps, whose clock is in them.
Rates kernelRates(const Setup& setup);
/// What the power limit leaves of the rate of products and attention that take `share` of the time.
double clockAtPower(double share, const StepConstants& constants);

/// The same in parts, for searches: `readOperators` after TP, CP, EP, ETP or the micro-batch changed,
/// `readRecompute` after it or the recompute choice, `readPipeline` after PP, VPP, DP or the GPUs; rates and
/// FLOPs are the same for every layout, `layers` is the caller's. `readOperators` is kernels, which a GPU
/// runs alone, then what exchanges: another network leaves the former as they are.
void readOperators(StepModel& model);
void readKernels(StepModel& model);
void readExchanges(StepModel& model);
void readRecompute(StepModel& model);
void readPipeline(StepModel& model);

StageShape stageShape(const StepModel& model, int stage);
StageTime stageTime(const StepModel& model, const StageShape& shape);
StageTime stageTime(const StepModel& model, const StageShape& shape, double paired);
StageTime stageTime(const StepModel& model, int stage);
/// What of it hangs on the share of its passes in pairs.
struct StagePace {
    Seconds sync, gpu, busy, total;
};
StagePace stagePace(const StepModel& model, const StageTime& stage, double paired);
PartCosts stageParts(const StepModel& model, const StageTime& stage);
/// What a stage runs besides layers.
struct StageRest {
    Cost head, accumulation, sendReceive;
};
StageRest stageRest(const StepModel& model, const StageTime& stage);
/// Ranks that share gradients and what they have between them: of dense parameters and of experts.
struct GradientLinks {
    struct Ring {
        double ranks = 1;
        Bandwidth link;
    };
    Ring dense, expert;
};
GradientLinks gradientLinks(const StepModel& model);
/// Gradient traffic of a step and bytes the optimizer moves; both wait for the worst stage.
Seconds gradientTraffic(const StepModel& model, const StageTime& stage);
Seconds gradientTraffic(const StepModel& model, const StageTime& stage, const GradientLinks& links);
/// FSDP, one micro-batch: two gathers of bf16 weights, layer by layer; gradients each time, or once when they
/// accumulate unsharded.
Seconds shardedTraffic(const StepModel& model, const StageTime& stage);
/// Times the gradients of a step are reduced: with ZeRO-2 each micro-batch's, since no rank has room to add
/// them up (unless they accumulate unsharded); else once. step-time.md leaves ZeRO-2 open; this is how
/// DeepSpeed's stage 2 and torch's SHARD_GRAD_OP communicate.
double gradientRounds(const Setup& setup);
/// Bytes that Adam reads and writes per parameter of a shard: master weight, moments, gradient and weight;
/// Muon has one moment.
double adamBytes(const TrainSpec& train);
Bytes optimizerTraffic(const StepModel& model, const StageTime& stage);
/// What is left of the plain schedule's bubble with `vpp` chunks per stage: 1/VPP from PP micro-batches on
/// (Narayanan et al. 2021, arXiv 2104.04473, section 2.2), ((PP − m) + (m − 1)/VPP)/(PP − 1) with fewer,
/// since a stage then waits for its next chunk until the micro-batches have passed all others. One
/// micro-batch gains nothing.
double bubbleShare(const Setup& setup, double vpp);
/// Latency of one ring collective over `replicas` ranks, `perNode` of them in an NVLink domain: what NCCL's
/// own model (src/graph/tuning.cc, ring, LL128) adds up per hop. Zero inside a domain: the fitted constants
/// stem from FSDP runs of one node and contain it.
Seconds ringLatency(const StepConstants& constants, double replicas, double perNode);

/// Pipeline and what follows it, s.
struct StepTime {
    StageTime worst;
    int worstRank = 0; ///< of a simulated schedule
    Seconds sum;       ///< Σ t_stage
    Seconds bubble;    ///< (Σ − max)/v
    Seconds pipeline;  ///< m·max + bubble
    Seconds dp, dpExposed, optimizer;
    Seconds muon; ///< of the optimizer, the products of Muon
    Seconds step;
    Seconds math; ///< FLOPs at the dense peak, mean over the stages, whole step
    Bytes bytes;  ///< device-memory traffic, likewise
};
StepTime stepTime(const StepModel& model, std::vector<Seconds>* stages = nullptr);

/// Throughput and what a run takes.
struct StepTotals {
    double tokensPerSecond = 0, tokensPerSecondPerGpu = 0, modelTflopsPerGpu = 0, mfu = 0, bubbleFraction = 0;
    std::optional<double> gpuHours, days, usd, energyKwh; ///< need train.tokens (usd also a price)
};
StepTotals stepTotals(const StepModel& model, const StepTime& time);

/// How far the step time is usually off: half the runs within `typical`, nine of ten within `ninety`.
struct StepAccuracy {
    double typical = 0, ninety = 0;
    const char* runs = "";    ///< what it was measured on
    int count = 0;            ///< how many
    bool (*of)(const Setup&); ///< the setups it is said of; the first row that takes one counts
};
/// Measured on published runs that the constants were not fitted to: step times that `moe-explorer validate`
/// lists as left out, dense and MoE models on GPUs that the fit covers, and all on others.
const std::vector<StepAccuracy>& stepAccuracies();
const StepAccuracy& stepAccuracy(const Setup& setup);

} // namespace moe
