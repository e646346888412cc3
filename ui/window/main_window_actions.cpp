// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, tool bar and shortcuts of the main window.

#include "models/items/plain_tip.h"
#include "models/items/words.h"
#include "ui/form/scenario_form.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/pins/pin_panel.h"
#include "ui/results/results_panel.h"
#include "ui/window/focus_ring.h"
#include "ui/window/main_window.h"
#include "ui/window/pane_cycle.h"
#include "ui/window/shortcut_list.h"
#include "ui/window/view_tabs.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QShortcut>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>

namespace moe::ui {

void MainWindow::buildActions(QUndoStack* history) {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    QAction* open = file->addAction(tr("&Open…"), QKeySequence::Open, this, &MainWindow::openRequested);
    m_recentMenu = file->addMenu(tr("Open &recent"));
    file->addAction(tr("Load &tables…"), this, [this] { emit loadTablesRequested(false); });
    file->addAction(tr("Load a &folder of tables…"), this, [this] { emit loadTablesRequested(true); });
    file->addAction(tr("&Get published tables…"), this, &MainWindow::publishedTablesRequested);
    file->addSeparator();
    QAction* save = file->addAction(tr("&Save"), QKeySequence::Save, this, &MainWindow::saveRequested);
    file->addAction(tr("Save &as…"), QKeySequence::SaveAs, this, &MainWindow::saveAsRequested);
    file->addAction(tr("Save sess&ion…"), this, &MainWindow::saveSessionRequested)
        ->setStatusTip(tr("The scenario, its base, the pins and what was loaded, in one file"));
    file->addSeparator();
    QAction* figure = file->addAction(tr("&Export figure…"), QKeySequence(tr("Ctrl+E")), this,
                                      &MainWindow::exportRequested);
    file->addAction(tr("Export &report…"), QKeySequence(tr("Ctrl+Shift+E")), this,
                    &MainWindow::reportRequested);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = history->createUndoAction(this, tr("Undo"));
    QAction* redo = history->createRedoAction(this, tr("Redo"));
    undo->setShortcut(QKeySequence::Undo);
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    edit->addActions({undo, redo});
    edit->addSeparator();
    QAction* copyFigure = edit->addAction(tr("Copy f&igure"), QKeySequence(tr("Ctrl+Shift+C")), this,
                                          &MainWindow::copyFigureRequested);
    QAction* copyData = edit->addAction(tr("Copy &data"), QKeySequence(tr("Ctrl+Shift+D")), this,
                                        &MainWindow::copyDataRequested);
    QAction* copyPanel = edit->addAction(tr("Copy for a &board file"), this, &MainWindow::copyPanelRequested);
    copyPanel->setStatusTip(tr("The picture as a panel of a board file, which moe-explorer board draws"));
    QAction* addPanel = edit->addAction(tr("&Put on the board"), QKeySequence(tr("Ctrl+Shift+B")), this,
                                        &MainWindow::boardAddRequested);
    addPanel->setStatusTip(tr("The picture as a panel beside others, which follows its scenario"));
    m_tabs->withEachView(this, [figure, copyFigure, copyData, copyPanel, addPanel](ReportView& picture) {
        picture.addActions({figure, copyFigure, copyData, addPanel, copyPanel});
        picture.setContextMenuPolicy(Qt::ActionsContextMenu);
    });
    edit->addSeparator();
    edit->addAction(tr("Paste &model…"), QKeySequence(tr("Ctrl+Shift+V")), this,
                    [this] { emit modelPasted(QApplication::clipboard()->text()); })
        ->setStatusTip(tr("The text of a published model's config.json, from the clipboard"));
    edit->addSeparator();
    edit->addAction(tr("&Find parameter"), QKeySequence::Find, m_form, &ScenarioForm::focusFilter);

    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (int i = 0; i < m_tabs->count(); ++i) {
        view->addAction(m_tabs->tabText(i), QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)),
                        this, [this, i] { m_tabs->setCurrentIndex(i); });
    }
    view->addSeparator();
    auto* panes = new PaneCycle(this);
    panes->add(m_form);
    panes->add(centralWidget(), PaneCycle::Entry::Largest);
    for (QWidget* pane : std::initializer_list<QWidget*>{m_results, m_pins, m_lessons}) panes->add(pane);
    view->addAction(tr("Next pane"), QKeySequence(Qt::Key_F6), panes, [panes] { panes->go(1); });
    view->addAction(tr("Previous pane"), QKeySequence(Qt::SHIFT | Qt::Key_F6), panes,
                    [panes] { panes->go(-1); });
    new FocusRing(this);
    view->addSeparator();
    view->addAction(tr("&Board"), QKeySequence(tr("Ctrl+B")), this, &MainWindow::boardRequested)
        ->setStatusTip(tr("Pictures of this scenario and of pinned ones on a page, which follow them"));
    buildPresent(*view);
    view->addSeparator();
    auto* group = new QActionGroup(this);
    const std::pair<QString, ThemeChoice> themes[] = {{tr("&System theme"), ThemeChoice::System},
                                                      {tr("&Light theme"), ThemeChoice::Light},
                                                      {tr("&Dark theme"), ThemeChoice::Dark}};
    for (const auto& [text, choice] : themes) {
        QAction* action = view->addAction(text, this, [this, choice = choice] { emit themeChosen(choice); });
        action->setCheckable(true);
        group->addAction(action);
        m_themeActions << action;
    }
    buildLanguages(*view);
    view->addSeparator();
    for (QDockWidget* dock : findChildren<QDockWidget*>()) view->addAction(dock->toggleViewAction());
    view->addAction(tr("&Reset layout"), this, [this] {
        restoreState(m_defaultState, 1);
        for (QDockWidget* dock : findChildren<QDockWidget*>())
            dock->setVisible(dock->widget() == m_lessons ? m_lessons->isReading()
                             : dock->widget() == m_pins  ? !m_pinned.empty()
                                                         : true);
    });

    QMenu* scenario = menuBar()->addMenu(tr("&Scenario"));
    QAction* pin = scenario->addAction(tr("&Pin this scenario"), QKeySequence(Qt::CTRL | Qt::Key_D), this,
                                       &MainWindow::pinRequested);
    pin->setToolTip(tr("Keeps this scenario beside whatever comes next (Ctrl+D)"));
    scenario->addAction(tr("P&lan…"), QKeySequence(tr("Ctrl+P")), this, &MainWindow::planRequested)
        ->setStatusTip(tr("A goal in, ranked plans out: layouts, what binds them, launch flags"));
    buildSides(*scenario);
    m_clusterMenu = scenario->addMenu(tr("&Cluster"));
    scenario->addSeparator();
    scenario->addAction(tr("&GPUs and clusters…"), this, &MainWindow::machinesRequested)
        ->setStatusTip(tr("Every figure with its source; copy one and make it your own"));
    scenario->addAction(tr("&My GPU from measurements…"), this, &MainWindow::ownGpuRequested)
        ->setStatusTip(tr("Fits the operators of the nearest measured GPU to points of yours"));
    connect(m_form, &ScenarioForm::machinesRequested, this, &MainWindow::machinesRequested);

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&Documentation"), QKeySequence(Qt::Key_F1), this,
                    [this] { emit documentationRequested(currentViewKey()); })
        ->setStatusTip(tr("Opens at the page on screen"));
    m_lessonMenu = help->addMenu(tr("&Lessons"));
    help->addAction(tr("&Keyboard shortcuts"), QKeySequence(Qt::CTRL | Qt::Key_F1), this, [this] {
        auto* list = new ShortcutList(*this);
        list->setAttribute(Qt::WA_DeleteOnClose);
        list->show();
    });
    help->addAction(tr("&About MoE Explorer"), this, [this] {
        QMessageBox::about(
            this, tr("About MoE Explorer"),
            tr("<h3>MoE Explorer %1</h3><p>Explores the trade-offs of Mixture-of-Experts models: loss, "
               "memory, time and placement.</p><p>Free software under the GNU General Public License, "
               "version 3 or later.</p><p>Qt %2 (LGPL 3), QCustomPlot (GPL 3), Eigen (MPL 2), "
               "yaml-cpp (MIT).</p>")
                .arg(QApplication::applicationVersion(), QLatin1String(qVersion())));
    });
    help->addAction(tr("About &Qt"), qApp, &QApplication::aboutQt);

    QToolBar* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->addActions({open, save});
    bar->addSeparator();
    // The menu entries spell out the step ("Undo hidden size"); the tool bar keeps its width.
    for (QAction* action : {undo, redo}) {
        auto* button = new QToolButton(bar);
        button->setText(action == undo ? tr("Undo") : tr("Redo"));
        button->setAutoRaise(true);
        button->setEnabled(action->isEnabled());
        button->setToolTip(items::plainTip(action->text()));
        connect(action, &QAction::changed, button, [button, action] {
            button->setEnabled(action->isEnabled());
            button->setToolTip(items::plainTip(action->text()));
        });
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        bar->addWidget(button);
    }
    bar->addSeparator();
    auto* label = new QLabel(tr("&Preset: "), bar);
    m_presets = new QComboBox(bar);
    m_presets->setMinimumContentsLength(24);
    m_presets->setPlaceholderText(tr("(own scenario)"));
    m_presets->setAccessibleName(tr("Preset"));
    label->setBuddy(m_presets);
    connect(m_presets, &QComboBox::activated, this,
            [this](int index) { emit presetChosen(m_presets->itemData(index).toString()); });
    bar->addWidget(label);
    bar->addWidget(m_presets);
    bar->addSeparator();
    bar->addActions({m_trainingSide, m_servingSide});
    bar->addSeparator();
    bar->addActions({pin, figure});
}

