// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a training step: its parts as rows, throughput, utilisation and what a run of D tokens takes.

#include "models/engine/time/step_time_report.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/routing/layer_loads.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/shape/gpu_power.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/host_time.h"
#include "models/engine/time/simulated_step.h"
#include "models/engine/time/step_time.h"
#include "models/engine/time/unmodelled.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr const char* kSource =
    "Step-time model fitted on 29 public runs (Megatron-LM, torchtitan, NeMo, 2022–2025)";
constexpr const char* kEfficiencies = "Operator counts; efficiencies fitted on public runs";

} // namespace

struct StepContext {
    const StepTime& time;
    Seconds perIteration;
    PartCosts parts; ///< of the worst stage, one micro-batch
    double microBatches = 1;
    double partShare = 0, trafficShare = 0; ///< of the counted time of a part and of FSDP's traffic, exposed
    Seconds hostExposed;
};

namespace {

/// FSDP: the smaller of computation and traffic counts only with its unhidden share.
StepContext stepContext(const StepModel& model, const StepTime& time, const PartCosts& parts) {
    const StageTime& worst = time.worst;
    const StepConstants& constants = constantsOf(*model.setup);
    StepContext context{time, perIteration(*model.setup), parts, model.setup->microBatches, 0, 0, {}};
    const bool trafficBound = worst.fsdp > worst.gpu;
    const double hiddenShare = 1 - constants.fsdpOverlap;
    const Seconds blend = worst.total - worst.sync;
    const double gpuShare = blend.base > 0 ? worst.busy / blend : 0;
    context.partShare = gpuShare * (trafficBound ? hiddenShare : 1);
    context.trafficShare = gpuShare * (trafficBound ? 1 : hiddenShare);
    context.hostExposed = blend.base > 0 ? worst.host / blend * worst.host : Seconds{};
    return context;
}

template <StepPart part> TimeTerm ofStage(const StepContext& c) {
    static_assert(isOfStage(part));
    const Cost& cost = c.parts[static_cast<std::size_t>(part)];
    return {c.microBatches * cost.time, c.microBatches * c.partShare * cost.counted};
}
TimeTerm hostTime(const StepContext& c) {
    const StageTime& worst = c.time.worst;
    return {c.microBatches * (worst.host + worst.sync), c.microBatches * (c.hostExposed + worst.sync)};
}
TimeTerm bubbleTime(const StepContext& c) {
    return {c.time.bubble, c.time.bubble};
}
TimeTerm dataTime(const StepContext& c) {
    const Seconds fsdp = c.time.worst.fsdp;
    return {c.time.dp + c.microBatches * fsdp, c.time.dpExposed + c.microBatches * c.trafficShare * fsdp};
}
TimeTerm optimizerTime(const StepContext& c) {
    return {c.time.optimizer, c.time.optimizer};
}
TimeTerm constantTime(const StepContext& c) {
    return {c.perIteration, c.perIteration, Origin::Fitted};
}

double contextRanks(const Setup& s) {
    return s.tp * s.cp;
}
double pipelineRanks(const Setup& s) {
    return s.gpus;
}
double dataRanks(const Setup& s) {
    return s.tp * s.dp * s.cp;
}

} // namespace

