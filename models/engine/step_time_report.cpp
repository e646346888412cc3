// The report of a training step: its parts as rows, throughput, utilisation and what a run of D tokens takes.

#include "models/engine/step_time.h"
#include "models/engine/step_time_constants.h"
#include "models/engine/terms.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace moe {
namespace {

constexpr const char* kSource =
    "Step-time model fitted on 29 public runs (Megatron-LM, torchtitan, NeMo, 2022–2025)";
constexpr const char* kEfficiencies = "Operator counts; efficiencies fitted on public runs";

} // namespace

/// Exposed time: the stage is √(G² + H²), homogeneous of degree one, so a part x of G owns x·G/√(G² + H²) of
/// it and the host H²/√(G² + H²). Each is what the step would gain per per cent that the part gets faster,
/// and they sum.
const std::vector<TimeTermRow>& timeTerms() {
    static const std::vector<TimeTermRow> rows = {
        {"gemm", "Dense GEMMs",
         "x·m·t_p; t_p = Σ ((2·M·N·K/(P_l·e_l·σ))^4 + ((w·(M + N)·K + 2·M·N)/B)^4)^(1/4); "
         "σ = 1/((1 + K_0/M)·(1 + K_0/N)·(1 + K_0/K))",
         kEfficiencies},
        {"attention", "Attention core",
         "x·m·t_p; t_p = Σ (1 + 2.5·det/a_b)·t_f; t_f = 2·T·s/2·κ·(1 + 256/s)/(P·a·δ)", kEfficiencies},
        {"memory_bound", "Norms, activations, permutes",
         "x·m·t_p; t_p = 3·Σ eager·X/B; X = 20·h·T/SP + 4·(q + kv)·T/TP + 2·(u + 1)·f·T/TP + 8·h·k·T_r·λ + "
         "6·fe/ETP·R_e + 24·E·T_r",
         "Operator counts"},
        {"expert_gemm", "Expert GEMMs",
         "x·m·t_p; t_p = 3·Σ ((2·R_e·W_e/(P_l·e_l·r_g·n_r/(n_r + n_0)))^4 + (Y/B)^4)^(1/4); "
         "Y = E/EP·W_e·w + 2·R_e·(2·h + (u + 1)·fe/ETP)",
         kEfficiencies},
        {"tp", "Tensor-parallel collectives", "x·m·t_p; t_p = Σ (2·(2·T·h + M_0)·(TP − 1)/(TP·link) + 2·lat)",
         kSource},
        {"cp", "Context-parallel exchange", "x·m·t_p; t_p = 3·Σ 4·T·kv/TP·(CP − 1)/link", kSource},
        {"alltoall", "Dispatch + combine", "x·m·t_p; t_p = Σ (λ·max(X_net/W_a, X_nvl/N_a) + lat_a)", kSource},
        {"head", "LM head + loss", "x·m·t_p; t_p = (1 + L_mtp)·(t_g + t_v + c_l·T·V/(TP_v·B))",
         "Operator counts"},
        {"recompute", "Recompute", "x·m·t_p; t_p = Σ t_f", "Operator counts"},
        {"grad_accumulation", "Gradient accumulation", "x·m·t_p; t_p = Q·(2·b_g + b_u)/B", "Operator counts"},
        {"pipeline", "Pipeline send/receive", "x·m·t_p; t_p = turns·(4·T·h/(SP·link) + 2·lat)", kSource},
        {"host", "Host (kernel launch)", "x·m·(H + t_s)", kSource},
        {"bubble", "Pipeline bubble", "r_b·(t_sum − t_max)", "Narayanan et al., arXiv 2104.04473"},
        {"dp", "Data-parallel traffic",
         "x·(t_dp + m·C); t_dp = Σ Q·(m_r·b_g + 2)·(Z − 1)/(Z·link); x·t_dp = max(ω_dp·t_dp, t_dp − "
         "r_dp·m_r·t_max); "
         "C = Σ (Q·(4 + b_g)·(Z − 1)/(Z·link) + 3·lat_r)",
         kSource},
        {"optimizer", "Optimizer", "X_o/B; X_o = 30·Q_d/Z_d + 30·Q_e/Z_e + (b_g + 2)/2·(Q_d + Q_e)",
         "Operator counts"},
        {"constant", "Per iteration", "t_it", kSource},
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
    report.days = totals.days;
    report.gpuHours = totals.gpuHours;
    report.energyKwh = totals.energyKwh;
    report.usd = totals.usd;
    report.gpuUtilisation = time.math / time.step;
    report.bandwidthUtilisation = time.bytes / time.step / setup.gpu.hbm;
    const StepAccuracy accuracy = stepAccuracy(setup);
    report.typicalError = accuracy.typical;
    report.ninetyError = accuracy.ninety;
}

} // namespace