/// One switch for everything that is shown; in the menu for the keyboard.
void MainWindow::buildSides(QMenu& scenario) {
    auto* group = new QActionGroup(this);
    m_trainingSide =
        scenario.addAction(items::Words::tr("Training"), this, [this] { emit sideChosen(Side::Training); });
    m_servingSide =
        scenario.addAction(items::Words::tr("Serving"), this, [this] { emit sideChosen(Side::Serving); });
    m_trainingSide->setObjectName(QStringLiteral("trainingSide"));
    m_servingSide->setObjectName(QStringLiteral("servingSide"));
    m_trainingSide->setToolTip(tr("Cards, pictures, comparison and reports are about training"));
    m_servingSide->setToolTip(tr("Cards, pictures, comparison and reports are about serving alone"));
    for (QAction* action : {m_trainingSide, m_servingSide}) {
        action->setCheckable(true);
        group->addAction(action);
    }
    scenario.addSeparator();
}

void MainWindow::setSide(Side side, bool both) {
    (side == Side::Serving ? m_servingSide : m_trainingSide)->setChecked(true);
    for (QAction* action : {m_trainingSide, m_servingSide}) action->setVisible(both);
}

void MainWindow::setRecentFiles(const QStringList& paths) {
    m_recentMenu->clear();
    for (const QString& path : paths) {
        QAction* action =
            m_recentMenu->addAction(QFileInfo(path).fileName().replace('&', QLatin1String("&&")), this,
                                    [this, path] { emit filesDropped({path}); });
        action->setStatusTip(path);
        action->setToolTip(items::plainTip(path));
    }
    m_recentMenu->setToolTipsVisible(true);
    m_recentMenu->setEnabled(!paths.isEmpty());
}

} // namespace moe::ui
