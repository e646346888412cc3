// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/board_canvas.h"

#include "ui/theme.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace moe::ui {

constexpr double kBehindOpacity = 0.45, kChosenPx = 2;

BoardCanvas::BoardCanvas(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Board"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setPage({});
}

void BoardCanvas::setPage(const BoardPage& page) {
    m_page = page;
    m_places = boardPlaces(m_page);
    m_drawn.assign(m_page.pictures.size(), {});
    m_behind.resize(m_page.pictures.size(), false);
    m_chosen = std::min(m_chosen, int(m_page.pictures.size()) - 1);
    describe();
    updateGeometry();
    update();
}

void BoardCanvas::setPicture(std::size_t index, const BoardPicture& picture) {
    if (index >= m_page.pictures.size()) return;
    m_page.pictures[index] = picture;
    m_drawn[index] = {};
    m_behind[index] = false;
    if (int(index) == m_chosen) describe();
    update();
}

void BoardCanvas::setBehind(std::size_t index, bool behind) {
    if (index >= m_behind.size() || m_behind[index] == behind) return;
    m_behind[index] = behind;
    update();
}

void BoardCanvas::choose(int panel) {
    panel = std::clamp(panel, -1, int(m_page.pictures.size()) - 1);
    if (panel == m_chosen) return;
    m_chosen = panel;
    describe();
    update();
    emit panelChosen(panel);
}

int BoardCanvas::heightForWidth(int width) const {
    return std::max(1, int(std::ceil(m_places.page.height() * width / std::max(1.0, m_places.page.width()))));
}

double BoardCanvas::scale() const {
    return width() / std::max(1.0, m_places.page.width());
}

int BoardCanvas::panelAt(const QPointF& point) const {
    const QPointF at = point / scale();
    for (std::size_t i = 0; i < m_places.panels.size(); ++i)
        if (m_places.panels[i].contains(at)) return int(i);
    return -1;
}

void BoardCanvas::describe() {
    setAccessibleDescription(m_chosen < 0
                                 ? tr("Panels: %L1; arrow keys choose one").arg(m_page.pictures.size())
                                 : tr("Panel %L1 of %L2: %3. %4")
                                       .arg(m_chosen + 1)
                                       .arg(m_page.pictures.size())
                                       .arg(boardTitle(m_page, std::size_t(m_chosen)),
                                            m_page.pictures[std::size_t(m_chosen)].summary +
                                                m_page.pictures[std::size_t(m_chosen)].reason));
}

void BoardCanvas::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const double factor = scale(), dense = devicePixelRatioF();
    const QRectF dirty(QPointF(event->rect().topLeft()) / factor, QSizeF(event->rect().size()) / factor);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.scale(factor, factor);
    paintBoard(painter, m_page, [&](QPainter& page, std::size_t i, const QRectF& place) {
        if (!place.intersects(dirty)) return;
        const QSize pixels = (place.size() * factor * dense).toSize();
        if (m_drawn[i].size() != pixels) {
            QPixmap drawn(pixels);
            drawn.fill((m_page.dark ? darkTheme() : lightTheme()).background);
            QPainter picture(&drawn);
            picture.setRenderHint(QPainter::Antialiasing);
            picture.scale(factor * dense, factor * dense);
            m_page.pictures[i].strokes.playOn(picture, 1);
            m_drawn[i] = drawn;
        }
        if (m_behind[i]) page.setOpacity(kBehindOpacity);
        page.drawPixmap(place, m_drawn[i], QRectF(m_drawn[i].rect()));
        page.setOpacity(1);
    });
    if (m_chosen < 0) return;
    QPen pen((m_page.dark ? darkTheme() : lightTheme()).accent, kChosenPx / factor);
    pen.setStyle(hasFocus() ? Qt::SolidLine : Qt::DotLine);
    painter.setPen(pen);
    painter.drawRect(m_places.panels[std::size_t(m_chosen)].adjusted(-3, -1, 3, 3));
}

void BoardCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) choose(panelAt(event->position()));
}

void BoardCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const int panel = panelAt(event->position()); panel >= 0) emit panelOpened(panel);
}

void BoardCanvas::keyPressEvent(QKeyEvent* event) {
    const int columns = std::clamp(int(m_page.pictures.size()), 1, m_page.columns);
    int by = 0;
    switch (event->key()) {
    case Qt::Key_Left: by = -1; break;
    case Qt::Key_Right: by = 1; break;
    case Qt::Key_Up: by = -columns; break;
    case Qt::Key_Down: by = columns; break;
    case Qt::Key_Delete:
        if (m_chosen >= 0) emit panelRemoved(m_chosen);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_chosen >= 0) emit panelOpened(m_chosen);
        return;
    default: return QWidget::keyPressEvent(event);
    }
    if (event->modifiers() & Qt::ControlModifier) {
        if (m_chosen >= 0) emit panelMoved(m_chosen, by < 0 ? -1 : 1);
    } else if (const int next = m_chosen + by; next >= 0 && next < int(m_page.pictures.size())) {
        choose(next);
    }
}

void BoardCanvas::focusInEvent(QFocusEvent* event) {
    if (m_chosen < 0) choose(0);
    update();
    QWidget::focusInEvent(event);
}

void BoardCanvas::focusOutEvent(QFocusEvent* event) {
    update();
    QWidget::focusOutEvent(event);
}

bool BoardCanvas::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int panel = panelAt(help->pos());
    if (panel < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), m_page.pictures[std::size_t(panel)].summary.toHtmlEscaped(),
                           this);
    return true;
}

} // namespace moe::ui
