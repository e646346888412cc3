// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `moe-explorer sweep` writes: one row per scenario, in the order of the plan.

#include "models/engine/search/sweep.h"

#include <QByteArray>
#include <QString>

namespace moe::items {

/// Aligned, with human units; a row that breaks a rule says it.
QString sweepText(const SweepPlan& plan, const std::vector<SweepCell>& cells);
/// Base units in full precision; `header` only for the first part of a divided sweep.
QByteArray sweepCsv(const SweepPlan& plan, const std::vector<SweepCell>& cells, bool header);
/// JSON Lines, one object per row, so that parts can be appended: {"set":{…},"metrics":{…},"fits":…,"rule":…}
QByteArray sweepJsonLines(const SweepPlan& plan, const std::vector<SweepCell>& cells);

} // namespace moe::items