/// Exposed time: the stage is √(G² + H²), homogeneous of degree one, so a part x of G owns x·G/√(G² + H²) of
/// it and the host H²/√(G² + H²). Each is what the step would gain per per cent that the part gets faster,
/// and they sum.
const std::vector<StepTermRow>& timeTerms() {
    using G = TimeGroup;
    using P = StepPart;
    static const std::vector<StepTermRow> rows = {
        {{"gemm", "Dense GEMMs", G::Compute,
          "x·m·t_p; t_p = Σ ((2·M·N·K/(P_l·e_l·σ))^4 + ((w·(M + N)·K + 2·M·N)/B)^4)^(1/4); "
          "σ = 1/((1 + K_0/M)·(1 + K_0/N)·(1 + K_0/K))",
          kEfficiencies},
         P::Gemm,
         ofStage<P::Gemm>},
        {{"attention", "Attention core", G::Compute,
          "x·m·t_p; t_p = Σ (1/δ_f + 2.5·det/a_b)·t_f; t_f = 2·T·s/2·κ·(1 + 256/s)/(P·a·δ)", kEfficiencies},
         P::Attention,
         ofStage<P::Attention>,
         nullptr,
         "Unfused attention runs batched products at 0.6 of the GEMM efficiency instead, "
         "with its scores through memory; a sliding window shortens s/2."},
        {{"memory_bound", "Norms, activations, permutes", G::Compute,
          "x·m·t_p; t_p = Σ (3·eager·X/B_e + n_k·t_k); X = 20·h·T/SP + 4·(q + kv)·T/TP + 2·(u + 1)·f·T/TP + "
          "8·h_e·k·T_r·λ "
          "+ "
          "6·fe/ETP·R_e + 24·E·T_r",
          "Operator counts"},
         P::Elementwise,
         ofStage<P::Elementwise>,
         nullptr,
         "MLA and dropout have their own byte counts in X; a layer counts the "
         "terms of its own kind. Casts to FP8 stream at the bandwidth of products."},
        {{"expert_gemm", "Expert GEMMs", G::Compute,
          "x·m·t_p; t_p = 3·Σ ((2·R_e·W_e/(P_l·e_l·r_g·n_r/(n_r + n_0)))^4 + (Y/B)^4)^(1/4); "
          "Y = E/EP·W_e·w + 2·R_e·(2·h_e + (u + 1)·fe/ETP)",
          kEfficiencies},
         P::ExpertGemm,
         ofStage<P::ExpertGemm>},
        {{"tp", "Tensor-parallel collectives", G::Communication,
          "x·m·t_p; t_p = Σ (2·(2·T·h + M_0)·(TP − 1)/(TP·link) + 2·lat)", kSource},
         P::Tensor,
         ofStage<P::Tensor>},
        {{"cp", "Context-parallel exchange", G::Communication, "x·m·t_p; t_p = 3·Σ 4·T·kv/TP·(CP − 1)/link",
          kSource},
         P::Context,
         ofStage<P::Context>,
         contextRanks,
         "The ring hides behind 0.8 of the attention core; the all-to-all form moves "
         "2·T·(2q + 2kv)/TP·(CP − 1)/CP each way, exposed."},
        {{"alltoall", "Dispatch + combine", G::Communication,
          "x·m·t_p; t_p = Σ (λ·max(X_net/W_a, X_nvl/N_a) + lat_a)", kSource},
         P::AllToAll,
         ofStage<P::AllToAll>,
         nullptr,
         "Sums over the MoE layers of the stage: dispatch and combine, forward and backward. Overlapped, the "
         "forward pass of one micro-batch runs beside the backward pass of another: a pair takes "
         "max(C + s_d·A, A) + δ_d·A, C their computation, A their exchanges."},
        {{"head", "LM head + loss", G::Compute,
          "x·m·t_p; t_p = (1 + L_mtp)·(c_h·t_g + t_v + c_l·T·V/(TP_v·B))", "Operator counts"},
         P::Head,
         ofStage<P::Head>},
        {{"recompute", "Recompute", G::Compute, "x·m·t_p; t_p = Σ t_f", "Operator counts"},
         P::Recompute,
         ofStage<P::Recompute>},
        {{"adapters", "Adapters", G::Compute, "x·m·t_p; t_p = Σ (t_lora + X_lora/B_e + 2·lat)",
          "Operator counts"},
         P::Adapters,
         ofStage<P::Adapters>,
         nullptr,
         "Two products beside each adapted one, whose small rank leaves them to memory and launches; what "
         "they "
         "give is scaled and added in kernels of its own; over TP an exchange of r values a token."},
        {{"dequantise", "Dequantisation", G::Compute, "x·m·t_p; t_p = Σ n_q·(b_z + 2)·W_q/B_e",
          "arXiv 2305.14314, storage and compute types"},
         P::Dequantise,
         ofStage<P::Dequantise>,
         nullptr,
         "Frozen matrices kept narrow are read and written in bf16 before every pass, forward and backward."},
        {{"grad_accumulation", "Gradient accumulation", G::Compute, "x·m·t_p; t_p = r_w·Q·(2·b_g + b_u)/B",
          "Operator counts"},
         P::Accumulation,
         ofStage<P::Accumulation>},
        {{"pipeline", "Pipeline send/receive", G::Communication,
          "x·m·t_p; t_p = turns·(4·T·h_p/(SP·link) + 2·lat)", kSource},
         P::SendReceive,
         ofStage<P::SendReceive>,
         pipelineRanks},
        {{"host", "Host (kernel launch)", G::Host, "x·m·(H + t_s)", kSource}, P::Host, hostTime},
        {{"bubble", "Pipeline bubble", G::Bubble, "r_b·(t_sum − t_max)",
          "Narayanan et al., arXiv 2104.04473"},
         P::Bubble,
         bubbleTime},
        {{"dp", "Data-parallel traffic", G::Communication,
          "x·(t_dp + m·C); t_dp = Σ Q·(m_r·b_r + 2)·(Z − 1)/(Z·link); x·t_dp = c_d·max(ω_dp·t_dp, t_dp − "
          "r_dp·m_r·t_max); "
          "C = max(Σ ((2·min(2, b_v)·Q_h + b_r·Q)·(Z − 1)/(Z·link) + 3·lat_r), X_h/W_h)",
          kSource},
         P::Data,
         dataTime,
         dataRanks},
        {{"optimizer", "Optimizer", G::Optimizer,
          "X_o/B + t_n; X_o = b_a·Q_d/Z_d + b_a·Q_e/Z_e + (b_g + 2)/2·(Q_d + Q_e)", "Operator counts"},
         P::Optimizer,
         optimizerTime},
        {{"constant", "Per iteration", G::Host, "t_it", kSource}, P::Constant, constantTime},
    };
    return rows;
}

