// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/servers/server_paint.h"

#include "models/items/format.h"
#include "models/items/serving_search_text.h"
#include "models/items/words.h"
#include "ui/plots/kit/label_places.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/kit/shapes.h"
#include "ui/plots/servers/server_words.h"
#include "ui/plots/servers/servers_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace moe::ui {
namespace {

constexpr double kAside = 0.2;     ///< opacity
constexpr std::size_t kListed = 5; ///< rows of the list under the picture
/// So many times as large as the largest point the scenario's own is not drawn to scale: limits that it
/// breaks hold for the others.
constexpr double kFarthestOwn = 1.5;

struct BoundMark {
    ServingBound bound;
    Shape shape;
    const char* colour;
};
constexpr BoundMark kBoundMarks[] = {
    {ServingBound::Slo, Shape::Triangle, "#cc79a7"},
    {ServingBound::Memory, Shape::Square, "#e69f00"},
    {ServingBound::BatchLimit, Shape::Down, "#56b4e9"},
    {ServingBound::Compute, Shape::Circle, "#0072b2"},
};

/// Null: more requests can be had.
const BoundMark* markOf(ServingBound bound) {
    const bool limit =
        bound == ServingBound::Ttft || bound == ServingBound::Tpot || bound == ServingBound::Condition;
    for (const BoundMark& mark : kBoundMarks)
        if (mark.bound == (limit ? ServingBound::Slo : bound)) return &mark;
    return nullptr;
}

double numberOf(const ServingMetric& metric, const ServingNumbers& numbers) {
    return metric.value(numbers).value_or(std::nan(""));
}

struct Span {
    double low = INFINITY, high = -INFINITY;
    void grow(double value) {
        if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    }
    void pad() {
        if (!(high >= low)) low = 0, high = 1;
        const bool wide = high - low > 1e-9 * std::abs(high); // more than rounding
        const double air = wide ? 0.05 * (high - low) : std::max(1e-12, 0.05 * std::abs(high));
        low = low >= 0 && low < 0.5 * high ? 0 : low - air; // rates are read from nought
        high += air;
    }
};

AxisText axisOf(const ServingMetric& metric, const Span& span, double count) {
    AxisText axis;
    const LinearTicks ticks = linearTicks(span.low, span.high, count);
    axis.ticks = ticks.ticks;
    const bool plain = std::string_view(metric.unit) == kPerSecond;
    axis.text = [&metric, plain, decimals = ticks.decimals](double value) {
        if (value == 0) return QStringLiteral("0");
        return plain && std::abs(value) < 1e4 ? items::number(value, 'f', decimals)
               : plain                        ? items::compactCount(value)
                                              : servingText(metric, value);
    };
    axis.title = plain ? QStringLiteral("%1 (1/s)").arg(servingName(metric)) : servingName(metric);
    return axis;
}

/// The staircase of what can be had, in either direction of the metrics.
QPolygonF stairs(const ServingChoices& choices) {
    const ServingMetric &x = *choices.search.other.metric, &y = *choices.search.objective.metric;
    const auto worse = [](const ServingMetric& metric, double a, double b) {
        return metric.better == Better::Higher ? std::min(a, b) : std::max(a, b);
    };
    QPolygonF steps;
    for (const ServingPoint& point : choices.found.line) {
        const QPointF at(numberOf(x, point.numbers), numberOf(y, point.numbers));
        if (!steps.isEmpty())
            steps << QPointF(worse(x, steps.last().x(), at.x()), worse(y, steps.last().y(), at.y()));
        steps << at;
    }
    return steps;
}

void drawServer(QPainter& painter, QPointF at, ServingBound bound, const Look& look) {
    if (const BoundMark* mark = markOf(bound))
        return drawShape(painter, mark->shape, at, 9 * look.unit,
                         look.ofCategory(lineColour(QColor(mark->colour), look.theme)), look.theme);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.theme.muted);
    painter.drawEllipse(at, 1.8 * look.unit, 1.8 * look.unit);
}

