// SPDX-License-Identifier: GPL-3.0-or-later
// Model FLOPs of a training step: 6 per matrix parameter and token (forward 2, backward 4), attention core
// apart. The Megatron-LM formula 12·B·s·L·h²(1 + g/n + s/h + 1.5·kf/h + V/(2Lh)) generalised to q ≠ h, MLA
// and MoE.

#include "models/engine/shape/flops.h"

#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"

namespace moe {

StepFlops stepFlops(const Setup& s) {
    if (!s.scenario->train) return {};
    std::array<double, kMostLayerTypes> layers{};
    for (const std::uint8_t type : s.plan->of) ++layers[type];
    const auto mtp = static_cast<double>(s.mtpLayers);
    layers[s.plan->mtp] += mtp;

    // The published formulas leave out norms, biases and the router.
    double matrices = mtp * 2 * s.h * s.h + (1 + mtp) * s.V * s.h, causal = 0, full = 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        const LayerType& type = s.plan->types[i];
        const MixerView view(s, type);
        const LayerKindRow& kind = layerKind(type.mixer);
        matrices += layers[i] * mixerMatrices(*view);
        if (type.feed == FeedForward::Dense) matrices += layers[i] * s.matrices * s.h * s.f;
        if (type.feed == FeedForward::Moe)
            matrices += layers[i] * (s.matrices * (s.k * s.latent * s.fe + s.h * s.fs) +
                                     (s.scenario->moe->latent > 0 ? 2 * s.h * s.latent : 0));
        const double keys = kind.meanKeys(*view, s.s);
        causal += layers[i] * kind.coreFlops(*view, keys);
        full += layers[i] * kind.coreFlops(*view, type.mixer == LayerKind::Full ? s.s : keys);
    }
    const double tokens = static_cast<double>(s.scenario->train->globalBatch) * s.s;
    StepFlops flops;
    flops.causal = {tokens * (6 * matrices + 3 * causal)};
    flops.fullAttention = {tokens * (6 * matrices + 3 * full)};
    return flops;
}

} // namespace moe
