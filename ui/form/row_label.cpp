// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/row_label.h"

#include "ui/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QStyleOption>

#include <algorithm>

namespace moe::ui {

QSize RowLabel::sizeHint() const {
    return {fontMetrics().size(Qt::TextShowMnemonic, text()).width(), fontMetrics().height()};
}

void RowLabel::setLocked(bool locked) {
    m_locked = locked;
    update();
}

/// A body and a shackle, as high as a capital letter.
static void drawPadlock(QPainter& painter, const QRectF& box, const QColor& colour) {
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = std::max(1.0, 0.14 * box.width());
    const QRectF body(box.left(), box.center().y() - 0.05 * box.height(), box.width(), 0.55 * box.height());
    painter.fillRect(body, colour);
    painter.setPen(QPen(colour, line));
    painter.setBrush(Qt::NoBrush);
    const QRectF shackle = QRectF(box.left(), box.top(), box.width(), box.height())
                               .adjusted(0.2 * box.width(), line / 2, -0.2 * box.width(), 0);
    painter.drawArc(QRectF(shackle.left(), shackle.top(), shackle.width(), 0.9 * box.height()), 0, 180 * 16);
}

void RowLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_locked) {
        const double size = fontMetrics().capHeight() + 1;
        const int text = fontMetrics().size(Qt::TextShowMnemonic, this->text()).width();
        const double left = std::min(text + 5.0, width() - size - 1);
        QRectF box(left, (height() - size) / 2, 0.85 * size, size);
        if (layoutDirection() == Qt::RightToLeft) box.moveRight(width() - left);
        drawPadlock(painter, box, palette().color(QPalette::WindowText));
    }
    QStyleOption option;
    option.initFrom(this);
    int flags = int(Qt::AlignVCenter) | int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft));
    flags |= style()->styleHint(QStyle::SH_UnderlineShortcut, &option, this) ? Qt::TextShowMnemonic
                                                                             : Qt::TextHideMnemonic;
    const int room = width() - (m_locked ? fontMetrics().capHeight() + 6 : 0);
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, room, Qt::TextShowMnemonic);
    style()->drawItemText(&painter, rect(), flags, palette(), isEnabled(), shown, QPalette::WindowText);
}

void RowLabel::mousePressEvent(QMouseEvent* event) {
    event->setAccepted(event->button() == Qt::LeftButton);
}

void RowLabel::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) emit clicked();
}

WarningLabel::WarningLabel(QWidget* parent) : QLabel(parent) {
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    makeRoom();
}

void WarningLabel::makeRoom() {
    const int sign = fontMetrics().height() + 4;
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    setContentsMargins(mirrored ? 0 : sign, 0, mirrored ? sign : 0, 0);
}

void WarningLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LayoutDirectionChange) makeRoom();
}

void WarningLabel::paintEvent(QPaintEvent* event) {
    QLabel::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double size = fontMetrics().ascent();
    QRectF box(0, (fontMetrics().height() - size) / 2.0 + 0.5, size, size);
    if (layoutDirection() == Qt::RightToLeft) box.moveRight(width());
    QPainterPath sign;
    sign.moveTo(box.center().x(), box.top() + 0.06 * size);
    sign.lineTo(box.right(), box.bottom() - 0.04 * size);
    sign.lineTo(box.left(), box.bottom() - 0.04 * size);
    sign.closeSubpath();
    sign.addRect(QRectF(box.center().x() - 0.06 * size, box.top() + 0.38 * size, 0.12 * size, 0.28 * size));
    sign.addRect(QRectF(box.center().x() - 0.06 * size, box.top() + 0.74 * size, 0.12 * size, 0.12 * size));
    painter.fillPath(sign, themeOf(palette()).bad); // odd-even: the bars are holes
}

} // namespace moe::ui
