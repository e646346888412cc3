// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/profiles/surfaces_paint.h"

#include "models/engine/operators/bus_bandwidth.h"
#include "models/engine/operators/operator_axes.h"
#include "models/items/format.h"
#include "models/items/operator_picture_text.h"
#include "models/items/operator_words.h"
#include "models/items/own_point_text.h"
#include "models/items/words.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/kit/shapes.h"
#include "ui/plots/profiles/plot_texts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace moe::ui {
namespace {

constexpr double kMostRatio = 8; ///< what is further off leaves the lower panel

/// Okabe–Ito: tells lines apart beside their marks.
QColor lineColour(std::size_t line, const Look& look) {
    static constexpr std::array<const char*, 6> kColours{"#0072b2", "#d55e00", "#009e73",
                                                         "#cc79a7", "#e69f00", "#56b4e9"};
    const QColor colour{QLatin1String(kColours[line % kColours.size()])};
    return look.ofCategory(ui::lineColour(colour, look.theme));
}

struct SurfaceScene {
    const OperatorPicture& picture;
    const Look& look;
    const std::vector<OwnOperator>& measured;
    const std::vector<OwnOnLine>& own; ///< of `measured`
    bool bandwidth = false;
    /// Base-10 logarithms: the column's value, microseconds (GB/s of the bus) or a ratio of times.
    PlotFrame time = {}, ratio = {};

