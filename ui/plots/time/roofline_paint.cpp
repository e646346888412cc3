// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/roofline_paint.h"

#include "models/items/words.h"
#include "ui/plots/kit/canvas.h"
#include "ui/plots/kit/label_places.h"
#include "ui/plots/kit/pin_marks.h"

#include "models/items/format.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kPi = 3.14159265358979323846;

QString plainNumber(double value) {
    return value >= 1 ? items::number(value, 'f', 0) : items::number(value, 'g', 2);
}

/// Circle for bf16, square for FP8.
void drawPoint(QPainter& painter, QPointF at, const RooflinePoint& point, const Look& look) {
    const double half = 4.5 * look.unit;
    painter.setPen(QPen(look.theme.background, 1.2 * look.unit));
    painter.setBrush(timeStyle(point.part).colour);
    if (point.fp8)
        painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half));
    else
        painter.drawEllipse(at, half * 1.1, half * 1.1);
}

Throughput achieved(const OwnRoofPoint& own, double us) {
    return {own.flops / (1e-6 * us)};
}

PlotFrame frameFor(const RooflineReport& roofline, const std::vector<OwnRoofPoint>& own) {
    const Throughput top = std::max(roofline.bf16, roofline.fp8);
    double low = top.base / roofline.memory.base, high = low, slowest = top.base;
    for (const RooflinePoint& point : roofline.points) {
        low = std::min(low, point.intensity());
        high = std::max(high, point.intensity());
        slowest = std::min(slowest, point.achieved().base);
    }
    for (const OwnRoofPoint& point : own) {
        low = std::min(low, point.intensity);
        high = std::max(high, point.intensity);
        slowest = std::min(slowest, achieved(point, point.one->high).base);
    }
    PlotFrame frame;
    frame.logarithmic = true;
    frame.xLow = low / 3, frame.xHigh = high * 3;
    frame.yHigh = 1.7 * top.base / 1e12;
    frame.yLow = std::min(slowest / 2.5, top.base / 10) / 1e12;
    return frame;
}

class RooflinePainter {
public:
    RooflinePainter(QPainter& painter, const QRectF& area, const RooflineReport& roofline,
                    const std::vector<OwnRoofPoint>& own, const ReportView& view, const Look& look)
        : m_painter(painter),
          m_roofline(roofline),
          m_mine(own),
          m_look(look),
          m_metrics(look.font),
          m_frame(frameFor(roofline, own)),
          m_places(QRectF()) {
        const double unit = look.unit;
        shareFrame(m_frame, view, QStringLiteral("roofline"));
        m_frame.rect = area.adjusted(58 * unit, 0, -6 * unit, -(2.4 * m_metrics.height() + 14 * unit));
        m_places = LabelPlaces(m_frame.rect.adjusted(2 * unit, 2 * unit, -2 * unit, -2 * unit));
        for (const RooflinePoint& point : roofline.points) {
            const QPointF at = pixel(point.intensity(), point.achieved());
            m_points.push_back(at);
            m_places.block({at.x() - 6 * unit, at.y() - 6 * unit, 12 * unit, 12 * unit});
        }
        for (const OwnRoofPoint& mine : own) {
            const QPointF at = pixel(mine.intensity, achieved(mine, mine.one->us));
            m_own.push_back(at);
            const double half = 0.36 * ownMarkScale(own.size()) * pinMarkSize(look);
            m_places.block({at.x() - half, at.y() - half, 2 * half, 2 * half});
        }
        for (const auto& [rate, name] : {std::pair{roofline.bf16, "bf16"}, std::pair{roofline.fp8, "FP8"}})
            if (rate.base > 0) m_roofs.push_back({rate, QLatin1String(name)});
    }

    RooflinePlaces places() const { return {m_points, m_own}; }

    /// Under the operators that are predicted.
    void paintOwn() {
        const double scale = ownMarkScale(m_mine.size());
        for (std::size_t i = 0; i < m_mine.size(); ++i) {
            const OwnRoofPoint& mine = m_mine[i];
            drawOwnMark(m_painter, m_own[qsizetype(i)], pixel(mine.intensity, achieved(mine, mine.one->high)),
                        pixel(mine.intensity, achieved(mine, mine.one->low)), m_look, scale);
        }
    }

