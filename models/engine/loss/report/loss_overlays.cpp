// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/loss_overlays.h"

namespace moe {

LawInputs lawInputs(const Setup& setup, const ParamCounts& params) {
    LawInputs inputs = denseInputs(params.nonEmbedding, setup.scenario->train->tokens);
    inputs.moe = setup.isMoe;
    inputs.headParams = setup.V * setup.h;
    if (setup.isMoe) {
        inputs.activeParams = params.activeNonEmbedding;
        inputs.experts = setup.E;
        inputs.topK = setup.k;
        inputs.granularity = setup.fe > 0 ? std::optional(setup.f / setup.fe) : std::nullopt;
    }
    inputs.flopsPerToken = lawFlopsPerToken(*inputs.activeParams, setup.L, setup.h, setup.s);
    return inputs;
}

LossOverlays lossOverlays(const LawInputs& inputs, const StepLawFits* fits) {
    LossOverlays overlays;
    LawInputs given = inputs;
    if (fits != nullptr && !fits->fits.empty()) {
        given.stepLaw = meanOf(*fits);
        overlays.region = stepLawRegion(*fits, *inputs.params, *inputs.tokens);
    }
    for (const Law& law : laws()) overlays.laws.push_back(evaluateLaw(law, given));
    return overlays;
}

} // namespace moe
