// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The panels of a board as rows that are dragged to their places, as on its page; Alt with an arrow does the
// same, Escape lets go.

#include <QListWidget>

namespace moe::ui {

class PanelList : public QListWidget {
    Q_OBJECT
public:
    explicit PanelList(QWidget* parent);

    void setRows(const QStringList& titles);

signals:
    /// To the place that row `to` has now. The rows stay as they are until they are set again.
    void moved(int row, int to);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int gapAt(int y) const; ///< the row before which something is let go; count(): after the last
    void letGo();

    int m_held = -1, m_gap = -1;
    QPoint m_pressed;
};

} // namespace moe::ui
