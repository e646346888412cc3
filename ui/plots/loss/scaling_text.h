// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the scaling curves say in words and as a table.

#include "models/engine/fit/own_points.h"
#include "models/engine/loss/report/scaling.h"

#include <QString>

#include <array>

namespace moe::ui {

inline constexpr std::size_t kScalingPanels = 3;
/// Loss against N, D and D/N.
std::array<const ScalingCurve*, kScalingPanels> scalingPanels(const ScalingCurves& curves);
/// "Parameters N"; brief: "N".
QString scalingAxisText(std::size_t panel, bool brief = false);
/// What stays fixed along a panel: "at 40 B tokens"; brief: "D = 40 B".
QString scalingFixedText(const ScalingCurves& curves, std::size_t panel, bool brief = false);

/// Where a run of one's own stands along each panel (placesOn()).
std::array<std::optional<double>, kScalingPanels> ownPlacesOn(const ScalingCurves& curves,
                                                              const OwnLoss& run);

/// "1.0e20 FLOP"
QString computeText(double flop);
/// "Data-bound: doubling tokens gains 0.053, doubling parameters 0.031."
QString scalingVerdict(const ScalingCurves& curves);
/// The slopes, and the compute-optimal split of the compute.
QString scalingDetails(const ScalingCurves& curves);
/// What is under the cursor: point `index` of a curve.
QString scalingReadOut(const ScalingCurve& curve, std::size_t index);
QString scalingCsv(const ScalingCurves& curves);
QString scalingSummary(const ScalingCurves& curves, Origin origin);

} // namespace moe::ui
