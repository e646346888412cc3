// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/waterfall_paint.h"

#include "models/items/waterfall_text.h"
#include "ui/judged.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"
#include "ui/plots/tradeoffs/waterfall_view.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

const QColor kTogether("#8a8f98");

struct Row {
    QString label = {}, values = {}; ///< left of the bar
    QString text = {}, tip = {};     ///< beside it, when pointed at
    double start = 0, end = 0;
    std::optional<double> least = {}, most = {}; ///< ends the bar may have
    bool level = false;                          ///< a value, no change
    bool together = false;                       ///< what the knobs change only with each other
    int index = -1;
};

std::vector<Row> rowsOf(const WaterfallPicture& picture) {
    const Waterfall& all = picture.waterfall;
    const Metric& metric = *all.metric;
    std::vector<Row> rows;
    double at = all.first;
    const auto level = [&](const QString& name, double value) {
        const QString text = metricText(metric, value);
        rows.push_back({.label = name,
                        .text = text,
                        .tip = QStringLiteral("%1: %2 %3").arg(name, metricLabel(metric), text),
                        .start = value,
                        .end = value,
                        .level = true});
    };
    level(picture.from, all.first);
    const bool averaged = picture.way == WaterfallWay::Average && all.averaged();
    const bool alone = picture.way == WaterfallWay::Alone;
    for (std::size_t i = 0; i < picture.shown.size(); ++i) {
        const WaterfallStep& step = all.steps[picture.shown[i]];
        const double change = step.worth(picture.way);
        Row row{.label = items::waterfallLabel(step),
                .values = items::waterfallValues(step),
                .text = items::signedChange(metric, change),
                .start = at,
                .end = at + change,
                .index = int(i)};
        QStringList says{QStringLiteral("%1 %2").arg(row.label, row.values).trimmed()};
        says << WaterfallView::tr("%1 in this order").arg(items::signedChange(metric, step.change));
        says << (step.alone ? WaterfallView::tr("%1 alone").arg(items::signedChange(metric, *step.alone))
                            : WaterfallView::tr("a rule forbids it alone"));
        if (step.average)
            says << WaterfallView::tr("%1 on average, %2 to %3 over every order")
                        .arg(items::signedChange(metric, *step.average),
                             items::signedChange(metric, *step.least),
                             items::signedChange(metric, *step.most));
        row.tip = says.join(QStringLiteral(" · "));
        if (averaged && *step.least < *step.most) row.least = at + *step.least, row.most = at + *step.most;
        if (alone && !step.alone) row.text += QStringLiteral(" *");
        at = row.end;
        rows.push_back(std::move(row));
    }
    if (alone && std::abs(all.interaction()) > 1e-9 * std::max(std::abs(all.first), std::abs(all.last))) {
        const QString text = items::signedChange(metric, all.interaction());
        const QString label = WaterfallView::tr("Interaction");
        rows.push_back({.label = label,
                        .text = text,
                        .tip = WaterfallView::tr("%1: what the knobs change only together").arg(text),
                        .start = at,
                        .end = at + all.interaction(),
                        .together = true});
    }
    level(picture.to, all.last);
    return rows;
}

/// Below the bars, what the marks mean and which changes have no part.
QString noteOf(const WaterfallPicture& picture) {
    QStringList words, idle;
    const Waterfall& all = picture.waterfall;
    bool forbidden = false;
    for (const std::size_t i : picture.shown) forbidden = forbidden || !all.steps[i].alone;
    if (picture.way == WaterfallWay::Alone && forbidden)
        words << WaterfallView::tr("* a rule forbids it alone: its change in this order");
    if (picture.way == WaterfallWay::Average)
        words << (all.averaged() ? WaterfallView::tr("whiskers: over every order")
                                 : WaterfallView::tr("too many changes to count every order: in this order"));
    for (const WaterfallStep& step : all.steps)
        if (!step.moves()) idle << items::waterfallLabel(step);
    if (!idle.isEmpty()) words << WaterfallView::tr("no part in it: %1").arg(idle.join(QStringLiteral(", ")));
    return words.join(QStringLiteral(" · "));
}

QColor colourOf(const Row& row, const Metric& metric, const Look& look) {
    if (row.together) return look.ofCategory(kTogether);
    if (metric.better == Better::Neither || row.end == row.start) return look.ofCategory(judgedFill(0));
    return look.ofCategory(judgedFill((row.end > row.start) == (metric.better == Better::Higher) ? 1 : -1));
}

} // namespace

