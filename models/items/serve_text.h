// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the two pictures of serving say in words, numbers and columns: decode over batch sizes, and over
// experts per GPU.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

#include <QString>
#include <QStringList>

#include <string>
#include <utility>
#include <vector>

namespace moe::items {

enum class ServeKind { Batch, Spread };

const std::vector<ServePoint>& servePoints(const ServeCurves& curves, ServeKind kind);

/// Why this scenario has no such picture; empty when it has one. `report` may be null.
QString serveReason(const Report* report, ServeKind kind);

/// "4096 requests: 20.9 tokens/s each, 335 tokens/s per GPU; the largest batch that fits is 371 k requests."
/// `own`: the scenario's own point.
QString serveHead(const ServeCurves& curves, ServeKind kind, const ServePoint& own);
/// The same without the curves: `largest` batch that fits, 0 when not even one request does.
QString serveOwn(const ServePoint& own, ServeKind kind, double largest);
/// What the curves are of, and what they say in place of the simulated number; empty where nothing is
/// simulated.
QString serveSteady(const Report& report);
/// Where more requests, or more GPUs, stop paying.
QString serveKnee(const ServeCurves& curves, ServeKind kind);
/// What is under the cursor.
QString serveReadOut(const ServePoint& point, ServeKind kind);
/// "this scenario; knee"; empty for most points.
QString serveRemark(const ServeCurves& curves, ServeKind kind, std::size_t index);

struct ServeColumn {
    const char* title;
    const char* csv;  ///< with the unit
    const char* unit; ///< as humanValue() takes it; null: a count
    double (*value)(const ServePoint&);
};
const std::vector<ServeColumn>& serveColumns(ServeKind kind);
QString serveCell(const ServeColumn& column, const ServePoint& point);
QString serveCsv(const ServeCurves& curves, ServeKind kind);

/// 4096, 65536, 1.87 M; without trailing zeros
QString serveCountText(double count);
/// The same with suffixes from 10 k on.
QString serveAxisText(double value);
/// 1656 %
QString efficiencyText(double efficiency);

/// key → value text that make the scenario this point, requests per rank kept; `undoText` names the step.
struct ServeEdit {
    std::vector<std::pair<std::string, std::string>> set;
    QString undoText;
};
/// What gives a scenario the picture that serveReason() says it lacks; no changes when nothing is known.
ServeEdit serveCure(const Report& report, const Catalog& catalog, ServeKind kind);
ServeEdit serveEdit(const Scenario& scenario, const ServePoint& point, ServeKind kind);

} // namespace moe::items