/// The best, a row each; returns their height, without a painter only that.
double paintList(QPainter* painter, const QRectF& area, const ServingChoices& choices, const Look& look,
                 Hits& hits) {
    const QFontMetricsF metrics(look.font);
    const double row = 1.4 * metrics.height(), gap = 14 * look.unit;
    const std::size_t rows = std::min(kListed, choices.best);
    if (!painter) return row * double(rows + 1);
    std::vector<const ServingMetric*> columns = serverColumns(choices);
    std::vector<QStringList> table(rows + 1);
    const auto fill = [&] {
        table[0] = {QStringLiteral("#"), ServersView::tr("layout")};
        for (const ServingMetric* metric : columns) table[0] << narrowName(*metric);
        table[0] << ServersView::tr("what binds");
        for (std::size_t i = 0; i < rows; ++i) {
            const ServingPoint& point = choices.points[i];
            table[i + 1] = {QString::number(i + 1), items::servedLayoutText(choices.search, point)};
            for (const ServingMetric* metric : columns) table[i + 1] << narrowCell(*metric, point.numbers);
            table[i + 1] << boundText(point.bound);
        }
        std::vector<double> widths(static_cast<std::size_t>(table[0].size()));
        for (const QStringList& line : table)
            for (qsizetype c = 0; c < line.size(); ++c)
                widths[std::size_t(c)] =
                    std::max(widths[std::size_t(c)], metrics.horizontalAdvance(line[c]) + gap);
        return widths;
    };
    const auto total = [](const std::vector<double>& widths) {
        double sum = 0;
        for (double width : widths) sum += width;
        return sum;
    };
    std::vector<double> widths = fill();
    while (total(widths) - gap > area.width() && columns.size() > 2) {
        columns.pop_back(); // the table has them all
        widths = fill();
    }
    double top = area.top();
    for (std::size_t i = 0; i <= rows; ++i, top += row) {
        double x = area.left();
        const double baseline = top + row / 2 + metrics.capHeight() / 2;
        for (qsizetype c = 0; c < table[i].size(); ++c) {
            const double width = widths[std::size_t(c)];
            const bool number = c == 0 || (c >= 2 && c + 1 < table[i].size());
            const QString& text = table[i][c];
            const QString cell = elided(text, look.font, std::max(10 * look.unit, area.right() - x));
            writeText(*painter, {number ? x + width - gap - metrics.horizontalAdvance(cell) : x, baseline},
                      cell, look.font, i == 0 ? look.theme.muted : look.theme.text);
            x += width;
        }
        painter->setPen(QPen(i == 0 ? look.theme.axis : look.theme.grid, look.unit));
        painter->drawLine(QPointF(area.left(), top + row), QPointF(area.right(), top + row));
        if (i == 0) continue;
        const QString text = serverText(choices, i - 1);
        hits.push_back({QRectF(area.left(), top, area.width(), row), QString(), text, text, int(i - 1)});
    }
    return top - area.top();
}

/// In as many rows as it takes at the top of `area`, which then begins below it.
void paintLegend(QPainter& painter, QRectF& area, const ServingChoices& choices, const Look& look) {
    if (!look.legend) return;
    const QFontMetricsF metrics(look.font);
    double x = area.left();
    double middle = area.top() + 0.6 * metrics.height();
    const auto key = [&](auto&& icon, const QString& text) {
        if (x > area.left() && x + 18 * look.unit + metrics.horizontalAdvance(text) > area.right()) {
            x = area.left();
            middle += 1.3 * metrics.height();
        }
        icon(QPointF(x + 7 * look.unit, middle));
        x = writeText(painter, {x + 18 * look.unit, middle + metrics.capHeight() / 2}, text, look.font,
                      look.theme.text) +
            14 * look.unit;
    };
    std::set<ServingBound> there;
    for (const ServingPoint& point : choices.points) there.insert(point.bound);
    key(
        [&](QPointF at) {
            painter.setPen(QPen(look.ofCategory(look.theme.text), 1.6 * look.unit));
            const double far = 7 * look.unit, step = 3 * look.unit;
            painter.drawPolyline(QPolygonF({at + QPointF(-far, -step), at + QPointF(0, -step),
                                            at + QPointF(0, step), at + QPointF(far, step)}));
        },
        ServersView::tr("Pareto line"));
    for (const BoundMark& mark : kBoundMarks)
        if (std::any_of(there.begin(), there.end(),
                        [&](ServingBound bound) { return markOf(bound) == &mark; }))
            key([&](QPointF at) { drawServer(painter, at, mark.bound, look); }, boundText(mark.bound));
    if (there.contains(ServingBound::Requests))
        key([&](QPointF at) { drawServer(painter, at, ServingBound::Requests, look); },
            boundText(ServingBound::Requests));
    area.setTop(middle + 0.9 * metrics.height());
}

