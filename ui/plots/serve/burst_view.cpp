// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/burst_view.h"

#include "models/items/format.h"
#include "ui/plots/serve/load_paint.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace moe::ui {
namespace {

/// "+4 %", of simulated against the middle of what was measured.
QString offText(double simulated, const BurstMark& measured) {
    const double percent = 100 * (simulated / std::sqrt(measured.low * measured.high) - 1);
    return (percent < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) +
           items::number(std::abs(percent), 'f', 0) + QStringLiteral(" %");
}

} // namespace

BurstView::BurstView(QString server, std::vector<BurstPanel> panels)
    : PaintedView(tr("First bursts, measured and simulated"), nullptr),
      m_server(std::move(server)),
      m_panels(std::move(panels)) {
    refresh();
}

QString BurstView::summary() const {
    QString text = m_server + QLatin1Char('.');
    for (const BurstPanel& panel : m_panels)
        text +=
            QLatin1Char(' ') + tr("%1: first token after %2 on average, measured %3 (%4).")
                                   .arg(panel.name, secondsText(panel.burst.simulatedMean()),
                                        secondsText(std::sqrt(panel.burst.mean.low * panel.burst.mean.high)),
                                        offText(panel.burst.simulatedMean(), panel.burst.mean));
    return text;
}

Sheet BurstView::sheet() const {
    Sheet sheet{{tr("Burst"), tr("Request"), tr("Simulated (s)"), tr("Measured, least (s)"),
                 tr("Measured, most (s)")},
                {}};
    for (const BurstPanel& panel : m_panels) {
        const std::vector<double>& steps = panel.burst.simulated;
        for (std::size_t i = 0; i < steps.size(); ++i)
            sheet.rows.push_back({QString(), {panel.name, double(i + 1), steps[i], QVariant(), QVariant()}});
        for (const BurstMark& mark : panel.burst.marks)
            sheet.rows.push_back(
                {QString(),
                 {panel.name, mark.place, panel.burst.simulatedAt(mark.place), mark.low, mark.high}});
    }
    return sheet;
}

Hits BurstView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const double margin = 12 * look.unit, gap = 14 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    area.setTop(area.top() + 6 * look.unit);
    const auto count = double(m_panels.size());
    const double width = (area.width() - gap * (count - 1)) / count;
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        paintPanel(painter, QRectF(area.left() + double(i) * (width + gap), area.top(), width, area.height()),
                   m_panels[i], look);
    return {};
}

void BurstView::paintPanel(QPainter& painter, const QRectF& area, const BurstPanel& panel,
                           const Look& look) const {
    const QFontMetricsF metrics(look.font);
    const std::vector<double>& steps = panel.burst.simulated;
    double highest = steps.back();
    for (const BurstMark& mark : panel.burst.marks) highest = std::max(highest, mark.high);
    PlotFrame frame;
    frame.rect = area.adjusted(48 * look.unit, 1.4 * metrics.height(), -6 * look.unit,
                               -(2.4 * metrics.height() + 10 * look.unit));
    frame.xHigh = double(steps.size());
    frame.yHigh = 1.08 * highest;
    drawHaloText(painter, {frame.rect.center().x(), area.top() + 0.6 * metrics.height()}, 0, panel.name,
                 look.font, look.theme.text, look.theme.background, 2 * look.unit);
    AxisText xAxis, yAxis;
    xAxis.ticks =
        linearTicks(0, frame.xHigh, std::min(frame.xHigh, frame.rect.width() / (4 * metrics.height()))).ticks;
    xAxis.text = [](double value) { return items::number(value, 'g', 4); };
    xAxis.title = tr("Requests with their first token");
    yAxis.ticks = linearTicks(0, frame.yHigh, frame.rect.height() / (3 * metrics.height())).ticks;
    yAxis.text = [](double value) { return items::number(value, 'g', 4); };
    yAxis.title = tr("Time to first token (s)");
    paintAxes(painter, frame, xAxis, yAxis, look);

    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF stairs;
    for (std::size_t i = 0; i < steps.size(); ++i)
        stairs << frame.toPixel(double(i), steps[i]) << frame.toPixel(double(i + 1), steps[i]);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.theme.accent, 1.8 * look.unit));
    painter.drawPolyline(stairs);
    painter.setPen(QPen(look.theme.text, 1.4 * look.unit));
    painter.setBrush(look.theme.text);
    for (const BurstMark& mark : panel.burst.marks) {
        // A step is drawn before its number: the first request's from 0 to 1.
        const QPointF low = frame.toPixel(mark.place - 0.5, mark.low),
                      high = frame.toPixel(mark.place - 0.5, mark.high);
        painter.drawLine(low, high);
        painter.drawEllipse((low + high) / 2, 3.2 * look.unit, 3.2 * look.unit);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (!look.legend) return;
    const QString simulated = tr("simulated"),
                  measured = tr("measured, least to most of %1 runs").arg(panel.burst.runs);
    writeText(painter, {frame.rect.left() + 6 * look.unit, frame.rect.top() + metrics.ascent()}, simulated,
              look.font, look.theme.accent);
    writeText(
        painter,
        {frame.rect.left() + 6 * look.unit, frame.rect.top() + metrics.ascent() + 1.2 * metrics.height()},
        measured, look.font, look.theme.text);
}

} // namespace moe::ui
