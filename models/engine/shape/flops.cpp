// SPDX-License-Identifier: GPL-3.0-or-later
// Model FLOPs of a training step: 6 per matrix parameter and token (forward 2, backward 4), attention core
// apart. The Megatron-LM formula 12·B·s·L·h²(1 + g/n + s/h + 1.5·kf/h + V/(2Lh)) generalised to q ≠ h, MLA
// and MoE.

#include "models/engine/shape/flops.h"

#include "models/engine/shape/params.h"

#include <algorithm>

namespace moe {

/// Keys seen by a query on average, causal; a sliding window holds on alternate layers.
static double causalKeys(const Setup& s) {
    const double half = s.s / 2;
    const auto window = static_cast<double>(s.scenario->train ? s.scenario->train->attentionWindow : 0);
    return window > 0 ? (half + std::min(window, half)) / 2 : half;
}

StepFlops stepFlops(const Setup& s) {
    if (!s.scenario->train) return {};
    LayerParams layer = layerParams(s);
    // The published formulas leave out norms, biases and the router.
    if (s.mla)
        layer.attention -= s.rq + s.rkv;
    else if (s.scenario->model.linearBias)
        layer.attention -= s.q + 2 * s.kv;
    const double mtp = static_cast<double>(s.mtpLayers);
    const double denseLayers = static_cast<double>(s.denseLayers) + (s.isMoe ? 0 : mtp);
    const double moeLayers = static_cast<double>(s.layers - s.denseLayers) + (s.isMoe ? mtp : 0);
    const double matrices =
        (denseLayers + moeLayers) * layer.attention + denseLayers * s.matrices * s.h * s.f +
        moeLayers * s.matrices * s.h * (s.k * s.fe + s.fs) + mtp * layer.mtp + (1 + mtp) * s.V * s.h;
    const double corePerKey = (denseLayers + moeLayers) * (s.mla ? s.n * (s.dn + s.dr + s.dv) : 2 * s.q);
    const double tokens = static_cast<double>(s.scenario->train->globalBatch) * s.s;
    StepFlops flops;
    flops.causal = {6 * tokens * (matrices + corePerKey * causalKeys(s))};
    flops.fullAttention = {6 * tokens * (matrices + corePerKey * s.s)};
    return flops;
}

} // namespace moe
