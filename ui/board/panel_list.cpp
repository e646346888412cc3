// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/panel_list.h"

#include "ui/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace moe::ui {

PanelList::PanelList(QWidget* parent) : QListWidget(parent) {
    setTextElideMode(Qt::ElideMiddle);
    setToolTip(tr("Drag a row to its place, or Alt with the arrow keys"));
}

void PanelList::setRows(const QStringList& titles) {
    letGo();
    clear();
    addItems(titles);
}

int PanelList::gapAt(int y) const {
    for (int row = 0; row < count(); ++row)
        if (y < visualItemRect(item(row)).center().y()) return row;
    return count();
}

void PanelList::letGo() {
    m_held = m_gap = -1;
    viewport()->unsetCursor();
    viewport()->update();
}

void PanelList::paintEvent(QPaintEvent* event) {
    QListWidget::paintEvent(event);
    if (m_gap < 0) return;
    const QRect row = visualItemRect(item(std::min(m_gap, count() - 1)));
    const int y =
        std::clamp(m_gap < count() ? row.top() : row.bottom(), 1, std::max(1, viewport()->height() - 2));
    QPainter painter(viewport());
    painter.setPen(QPen(themeOf(palette()).accent, 3));
    painter.drawLine(row.left(), y, row.right(), y);
}

void PanelList::mousePressEvent(QMouseEvent* event) {
    QListWidget::mousePressEvent(event);
    if (event->button() != Qt::LeftButton) return;
    m_pressed = event->position().toPoint();
    m_held = indexAt(m_pressed).row();
}

void PanelList::mouseMoveEvent(QMouseEvent* event) {
    if (m_held < 0 || !(event->buttons() & Qt::LeftButton)) return QListWidget::mouseMoveEvent(event);
    const QPoint at = event->position().toPoint();
    if (m_gap < 0 && (at - m_pressed).manhattanLength() < QApplication::startDragDistance()) return;
    viewport()->setCursor(Qt::ClosedHandCursor);
    if (at.y() < 0) verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    if (at.y() > viewport()->height())
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    m_gap = gapAt(at.y());
    viewport()->update();
}

void PanelList::mouseReleaseEvent(QMouseEvent* event) {
    QListWidget::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton) return;
    const int row = m_held, gap = m_gap;
    letGo();
    if (row < 0 || gap < 0) return;
    if (const int to = gap > row ? gap - 1 : gap; to != row) emit moved(row, to);
}

void PanelList::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_gap >= 0) return letGo();
    const int step = event->key() == Qt::Key_Up ? -1 : event->key() == Qt::Key_Down ? 1 : 0;
    if (!(event->modifiers() & Qt::AltModifier) || step == 0) return QListWidget::keyPressEvent(event);
    const int to = currentRow() + step;
    if (currentRow() >= 0 && to >= 0 && to < count()) emit moved(currentRow(), to);
}

} // namespace moe::ui
