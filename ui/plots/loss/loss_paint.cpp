// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_paint.h"

#include "models/items/words.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <map>

namespace moe::ui {

QImage heatImage(const LossMap& map, const LossLayer& layer, const Stops& stops) {
    const int width = int(map.lr.size()), height = int(map.batchTokens.size());
    QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
    for (int j = 0; j < height; ++j) {
        QRgb* line = reinterpret_cast<QRgb*>(image.scanLine(j));
        for (int i = 0; i < width; ++i) {
            const double value = layer.values[std::size_t(j) * map.lr.size() + std::size_t(i)];
            line[i] = std::isfinite(value)
                          ? stops[std::size_t(std::clamp(layer.scale.share(value), 0.0, 1.0) * 255 + 0.5)]
                          : qRgba(0, 0, 0, 0);
        }
    }
    return image;
}

MapCells::MapCells(const PlotFrame& frame, const LossMap& map)
    : columns(int(map.lr.size())), rows(int(map.batchTokens.size())) {
    const QPointF first = frame.toPixel(map.lr.front(), map.batchTokens.front());
    const QPointF last = frame.toPixel(map.lr.back(), map.batchTokens.back());
    stepX = (last.x() - first.x()) / (columns - 1);
    stepY = (last.y() - first.y()) / (rows - 1); // negative: pixels grow downwards
    origin = first - QPointF(stepX, stepY) / 2;
}

QRectF MapCells::cells(int fromX, int toX, int fromY, int toY) const {
    return QRectF(origin + QPointF(fromX * stepX, fromY * stepY), origin + QPointF(toX * stepX, toY * stepY))
        .normalized();
}

int MapCells::at(QPointF pixel) const {
    const int i = int(std::floor((pixel.x() - origin.x()) / stepX)),
              j = int(std::floor((pixel.y() - origin.y()) / stepY));
    return i < 0 || j < 0 || i >= columns || j >= rows ? -1 : j * columns + i;
}

void paintHeat(QPainter& painter, const PlotFrame& frame, const LossMap& map, const QImage& image,
               bool vector) {
    if (map.lr.size() < 2 || map.batchTokens.size() < 2) return;
    const MapCells grid(frame, map);
    // Only what shows: zoomed in far, the whole image would be scaled to an enormous size.
    const int width = image.width(), height = image.height();
    const int x0 = std::clamp(int((frame.rect.left() - grid.origin.x()) / grid.stepX), 0, width);
    const int x1 = std::clamp(int((frame.rect.right() - grid.origin.x()) / grid.stepX) + 1, 0, width);
    const int y0 = std::clamp(int((frame.rect.bottom() - grid.origin.y()) / grid.stepY), 0, height);
    const int y1 = std::clamp(int((frame.rect.top() - grid.origin.y()) / grid.stepY) + 1, 0, height);
    if (x0 >= x1 || y0 >= y1) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (!vector) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter.drawImage(grid.cells(x0, x1, y0, y1), image.copy(x0, y0, x1 - x0, y1 - y0).mirrored());
    } else {
        // Runs of one colour as rectangles, larger than their cells by 0.1 mm, which hides the
        // seams that viewers leave between adjacent shapes. One path per colour: SVG spells out the style of
        // every shape.
        std::map<QRgb, QPainterPath> paths;
        const double overlap = 0.4 * kFigureFineness;
        painter.setPen(Qt::NoPen);
        for (int y = y0; y < y1; ++y)
            for (int x = x0; x < x1;) {
                const QRgb colour = image.pixel(x, y);
                int end = x + 1;
                while (end < x1 && image.pixel(end, y) == colour) ++end;
                const QRectF run =
                    grid.cells(x, end, y, y + 1).adjusted(0, -overlap, overlap, 0) & frame.rect;
                x = end;
                if (qAlpha(colour) == 0) continue;
                paths[colour].addRect(run);
            }
        for (auto& [colour, path] : paths) {
            path.setFillRule(Qt::WindingFill);
            painter.fillPath(path, QColor::fromRgb(colour));
        }
    }
    painter.restore();
}

constexpr double kVeil = 0.22;

