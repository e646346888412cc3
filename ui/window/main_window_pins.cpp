// SPDX-License-Identifier: GPL-3.0-or-later
// The dock of pinned scenarios, under the pictures.

#include "models/items/compare_table_model.h"
#include "ui/pins/pin_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/room_pages.h"

#include <QComboBox>
#include <QDockWidget>

namespace moe::ui {

void MainWindow::buildPins() {
    m_pins = new PinPanel(this);
    auto* dock = new QDockWidget(tr("Pinned scenarios"), this);
    dock->setObjectName(QStringLiteral("pinDock"));
    dock->setWidget(m_pins);
    dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    dock->hide(); // until something is pinned
    addDockWidget(Qt::BottomDockWidgetArea, dock);
    resizeDocks({dock}, {150}, Qt::Vertical);
    connect(m_pins, &PinPanel::waterfallRequested, this, &MainWindow::showWaterfall);
}

void MainWindow::setPins(const std::vector<PinMark>& pins) {
    const bool more = pins.size() > m_pinned.size();
    m_pinned = pins;
    m_pages->setPins(pins);
    showPins();
    if (more) m_pins->parentWidget()->show();
}

void MainWindow::showWaterfall(int pin) {
    if (pin < 0 || std::size_t(pin) >= m_pinned.size()) return;
    auto* from = m_pages->view(QStringLiteral("waterfall"))->findChild<QComboBox*>(QStringLiteral("from"));
    const int row = from ? from->findData(items::markLetter(m_pinned[std::size_t(pin)].mark).toLower()) : -1;
    showTab(QStringLiteral("waterfall"));
    if (row < 0) return; // a log has no knobs
    from->setCurrentIndex(row);
    emit from->activated(row);
}

void MainWindow::showPins() {
    std::vector<items::PinRow> rows;
    rows.push_back(
        {-1, tr("This scenario"), QString::fromStdString(m_scenario.note), {}, m_report, false, false});
    for (const PinMark& pin : m_pinned)
        rows.push_back({int(pin.mark), pin.name, pin.note, pin.path, pin.report,
                        m_base && pin.report && pin.report->scenario == m_base->scenario, pin.log});
    m_pins->setRows(std::move(rows));
}

} // namespace moe::ui
