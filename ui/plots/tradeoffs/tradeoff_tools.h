// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the pictures of trade-offs share: boxes of metrics and fields, and how their values are written.

#include "models/engine/report/metrics.h"
#include "models/engine/scenario/fields.h"
#include "ui/plots/kit/canvas.h"
#include "ui/report_view.h"

#include <QPolygonF>
#include <QVariant>

class QComboBox;
class QToolBar;
class QAction;

namespace moe::ui {

/// A box of a tool bar (its key: ui/choice_keys.h): as wide as its longest entry where there is room, narrow
/// where there is none.
QComboBox* newRoomyBox(const QString& key, const QString& accessibleName);
/// Metrics that can be better or worse; data = key.
QComboBox* newMetricBox(const QString& key, const QString& accessibleName);
/// Numbers, flags and choices of a scenario; data = key.
QComboBox* newFieldBox(const QString& key, const QString& accessibleName);
/// Chooses the row with this key, if there is one.
void chooseKey(QComboBox& box, const QString& key);
QString chosenKey(const QComboBox& box);
/// "Label" and the box in front of an action of the tool bar.
void addLabelled(QToolBar& bar, QAction* before, const QString& label, QComboBox* box);

/// The staircase through a Pareto line in either order: between two of its points all one can have is the
/// worse of both in each coordinate.
QPolygonF paretoSteps(const QPolygonF& line, const Metric& x, const Metric& y);

/// What a scenario is first judged by: step time, or time per token when it only serves.
QString headlineMetric(const Report& report);
QString metricLabel(const Metric& metric);
QString metricText(const Metric& metric, double value);
/// Heading and cell of a table: memory in GiB, the rest in base units; empty without a value.
QString metricHeader(const Metric& metric);
QVariant metricCell(const Metric& metric, std::optional<double> value);
/// In which ticks up to `high` are round as they are read: minutes where the highest are, GiB.
double tickUnit(const Metric& metric, double high);
/// Linear ticks from `low` to `high`, both in the metric's base unit, as plain numbers; the title says their
/// unit.
AxisText metricAxis(const Metric& metric, double low, double high, double count);
/// Text of a field's value, numbers short: 8192, 1.5 T.
QString shortValue(const std::string& text);
/// "Expert parallel (GB/s)"
QString fieldTitle(const Field& field);

} // namespace moe::ui
