// SPDX-License-Identifier: GPL-3.0-or-later
// Present mode: the picture on the whole screen in larger type, alone or with the docks beside it.

#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/view_tabs.h"

#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>
#include <QStatusBar>
#include <QToolBar>

#include <cmath>

namespace moe::ui {

/// Type for the last row of a room.
constexpr double kPresentedType = 1.5;
constexpr const char* kKeepDocks = "keep-docks";

void MainWindow::buildPresent(QMenu& menu) {
    m_present = menu.addAction(tr("&Present"));
    m_present->setShortcut(Qt::Key_F11);
    m_present->setCheckable(true);
    m_present->setStatusTip(tr("The picture alone on the whole screen; Esc leaves"));
    connect(m_present, &QAction::toggled, this, &MainWindow::present);
    // Who says "watch what happens" needs the knob and the numbers in sight.
    QAction* keep = menu.addAction(tr("Keep &docks when presenting"));
    keep->setObjectName(QLatin1String(kKeepDocks));
    keep->setCheckable(true);
    keep->setStatusTip(tr("Knobs, results, pins and lessons stay beside the picture"));
    connect(keep, &QAction::toggled, this, [this] {
        if (!m_present->isChecked()) return;
        m_present->setChecked(false);
        m_present->setChecked(true);
    });
    m_leavePresent = new QShortcut(Qt::Key_Escape, this);
    m_leavePresent->setEnabled(false);
    connect(m_leavePresent, &QShortcut::activated, m_present, [this] { m_present->setChecked(false); });
}

void MainWindow::present(bool presenting) {
    m_leavePresent->setEnabled(presenting);
    const auto scale = [this](double factor) {
        QFont type = centralWidget()->font();
        if (type.pixelSize() > 0)
            type.setPixelSize(int(std::lround(type.pixelSize() * factor)));
        else
            type.setPointSizeF(type.pointSizeF() * factor);
        centralWidget()->setFont(type);
    };
    if (!presenting) {
        scale(1 / kPresentedType);
        for (QWidget* part : std::exchange(m_putAway, {})) part->show();
        for (QAction* action : std::exchange(m_lent, {})) removeAction(action);
        setWindowState(m_stateBefore);
        return;
    }
    m_stateBefore = windowState();
    QList<QWidget*> parts{menuBar(), statusBar(), m_messages};
    for (QToolBar* bar : findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) parts << bar;
    if (!findChild<QAction*>(QLatin1String(kKeepDocks))->isChecked())
        for (QDockWidget* dock : findChildren<QDockWidget*>()) parts << dock;
    for (QWidget* part : parts) {
        if (!part->isVisibleTo(this)) continue;
        m_putAway << part;
        part->hide();
    }
    // The shortcuts of a menu bar that is hidden are dead: the window takes the actions over meanwhile.
    for (QMenu* menu : menuBar()->findChildren<QMenu*>()) {
        for (QAction* action : menu->actions()) {
            if (action->shortcut().isEmpty() || actions().contains(action)) continue;
            m_lent << action;
            addAction(action);
        }
    }
    scale(kPresentedType);
    setWindowState(windowState() | Qt::WindowFullScreen);
}

} // namespace moe::ui
