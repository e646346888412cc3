#include "ui/plots/roofline_view.h"

#include "ui/plots/label_places.h"
#include "ui/plots/time_rows.h"

#include "models/engine/terms.h"
#include "models/items/format.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

double tera(const Throughput& rate) {
    return rate.base / 1e12;
}
Throughput roofOf(const RooflineReport& roofline, const RooflinePoint& point) {
    const Throughput peak = point.fp8 ? roofline.fp8 : roofline.bf16;
    const Throughput streamed{roofline.memory.base * point.intensity()};
    return std::min(peak, streamed);
}
bool memoryBound(const RooflineReport& roofline, const RooflinePoint& point) {
    return point.intensity() * roofline.memory.base < (point.fp8 ? roofline.fp8 : roofline.bf16).base;
}
QString plainNumber(double value) {
    return value >= 1 ? QString::number(value, 'f', 0) : QString::number(value, 'g', 2);
}

/// "Knee of an expert GEMM: 412 tokens per expert; this scenario brings 512 (compute-bound)."
QString expertKnee(const RooflineReport& roofline) {
    if (!roofline.tokensPerExpert || !roofline.kneeTokensPerExpert) return {};
    return QStringLiteral("Expert GEMMs turn compute-bound at %1 tokens per expert; here %2, %3-bound.")
        .arg(items::humanNumber(*roofline.kneeTokensPerExpert), items::humanNumber(*roofline.tokensPerExpert),
             QLatin1String(*roofline.tokensPerExpert < *roofline.kneeTokensPerExpert ? "memory" : "compute"));
}

QString pointText(const RooflineReport& roofline, const RooflinePoint& point) {
    const TimeUnit unit = timeUnit(point.seconds.base);
    return QStringLiteral("%1 · %2 FLOP/B · %3 TFLOP/s, %4 % of its roof · %5 × %6")
        .arg(QString::fromUtf8(point.name), items::humanNumber(point.intensity()),
             items::humanNumber(tera(point.achieved())),
             items::humanNumber(100 * (point.achieved() / roofOf(roofline, point)), 2),
             unit.withUnit(point.seconds.base), items::humanNumber(point.count, 3));
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

PlotFrame frameFor(const RooflineReport& roofline) {
    const Throughput top = std::max(roofline.bf16, roofline.fp8);
    double low = top.base / roofline.memory.base, high = low, slowest = top.base;
    for (const RooflinePoint& point : roofline.points) {
        low = std::min(low, point.intensity());
        high = std::max(high, point.intensity());
        slowest = std::min(slowest, point.achieved().base);
    }
    PlotFrame frame;
    frame.logarithmic = true;
    frame.xLow = low / 3, frame.xHigh = high * 3;
    frame.yHigh = 1.7 * top.base / 1e12;
    frame.yLow = std::min(slowest / 2.5, top.base / 10) / 1e12;
    return frame;
}

} // namespace

RooflineView::RooflineView(QWidget* parent)
    : PaintedView(QStringLiteral("Roofline of the operators"), parent) {
    refresh();
}

QString RooflineView::reason() const {
    if (!report()) return QStringLiteral("Nothing has been computed yet.");
    if (!report()->train)
        return QStringLiteral(
            "This scenario has no training section; the roofline shows the operators of a training layer.");
    if (!report()->roofline || report()->roofline->points.empty())
        return QStringLiteral("The operators of this scenario were not computed.");
    return {};
}

QString RooflineView::summary() const {
    const QString why = reason();
    if (!why.isEmpty()) return why;
    const RooflineReport& roofline = *report()->roofline;
    const auto bound =
        std::count_if(roofline.points.begin(), roofline.points.end(),
                      [&](const RooflinePoint& point) { return memoryBound(roofline, point); });
    return QStringLiteral("%1 operators of a layer, %2 of them left of the knee (memory-bound). %3")
        .arg(roofline.points.size())
        .arg(bound)
        .arg(expertKnee(roofline))
        .trimmed();
}

