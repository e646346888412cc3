// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The page of a board on screen, as wide as there is room: click a panel to choose it, arrow keys to go from
// one to the next.

#include "ui/export/board_page.h"

#include <QPixmap>
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
    void panelMoved(int panel, int by); ///< Ctrl with an arrow: −1 earlier, 1 later

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    static constexpr int kUsualWidth = 760;
    double scale() const;
    int panelAt(const QPointF& point) const; ///< −1: none
    void describe();

    BoardPage m_page;
    BoardPlaces m_places;
    std::vector<QPixmap> m_drawn; ///< of every picture at the scale of the screen; null until it is in sight
    std::vector<bool> m_behind;
    int m_chosen = -1;
};

} // namespace moe::ui
