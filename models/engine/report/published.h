// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the authors of known models say their training took, to stand beside what is predicted.

#include "models/engine/scenario/scenario.h"

namespace moe {

struct PublishedFigure {
    const char* metric; ///< row of metrics(), in its unit
    double value = 0;
    const char* text; ///< "2.664 M GPU-hours on 2048 H800"
    const char* source;
};

/// Of this model, trained on as many tokens and as many GPUs of the same kind, where their number is
/// published; the layout may be another. Null where nothing is published.
const PublishedFigure* publishedFigure(const Scenario& scenario);

} // namespace moe
