// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/plot_support.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/thumbnail.h"

#include <QFontInfo>
#include <QPaintEngine>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace moe::ui {

QFont Look::scaledFont(double factor, bool bold) const {
    QFont scaled = font;
    scaled.setPixelSize(std::max(1, int(std::lround(font.pixelSize() * factor))));
    scaled.setBold(bold);
    return scaled;
}

QColor Look::colour(double share) const {
    return QColor((*stops)[std::size_t(std::lround(std::clamp(share, 0.0, 1.0) * 255))]);
}

Look screenLook(const QWidget& widget, const QString& palette) {
    Look look;
    look.theme = themeOf(widget.palette());
    look.font = widget.font();
    look.font.setPixelSize(QFontInfo(widget.font()).pixelSize());
    look.unit = look.font.pixelSize() / 12.0;
    look.stops = &paletteStops(palette);
    return look;
}

Look figureLook(const FigureStyle& style) {
    Look look;
    look.theme = style.dark ? darkTheme() : lightTheme();
    look.font = QFont(style.family);
    look.font.setHintingPreference(QFont::PreferNoHinting); // paper has no pixels
    look.font.setPixelSize(std::max(4, int(std::lround(style.fontPx() * kFigureFineness))));
    look.unit = look.font.pixelSize() / 12.0;
    look.stops = &paletteStops(style.palette);
    look.grey = style.palette == QLatin1String("grey");
    look.headline = style.headline;
    look.legend = style.legend;
    look.hatching = style.hatching;
    look.shared = style.shared;
    return look;
}

QColor Look::ofCategory(const QColor& of) const {
    if (!grey) return of;
    // Spread: the categories' colours are all of middle lightness.
    const int lightness = std::clamp(int(std::lround(1.6 * (qGray(of.rgb()) - 127) + 150)), 40, 235);
    return {lightness, lightness, lightness};
}

void shareFrame(PlotFrame& frame, const ReportView& view, const QString& name) {
    std::tie(frame.xLow, frame.xHigh) = view.shared(name + QStringLiteral(".x"), frame.xLow, frame.xHigh);
    std::tie(frame.yLow, frame.yHigh) = view.shared(name + QStringLiteral(".y"), frame.yLow, frame.yHigh);
}

QPointF PlotFrame::toPixel(double x, double y) const {
    const auto share = [this](double value, double low, double high) {
        return logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    };
    return {rect.left() + share(x, xLow, xHigh) * rect.width(),
            rect.bottom() - share(y, yLow, yHigh) * rect.height()};
}

bool PlotFrame::shows(QPointF pixel, double beyond) const {
    return std::isfinite(pixel.x()) && std::isfinite(pixel.y()) &&
           rect.adjusted(-beyond, -beyond, beyond, beyond).contains(pixel);
}

QPointF PlotFrame::toValue(QPointF pixel) const {
    const auto value = [this](double share, double low, double high) {
        return logarithmic ? low * std::pow(high / low, share) : low + share * (high - low);
    };
    return {value((pixel.x() - rect.left()) / rect.width(), xLow, xHigh),
            value((rect.bottom() - pixel.y()) / rect.height(), yLow, yHigh)};
}

namespace {

/// a · 10^k inside [low, high] for each mantissa a.
QVector<double> mantissaTicks(double low, double high, std::initializer_list<int> mantissas) {
    QVector<double> ticks;
    for (int decade = int(std::floor(std::log10(low))); decade <= int(std::floor(std::log10(high))); ++decade)
        for (int mantissa : mantissas) {
            const double tick = mantissa * std::pow(10.0, decade);
            if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) ticks.push_back(tick);
        }
    return ticks;
}

bool fits(const QVector<double>& ticks, double pixelsPerDecade, double labelExtent) {
    for (int i = 1; i < ticks.size(); ++i)
        if (std::log10(ticks[i] / ticks[i - 1]) * pixelsPerDecade < labelExtent) return false;
    return true;
}

} // namespace

