// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/segment_button.h"

#include "ui/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace moe::ui {

SegmentButton::SegmentButton(const QString& text, int edges, QWidget* parent)
    : QToolButton(parent), m_edges(edges) {
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
}

void SegmentButton::setEdges(int edges) {
    m_edges = edges;
    update();
}

QSize SegmentButton::sizeHint() const {
    QFont bold = font();
    bold.setBold(true); // it keeps its width when it is down
    const QFontMetrics metrics(bold);
    constexpr int kSide = 13, kAir = 10;
    return {metrics.horizontalAdvance(text()) + 2 * kSide, metrics.height() + kAir};
}

void SegmentButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool dark = themeOf(palette()).dark;
    const QColor accent(dark ? "#56B4E9" : "#0072B2"), edge(dark ? "#565A61" : "#BCBCBC");
    constexpr double kRound = 4;
    // Ends that are not round lie outside, so that neighbours share one line.
    const QRectF frame = QRectF(rect()).adjusted(m_edges & First ? 0.5 : -kRound, 0.5,
                                                 m_edges & Last ? -0.5 : kRound - 0.5, -0.5);
    painter.setClipRect(rect());
    QColor fill = isChecked() ? accent : palette().color(QPalette::Base);
    if (underMouse() && !isChecked()) fill = palette().color(QPalette::AlternateBase);
    painter.setPen(isChecked() ? accent : edge);
    painter.setBrush(fill);
    painter.drawRoundedRect(frame, kRound, kRound);
    if (!(m_edges & Last)) {
        painter.setPen(edge);
        painter.drawLine(QPointF(width() - 0.5, 1), QPointF(width() - 0.5, height() - 1));
    }
    if (hasFocus()) {
        painter.setPen(QPen(isChecked() ? palette().color(QPalette::Base) : accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(3, 3, -3, -3), 2, 2);
    }
    QFont type = font();
    type.setBold(isChecked());
    painter.setFont(type);
    painter.setPen(!isEnabled()  ? themeOf(palette()).muted
                   : isChecked() ? inkOn(accent)
                                 : palette().color(QPalette::ButtonText));
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace moe::ui
