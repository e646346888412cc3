// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Predicted against measured, as an aligned table and as JSON.

#include "models/engine/measured/formula_checks.h"
#include "models/engine/measured/validation.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// One line per measured quantity, group by group; rows beyond 25 % again with their cause; medians and 90 %
/// quantiles, step times also by source, vendor, GPU and model; which of the declared limits hold.
QString validationText(const Validation& validation);

/// {"schema","rows":[…],"summaries":[…],"families":[…],"reach":[…]}, base units, keys sorted.
QJsonObject validationJson(const Validation& validation);

/// Formula checks: computed, published, error, limit, source; then what holds for each group.
QString formulaChecksText(const FormulaChecks& checks);
/// {"rows":[…],"groups":[…]}, base units.
QJsonObject formulaChecksJson(const FormulaChecks& checks);

} // namespace moe::items
