// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a search looks for: metrics of the fast estimate to minimise or maximise, conditions, and the pair
// whose Pareto line is drawn. Metrics outside the estimate (loss, serving, placement, …) are refused by name:
// they do not depend on the layout, or cost a full evaluation each.

#include "data/problem.h"
#include "models/engine/report/metrics.h"
#include "models/engine/search/estimate.h"
#include "models/engine/search/search_layout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// A row of metrics() that estimate() gives.
struct EstimateMetric : MetricName {
    std::optional<double> (*value)(const Estimate&);
};
const std::vector<EstimateMetric>& estimateMetrics();
const EstimateMetric* findEstimateMetric(std::string_view key);
/// "key, key, …", for rules.
std::string estimateMetricNames();

struct Objective {
    const EstimateMetric* metric = nullptr;
    bool maximise = false;
    double weight = 1;
    /// Smaller is better; +∞ without a value.
    double cost(const Estimate& estimate) const;
};

enum class Relation { AtMost, Below, AtLeast, Above, Equal, Unequal };
const char* relationText(Relation relation);
bool holds(double value, Relation relation, double limit);
/// "key <= rest" taken apart, without blanks around its parts; absent where there is no relation.
struct RelationText {
    std::string_view key, rest;
    Relation relation = Relation::AtMost;
};
std::optional<RelationText> relationIn(std::string_view text);

/// `key<=value` on a metric, or on a key of the layout.
struct Condition {
    const EstimateMetric* metric = nullptr; ///< or
    std::int32_t Layout::*member = nullptr; ///< or the recompute choice
    Relation relation = Relation::AtMost;
    double limit = 0;
    Recompute recompute; ///< when neither: must equal, or must not; or
    bool ofSchedule = false, anySchedule = false;
    std::optional<ScheduleKind> schedule; ///< absent: what the degrees imply, or any
    bool ofRecompute() const { return !metric && !member && !ofSchedule; }
    bool allows(const Recompute& choice) const {
        return (choice == recompute) == (relation == Relation::Equal);
    }
};

/// "key" or "key:weight".
Result<Objective> parseObjective(std::string_view text, bool maximise);
/// Numbers take decimal suffixes and, for bytes, GiB and MiB: memory.device_bytes<=72GiB.
Result<Condition> parseCondition(std::string_view text);
/// The conditions of one line. A comma begins the next where a relation follows it: the parts of
/// train.recompute=core_attn,moe_act are one condition.
std::vector<std::string> conditionTexts(std::string_view line);

struct SearchGoal {
    std::vector<Objective> objectives; ///< one; or two, joined as weighted geometric mean
    std::vector<Condition> conditions;
    Objective x, y;      ///< of the Pareto line
    bool mustFit = true; ///< device memory within capacity

    /// Rank, smaller is better.
    double score(const Estimate& estimate) const;
    bool allows(const Layout& layout, const LayoutSpace& space) const;
    bool allows(const Estimate& estimate) const;
};
/// Fills x and y: the objectives, or the one objective against device memory (against the step time when it
/// is itself of memory).
SearchGoal searchGoal(std::vector<Objective> objectives, std::vector<Condition> conditions);

/// The same goal for an estimate whose fields are each at least as good as any layout's of a group: what it
/// gives is as good as the best of them, so a group it rules out holds no answer.
struct OptimisticGoal {
    const SearchGoal* goal = nullptr;
    double score(const Estimate& best) const;
    double cost(const Objective& objective, const Estimate& best) const;
    bool allows(const Estimate& best) const;
};

} // namespace moe
