// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the step is in sight, and the wheel, mouse and keys that change it or measure in it.

#include "models/items/words.h"
#include "ui/plots/time/timeline_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kZoomStep = 1.25;
/// Of the step: nothing is told apart in less.
constexpr double kLeastSpan = 1e-6;
/// Pixels; a press that moves less is a click.
constexpr double kLeastDrag = 4;

} // namespace

QString TimelineView::range() const {
    if (!m_timeline || m_seen == TimeSpan{0, wholeEnd()}) return {};
    return QStringLiteral("%1 %2")
        .arg(m_seen.from / wholeEnd(), 0, 'g', 9)
        .arg(m_seen.to / wholeEnd(), 0, 'g', 9);
}

void TimelineView::setRange(const QString& text) {
    if (!m_timeline) return;
    const QStringList parts = text.split(QLatin1Char(' '));
    bool some = false, more = false;
    const double from = parts.value(0).toDouble(&some), to = parts.value(1).toDouble(&more);
    if (text.isEmpty())
        showSpan({0, wholeEnd()});
    else if (parts.size() == 2 && some && more && from >= 0 && to <= 1 && to - from >= kLeastSpan)
        showSpan({from * wholeEnd(), to * wholeEnd()});
}

double TimelineView::secondsAt(double x) const {
    const QRectF area = frame();
    return m_seen.from + (x - area.left()) / area.width() * m_seen.length();
}

void TimelineView::showSpan(TimeSpan span) {
    const double end = wholeEnd();
    const double length = std::clamp(span.length(), kLeastSpan * end, end);
    const double from = std::clamp(span.from, 0.0, end - length);
    m_seen = {from, from + length};
    canvas()->update();
}

void TimelineView::zoom(double factor, double about) {
    const double share = (about - m_seen.from) / m_seen.length(), length = m_seen.length() / factor;
    showSpan({about - share * length, about + (1 - share) * length});
}

bool TimelineView::onKey(const QKeyEvent& event) {
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return false;
    const double middle = (m_seen.from + m_seen.to) / 2, step = 0.2 * m_seen.length();
    switch (event.key()) {
    case Qt::Key_W:
    case Qt::Key_Plus: zoom(kZoomStep, middle); return true;
    case Qt::Key_S:
    case Qt::Key_Minus: zoom(1 / kZoomStep, middle); return true;
    case Qt::Key_A: showSpan({m_seen.from - step, m_seen.to - step}); return true;
    case Qt::Key_D: showSpan({m_seen.from + step, m_seen.to + step}); return true;
    case Qt::Key_0: showSpan({0, wholeEnd()}); return true;
    case Qt::Key_Escape:
        if (!(m_mark.span.length() > 0)) return false;
        m_mark = {};
        canvas()->update();
        return true;
    default: return false;
    }
}

void TimelineView::press(QPointF at) const {
    const Hits& hits = canvas()->hits();
    for (auto hit = hits.crbegin(); hit != hits.crend(); ++hit)
        if (hit->area.contains(at)) return emit canvas()->explain(hit->key);
}

bool TimelineView::onMouse(QMouseEvent& event) {
    const double x = event.position().x();
    if (event.type() == QEvent::MouseButtonPress &&
        (event.button() == Qt::LeftButton || event.button() == Qt::MiddleButton)) {
        const bool moves = event.button() == Qt::MiddleButton || (event.modifiers() & Qt::ShiftModifier);
        m_drag = Drag{event.position(), m_seen, moves};
        canvas()->setFocus(Qt::MouseFocusReason);
        return true;
    }
    if (!m_drag) return false;
    const bool far = std::abs(x - m_drag->at.x()) >= kLeastDrag;
    if (event.type() == QEvent::MouseMove) {
        const double from = secondsAt(m_drag->at.x()), to = secondsAt(x);
        if (m_drag->moves) {
            const double by = to - from; // the scale is the same since the drag began
            showSpan({m_drag->seen.from - by, m_drag->seen.to - by});
        } else if (far) {
            const Look look = screenLook(*canvas(), QString());
            const auto stageAt = [&](double y) {
                return m_timeline->stageAt(timelineRow(frame(), *m_timeline, y, look));
            };
            const auto [first, last] = std::minmax({stageAt(m_drag->at.y()), stageAt(event.position().y())});
            m_mark = {
                {std::max(0.0, std::min(from, to)), std::min(wholeEnd(), std::max(from, to))}, first, last};
            const double length = m_mark.span.length();
            emit readOut(items::Words::tr("measured: %1").arg(timeUnit(length).withUnit(length)));
            canvas()->update();
        }
        return true;
    }
    if (event.type() != QEvent::MouseButtonRelease) return false;
    const bool clicked = !far && !m_drag->moves;
    m_drag.reset();
    if (clicked) {
        m_mark = {};
        canvas()->update();
        press(event.position());
    }
    return true;
}

bool TimelineView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != canvas() || !m_timeline) return PaintedView::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::Wheel: {
        const auto& wheel = static_cast<QWheelEvent&>(*event);
        const QPoint turned = wheel.angleDelta();
        if (turned.x() != 0 || (wheel.modifiers() & Qt::ShiftModifier)) {
            const double by = -0.1 * (turned.x() + turned.y()) / 120.0 * m_seen.length();
            showSpan({m_seen.from + by, m_seen.to + by});
        } else {
            zoom(std::pow(kZoomStep, turned.y() / 120.0), secondsAt(wheel.position().x()));
        }
        return true;
    }
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease: return onMouse(static_cast<QMouseEvent&>(*event));
    case QEvent::KeyPress: return onKey(static_cast<QKeyEvent&>(*event));
    default: return PaintedView::eventFilter(watched, event);
    }
}

} // namespace moe::ui
