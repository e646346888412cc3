// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/hits_view.h"

#include "models/items/format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace moe::ui {
namespace {

QString blocksText(double blocks) {
    return items::compactCount(blocks);
}
QString shareText(double share) {
    return items::humanValue(share, QStringLiteral("share"));
}

} // namespace

HitsView::HitsView(HitsPicture picture)
    : PaintedView(tr("Prefix-cache hits over its size"), nullptr), m_picture(std::move(picture)) {
    refresh();
}

QString HitsView::summary() const {
    const HitShare& most = m_picture.curve.back();
    QString text = tr("%1 requests, %2 blocks of %3 tokens: a cache of any size finds at most %4 of the "
                      "blocks and %5 of the prompt tokens.")
                       .arg(blocksText(double(m_picture.requests)), blocksText(double(m_picture.blocks)))
                       .arg(m_picture.blockTokens)
                       .arg(shareText(most.blocks), shareText(most.tokens));
    double found = 0;
    for (const HitsPicture::Tier& tier : m_picture.tiers) found += tier.share;
    if (!m_picture.tiers.empty()) text += QLatin1Char(' ') + tr("These tiers find %1.").arg(shareText(found));
    return text;
}

Sheet HitsView::sheet() const {
    Sheet sheet{{tr("Size (blocks)"), tr("Of all blocks (%)"), tr("Of prompt tokens (%)")}, {}};
    for (const HitShare& one : m_picture.curve)
        sheet.rows.push_back({QString(), {one.capacity, 100 * one.blocks, 100 * one.tokens}});
    return sheet;
}

Hits HitsView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);

    PlotFrame frame;
    frame.rect = area.adjusted(52 * look.unit, 6 * look.unit, -10 * look.unit,
                               -(2.4 * metrics.height() + 10 * look.unit));
    const double low = m_picture.curve.front().capacity, high = m_picture.curve.back().capacity;
    frame.xLow = std::log10(low), frame.xHigh = std::max(std::log10(high), frame.xLow + 1);
    double most = 0;
    for (const HitShare& one : m_picture.curve) most = std::max({most, one.blocks, one.tokens});
    frame.yHigh = most > 0 ? std::min(100.0, 120 * most) : 1;
    AxisText xAxis, yAxis;
    for (const double tick :
         logTicks(low, high, frame.rect.width(), metrics.horizontalAdvance(QStringLiteral("0000 M")))
             .labelled)
        xAxis.ticks << std::log10(tick);
    xAxis.text = [](double value) { return items::number(std::round(std::pow(10, value)), 'g', 7); };
    xAxis.title = tr("Size of the cache (blocks)");
    yAxis.ticks = linearTicks(0, frame.yHigh, frame.rect.height() / (3 * metrics.height())).ticks;
    yAxis.text = [](double value) { return items::number(value, 'g', 4); };
    yAxis.title = tr("Found (%)");
    paintAxes(painter, frame, xAxis, yAxis, look);

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    double key = frame.rect.bottom() - 2.2 * metrics.height();
    for (const bool tokens : {true, false}) {
        QPolygonF line;
        for (const HitShare& one : m_picture.curve)
            line << frame.toPixel(std::log10(one.capacity), 100 * (tokens ? one.tokens : one.blocks));
        const QPen pen(tokens ? look.theme.muted : look.theme.accent, (tokens ? 1.2 : 1.8) * look.unit,
                       tokens ? Qt::DotLine : Qt::SolidLine);
        painter.setPen(pen);
        painter.drawPolyline(line);
        if (!look.legend) continue;
        const QString name = tokens ? tr("of prompt tokens") : tr("of all blocks");
        const double left = frame.rect.right() - metrics.horizontalAdvance(name) - 6 * look.unit;
        painter.drawLine(QPointF(left - 30 * look.unit, key), QPointF(left - 6 * look.unit, key));
        writeText(painter, {left, key + metrics.capHeight() / 2}, name, look.font, look.theme.text);
        key += 1.2 * metrics.height();
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintTiers(painter, frame, look);
    return {};
}

/// A line where each tier ends; below each other, from the top, what it finds.
void HitsView::paintTiers(QPainter& painter, const PlotFrame& frame, const Look& look) const {
    const QFontMetricsF metrics(look.font);
    double y = frame.rect.top() + 0.8 * metrics.height();
    int number = 0;
    for (const HitsPicture::Tier& tier : m_picture.tiers) {
        const bool endless = std::isinf(tier.end) || std::log10(tier.end) > frame.xHigh;
        const double x = endless ? frame.rect.right()
                                 : std::max(frame.toPixel(std::log10(tier.end), 0).x(), frame.rect.left());
        painter.setPen(QPen(look.theme.text, look.unit, Qt::DashLine));
        if (!endless) painter.drawLine(QPointF(x, frame.rect.top()), QPointF(x, frame.rect.bottom()));
        const QString size =
            std::isinf(tier.size) ? tr("no limit") : tr("%1 blocks").arg(blocksText(tier.size));
        const QString text = tr("tier %1 (%2): %3").arg(number++).arg(size, shareText(tier.share));
        const double half = metrics.horizontalAdvance(text) / 2;
        const double centre = std::max(x - half - 6 * look.unit, frame.rect.left() + half + 2 * look.unit);
        drawHaloText(painter, {centre, y}, 0, text, look.font, look.theme.text, look.theme.background,
                     2 * look.unit);
        y += 1.2 * metrics.height();
    }
}

} // namespace moe::ui
