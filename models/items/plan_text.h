// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `moe-explorer plan` prints, and rows of the window's sheet: plans best first, in base units except as
// text.

#include "models/engine/plan/plan.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace moe::items {

/// Aligned, with human units; reasons, launch flags and the present scenario below.
QString planText(const Plans& plans);
/// One row per plan, full precision, units in the header.
QString planCsv(const Plans& plans);
/// {"plans": [{"rank", "set", "metrics", "binding", "reason", "headroom_bytes", "band", "flags"}], "mine",
/// …}; "closest" where there is no plan, else null.
QJsonObject planJson(const Plans& plans);

/// "TP 2 · PP 8 · …", degrees of 1 left out.
QString planLayoutText(const Plan& plan);
/// The programs with their flags, a line each, and what they have no flag for.
QString launchText(const Plan& plan);
/// The time that ranks, in nine runs of ten; empty where that is not known.
QString planBandText(const Plans& plans, const Plan& plan);
/// Plans that the band of the first does not tell apart have no order: how many; empty where there are none.
QString planOrderText(const Plans& plans);
/// How many layouts were considered, by which formulas.
QString planOriginText(const Plans& plans);
/// With its unit; – where there is none.
QString planMetricText(const Plans& plans, const Plan& plan, std::size_t metric);
/// The header of a table of plans, and the cells of its rows.
QStringList planHeader(const Plans& plans);
QStringList planRow(const Plans& plans, std::size_t index);
/// What the present scenario lacks beside the best plan, a sentence or a difference per line.
QStringList whyNotLines(const WhyNot& why);

} // namespace moe::items