LinearTicks linearTicks(double low, double high, double count) {
    LinearTicks found;
    if (!(high > low) || !std::isfinite(high - low)) return found;
    const double rough = (high - low) / std::max(1.0, count),
                 largest = std::max(std::abs(low), std::abs(high));
    // Ends that differ by rounding alone: steps between them are none that a number could count.
    constexpr double kRounding = 1e-12;
    if (rough <= kRounding * largest) {
        found.ticks = {low};
        found.decimals = std::max(0, 2 - int(std::floor(std::log10(largest))));
        return found;
    }
    const double magnitude = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * magnitude;
    for (double factor : {1.0, 2.0, 5.0})
        if (factor * magnitude >= rough) {
            step = factor * magnitude;
            break;
        }
    found.decimals = std::max(0, int(-std::floor(std::log10(step) + 1e-9)));
    for (double index = std::ceil(low / step - 1e-9); index * step <= high + 1e-9 * step; ++index)
        found.ticks.push_back(index * step);
    return found;
}

Ticks logTicks(double low, double high, double length, double labelExtent) {
    if (!(low > 0) || !(high > low) || !(length > 0)) return {};
    const double pixelsPerDecade = length / std::log10(high / low);
    Ticks ticks;
    ticks.plain = mantissaTicks(low, high, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    ticks.labelled = mantissaTicks(low, high, {1, 2, 5});
    if (ticks.labelled.size() < 3) {
        // Narrower than about half a decade: 1-2-5 has nothing left to say.
        for (double count = std::floor(length / labelExtent); count >= 1; --count) {
            ticks.labelled = linearTicks(low, high, count).ticks;
            if (fits(ticks.labelled, pixelsPerDecade, labelExtent)) break;
        }
        ticks.plain.clear();
        return ticks;
    }
    if (!fits(ticks.labelled, pixelsPerDecade, labelExtent))
        ticks.labelled = mantissaTicks(low, high, {1, 3});
    if (!fits(ticks.labelled, pixelsPerDecade, labelExtent)) ticks.labelled = mantissaTicks(low, high, {1});
    while (ticks.labelled.size() > 2 && !fits(ticks.labelled, pixelsPerDecade, labelExtent)) {
        QVector<double> every2nd;
        for (int i = 0; i < ticks.labelled.size(); i += 2) every2nd.push_back(ticks.labelled[i]);
        ticks.labelled = every2nd;
    }
    return ticks;
}

QString rateText(double lr, int digits) {
    if (!(lr > 0)) return QStringLiteral("0");
    int exponent = int(std::floor(std::log10(lr)));
    double mantissa = lr / std::pow(10.0, exponent);
    const QString text = items::number(mantissa, 'g', digits);
    if (text == QLatin1String("10")) return QStringLiteral("1e%1").arg(exponent + 1);
    return QStringLiteral("%1e%2").arg(text).arg(exponent);
}

QString tokensText(double tokens, int digits) {
    static constexpr std::array<double, 4> kScales{1e12, 1e9, 1e6, 1e3};
    const QChar thin(0x202f);
    for (const double scale : kScales)
        if (tokens >= scale * (1 - 1e-9)) {
            const double value = tokens / scale;
            const int decimals = std::max(0, digits - 1 - int(std::floor(std::log10(value) + 1e-9)));
            QString text = items::number(value, 'f', decimals);
            if (const QString point = items::numberLocale().decimalPoint(); text.contains(point)) {
                while (text.endsWith('0')) text.chop(1);
                if (text.endsWith(point)) text.chop(1);
            }
            // As compactCount() abbreviates: 3 Bio. in German, where T would be read as thousands.
            const QString suffix = scale >= 1e12  ? items::Words::tr("T", "10^12")
                                   : scale >= 1e9 ? items::Words::tr("B", "10^9")
                                   : scale >= 1e6 ? items::Words::tr("M", "10^6")
                                                  : QStringLiteral("k");
            return text + thin + suffix;
        }
    return items::number(tokens, 'g', std::max(digits, 3));
}

QString signedText(double value, int decimals) {
    QString text = items::number(std::abs(value), 'f', decimals);
    return (value < 0 ? QChar(0x2212) : QChar('+')) + text;
}

static QVector<QLineF> hatchLines(const QRectF& area, double spacing, bool falling) {
    const double step = spacing * std::sqrt(2.0);
    // Lines x + y = c (rising) or x − y = c (falling), on one grid for the whole picture so that neighbours
    // join.
    const double low = falling ? area.left() - area.bottom() : area.left() + area.top();
    const double high = falling ? area.right() - area.top() : area.right() + area.bottom();
    QVector<QLineF> lines;
    for (double c = std::ceil(low / step) * step; c < high; c += step) {
        if (falling) {
            const double x0 = std::max(area.left(), c + area.top()),
                         x1 = std::min(area.right(), c + area.bottom());
            lines.push_back({x0, x0 - c, x1, x1 - c});
        } else {
            const double x0 = std::max(area.left(), c - area.bottom()),
                         x1 = std::min(area.right(), c - area.top());
            lines.push_back({x0, c - x0, x1, c - x1});
        }
    }
    return lines;
}

void strokeLines(QPainter& painter, const QVector<QLineF>& lines, const QPen& pen) {
    // Thin lines of 45° need no smoothing, and on a screen thousands of smooth ones take a tenth of a second:
    // so many pixels beside each other instead.
    const QTransform transform = painter.deviceTransform();
    const double scale = transform.m11(), across = pen.widthF() * scale * std::sqrt(2.0);
    constexpr double kThin = 4;
    if (painter.paintEngine()->type() == QPaintEngine::Raster && across < kThin && scale > 0) {
        QPen pixels(pen.color(), 0);
        pixels.setCosmetic(true);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(pixels);
        for (int i = 0; i < std::max(1, int(std::lround(across))); ++i, painter.translate(1 / scale, 0))
            painter.drawLines(lines);
        return painter.restore();
    }
    painter.setPen(pen);
    painter.drawLines(lines);
}

/// A little stronger than the lines are on average: a tint has no pattern to be known by.
static QColor tintOf(const QPen& pen, double spacing) {
    constexpr double kStronger = 1.6, kMost = 0.6, kLeast = 0.1;
    QColor tint = pen.color();
    tint.setAlphaF(
        float(std::max(kLeast, tint.alphaF() * std::min(kMost, kStronger * pen.widthF() / spacing))));
    return tint;
}

void drawHatch(QPainter& painter, const Look& look, const QRectF& area, double spacing, const QPen& pen,
               bool falling) {
    if (!look.hatching) return painter.fillRect(area, tintOf(pen, spacing));
    strokeLines(painter, hatchLines(area, spacing, falling), pen);
}

/// The parts of the lines inside the outline: an SVG knows no clipping.
static QVector<QLineF> inside(const QVector<QLineF>& lines, const QPolygonF& outline) {
    QVector<QLineF> parts;
    for (const QLineF& line : lines) {
        std::vector<double> crossings; // share of the line
        for (qsizetype i = 0; i < outline.size(); ++i) {
            const QLineF edge(outline[i], outline[(i + 1) % outline.size()]);
            QPointF at;
            if (line.length() > 0 && line.intersects(edge, &at) == QLineF::BoundedIntersection)
                crossings.push_back(QLineF(line.p1(), at).length() / line.length());
        }
        std::sort(crossings.begin(), crossings.end());
        for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
            const double middle = (crossings[i] + crossings[i + 1]) / 2;
            if (outline.containsPoint(line.pointAt(middle), Qt::OddEvenFill))
                parts.push_back({line.pointAt(crossings[i]), line.pointAt(crossings[i + 1])});
        }
    }
    return parts;
}