/// A dashed line where a limit of the scenario is on this axis.
std::optional<std::pair<double, QString>> limitOn(const ServingMetric& metric, const ServeSpec& serve) {
    const auto said = [](const char* name, double limit) {
        return ServersView::tr("limit: %1 %2")
            .arg(QLatin1String(name), items::humanValue(limit, QStringLiteral("s")));
    };
    const std::string_view key = metric.key;
    if (serve.sloTpot && key == "serve.tokens_per_second_per_user")
        return std::pair{1 / *serve.sloTpot, said("TPOT", *serve.sloTpot)};
    if (serve.sloTpot && key.substr(0, 18) == "serve.tpot_seconds")
        return std::pair{*serve.sloTpot, said("TPOT", *serve.sloTpot)};
    if (serve.sloTtft && key.substr(0, 18) == "serve.ttft_seconds")
        return std::pair{*serve.sloTtft, said("TTFT", *serve.sloTtft)};
    return std::nullopt;
}

void paintLimits(QPainter& painter, const PlotFrame& frame, const ServingChoices& choices, const Look& look,
                 LabelPlaces& places) {
    const ServeSpec& serve = *choices.search.base.serve;
    const QFontMetricsF metrics(look.font);
    const QPen pen(look.theme.text, 1.2 * look.unit, Qt::DashLine);
    const QRectF& area = frame.rect;
    if (const auto limit = limitOn(*choices.search.other.metric, serve);
        limit && limit->first > frame.xLow && limit->first < frame.xHigh) {
        const double x = frame.toPixel(limit->first, frame.yLow).x();
        painter.setPen(pen);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const double length = metrics.horizontalAdvance(limit->second) + 12 * look.unit;
        places.block(QRectF(x - 1.2 * metrics.height(), area.top(), metrics.height(), length));
        drawHaloText(painter, {x - 0.7 * metrics.height(), area.top() + length / 2}, -90, limit->second,
                     look.font, look.theme.text, look.theme.background, 2 * look.unit);
    }
    if (const auto limit = limitOn(*choices.search.objective.metric, serve);
        limit && limit->first > frame.yLow && limit->first < frame.yHigh) {
        const double y = frame.toPixel(frame.xLow, limit->first).y();
        painter.setPen(pen);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        writeText(painter, {area.left() + 6 * look.unit, y - 4 * look.unit}, limit->second, look.font,
                  look.theme.text);
    }
}

void paintOwn(QPainter& painter, const PlotFrame& frame, const ServingChoices& choices, const Look& look,
              LabelPlaces& places, Hits& hits) {
    const double x = numberOf(*choices.search.other.metric, *choices.own),
                 y = numberOf(*choices.search.objective.metric, *choices.own);
    if (!std::isfinite(x) || !std::isfinite(y)) return;
    const ServeSpec& serve = *choices.search.base.serve;
    const QRectF& area = frame.rect;
    const QPointF at = frame.toPixel(x, y);
    const bool outside = !area.adjusted(-1, -1, 1, 1).contains(at);
    const double edge = outside ? 8 * look.unit : 0;
    const QPointF here(std::clamp(at.x(), area.left() + edge, area.right() - edge),
                       std::clamp(at.y(), area.top() + edge, area.bottom() - edge));
    const bool breaks = (serve.sloTtft || serve.sloTpot) && choices.own->sloShare < serve.sloPercentile / 100;
    const QString name = outside  ? ServersView::tr("this scenario, outside the picture")
                         : breaks ? ServersView::tr("this scenario, breaks the limits")
                                  : ServersView::tr("this scenario");
    drawMark(painter, Mark::Scenario, here, markSize(Mark::Scenario, look), look.theme);
    const double half = markSize(Mark::Scenario, look) / 2;
    const QRectF box(here.x() - half, here.y() - half, 2 * half, 2 * half);
    places.block(box);
    const QFontMetricsF metrics(look.font);
    const QSizeF text(metrics.horizontalAdvance(name) + 4 * look.unit, metrics.height());
    if (const auto place = places.place(here, text, half + 3 * look.unit))
        drawHaloText(painter, place->box.center(), 0, name, look.font, look.theme.text, look.theme.background,
                     2 * look.unit);
    QString tip = serverText(choices, *choices.own, ServersView::tr("this scenario"));
    if (breaks)
        tip += ServersView::tr(" · %1 within the limits")
                   .arg(items::humanValue(choices.own->sloShare, QStringLiteral("share")));
    hits.push_back({box, QString(), tip, tip});
}

