// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which changed knob bought how much, in words: steps of a waterfall, and what `compare --waterfall` writes.

#include "models/engine/search/waterfall.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// "Tensor parallel", "Experts + Expert parallel", "Model, Attention (9 fields)".
QString waterfallLabel(const WaterfallStep& step);
/// "2 → 4"; of several fields each with its label; of many none.
QString waterfallValues(const WaterfallStep& step);
/// "+1.2 s", "−3 GiB", "±0": a change of the metric.
QString signedChange(const Metric& metric, double change);
/// "Of −1.2 s: Tensor parallel −0.8 s, Recompute −0.4 s." The largest first, at most three.
QString waterfallSentence(const Waterfall& waterfall, WaterfallWay way);

QString waterfallText(const Waterfall& waterfall, const QString& from, const QString& to);
/// Base units: keys, values, change in order, alone, and average with range over every order.
QString waterfallCsv(const Waterfall& waterfall);
/// {"schema","metric","unit","from","to","change","interaction","steps"}
QJsonObject waterfallJson(const Waterfall& waterfall, const QString& from, const QString& to);

} // namespace moe::items
