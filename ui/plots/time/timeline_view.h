// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every pass of every micro-batch of a training step, rank below rank: zoomed and moved in with wheel, mouse
// and keys, measured by dragging.

#include "ui/plots/kit/painted_view.h"
#include "ui/plots/time/timeline_paint.h"

#include <optional>

namespace moe::ui {

class TimelineView : public PaintedView {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);

    QString summary() const override;
    /// "from to" in shares of the step.
    QString range() const override;
    void setRange(const QString& text) override;

    const TimeSpan& seen() const { return m_seen; }
    /// A length of time marked by dragging; none when its length is 0.
    const TimeSpan& measured() const { return m_measured; }

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Drag {
        double x = 0;  ///< where it began
        TimeSpan seen; ///< then
        bool moves = false;
    };
    bool onMouse(QMouseEvent& event);
    bool onKey(const QKeyEvent& event);
    double secondsAt(double x) const;
    void zoom(double factor, double about);
    void showSpan(TimeSpan span);
    void press(QPointF at) const;

    std::optional<Timeline> m_timeline;
    TimeSpan m_seen, m_measured;
    std::optional<Drag> m_drag;
};

} // namespace moe::ui
