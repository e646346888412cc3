// The report of a training step: its parts as rows, throughput, utilisation and what a run of D tokens takes.

#include "models/engine/step_time.h"
#include "models/engine/step_time_constants.h"
#include "models/engine/terms.h"

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
         "m·Σ t(M,N,K), t⁴ = (2MNK/(P·e·σ))⁴ + (bytes/B)⁴; σ = Π 1/(1 + 140/dimension); exposed × G/√(G²+H²)",
         kEfficiencies},
        {"attention", "Attention core",
         "m·F_c·(1 + 256/s)/(P·a·δ), backward 2.5/0.85 of it; F_c = 2T·s/2·κ; exposed × G/√(G²+H²)",
         kEfficiencies},
        {"memory_bound", "Norms, activations, permutes",
         "m·bytes·[eager]/B; 20hT/S + 4(q+kv)T/TP + activations + routing + casts; exposed × G/√(G²+H²)",
         "Operator counts"},
        {"expert_gemm", "Expert GEMMs",
         "m·[(2R_e·W_e/(P·e·n/(n+200)))⁴ + (bytes/B)⁴]^¼, backward 2×; n rows per local expert; exposed × "
         "G/√(G²+H²)",
         kEfficiencies},
        {"tp", "Tensor-parallel collectives",
         "m·[2(2Th + 13.5 MB)(TP−1)/(TP·N) + 24 µs] per pair; with overlap half is exposed; × G/√(G²+H²)",
         kSource},
        {"cp", "Context-parallel exchange",
         "ring: m·4T·kv/TP·(CP−1)/link behind 0.8 of the attention core; all-to-all: exposed; × G/√(G²+H²)",
         kSource},
        {"alltoall", "Dispatch + combine",
         "m·4·(max(net/(NIC·0.69), nvl/(NVLink·0.69))·λ + 30 µs); 0.38 exposed with overlap; × G/√(G²+H²)",
         kSource},
        {"head", "LM head + loss",
         "m·(GEMM(T,V/TP,h) + bytes per logit·T·V/(TP·B))·(1 + MTP); exposed × G/√(G²+H²)",
         "Operator counts"},
        {"recompute", "Recompute", "m·forward time of what is recomputed; exposed × G/√(G²+H²)",
         "Operator counts"},
        {"grad_accumulation", "Gradient accumulation", "m·Q(2b_g [+ 6 unfused])/B; exposed × G/√(G²+H²)",
         "Operator counts"},
        {"pipeline", "Pipeline send/receive",
         "m·(4Th/(S·link) + 24 µs)·(v/2 when interleaved); exposed × G/√(G²+H²)", kSource},
        {"host", "Host (kernel launch)",
         "m·(H + t_s); H = 1.4 ms per dense and 4.2 ms per MoE layer, 0.59 with graphs; exposed "
         "m·(H²/√(G²+H²) + t_s)",
         kSource},
        {"bubble", "Pipeline bubble", "(Σ t_stage − max t_stage)/v", "Narayanan et al., arXiv 2104.04473"},
        {"dp", "Data-parallel traffic",
         "Q(b_g+2)(Z−1)/Z/link, exposed max(0.3 t, t − 0.6 t_stage); FSDP: m·C, exposed 0.26 of the smaller "
         "of G, C",
         kSource},
        {"optimizer", "Optimizer", "[30·Q_d/Z_d + 30·Q_e/Z_e + (b_g+2)/2·Q]/B", "Operator counts"},
        {"constant", "Per iteration", "17 ms", kSource},
    };
    return rows;
}

namespace {

void addTotals(TrainReport& report, const StepModel& model, const StepTime& time) {
    const Setup& setup = *model.setup;
    const TrainSpec& train = *setup.scenario->train;
    const double m = setup.microBatches;
    report.step = time.step;
    report.microBatches = m;
    const double tokens = static_cast<double>(train.globalBatch) * setup.s;
    report.tokensPerSecond = tokens / time.step.base;
    report.tokensPerSecondPerGpu = report.tokensPerSecond / setup.gpus;
    const StepFlops flops = stepFlops(setup);
    const Throughput achieved = flops.causal / (setup.gpus * time.step);
    report.modelTflopsPerGpu = achieved / Tflops;
    report.modelTflopsPerGpuFullAttention = flops.fullAttention / (setup.gpus * time.step) / Tflops;
    report.mfu = achieved / model.rates.linearPeak;
    report.bubbleFraction = time.bubble / (m * time.worst.total);
    report.gpuUtilisation = time.math / time.step;
    report.bandwidthUtilisation = time.bytes / time.step / setup.gpu.hbm;
    const StepAccuracy accuracy = stepAccuracy(setup);
    report.typicalError = accuracy.typical;
    report.ninetyError = accuracy.ninety;
    if (train.tokens > 0) {
        const double seconds = train.tokens / report.tokensPerSecond;
        report.days = seconds / 86400;
        report.gpuHours = seconds / 3600 * setup.gpus;
        report.energyKwh = *report.gpuHours * setup.gpu.powerW / 1000;
        if (setup.scenario->price.gpuHourUsd > 0)
            report.usd = *report.gpuHours * setup.scenario->price.gpuHourUsd;
    }
}

} // namespace

TrainReport trainingTotals(const Setup& setup) {
    const StepModel model = stepModel(setup);
    TrainReport report;
    addTotals(report, model, stepTime(model));
    return report;
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
    for (const Cost& part : worst.parts)
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

std::vector<Warning> trainingWarnings(const Setup& setup) {
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
    return warnings;
}

} // namespace moe
