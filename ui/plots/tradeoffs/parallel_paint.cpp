// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/parallel_paint.h"

#include "models/items/words.h"

#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace moe::ui {
namespace {

const QColor kKept("#0072b2");
/// So many lines overlap anyhow; smoothing them would cost what makes a brush follow the pointer.
constexpr int kSmoothed = 1500;
/// More than these are drawn so that one sees where they are dense.
constexpr int kSparse = 150;

constexpr std::size_t kPlacesOfAxis = ParallelRows::kSteps + 1;

/// Of cells (left step, right step), one of each square of `together` steps: still one that occurs, so that
/// every line ends where a row does.
void thin(std::vector<std::uint32_t>& cells, std::size_t together) {
    const auto square = [together](std::uint32_t cell) {
        return cell / kPlacesOfAxis / together * kPlacesOfAxis + cell % kPlacesOfAxis / together;
    };
    std::stable_sort(cells.begin(), cells.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return square(a) < square(b); });
    cells.erase(std::unique(cells.begin(), cells.end(),
                            [&](std::uint32_t a, std::uint32_t b) { return square(a) == square(b); }),
                cells.end());
}

void drawLines(QPainter& painter, const QVector<QLineF>& lines, QColor ink, double width) {
    const bool smooth = lines.size() <= kSmoothed;
    if (lines.size() > kSparse) ink.setAlphaF(0.55);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
    painter.setPen(QPen(ink, smooth ? width : 0));
    painter.drawLines(lines);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Muted as far as more lines than a screen resolves need it.
QColor faint(const Look& look) {
    const QColor &ink = look.theme.muted, &paper = look.theme.background;
    const auto mix = [](int a, int b) { return (2 * a + 3 * b) / 5; };
    return {mix(ink.red(), paper.red()), mix(ink.green(), paper.green()), mix(ink.blue(), paper.blue())};
}

void drawAll(QPainter& painter, const ParallelRows& rows, const ParallelFrame& frame, const QColor& ink,
             ParallelCache* cache, const Look& look) {
    std::vector<std::size_t> all(rows.count());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const bool onScreen = painter.device()->devType() == QInternal::Widget ||
                          painter.device()->devType() == QInternal::Image ||
                          painter.device()->devType() == QInternal::Pixmap;
    if (!cache || !onScreen) return drawLines(painter, parallelLines(rows, frame, all), ink, look.unit);
    const double scale = painter.device()->devicePixelRatioF();
    const QRectF reach = frame.lines.adjusted(-2, -2, 2, 2);
    if (!(reach.width() * scale >= 1 && reach.height() * scale >= 1)) return; // squeezed away
    if (cache->edition != rows.edition() || cache->size != reach.size() || cache->ink != ink ||
        cache->scale != scale) {
        *cache = {QImage((reach.size() * scale).toSize(), QImage::Format_ARGB32_Premultiplied), reach.size(),
                  ink, scale, rows.edition()};
        cache->lines.setDevicePixelRatio(scale);
        cache->lines.fill(Qt::transparent);
        QPainter within(&cache->lines);
        within.translate(-reach.topLeft());
        drawLines(within, parallelLines(rows, frame, all), ink, look.unit);
    }
    painter.drawImage(reach.topLeft(), cache->lines);
}

QString cellText(const ParallelAxis& axis, const AxisSpan& cell) {
    return cell.low == cell.high
               ? QStringLiteral("%1 %2").arg(axis.label, axis.text(cell.low))
               : QStringLiteral("%1 %2 – %3").arg(axis.label, axis.text(cell.low), axis.text(cell.high));
}

} // namespace

ParallelFrame::ParallelFrame(const QRectF& area, int count, const Look& look) : axes(count) {
    const double height = QFontMetricsF(look.font).height();
    const double half = count > 0 ? area.width() / count / 2 : 0;
    lines = area.adjusted(half, 1.5 * height, -half, -0.7 * height);
}

double ParallelFrame::x(int axis) const {
    return axes > 1 ? lines.left() + lines.width() * axis / (axes - 1) : lines.center().x();
}

double ParallelFrame::place(double y) const {
    return lines.height() > 0 ? (lines.bottom() - y) / lines.height() : 0;
}

int ParallelFrame::axisAt(QPointF at) const {
    if (axes == 0 || at.y() < lines.top() - 30 || at.y() > lines.bottom() + 14) return -1;
    const double step = axes > 1 ? lines.width() / (axes - 1) : lines.width();
    const int axis = axes > 1 ? int(std::lround((at.x() - lines.left()) / step)) : 0;
    return axis >= 0 && axis < axes ? axis : -1;
}

