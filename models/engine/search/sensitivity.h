// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What moves a metric most: every field of a scenario one notch up and one down, all else as it is. A notch
// is the step of the field's slider (value_scale.h); a flag is switched, a choice goes to its neighbours in
// the list, recompute to none and to full.

#include "models/engine/scenario/fields.h"
#include "models/engine/search/sweep.h"

namespace moe {

/// The scenario itself as first row, then one row per step.
struct SensitivityPlan {
    struct Step {
        std::size_t key = 0; ///< column of sweep.keys
        bool up = false;
    };
    SweepPlan sweep;
    std::vector<Step> steps; ///< row i + 1
};
SensitivityPlan sensitivityPlan(const Scenario& base, const Catalog& catalog, const Metric& metric);

/// A field one notch away.
struct Nudge {
    std::string value; ///< empty: there is no notch that way
    std::optional<double> metric;
    std::optional<Fit> fits;
    Message rule; ///< broken there
};
struct Sensitivity {
    const Field* field = nullptr;
    std::string here;
    Nudge down, up;
    double effect = 0; ///< largest |change| of the metric
};
struct Sensitivities {
    const Metric* metric = nullptr;
    std::optional<double> here;
    std::vector<Sensitivity> fields; ///< with an effect, largest first
    std::size_t without = 0;         ///< fields that leave the metric as it is
    std::vector<Sensitivity> barred; ///< a rule forbids every notch
};
/// `cells`: one for each row of the plan.
Sensitivities sensitivities(const SensitivityPlan& plan, const std::vector<SweepCell>& cells);

} // namespace moe
