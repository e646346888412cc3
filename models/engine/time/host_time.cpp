// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/host_time.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/layer_kinds.h"

namespace moe {

/// As measured: on one GPU, where nothing waits for another.
static bool isPlain(const Setup& s) {
    return s.scenario->train->stack == Stack::PyTorch && s.gpus <= 1;
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
    const bool close = graphsInUse(s) == CudaGraphs::Full || isPlain(s);
    return layerKernels(s, feed) * (close ? constants.graphGap : constants.kernelGap);
}

Seconds perIteration(const Setup& s) {
    const StepConstants& constants = constantsOf(s);
    if (isPlain(s)) return {}; // its processor runs ahead of the GPU from one step into the next
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