QVector<QLineF> parallelLines(const ParallelRows& rows, const ParallelFrame& frame,
                              const std::vector<std::size_t>& which) {
    constexpr double kSteps = ParallelRows::kSteps;
    QVector<QLineF> lines;
    std::vector<std::uint8_t> seen(kPlacesOfAxis * kPlacesOfAxis);
    std::vector<std::uint32_t> cells;
    for (int axis = 1; axis < int(rows.axes().size()); ++axis) {
        const std::vector<std::int16_t>&left = rows.steps(axis - 1), &right = rows.steps(axis);
        std::fill(seen.begin(), seen.end(), 0);
        cells.clear();
        for (const std::size_t row : which) {
            if (left[row] < 0 || right[row] < 0) continue;
            const std::size_t cell = std::size_t(left[row]) * kPlacesOfAxis + std::size_t(right[row]);
            if (std::exchange(seen[cell], 1)) continue;
            cells.push_back(std::uint32_t(cell));
        }
        for (std::size_t together = 2;
             cells.size() > std::size_t(kMostLines) && together <= ParallelRows::kSteps / 8; together *= 2)
            thin(cells, together);
        for (const std::uint32_t cell : cells) {
            const std::size_t from = cell / kPlacesOfAxis, to = cell % kPlacesOfAxis;
            lines << QLineF(frame.x(axis - 1), frame.y(double(from) / kSteps), frame.x(axis),
                            frame.y(double(to) / kSteps));
        }
    }
    return lines;
}

Hits paintParallel(QPainter& painter, const QRectF& area, const ParallelRows& rows, ParallelCache* cache,
                   const Look& look) {
    const int axes = int(rows.axes().size());
    const ParallelFrame frame(area, axes, look);
    const bool narrowed = rows.narrowed();
    const QColor kept = look.ofCategory(lineColour(kKept, look.theme));
    drawAll(painter, rows, frame, narrowed ? faint(look) : kept, cache, look);
    if (narrowed) drawLines(painter, parallelLines(rows, frame, rows.kept()), kept, 1.3 * look.unit);

    Hits hits;
    const QFont small = look.scaledFont(0.88), bold = look.scaledFont(0.92, true);
    const QFontMetricsF metrics(small), heads(bold);
    const double step = axes > 1 ? frame.lines.width() / (axes - 1) : frame.lines.width();
    for (int i = 0; i < axes; ++i) {
        const ParallelAxis& axis = rows.axes()[i];
        const AxisPlaces& places = rows.places(i);
        const double x = frame.x(i);
        painter.setPen(QPen(look.theme.text, look.unit));
        painter.drawLine(QPointF(x, frame.lines.top()), QPointF(x, frame.lines.bottom()));
        const QString head = elided(axis.label, bold, step - 2 * look.unit);
        writeText(painter, {x - heads.horizontalAdvance(head) / 2, frame.lines.top() - 0.55 * heads.height()},
                  head, bold, look.theme.text);

        if (const AxisSpan* span = rows.span(i)) {
            const double wide = 4 * look.unit;
            const double top = std::max(frame.lines.top(), frame.y(places.place(span->high))) - wide;
            const double bottom = std::min(frame.lines.bottom(), frame.y(places.place(span->low))) + wide;
            QColor fill = kept;
            fill.setAlphaF(0.35);
            painter.setPen(QPen(kept, look.unit));
            painter.setBrush(fill);
            painter.drawRect(QRectF(QPointF(x - wide, top), QPointF(x + wide, bottom)));
            painter.setBrush(Qt::NoBrush);
        }

        double free = frame.lines.bottom() + metrics.height(); // the next label must end above it
        for (const double tick : places.ticks()) {
            const double y = frame.y(places.place(tick));
            painter.setPen(QPen(look.theme.text, look.unit));
            painter.drawLine(QPointF(x - 2.5 * look.unit, y), QPointF(x + 2.5 * look.unit, y));
            if (y + 0.5 * metrics.height() > free) continue;
            free = y - 0.5 * metrics.height();
            const QString text =
                elided((axis.brief ? axis.brief : axis.text)(tick), small, step - 9 * look.unit);
            // Outlined letters would take longer than all lines.
            QColor paper = look.theme.background;
            paper.setAlphaF(0.8);
            const QRectF behind(x + 4 * look.unit, y - 0.5 * metrics.height(),
                                metrics.horizontalAdvance(text) + 4 * look.unit, metrics.height());
            painter.fillRect(behind, paper);
            writeText(painter, {x + 6 * look.unit, y + 0.5 * metrics.capHeight()}, text, small,
                      look.theme.text);
        }

        std::vector<int> held(std::size_t(places.cells()));
        for (const std::size_t row : rows.kept())
            if (const std::int32_t cell = rows.cells(i)[row]; cell >= 0) ++held[std::size_t(cell)];
        const double half = places.cells() > 1 && axis.scale == AxisScale::Values
                                ? std::min(7 * look.unit, frame.lines.height() / (places.cells() - 1) / 2)
                                : 0;
        for (int cell = 0; cell < std::min(places.cells(), kCellsOfAxis); ++cell) {
            const AxisSpan span = places.cell(cell);
            const QRectF box(QPointF(x - 10 * look.unit, frame.y(places.place(span.high)) - half),
                             QPointF(x + 10 * look.unit, frame.y(places.place(span.low)) + half));
            const QString text = items::Words::tr("%1: %2 points")
                                     .arg(cellText(axis, span), QLocale().toString(held[std::size_t(cell)]));
            hits.push_back({box, QString(), text, text, kAxisHits + i * kCellsOfAxis + cell});
        }
    }
    return hits;
}

} // namespace moe::ui
