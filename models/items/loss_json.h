// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `moe-explorer loss` prints: the answer as JSON (the `loss` object of a report and more) and as text,
// the study as text, CSV and JSON.

#include "models/engine/loss/report/loss_answer.h"
#include "models/engine/loss/study/loss_study.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// Base units, keys sorted; null only where a warning or the law's `missing` says why.
QJsonObject lossJson(const LossAnswer& answer);
/// Aligned: result, value, origin; the laws; warnings last.
QString lossText(const LossAnswer& answer);

/// {"study": […]}: one object per predictor and split, shares, not percent.
QJsonObject studyJson(const std::vector<StudyRow>& rows);
/// The same with a header line.
QString studyCsv(const std::vector<StudyRow>& rows);
/// One block per split, percent.
QString studyText(const std::vector<StudyRow>& rows);

} // namespace moe::items
