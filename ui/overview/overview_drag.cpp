// SPDX-License-Identifier: GPL-3.0-or-later
// Points of the curves at the right of the Overview: the scenario's own is a slider.

#include "ui/gesture_number.h"
#include "ui/overview/overview_page.h"
#include "ui/overview/overview_pictures.h"
#include "ui/overview/overview_words.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace moe::ui {

/// A point of a curve: the knob's value there. The scenario's own can be dragged from it to others.
bool OverviewPage::pressPoint(QPointF at) {
    m_stops.clear();
    if (!m_overview) return false;
    int side = -1;
    for (const HitArea& hit : m_rows->hits())
        if (hit.index >= 0 && hit.area.contains(at)) side = hit.index / kPointsOfCurve;
    if (side < 0) return false;
    for (const HitArea& hit : m_rows->hits()) {
        const auto point = std::size_t(hit.index % kPointsOfCurve);
        if (hit.index < 0 || hit.index / kPointsOfCurve != side || point >= m_overview->points.size())
            continue;
        if (m_overview->points[point].rule.empty())
            m_stops.push_back({hit.area.center().x(), m_overview->points[point].value});
    }
    m_dragGesture = newGesture();
    return !m_stops.empty();
}

void OverviewPage::dragPoint(double x, bool live) {
    if (m_stops.empty() || !m_overview) return;
    const auto nearest = std::min_element(m_stops.begin(), m_stops.end(), [x](const Stop& a, const Stop& b) {
        return std::abs(a.x - x) < std::abs(b.x - x);
    });
    takePoint(nearest->value, m_dragGesture, live);
}

void OverviewPage::takePoint(const std::string& value, int gesture, bool live) {
    const std::string knob = m_overview->knob;
    apply(knobEdits(knob, value),
          QStringLiteral("%1 → %2").arg(knobLabel(knob), QString::fromStdString(value)), gesture, live,
          QString::fromStdString(knob));
}

/// By the keyboard.
void OverviewPage::pickPoint(int hit) {
    const auto point = std::size_t(hit % kPointsOfCurve);
    if (m_overview && point < m_overview->points.size() && m_overview->points[point].rule.empty())
        takePoint(m_overview->points[point].value, newGesture(), false);
}

bool OverviewPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_rows) return ReportView::eventFilter(watched, event);
    const auto* mouse = static_cast<QMouseEvent*>(event);
    switch (event->type()) {
    case QEvent::MouseButtonPress: return mouse->button() == Qt::LeftButton && pressPoint(mouse->position());
    case QEvent::MouseMove:
        if (m_stops.empty()) break;
        dragPoint(mouse->position().x(), true);
        return true;
    case QEvent::MouseButtonRelease:
        if (m_stops.empty() || mouse->button() != Qt::LeftButton) break;
        dragPoint(mouse->position().x(), false);
        m_stops.clear();
        return true;
    default: break;
    }
    return ReportView::eventFilter(watched, event);
}

} // namespace moe::ui
