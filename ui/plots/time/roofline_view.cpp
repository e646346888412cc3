// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/roofline_view.h"

#include "models/items/own_point_text.h"
#include "models/items/words.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/time/roofline_paint.h"
#include "ui/plots/time/time_rows.h"

#include "models/items/format.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

Throughput roofOf(const RooflineReport& roofline, const RooflinePoint& point) {
    const Throughput peak = point.fp8 ? roofline.fp8 : roofline.bf16;
    const Throughput streamed{roofline.memory.base * point.intensity()};
    return std::min(peak, streamed);
}
bool memoryBound(const RooflineReport& roofline, const RooflinePoint& point) {
    return point.intensity() * roofline.memory.base < (point.fp8 ? roofline.fp8 : roofline.bf16).base;
}
/// "Knee of an expert GEMM: 412 tokens per expert; this scenario brings 512 (compute-bound)."
QString expertKnee(const RooflineReport& roofline) {
    if (!roofline.tokensPerExpert || !roofline.kneeTokensPerExpert) return {};
    const double own = *roofline.tokensPerExpert;
    QString here = items::humanNumber(own);
    if (roofline.imbalance > 1) // Placement shows the mean
        here +=
            items::Words::tr(" (mean %1 × imbalance %2)")
                .arg(items::humanNumber(own / roofline.imbalance), items::humanNumber(roofline.imbalance));
    return items::Words::tr("Expert GEMMs turn compute-bound at %1 tokens per expert; here %2, %3-bound.")
        .arg(items::humanNumber(*roofline.kneeTokensPerExpert), here,
             own < *roofline.kneeTokensPerExpert ? items::Words::tr("memory") : items::Words::tr("compute"));
}

QString pointText(const RooflineReport& roofline, const RooflinePoint& point) {
    const TimeUnit unit = timeUnit(point.seconds.base);
    return items::Words::tr("%1 · %2 FLOP/B · %3 TFLOP/s, %4 % of its roof · %5 × %6")
        .arg(items::tableText(point.name), items::humanNumber(point.intensity()),
             items::humanNumber(tera(point.achieved())),
             items::humanNumber(100 * (point.achieved() / roofOf(roofline, point)), 2),
             unit.withUnit(point.seconds.base), items::humanNumber(point.count, 3));
}

/// "GEMM · measured 12.3 µs · … · 412 FLOP/B · 650 TFLOP/s, 66 % of its roof"
QString ownText(const RooflineReport& roofline, const OwnRoofPoint& own) {
    const bool fp8 = workOf(*own.one).peak == OperatorNumbers::Peak::Fp8;
    const double peak = (fp8 ? roofline.fp8 : roofline.bf16).base;
    const double rate = own.flops / (1e-6 * own.one->us);
    return items::Words::tr("%1 · %2 FLOP/B · %3 TFLOP/s, %4 % of its roof")
        .arg(items::ownOperatorText(*own.one, {}), items::humanNumber(own.intensity),
             items::humanNumber(rate / 1e12),
             items::humanNumber(100 * rate / std::min(peak, roofline.memory.base * own.intensity), 2));
}

} // namespace

RooflineView::RooflineView(QWidget* parent)
    : PaintedView(items::Words::tr("Roofline of the operators"), parent) {
    refresh();
}

void RooflineView::setOwn(const OwnShown& own) {
    m_own = own.operators;
    refresh();
}

QString RooflineView::reason() const {
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (!report()->train)
        return items::Words::tr(
            "This scenario has no training section; the roofline shows the operators of a training layer.");
    if (!report()->roofline || report()->roofline->points.empty())
        return items::Words::tr("The operators of this scenario were not computed.");
    return {};
}

QString RooflineView::summary() const {
    const QString why = reason();
    if (!why.isEmpty()) return why;
    const RooflineReport& roofline = *report()->roofline;
    const auto bound =
        std::count_if(roofline.points.begin(), roofline.points.end(),
                      [&](const RooflinePoint& point) { return memoryBound(roofline, point); });
    return items::Words::tr("%1 operators of a layer, %2 of them left of the knee (memory-bound). %3")
        .arg(roofline.points.size())
        .arg(bound)
        .arg(expertKnee(roofline))
        .trimmed();
}

Sheet RooflineView::sheet() const {
    const RooflineReport& roofline = *report()->roofline;
    Sheet sheet{{items::Words::tr("Operator"), items::Words::tr("Type"), items::Words::tr("FLOP per byte"),
                 items::Words::tr("TFLOP/s"), items::Words::tr("Of its roof (%)"),
                 items::Words::tr("Bound by"), items::Words::tr("Time (µs)"),
                 items::Words::tr("Times per micro-batch"), items::Words::tr("GFLOP"),
                 items::Words::tr("MB")},
                {}};
    for (const RooflinePoint& point : roofline.points)
        sheet.rows.push_back(
            {QStringLiteral("train.terms.%1").arg(QString::fromUtf8(point.part)),
             {items::tableText(point.name), QString::fromLatin1(point.fp8 ? "fp8" : "bf16"),
              point.intensity(), tera(point.achieved()), 100 * (point.achieved() / roofOf(roofline, point)),
              memoryBound(roofline, point) ? items::Words::tr("memory") : items::Words::tr("compute"),
              1e6 * point.seconds.base, point.count, point.flops.base / 1e9, point.bytes.base / 1e6}});
    return sheet;
}

Hits RooflineView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const RooflineReport& roofline = *report()->roofline;
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

    const std::vector<OwnRoofPoint> own = ownUnder(roofline, m_own);
    if (!m_own.empty())
        paintOwnKey(
            painter, area,
            items::ownKeyText(own.size(), m_own.size(),
                              items::Words::tr("others compute nothing, or in a type without a roof")),
            look);
    const auto [points, mine] = paintRoofline(painter, area, roofline, own, *this, look);
    Hits hits;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const QPointF at = mine[qsizetype(i)];
        const double half = 6 * look.unit;
        const QString text = ownText(roofline, own[i]);
        hits.push_back({QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half), QString(),
                        text.toHtmlEscaped(), text});
    }
    for (std::size_t i = 0; i < roofline.points.size(); ++i) {
        const QPointF at = points[qsizetype(i)];
        const double half = 8 * look.unit;
        const QString text = pointText(roofline, roofline.points[i]);
        hits.push_back({QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half),
                        QStringLiteral("train.terms.%1").arg(QString::fromUtf8(roofline.points[i].part)),
                        text, text});
    }
    return hits;
}

} // namespace moe::ui
