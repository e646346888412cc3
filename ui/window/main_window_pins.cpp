// SPDX-License-Identifier: GPL-3.0-or-later
// The dock of pinned scenarios, under the pictures.

#include "models/items/compare_table_model.h"
#include "ui/pins/pin_panel.h"
#include "ui/split/split_view.h"
#include "ui/window/main_window.h"
#include "ui/window/room_pages.h"

#include <QComboBox>
#include <QDockWidget>
#include <QMenu>

namespace moe::ui {

void MainWindow::buildPins() {
    m_pins = new PinPanel(this);
    auto* dock = new QDockWidget(tr("Pinned scenarios"), this);
    dock->setObjectName(QStringLiteral("pinDock"));
    dock->setWidget(m_pins);
    dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    dock->hide(); // until something is pinned
    addDockWidget(Qt::BottomDockWidgetArea, dock);
    connect(m_pins, &PinPanel::waterfallRequested, this, &MainWindow::showWaterfall);
    connect(m_pins, &PinPanel::besideRequested, this, [this](int pin) {
        if (pin >= 0 && std::size_t(pin) < m_pinned.size())
            m_pages->split(int(m_pinned[std::size_t(pin)].mark));
    });
}

void MainWindow::buildSplit(QMenu& view) {
    QAction* toggle = view.addAction(tr("Split the &picture"), QKeySequence(tr("Ctrl+Shift+K")), this,
                                     &MainWindow::toggleSplit);
    toggle->setStatusTip(tr("The same picture of the last pin, or of what was opened, beside it on one axis; "
                            "again closes it"));
    m_splitMenu = view.addMenu(tr("Picture b&eside"));
    connect(m_pages, &RoomPages::shownViewChanged, this, &MainWindow::fillSplit);
    connect(m_pages, &RoomPages::splitChanged, this, &MainWindow::fillSplit);
    fillSplit();
}

/// What the picture on screen can stand beside.
void MainWindow::fillSplit() {
    if (!m_splitMenu) return;
    m_splitMenu->clear();
    const auto add = [this](const QString& text, int mark) {
        m_splitMenu->addAction(QString(text).replace('&', QLatin1String("&&")), this,
                               [this, mark] { m_pages->split(mark); });
    };
    if (m_base) add(tr("Beside this scenario as it was opened"), kSplitBase);
    if (m_pages->showsOwn()) add(tr("Beside my measurements"), kSplitOwn);
    for (const PinMark& pin : m_pinned)
        if (pin.report) add(tr("Beside %1 · %2").arg(items::markLetter(pin.mark), pin.name), int(pin.mark));
    m_splitMenu->addAction(tr("Beside a file…"), this, [this] { ask(Request::SplitFile); })
        ->setStatusTip(tr("A scenario, a training log, a trace of torch.profiler, or results of benchmarks"));
    m_splitMenu->setEnabled(m_pages->canSplit());
}

void MainWindow::toggleSplit() {
    if (m_pages->currentSplit()) return m_pages->closeSplit();
    for (auto pin = m_pinned.rbegin(); pin != m_pinned.rend(); ++pin)
        if (pin->report) return m_pages->split(int(pin->mark));
    m_pages->split(m_pages->showsOwn() ? kSplitOwn : kSplitBase);
}

void MainWindow::setPins(const std::vector<PinMark>& pins) {
    const bool more = pins.size() > m_pinned.size();
    m_pinned = pins;
    m_pages->setPins(pins);
    fillSplit();
    showPins();
    if (!more) return;
    auto* dock = static_cast<QDockWidget*>(m_pins->parentWidget());
    const bool placed = dock->testAttribute(Qt::WA_Resized); // hidden, it keeps the height that it had
    dock->show();
    // Room for the rows, and not more at first: the picture above needs it.
    const int wanted = m_pins->sizeHint().height() + dock->height() - m_pins->height();
    if (!placed || dock->height() < wanted) resizeDocks({dock}, {wanted}, Qt::Vertical);
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
