// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Mouse and keyboard on the loss picture: click and drag to use values, wheel and double click to zoom,
// arrows for a cross hair.

#include "ui/plots/loss/loss_plot.h"

#include <QObject>
#include <QTimer>

#include <functional>

class QKeyEvent;
class QMouseEvent;

namespace moe::ui {

class LossInput : public QObject {
    Q_OBJECT
public:
    /// Both outlive this.
    LossInput(QCustomPlot& plot, LossPlot& scene, QObject* parent);

    /// Whether the scene has a map.
    void setEnabled(bool enabled) { m_enabled = enabled; }
    /// The place that is used for one the pointer chose.
    void setSnap(std::function<QPointF(QPointF)> snap) { m_snap = std::move(snap); }
    void resetView();
    std::optional<QPointF> cursor() const { return m_cursor; } ///< of the keyboard: lr, batch in tokens
    void hideCursor();

signals:
    /// Use these values (lr, batch in tokens); `what` names the step.
    void picked(QPointF value, const QString& what);
    void pointed(std::optional<QPointF> value); ///< nullopt: the pointer left the map
    void cursorMoved(std::optional<QPointF> value);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    bool key(QKeyEvent* event);
    void zoom(double factor);
    void setCursor(QPointF value);
    void moveCursor(int right, int up);
    bool isOnScenario(QPointF pixel) const;
    bool isClick(QPointF pixel) const;
    QPointF valueInside(QPointF pixel) const;

    QCustomPlot& m_plot;
    LossPlot& m_scene;
    bool m_enabled = false;
    std::optional<QPointF> m_cursor;
    QTimer m_clickTimer;
    QPointF m_pressed, m_clicked;
    std::function<QPointF(QPointF)> m_snap = [](QPointF value) { return value; };
    bool m_dragging = false, m_swallowRelease = false;
};

} // namespace moe::ui
