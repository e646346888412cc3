// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `profile` prints of measured operators.

#include "models/engine/operators/operator_model.h"

#include <QJsonObject>
#include <QString>

#include <vector>

namespace moe::items {

/// An operator's time, or that of both phases of a dispatch and combine.
struct OperatorTold {
    OperatorAnswer answer;
    double analyticUs = 0;
    std::vector<OperatorTimer> timers; ///< whose times these are, added up
};
/// The sum: bounds add up, the weakest origin counts.
OperatorTold operatorTold(const std::vector<OperatorTimer>& timers, const OperatorShape& shape);

/// {"seconds", "low", "high", "origin", "kernel", "analytic_seconds", "source", "file", "held_out_median",
/// "held_out_p90"}; null where no table speaks.
QJsonObject operatorJson(const OperatorTold& told);
QString operatorText(const OperatorTold& told);

/// Held-out errors and size of a file's models, one line each.
QString derivedOperatorsText(const OperatorMachine& machine);

} // namespace moe::items
