// SPDX-License-Identifier: GPL-3.0-or-later
// Model FLOPs of a training step: 6 per matrix parameter and token (forward 2, backward 4; frozen ones have
// no gradient of their own: 4, and 2 where none passes), attention core apart. The Megatron-LM formula
// 12·B·s·L·h²(1 + g/n + s/h + 1.5·kf/h + V/(2Lh)) generalised to q ≠ h, MLA and MoE.

#include "models/engine/shape/flops.h"

#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"

namespace moe {

StepFlops stepFlops(const Setup& s) {
    if (!s.scenario->train) return {};
    std::array<double, kMostLayerTypes> layers{};
    for (const std::uint8_t type : s.plan->of) ++layers[type];
    const auto mtp = static_cast<double>(s.mtpLayers);
    const auto rank = static_cast<double>(s.scenario->train->loraRank);
    layers[s.plan->mtp] += mtp;

    // The published formulas leave out norms, biases and the router.
    const bool learns = s.scenario->train->trainable == Trainable::All;
    const double back = s.scenario->train->trainable == Trainable::None ? 0 : 1;
    const double head = 2 * (1 + back + (trainsHead(s) ? 1 : 0)), extra = 2 * (1 + back + (learns ? 1 : 0));
    double matrices = extra * (mtp * 2 * s.h * s.h + furtherProducts(s)) + head * (1 + mtp) * s.V * s.h,
           causal = 0, full = 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        const LayerType& type = s.plan->types[i];
        const MixerView view(s, type);
        const LayerKindRow& kind = layerKind(type.mixer);
        double each = mixerMatrices(*view);
        if (type.feed == FeedForward::Dense) each += s.matrices * s.h * view->f;
        if (type.feed == FeedForward::Moe)
            each += s.matrices * (s.k * s.latent * s.fe + s.h * s.fs) +
                    (s.scenario->moe->latent > 0 ? 2 * s.h * s.latent : 0);
        const double passes = passesBack(*view) ? 1 : 0;
        matrices += layers[i] * 2 * (1 + passes + (trainsWeights(*view) ? 1 : 0)) * each;
        for (const Adapter& adapter : adaptersOf(*view, type.feed))
            matrices += layers[i] * 6 * (adapter.expert ? s.k : 1) * rank * (adapter.in + adapter.out);
        const double keys = trainingKeys(*view), core = layers[i] * (1 + 2 * passes);
        causal += core * kind.coreFlops(*view, keys);
        full += core * kind.coreFlops(*view, attentionOf(type.mixer).kind == LayerKind::Full ? sampleLength(s)
                                                                                             : keys);
    }
    const double tokens = static_cast<double>(s.scenario->train->globalBatch) * s.s;
    StepFlops flops;
    flops.causal = {tokens * (matrices + causal)};
    flops.fullAttention = {tokens * (matrices + full)};
    return flops;
}

} // namespace moe
