// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/profiles/profiles_paint.h"

#include "models/items/words.h"
#include "ui/plots/kit/shapes.h"
#include "ui/plots/profiles/plot_texts.h"

#include "models/items/format.h"
#include "models/items/profile_words.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

/// One axis: values to frame coordinates, with what a logarithm can show.
struct Axis {
    bool logarithmic = true;
    double low = 1, high = 2; ///< values
    double at(double value) const { return logarithmic ? std::log10(std::max(value, low)) : value; }
    double value(double coordinate) const { return logarithmic ? std::pow(10, coordinate) : coordinate; }
    QVector<double> ticks(double length, double extent) const {
        if (!logarithmic) return linearTicks(low, high, std::max(2.0, length / (1.6 * extent))).ticks;
        QVector<double> all;
        for (double value : logTicks(low, high, length, extent).labelled) all << at(value);
        return all;
    }
};

struct Scene {
    const ProfilePicture& picture;
    const ProfileLook& profile;
    const Look& look;
    Axis x, y;
    PlotFrame frame;

    QPointF pixel(double key, double seconds) const { return frame.toPixel(x.at(key), y.at(seconds)); }
    QColor tone(std::size_t line) const { return lineColour(profile.colours[line], look.theme); }
};

void fitAxes(Scene& scene) {
    double low = HUGE_VAL, high = 0, first = HUGE_VAL, last = 0;
    for (const ProfileLine& line : scene.picture.lines) {
        for (const ProfileLine::Point& point : line.points) {
            first = std::min(first, point.key);
            last = std::max(last, point.key);
            high = std::max(high, point.seconds);
            if (point.seconds > 0) low = std::min(low, point.seconds);
        }
    }
    if (low > high) low = 1e-6, high = 1e-5; // all under the timer's tick
    scene.x.logarithmic = scene.profile.logKey;
    scene.y.logarithmic = scene.profile.logTime;
    scene.x.low = scene.x.logarithmic ? std::max(first, 1.0) : 0;
    scene.x.high = std::max(last * (scene.x.logarithmic ? 2 : 1.15), scene.x.low * 2 + 1);
    // Outliers of the repetitions must not press the medians flat.
    scene.y.low = scene.y.logarithmic ? low / 1.6 : 0;
    scene.y.high = high * (scene.y.logarithmic ? 2.2 : 1.3);
    scene.frame.xLow = scene.x.at(scene.x.low), scene.frame.xHigh = scene.x.at(scene.x.high);
    scene.frame.yLow = scene.y.at(scene.y.low), scene.frame.yHigh = scene.y.at(scene.y.high);
}

/// Ticks are round numbers: digits that say nothing are left out.
QString plain(double value) {
    return items::number(value, 'g', 6);
}
QString keyTick(const ProfilePicture& picture, double value) {
    if (picture.keyUnit != "B") return value < 1e5 ? plain(value) : items::compactCount(value, 1e5);
    for (const auto& [unit, name] : {std::pair{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}})
        if (value >= 0.999 * unit) return plain(value / unit) + QChar(0x202f) + QLatin1String(name);
    return plain(value) + QStringLiteral(" B");
}

/// A polygon between two borders, cut to the frame's height.
void paintBand(QPainter& painter, const Scene& scene, const QPolygonF& upper, const QPolygonF& lower,
               QColor colour, double alpha) {
    if (upper.size() < 2) return;
    QPolygonF band = upper;
    for (qsizetype i = lower.size(); i-- > 0;) band << lower[i];
    for (QPointF& point : band)
        point.setY(std::clamp(point.y(), scene.frame.rect.top(), scene.frame.rect.bottom()));
    colour.setAlphaF(float(alpha));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(band);
    painter.setBrush(Qt::NoBrush);
}

void paintLine(QPainter& painter, const Scene& scene, const QPolygonF& line, const QPen& pen) {
    painter.setPen(pen);
    for (const QPolygonF& piece : clipped(line, scene.frame.rect)) painter.drawPolyline(piece);
}

