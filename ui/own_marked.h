// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture that shows a person's own runs beside what it predicts.

#include "models/engine/fit/own_marks.h"
#include "models/engine/fit/own_points.h"

#include <string_view>

namespace moe::ui {

struct OwnShown {
    std::vector<OwnMark> marks;
    std::vector<OwnServed> served;
    std::vector<FitPart> parts = {}; ///< what both are of
    std::vector<OwnLoss> losses = {};
    std::vector<OwnOperator> operators = {};
    std::vector<OwnRate> rates = {};
    /// What was measured where the runs ran as the scenario does; null: nothing of this metric.
    const OwnMark::Here* here(std::string_view metric) const {
        for (const OwnMark& mark : marks)
            if (mark.metric == metric && mark.here) return &*mark.here;
        return nullptr;
    }
    bool empty() const {
        return marks.empty() && served.empty() && parts.empty() && losses.empty() && operators.empty() &&
               rates.empty();
    }
    /// What the runs measured that may stand beside this scenario, as points.
    void take(const OwnRuns& runs, const Scenario& scenario, const Catalog& catalog) {
        const OwnRuns own = runsOf(scenario, runs, catalog);
        losses = ownLosses(own, catalog);
        operators = ownOperators(own);
        rates = ownRates(own);
    }
};

/// A second base of a ReportView.
class OwnMarked {
public:
    virtual ~OwnMarked() = default;
    OwnMarked(const OwnMarked&) = delete;
    OwnMarked& operator=(const OwnMarked&) = delete;
    /// Empty: nothing was measured.
    virtual void setOwn(const OwnShown& own) = 0;

protected:
    OwnMarked() = default;
};

} // namespace moe::ui
