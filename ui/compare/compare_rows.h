#pragma once
// The comparison as pictures: ratio bars of the headline results and loss curves of the logs.

#include "ui/plots/curve_plot.h"
#include "ui/plots/ratio_plot.h"

#include "models/engine/compare.h"

namespace moe::ui {

/// What a compared column is, which decides its colour.
enum class ColumnRole { Base, Current, Extra };

/// Of compared column `index`: the same on chips, bars and curves.
QColor columnColour(std::size_t index, const std::vector<ColumnRole>& roles, const Theme& theme);

RatioPicture ratioPicture(const std::vector<ComparedColumn>& columns, const Comparison& comparison,
                          const std::vector<ColumnRole>& roles, const Theme& theme);
std::vector<CurveLine> curveLines(const std::vector<ComparedColumn>& columns,
                                  const std::vector<ColumnRole>& roles, const Theme& theme);
/// Columns log,iteration,lm_loss,load_balancing_loss.
QString curveCsv(const std::vector<ComparedColumn>& columns);

} // namespace moe::ui