StepTotals stepTotals(const StepModel& model, const StepTime& time) {
    const Setup& setup = *model.setup;
    const TrainSpec& train = *setup.scenario->train;
    StepTotals totals;
    totals.tokensPerSecond = static_cast<double>(train.globalBatch) * setup.s / time.step.base;
    totals.tokensPerSecondPerGpu = totals.tokensPerSecond / setup.gpus;
    const Throughput achieved = model.flops.causal / (setup.gpus * time.step);
    totals.modelTflopsPerGpu = achieved / Tflops;
    totals.mfu = achieved / model.rates.linearPeak;
    totals.bubbleFraction = time.bubble / (setup.microBatches * time.worst.total);
    if (train.tokens > 0) {
        const double seconds = train.tokens / totals.tokensPerSecond;
        totals.days = seconds / 86400;
        totals.gpuHours = seconds / 3600 * setup.gpus;
        totals.energyKwh = *totals.gpuHours * setup.gpu.powerW / 1000;
        if (setup.scenario->price.gpuHourUsd > 0)
            totals.usd = *totals.gpuHours * setup.scenario->price.gpuHourUsd;
    }
    return totals;
}

TrainReport trainingStep(const Setup& setup) {
    const StepModel model = stepModel(setup);
    TrainReport report;
    report.stages.reserve(model.layers.size());
    const StepTime time = stepTime(model, &report.stages);
    const StageTime& worst = time.worst;
    const double m = setup.microBatches;

    // FSDP: the smaller of computation and traffic counts only with its unhidden share.
    const bool trafficBound = worst.fsdp > worst.gpu;
    const double hiddenShare = 1 - step::kFsdpOverlap;
    const Seconds blend = worst.total - worst.sync;
    const double gpuShare = blend.base > 0 ? worst.busy / blend : 0;
    const double partShare = gpuShare * (trafficBound ? hiddenShare : 1);
    const double trafficShare = gpuShare * (trafficBound ? 1 : hiddenShare);

    report.terms.reserve(timeTerms().size());
    for (const Cost& part : stageParts(model, worst))
        report.terms.push_back({m * part.time, m * partShare * part.counted});
    const Seconds hostExposed = blend.base > 0 ? worst.host / blend * worst.host : Seconds{};
    report.terms.push_back({m * (worst.host + worst.sync), m * (hostExposed + worst.sync)});
    report.terms.push_back({time.bubble, time.bubble});
    report.terms.push_back({time.dp + m * worst.fsdp, time.dpExposed + m * trafficShare * worst.fsdp});
    report.terms.push_back({time.optimizer, time.optimizer});
    report.terms.push_back({step::kPerIteration, step::kPerIteration, Origin::Fitted});

    addTotals(report, model, time);
    return report;
}

StepAccuracy stepAccuracy(const Setup& setup) {
    if (!isKnownGpu(setup.gpu)) return {0.25, 0.25};
    return setup.isMoe ? StepAccuracy{0.10, 0.25} : StepAccuracy{0.10, 0.20};
}

namespace {

constexpr double kUneven = 1.15; ///< a stage this many times the mean sets the pipeline's pace

/// A pipeline runs at its slowest stage's pace, mostly the one that holds the LM heads.
void warnUneven(const std::vector<Seconds>& stages, std::vector<Warning>& warnings) {
    if (stages.size() < 2) return;
    const auto slowest =
        std::max_element(stages.begin(), stages.end(), [](Seconds a, Seconds b) { return a < b; });
    Seconds sum;
    for (Seconds stage : stages) sum += stage;
    const double share = *slowest * static_cast<double>(stages.size()) / sum;
    if (share < kUneven) return;
    warnings.push_back(
        {"time-uneven-stages", "Pipeline stage " + std::to_string(slowest - stages.begin()) + " takes " +
                                   std::to_string(std::lround((share - 1) * 100)) +
                                   " % longer than the mean of the stages, and the others wait for it."});
}

} // namespace

std::vector<Warning> trainingWarnings(const Setup& setup, const TrainReport& train) {
    std::vector<Warning> warnings;
    if (setup.h <= 1024) {
        warnings.push_back(
            {"time-small-model", "Hidden size " + std::to_string(static_cast<Count>(setup.h)) +
                                     " is below what the step time was fitted on: launches and "
                                     "synchronisation dominate, expect 30–75 % more than shown."});
    } else if (setup.isMoe && setup.layers > setup.denseLayers) {
        const auto rows = static_cast<Count>(routedRows(setup).perExpert);
        if (rows < 256) {
            warnings.push_back(
                {"time-few-rows", "Only " + std::to_string(rows) +
                                      " rows reach an expert per micro-batch; below about 256 "
                                      "small dropless MoE runs are 30–75 % slower than shown."});
        }
    }
    if (setup.scenario->precision.compute == DataType::Fp8 && setup.gpu.fp8.base <= 0)
        warnings.push_back({"time-no-fp8", setup.gpu.label + " has no FP8: bf16 is used for the step time."});
    if (!isKnownGpu(setup.gpu) && setup.gpu.mfu <= 0)
        warnings.push_back(
            {"time-unknown-gpu", "No step was measured on " + setup.gpu.label +
                                     ": its generation's default efficiencies are used, ±25 %."});
    if (layerGroups(*setup.scenario) > 1)
        warnings.push_back({"time-layer-groups",
                            "Each MoE layer has its own GPUs: the step is timed as if layers "
                            "ran one after another, most groups idle, without a pipeline "
                            "between the groups."});
    warnUneven(train.stages, warnings);
    return warnings;
}

} // namespace moe
