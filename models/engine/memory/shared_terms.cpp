// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/memory/shared_terms.h"

#include "models/engine/memory/memory.h"
#include "models/engine/shape/fine_tuning.h"

namespace moe {

static LayerSaved keptBy(const Setup& view, FeedForward feed, double imbalance) {
    return passesBack(view) ? layerSaved(view, feed, Keep::AsChosen, imbalance) : LayerSaved{};
}

LayerSaved keptOf(const Setup& setup, const LayerType& type, double imbalance) {
    return keptBy(*MixerView(setup, type), type.feed, imbalance);
}

void SharedTerms::readShards(const Setup& setup) {
    denseShards = moe::denseShards(setup);
    expertShards = moe::expertShards(setup);
}

SharedTerms::SharedTerms(const Setup& setup, double imbalance) {
    readShards(setup);
    for (std::size_t i = 0; i < setup.plan->types.size(); ++i) {
        const LayerType& type = setup.plan->types[i];
        const MixerView view(setup, type);
        params[i] = layerParams(*view);
        saved[i] = keptBy(*view, type.feed, imbalance);
    }
}

} // namespace moe
