// SPDX-License-Identifier: GPL-3.0-or-later
// Of LayoutsView: the axes below the points, by which they are narrowed.

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/schedule/schedules.h"
#include "models/items/format.h"
#include "models/items/search_text.h"
#include "models/items/words.h"
#include "ui/plots/tradeoffs/layouts_view.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"

#include <QAction>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace moe::ui {
namespace {

/// Worse than this many times the best is not drawn: it would squeeze what matters into a corner.
constexpr double kFarthest = 2;
/// A press that moves less is a click.
constexpr double kStill = 3;
/// What every search shows beside the metrics of its picture.
constexpr const char* kMetrics[] = {"train.step_seconds", "memory.device_bytes", "train.usd"};

/// Degrees of which the search keeps the best layout each: what no point has, nothing that fits has.
constexpr const char* kSplitKeys[] = {"parallel.tp", "parallel.pp", "parallel.cp", "parallel.ep"};

double axisValue(const EstimateMetric& metric, const FoundLayout& point) {
    return metric.value(point.estimate).value_or(std::nan(""));
}

ParallelAxis metricAxis(const EstimateMetric& metric, double high) {
    const Metric& row = *findMetric(metric.key);
    const double unit = tickUnit(row, high);
    const QString key = QLatin1String(metric.key);
    QString label = metricLabel(row);
    if (key == QLatin1String(kMetrics[0]))
        label = unit == 3600 ? LayoutsView::tr("Time, h")
                : unit == 60 ? LayoutsView::tr("Time, min")
                             : LayoutsView::tr("Time, s");
    else if (key == QLatin1String(kMetrics[1]))
        label = LayoutsView::tr("GiB");
    else if (key == QLatin1String(kMetrics[2]))
        label = LayoutsView::tr("Cost, $");
    const auto brief = [unit](double value) {
        const double count = value / unit;
        return std::abs(count) >= 1e4 ? items::compactCount(count) : QLocale().toString(count, 'g', 4);
    };
    return {key,  label, [&row](double value) { return metricText(row, value); }, AxisScale::Linear,
            unit, brief};
}

} // namespace

QRectF LayoutsView::axesArea(const QSizeF& size, const Look& look) {
    const double margin = 12 * look.unit, rows = 3.2 * QFontMetricsF(look.font).height();
    const double top = kPointsShare * size.height();
    return {margin, top + rows, size.width() - 2 * margin, size.height() - top - rows - 0.5 * margin};
}

void LayoutsView::fillAxes() {
    m_near.clear();
    m_far = false;
    if (m_points.empty()) return m_rows.set({}, {});
    const SearchGoal& goal = m_choices->request.goal;
    const LayoutSpace& space = m_choices->request.space;
    // What is far behind the line would squeeze the rest.
    const double best = std::abs(axisValue(*goal.x.metric, m_points.front()));
    // Narrowed to what is slow, the fastest of that is in the picture.
    double farthest = kFarthest;
    if (!m_choices->narrowed.empty()) {
        const double there = std::abs(axisValue(*goal.x.metric, m_choices->narrowed.front()));
        farthest = std::max({farthest, 1.2 * there / best, 1.2 * best / there});
    }
    std::set<Layout> layouts; // of the line, which stand among the families once more
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const double value = std::abs(axisValue(*goal.x.metric, m_points[i]));
        if (value > farthest * best || value * farthest < best)
            m_far = true;
        else if (layouts.insert(m_points[i].layout).second)
            m_near.push_back(i);
    }

    QVector<ParallelAxis> axes;
    const auto number = [](double value) { return QLocale().toString(int(value)); };
    for (const LayoutKey& key : layoutKeys())
        axes << ParallelAxis{QLatin1String(key.key), items::tableText(key.heading), number};
    axes << ParallelAxis{QStringLiteral("train.schedule"), tr("Schedule"), [](double value) {
                             return items::tableText(scheduleRow(ScheduleKind(int(value))).label);
                         }};
    axes << ParallelAxis{QStringLiteral("train.recompute"), tr("Recompute"), [&space](double value) {
                             Layout layout;
                             layout.recompute = std::int32_t(value);
                             return items::recomputeText(layout, space);
                         }};
    std::vector<const EstimateMetric*> metrics;
    for (const char* key : kMetrics) metrics.push_back(findEstimateMetric(key));
    for (const EstimateMetric* metric : {goal.y.metric, goal.x.metric})
        if (std::find(metrics.begin(), metrics.end(), metric) == metrics.end()) metrics.push_back(metric);
    for (const EstimateMetric* metric : metrics) {
        double high = 0;
        for (const std::size_t i : m_near)
            high = std::max(high, metric->value(m_points[i].estimate).value_or(0));
        axes << metricAxis(*metric, high);
    }

    std::vector<std::vector<double>> rows;
    rows.reserve(m_near.size());
    for (const std::size_t i : m_near) {
        const FoundLayout& point = m_points[i];
        std::vector<double> row;
        for (const LayoutKey& key : layoutKeys()) row.push_back(point.layout.*key.member);
        row.push_back(double(scheduleOf(point.layout, space)));
        row.push_back(point.layout.recompute);
        for (const EstimateMetric* metric : metrics) row.push_back(axisValue(*metric, point));
        rows.push_back(std::move(row));
    }
    m_rows.set(axes, rows);
}