/// Of a run at some load, on an axis of this metric: median, least, most; nullopt: it was not measured.
std::optional<std::array<double, 3>> measuredOf(const ServingMetric& metric, const OwnServed& run) {
    const std::string_view key = metric.key;
    if (key == "serve.tpot_seconds") return std::array{run.tpot, run.tpotLow, run.tpotHigh};
    if (key == "serve.tokens_per_second_per_user")
        return std::array{1 / run.tpot, 1 / run.tpotHigh, 1 / run.tpotLow};
    const auto plain = [](double value) { return std::array{value, value, value}; };
    if (key == "serve.ttft_seconds" && run.ttft) return plain(*run.ttft);
    if (key == "serve.tokens_per_second" && run.tokensPerSecond) return plain(*run.tokensPerSecond);
    if (key == "serve.tokens_per_second_per_gpu" && run.tokensPerSecond && run.gpus > 0)
        return plain(*run.tokensPerSecond / run.gpus);
    return std::nullopt;
}

void paintMeasured(QPainter& painter, const PlotFrame& frame, const ServingChoices& choices,
                   const std::vector<OwnServed>& runs, const Look& look, Hits& hits) {
    const ServingMetric &xMetric = *choices.search.other.metric, &yMetric = *choices.search.objective.metric;
    for (const OwnServed& run : runs) {
        const auto x = measuredOf(xMetric, run), y = measuredOf(yMetric, run);
        if (!x || !y) continue;
        const QPointF at = frame.toPixel((*x)[0], (*y)[0]);
        if (!frame.shows(at, 1)) continue;
        drawOwnMark(painter, at, frame.toPixel((*x)[1], (*y)[0]), frame.toPixel((*x)[2], (*y)[0]), look);
        const QString text =
            ServersView::tr("your runs (%1), %2 requests in flight: %3 %4, %5 %6")
                .arg(run.runs)
                .arg(items::humanNumber(run.at))
                .arg(items::tableText(xMetric.label), items::humanValue((*x)[0], QLatin1String(xMetric.unit)),
                     items::tableText(yMetric.label),
                     items::humanValue((*y)[0], QLatin1String(yMetric.unit)));
        const double half = 8 * look.unit;
        hits.push_back({QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half), QString(), text, text});
    }
}

} // namespace

