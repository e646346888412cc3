// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Composed times per token against published closed-loop runs, as an aligned table and as JSON.

#include "models/engine/calibration/serving_runs.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// Medians and 90 % quantiles by engine and by model, raw and with the layer constant; then what was left out
/// and why.
QString servingRunsText(const ServingValidation& validation);

/// {"summaries":[…],"rows":[…],"left":[…]}, seconds.
QJsonObject servingRunsJson(const ServingValidation& validation);

} // namespace moe::items
