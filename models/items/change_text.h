// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A change beside what it is taken against, in one spelling everywhere: sign, number, unit; "=" for none.

#include "models/engine/report/metrics.h"

#include <QString>

#include <optional>

namespace moe::items {

/// Shares below this are shown as no change: they would round to 0.0 %.
inline constexpr double kNoChange = 5e-4;

/// "+3.42 s", "−3.42 s": the sign of `change` before what it amounts to.
QString withSign(double change, const QString& amount);
/// `difference` in the base unit of a metric: "+3.42 s"; of shares in points, "+2.1 pp".
QString differenceChange(double difference, const QString& unit);
/// `share` = value / base − 1: "+9.0 %", "−62.5 %", from twice the base on the factor: "×2.5".
QString shareChange(double share);
/// Whether a change is for the better (1), for the worse (−1) or neither (0), as what rounds to nothing is.
int judgedChange(const std::optional<double>& change, const std::optional<double>& share, Better better);

} // namespace moe::items
