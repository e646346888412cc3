// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_shading.h"

#include "models/engine/loss/model/loss_model.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {

LossShading lossShading(const LossMap& map) {
    LossShading shading;
    for (double sd : map.sd) {
        shading.dense = shading.dense || sd > kLossSdDense;
        shading.light = shading.light || (sd > kLossSdLight && sd <= kLossSdDense);
    }
    if (map.unstable.size() != map.loss.size()) return shading;
    shading.unstable = std::any_of(map.unstable.begin(), map.unstable.end(),
                                   [](double chance) { return chance > kLossUnstable; });
    return shading;
}

namespace {

constexpr double kSpacing = 5.5; ///< of the dense hatch; the light one takes every second line

/// Collects the parts of 45° lines that run through chosen cells, apart by the ink that shows on the ground.
class HatchLines {
public:
    HatchLines(const PlotFrame& frame, const LossMap& map, const QImage& image, double stride)
        : m_area(frame.rect), m_grid(frame, map), m_image(image), m_stride(stride) {}

    /// Line number `index` of those `step` apart along x; `covers(cell)` chooses.
    template <class Covers> void add(double c, bool falling, const Covers& covers) {
        const double x0 = std::max(m_area.left(), falling ? c + m_area.top() : c - m_area.bottom());
        const double x1 = std::min(m_area.right(), falling ? c + m_area.bottom() : c - m_area.top());
        const auto pointAt = [&](double x) { return QPointF(x, falling ? x - c : c - x); };
        double from = x0;
        int state = 0; // 0 nothing, 1 dark ink, 2 light ink
        for (double x = x0;; x += m_stride) {
            const bool last = x >= x1;
            const int now = last ? 0 : stateAt(pointAt(x), covers);
            if (now != state) {
                const double at = std::min(x, x1);
                if (state != 0) (state == 1 ? m_dark : m_light).push_back({pointAt(from), pointAt(at)});
                from = at;
                state = now;
            }
            if (last) break;
        }
    }

    void draw(QPainter& painter, double width, int alpha) const {
        strokeLines(painter, m_dark, QPen(QColor(16, 18, 22, alpha), width, Qt::SolidLine, Qt::FlatCap));
        strokeLines(painter, m_light, QPen(QColor(255, 255, 255, alpha), width, Qt::SolidLine, Qt::FlatCap));
    }

private:
    template <class Covers> int stateAt(QPointF pixel, const Covers& covers) const {
        const int cell = m_grid.at(pixel);
        if (cell < 0 || !covers(std::size_t(cell))) return 0;
        const QRgb ground = m_image.pixel(cell % m_grid.columns, cell / m_grid.columns);
        return 54 * qRed(ground) + 183 * qGreen(ground) + 18 * qBlue(ground) > 0.42 * 255 * 255 ? 1 : 2;
    }

    QRectF m_area;
    MapCells m_grid;
    const QImage& m_image;
    double m_stride;
    QVector<QLineF> m_dark, m_light;
};

/// First and last number of the lines `step` apart that meet the area.
std::pair<int, int> lineNumbers(const QRectF& area, double step, bool falling) {
    const double low = falling ? area.left() - area.bottom() : area.left() + area.top();
    const double high = falling ? area.right() - area.top() : area.right() + area.bottom();
    return {int(std::ceil(low / step)), int(std::floor(high / step))};
}

} // namespace

void paintUncertainty(QPainter& painter, const PlotFrame& frame, const LossMap& map, const QImage& image,
                      const Look& look) {
    if (map.sd.size() != map.loss.size() || !look.hatching) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double step = kSpacing * look.unit * std::sqrt(2.0);
    HatchLines lines(frame, map, image, 2 * look.unit);
    const auto [first, last] = lineNumbers(frame.rect, step, false);
    for (int number = first; number <= last; ++number) {
        const double above = number % 2 == 0 ? kLossSdLight : kLossSdDense;
        lines.add(number * step, false, [&](std::size_t cell) { return map.sd[cell] > above; });
    }
    lines.draw(painter, 0.8 * look.unit, 76);
    painter.restore();
}

namespace {

/// The longest visible part of the border, in pixels.
QPolygonF visibleBorder(const PlotFrame& frame, const LossMap& map) {
    QPolygonF longest;
    double most = 0;
    for (const LossMap::Contour& border : map.unstableBorder) {
        QPolygonF pixels;
        for (std::size_t i = 0; i < border.lr.size(); ++i)
            pixels << frame.toPixel(border.lr[i], border.batchTokens[i]);
        for (const QPolygonF& part : clipped(pixels, frame.rect))
            if (const double length = QLineF(part.front(), part.back()).length(); length > most) {
                most = length;
                longest = part;
            }
    }
    return longest;
}

} // namespace

