// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One metric over two fields: a grid of scenarios, each with its value or the reason why it has none. Rows
// are independent of each other, so that they may be computed anywhere in any order.

#include "models/engine/scenario/fields.h"
#include "models/engine/schedule/plan.h"
#include "models/engine/search/sweep.h"

#include <memory>

namespace moe {

struct EstimateMetric;

struct FieldMapPlan {
    Scenario base;
    SweepAxis x, y;
    const Metric* metric = nullptr;
};
/// An axis is a key, which spreads about `count` values round the scenario's own (divisors: the powers of
/// two), or a key with its values as --vary takes them.
Result<SweepAxis> mapAxis(const Scenario& base, const Catalog& catalog, std::string_view text,
                          std::size_t count);

struct FieldMapCell {
    double value = 0; ///< NaN without one
    std::optional<Fit> fits;
    std::int32_t rule = -1; ///< index into the row's rules; < 0: valid
};
struct FieldMapRow {
    std::vector<FieldMapCell> cells; ///< by x
    std::vector<Message> rules;      ///< broken in this row, with their keys
};

/// Works out rows. Keeps what cells have in common, so that every thread needs its own.
class FieldMapper {
public:
    /// Both outlive it.
    FieldMapper(const FieldMapPlan& plan, const Catalog& catalog);
    ~FieldMapper();
    /// Of the same map, for another thread: what cells have in common is not taken along.
    FieldMapper(const FieldMapper& other);
    FieldMapper& operator=(const FieldMapper&) = delete;
    FieldMapRow row(std::size_t y);

private:
    class Paced;
    struct Kernels;
    Kernels& kernelsOf(std::size_t x);
    /// Of the first ones of m_paced.
    void finish(std::vector<FieldMapCell*>& cells);

    const FieldMapPlan* m_plan;
    const Catalog* m_catalog;
    const Field *m_x, *m_y;
    std::vector<FieldValue> m_values;       ///< of the x axis
    const EstimateMetric* m_fast = nullptr; ///< the metric, where the estimate gives it
    SchedulePlans m_schedules;
    std::vector<std::unique_ptr<Paced>> m_paced; ///< empty until a row whose x is a speed has a valid cell
    std::vector<Kernels> m_kernels; ///< by x where that is of the GPU, else one; of a row, or of all
};

struct FieldMap {
    FieldMapPlan plan;
    std::vector<FieldMapRow> rows; ///< by y
    bool coarse = false;           ///< a finer one is on its way
};
/// Where the scenario stands on an axis, as a fractional index; absent outside of it.
std::optional<double> placeOnAxis(const SweepAxis& axis, const Scenario& base);

} // namespace moe