Hits paintWaterfall(QPainter& painter, const QSizeF& size, const WaterfallPicture& picture,
                    const Look& look) {
    const Metric& metric = *picture.waterfall.metric;
    const double u = look.unit, margin = 12 * u;
    const QFont small = look.scaledFont(0.88), bold = look.scaledFont(1, true);
    const QFontMetricsF metrics(look.font), fine(small);
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, picture.headline, look);
    area.setTop(area.top() + 4 * u);
    if (const QString note = noteOf(picture); !note.isEmpty()) {
        writeText(painter, {area.left(), area.bottom() - fine.descent()}, elided(note, small, area.width()),
                  small, look.theme.muted);
        area.setBottom(area.bottom() - 1.3 * fine.height());
    }
    const std::vector<Row> rows = rowsOf(picture);

    // Labels to the left; beside a bar room for its number on either side.
    double labels = 0, numbers = 0, low = rows.front().start, high = low;
    for (const Row& row : rows) {
        labels = std::max(labels, QFontMetricsF(row.level ? bold : look.font).horizontalAdvance(row.label));
        if (!row.values.isEmpty()) labels = std::max(labels, fine.horizontalAdvance(row.values));
        numbers = std::max(numbers, QFontMetricsF(bold).horizontalAdvance(row.text) + 10 * u);
        for (const double value :
             {row.start, row.end, row.least.value_or(row.end), row.most.value_or(row.end)}) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    labels = std::min(labels, 0.36 * area.width());
    // From zero where that leaves the changes room, so that lengths compare; else only the part they need.
    if (low > 0 && high - low > 0.3 * high) low = 0;
    if (!(high > low)) high = low + std::max(1.0, std::abs(low));
    PlotFrame frame;
    frame.xLow = low, frame.xHigh = high, frame.yLow = 0, frame.yHigh = 1;
    const double foot = 2.6 * metrics.height();
    const double room = std::max(1.0, (area.height() - foot) / double(rows.size()));
    const bool twoLines = room >= metrics.height() + fine.height() + 4 * u;
    const double height = std::min(room, (twoLines ? 1.2 : 1.0) * (metrics.height() + fine.height()) + 6 * u);
    frame.rect = QRectF(QPointF(area.left() + labels + 12 * u + numbers, area.top()),
                        QPointF(area.right() - numbers, area.top() + double(rows.size()) * height));
    const AxisText axis = metricAxis(metric, low, high, std::max(2.0, frame.rect.width() / (90 * u)));
    paintAxes(painter, frame, axis, {}, look);

    Hits hits;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        const double top = frame.rect.top() + double(i) * height, middle = top + height / 2;
        const QFont& font = row.level ? bold : look.font;
        const QString label = elided(row.label, font, labels);
        const bool second = twoLines && !row.values.isEmpty();
        const double right = area.left() + labels;
        writeText(painter,
                  {right - QFontMetricsF(font).horizontalAdvance(label),
                   (second ? middle - 1 * u : middle + metrics.capHeight() / 2)},
                  label, font, look.theme.text);
        if (second) {
            const QString values = elided(row.values, small, labels);
            writeText(painter, {right - fine.horizontalAdvance(values), middle + fine.height() - 1 * u},
                      values, small, look.theme.muted);
        }
        const double from = frame.toPixel(row.start, 0).x(), to = frame.toPixel(row.end, 0).x();
        const double half = 0.32 * height;
        if (row.level) {
            // A bar where the axis begins at zero; else a line, whose length says nothing.
            const QRectF bar(QPointF(frame.rect.left(), middle - half), QPointF(to, middle + half));
            if (low == 0) painter.fillRect(bar, look.theme.grid);
            painter.fillRect(QRectF(to - 1.5 * u, middle - half, 3 * u, 2 * half), look.theme.text);
        } else {
            const QRectF bar = QRectF(QPointF(from, middle - half), QPointF(to, middle + half)).normalized();
            painter.fillRect(bar.width() < u ? bar.adjusted(-u / 2, 0, u / 2, 0) : bar,
                             colourOf(row, metric, look));
            if (row.together) drawHatch(painter, look, bar, 4 * u, QPen(look.theme.background, 1.4 * u));
        }
        if (row.least) {
            const double least = frame.toPixel(*row.least, 0).x(), most = frame.toPixel(*row.most, 0).x();
            painter.setPen(QPen(look.theme.text, 1.2 * u));
            painter.drawLine(QPointF(least, middle), QPointF(most, middle));
            for (const double x : {least, most})
                painter.drawLine(QPointF(x, middle - 0.5 * half), QPointF(x, middle + 0.5 * half));
        }
        if (i + 1 < rows.size()) {
            painter.setPen(QPen(look.theme.axis, u, Qt::DotLine));
            painter.drawLine(QPointF(to, middle + half), QPointF(to, middle + height - half));
        }
        const double leftmost = std::min({from, to, row.least ? frame.toPixel(*row.least, 0).x() : to});
        const double rightmost = std::max({from, to, row.most ? frame.toPixel(*row.most, 0).x() : to});
        const double width = QFontMetricsF(font).horizontalAdvance(row.text);
        const bool toLeft = !row.level && row.end < row.start;
        writeText(painter,
                  {toLeft ? leftmost - 5 * u - width : rightmost + 5 * u, middle + metrics.capHeight() / 2},
                  row.text, font, look.theme.text);
        hits.push_back({QRectF(area.left(), top, area.width(), height),
                        row.level ? QLatin1String(metric.key) : QString(), row.tip, row.tip, row.index});
        if (row.index >= 0 && row.index == picture.drop) {
            painter.setPen(QPen(look.theme.accent, 2 * u));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(hits.back().area.adjusted(u, u, -u, -u));
        }
    }
    return hits;
}

} // namespace moe::ui
