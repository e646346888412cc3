// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The page of a board on screen, as wide as there is room: click a panel to choose it, drag it to its place;
// arrow keys go from one to the next, with Alt they move it.

#include "ui/export/board_page.h"

#include <QPixmap>
#include <QPointF>
#include <QWidget>

namespace moe::ui {

class BoardCanvas : public QWidget {
    Q_OBJECT
public:
    explicit BoardCanvas(QWidget* parent);

    /// All of it: panels came, went or changed places, or the page looks different.
    void setPage(const BoardPage& page);
    /// One panel drawn anew. `behind`: of an older scenario, the newest is on its way.
    void setPicture(std::size_t index, const BoardPicture& picture);
    void setBehind(std::size_t index, bool behind);
    const BoardPage& page() const { return m_page; }

    int chosen() const { return m_chosen; } ///< −1: none
    void choose(int panel);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {kUsualWidth, heightForWidth(kUsualWidth)}; }

signals:
    void panelChosen(int panel);
    void panelOpened(int panel);        ///< double-click or Return
    void panelRemoved(int panel);       ///< Delete
    void panelMoved(int panel, int to); ///< dragged, or Alt with an arrow: to the place that `to` has now
    void decisionWanted();              ///< double-click on it

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    static constexpr int kUsualWidth = 760;
    double scale() const;
    int panelAt(const QPointF& point) const; ///< −1: none
    /// The panel a row further whose place is nearest; itself where there is none.
    int beyond(int panel, int rows) const;
    /// Where a panel that is let go at this point goes.
    int dropAt(const QPointF& point) const;
    void stopDrag();
    void describe();
    void paintEmpty(QPainter& painter) const;
    static QString emptyText(); ///< what to do

    BoardPage m_page;
    BoardPlaces m_places;
    std::vector<QPixmap> m_drawn; ///< of every picture at the scale of the screen; null until it is in sight
    std::vector<bool> m_behind;
    int m_chosen = -1;
    QPointF m_pressed;
    int m_held = -1; ///< pressed; dragged once the pointer has moved
    int m_drop = -1; ///< where it would go; −1: it is not dragged
};

} // namespace moe::ui