namespace {

void addTotals(TrainReport& report, const StepModel& model, const StepTime& time) {
    const Setup& setup = *model.setup;
    const StepTotals totals = stepTotals(model, time);
    report.step = time.step;
    report.microBatches = setup.microBatches;
    report.tokensPerSecond = totals.tokensPerSecond;
    report.tokensPerSecondPerGpu = totals.tokensPerSecondPerGpu;
    report.modelTflopsPerGpu = totals.modelTflopsPerGpu;
    report.modelTflopsPerGpuFullAttention = model.flops.fullAttention / (setup.gpus * time.step) / Tflops;
    report.mfu = totals.mfu;
    report.bubbleFraction = totals.bubbleFraction;
    report.makespan = time.pipeline;
    report.exposedData = time.dpExposed;
    report.days = totals.days;
    report.gpuHours = totals.gpuHours;
    report.energyKwh = totals.energyKwh;
    report.usd = totals.usd;
    report.gpuUtilisation = time.math / time.step;
    // Sums of gradients that hide behind products may be more than those last, where experts get no token.
    report.bandwidthUtilisation = std::min(1.0, time.bytes / time.step / setup.gpu.hbm);
    const bool unmodelled = unmodelledSoftware(setup, time.step) != nullptr;
    const StepAccuracy& accuracy = unmodelled ? stepAccuracies().front() : stepAccuracy(setup);
    report.typicalError = accuracy.typical;
    report.ninetyError = accuracy.ninety;
}

/// What each stage waits for and holds. Where the step has a closed form a shortened run is near enough.
void addPipeline(TrainReport& report, const StepModel& model) {
    constexpr double kMostOps = 2e4;
    report.pipeline = pipelineWork(model);
    const PipelineRun run =
        isSimulated(*model.setup) ? simulateLong(report.pipeline) : simulateLong(report.pipeline, kMostOps);
    const ScheduleRow& row = scheduleRow(report.pipeline.kind);
    for (int rank = 0; rank < static_cast<int>(run.ranks.size()); ++rank) {
        const RankUse& use = run.ranks[static_cast<std::size_t>(rank)];
        report.ownIdle.push_back(std::max(Seconds{}, use.ownIdle()));
        report.peakInFlight.push_back(row.places == ChunkPlaces::Loop && row.peakUnits
                                          ? row.peakUnits(report.pipeline.shape, rank)
                                          : use.peak);
    }
}

/// Tokens that a capacity drops are no work of the experts.
Flops doneFlops(const StepModel& model) {
    const Setup& s = *model.setup;
    const double capacity = expertCapacity(s);
    if (capacity <= 0) return model.flops.causal;
    const double dropped = droppedShare(s.layerLoads ? *s.layerLoads : LayerLoads{}, capacity);
    const double tokens = static_cast<double>(s.scenario->train->globalBatch) * s.s;
    const double experts = 6 * tokens * static_cast<double>(s.moeLayers) * s.k * (s.up + 1) * s.latent * s.fe;
    return model.flops.causal - dropped * Flops{experts};
}

} // namespace

