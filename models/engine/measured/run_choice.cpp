// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/run_choice.h"

#include <cmath>

namespace moe {

bool isChosen(const RunChoice& choice, const MeasuredCase& measured, const Catalog& catalog) {
    if (!choice.vendor.empty() && vendorOf(catalog, measured.scenario.gpu.preset).line != choice.vendor)
        return false;
    switch (choice.use) {
    case FitUse::Any: break;
    case FitUse::Fitted: return measured.usedForFit.value_or(false);
    case FitUse::LeftOut: return !measured.usedForFit.value_or(true);
    case FitUse::NotStated: return !measured.usedForFit;
    }
    return true;
}

ErrorSummary errorsOf(const Validation& validation, const Catalog& catalog, const RunChoice& choice,
                      std::string_view family) {
    std::vector<double> errors;
    for (const ValidationRow& row : validation.rows) {
        const std::optional<double> error = row.error();
        if (error && row.quantity->family == family && isChosen(choice, *row.measuredCase, catalog))
            errors.push_back(std::abs(*error));
    }
    ErrorSummary summary{std::string(family), {}, errors.size()};
    summary.median = quantileOf(errors, 0.5);
    summary.ninety = quantileOf(errors, 0.9);
    summary.worst = quantileOf(errors, 1);
    return summary;
}

} // namespace moe
