// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What was measured beside what is predicted, as the two sides of a table: A predicts, B was measured.

#include "models/engine/fit/own_beside.h"
#include "models/engine/measured/cases.h"
#include "models/engine/time/traced_step.h"
#include "models/items/pair_text.h"

#include <QJsonObject>

namespace moe::items {

/// Medians of every figure and load; `why` says the two figures that matter most.
PairTable measuredTable(const std::vector<FitPart>& parts, const PairNames& names);
/// Of a training log, beside another step.
PairTable measuredTable(const Report& predicted, const std::vector<Measured>& measured,
                        const PairNames& names);
/// Of a profiler's step, by kinds of kernels, with its predicted side.
PairTable tracedTable(const TracedStep& step, const PairNames& names);

/// One of several that are compared with the same runs.
struct NamedBeside {
    QString name;
    OwnBeside beside;
};
/// "Nearest to what was measured: B, 4.1 % off at the median of 10 figures; A 11.8 %." Says so where two
/// are equal or cannot be compared; empty with fewer than two.
QString nearestText(const std::vector<NamedBeside>& all);
/// Of commands: a row for each figure and load, measured and as each predicts it.
QString nearestTable(const std::vector<NamedBeside>& all);
/// What to read it with, each sentence once.
QStringList nearestRemarks(const std::vector<NamedBeside>& all);
/// {"nearest": name or null, "compared": [{"name", "off", "figures", "left_out": […]}], "remarks": […]}
QJsonObject nearestJson(const std::vector<NamedBeside>& all);

} // namespace moe::items