Sheet RooflineView::sheet() const {
    const RooflineReport& roofline = *report()->roofline;
    Sheet sheet{{QStringLiteral("Operator"), QStringLiteral("Type"), QStringLiteral("FLOP per byte"),
                 QStringLiteral("TFLOP/s"), QStringLiteral("Of its roof (%)"), QStringLiteral("Bound by"),
                 QStringLiteral("Time (µs)"), QStringLiteral("Times per micro-batch"),
                 QStringLiteral("GFLOP"), QStringLiteral("MB")},
                {}};
    for (const RooflinePoint& point : roofline.points)
        sheet.rows.push_back(
            {QStringLiteral("train.terms.%1").arg(QString::fromUtf8(point.part)),
             {QString::fromUtf8(point.name), QString::fromLatin1(point.fp8 ? "fp8" : "bf16"),
              point.intensity(), tera(point.achieved()), 100 * (point.achieved() / roofOf(roofline, point)),
              QString::fromLatin1(memoryBound(roofline, point) ? "memory" : "compute"),
              1e6 * point.seconds.base, point.count, point.flops.base / 1e9, point.bytes.base / 1e6}});
    return sheet;
}

Hits RooflineView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const RooflineReport& roofline = *report()->roofline;
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);

    QString says = expertKnee(roofline);
    if (says.isEmpty()) says = summary();
    const QFont bold = look.scaledFont(1, true);
    const double headHeight =
        QFontMetricsF(bold).boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, says).height();
    painter.setFont(bold);
    painter.setPen(look.theme.text);
    painter.drawText(QRectF(area.left(), area.top(), area.width(), headHeight + 2), Qt::TextWordWrap, says);
    area.setTop(area.top() + headHeight + 8 * look.unit);

    PlotFrame frame = frameFor(roofline);
    frame.rect = area.adjusted(58 * look.unit, 0, -6 * look.unit, -(2.4 * metrics.height() + 14 * look.unit));
    AxisText x, y;
    x.text = y.text = plainNumber;
    x.ticks = logTicks(frame.xLow, frame.xHigh, frame.rect.width(), 46 * look.unit).labelled;
    y.ticks = logTicks(frame.yLow, frame.yHigh, frame.rect.height(), 24 * look.unit).labelled;
    x.title = QStringLiteral("Arithmetic intensity (FLOP per byte of device memory)");
    y.title = QStringLiteral("Achieved (TFLOP/s)");
    paintAxes(painter, frame, x, y, look);

    painter.setRenderHint(QPainter::Antialiasing);
    LabelPlaces places(frame.rect.adjusted(2 * look.unit, 2 * look.unit, -2 * look.unit, -2 * look.unit));
    const QPen roofPen(look.theme.axis, 1.8 * look.unit);
    const auto pixel = [&](double intensity, const Throughput& rate) {
        return frame.toPixel(intensity, tera(rate));
    };
    const auto label = [&](const QRectF& box, const QString& text, const QColor& colour) {
        drawHaloText(painter, box.center(), 0, text, look.font, colour, look.theme.background, 2 * look.unit);
    };
    // Roofs, each with its knee.
    const Throughput top = std::max(roofline.bf16, roofline.fp8);
    const double kneeTop = top.base / roofline.memory.base;
    const double start = std::max(frame.xLow, frame.yLow * 1e12 / roofline.memory.base);
    painter.setPen(roofPen);
    painter.drawLine(pixel(start, {start * roofline.memory.base}), pixel(kneeTop, top));
    for (const auto& [rate, name] : {std::pair{roofline.bf16, "bf16"}, std::pair{roofline.fp8, "FP8"}}) {
        if (rate.base <= 0) continue;
        const double knee = rate.base / roofline.memory.base;
        painter.setPen(roofPen);
        painter.drawLine(pixel(knee, rate), pixel(frame.xHigh, rate));
        painter.setPen(QPen(look.theme.muted, look.unit, Qt::DashLine));
        painter.drawLine(pixel(knee, rate), QPointF(pixel(knee, rate).x(), frame.rect.bottom()));
        const QString text =
            QStringLiteral("%1 %2 TFLOP/s").arg(QLatin1String(name), items::humanNumber(tera(rate)));
        QRectF box(0, 0, metrics.horizontalAdvance(text), metrics.height());
        box.moveBottomRight({frame.rect.right() - 4 * look.unit, pixel(knee, rate).y() - 2 * look.unit});
        label(box, text, look.theme.text);
        places.block(box);
        places.block(
            QRectF(pixel(knee, rate), QPointF(frame.rect.right(), pixel(knee, rate).y() + look.unit)));
    }
    QVector<QPointF> points;
    for (const RooflinePoint& point : roofline.points) {
        const QPointF at = pixel(point.intensity(), point.achieved());
        points.push_back(at);
        const double half = 6 * look.unit;
        places.block({at.x() - half, at.y() - half, 2 * half, 2 * half});
    }
    // Knees are named at the foot, the slope along its length.
    for (const auto& [rate, name] : {std::pair{roofline.bf16, "bf16"}, std::pair{roofline.fp8, "FP8"}}) {
        if (rate.base <= 0) continue;
        const double knee = rate.base / roofline.memory.base;
        const QString text = QStringLiteral("%1 knee %2").arg(QLatin1String(name), items::humanNumber(knee));
        const QSizeF box(metrics.horizontalAdvance(text) + 4 * look.unit, metrics.height());
        const QPointF foot(pixel(knee, rate).x(), frame.rect.bottom() - metrics.height());
        if (const auto free = places.place(foot, box, 6 * look.unit)) label(*free, text, look.theme.muted);
    }
    places.setPoints(points);
    const QString slope =
        QStringLiteral("memory %1 TB/s").arg(items::humanNumber(roofline.memory.base / 1e12));
    const QPointF from = pixel(start, {start * roofline.memory.base}), to = pixel(kneeTop, top);
    const double angle = std::atan2(to.y() - from.y(), to.x() - from.x());
    const QPointF normal(std::sin(angle), -std::cos(angle));
    if (std::hypot(to.x() - from.x(), to.y() - from.y()) > 1.2 * metrics.horizontalAdvance(slope))
        drawHaloText(painter, from + 0.5 * (to - from) + 0.75 * metrics.height() * normal,
                     angle * 180 / 3.14159265358979323846, slope, look.font, look.theme.text,
                     look.theme.background, 2 * look.unit);

    Hits hits;
    for (const RooflinePoint& point : roofline.points)
        drawPoint(painter, pixel(point.intensity(), point.achieved()), point, look);
    for (const RooflinePoint& point : roofline.points) {
        const QPointF at = pixel(point.intensity(), point.achieved());
        const double half = 8 * look.unit;
        const QString text = pointText(roofline, point);
        hits.push_back({QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half),
                        QStringLiteral("train.terms.%1").arg(QString::fromUtf8(point.part)), text, text});
        const QString name = QString::fromUtf8(point.name);
        const QFont font = look.scaledFont(0.92);
        const QFontMetricsF small(font);
        const QSizeF box(small.horizontalAdvance(name) + 4 * look.unit, small.height());
        const auto free = places.place(at, box, 9 * look.unit);
        if (!free) continue;
        const QPointF nearest(std::clamp(at.x(), free->left(), free->right()),
                              std::clamp(at.y(), free->top(), free->bottom()));
        if (std::hypot(nearest.x() - at.x(), nearest.y() - at.y()) > 13 * look.unit) {
            painter.setPen(QPen(look.theme.muted, 0.8 * look.unit));
            painter.drawLine(at, nearest);
        }
        drawHaloText(painter, free->center(), 0, name, font, look.theme.text, look.theme.background,
                     1.5 * look.unit);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    return hits;
}

} // namespace moe::ui
