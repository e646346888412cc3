// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/tradeoff_tools.h"

#include "data/number.h"
#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/form/value_text.h"

#include <QComboBox>
#include <QLabel>
#include <QToolBar>

#include <algorithm>
#include <cmath>

namespace moe::ui {

namespace {

class RoomyBox : public QComboBox {
public:
    QSize minimumSizeHint() const override {
        constexpr int kFewest = 12; ///< letters that still tell entries apart, with the arrow
        QSize size = QComboBox::minimumSizeHint();
        size.setWidth(std::min(size.width(), fontMetrics().averageCharWidth() * kFewest + 30));
        return size;
    }
};

} // namespace

QComboBox* newRoomyBox(const QString& key, const QString& accessibleName) {
    auto* box = new RoomyBox;
    box->setObjectName(key);
    box->setAccessibleName(accessibleName);
    box->setToolTip(accessibleName);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return box;
}

static bool isBytes(const Metric& metric) {
    return QLatin1String(metric.unit) == QLatin1String("B");
}

QComboBox* newMetricBox(const QString& key, const QString& accessibleName) {
    QComboBox* box = newRoomyBox(key, accessibleName);
    for (const Metric& metric : metrics())
        if (metric.better != Better::Neither) box->addItem(metricLabel(metric), QLatin1String(metric.key));
    return box;
}

QComboBox* newFieldBox(const QString& key, const QString& accessibleName) {
    QComboBox* box = newRoomyBox(key, accessibleName);
    for (const Field& field : fields()) {
        if (field.kind == FieldKind::Text || (field.kind == FieldKind::Choice && field.choices.empty()))
            continue;
        box->addItem(items::tableText(field.label), QLatin1String(field.key));
        box->setItemData(box->count() - 1, QLatin1String(field.key), Qt::ToolTipRole);
    }
    return box;
}

void chooseKey(QComboBox& box, const QString& key) {
    if (const int row = box.findData(key); row >= 0) box.setCurrentIndex(row);
}

QString chosenKey(const QComboBox& box) {
    return box.currentData().toString();
}

void addLabelled(QToolBar& bar, QAction* before, const QString& label, QComboBox* box) {
    auto* text = new QLabel(label);
    text->setBuddy(box);
    text->setContentsMargins(4, 0, 4, 0);
    bar.insertWidget(before, text);
    bar.insertWidget(before, box);
}

QPolygonF paretoSteps(const QPolygonF& line, const Metric& x, const Metric& y) {
    const auto worse = [](const Metric& metric, double a, double b) {
        return metric.better == Better::Higher ? std::min(a, b) : std::max(a, b);
    };
    QPolygonF steps;
    for (const QPointF& point : line) {
        if (!steps.isEmpty()) {
            const QPointF before = steps.last();
            steps << QPointF(worse(x, before.x(), point.x()), worse(y, before.y(), point.y()));
        }
        steps << point;
    }
    return steps;
}

QString headlineMetric(const Report& report) {
    return report.scenario.train ? QStringLiteral("train.step_seconds")
                                 : QStringLiteral("serve.tpot_seconds");
}

QString metricLabel(const Metric& metric) {
    return items::tableText(metric.label);
}

QString metricText(const Metric& metric, double value) {
    return items::humanValue(value, QString::fromUtf8(metric.unit));
}

QString metricHeader(const Metric& metric) {
    const QString unit = isBytes(metric) ? QStringLiteral("GiB") : items::tableText(metric.unit);
    return unit.isEmpty() ? metricLabel(metric) : QStringLiteral("%1 (%2)").arg(metricLabel(metric), unit);
}

QVariant metricCell(const Metric& metric, std::optional<double> value) {
    if (!value || !std::isfinite(*value)) return QString();
    return isBytes(metric) ? *value / GiB.base : *value;
}

double tickUnit(const Metric& metric, double high) {
    if (isBytes(metric)) return GiB.base;
    if (QLatin1String(metric.unit) != QLatin1String("s")) return 1;
    return high >= 7200 ? 3600 : high >= 120 ? 60 : 1;
}

AxisText metricAxis(const Metric& metric, double low, double high, double count) {
    const double largest = std::max(std::abs(low), std::abs(high));
    double unit = 1;
    QString name = items::tableText(metric.unit);
    if (isBytes(metric)) {
        unit = GiB.base;
        name = QStringLiteral("GiB");
    } else if (QLatin1String(metric.unit) == QLatin1String("s")) {
        unit = largest < 1e-3 ? 1e-6 : largest < 1 ? 1e-3 : tickUnit(metric, largest);
        name = QString::fromUtf8(unit < 1e-3   ? "µs"
                                 : unit < 1    ? "ms"
                                 : unit < 60   ? "s"
                                 : unit < 3600 ? "min"
                                               : "h");
    } else if (QLatin1String(metric.unit) == QLatin1String("share")) {
        unit = 0.01;
        name = QStringLiteral("%");
    }
    const LinearTicks ticks = linearTicks(low / unit, high / unit, count);
    AxisText axis;
    for (const double tick : ticks.ticks) axis.ticks << tick * unit;
    axis.text = [unit, decimals = ticks.decimals](double value) {
        const double shown = value / unit;
        return std::abs(shown) < 1e4 ? items::number(shown, 'f', decimals) : items::compactCount(shown);
    };
    axis.title =
        name.isEmpty() ? metricLabel(metric) : QStringLiteral("%1 (%2)").arg(metricLabel(metric), name);
    return axis;
}

QString shortValue(const std::string& text) {
    const std::optional<double> number = parseNumber(text);
    if (!number) return shortText(text == "true" || text == "false" ? FieldValue(text == "true") : text, {});
    return std::abs(*number) >= 1e5 ? items::compactCount(*number)
                                    : items::spelled(QString::fromStdString(text));
}

QString fieldTitle(const Field& field) {
    const QString label = items::tableText(field.label), unit = items::tableText(field.unit);
    return unit.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(label, unit);
}

} // namespace moe::ui
