// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/format.h"
#include "ui/plots/loss/loss_paint.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace moe::ui {

namespace {

struct Line {
    double level = 0;
    QPolygonF points;          ///< pixels, inside the frame
    std::vector<double> along; ///< length of the line up to each point
    double length() const { return along.back(); }
};

double squared(QPointF distance) {
    return QPointF::dotProduct(distance, distance);
}

std::vector<Line> visibleLines(const PlotFrame& frame, const LossMap& map, double from) {
    std::vector<Line> lines;
    for (const LossMap::Contour& contour : map.contours) {
        if (contour.level < from) continue;
        QPolygonF points;
        points.reserve(int(contour.lr.size()) + 1);
        for (std::size_t i = 0; i < contour.lr.size(); ++i)
            points.push_back(frame.toPixel(contour.lr[i], contour.batchTokens[i]));
        if (contour.closed && points.size() > 2 && points.front() != points.back())
            points.push_back(points.front());
        for (QPolygonF& part : clipped(points, frame.rect)) {
            Line line{contour.level, std::move(part), {0}};
            for (int i = 1; i < line.points.size(); ++i)
                line.along.push_back(line.along.back() +
                                     std::sqrt(squared(line.points[i] - line.points[i - 1])));
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

/// A label on a line: where, how turned, and the discs it covers.
struct Label {
    QPointF centre;
    double degrees = 0;
    std::vector<QPointF> discs;
};

/// Finds room for labels along lines, clear of each other and of the markers.
class LabelFinder {
public:
    LabelFinder(const PlotFrame& frame, double height, Obstacles marks, QPointF best)
        : m_frame(frame), m_height(height), m_marks(std::move(marks)), m_best(best) {}

    std::optional<Label> place(const Line& line, double width) {
        const double half = width / 2 + m_height * 0.3;
        std::optional<Label> found;
        double lowest = 1.0; // worse than this is not worth a label
        for (double at = half; at + half <= line.length(); at += std::max(3.0, m_height / 2)) {
            const QPointF from = pointAt(line, at - half), to = pointAt(line, at + half),
                          on = pointAt(line, at);
            const QLineF chord(from, to);
            if (chord.length() < 1e-6) continue;
            Label label;
            label.centre = on;
            label.degrees = -chord.angle(); // QLineF counts against the clock, QPainter with it
            while (label.degrees > 90) label.degrees -= 180;
            while (label.degrees < -90) label.degrees += 180;
            const QPointF along = (to - from) / chord.length();
            for (double t : {-0.42, -0.14, 0.14, 0.42}) label.discs.push_back(on + along * t * width);
            if (!isFree(label)) continue;
            const double bend = 1 - chord.length() / (2 * half);
            const double tilt = std::abs(label.degrees) / 90;
            const QLineF ray(m_best, on);
            // On one side of the basin labels stand like the rungs of a ladder.
            const double aside = std::abs(std::remainder(ray.angle() - 315, 360)) / 180;
            const double score = bend * 12 + 0.15 * tilt + 0.45 * aside;
            if (score < lowest) {
                lowest = score;
                found = label;
            }
        }
        if (found) m_taken.insert(m_taken.end(), found->discs.begin(), found->discs.end());
        return found;
    }

private:
    static QPointF pointAt(const Line& line, double at) {
        const auto next = std::lower_bound(line.along.begin() + 1, line.along.end() - 1, at);
        const auto i = int(next - line.along.begin());
        const double piece = *next - *(next - 1), share = piece > 0 ? (at - *(next - 1)) / piece : 0;
        return line.points[i - 1] + share * (line.points[i] - line.points[i - 1]);
    }

    bool isFree(const Label& label) const {
        const QRectF inner = m_frame.rect.adjusted(m_height, m_height, -m_height, -m_height);
        for (const QPointF& disc : label.discs) {
            if (!inner.contains(disc)) return false;
            for (const auto& [mark, size] : m_marks)
                if (const double reach = m_height * 0.45 + size * 0.6; squared(disc - mark) < reach * reach)
                    return false;
            for (const QPointF& taken : m_taken)
                if (squared(disc - taken) < m_height * m_height * 1.5) return false;
        }
        return true;
    }

    PlotFrame m_frame;
    double m_height;
    Obstacles m_marks;
    QPointF m_best;
    std::vector<QPointF> m_taken;
};

} // namespace

int paintContours(QPainter& painter, const PlotFrame& frame, const LossMap& map, const LossScale& scale,
                  const Look& look, Obstacles& marks, const ContourStyle& style) {
    std::vector<Line> lines = visibleLines(frame, map, style.from);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const auto groundOf = [&](double level) {
        if (style.cased) return QColor(Qt::white);
        const QColor ground = look.colour((map.best - scale.low + level) / (scale.high - scale.low));
        return style.veiled ? veiledColour(ground, look) : ground;
    };
    for (const Line& line : lines) {
        if (style.cased) {
            painter.setPen(
                QPen(QColor(255, 255, 255, 110), 2.4 * look.unit, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
            painter.drawPolyline(line.points);
        }
        QColor ink = inkOn(groundOf(line.level));
        ink.setAlphaF(map.best + line.level > scale.high * (1 + 1e-9) ? 0.4f : 0.75f);
        painter.setPen(QPen(ink, look.unit, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter.drawPolyline(line.points);
    }

    const QFont font = look.scaledFont(0.85);
    const QFontMetricsF metrics(font);
    std::size_t lowest = 0;
    for (std::size_t i = 1; i < map.loss.size(); ++i)
        if (map.loss[i] < map.loss[lowest]) lowest = i;
    const std::size_t columns = map.lr.size();
    LabelFinder finder(frame, metrics.height(), marks,
                       frame.toPixel(map.lr[lowest % columns], map.batchTokens[lowest / columns]));
    // The longest piece of each level, the inner levels first: they are the ones people read.
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
        return a.level != b.level ? a.level < b.level : a.length() > b.length();
    });
    int labels = 0;
    Obstacles placed;
    double labelled = -1;
    for (const Line& line : lines) {
        if (line.level == labelled) continue;
        const QString text = QLatin1Char('+') + items::number(line.level, 'g', 3);
        const std::optional<Label> label = finder.place(line, metrics.horizontalAdvance(text));
        if (!label) continue;
        const QColor ground = groundOf(line.level);
        drawHaloText(painter, label->centre, label->degrees, text, font, inkOn(ground), ground,
                     2.2 * look.unit);
        labelled = line.level;
        ++labels;
        for (const QPointF& disc : label->discs) placed.push_back({disc, metrics.height()});
    }
    marks += placed;
    painter.restore();
    return labels;
}

} // namespace moe::ui