QColor veiledColour(const QColor& colour, const Look& look) {
    const QColor& veil = look.theme.background;
    const auto mix = [](int below, int above) {
        return int(std::lround((1 - kVeil) * below + kVeil * above));
    };
    return {mix(colour.red(), veil.red()), mix(colour.green(), veil.green()),
            mix(colour.blue(), veil.blue())};
}

void paintVeil(QPainter& painter, const PlotFrame& frame, const Look& look, bool hatched) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = look.theme.background;
    veil.setAlphaF(float(kVeil));
    painter.fillRect(frame.rect, veil);
    if (hatched) {
        drawHatch(painter, look, frame.rect, 11 * look.unit,
                  QPen(QColor(255, 255, 255, 70), 1.2 * look.unit));
        drawHatch(painter, look, frame.rect.translated(1.2 * look.unit, 0) & frame.rect, 11 * look.unit,
                  QPen(QColor(0, 0, 0, 45), 0.6 * look.unit));
    }
    painter.restore();
}

static QString veilText() {
    return items::Words::tr("extrapolation");
}
static double veilPadding(const Look& look) {
    return 5 * look.unit;
}
static QFont veilFont(const Look& look) {
    return look.scaledFont(0.95, true);
}

QRectF veilLabelArea(const PlotFrame& frame, const Look& look) {
    const QFontMetricsF metrics(veilFont(look));
    return {frame.rect.topLeft() + QPointF(8, 8) * look.unit,
            QSizeF(metrics.horizontalAdvance(veilText()) + 2 * veilPadding(look),
                   metrics.height() + veilPadding(look))};
}

void paintVeilLabel(QPainter& painter, const PlotFrame& frame, const Look& look) {
    const QRectF chip = veilLabelArea(frame, look);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor ground = look.theme.background;
    ground.setAlphaF(0.94f);
    painter.setPen(QPen(look.theme.warn, look.unit));
    painter.setBrush(ground);
    painter.drawRoundedRect(chip, 3 * look.unit, 3 * look.unit);
    painter.setFont(veilFont(look));
    painter.setPen(look.theme.warn);
    painter.drawText(QPointF(chip.left() + veilPadding(look),
                             chip.center().y() + QFontMetricsF(veilFont(look)).capHeight() / 2),
                     veilText());
    painter.restore();
}

void paintColourBar(QPainter& painter, const QRectF& bar, const LossScale& scale,
                    const std::vector<double>& marks, const Look& look) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    constexpr int kSteps = 128;
    const double height = bar.height() / kSteps;
    for (int i = 0; i < kSteps; ++i) {
        // From the top down to the bottom of the bar each, so that no seam can show.
        const double top = bar.bottom() - (i + 1) * height;
        painter.setBrush(look.colour((i + 0.5) / kSteps));
        painter.drawRect(QRectF(bar.left(), top, bar.width(), std::min(height * 2, bar.bottom() - top)));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF outline{bar.bottomLeft(), bar.topLeft()};
    const auto point = [&](const QPointF& from, const QPointF& to, double tipY, double share) {
        const QPointF tip(bar.center().x(), tipY);
        painter.setBrush(look.colour(share));
        painter.drawPolygon(QPolygonF{from, tip, to});
        return tip;
    };
    if (scale.clips) outline << point(bar.topLeft(), bar.topRight(), bar.top() - bar.width() * 0.62, 1);
    outline << bar.topRight() << bar.bottomRight();
    if (scale.clipsLow)
        outline << point(bar.bottomLeft(), bar.bottomRight(), bar.bottom() + bar.width() * 0.62, 0);
    for (double mark : marks) {
        const double share = scale.share(mark);
        if (share < 0.005 || share > 0.995) continue;
        QColor ink = inkOn(look.colour(share));
        ink.setAlphaF(0.7f);
        const double y = bar.bottom() - share * bar.height();
        painter.setPen(QPen(ink, look.unit));
        painter.drawLine(QPointF(bar.left(), y), QPointF(bar.right(), y));
    }
    painter.setPen(QPen(look.theme.axis, look.unit));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolygon(outline);
    painter.restore();
}

} // namespace moe::ui
