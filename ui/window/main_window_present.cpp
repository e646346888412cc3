// SPDX-License-Identifier: GPL-3.0-or-later
// Present mode: the picture on the whole screen in larger type, alone or with the docks beside it.

#include "ui/window/main_window.h"

#include "models/items/plain_tip.h"
#include "ui/window/message_bar.h"
#include "ui/window/room_pages.h"

#include <QDockWidget>
#include <QFontMetrics>
#include <QLabel>
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
constexpr int kNameWidth = 28; ///< average characters
constexpr const char* kPresented = "presented";

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
    // The title bar is gone, which names the scenario otherwise.
    auto* name = new QLabel(m_pages);
    name->setObjectName(QLatin1String(kPresented));
    name->setTextFormat(Qt::PlainText); // it quotes what stands in files
    name->setContentsMargins(8, 0, 8, 0);
    name->hide();
    m_pages->addCorner(name);
    connect(this, &QWidget::windowTitleChanged, name, [this] { namePresented(); });
    m_leavePresent = new QShortcut(Qt::Key_Escape, this);
    m_leavePresent->setEnabled(false);
    connect(m_leavePresent, &QShortcut::activated, m_present, [this] { m_present->setChecked(false); });
}

/// The scenario in sight, no longer than leaves the tabs their room; the whole name is in the tool tip.
void MainWindow::namePresented() {
    auto* name = findChild<QLabel*>(QLatin1String(kPresented));
    const QString whole = QString::fromStdString(m_scenario.name);
    const QFontMetrics metrics(name->font());
    name->setText(metrics.elidedText(whole, Qt::ElideRight, kNameWidth * metrics.averageCharWidth()));
    name->setToolTip(name->text() == whole ? QString() : items::plainTip(whole));
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
    auto* name = findChild<QLabel*>(QLatin1String(kPresented));
    name->setVisible(presenting);
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
    namePresented();
    setWindowState(windowState() | Qt::WindowFullScreen);
}

} // namespace moe::ui
