// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/board_canvas.h"

#include "ui/theme.h"

#include <QApplication>
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
    stopDrag();
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
    m_places = boardPlaces(m_page); // what the pictures have in common may stand over them now
    updateGeometry();
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
    if (m_page.pictures.empty()) return setAccessibleDescription(emptyText());
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
    if (m_page.pictures.empty() && m_page.decision.empty()) return paintEmpty(painter);
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
    if (m_drop >= 0) {
        const QRectF place = m_places.panels[std::size_t(m_drop)];
        const double x = m_drop > m_held ? place.right() + 4 : place.left() - 4;
        painter.setPen(QPen((m_page.dark ? darkTheme() : lightTheme()).accent, 2 * kChosenPx / factor));
        painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()));
    }
    if (m_chosen < 0) return;
    QPen pen((m_page.dark ? darkTheme() : lightTheme()).accent, kChosenPx / factor);
    pen.setStyle(hasFocus() ? Qt::SolidLine : Qt::DotLine);
    painter.setPen(pen);
    painter.drawRect(m_places.panels[std::size_t(m_chosen)].adjusted(-3, -1, 3, 3));
}

QString BoardCanvas::emptyText() {
    return tr("Nothing is on the board yet.\n\nOpen a picture in the window and press Ctrl+Shift+B, or "
              "“Add the picture on screen” below: it follows the scenario from then on. Pin other "
              "scenarios first (Ctrl+D) to put the same picture of each beside it. Drag the panels to "
              "their places, write what was decided on the page “Decision”, and export all of it.");
}

void BoardCanvas::paintEmpty(QPainter& painter) const {
    const Theme theme = themeOf(palette());
    painter.fillRect(rect(), theme.background);
    painter.setPen(theme.muted);
    painter.drawText(QRectF(rect()).adjusted(40, 20, -40, -20), int(Qt::AlignCenter) | Qt::TextWordWrap,
                     emptyText());
}

int BoardCanvas::beyond(int panel, int rows) const {
    const int row = m_places.rows[std::size_t(panel)] + rows;
    const double at = m_places.panels[std::size_t(panel)].center().x();
    int nearest = panel;
    double least = 0;
    for (std::size_t i = 0; i < m_places.rows.size(); ++i) {
        if (m_places.rows[i] != row) continue;
        const double away = std::abs(m_places.panels[i].center().x() - at);
        if (nearest == panel || away < least) nearest = int(i), least = away;
    }
    return nearest;
}

int BoardCanvas::dropAt(const QPointF& point) const {
    const QPointF at = point / scale();
    int nearest = -1;
    double least = 0;
    for (std::size_t i = 0; i < m_places.panels.size(); ++i) {
        const QRectF& panel = m_places.panels[i];
        const double across = std::max({0.0, panel.left() - at.x(), at.x() - panel.right()}),
                     down = std::max({0.0, panel.top() - at.y(), at.y() - panel.bottom()});
        const double away = std::hypot(across, down);
        if (nearest < 0 || away < least) nearest = int(i), least = away;
    }
    return nearest;
}

void BoardCanvas::stopDrag() {
    m_held = m_drop = -1;
    unsetCursor();
}

void BoardCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    choose(panelAt(event->position()));
    m_pressed = event->position();
    m_held = m_chosen;
}

void BoardCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (m_held < 0 || !(event->buttons() & Qt::LeftButton)) return;
    if (m_drop < 0 && (event->position() - m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    setCursor(Qt::ClosedHandCursor);
    m_drop = dropAt(event->position());
    update();
}

void BoardCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const int from = m_held, to = m_drop;
    stopDrag();
    update();
    if (from >= 0 && to >= 0 && from != to) emit panelMoved(from, to);
}

void BoardCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const int panel = panelAt(event->position()); panel >= 0) return emit panelOpened(panel);
    if (!m_page.decision.empty() && event->position().y() / scale() > m_places.decision)
        emit decisionWanted();
}

void BoardCanvas::keyPressEvent(QKeyEvent* event) {
    const int now = m_chosen, count = int(m_page.pictures.size());
    int to = now;
    switch (event->key()) {
    case Qt::Key_Left: to = now - 1; break;
    case Qt::Key_Right: to = now + 1; break;
    case Qt::Key_Up: to = now < 0 ? now : beyond(now, -1); break;
    case Qt::Key_Down: to = now < 0 ? 0 : beyond(now, 1); break;
    case Qt::Key_Escape:
        if (m_drop < 0) return QWidget::keyPressEvent(event);
        stopDrag();
        return update();
    case Qt::Key_Delete:
        if (now >= 0) emit panelRemoved(now);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (now >= 0) emit panelOpened(now);
        return;
    default: return QWidget::keyPressEvent(event);
    }
    if (to == now || to < 0 || to >= count) return;
    if (event->modifiers() & (Qt::AltModifier | Qt::ControlModifier)) {
        if (now >= 0) emit panelMoved(now, to);
    } else {
        choose(to);
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