    void paintAxes() {
        AxisText x, y;
        x.text = y.text = plainNumber;
        x.ticks = logTicks(m_frame.xLow, m_frame.xHigh, m_frame.rect.width(), 46 * m_look.unit).labelled;
        y.ticks = logTicks(m_frame.yLow, m_frame.yHigh, m_frame.rect.height(), 24 * m_look.unit).labelled;
        x.title = items::Words::tr("Arithmetic intensity (FLOP per byte of device memory)");
        y.title = items::Words::tr("Achieved (TFLOP/s)");
        ui::paintAxes(m_painter, m_frame, x, y, m_look);
    }

    /// Device memory: achieved = intensity × bandwidth, up to the highest roof.
    void paintSlope() {
        const Throughput top = std::max(m_roofline.bf16, m_roofline.fp8);
        const double start = std::max(m_frame.xLow, m_frame.yLow * 1e12 / m_roofline.memory.base);
        const QPointF from = pixel(start, {start * m_roofline.memory.base});
        const QPointF to = pixel(top.base / m_roofline.memory.base, top);
        m_painter.setPen(roofPen());
        m_painter.drawLine(from, to);
        const QString text =
            items::Words::tr("memory %1 TB/s").arg(items::humanNumber(m_roofline.memory.base / 1e12));
        const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
        const double angle = std::atan2(to.y() - from.y(), to.x() - from.x());
        const QPointF normal(std::sin(angle), -std::cos(angle));
        const double step = 8 * m_look.unit;
        for (double at = 0; at < length; at += step) {
            const QPointF middle = from + at / length * (to - from) + 0.4 * m_metrics.height() * normal;
            m_places.block({middle.x() - step, middle.y() - step, 2 * step, 2 * step});
        }
        if (length > 1.2 * m_metrics.horizontalAdvance(text))
            drawHaloText(m_painter, from + 0.5 * (to - from) + 0.75 * m_metrics.height() * normal,
                         angle * 180 / kPi, text, m_look.font, m_look.theme.text, m_look.theme.background,
                         2 * m_look.unit);
    }

    void paintRoofs() {
        for (const Roof& roof : m_roofs) {
            const QPointF knee = kneeOf(roof), right(m_frame.rect.right(), knee.y());
            m_painter.setPen(roofPen());
            m_painter.drawLine(knee, right);
            m_painter.setPen(QPen(m_look.theme.muted, m_look.unit, Qt::DashLine));
            m_painter.drawLine(knee, QPointF(knee.x(), m_frame.rect.bottom()));
        }
        // Names over the right end of the roof, its left end, or under them: wherever no point is.
        for (const Roof& roof : m_roofs) {
            const QPointF knee = kneeOf(roof);
            const QString text =
                items::Words::tr("%1 %2 TFLOP/s").arg(roof.name, items::humanNumber(tera(roof.rate)));
            QRectF box(0, 0, m_metrics.horizontalAdvance(text), m_metrics.height());
            const double left = knee.x() + 10 * m_look.unit;
            const double right = m_frame.rect.right() - 4 * m_look.unit - box.width();
            const double over = knee.y() - 2 * m_look.unit - box.height(), under = knee.y() + 4 * m_look.unit;
            for (const QPointF& corner :
                 {QPointF(right, over), QPointF(left, over), QPointF(right, under), QPointF(left, under)}) {
                box.moveTopLeft(corner);
                if (!m_places.take(box)) continue;
                label(box, text, m_look.theme.text);
                break;
            }
            m_places.block(QRectF(knee, QPointF(m_frame.rect.right(), knee.y() + m_look.unit)));
        }
        for (const Roof& roof : m_roofs) {
            const QString text =
                items::Words::tr("%1 knee %2")
                    .arg(roof.name, items::humanNumber(roof.rate.base / m_roofline.memory.base));
            const QSizeF size(m_metrics.horizontalAdvance(text) + 4 * m_look.unit, m_metrics.height());
            const QPointF foot(kneeOf(roof).x(), m_frame.rect.bottom() - m_metrics.height());
            if (const auto free = m_places.place(foot, size, 6 * m_look.unit))
                label(free->box, text, m_look.theme.muted);
        }
    }

