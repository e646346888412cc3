// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A slider that knows positions only: it jumps to the pointer, asks what a position snaps to, and leaves the
// meaning of a step to its owner.

#include <QSlider>

#include <functional>

namespace moe::ui {

class ValueSlider : public QSlider {
    Q_OBJECT
public:
    explicit ValueSlider(QWidget* parent);

    /// Position of the handle, 0 to 1. Ignored while the user holds the handle.
    void setPosition(double position);
    bool isHeld() const { return m_held; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void aboutToUse();             ///< pressed or focused
    void dragged(double position); ///< the owner answers with setSnapped()
    void dropped();                ///< after at least one dragged()
    void stepped(int steps);

public:
    /// Where the handle goes during a drag.
    void setSnapped(double position);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QRect handleRect() const;
    void dragTo(int x);
    void letGo();

    bool m_held = false, m_moved = false;
    int m_grip = 0; ///< pointer's distance from the handle's left edge
    int m_wheel = 0;
};

} // namespace moe::ui
