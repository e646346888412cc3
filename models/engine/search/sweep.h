// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Many scenarios from one: a grid over fields, or the points of a study. A point that breaks a rule is a row
// with the rule, not an error. Row i depends on i alone, so that parts may be computed anywhere in any order.

#include "data/problem.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe {

/// One field and the values it takes, as setField() reads them.
struct SweepAxis {
    std::string key;
    std::vector<std::string> values;
};
/// key=v1,v2,… or key=a:b:n: n values from a to b, geometric where the field's slider is logarithmic;
/// integers are rounded and repeats left out.
Result<SweepAxis> parseAxis(std::string_view text);

/// Rows of key → text. Either the product of the axes, the last fastest, or listed.
struct SweepPlan {
    Scenario base;
    std::vector<SweepAxis> axes;                ///< of a grid
    std::vector<std::string> keys;              ///< columns; those of the axes in a grid
    std::vector<std::vector<std::string>> rows; ///< of a list; an empty text leaves the key as it is
    std::vector<Message> labels;                ///< of a list: names of the rows
    std::vector<const Metric*> metrics;

    std::size_t count() const;
    std::vector<std::string> row(std::size_t index) const;
};
SweepPlan gridPlan(const Scenario& base, std::vector<SweepAxis> axes, std::vector<const Metric*> metrics);

struct SweepCell {
    std::vector<std::string> values;            ///< by plan.keys
    std::vector<std::optional<double>> metrics; ///< by plan.metrics; all absent when invalid
    Message rule;                               ///< first broken rule, with its key; empty when valid
    std::optional<Fit> fits;                    ///< verdict() on what the metrics are of
};
SweepCell sweepCell(const SweepPlan& plan, const Catalog& catalog, std::size_t index);
/// The scenario of a row; problems when it is not valid.
Result<Scenario> sweepScenario(const SweepPlan& plan, const Catalog& catalog, std::size_t index);

/// Some row is valid. Of a long plan only the first 100 000 are tried.
bool hasValidRow(const SweepPlan& plan, const Catalog& catalog);

/// Rows [first, end) of part `index` of `parts` (from 1): whole blocks in order, so that the parts' outputs
/// appended to each other are the whole.
std::pair<std::size_t, std::size_t> shardRows(std::size_t count, std::size_t index, std::size_t parts);

/// A ready-made question about MoE design: points with several fields changed together.
struct Study {
    const char* key;
    const char* title;
    const char* question;
    const char* caveat; ///< what its numbers do not know; may be empty
    /// Changes of the base; needs an MoE scenario. Keys are the plan's columns.
    void (*fill)(SweepPlan& plan, const Catalog& catalog);
};
const std::vector<Study>& studies();
/// Every study shows loss, memory and time together.
Result<SweepPlan> studyPlan(std::string_view key, const Scenario& base, const Catalog& catalog);

} // namespace moe
