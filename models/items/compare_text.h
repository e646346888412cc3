// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scenarios side by side as text, Markdown, CSV and JSON.

#include "models/engine/calibration/calibrate.h"
#include "models/engine/measured/compare.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

QString compareText(const std::vector<ComparedColumn>& columns, const Comparison& comparison);
QString compareMarkdown(const std::vector<ComparedColumn>& columns, const Comparison& comparison);
/// The sentences alone, as Markdown: what the logs measured and left open, what carries the differences.
QString compareNotes(const std::vector<ComparedColumn>& columns, const Comparison& comparison);
/// Columns kind,key,unit and one per scenario, base units.
QString compareCsv(const std::vector<ComparedColumn>& columns, const Comparison& comparison);
/// {"schema","columns","inputs","metrics","measured","explanations"}
QJsonObject compareJson(const std::vector<ComparedColumn>& columns, const Comparison& comparison);

/// Where the losses of a log began and ended, beside what is predicted; empty without a curve.
QStringList curveSentences(const ComparedColumn& column);

/// What a calibration found, in sentences.
QString calibrationText(const Calibration& calibration);

} // namespace moe::items