/// Of the area, or of what of it is inside the outline.
static void paintPattern(QPainter& painter, const QRectF& area, const QPolygonF* outline,
                         const QColor& ground, int category, const Look& look) {
    struct Pattern {
        bool rising, falling;
        double spacing; ///< in units of the look
    };
    static constexpr Pattern kPatterns[]{{false, false, 1}, {true, false, 4.5}, {false, true, 4.5},
                                         {true, true, 6},   {true, false, 2.2}, {false, true, 2.2}};
    const Pattern& pattern = kPatterns[std::size_t(category) % std::size(kPatterns)];
    QColor ink = inkOn(ground);
    ink.setAlphaF(0.55f);
    for (const bool falling : {false, true}) {
        if (!(falling ? pattern.falling : pattern.rising)) continue;
        const QVector<QLineF> lines = hatchLines(area, pattern.spacing * look.unit, falling);
        strokeLines(painter, outline ? inside(lines, *outline) : lines, QPen(ink, 0.7 * look.unit));
    }
}

void fillCategory(QPainter& painter, const QRectF& area, const QColor& colour, int category,
                  const Look& look) {
    const QColor ground = look.ofCategory(colour);
    painter.fillRect(area, ground);
    if (look.grey && look.hatching && area.width() > 2 * look.unit)
        paintPattern(painter, area, nullptr, ground, category, look);
}