    double upAt(double x, double series, double us) const {
        if (!bandwidth) return us;
        OperatorShape shape;
        for (const OperatorAxis& axis : picture.axes) shape.*axis.column->member = axis.value;
        shape.*picture.axes[picture.series].column->member = series;
        shape.*picture.axes[picture.x].column->member = x;
        return busBandwidth(picture.op, shape, us).value_or(us);
    }
    QPointF timeAt(const OperatorLine& line, double x, double us) const {
        return time.toPixel(std::log10(x), std::log10(upAt(x, line.value, us)));
    }
    QPointF ratioAt(double x, double value) const { return ratio.toPixel(std::log10(x), std::log10(value)); }
};

/// Lowest and highest of what is added.
struct Span {
    double low = HUGE_VAL, high = 0;
    void add(double value) {
        if (!(value > 0)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

void fitFrames(SurfaceScene& scene) {
    Span x, us, ratio;
    ratio.add(0.8), ratio.add(1.25);
    for (const OperatorLine& line : scene.picture.lines) {
        for (const OperatorSample& sample : line.samples) {
            x.add(sample.x);
            for (const double time : {sample.answer.us, sample.analyticUs})
                us.add(scene.upAt(sample.x, line.value, time));
            ratio.add(std::clamp(sample.analyticUs / sample.answer.us, 1 / kMostRatio, kMostRatio));
        }
        for (const OperatorMark& mark : line.marks) {
            us.add(scene.upAt(mark.x, line.value, mark.us));
            ratio.add(std::clamp(mark.us / mark.fittedUs, 1 / kMostRatio, kMostRatio));
        }
    }
    for (const OwnOnLine& mine : scene.own) {
        x.add(mine.x);
        const OwnOperator& one = scene.measured[mine.one];
        for (const double time : {one.low, one.high})
            us.add(scene.upAt(mine.x, scene.picture.lines[mine.line].value, time));
        if (mine.predictedUs) ratio.add(std::clamp(one.us / *mine.predictedUs, 1 / kMostRatio, kMostRatio));
    }
    const double room = 0.02 * std::log10(x.high / x.low) + 1e-3;
    for (PlotFrame* frame : {&scene.time, &scene.ratio}) {
        frame->xLow = std::log10(x.low) - room;
        frame->xHigh = std::log10(x.high) + room;
    }
    scene.time.yLow = std::log10(us.low / 1.25), scene.time.yHigh = std::log10(us.high * 1.25);
    scene.ratio.yLow = std::log10(ratio.low / 1.08), scene.ratio.yHigh = std::log10(ratio.high * 1.08);
}

void paintArea(QPainter& painter, const QRectF& frame, const QPolygonF& upper, const QPolygonF& lower,
               QColor colour, double alpha) {
    if (upper.size() < 2) return;
    QPolygonF band = upper;
    for (qsizetype i = lower.size(); i-- > 0;) band << lower[i];
    for (QPointF& point : band) point.setY(std::clamp(point.y(), frame.top(), frame.bottom()));
    colour.setAlphaF(float(alpha));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(band);
    painter.setBrush(Qt::NoBrush);
}

void paintPieces(QPainter& painter, const QRectF& frame, const QPolygonF& line, const QPen& pen) {
    painter.setPen(pen);
    for (const QPolygonF& piece : clipped(line, frame)) painter.drawPolyline(piece);
}

QPen dashed(const QColor& colour, double width, const QVector<qreal>& pattern) {
    QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    pen.setDashPattern(pattern);
    return pen;
}

void drawKnot(QPainter& painter, QPointF at, const QColor& colour, const Look& look) {
    painter.setPen(QPen(colour, 1.2 * look.unit));
    painter.drawLine(at - QPointF(0, 4 * look.unit), at + QPointF(0, 4 * look.unit));
}

void drawRing(QPainter& painter, QPointF at, const QColor& colour, const Look& look) {
    painter.setPen(QPen(colour, 1.3 * look.unit));
    painter.setBrush(look.theme.background);
    painter.drawEllipse(at, 2.8 * look.unit, 2.8 * look.unit);
    painter.setBrush(Qt::NoBrush);
}

void drawMarkOf(QPainter& painter, const OperatorMark& mark, std::size_t line, QPointF at, const Look& look) {
    const QColor colour = lineColour(line, look);
    switch (mark.kind) {
    case OperatorMark::Kind::Row:
        return drawShape(painter, Shape(int(line) % kShapes), at, 6.5 * look.unit, colour, look.theme);
    case OperatorMark::Kind::ExactRow: return drawRing(painter, at, colour, look);
    case OperatorMark::Kind::Knot: return drawKnot(painter, at, colour, look);
    }
}

void paintLineOf(QPainter& painter, const SurfaceScene& scene, std::size_t index) {
    const OperatorLine& line = scene.picture.lines[index];
    const Look& look = scene.look;
    const QColor colour = lineColour(index, look);
    QPolygonF above, below, analytic, highRatio, lowRatio, ratio;
    for (const OperatorSample& sample : line.samples) {
        const OperatorAnswer& answer = sample.answer;
        above << scene.timeAt(line, sample.x, answer.high);
        below << scene.timeAt(line, sample.x, answer.low);
        analytic << scene.timeAt(line, sample.x, sample.analyticUs);
        highRatio << scene.ratioAt(sample.x, answer.high / answer.us);
        lowRatio << scene.ratioAt(sample.x, answer.low / answer.us);
        ratio << scene.ratioAt(sample.x, sample.analyticUs / answer.us);
    }
    const double dark = look.theme.dark ? 0.24 : 0.17;
    paintArea(painter, scene.time.rect, above, below, colour, dark);
    paintArea(painter, scene.ratio.rect, highRatio, lowRatio, colour,
              dark / double(std::max<std::size_t>(1, scene.picture.lines.size())) + 0.03);
    const QPen dashes = dashed(colour, 1.2 * look.unit, {5, 3});
    paintPieces(painter, scene.time.rect, analytic, dashes);
    paintPieces(painter, scene.ratio.rect, ratio, dashes);
    // Beyond the last measurement the line is dotted.
    const QPen solid(colour, 1.8 * look.unit, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    const QPen dots = dashed(colour, 2 * look.unit, {1, 2});
    for (std::size_t i = 0; i + 1 < line.samples.size();) {
        const auto outside = [&](std::size_t at) {
            return line.samples[at + 1].answer.origin == OperatorOrigin::Analytic ||
                   line.samples[at].answer.origin == OperatorOrigin::Analytic;
        };
        const bool out = outside(i);
        QPolygonF piece{scene.timeAt(line, line.samples[i].x, line.samples[i].answer.us)};
        for (; i + 1 < line.samples.size() && outside(i) == out; ++i)
            piece << scene.timeAt(line, line.samples[i + 1].x, line.samples[i + 1].answer.us);
        paintPieces(painter, scene.time.rect, piece, out ? dots : solid);
    }
    if (line.samples.size() == 1) {
        const OperatorSample& only = line.samples.front();
        drawRing(painter, scene.timeAt(line, only.x, only.answer.us), colour, look);
    }
    for (const OperatorMark& mark : line.marks) {
        drawMarkOf(painter, mark, index, scene.timeAt(line, mark.x, mark.us), look);
        const QPointF off = scene.ratioAt(mark.x, mark.us / mark.fittedUs);
        if (mark.kind == OperatorMark::Kind::Row && scene.ratio.rect.contains(off))
            drawMarkOf(painter, mark, index, off, look);
    }
}

QString keyText(const OperatorPicture& picture) {
    const auto some = [&](auto&& what) {
        for (const OperatorLine& line : picture.lines)
            if (std::any_of(line.samples.begin(), line.samples.end(), what)) return true;
        return false;
    };
    const auto marked = [&](OperatorMark::Kind kind) {
        for (const OperatorLine& line : picture.lines)
            for (const OperatorMark& mark : line.marks)
                if (mark.kind == kind) return true;
        return false;
    };
    QStringList parts;
    if (picture.map) {
        parts << items::Words::tr("left: time") << items::Words::tr("right: analytic model ÷ time");
        if (marked(OperatorMark::Kind::Row)) parts << items::Words::tr("points: measured rows");
        return parts.join(QStringLiteral(" · "));
    }
    parts << items::Words::tr("line: surface") << items::Words::tr("band: four times in five")
          << items::Words::tr("dashes: analytic model");
    if (marked(OperatorMark::Kind::Row)) parts << items::Words::tr("marks: measured rows");
    if (marked(OperatorMark::Kind::ExactRow))
        parts << items::Words::tr("rings: measured rows that it passes");
    if (marked(OperatorMark::Kind::Knot)) parts << items::Words::tr("strokes: knots of the grid");
    if (some([](const OperatorSample& one) { return one.answer.origin == OperatorOrigin::Analytic; }))
        parts << items::Words::tr("dots: beyond what was measured");
    parts << (marked(OperatorMark::Kind::Row) ? items::Words::tr("below: analytic model and rows ÷ surface")
                                              : items::Words::tr("below: analytic model ÷ surface"));
    return parts.join(QStringLiteral(" · "));
}

/// The lines' names behind their marks, row by row; returns the top of what follows.
double paintNames(QPainter& painter, const QRectF& area, double top, const OperatorPicture& picture,
                  const Look& look) {
    if (picture.map || picture.series == picture.x) return top;
    const QFontMetricsF metrics(look.font);
    const double row = 1.3 * metrics.height(), key = 26 * look.unit, gap = 16 * look.unit;
    double left = area.left();
    for (std::size_t i = 0; i < picture.lines.size(); ++i) {
        const QString text = items::operatorLineText(picture, picture.lines[i]);
        const double width = key + metrics.horizontalAdvance(text);
        if (left > area.left() && left + width > area.right()) left = area.left(), top += row;
        const double middle = top + row / 2;
        const QColor colour = lineColour(i, look);
        painter.setPen(QPen(colour, 1.8 * look.unit));
        painter.drawLine(QPointF(left, middle), QPointF(left + 20 * look.unit, middle));
        drawShape(painter, Shape(int(i) % kShapes), {left + 10 * look.unit, middle}, 6.5 * look.unit, colour,
                  look.theme);
        writeText(painter, {left + key, middle + metrics.capHeight() / 2}, text, look.font, look.theme.text);
        left += width + gap;
    }
    return top + row;
}

/// One's own points over the lines, and their ratio to them below.
void paintOwn(QPainter& painter, const SurfaceScene& scene, Hits& hits) {
    const double scale = 0.85 * ownMarkScale(scene.own.size()), half = 5 * scene.look.unit;
    for (const OwnOnLine& mine : scene.own) {
        const OwnOperator& one = scene.measured[mine.one];
        const OperatorLine& line = scene.picture.lines[mine.line];
        const QPointF at = scene.timeAt(line, mine.x, one.us);
        drawOwnMark(painter, at, scene.timeAt(line, mine.x, one.low), scene.timeAt(line, mine.x, one.high),
                    scene.look, scale);
        const QString text = items::ownOperatorText(one, mine.predictedUs);
        const auto hit = [&](QPointF where) {
            hits.push_back({QRectF(where.x() - half, where.y() - half, 2 * half, 2 * half), QString(),
                            text.toHtmlEscaped(), text});
        };
        hit(at);
        if (!mine.predictedUs) continue;
        const auto off = [&](double us) { return scene.ratioAt(mine.x, us / *mine.predictedUs); };
        if (!scene.ratio.rect.contains(off(one.us))) continue;
        drawOwnMark(painter, off(one.us), off(one.low), off(one.high), scene.look, scale);
        hit(off(one.us));
    }
}

double paintHead(QPainter& painter, const QRectF& area, const OperatorPicture& picture,
                 const Catalog& catalog, const Look& look) {
    const QFont bold = look.scaledFont(1.05, true), small = look.scaledFont(0.92);
    const double row = 1.22 * QFontMetricsF(small).height();
    // In little room the key goes, then what is held, then where the numbers come from: captions say them.
    constexpr double kRoomForKey = 380, kRoomForHeld = 340, kRoomForCaption = 300; // px of a 12-pixel font
    const double room = area.height() / look.unit;
    double top =
        writeParts(painter, area.left(), area.top(), area.width(), 1.25 * QFontMetricsF(bold).height(),
                   items::operatorHeading(picture, catalog), bold, look.theme.text);
    if (const QString held = items::operatorHeld(picture); !held.isEmpty() && room >= kRoomForHeld)
        top = writeParts(painter, area.left(), top, area.width(), row, held, small, look.theme.text);
    if (room >= kRoomForCaption)
        top = writeParts(painter, area.left(), top, area.width(), row,
                         items::operatorCaption(picture, catalog), small, look.theme.text);
    top = paintNames(painter, area, top, picture, look);
    if (room < kRoomForKey) return top;
    return writeParts(painter, area.left(), top, area.width(), row, keyText(picture), small,
                      look.theme.muted);
}

/// What is said of each of a line's samples, put into words once: strips beside each other are nearest to the
/// same.
class LineWords {
public:
    LineWords(const OperatorPicture& picture, const OperatorLine& line)
        : m_line(line), m_name(items::operatorLineText(picture, line)), m_said(line.samples.size()) {
        if (!m_name.isEmpty()) m_name += QStringLiteral(": ");
        for (const OperatorSample& sample : line.samples) m_samples.push_back(std::log10(sample.x));
        for (const OperatorMark& mark : line.marks) m_marks.push_back(std::log10(mark.x));
    }
    /// Of the sample nearest to `wanted`, a decimal logarithm, and of a measured row that is as near.
    QString at(double wanted) {
        m_nearest = nearest(m_samples, wanted);
        QString& said = m_said[m_nearest];
        if (said.isEmpty()) said = m_name + items::operatorSampleText(m_line.samples[m_nearest]);
        if (m_marks.empty()) return said;
        const std::size_t mark = nearest(m_marks, wanted);
        if (std::abs(m_marks[mark] - wanted) > std::abs(m_samples[m_nearest] - wanted) + 0.01) return said;
        const QString row = items::operatorMarkText(m_line.marks[mark]);
        return row.isEmpty() ? said : said + QStringLiteral("; ") + row;
    }
    double x() const { return m_line.samples[m_nearest].x; }

private:
    static std::size_t nearest(const std::vector<double>& places, double wanted) {
        const auto nearer = [wanted](double a, double b) {
            return std::abs(a - wanted) < std::abs(b - wanted);
        };
        return std::size_t(std::min_element(places.begin(), places.end(), nearer) - places.begin());
    }

    const OperatorLine& m_line;
    QString m_name;
    std::vector<QString> m_said;
    std::vector<double> m_samples, m_marks; ///< decimal logarithms
    std::size_t m_nearest = 0;
};

/// Strips a few pixels wide; each tells what every line has nearest to it.
Hits stripsOver(const SurfaceScene& scene) {
    Hits hits;
    const QRectF area = scene.time.rect.united(scene.ratio.rect);
    const double width = 4 * scene.look.unit;
    std::vector<LineWords> words;
    for (const OperatorLine& line : scene.picture.lines) words.emplace_back(scene.picture, line);
    for (double left = area.left(); left < area.right(); left += width) {
        const double wanted = scene.time.toValue({left + width / 2, area.top()}).x();
        QStringList texts;
        for (LineWords& line : words) texts << line.at(wanted);
        const QString at =
            words.empty() ? QString() : items::operatorPlaceText(scene.picture, words.front().x());
        hits.push_back({QRectF(left, area.top(), width, area.height()), QString(),
                        at.toHtmlEscaped() + QStringLiteral("<br>") + texts.join(QStringLiteral("<br>")),
                        at + QStringLiteral(" · ") + texts.join(QStringLiteral(" · "))});
    }
    return hits;
}

QString ratioTick(double coordinate) {
    return items::number(std::pow(10, coordinate), 'g', 3);
}

Hits paintSurfaceLines(QPainter& painter, const QRectF& area, const OperatorPicture& picture,
                       const SurfacesShown& shown, const std::vector<OwnOnLine>& own, const Look& look) {
    SurfaceScene scene{picture, look, shown.own, own, shown.bandwidth};
    fitFrames(scene);
    const QFontMetricsF metrics(look.font);
    const double left = 66 * look.unit, bottom = 2.5 * metrics.height() + 10 * look.unit,
                 gap = 16 * look.unit;
    const QRectF inner = area.adjusted(left, 4 * look.unit, -8 * look.unit, -bottom);
    const double lower = 0.32 * inner.height();
    scene.time.rect = QRectF(inner.left(), inner.top(), inner.width(), inner.height() - lower - gap);
    scene.ratio.rect = QRectF(inner.left(), inner.bottom() - lower, inner.width(), lower);
    AxisText x = columnAxis(picture.axes[picture.x], std::pow(10, scene.time.xLow),
                            std::pow(10, scene.time.xHigh), inner.width(), 52 * look.unit);
    AxisText bare{x.ticks, [](double) { return QString(); }, QString()}, y, ratio;
    const auto logs = [](QVector<double> values) {
        for (double& value : values) value = std::log10(value);
        return values;
    };
    y.ticks = logs(logTicks(std::pow(10, scene.time.yLow), std::pow(10, scene.time.yHigh),
                            scene.time.rect.height(), 1.8 * metrics.height())
                       .labelled);
    y.text = [](double coordinate) { return timeTick(1e-6 * std::pow(10, coordinate)); };
    if (shown.bandwidth) y.text = ratioTick;
    y.title = shown.bandwidth ? items::Words::tr("Bus bandwidth (GB/s)") : items::Words::tr("Time");
    ratio.ticks = logs(logTicks(std::pow(10, scene.ratio.yLow), std::pow(10, scene.ratio.yHigh), lower,
                                1.25 * metrics.height())
                           .labelled);
    ratio.text = ratioTick;
    ratio.title = items::Words::tr("Ratio");
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintAxes(painter, scene.time, bare, y, look);
    paintAxes(painter, scene.ratio, x, ratio, look);
    const double one = scene.ratio.toPixel(scene.ratio.xLow, 0).y();
    painter.setPen(QPen(look.theme.muted, look.unit));
    painter.drawLine(QPointF(inner.left(), one), QPointF(inner.right(), one));
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < picture.lines.size(); ++i) paintLineOf(painter, scene, i);
    Hits hits = stripsOver(scene);
    paintOwn(painter, scene, hits); // later ones lie above
    painter.setRenderHint(QPainter::Antialiasing, false);
    return hits;
}

} // namespace

AxisText columnAxis(const OperatorAxis& axis, double low, double high, double length, double extent) {
    const std::string_view option = axis.column->option;
    const items::ShapeLabel label = items::shapeLabel(option);
    AxisText text;
    QVector<double> values;
    if (option == "bytes") {
        const double steps = std::log2(high / low), room = std::max(1.0, std::floor(length / extent));
        const int every = std::max(1, int(std::ceil(steps / room)));
        for (int power = int(std::ceil(std::log2(low))); std::exp2(power) <= high; ++power)
            if (power % every == 0) values << std::exp2(power);
    } else if (isWhole(*axis.column)) {
        double last = -HUGE_VAL;
        for (const double value : axis.values) {
            const double at = std::log10(value / low) / std::log10(high / low) * length;
            if (at < last + 0.6 * extent) continue;
            values << value;
            last = at;
        }
    } else {
        values = logTicks(low, high, length, extent).labelled;
    }
    for (const double value : values) text.ticks << std::log10(value);
    text.text = [option](double coordinate) {
        const double value = std::pow(10, coordinate);
        return option == "bytes" ? items::shapeValue(option, std::round(value))
                                 : items::compactCount(std::round(value), 1e6);
    };
    text.title = label.unit.isEmpty() ? label.name : label.name + QStringLiteral(" (%1)").arg(label.unit);
    if (option == "bytes") text.title = label.name;
    return text;
}

Hits paintSurfaces(QPainter& painter, const QSizeF& size, const OperatorPicture& picture,
                   const SurfacesShown& wanted, const Catalog& catalog, const Look& look) {
    const double margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    painter.setRenderHint(QPainter::Antialiasing);
    area.setTop(paintHead(painter, area, picture, catalog, look) + 4 * look.unit);
    if (picture.map) return paintSurfaceMaps(painter, area, picture, look); // without one's own points
    SurfacesShown shown = wanted;
    shown.bandwidth = wanted.bandwidth && isCollective(picture.op);
    const std::vector<OwnOnLine> own = onLines(shown.own, picture);
    if (!shown.own.empty()) {
        std::set<std::size_t> passed;
        for (const OwnOnLine& mine : own) passed.insert(mine.one);
        paintOwnKey(painter, area,
                    items::ownKeyText(passed.size(), shown.own.size(),
                                      items::Words::tr("others: another operator, type or shape")),
                    look);
    }
    return paintSurfaceLines(painter, area, picture, shown, own, look);
}

} // namespace moe::ui
