// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/value_slider.h"

#include <QKeyEvent>
#include <QStyleOptionSlider>

#include <algorithm>
#include <cmath>

namespace moe::ui {

namespace {
constexpr int kPositions = 1000;
constexpr int kNotch = 120; ///< wheel units of one step
constexpr int kPage = 10;   ///< steps of Page Up and Page Down, as in the number box
constexpr int kEnd = 1000;  ///< steps that reach either end
} // namespace

ValueSlider::ValueSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setRange(0, kPositions);
    // The wheel scrolls the form unless this slider was chosen first. Tab stops once a row, at the number
    // box, whose keys step alike.
    setFocusPolicy(Qt::ClickFocus);
}

QSize ValueSlider::sizeHint() const {
    return {60, QSlider::sizeHint().height()};
}
QSize ValueSlider::minimumSizeHint() const {
    return {24, QSlider::minimumSizeHint().height()};
}

void ValueSlider::setPosition(double position) {
    if (!m_held) setSnapped(position);
}

void ValueSlider::setSnapped(double position) {
    setValue(static_cast<int>(std::lround(std::clamp(position, 0.0, 1.0) * kPositions)));
}

QRect ValueSlider::handleRect() const {
    QStyleOptionSlider option;
    initStyleOption(&option);
    return style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
}

void ValueSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || event->buttons() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    event->accept();
    emit aboutToUse();
    m_held = true;
    m_moved = false;
    const QRect handle = handleRect();
    const int x = event->position().toPoint().x();
    const bool onHandle = handle.contains(event->position().toPoint());
    m_grip = onHandle ? x - handle.left() : handle.width() / 2;
    setSliderDown(true);
    if (!onHandle) dragTo(x);
}

void ValueSlider::mouseMoveEvent(QMouseEvent* event) {
    if (!m_held) {
        event->ignore();
        return;
    }
    event->accept();
    dragTo(event->position().toPoint().x());
}

void ValueSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_held || event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    event->accept();
    letGo();
}

void ValueSlider::letGo() {
    m_held = false;
    setSliderDown(false);
    if (m_moved) emit dropped();
}

void ValueSlider::hideEvent(QHideEvent* event) {
    // Hidden in the middle of a drag, it would never see the release.
    if (m_held) letGo();
    QSlider::hideEvent(event);
}

void ValueSlider::dragTo(int x) {
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const int travel = groove.width() - handleRect().width();
    if (travel <= 0) return;
    double position = std::clamp(double(x - m_grip - groove.left()) / travel, 0.0, 1.0);
    if (layoutDirection() == Qt::RightToLeft) position = 1 - position;
    m_moved = true;
    emit dragged(position);
}

void ValueSlider::keyPressEvent(QKeyEvent* event) {
    const int forward = layoutDirection() == Qt::RightToLeft ? -1 : 1;
    switch (event->key()) {
    case Qt::Key_Up: emit stepped(1); return;
    case Qt::Key_Down: emit stepped(-1); return;
    case Qt::Key_Right: emit stepped(forward); return;
    case Qt::Key_Left: emit stepped(-forward); return;
    case Qt::Key_PageUp: emit stepped(kPage); return;
    case Qt::Key_PageDown: emit stepped(-kPage); return;
    case Qt::Key_Home: emit stepped(-kEnd); return;
    case Qt::Key_End: emit stepped(kEnd); return;
    default: event->ignore();
    }
}

void ValueSlider::wheelEvent(QWheelEvent* event) {
    if (!hasFocus()) {
        event->ignore();
        return;
    }
    event->accept();
    m_wheel += event->angleDelta().y();
    if (const int steps = m_wheel / kNotch) {
        m_wheel -= steps * kNotch;
        emit stepped(steps);
    }
}

void ValueSlider::focusInEvent(QFocusEvent* event) {
    emit aboutToUse();
    QSlider::focusInEvent(event);
}

} // namespace moe::ui
