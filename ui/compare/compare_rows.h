// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The comparison as pictures: ratio bars of the headline results and loss curves of the logs.

#include "ui/plots/compare/curve_plot.h"
#include "ui/plots/compare/ratio_plot.h"

#include "models/engine/measured/compare.h"

namespace moe::ui {

/// The same on chips, bars and curves.
QColor columnColour(const ComparedColumn& column, const Theme& theme);

RatioPicture ratioPicture(const std::vector<ComparedColumn>& columns, const Comparison& comparison,
                          const Theme& theme);
std::vector<CurveLine> curveLines(const std::vector<ComparedColumn>& columns, const Theme& theme);
/// Columns log,iteration,lm_loss,load_balancing_loss.
QString curveCsv(const std::vector<ComparedColumn>& columns);

} // namespace moe::ui
