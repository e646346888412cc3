// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/serve_paint.h"

#include "models/items/words.h"

#include <algorithm>
#include <array>

namespace moe::ui {
namespace {

double dotRadius(const Look& look) {
    return 3.6 * look.unit;
}

QColor lineColour(const Look& look, bool faded) {
    QColor colour = look.theme.good;
    if (faded) colour.setAlphaF(0.4F);
    return colour;
}

QPen linePen(const Look& look, bool dashed, bool faded) {
    QPen pen(lineColour(look, faded), 1.8 * look.unit, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (dashed) pen.setDashPattern({3, 2});
    return pen;
}

void paintDot(QPainter& painter, QPointF at, bool hollow, const Look& look, bool faded) {
    painter.setPen(QPen(lineColour(look, faded), 1.5 * look.unit));
    painter.setBrush(hollow ? look.theme.background : lineColour(look, faded));
    painter.drawEllipse(at, dotRadius(look), dotRadius(look));
}

QRectF around(QPointF centre, double half) {
    return {centre - QPointF(half, half), QSizeF(2 * half, 2 * half)};
}

} // namespace

void paintServeLine(QPainter& painter, const std::vector<ServeDot>& dots, const Look& look, bool faded) {
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 1; i < dots.size(); ++i) {
        painter.setPen(linePen(look, dots[i - 1].hollow || dots[i].hollow, faded));
        painter.drawLine(dots[i - 1].at, dots[i].at);
    }
    for (const ServeDot& dot : dots) paintDot(painter, dot.at, dot.hollow, look, faded);
}

void paintServeSign(QPainter& painter, ServeSign sign, QPointF at, const Look& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    if (sign == ServeSign::Knee) {
        painter.setPen(QPen(look.theme.bad, 1.8 * look.unit));
        painter.drawEllipse(at, 9 * look.unit, 9 * look.unit); // seen round the scenario's mark
    } else {
        painter.setPen(QPen(look.theme.axis, 1.4 * look.unit));
        painter.drawRect(around(at, 7 * look.unit));
    }
}

std::vector<PlacedLabel> placedLabels(const std::vector<ServeDot>& dots,
                                      const std::vector<std::size_t>& priority, const QRectF& area,
                                      const std::vector<QPolygonF>& lines, const std::vector<QRectF>& taken,
                                      const QFont& font, const Look& look) {
    const QFontMetricsF metrics(font);
    std::vector<PlacedLabel> placed;
    const auto free = [&](const QRectF& rect) {
        if (!area.contains(rect)) return false;
        for (std::size_t i = 0; i < dots.size(); ++i) {
            if (rect.intersects(around(dots[i].at, dotRadius(look) + look.unit))) return false;
            if (i > 0 && !clipped(QPolygonF{dots[i - 1].at, dots[i].at}, rect).isEmpty()) return false;
        }
        for (const QPolygonF& line : lines)
            if (!clipped(line, rect).isEmpty()) return false;
        for (const QRectF& other : taken)
            if (rect.intersects(other)) return false;
        for (const PlacedLabel& other : placed)
            if (rect.intersects(other.rect)) return false;
        return true;
    };
    for (const std::size_t index : priority) {
        const ServeDot& dot = dots[index];
        if (dot.label.isEmpty()) continue;
        const QSizeF size(metrics.horizontalAdvance(dot.label) + 2 * look.unit, metrics.height());
        const double u = look.unit, w = size.width(), h = size.height();
        // Right, above, below, left; beside a mark's corners and clear of its sides.
        const std::array<QPointF, 8> corners{{{11 * u, -h / 2},
                                              {8 * u, -4 * u - h},
                                              {8 * u, 4 * u},
                                              {-8 * u - w, -4 * u - h},
                                              {-w / 2, -9 * u - h},
                                              {-w / 2, 9 * u},
                                              {-11 * u - w, -h / 2},
                                              {-8 * u - w, 4 * u}}};
        for (const QPointF& corner : corners) {
            const QRectF rect(dot.at + corner, size);
            if (!free(rect)) continue;
            placed.push_back({rect, dot.label, index});
            break;
        }
    }
    return placed;
}

void paintComputeBound(QPainter& painter, const QRectF& area, const Look& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = look.theme.muted;
    veil.setAlpha(look.theme.dark ? 34 : 24);
    painter.fillRect(area, veil);
    veil.setAlpha(look.theme.dark ? 80 : 70);
    drawHatch(painter, look, area, 8 * look.unit, QPen(veil, 0.8 * look.unit));
}

QPen idealPen(const Look& look) {
    QPen pen(look.theme.muted, 1.3 * look.unit, Qt::SolidLine, Qt::FlatCap);
    pen.setDashPattern({6, 2, 1.5, 2});
    return pen;
}

std::vector<LegendEntry> serveLegend(const ServeKeys& keys, const Look& look) {
    std::vector<LegendEntry> entries;
    const auto add = [&](bool shown, const QString& text, auto icon) {
        if (shown)
            entries.push_back({[icon, look](QPainter& painter, const QRectF& room) {
                                   painter.setRenderHint(QPainter::Antialiasing);
                                   icon(painter, room, look);
                               },
                               text});
    };
    const auto line = [](bool hollow) {
        return [hollow](QPainter& painter, const QRectF& room, const Look& now) {
            painter.setPen(linePen(now, hollow, false));
            painter.drawLine(QPointF(room.left(), room.center().y()),
                             QPointF(room.right(), room.center().y()));
            paintDot(painter, room.center(), hollow, now, false);
        };
    };
    const auto sign = [](ServeSign which) {
        return [which](QPainter& painter, const QRectF& room, const Look& now) {
            paintDot(painter, room.center(), false, now, false);
            paintServeSign(painter, which, room.center(), now);
        };
    };
    add(keys.own,
        keys.simulated ? items::Words::tr("This scenario, simulated") : items::Words::tr("This scenario"),
        [](QPainter& painter, const QRectF& room, const Look& now) {
            drawMark(painter, Mark::Scenario, room.center(), markSize(Mark::Scenario, now), now.theme);
        });
    add(keys.solid,
        keys.faded       ? items::Words::tr("Before the change")
        : keys.simulated ? items::Words::tr("Steady batch, fits")
                         : items::Words::tr("Fits in memory"),
        line(false));
    add(keys.hollow, items::Words::tr("Does not fit"), line(true));
    add(keys.largest,
        keys.brief ? items::Words::tr("Largest batch") : items::Words::tr("Largest batch that fits"),
        sign(ServeSign::Largest));
    add(keys.knee,
        keys.brief ? items::Words::tr("Knee")
                   : items::Words::tr("Knee: beyond it doubling gives less than half as much more"),
        sign(ServeSign::Knee));
    add(keys.computeBound,
        keys.brief ? items::Words::tr("Compute-bound") : items::Words::tr("Expert GEMM compute-bound"),
        [](QPainter& painter, const QRectF& room, const Look& now) {
            paintComputeBound(painter, room.adjusted(0, 3 * now.unit, 0, -3 * now.unit), now);
        });
    add(keys.ideal,
        keys.brief ? items::Words::tr("Ideal")
                   : items::Words::tr("Ideal: as many tokens/s per GPU as the smallest that fits"),
        [](QPainter& painter, const QRectF& room, const Look& now) {
            painter.setPen(idealPen(now));
            painter.drawLine(QPointF(room.left(), room.center().y()),
                             QPointF(room.right(), room.center().y()));
        });
    return entries;
}

} // namespace moe::ui
