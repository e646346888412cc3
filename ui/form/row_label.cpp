// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/row_label.h"

#include "ui/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QStyleOption>

namespace moe::ui {

QSize RowLabel::sizeHint() const {
    return {fontMetrics().size(Qt::TextShowMnemonic, text()).width(), fontMetrics().height()};
}

void RowLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    int flags = int(Qt::AlignVCenter) | int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft));
    flags |= style()->styleHint(QStyle::SH_UnderlineShortcut, &option, this) ? Qt::TextShowMnemonic
                                                                             : Qt::TextHideMnemonic;
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, width(), Qt::TextShowMnemonic);
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
