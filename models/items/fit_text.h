// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A fit to a person's own files, as text, JSON and rows of a table.

#include "models/engine/fit/machine_fit.h"
#include "models/engine/fit/own_marks.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <vector>

namespace moe::items {

/// Of commands: English.
QString machineFitText(const MachineFit& fit);
QJsonObject fitJson(const MachineFit& fit);

// In the user's language.
QString fitTitleText(FitKind kind);
QString fitFigureText(const std::string& figure);
/// "measured 812 ms, predicted 790 ms: −2.7 %"; of runs at other loads "your 3 runs: 7 % more".
QString ownMarkText(const OwnMark& mark);
QStringList fitErrorHeader();
/// Medians: as it is, fitted, left out.
std::vector<QStringList> fitErrorRows(const std::vector<FitPart>& parts);
QStringList fitConstantHeader();
std::vector<QStringList> fitConstantRows(const std::vector<FitPart>& parts);

} // namespace moe::items
