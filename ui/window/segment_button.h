// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One of several buttons that stand edge to edge and of which one is down: rooms of the window, pictures of a
// page.

#include <QToolButton>

namespace moe::ui {

class SegmentButton : public QToolButton {
    Q_OBJECT
public:
    enum Edge { First = 1, Last = 2 };
    /// `edges`: where a round end is drawn.
    SegmentButton(const QString& text, int edges, QWidget* parent);
    void setEdges(int edges);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_edges;
};

} // namespace moe::ui
