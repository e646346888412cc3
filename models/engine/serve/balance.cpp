// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/serve/balance.h"

#include "models/engine/placement/placement.h"

namespace moe {

PlacementReport placementFor(const Setup& s, double tokens) {
    const bool copyPerNode = s.scenario->cluster.a2a == A2aKernel::Normal;
    return expertPlacement(s, tokens, copyPerNode ? PlacementExtras::Traffic : PlacementExtras::None);
}

Balance balanceOf(const Setup& s, const ServeRates& rates, double tokens, const PlacementReport& placement) {
    return {exchangeSkew(s, &placement, 1), slowestShare(s, rates, tokens, &placement)};
}

} // namespace moe
