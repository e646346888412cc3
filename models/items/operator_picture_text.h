// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture of a measured operator in words and as rows.

#include "models/engine/operators/operator_picture.h"

#include <QString>
#include <QStringList>
#include <QVariant>
#include <QVector>

#include <vector>

namespace moe::items {

/// "Experts of a layer · B200 SXM 180 GB · nvfp4 · balanced · TensorRT-LLM 1.3.0rc20"
QString operatorHeading(const OperatorPicture& picture, const Catalog& catalog);
/// What is held: "Hidden size 7168 · Expert width 2048 · Expert TP 1"; empty when nothing is.
QString operatorHeld(const OperatorPicture& picture);
/// How far off predictions are, whose surface it is, what is marked; parts joined by " · ".
QString operatorCaption(const OperatorPicture& picture, const Catalog& catalog);
QString operatorPictureSummary(const OperatorPicture& picture, const Catalog& catalog);

/// "EP 8"; empty for a line alone.
QString operatorLineText(const OperatorPicture& picture, const OperatorLine& line);
/// "Tokens 4096"
QString operatorPlaceText(const OperatorPicture& picture, double x);
/// "296 µs (283 … 313), interpolated; analytic 168 µs, 0.57 ×"
QString operatorSampleText(const OperatorSample& sample);
/// "measured 289 µs"; of a row of a table alone.
QString operatorMarkText(const OperatorMark& mark);
/// "296 µs"
QString microText(double us);

/// "DeepSeek-V3", or "7168 × 2048, 8 of 256" where no preset has the shape.
QString layerText(const OperatorLayer& layer);

struct OperatorSheet {
    QStringList header;
    std::vector<QVector<QVariant>> rows;
};
/// Samples, and rows of tables between them.
OperatorSheet operatorSheet(const OperatorPicture& picture);

} // namespace moe::items
