#pragma once
// What the scaling curves say in words and as a table. The report must have scaling curves.

#include "ui/report_view.h"

#include "models/engine/scaling.h"

#include <QString>

#include <array>

namespace moe::ui {

inline constexpr std::size_t kScalingPanels = 3;
/// Loss against N, D and D/N.
std::array<const ScalingCurve*, kScalingPanels> scalingPanels(const ScalingCurves& curves);
QString scalingAxisText(std::size_t panel);
/// What stays fixed along a panel: "at 40 B tokens".
QString scalingFixedText(const Report& report, std::size_t panel);

/// "1.0e20 FLOP"
QString computeText(double flop);
/// "Data-bound: doubling tokens gains 0.053, doubling parameters 0.031."
QString scalingVerdict(const ScalingCurves& curves);
/// The slopes, and the compute-optimal split.
QString scalingDetails(const ScalingCurves& curves);
/// What is under the cursor: point `index` of a curve.
QString scalingReadOut(const ScalingCurve& curve, std::size_t index);
QString scalingCsv(const ScalingCurves& curves);
QString scalingSummary(const Report& report);

} // namespace moe::ui
