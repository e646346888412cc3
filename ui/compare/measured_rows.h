// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The measured runs as a picture: which quantities share a panel, which runs share a colour and a shape.

#include "models/engine/measured/run_choice.h"
#include "models/engine/scenario/catalog.h"
#include "ui/plots/compare/scatter_plot.h"

namespace moe::ui {

/// Quantities of one base unit stand on one pair of axes.
struct MeasuredKind {
    const char* key;
    const char* title; ///< with the unit shown
    const char* unit;  ///< base unit of its quantities
    double scale;      ///< base units in one of the unit shown
    bool overview;     ///< among those shown together at first
};
const std::vector<MeasuredKind>& measuredKinds();

/// `kinds`: indices into measuredKinds(). Rows without a prediction have no point. Families are GPU
/// generations.
ScatterPicture scatterPicture(const Validation& validation, const Catalog& catalog,
                              const std::vector<std::size_t>& kinds, const RunChoice& choice = {});

} // namespace moe::ui