StepTotals stepTotals(const StepModel& model, const StepTime& time) {
    const Setup& setup = *model.setup;
    const TrainSpec& train = *setup.scenario->train;
    StepTotals totals;
    totals.tokensPerSecond = static_cast<double>(train.globalBatch) * setup.s / time.step.base;
    totals.tokensPerSecondPerGpu = totals.tokensPerSecond / setup.gpus;
    const Throughput achieved = doneFlops(model) / (setup.gpus * time.step);
    totals.modelTflopsPerGpu = achieved / Tflops;
    totals.mfu = achieved / model.rates.linearPeak;
    totals.bubbleFraction = time.bubble / time.pipeline;
    if (train.tokens > 0) {
        const double seconds = train.tokens / totals.tokensPerSecond;
        totals.days = seconds / 86400;
        totals.gpuHours = seconds / 3600 * setup.gpus;
        totals.energyKwh = *totals.gpuHours * gpuPower(setup).full / 1000;
        if (setup.scenario->price.gpuHourUsd > 0)
            totals.usd = *totals.gpuHours * rentPerGpuHour(*setup.scenario);
    }
    return totals;
}

TrainReport trainingStep(const Setup& setup) {
    const StepModel model = stepModel(setup);
    TrainReport report;
    report.stages.reserve(model.layers.size());
    const StepTime time = stepTime(model, &report.stages);
    const StepContext context = stepContext(model, time, worstParts(model, time));
    report.terms.reserve(timeTerms().size());
    for (const StepTermRow& row : timeTerms()) report.terms.push_back(row.time(context));
    addTotals(report, model, time);
    addPipeline(report, model);
    return report;
}

TrainReport layerPasses(const Setup& setup, double count) {
    StepModel model = stepModel(setup);
    model.sendReceive = {};
    std::array<Count, kMostLayerTypes> each{};
    for (const std::uint8_t type : setup.plan->of) ++each[type];
    StageShape shape;
    shape.of[static_cast<std::size_t>(std::max_element(each.begin(), each.end()) - each.begin())] = count;
    StepTime time;
    time.worst = stageTime(model, shape, model.paired > 0 ? 1 : 0);
    time.step = time.worst.total;
    StepContext context = stepContext(model, time, stageParts(model, time.worst));
    context.microBatches = 1;
    context.perIteration = {};
    TrainReport report;
    report.step = time.step;
    report.microBatches = 1;
    for (const StepTermRow& row : timeTerms()) report.terms.push_back(row.time(context));
    return report;
}

double attentionPasses(const Setup& setup) {
    const StepModel model = stepModel(setup);
    const StepTime time = stepTime(model);
    const auto layers = worstLayers(model, time);
    double passes = 0;
    for (std::size_t i = 0; i < setup.plan->types.size(); ++i)
        if (attends(setup.plan->types[i].mixer)) passes += setup.microBatches * layers[i];
    return passes;
}

const std::vector<StepAccuracy>& stepAccuracies() {
    static const std::vector<StepAccuracy> rows = {
        // One promise, a prior: nothing says how far half of such runs are off.
        {0.30, 0.30, "software that is not modelled", 0,
         [](const Setup& s) { return unmodelledSoftware(s, {}) != nullptr; }},
        {0.03, 0.08, "plain PyTorch on one H100 or H200", 16,
         [](const Setup& s) {
             return s.scenario->train && s.scenario->train->stack == Stack::PyTorch && s.gpus <= 1 &&
                    s.gpu.generation == Generation::Hopper && isKnownGpu(s.gpu);
         }},
        // Nothing of it was measured. So far off was the first other GPU, the H100, by rules of the H200's
        // steps.
        {0.10, 0.20, "plain PyTorch on other GPUs, or several", 0,
         [](const Setup& s) { return s.scenario->train && s.scenario->train->stack == Stack::PyTorch; }},
        {0.03, 0.09, "dense models on GPUs that the fit covers", 160,
         [](const Setup& s) { return isKnownGpu(s.gpu) && !s.isMoe; }},
        {0.12, 0.15, "MoE models on GPUs that the fit covers", 5,
         [](const Setup& s) { return isKnownGpu(s.gpu) && s.isMoe; }},
        {0.05, 0.12, "GPUs that the fit does not cover", 38, [](const Setup&) { return true; }},
    };
    return rows;
}

const StepAccuracy& stepAccuracy(const Setup& setup) {
    const auto& rows = stepAccuracies();
    return *std::find_if(rows.begin(), rows.end() - 1,
                         [&](const StepAccuracy& row) { return row.of(setup); });
}

} // namespace moe
