// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The panels of the pictures of serving, one row each: what stands on their axes and beside their points.

#include "models/items/serve_text.h"

#include <vector>

namespace moe::ui {

struct ServePanel {
    const char* xTitle;
    const char* yTitle;
    double (*x)(const ServePoint&);
    double (*y)(const ServePoint&);
    bool xFalls = false;    ///< large values at the left
    bool xPoints = false;   ///< ticks at the points instead of 1-2-5
    bool yFromZero = false; ///< linear from 0 instead of logarithmic
    bool tpotAbove = false; ///< x is 1/TPOT: TPOT on the upper axis
    bool ideal = false;     ///< with the line of constant tokens/s per GPU
    bool knee = false;      ///< x is experts per GPU: with the knee of the expert GEMM
    /// Beside a point; may be null or give an empty text.
    QString (*label)(const ServeCurves&, std::size_t) = nullptr;
};
const std::vector<ServePanel>& servePanels(items::ServeKind kind);

} // namespace moe::ui