void paintOne(QPainter& painter, const Scene& scene, std::size_t index) {
    const ProfileLine& line = scene.picture.lines[index];
    const QColor colour = scene.tone(index);
    QPolygonF medians, lows, highs, above, below, analytic;
    for (const ProfileLine::Point& point : line.points) {
        medians << scene.pixel(point.key, point.seconds);
        lows << scene.pixel(point.key, point.low);
        highs << scene.pixel(point.key, point.high);
        if (point.mean && point.std) {
            above << scene.pixel(point.key, *point.mean + *point.std);
            below << scene.pixel(point.key, std::max(0.0, *point.mean - *point.std));
        }
        if (point.analytic) analytic << scene.pixel(point.key, *point.analytic);
    }
    const double unit = scene.look.unit;
    paintBand(painter, scene, highs, lows, colour, scene.look.theme.dark ? 0.22 : 0.18);
    paintBand(painter, scene, above, below, colour, scene.look.theme.dark ? 0.30 : 0.26);
    QPen dashes(colour, 1.3 * unit);
    dashes.setDashPattern({5, 3});
    paintLine(painter, scene, analytic, dashes);
    paintLine(painter, scene, medians, QPen(colour, 1.7 * unit, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    QPolygonF beyond;
    for (const ProfileLine::Sample& sample : line.predicted)
        if (sample.key >= line.points.back().key) beyond << scene.pixel(sample.key, sample.seconds);
    QPen dots(colour, 2 * unit);
    dots.setDashPattern({1, 2});
    paintLine(painter, scene, beyond, dots);
    // Shapes tell the lines apart without colour; so many that they touch would say no more.
    double last = -HUGE_VAL;
    for (const QPointF& point : medians) {
        if (point.x() < last + 26 * unit || !scene.frame.rect.contains(point)) continue;
        drawShape(painter, Shape(int(index) % kShapes), point, 7 * unit, colour, scene.look.theme);
        last = point.x();
    }
}

double paintLegend(QPainter& painter, QRectF area, const Scene& scene, const QString& heading) {
    const Look& look = scene.look;
    const QFont bold = look.scaledFont(1.05, true);
    const QFontMetricsF metrics(look.font);
    const double row = 1.3 * metrics.height();
    double top = writeParts(painter, area.left(), area.top(), area.width(),
                            1.25 * QFontMetricsF(bold).height(), heading, bold, look.theme.text);
    for (std::size_t i = 0; i < scene.picture.lines.size(); ++i) {
        const double middle = top + row / 2;
        painter.setPen(QPen(scene.tone(i), 2 * look.unit));
        painter.drawLine(QPointF(area.left(), middle), QPointF(area.left() + 24 * look.unit, middle));
        drawShape(painter, Shape(int(i) % kShapes), {area.left() + 12 * look.unit, middle}, 7 * look.unit,
                  scene.tone(i), look.theme);
        const double indent = 31 * look.unit;
        top = writeParts(painter, area.left() + indent, top, area.width() - indent, row,
                         items::profileLineText(scene.picture.lines[i]), look.font, look.theme.text);
    }
    bool std = false, analytic = false;
    for (const ProfileLine& line : scene.picture.lines) {
        for (const ProfileLine::Point& point : line.points) {
            std = std || point.std;
            analytic = analytic || point.analytic;
        }
    }
    QString key = items::Words::tr("line: median · band: min–max");
    if (std) key += items::Words::tr(" · dark band: mean ± std");
    if (analytic) key += items::Words::tr(" · dashes: analytic model");
    key += items::Words::tr(" · dots: utilisation held from the edge");
    const QFont small = look.scaledFont(0.92);
    const double height = QFontMetricsF(small).height();
    top = writeParts(painter, area.left(), top, area.width(), 1.2 * height, key, small, look.theme.muted);
    return top + 0.3 * height - area.top();
}

/// Strips a few pixels wide; each tells what every line has nearest to it.
Hits stripsOf(const Scene& scene) {
    Hits hits;
    const QRectF& area = scene.frame.rect;
    const double width = 4 * scene.look.unit;
    for (double left = area.left(); left < area.right(); left += width) {
        const double centre = left + width / 2;
        const double key = scene.x.value(scene.frame.toValue({centre, area.center().y()}).x());
        QStringList texts;
        QString details, at;
        for (const ProfileLine& line : scene.picture.lines) {
            if (line.points.empty()) continue;
            auto point = std::lower_bound(line.points.begin(), line.points.end(), key,
                                          [](const auto& one, double wanted) { return one.key < wanted; });
            if (point == line.points.end()) --point;
            if (point != line.points.begin() &&
                scene.x.at(key) - scene.x.at((point - 1)->key) < scene.x.at(point->key) - scene.x.at(key))
                --point;
            if (std::abs(scene.pixel(point->key, 1).x() - centre) > 12 * scene.look.unit) continue;
            if (at.isEmpty()) at = items::profileKeyText(scene.picture, point->key);
            texts << items::profilePointText(line, *point);
            details += (details.isEmpty() ? QString() : QStringLiteral("<br>")) +
                       items::profilePointDetails(line, *point);
        }
        if (texts.isEmpty()) continue;
        hits.push_back({QRectF(left, area.top(), width, area.height()), QString(),
                        QStringLiteral("%1<br>%2").arg(at, details),
                        at + QStringLiteral(" · ") + texts.join(QStringLiteral(" · "))});
    }
    return hits;
}

} // namespace

Hits paintProfiles(QPainter& painter, const QSizeF& size, const ProfilePicture& picture,
                   const QString& heading, const ProfileLook& profile, const Look& look) {
    Scene scene{picture, profile, look, {}, {}, {}};
    const double margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    painter.setRenderHint(QPainter::Antialiasing);
    area.setTop(area.top() + paintLegend(painter, area, scene, heading) + 4 * look.unit);
    fitAxes(scene);
    const QFontMetricsF metrics(look.font);
    scene.frame.rect = area.adjusted(70 * look.unit, 4 * look.unit, -10 * look.unit,
                                     -2.6 * metrics.height() - 12 * look.unit);
    AxisText xAxis, yAxis;
    xAxis.ticks = scene.x.ticks(scene.frame.rect.width(), 50 * look.unit);
    xAxis.text = [&](double coordinate) { return keyTick(picture, scene.x.value(coordinate)); };
    xAxis.title = items::profileAxisTitle(picture);
    yAxis.ticks = scene.y.ticks(scene.frame.rect.height(), 2 * metrics.height());
    yAxis.text = [&](double coordinate) { return timeTick(scene.y.value(coordinate)); };
    yAxis.title = items::Words::tr("Time");
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintAxes(painter, scene.frame, xAxis, yAxis, look);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < picture.lines.size(); ++i)
        if (!picture.lines[i].points.empty()) paintOne(painter, scene, i);
    painter.setRenderHint(QPainter::Antialiasing, false);
    return stripsOf(scene);
}

} // namespace moe::ui
