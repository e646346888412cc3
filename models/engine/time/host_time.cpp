// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/host_time.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/layer_kinds.h"

namespace moe {

const std::vector<KernelCount>& kernelCounts() {
    static const std::vector<KernelCount> rows{
        {"dense", kStepConstants.denseKernels,
         "Transformer Engine, fused: 45 to 60 by its operators; the fitted 1.4 ms at 28 µs"},
        {"moe", kStepConstants.moeKernels,
         "Megatron-LM, Qwen3-30B-A3B: 463 348 kernels per step of 64 micro-batches and 48 layers are 151; "
         "the fitted 4.2 ms at 28 µs"},
        {"moe_unfused", kStepConstants.unfusedMoeKernels,
         "Megatron-LM of 2024, permutation and router in parts: an estimate that two A100 runs bear out"},
        {"fused_grouped_mlp", -kStepConstants.fusedMlpKernels,
         "estimate: products, activation and quantisation of the experts, both passes, as one kernel each"},
        {"fp8_block", (kStepConstants.blockwiseKernels - 1) * kStepConstants.moeKernels,
         "DeepSeek-V3's published trace: 983 kernels for four layers, 246 against 151"},
        {"adapter", kStepConstants.adapterKernels,
         "operators: two products, a scale and a sum forward; four products, a scale and a sum backward"},
    };
    return rows;
}

double layerKernels(const Setup& s, FeedForward feed) {
    const double half = 0.5 * constantsOf(s).denseKernels;
    double kernels = mixes(s.mixer) ? half : 0;
    if (attends(s.mixer) && stateOf(s.mixer)) kernels += half;
    if (feed == FeedForward::Dense) kernels += half;
    if (feed == FeedForward::Moe) {
        const bool apart = s.scenario->train->stack == Stack::Megatron2024;
        kernels += (apart ? constantsOf(s).unfusedMoeKernels : constantsOf(s).moeKernels) - half;
        if (s.scenario->train->fusedGroupedMlp) kernels -= constantsOf(s).fusedMlpKernels;
    }
    if (s.scenario->precision.compute == DataType::Fp8Block) kernels *= constantsOf(s).blockwiseKernels;
    if (trainsWeights(s)) return kernels;
    // No gradient of a frozen matrix; two products beside each adapted one, a scale and a sum.
    const double products =
        (mixes(s.mixer) ? static_cast<double>(layerKind(s.mixer).projections(s).count) : 0) +
        (feed == FeedForward::Dense ? 2
         : feed == FeedForward::Moe ? 3
                                    : 0);
    kernels += constantsOf(s).adapterKernels * static_cast<double>(adaptersOf(s, feed).count) - products;
    return passesBack(s) ? kernels : kernels / 3;
}

double elementwiseKernels(const Setup& s, FeedForward feed) {
    return constantsOf(s).elementwiseKernels * layerKernels(s, feed);
}

CudaGraphs graphsInUse(const Setup& s) {
    const TrainSpec& train = *s.scenario->train;
    if (train.cudaGraphs != CudaGraphs::Full || s.moeLayers == 0) return train.cudaGraphs;
    const bool fixed = train.dispatcher == Dispatcher::HybridEp || s.scenario->moe->capacityFactor > 0;
    return fixed ? CudaGraphs::Full : CudaGraphs::Scoped;
}

static double replayed(const StepConstants& constants, CudaGraphs graphs) {
    switch (graphs) {
    case CudaGraphs::None: return 1;
    case CudaGraphs::Scoped: return constants.graphs;
    case CudaGraphs::Full: return constants.graphNode / constants.launch;
    }
    return 1;
}

Seconds launchTime(const Setup& s, FeedForward feed) {
    const double age = s.scenario->train->stack == Stack::Megatron2024 ? constantsOf(s).olderLaunch : 1;
    const double slowness = age * s.scenario->train->hostFactor * s.gpu.hostFactor;
    return slowness * replayed(constantsOf(s), graphsInUse(s)) * layerKernels(s, feed) *
           constantsOf(s).launch;
}

Seconds kernelGaps(const Setup& s, FeedForward feed) {
    const StepConstants& constants = constantsOf(s);
    const Seconds gap = graphsInUse(s) == CudaGraphs::Full ? constants.graphGap : constants.kernelGap;
    return layerKernels(s, feed) * gap;
}

Seconds perIteration(const Setup& s) {
    const StepConstants& constants = constantsOf(s);
    return graphsInUse(s) == CudaGraphs::Full ? constants.perGraphIteration : constants.perIteration;
}

Seconds dispatcherSync(const Setup& s) {
    const TrainSpec& train = *s.scenario->train;
    const CudaGraphs graphs = graphsInUse(s);
    if (graphs == CudaGraphs::Full) return {};
    const bool half = graphs == CudaGraphs::Scoped;
    return (half ? 0.5 : 1) * (train.recompute.mode == Recompute::Mode::Full ? 1.5 : 1) *
           constantsOf(s).dispatcherSync;
}

} // namespace moe
