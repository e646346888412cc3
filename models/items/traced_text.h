// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A profiler's step beside the predicted one, as a table and as JSON.

#include "models/engine/time/traced_step.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <vector>

namespace moe::items {

/// Header, then a row for each kind of kernels, then the sums: kind, predicted, traced, ratio, launches, and
/// the kernels that take longest. Times are of a step.
std::vector<QStringList> tracedRows(const TracedStep& step);
/// Sentences on what the figures are of, and what they leave open.
QStringList tracedNotes(const TracedStep& step);
QString tracedText(const TracedStep& step);
QJsonObject tracedJson(const TracedStep& step);

} // namespace moe::items
