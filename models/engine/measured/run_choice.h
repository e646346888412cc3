// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured runs by who made their GPUs and whether the models were fitted on them.

#include "models/engine/measured/validation.h"
#include "models/engine/scenario/machines/vendor.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

enum class FitUse {
    Any,
    Fitted,   ///< the models were fitted on it
    LeftOut,  ///< held out of the fit
    NotStated ///< the fit does not name its runs
};

struct RunChoice {
    std::string vendor; ///< VendorRow::line; empty: all
    FitUse use = FitUse::Any;
};
bool isChosen(const RunChoice& choice, const MeasuredCase& measured, const Catalog& catalog);

/// Absolute errors of the chosen rows of one family of quantities ("step time"); count 0 where there are
/// none.
ErrorSummary errorsOf(const Validation& validation, const Catalog& catalog, const RunChoice& choice,
                      std::string_view family);

} // namespace moe