Obstacles paintInstability(QPainter& painter, const PlotFrame& frame, const LossMap& map,
                           const LossShading& shading, const QImage& image, const Look& look) {
    Obstacles taken;
    if (!shading.unstable) return taken;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (look.hatching) {
        HatchLines lines(frame, map, image, 2 * look.unit);
        const double step = 8 * look.unit * std::sqrt(2.0);
        const auto [first, last] = lineNumbers(frame.rect, step, true);
        for (int number = first; number <= last; ++number)
            lines.add(number * step, true,
                      [&](std::size_t cell) { return map.unstable[cell] > kLossUnstable; });
        lines.draw(painter, 1.2 * look.unit, 120);
    }

    const QPolygonF border = visibleBorder(frame, map);
    if (border.size() > 1) {
        const auto pen = [&](const QColor& colour, double width) {
            return QPen(colour, width * look.unit, Qt::DashLine, Qt::FlatCap);
        };
        painter.setPen(QPen(QColor(16, 18, 22, 130), 2.6 * look.unit));
        painter.drawPolyline(border);
        painter.setPen(pen(Qt::white, 1.3));
        painter.drawPolyline(border);

        // Along the border on the side of the hatching. The border runs steeply, the hatching lies right of
        // it.
        const QFont font = look.scaledFont(0.9, true);
        const QFontMetricsF metrics(font);
        const QString text = items::Words::tr("likely to diverge");
        const double width = metrics.horizontalAdvance(text), height = metrics.height();
        const QLineF chord(border.front(), border.back());
        if (chord.length() > width * 1.3) {
            const QPointF along(chord.dx() / chord.length(), chord.dy() / chord.length());
            QPointF across(-along.y(), along.x());
            if (across.x() < 0) across = -across;
            double degrees = -chord.angle();
            while (degrees > 90) degrees -= 180;
            while (degrees < -90) degrees += 180;
            // Low down, where the map is emptiest: large rates with small batches.
            const QPointF low = chord.p1().y() > chord.p2().y() ? chord.p1() : chord.p2();
            const QPointF up = low == chord.p1() ? along : -along;
            const QPointF centre = low + up * (width * 0.5 + height) + across * height;
            bool fits = true;
            for (double t : {-0.5, -0.25, 0.0, 0.25, 0.5}) {
                const QPointF at = centre + along * t * width;
                fits = fits && frame.rect.adjusted(2, 2, -2, -2).contains(at + across * height * 0.5);
                taken.push_back({at, height});
            }
            if (fits)
                drawHaloText(painter, centre, degrees, text, font, Qt::white, QColor(16, 18, 22),
                             2.4 * look.unit);
            else
                taken.clear();
        }
    }
    painter.restore();
    return taken;
}

namespace {

QColor tintOf(Hatch hatch) {
    return hatch == Hatch::Unstable ? QColor(0, 0, 0, 90)
           : hatch == Hatch::Dense  ? QColor(255, 255, 255, 120)
                                    : QColor(255, 255, 255, 60);
}

} // namespace

QImage tintedMap(const QImage& image, const LossMap& map, bool uncertainty) {
    QImage tinted = image;
    const auto tint = [&](std::size_t cell, Hatch hatch) {
        const int x = int(cell) % image.width(), y = int(cell) / image.width();
        const QColor over = tintOf(hatch), ground = tinted.pixelColor(x, y);
        if (ground.alpha() == 0) return;
        const double share = over.alphaF();
        const auto mix = [share](int from, int to) { return int(std::lround(from + share * (to - from))); };
        tinted.setPixelColor(x, y,
                             QColor(mix(ground.red(), over.red()), mix(ground.green(), over.green()),
                                    mix(ground.blue(), over.blue())));
    };
    for (std::size_t cell = 0; cell < map.loss.size(); ++cell) {
        if (uncertainty && map.sd.size() == map.loss.size() && map.sd[cell] > kLossSdLight)
            tint(cell, map.sd[cell] > kLossSdDense ? Hatch::Dense : Hatch::Light);
        if (cell < map.unstable.size() && map.unstable[cell] > kLossUnstable) tint(cell, Hatch::Unstable);
    }
    return tinted;
}

void paintHatchKey(QPainter& painter, const QRectF& area, Hatch hatch, const Look& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    const double height = 11 * look.unit;
    const QRectF box(area.left(), area.center().y() - height / 2, area.width(), height);
    if (!look.hatching) {
        painter.fillRect(box, look.colour(0.6));
        return painter.fillRect(box, tintOf(hatch));
    }
    const bool unstable = hatch == Hatch::Unstable;
    const double spacing = unstable ? 5.5 : hatch == Hatch::Dense ? 3.2 : 6.4;
    drawHatch(painter, look, box, spacing * look.unit,
              QPen(look.theme.muted, (unstable ? 1.3 : 0.8) * look.unit), unstable);
    painter.setPen(QPen(look.theme.muted, 0.8 * look.unit));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
}

} // namespace moe::ui