bool LayoutsView::narrows() const {
    return m_axes->isChecked();
}

bool LayoutsView::shows(std::size_t point) const {
    if (!narrows() || !m_rows.narrowed()) return true;
    const auto row = std::lower_bound(m_near.begin(), m_near.end(), point);
    return row != m_near.end() && *row == point && m_rows.keeps(std::size_t(row - m_near.begin()));
}

std::vector<FoundLayout> LayoutsView::line() const {
    if (!narrows() || !m_rows.narrowed()) return m_choices->line;
    ParetoLine line;
    for (const std::size_t row : m_rows.kept()) line.add(m_points[m_near[row]]);
    return line.points();
}

QString LayoutsView::remaining() const {
    const QLocale locale;
    const QString shown = locale.toString(qulonglong(m_rows.count()));
    const QString searched = items::compactCount(m_choices->layouts);
    const QString count =
        m_rows.narrowed()
            ? (!m_choices->within.empty() && within().toStdString() == m_choices->within
                   ? tr("%1 of %2 shown points; %3 layouts searched again within this. Escape shows all.")
                   : tr("%1 of %2 shown points; %3 layouts searched. Escape shows all."))
                  .arg(locale.toString(qulonglong(m_rows.kept().size())), shown, searched)
            : tr("%1 shown points; %2 layouts searched. Drag along an axis or click a value to narrow them.")
                  .arg(shown, searched);

    QStringList edges;
    const Estimate& best = m_points.front().estimate;
    if (best.fits != Fit::No) {
        edges << tr("memory ends at %1, the capacity")
                     .arg(metricText(*findMetric("memory.device_bytes"), best.capacity.base));
        for (const char* name : kSplitKeys) {
            const LayoutKey& key = *findLayoutKey(name);
            std::int32_t least = m_points.front().layout.*key.member;
            for (const FoundLayout& point : m_points) least = std::min(least, point.layout.*key.member);
            if (least > 1)
                edges << tr("nothing with %1 below %2 fits")
                             .arg(items::tableText(key.heading), locale.toString(least));
        }
    }
    if (m_choices->request.fewest == m_choices->request.most)
        edges << tr("TP × PP × CP × DP is %1 GPUs").arg(locale.toString(m_choices->request.most));
    if (m_far)
        edges << tr("%1 ends at %2 × the best")
                     .arg(metricLabel(*findMetric(m_choices->request.goal.x.metric->key)),
                          locale.toString(kFarthest));
    return count + QLatin1Char('\n') + tr("Edges: %1.").arg(edges.join(QStringLiteral(" · ")));
}

