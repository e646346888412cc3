// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From one scenario to another: which changed knob bought how much of a metric.
//
// What a knob is worth depends on what was changed before it, so each has three numbers: its change at its
// place in an order, the change it makes alone in the first scenario, and its average over every order in
// which no rule is broken on the way (the Shapley value on the orders that are possible). The first and the
// last add up to the whole difference; what the knobs alone leave over is their interaction.

#include "models/engine/report/metrics.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/fields.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace moe {

/// What a knob is taken to be worth.
enum class WaterfallWay { Alone, Order, Average };

/// Changes are in the base unit of the metric.
struct WaterfallStep {
    /// In the order of the form; several where a rule allows none of them alone, where a whole section comes
    /// or goes, or where so much differs that a group of the form is one knob.
    std::vector<const Field*> fields;
    std::vector<std::string> from, to; ///< as fieldText() writes them, one per field
    double change = 0;                 ///< at its place
    std::optional<double> alone;       ///< absent: a rule forbids it, or there is no value
    /// Over every possible order; absent above kOrderedSteps steps.
    std::optional<double> average, least, most;

    bool moves() const; ///< the metric, in any of these ways
    /// What there is none of in this way counts with its change in order.
    double worth(WaterfallWay way) const;
};

struct Waterfall {
    const Metric* metric = nullptr;
    double first = 0, last = 0; ///< of the two scenarios
    std::vector<WaterfallStep> steps;
    /// What the knobs change alone, summed up, and what is left to `last`; one that cannot be changed alone
    /// counts with its change in order.
    double aloneSum() const;
    double interaction() const { return last - first - aloneSum(); }
    bool averaged() const { return steps.empty() || steps.front().average.has_value(); }
};
using WaterfallPtr = std::shared_ptr<const Waterfall>;

/// The most knobs before groups of the form become one each, and the most steps whose orders are all counted
/// (2¹⁰ scenarios).
inline constexpr std::size_t kMostKnobs = 12, kOrderedSteps = 10;

/// `order`: keys of fields, first to last; fields that it leaves out follow. A knob that breaks a rule at its
/// place is changed together with the next. Empty: at each step the knob that changes the metric most.
/// Problems: a scenario breaks a rule, a key is no field, the metric has no value in one of the two.
Result<Waterfall> waterfall(const Scenario& from, const Scenario& to, const Catalog& catalog,
                            const Metric& metric, const std::vector<std::string>& order = {},
                            const std::function<bool()>& stopped = {});

} // namespace moe