void fillCategory(QPainter& painter, const QPolygonF& outline, const QColor& colour, int category,
                  const Look& look) {
    const QColor ground = look.ofCategory(colour);
    painter.setBrush(ground);
    painter.drawPolygon(outline);
    if (!look.grey || !look.hatching) return;
    const QPen pen = painter.pen();
    paintPattern(painter, outline.boundingRect(), &outline, ground, category, look);
    painter.setPen(pen);
}

/// The outline of a text at a baseline that starts in the origin. FreeType gives points that depend in their
/// last bits on what it has drawn before; at the size where DejaVu Sans has whole numbers they can be rounded
/// to what they are, so that figures come out byte for byte the same.
static QPainterPath textOutline(const QString& text, QFont font) {
    constexpr int kUnitsPerEm = 2048;
    const double scale = double(QFontInfo(font).pixelSize()) / kUnitsPerEm;
    font.setPixelSize(kUnitsPerEm);
    font.setHintingPreference(QFont::PreferNoHinting);
    QPainterPath outline;
    outline.addText(QPointF(), font, text);
    const auto whole = [](double value) { return std::round(4 * value) / 4; };
    for (int i = 0; i < outline.elementCount(); ++i) {
        const QPainterPath::Element point = outline.elementAt(i);
        outline.setElementPositionAt(i, whole(point.x), whole(point.y));
    }
    return QTransform::fromScale(scale, scale).map(outline);
}

void drawHaloText(QPainter& painter, QPointF centre, double degrees, const QString& text, const QFont& font,
                  const QColor& ink, const QColor& halo, double haloWidth) {
    if (WordsLeftOut::now()) return;
    const QFontMetricsF metrics(font);
    const QPointF start(-metrics.horizontalAdvance(text) / 2, metrics.capHeight() / 2);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    painter.rotate(degrees);
    painter.strokePath(textOutline(text, font).translated(start),
                       QPen(halo, 2 * haloWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(start, text);
    painter.restore();
}

QVector<QPolygonF> clipped(const QPolygonF& line, const QRectF& area) {
    QVector<QPolygonF> parts;
    QPolygonF part;
    const auto finish = [&] {
        if (part.size() > 1) parts.push_back(part);
        part.clear();
    };
    for (int i = 1; i < line.size(); ++i) {
        // Liang and Barsky: the span [t0, t1] of the segment that is inside.
        const QPointF a = line[i - 1], d = line[i] - a;
        double t0 = 0, t1 = 1;
        const std::array<std::pair<double, double>, 4> sides{{{-d.x(), a.x() - area.left()},
                                                              {d.x(), area.right() - a.x()},
                                                              {-d.y(), a.y() - area.top()},
                                                              {d.y(), area.bottom() - a.y()}}};
        for (const auto& [p, q] : sides) {
            if (p == 0) {
                if (q < 0) t1 = -1;
            } else if (p < 0) {
                t0 = std::max(t0, q / p);
            } else {
                t1 = std::min(t1, q / p);
            }
        }
        if (t0 > t1) {
            finish();
            continue;
        }
        if (part.isEmpty()) part.push_back(a + t0 * d);
        part.push_back(a + t1 * d);
        if (t1 < 1) finish();
    }
    finish();
    return parts;
}

} // namespace moe::ui
