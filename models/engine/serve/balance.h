// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How unevenly experts and links are loaded by a pass.

#include "models/engine/cost/network.h"
#include "models/engine/cost/serve_operators.h"
#include "models/engine/report/report.h"

namespace moe {

struct Balance {
    ExchangeSkew exchange = {};
    ExpertShare experts = {};
};
/// Where each expert of an MoE is, and its load, when a rank works on so many tokens.
PlacementReport placementFor(const Setup& setup, double tokens);
/// Of `tokens` of a rank, so placed.
Balance balanceOf(const Setup& setup, const ServeRates& rates, double tokens,
                  const PlacementReport& placement);

} // namespace moe