Hits paintServers(QPainter& painter, const QSizeF& size, const ServingChoices& choices,
                  const ServersShown& shown, const Look& look) {
    const ServingMetric &xMetric = *choices.search.other.metric, &yMetric = *choices.search.objective.metric;
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, shown.headline.isEmpty() ? serverSummary(choices) : shown.headline, look);
    Hits hits;

    // What was simulated and what to know of it, below; above that the list where there is room.
    QStringList notes{items::sentenceText(choices.found.origin)};
    if (choices.found.note) notes << items::sentenceText(*choices.found.note);
    if (!choices.ownProblems.empty())
        notes << ServersView::tr("This scenario's own layout is not drawn: %1")
                     .arg(items::problemText(choices.ownProblems.front()));
    const QString note = notes.join(QLatin1Char(' '));
    const QFont small = look.scaledFont(0.88);
    const double noteHeight =
        QFontMetricsF(small).boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, note).height();
    constexpr double kRoomForNote = 260, kRoomForList = 230; // px of a 12-pixel font
    if (noteHeight < 0.25 * area.height() && area.height() >= kRoomForNote * look.unit) {
        painter.setFont(small);
        painter.setPen(look.theme.muted);
        painter.drawText(QRectF(area.left(), area.bottom() - noteHeight, area.width(), noteHeight + 2),
                         Qt::TextWordWrap, note);
        area.setBottom(area.bottom() - noteHeight - 6 * look.unit);
    }
    const double listHeight = paintList(nullptr, area, choices, look, hits);
    const bool listed = listHeight < 0.36 * area.height() && area.height() >= kRoomForList * look.unit;
    if (listed) area.setBottom(area.bottom() - listHeight - 8 * look.unit);

    Span xs, ys;
    for (const ServingPoint& point : choices.points) {
        xs.grow(numberOf(xMetric, point.numbers));
        ys.grow(numberOf(yMetric, point.numbers));
    }
    if (choices.own) {
        const double x = numberOf(xMetric, *choices.own), y = numberOf(yMetric, *choices.own);
        if (x < kFarthestOwn * xs.high && y < kFarthestOwn * ys.high) xs.grow(x), ys.grow(y);
    }
    for (const OwnServed& run : shown.measured)
        if (const auto x = measuredOf(xMetric, run), y = measuredOf(yMetric, run);
            x && y && (*x)[2] < kFarthestOwn * xs.high && (*y)[0] < kFarthestOwn * ys.high)
            xs.grow((*x)[1]), xs.grow((*x)[2]), ys.grow((*y)[0]);
    xs.pad();
    ys.pad();
    paintLegend(painter, area, choices, look);
    PlotFrame frame;
    frame.xLow = xs.low, frame.xHigh = xs.high, frame.yLow = ys.low, frame.yHigh = ys.high;
    shareFrame(frame, shown.view, QStringLiteral("servers"));
    xs = {frame.xLow, frame.xHigh}, ys = {frame.yLow, frame.yHigh};
    frame.rect = QRectF(area.left() + 72 * look.unit, area.top(), area.width() - 86 * look.unit,
                        area.height() - 2.4 * metrics.height() - 14 * look.unit);
    if (frame.rect.width() < 20 * look.unit || frame.rect.height() < 20 * look.unit) return hits;
    paintAxes(painter, frame, axisOf(xMetric, xs, std::max(2.0, frame.rect.width() / (95 * look.unit))),
              axisOf(yMetric, ys, std::max(2.0, frame.rect.height() / (3 * metrics.height()))), look);

    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF line = stairs(choices);
    for (QPointF& corner : line) corner = frame.toPixel(corner.x(), corner.y());
    painter.setPen(QPen(look.ofCategory(look.theme.text), 1.6 * look.unit));
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& part : clipped(line, frame.rect)) painter.drawPolyline(part);
    LabelPlaces places(frame.rect);
    paintLimits(painter, frame, choices, look, places);

    // What binds stands above what is on the way there, the best above all.
    std::set<std::pair<int, int>> taken;
    std::vector<QPointF> bestAt(choices.best);
    for (int layer = 0; layer < 2; ++layer) {
        for (std::size_t i = choices.points.size(); i-- > 0;) {
            const ServingPoint& point = choices.points[i];
            if ((layer == 1) != (markOf(point.bound) != nullptr)) continue;
            const QPointF at =
                frame.toPixel(numberOf(xMetric, point.numbers), numberOf(yMetric, point.numbers));
            if (!frame.shows(at, 1)) continue;
            if (i < choices.best) bestAt[i] = at;
            const double spot = 2 * look.unit;
            if (i >= choices.best && !taken.insert({int(at.x() / spot), int(at.y() / spot)}).second) continue;
            painter.setOpacity(shown.isAside(i) ? kAside : 1);
            drawServer(painter, at, point.bound, look);
            painter.setOpacity(1);
            const QString text = serverText(choices, i);
            const double half = (layer == 1 ? 6 : 4) * look.unit;
            const QRectF box(at.x() - half, at.y() - half, 2 * half, 2 * half);
            if (layer == 1) places.block(box);
            hits.push_back({box, QString(), text, text, int(i)}); // later ones lie above
        }
    }
    if (choices.own) paintOwn(painter, frame, choices, look, places, hits);
    paintMeasured(painter, frame, choices, shown.measured, look, hits);
    // Numbers of the list; what finds no place is in the list alone.
    const QFont bold = look.scaledFont(0.95, true);
    const QFontMetricsF letters(bold);
    for (std::size_t i = 0; listed && i < std::min(kListed, choices.best); ++i) {
        const QString number = QString::number(i + 1);
        const QSizeF text(letters.horizontalAdvance(number) + 3 * look.unit,
                          letters.capHeight() + 3 * look.unit);
        const auto place = places.place(bestAt[i], text, 6 * look.unit);
        if (place && !place->needsLine)
            drawHaloText(painter, place->box.center(), 0, number, bold, look.theme.text,
                         look.theme.background, 2 * look.unit);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (listed)
        paintList(&painter, QRectF(area.left(), area.bottom() + 8 * look.unit, area.width(), listHeight),
                  choices, look, hits);
    return hits;
}

} // namespace moe::ui
