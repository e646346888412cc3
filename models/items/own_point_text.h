// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a point of one's own runs says under the pointer: what was measured in how many runs, and what is
// predicted there.

#include "models/engine/fit/own_points.h"

#include <QString>

#include <optional>

namespace moe::items {

/// "measured 2.312, predicted 2.298: −0.6 % · 3 runs, 2.310 to 2.330 · lr 1e-3 · …". Nothing may be predicted
/// there.
QString ownLossText(const OwnLoss& one, const std::optional<double>& predicted);
/// Of a collective its bus bandwidth, too.
QString ownOperatorText(const OwnOperator& one, const std::optional<double>& predictedUs);
QString ownRateText(const OwnRate& one);
/// "mine (12)"; where some are not shown "mine (3 of 12; " and why.
QString ownKeyText(std::size_t shown, std::size_t all, const QString& others);

} // namespace moe::items
