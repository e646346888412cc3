// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_input.h"

#include "models/items/words.h"

#include <qcustomplot.h>

#include <QApplication>

#include <cmath>

namespace moe::ui {

static QString useFromMap() {
    return items::Words::tr("use lr × batch from the map");
}

LossInput::LossInput(QCustomPlot& plot, LossPlot& scene, QObject* parent)
    : QObject(parent), m_plot(plot), m_scene(scene) {
    m_plot.setFocusPolicy(Qt::StrongFocus);
    m_plot.setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot.setCursor(Qt::CrossCursor);
    m_plot.installEventFilter(this);
    m_clickTimer.setSingleShot(true);
    connect(&m_clickTimer, &QTimer::timeout, this, [this] { emit picked(m_snap(m_clicked), useFromMap()); });
    connect(&plot, &QCustomPlot::mousePress, this, &LossInput::press);
    connect(&plot, &QCustomPlot::mouseMove, this, &LossInput::move);
    connect(&plot, &QCustomPlot::mouseRelease, this, &LossInput::release);
    connect(&plot, &QCustomPlot::mouseDoubleClick, this, &LossInput::resetView);
}

void LossInput::resetView() {
    m_clickTimer.stop();
    m_swallowRelease = true;
    if (!m_enabled) return;
    m_scene.resetRange();
    m_scene.replot();
}

void LossInput::press(QMouseEvent* event) {
    m_swallowRelease = false;
    m_pressed = event->position();
    if (!m_enabled || event->button() != Qt::LeftButton) return;
    m_dragging = isOnScenario(m_pressed);
    m_plot.setInteraction(QCP::iRangeDrag, !m_dragging);
}

bool LossInput::isOnScenario(QPointF pixel) const {
    const QPointF value = m_scene.scenarioValue();
    if (!(value.x() > 0) || !(value.y() > 0)) return false;
    return QLineF(m_scene.frame().toPixel(value.x(), value.y()), pixel).length() < 10;
}

QPointF LossInput::valueInside(QPointF pixel) const {
    const PlotFrame frame = m_scene.frame();
    return frame.toValue({std::clamp(pixel.x(), frame.rect.left(), frame.rect.right()),
                          std::clamp(pixel.y(), frame.rect.top(), frame.rect.bottom())});
}

bool LossInput::isClick(QPointF pixel) const {
    return (pixel - m_pressed).manhattanLength() < QApplication::startDragDistance();
}

void LossInput::move(QMouseEvent* event) {
    if (!m_enabled) return;
    const QPointF at = event->position();
    if (m_dragging && (event->buttons() & Qt::LeftButton) && !isClick(at))
        m_scene.setDragged(m_snap(valueInside(at)));
    const PlotFrame frame = m_scene.frame();
    const bool inside = frame.rect.contains(at);
    m_plot.setCursor(!inside ? Qt::ArrowCursor : isOnScenario(at) ? Qt::SizeAllCursor : Qt::CrossCursor);
    m_plot.setToolTip(inside ? m_scene.tipAt(at) : QString());
    emit pointed(inside ? std::optional(frame.toValue(at)) : std::nullopt);
}

void LossInput::release(QMouseEvent* event) {
    if (!m_enabled || event->button() != Qt::LeftButton || std::exchange(m_swallowRelease, false)) return;
    const QPointF at = event->position();
    const bool wasDragging = std::exchange(m_dragging, false);
    if (wasDragging && !isClick(at)) {
        emit picked(m_snap(valueInside(at)), items::Words::tr("drag lr × batch on the map"));
    } else if (isClick(at) && m_scene.frame().rect.contains(at)) {
        m_clicked = m_scene.frame().toValue(at);
        if (m_scene.isMeasured())
            if (const MeasuredPoint* run = m_scene.cells().at(m_clicked.x(), m_clicked.y()))
                m_clicked = {run->lr, run->batchTokens};
        // Zoomed in, a second click may still turn this one into "reset the view".
        if (m_scene.isZoomed())
            m_clickTimer.start(QApplication::doubleClickInterval());
        else
            emit picked(m_snap(m_clicked), useFromMap());
    }
}

void LossInput::zoom(double factor) {
    if (!m_enabled) return;
    LossRange range = m_scene.range();
    const auto scaled = [factor](double& low, double& high) {
        const double middle = std::sqrt(low * high), half = std::pow(high / low, factor / 2);
        low = middle / half, high = middle * half;
    };
    scaled(range.lrLow, range.lrHigh);
    scaled(range.batchLow, range.batchHigh);
    m_scene.setRange(range);
    m_scene.replot();
}

void LossInput::setCursor(QPointF value) {
    m_cursor = value;
    m_scene.setCursor(value);
    emit cursorMoved(value);
}

void LossInput::hideCursor() {
    if (!m_cursor) return;
    m_cursor.reset();
    m_scene.setCursor(std::nullopt);
    emit cursorMoved(std::nullopt);
}

/// `place` moved by `steps` along the places nearest to it.
static double moved(const std::vector<double>& places, double place, int steps) {
    const auto nearest = std::min_element(places.begin(), places.end(), [place](double a, double b) {
        return std::abs(std::log(a / place)) < std::abs(std::log(b / place));
    });
    const std::ptrdiff_t last = std::ptrdiff_t(places.size()) - 1;
    return places[std::size_t(std::clamp<std::ptrdiff_t>(nearest - places.begin() + steps, 0, last))];
}

/// The first key shows the cross hair at the scenario (or the best), the next ones move it cell by cell.
void LossInput::moveCursor(int right, int up) {
    if (!m_enabled || m_scene.columns().empty()) return;
    if (!m_cursor) {
        const QPointF scenario = m_scene.scenarioValue();
        right = up = 0;
        m_cursor = scenario.x() > 0 && scenario.y() > 0 ? scenario : m_scene.best();
    }
    setCursor({moved(m_scene.columns(), m_cursor->x(), right), moved(m_scene.rows(), m_cursor->y(), up)});
}

bool LossInput::key(QKeyEvent* event) {
    const int step = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left: moveCursor(-step, 0); return true;
    case Qt::Key_Right: moveCursor(step, 0); return true;
    case Qt::Key_Up: moveCursor(0, step); return true;
    case Qt::Key_Down: moveCursor(0, -step); return true;
    case Qt::Key_Space:
        if (m_enabled) setCursor(m_scene.best());
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor) emit picked(m_snap(*m_cursor), useFromMap());
        return true;
    case Qt::Key_Escape:
        if (!m_cursor) return false;
        hideCursor();
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(0.8); return true;
    case Qt::Key_Minus: zoom(1.25); return true;
    case Qt::Key_0: resetView(); return true;
    default: return false;
    }
}

bool LossInput::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave) emit pointed(std::nullopt);
    if (event->type() == QEvent::KeyPress && key(static_cast<QKeyEvent*>(event))) return true;
    return QObject::eventFilter(watched, event);
}

} // namespace moe::ui
