// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/profiles/surfaces_paint.h"

#include "models/items/format.h"
#include "models/items/operator_picture_text.h"
#include "ui/plots/profiles/plot_texts.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace moe::ui {
namespace {

constexpr double kFarOff = 4; ///< ratios beyond have the last colour
constexpr int kBarSteps = 64;

/// Borders of cells around values, in base-10 logarithms.
std::vector<double> cellBorders(const std::vector<double>& values) {
    std::vector<double> borders;
    for (std::size_t i = 0; i + 1 < values.size(); ++i)
        borders.push_back(std::log10(values[i] * values[i + 1]) / 2);
    const double first = std::log10(values.front()), last = std::log10(values.back());
    if (borders.empty()) return {first - 0.15, first + 0.15};
    borders.insert(borders.begin(), 2 * first - borders.front());
    borders.push_back(2 * last - borders.back());
    return borders;
}

/// One of the two maps: what a cell shows and how that is coloured and written.
struct SurfaceMap {
    std::function<double(const OperatorSample&)> value;
    std::function<QColor(double)> colour;
    std::function<QString(double)> text;
    std::vector<double> scale; ///< values beside the bar, from its lower end
};

void paintBar(QPainter& painter, const QRectF& bar, const SurfaceMap& map, const Look& look) {
    const QFont font = look.scaledFont(0.92);
    const QFontMetricsF metrics(font);
    const double low = std::log(map.scale.front()), high = std::log(map.scale.back());
    for (int i = 0; i < kBarSteps; ++i)
        painter.fillRect(QRectF(bar.left(), bar.bottom() - (i + 1) * bar.height() / kBarSteps, bar.width(),
                                bar.height() / kBarSteps + 0.4 * look.unit),
                         map.colour(std::exp(low + (high - low) * i / (kBarSteps - 1.0))));
    painter.setPen(QPen(look.theme.axis, look.unit));
    painter.drawRect(bar);
    for (const double value : map.scale) {
        const double at = bar.bottom() - (std::log(value) - low) / (high - low) * bar.height();
        writeText(painter,
                  {bar.right() + 4 * look.unit,
                   std::clamp(at + metrics.capHeight() / 2, bar.top() + metrics.capHeight(), bar.bottom())},
                  map.text(value), font, look.theme.text);
    }
}

class MapPainter {
public:
    MapPainter(QPainter& painter, const OperatorPicture& picture, const Look& look)
        : m_painter(painter), m_picture(picture), m_look(look) {
        for (const OperatorLine& line : picture.lines) {
            m_ys.push_back(line.value);
            for (const OperatorSample& sample : line.samples) m_xs.push_back(sample.x);
        }
        std::sort(m_xs.begin(), m_xs.end());
        m_xs.erase(std::unique(m_xs.begin(), m_xs.end()), m_xs.end());
        m_xBorders = cellBorders(m_xs);
        m_yBorders = cellBorders(m_ys);
    }

    void paint(const QRectF& area, const SurfaceMap& map, bool titled, Hits& hits) {
        const QFontMetricsF metrics(m_look.font), small(m_look.scaledFont(0.92));
        double widest = 0;
        for (const double value : map.scale)
            widest = std::max(widest, small.horizontalAdvance(map.text(value)));
        const double u = m_look.unit, bar = 12 * u, left = (titled ? 58 : 44) * u;
        PlotFrame frame;
        frame.rect = area.adjusted(left, 4 * u, -bar - widest - 16 * u, -2.5 * metrics.height() - 10 * u);
        frame.xLow = m_xBorders.front(), frame.xHigh = m_xBorders.back();
        frame.yLow = m_yBorders.front(), frame.yHigh = m_yBorders.back();
        AxisText x = axisOf(m_picture.x, frame.xLow, frame.xHigh, frame.rect.width(), 46 * u);
        AxisText y =
            axisOf(m_picture.series, frame.yLow, frame.yHigh, frame.rect.height(), 2 * metrics.height());
        if (!titled) y.title.clear();
        m_painter.setRenderHint(QPainter::Antialiasing, false); // cells meet without a seam
        paintAxes(m_painter, frame, x, y, m_look);
        for (std::size_t row = 0; row < m_picture.lines.size(); ++row)
            for (const OperatorSample& sample : m_picture.lines[row].samples) {
                const QRectF cell = cellOf(frame, sample.x, row);
                const double overlap = 0.4 * u; // no seams between neighbours
                m_painter.fillRect(cell.adjusted(0, -overlap, overlap, 0) & frame.rect,
                                   map.colour(map.value(sample)));
                const QString text = items::operatorPlaceText(m_picture, sample.x) + QStringLiteral(", ") +
                                     items::operatorLineText(m_picture, m_picture.lines[row]) +
                                     QStringLiteral(": ") + items::operatorSampleText(sample);
                hits.push_back({cell, QString(), text, text});
            }
        paintMarks(frame);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_look.theme.axis, u));
        m_painter.drawRect(frame.rect);
        paintBar(m_painter, QRectF(frame.rect.right() + 8 * u, frame.rect.top(), bar, frame.rect.height()),
                 map, m_look);
    }

