// SPDX-License-Identifier: GPL-3.0-or-later
// Of LayoutsView: which metrics are offered, what a frame lists, what opens.

#include "models/engine/scenario/sides.h"
#include "models/items/search_text.h"
#include "models/items/serving_search_text.h"
#include "models/items/words.h"
#include "ui/plots/tradeoffs/layouts_view.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"

#include <QAction>
#include <QComboBox>
#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace moe::ui {

void LayoutsView::offerMetrics(bool serves) {
    for (QComboBox* box : {m_x, m_y}) {
        box->clear();
        if (serves)
            for (const ServingMetric& metric : servingMetrics())
                box->addItem(items::tableText(metric.label), QLatin1String(metric.key));
        else
            for (const EstimateMetric& metric : estimateMetrics())
                box->addItem(items::tableText(findMetric(metric.key)->label), QLatin1String(metric.key));
    }
}

void LayoutsView::reportChanged() {
    const bool serves = report() && shownSide(report()->scenario) == Side::Serving;
    if (report() && serves != m_serves) {
        const QString x = chosenKey(*m_x), y = chosenKey(*m_y);
        m_serves = serves;
        offerMetrics(serves);
        chooseKey(*m_x, std::exchange(m_otherX, x));
        chooseKey(*m_y, std::exchange(m_otherY, y));
        m_schedulesAction->setVisible(!serves);
        m_axes->setVisible(!serves);
    }
    AskingPicture::reportChanged();
}

void LayoutsView::open(std::size_t index) {
    if (m_serves && m_servers && index < m_servers->points.size()) {
        const ServingPoint& point = m_servers->points[index];
        emit edited(pointSettings(m_servers->search, point),
                    tr("Use layout %1").arg(items::servedLayoutText(m_servers->search, point)));
        return;
    }
    if (index >= m_points.size()) return;
    const LayoutSpace& space = m_choices->request.space;
    const Layout& layout = m_points[index].layout;
    emit edited(layoutEdits(layout, space), tr("Use layout %1").arg(items::layoutText(layout, space)));
}

void LayoutsView::select(const QRectF& frame) {
    m_listed.clear();
    for (const HitArea& hit : canvas()->hits())
        if (hit.index >= 0 && hit.index < kAxisHits && frame.contains(hit.area.center()))
            m_listed.push_back(std::size_t(hit.index));
    std::sort(m_listed.begin(), m_listed.end()); // a server is in the picture and in the list below it
    m_listed.erase(std::unique(m_listed.begin(), m_listed.end()), m_listed.end());
    if (m_listed.empty()) return;
    tableAction()->setChecked(true);
}

bool LayoutsView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == canvas() && narrows() && reason().isEmpty() && brushAxes(*event)) return true;
    const bool ofMouse = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove ||
                         event->type() == QEvent::MouseButtonRelease;
    if (ofMouse && watched == canvas() && reason().isEmpty()) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        switch (event->type()) {
        case QEvent::MouseButtonPress: m_from = mouse->position(); break;
        case QEvent::MouseMove:
            if (!(mouse->buttons() & Qt::LeftButton)) break;
            m_brush = QRectF(m_from, mouse->position()).normalized();
            canvas()->update();
            return true;
        case QEvent::MouseButtonRelease: {
            const QRectF frame = std::exchange(m_brush, {});
            canvas()->update();
            if (frame.width() > 4 && frame.height() > 4) select(frame);
            break;
        }
        default: break;
        }
    }
    return PaintedView::eventFilter(watched, event);
}

} // namespace moe::ui
