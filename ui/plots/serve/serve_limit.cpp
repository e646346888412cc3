// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/serve_limit.h"

#include "models/items/format.h"
#include "models/items/words.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace moe::ui {

void paintNoLimit(QPainter& painter, QPointF at, Qt::Alignment side, const QFont& font, const Look& look) {
    const QString text = items::Words::tr("no limit");
    const double half = QFontMetricsF(font).horizontalAdvance(text) / 2;
    drawHaloText(painter, {side == Qt::AlignLeft ? at.x() + half : at.x() - half, at.y()}, 0, text, font,
                 look.theme.muted, look.theme.background, 2.5 * look.unit);
}

QPointF TpotLimit::grip() const {
    const QRectF area(m_panel.rect());
    double x = m_seconds ? m_panel.axis(QCPAxis::atBottom)->coordToPixel(1 / *m_seconds) : area.left();
    if (std::isnan(x)) x = area.left(); // the axis has no range yet
    // At the foot, where no curve is: few tokens at a slow pace.
    return {std::clamp(x, area.left(), area.right()), area.bottom() - 10 * m_look.unit};
}

bool TpotLimit::isOnGrip(QPointF pixel) const {
    return m_grip && QLineF(grip(), pixel).length() < 11 * m_look.unit;
}

std::optional<double> TpotLimit::at(QPointF pixel) const {
    const QRectF area(m_panel.rect());
    if (pixel.x() < area.left()) return std::nullopt;
    return 1 / m_panel.axis(QCPAxis::atBottom)->pixelToCoord(std::min(pixel.x(), area.right()));
}

void TpotLimit::paint(QPainter& painter) const {
    const QRectF area(m_panel.rect());
    const QPointF at = grip();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_look.theme.bad, 1.4 * m_look.unit, Qt::DashLine));
    if (m_seconds) painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()));
    if (m_grip) {
        painter.setPen(QPen(m_look.theme.bad, 1.4 * m_look.unit));
        painter.setBrush(m_seconds ? m_look.theme.bad : m_look.theme.background);
        const double half = 5 * m_look.unit;
        painter.drawRoundedRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half), 2 * m_look.unit,
                                2 * m_look.unit);
        painter.setBrush(Qt::NoBrush);
    }
    const QFont font = m_look.scaledFont(0.9);
    if (!m_seconds) {
        if (m_grip) paintNoLimit(painter, at + QPointF(10 * m_look.unit, 0), Qt::AlignLeft, font, m_look);
        return;
    }
    const QString text = items::Words::tr("limit %1 ms").arg(items::humanNumber(1000 * *m_seconds));
    const double wide = QFontMetricsF(font).horizontalAdvance(text) / 2 + 10 * m_look.unit;
    const double centre = at.x() + 2 * wide < area.right() ? at.x() + wide : at.x() - wide;
    drawHaloText(painter, {centre, area.top() + 10 * m_look.unit}, 0, text, font, m_look.theme.bad,
                 m_look.theme.background, 2.5 * m_look.unit);
}

} // namespace moe::ui
