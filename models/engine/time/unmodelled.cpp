// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/unmodelled.h"

#include "data/message.h"
#include "models/engine/scenario/layer_kinds.h"
#include "models/engine/scenario/machines/vendor.h"

#include <algorithm>

namespace moe {
namespace {

constexpr Seconds kShortStep{0.25}; ///< below it launches and synchronisation decide

bool hasStateKernels(const Setup& s) {
    return std::any_of(s.plan->types.begin(), s.plan->types.end(),
                       [](const LayerType& type) { return layerFacts(type.mixer).stateSpace; });
}
bool has(const Setup& s, LayerKind kind) {
    return std::any_of(s.plan->types.begin(), s.plan->types.end(),
                       [kind](const LayerType& type) { return type.mixer == kind; });
}
bool compresses(const Setup& s) {
    return has(s, LayerKind::Csa) || has(s, LayerKind::Hca) || has(s, LayerKind::Blocks);
}
bool hasStreams(const Setup& s) {
    return s.streams > 1 || s.scenario->model.residualBlock > 0;
}
bool isTpu(const Setup& s) {
    return vendorOf(s.gpu).vendor == Vendor::Google;
}

} // namespace

const std::vector<UnmodelledSoftware>& unmodelledSoftware() {
    static const std::vector<UnmodelledSoftware> rows = {
        {"tpu_moe", sentence("experts on TPUs"), [](const Setup& s) { return isTpu(s) && s.isMoe; }},
        {"tpu_int8", sentence("products of 8 bits on TPUs"),
         [](const Setup& s) { return isTpu(s) && s.scenario->precision.compute == DataType::Int8; }},
        {"token_drop", sentence("tokens dropped at a capacity"),
         [](const Setup& s) { return isTpu(s) && s.isMoe && s.scenario->moe->capacityFactor > 0; }},
        {"expert_biases", sentence("experts with biases and clamped activations"),
         [](const Setup& s) { return s.isMoe && s.scenario->moe->expertBias; }},
        {"compressed_attention", sentence("attention to compressed or chosen blocks of keys"), compresses},
        {"residual_streams", sentence("several residual streams"), hasStreams},
        {"state_kernels", sentence("state-space kernels"), hasStateKernels},
    };
    return rows;
}

const UnmodelledSoftware* unmodelledSoftware(const Setup& setup, Seconds step) {
    static const UnmodelledSoftware kShort{"short_step", sentence("launches of a step below 0.25 s"),
                                           nullptr};
    for (const UnmodelledSoftware& row : unmodelledSoftware()) {
        if (row.of(setup)) return &row;
    }
    // Plain PyTorch on one GPU is queued ahead; its steps were measured (resources/runs/h200-steps.yaml).
    const std::optional<TrainSpec>& train = setup.scenario->train;
    const bool launches =
        train && train->cudaGraphs == CudaGraphs::None && (train->stack != Stack::PyTorch || setup.gpus > 1);
    return launches && step.base > 0 && step < kShortStep ? &kShort : nullptr;
}

} // namespace moe