    void paintPoints() {
        m_places.setPoints(m_points);
        const QFont font = m_look.scaledFont(0.92);
        const QFontMetricsF metrics(font);
        std::vector<std::pair<QRectF, QString>> names;
        for (std::size_t i : loneliestFirst()) {
            const QPointF at = m_points[qsizetype(i)];
            const QString name = items::tableText(m_roofline.points[i].name);
            const QSizeF size(metrics.horizontalAdvance(name) + 4 * m_look.unit, metrics.height());
            const auto free = m_places.place(at, size, 9 * m_look.unit);
            if (!free) continue;
            names.emplace_back(free->box, name);
            if (!free->needsLine) continue;
            m_painter.setPen(QPen(m_look.theme.muted, 0.8 * m_look.unit));
            m_painter.drawLine(at, {std::clamp(at.x(), free->box.left(), free->box.right()),
                                    std::clamp(at.y(), free->box.top(), free->box.bottom())});
        }
        for (std::size_t i = 0; i < m_roofline.points.size(); ++i)
            drawPoint(m_painter, m_points[qsizetype(i)], m_roofline.points[i], m_look);
        for (const auto& [box, name] : names)
            drawHaloText(m_painter, box.center(), 0, name, font, m_look.theme.text, m_look.theme.background,
                         1.5 * m_look.unit);
    }

private:
    struct Roof {
        Throughput rate;
        QString name;
    };

    /// Points that stand alone get the place beside them before those of a crowd spread.
    std::vector<std::size_t> loneliestFirst() const {
        std::vector<std::pair<double, std::size_t>> order;
        for (qsizetype i = 0; i < m_points.size(); ++i) {
            double nearest = 1e12;
            for (qsizetype j = 0; j < m_points.size(); ++j)
                if (i != j) nearest = std::min(nearest, QLineF(m_points[i], m_points[j]).length());
            order.emplace_back(-nearest, std::size_t(i));
        }
        std::sort(order.begin(), order.end());
        std::vector<std::size_t> indices;
        for (const auto& [distance, index] : order) indices.push_back(index);
        return indices;
    }

    QPointF pixel(double intensity, const Throughput& rate) const {
        return m_frame.toPixel(intensity, tera(rate));
    }
    QPointF kneeOf(const Roof& roof) const {
        return pixel(roof.rate.base / m_roofline.memory.base, roof.rate);
    }
    QPen roofPen() const { return QPen(m_look.theme.axis, 1.8 * m_look.unit); }
    void label(const QRectF& box, const QString& text, const QColor& colour) {
        drawHaloText(m_painter, box.center(), 0, text, m_look.font, colour, m_look.theme.background,
                     2 * m_look.unit);
    }

    QPainter& m_painter;
    const RooflineReport& m_roofline;
    const std::vector<OwnRoofPoint>& m_mine;
    const Look& m_look;
    QFontMetricsF m_metrics;
    PlotFrame m_frame;
    LabelPlaces m_places;
    std::vector<Roof> m_roofs;
    QVector<QPointF> m_points, m_own;
};

} // namespace

std::vector<OwnRoofPoint> ownUnder(const RooflineReport& roofline, const std::vector<OwnOperator>& own) {
    std::vector<OwnRoofPoint> under;
    for (const OwnOperator& one : own) {
        const OwnWork work = workOf(one);
        const bool roof = work.peak == OperatorNumbers::Peak::Bf16 ||
                          (work.peak == OperatorNumbers::Peak::Fp8 && roofline.fp8.base > 0);
        if (work.flops > 0 && work.bytes > 0 && roof)
            under.push_back({&one, work.flops / work.bytes, work.flops});
    }
    return under;
}

RooflinePlaces paintRoofline(QPainter& painter, const QRectF& area, const RooflineReport& roofline,
                             const std::vector<OwnRoofPoint>& own, const ReportView& view, const Look& look) {
    RooflinePainter paint(painter, area, roofline, own, view, look);
    paint.paintAxes();
    painter.setRenderHint(QPainter::Antialiasing);
    paint.paintSlope();
    paint.paintRoofs();
    paint.paintOwn();
    paint.paintPoints();
    painter.setRenderHint(QPainter::Antialiasing, false);
    return paint.places();
}

} // namespace moe::ui
