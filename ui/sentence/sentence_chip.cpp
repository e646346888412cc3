// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sentence/sentence_chip.h"

#include "ui/judged.h"
#include "ui/theme.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>

namespace moe::ui {
namespace {

constexpr int kChipSide = 8; ///< free space left and right of the text
constexpr int kAir = 4;      ///< above and below it
constexpr int kNoteGap = 5;
constexpr int kLock = 12;   ///< room of the padlock
constexpr int kNotch = 120; ///< eighths of a degree of one step of a wheel
constexpr int kTenfold = 10;

struct ChipColours {
    QColor fill, rim, text;
};

ChipColours coloursOf(const Theme& theme, SentenceChip::Look look, SentenceChip::State state,
                      const QPalette& palette) {
    using State = SentenceChip::State;
    const bool dark = theme.dark;
    switch (state) {
    case State::Invalid:
        return {palette.color(QPalette::Base), QColor(dark ? "#FF8B45" : "#D55E00"), theme.bad};
    case State::Stale:
        return {QColor(dark ? "#25272B" : "#F6F6F6"), QColor(dark ? "#565A61" : "#BCBCBC"), theme.muted};
    case State::Locked: return {Qt::transparent, QColor(dark ? "#565A61" : "#BCBCBC"), theme.text};
    case State::Plain:
    case State::Moved: break;
    }
    if (look == SentenceChip::Look::Change)
        return {palette.color(QPalette::Base), QColor(dark ? "#565A61" : "#BCBCBC"), theme.text};
    return {QColor(dark ? "#15344A" : "#E4F0F8"), QColor(dark ? "#2F719E" : "#8DBCD8"),
            QColor(dark ? "#C3E4FB" : "#00466E")};
}

void drawLock(QPainter& painter, QPointF at, const QColor& colour) {
    painter.setPen(QPen(colour, 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawArc(QRectF(at.x() + 2, at.y(), 5, 7), 0, 180 * 16);
    painter.fillRect(QRectF(at.x(), at.y() + 4, 9, 6), colour);
}

} // namespace

SentenceChip::SentenceChip(QWidget* parent) : QAbstractButton(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void SentenceChip::setContents(Look look, const QString& text, const QString& note, bool better) {
    if (look == m_look && text == this->text() && note == m_note && better == m_better) return;
    m_look = look;
    m_note = note;
    m_better = better;
    setText(text);
    updateGeometry();
    update();
}

void SentenceChip::setState(State state) {
    if (state == m_state) return;
    m_state = state;
    updateGeometry();
    update();
}

QFont SentenceChip::noteFont() const {
    QFont bold = font();
    bold.setBold(true);
    return bold;
}

QSize SentenceChip::sizeHint() const {
    int width = 2 * kChipSide + fontMetrics().horizontalAdvance(text());
    if (!m_note.isEmpty()) width += kNoteGap + QFontMetrics(noteFont()).horizontalAdvance(m_note);
    if (m_state == State::Locked) width += kLock;
    return {width, fontMetrics().height() + 2 * kAir};
}

void SentenceChip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = themeOf(palette());
    const ChipColours colours = coloursOf(theme, m_look, m_state, palette());
    const bool strong = hasFocus() || underMouse() || m_state == State::Invalid;
    const double width = strong ? 2 : 1;
    const QColor accent(theme.dark ? "#56B4E9" : "#0072B2");
    QPen rim(strong && m_state != State::Invalid ? accent : colours.rim, width);
    if (m_state == State::Stale && !strong) rim.setStyle(Qt::DashLine);
    painter.setPen(rim);
    painter.setBrush(colours.fill);
    const QRectF frame = QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2);
    painter.drawRoundedRect(frame, 4, 4);
    if (m_state == State::Moved) {
        QPainterPath path;
        path.addRoundedRect(frame, 4, 4);
        painter.setClipPath(path);
        painter.fillRect(QRect(0, height() - 3, this->width(), 3), QColor("#E69F00"));
        painter.setClipping(false);
    }
    QRect inner = rect().adjusted(kChipSide, 0, -kChipSide, 0);
    painter.setPen(isEnabled() ? colours.text : theme.muted);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, text());
    if (!m_note.isEmpty()) {
        inner.setLeft(inner.left() + fontMetrics().horizontalAdvance(text()) + kNoteGap);
        painter.setFont(noteFont());
        if (m_state != State::Stale) painter.setPen(judgedInk(m_better ? 1 : 0, theme));
        painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, m_note);
    }
    if (m_state == State::Locked)
        drawLock(painter, {double(rect().right()) - kChipSide - 8, height() / 2.0 - 5}, colours.text);
}

void SentenceChip::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->position().toPoint().x();
    m_dragged = 0;
    m_drags = false;
    QAbstractButton::mousePressEvent(event);
}

void SentenceChip::mouseMoveEvent(QMouseEvent* event) {
    if (m_look != Look::Knob || !(event->buttons() & Qt::LeftButton))
        return QAbstractButton::mouseMoveEvent(event);
    const int moved = event->position().toPoint().x() - m_pressed;
    if (!m_drags && std::abs(moved) < std::max(kDragStep, QApplication::startDragDistance())) return;
    if (!m_drags) setCursor(Qt::SizeHorCursor);
    m_drags = true;
    const int steps = moved / kDragStep - m_dragged;
    m_dragged += steps;
    if (steps != 0) emit stepped(event->modifiers() & Qt::ShiftModifier ? kTenfold * steps : steps);
}

void SentenceChip::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_drags) return QAbstractButton::mouseReleaseEvent(event);
    m_drags = false;
    setCursor(Qt::PointingHandCursor);
    setDown(false);
}

void SentenceChip::keyPressEvent(QKeyEvent* event) {
    const int tens = event->modifiers() & Qt::ShiftModifier ? kTenfold : 1;
    switch (event->key()) {
    case Qt::Key_Up: emit stepped(tens); return;
    case Qt::Key_Down: emit stepped(-tens); return;
    case Qt::Key_Return:
    case Qt::Key_Enter: click(); return;
    default: QAbstractButton::keyPressEvent(event);
    }
}

/// Only a chip that is meant turns: it has the focus, or the pointer has rested on it.
void SentenceChip::wheelEvent(QWheelEvent* event) {
    if (!hasFocus() && !(m_since.isValid() && m_since.elapsed() >= kRest)) return event->ignore();
    // Shift turns a wheel sideways.
    m_wheel += event->angleDelta().y() ? event->angleDelta().y() : event->angleDelta().x();
    const int steps = m_wheel / kNotch;
    m_wheel -= steps * kNotch;
    if (steps) emit stepped(event->modifiers() & Qt::ShiftModifier ? kTenfold * steps : steps);
    event->accept();
}

void SentenceChip::enterEvent(QEnterEvent* event) {
    m_since.start();
    QAbstractButton::enterEvent(event);
}

void SentenceChip::leaveEvent(QEvent* event) {
    m_since.invalidate();
    QAbstractButton::leaveEvent(event);
}

void SentenceChip::contextMenuEvent(QContextMenuEvent* event) {
    emit menuWanted(event->globalPos());
}

} // namespace moe::ui