private:
    AxisText axisOf(std::size_t axis, double low, double high, double length, double extent) const {
        return columnAxis(m_picture.axes[axis], std::pow(10, low), std::pow(10, high), length, extent);
    }
    QRectF cellOf(const PlotFrame& frame, double x, std::size_t row) const {
        const auto column = std::size_t(std::lower_bound(m_xs.begin(), m_xs.end(), x) - m_xs.begin());
        return QRectF(frame.toPixel(m_xBorders[column], m_yBorders[row + 1]),
                      frame.toPixel(m_xBorders[column + 1], m_yBorders[row]));
    }
    void paintMarks(const PlotFrame& frame) {
        m_painter.setRenderHint(QPainter::Antialiasing);
        for (const OperatorLine& line : m_picture.lines)
            for (const OperatorMark& mark : line.marks) {
                if (mark.kind != OperatorMark::Kind::Row) continue;
                const QPointF at = frame.toPixel(std::log10(mark.x), std::log10(mark.value));
                if (!frame.shows(at)) continue;
                m_painter.setPen(QPen(m_look.theme.background, 0.8 * m_look.unit));
                m_painter.setBrush(m_look.theme.text);
                m_painter.drawEllipse(at, 1.9 * m_look.unit, 1.9 * m_look.unit);
            }
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }

    QPainter& m_painter;
    const OperatorPicture& m_picture;
    const Look& m_look;
    std::vector<double> m_xs, m_ys, m_xBorders, m_yBorders;
};

} // namespace

Hits paintSurfaceMaps(QPainter& painter, const QRectF& area, const OperatorPicture& picture,
                      const Look& look) {
    double low = HUGE_VAL, high = 0, off = 1.25;
    for (const OperatorLine& line : picture.lines)
        for (const OperatorSample& sample : line.samples) {
            low = std::min(low, sample.answer.us);
            high = std::max(high, sample.answer.us);
            const double ratio = sample.analyticUs / sample.answer.us;
            off = std::max(off, std::max(ratio, 1 / ratio));
        }
    off = std::min(off, kFarOff);
    if (!(high > low)) high = 2 * low;
    const double middle = std::sqrt(low * high);
    const SurfaceMap time{[](const OperatorSample& sample) { return sample.answer.us; },
                          [&](double us) { return look.colour(std::log(us / low) / std::log(high / low)); },
                          items::microText,
                          {low, std::sqrt(low * middle), middle, std::sqrt(middle * high), high}};
    const Stops& stops = paletteStops(QStringLiteral("difference"));
    const auto shareOf = [&](double ratio) {
        return std::clamp(0.5 + 0.5 * std::log(ratio) / std::log(off), 0.0, 1.0);
    };
    const SurfaceMap ratio{
        [](const OperatorSample& sample) { return sample.analyticUs / sample.answer.us; },
        [&](double value) {
            return look.grey ? look.colour(shareOf(value))
                             : QColor::fromRgb(stops[std::size_t(std::lround(255 * shareOf(value)))]);
        },
        [](double value) { return items::number(value, 'g', 2) + QStringLiteral("\u202f×"); },
        {1 / off, 1 / std::sqrt(off), 1, std::sqrt(off), off}};
    MapPainter maps(painter, picture, look);
    Hits hits;
    const double half = area.width() / 2;
    maps.paint(QRectF(area.left(), area.top(), half, area.height()), time, true, hits);
    maps.paint(QRectF(area.left() + half, area.top(), half, area.height()), ratio, false, hits);
    return hits;
}

} // namespace moe::ui
