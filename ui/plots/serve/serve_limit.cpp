// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/serve_limit.h"

#include "models/items/format.h"
#include "models/items/words.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace moe::ui {

QPointF TpotLimit::grip() const {
    const QRectF area(m_panel.rect());
    double x = m_seconds ? m_panel.axis(QCPAxis::atBottom)->coordToPixel(1 / *m_seconds) : area.left();
    if (std::isnan(x)) x = area.left(); // the axis has no range yet
    return {std::clamp(x, area.left(), area.right()), area.top() + 10 * m_look.unit};
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
    if (!m_seconds) return;
    const QFont font = m_look.scaledFont(0.9);
    const QString text = items::Words::tr("limit %1 ms").arg(items::humanNumber(1000 * *m_seconds));
    const double wide = QFontMetricsF(font).horizontalAdvance(text) / 2 + 10 * m_look.unit;
    const double centre = at.x() + 2 * wide < area.right() ? at.x() + wide : at.x() - wide;
    drawHaloText(painter, {centre, at.y()}, 0, text, font, m_look.theme.bad, m_look.theme.background,
                 2.5 * m_look.unit);
}

} // namespace moe::ui
