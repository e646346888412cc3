// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A part of the sentence that can be changed, or a change that can be made: one line in a rim. Painted by
// hand; what a click means is its owner's business.

#include "ui/sentence/chip_values.h"

#include <QAbstractButton>
#include <QElapsedTimer>

namespace moe::ui {

class SentenceChip : public QAbstractButton {
    Q_OBJECT
public:
    enum class Look { Knob, Change };
    enum class State { Plain, Invalid, Stale, Moved, Locked };
    explicit SentenceChip(QWidget* parent);

    /// `note`: stands behind the text in the colour of what is better.
    void setContents(Look look, const QString& text, const QString& note = {}, bool better = true);
    void setKeys(const ChipKeys& keys) { m_keys = keys; }
    const ChipKeys& keys() const { return m_keys; }
    void setState(State state);
    State state() const { return m_state; }
    const QString& note() const { return m_note; }
    static constexpr int kDragStep = 12; ///< px that the pointer is dragged sideways for one step
    static constexpr int kRest = 150;    ///< ms that the pointer rests before the wheel means the chip

    QSize sizeHint() const override;

signals:
    void stepped(int steps);
    void menuWanted(const QPoint& at);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QFont noteFont() const;

    Look m_look = Look::Knob;
    State m_state = State::Plain;
    ChipKeys m_keys;
    QString m_note;
    bool m_better = true;
    int m_pressed = 0;     ///< x where the button went down
    int m_dragged = 0;     ///< steps since then
    bool m_drags = false;  ///< to the right is more; then it was no click
    int m_wheel = 0;       ///< eighths of a degree not used yet
    QElapsedTimer m_since; ///< the pointer came
};

} // namespace moe::ui