Hits LayoutsView::paintNarrowing(QPainter& painter, const QSizeF& size, const Look& look) const {
    const QRectF area = axesArea(size, look);
    const QFont small = look.scaledFont(0.92);
    const QStringList lines = remaining().split(QLatin1Char('\n'));
    const double height = 1.3 * QFontMetricsF(small).height();
    double baseline = area.top() - height * (double(lines.size()) - 0.6);
    Hits hits;
    for (const QString& line : lines) {
        writeText(painter, {area.left(), baseline}, elided(line, small, area.width()), small,
                  look.theme.text);
        hits.push_back(
            {QRectF(area.left(), baseline - 0.8 * height, area.width(), height), QString(), line, line});
        baseline += height;
    }
    hits += paintParallel(painter, area, m_rows, &m_lines, look);
    return hits;
}

QString LayoutsView::within() const {
    if (!narrows()) return {};
    QStringList conditions;
    for (int axis = 0; axis < int(m_rows.axes().size()); ++axis) {
        const AxisSpan* span = m_rows.span(axis);
        if (!span || span->low > span->high) continue;
        const QString& key = m_rows.axes()[axis].key;
        const bool one = span->low == span->high;
        if (key == QLatin1String("train.schedule") || key == QLatin1String("train.recompute")) {
            if (!one) continue;
            const auto choice = std::size_t(span->low);
            const std::string name = key == QLatin1String("train.schedule")
                                         ? scheduleRow(ScheduleKind(int(choice))).key
                                         : listText(m_choices->request.space.recomputes[choice]);
            conditions << key + QLatin1Char('=') + QString::fromStdString(name);
        } else if (one) {
            conditions << key + QLatin1Char('=') + QString::fromStdString(numberText(span->low));
        } else {
            conditions << key + QStringLiteral(">=") + QString::fromStdString(numberText(span->low))
                       << key + QStringLiteral("<=") + QString::fromStdString(numberText(span->high));
        }
    }
    return conditions.join(QLatin1Char(','));
}

void LayoutsView::narrowed() {
    const int chosen = canvas()->chosen();
    refresh();
    canvas()->choose(chosen);
    if (m_choices && within().toStdString() != m_choices->within) ask(); // of all layouts, not of those shown
}

bool LayoutsView::brushAxes(const QEvent& event) {
    if (event.type() == QEvent::KeyPress) {
        if (static_cast<const QKeyEvent&>(event).key() != Qt::Key_Escape || !m_rows.narrowed()) return false;
        m_rows.clear();
        narrowed();
        return true;
    }
    if (event.type() != QEvent::MouseButtonPress && event.type() != QEvent::MouseMove &&
        event.type() != QEvent::MouseButtonRelease && event.type() != QEvent::MouseButtonDblClick)
        return false;
    const auto& mouse = static_cast<const QMouseEvent&>(event);
    const Look look = screenLook(*canvas(), QString());
    const ParallelFrame frame(axesArea(canvas()->size(), look), int(m_rows.axes().size()), look);
    const double y = mouse.position().y();
    switch (event.type()) {
    case QEvent::MouseButtonPress:
        m_axis = mouse.button() == Qt::LeftButton ? frame.axisAt(mouse.position()) : -1;
        m_axisFrom = y;
        m_dragged = false;
        return m_axis >= 0;
    case QEvent::MouseMove:
        if (m_axis < 0 || !(mouse.buttons() & Qt::LeftButton)) return false;
        m_dragged = m_dragged || std::abs(y - m_axisFrom) > kStill;
        if (!m_dragged) return true;
        m_rows.choose(m_axis, m_rows.places(m_axis).between(frame.place(m_axisFrom), frame.place(y)));
        canvas()->update(); // the list follows when the button is released
        return true;
    case QEvent::MouseButtonRelease: {
        const int axis = std::exchange(m_axis, -1);
        if (axis < 0) return false;
        if (!m_dragged) m_rows.pick(axis, m_rows.places(axis).cellAt(frame.place(y)));
        narrowed();
        return true;
    }
    default: {
        const int axis = frame.axisAt(mouse.position());
        if (axis < 0) return false;
        m_rows.clear(axis);
        narrowed();
        return true;
    }
    }
}

} // namespace moe::ui
