// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, tool bar and shortcuts of the main window.

#include "models/items/plain_tip.h"
#include "models/items/words.h"
#include "ui/explain/explain_view.h"
#include "ui/form/scenario_form.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/pins/pin_panel.h"
#include "ui/results/results_panel.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/window/focus_ring.h"
#include "ui/window/main_window.h"
#include "ui/window/pane_cycle.h"
#include "ui/window/preset_menu.h"
#include "ui/window/room_pages.h"
#include "ui/window/segment_button.h"
#include "ui/window/shortcut_list.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>

namespace moe::ui {

void MainWindow::buildActions(QUndoStack* history) {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    QAction* open = file->addAction(tr("&Open model…"), QKeySequence::Open, this, asking(Request::Open));
    open->setToolTip(tr("A scenario, a published model's file, or anything the program reads (Ctrl+O)"));
    m_recentMenu = file->addMenu(tr("Open &recent"));
    file->addAction(tr("Load &tables…"), this, [this] { emit loadTablesRequested(false); });
    file->addAction(tr("Load a &folder of tables…"), this, [this] { emit loadTablesRequested(true); });
    file->addAction(tr("&Get published tables…"), this, asking(Request::PublishedTables));
    file->addSeparator();
    file->addAction(tr("&Save"), QKeySequence::Save, this, asking(Request::Save));
    file->addAction(tr("Save &as…"), QKeySequence::SaveAs, this, asking(Request::SaveAs));
    file->addAction(tr("Save sess&ion…"), this, asking(Request::SaveSession))
        ->setStatusTip(tr("The scenario, its base, the pins and what was loaded, in one file"));
    file->addAction(tr("Difference from a sessio&n…"), this, asking(Request::CompareSession))
        ->setStatusTip(tr("What became another between a saved session and the window"));
    file->addSeparator();
    QAction* figure = file->addAction(tr("&Export figure…"), QKeySequence(tr("Ctrl+E")), this,
                                      asking(Request::ExportFigure));
    file->addAction(tr("Export &report…"), QKeySequence(tr("Ctrl+Shift+E")), this,
                    asking(Request::ExportReport));
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
                                          asking(Request::CopyFigure));
    QAction* copyData =
        edit->addAction(tr("Copy &data"), QKeySequence(tr("Ctrl+Shift+D")), this, asking(Request::CopyData));
    QAction* copyPanel = edit->addAction(tr("Copy for a &board file"), this, asking(Request::CopyPanel));
    copyPanel->setStatusTip(tr("The picture as a panel of a board file, which moe-explorer board draws"));
    QAction* addPanel = edit->addAction(tr("&Put on the board"), QKeySequence(tr("Ctrl+Shift+B")), this,
                                        asking(Request::BoardAdd));
    addPanel->setStatusTip(tr("The picture as a panel beside others, which follows its scenario"));
    edit->addAction(tr("Copy ans&wer"), QKeySequence(tr("Ctrl+Shift+A")), this,
                    [this] { emit copyAnswerRequested(false); })
        ->setStatusTip(tr("The sentence with the command that prints it"));
    m_pages->withEachView(this, [figure, copyFigure, copyData, copyPanel, addPanel](ReportView& picture) {
        picture.addActions({figure, copyFigure, copyData, addPanel, copyPanel});
        picture.setContextMenuPolicy(Qt::ActionsContextMenu);
    });
    edit->addSeparator();
    edit->addAction(tr("Paste &model…"), QKeySequence(tr("Ctrl+Shift+V")), this,
                    [this] { emit modelPasted(QApplication::clipboard()->text()); })
        ->setStatusTip(tr("The text of a published model's config.json, from the clipboard"));
    edit->addSeparator();
    edit->addAction(tr("&Find parameter"), QKeySequence::Find, m_form, &ScenarioForm::focusFilter);
    edit->addAction(tr("&Knobs of the room"), QKeySequence(tr("Ctrl+Shift+F")), m_form,
                    &ScenarioForm::showKnobs);
    edit->addAction(tr("Chips of the &sentence"), QKeySequence(tr("Ctrl+L")), m_sentence,
                    &SentenceBar::focusFirstChip);
    edit->addAction(tr("Fin&d anything…"), QKeySequence(tr("Ctrl+K")), this, asking(Request::Palette))
        ->setObjectName(QStringLiteral("palette"));

    QMenu* view = menuBar()->addMenu(tr("&View"));
    buildRooms(*view);
    auto* panes = new PaneCycle(this);
    panes->add(m_sentence);
    panes->add(m_form);
    panes->add(centralWidget(), PaneCycle::Entry::Largest);
    for (QWidget* pane : std::initializer_list<QWidget*>{m_right, m_pins, m_lessons}) panes->add(pane);
    view->addAction(tr("Next pane"), QKeySequence(Qt::Key_F6), panes, [panes] { panes->go(1); });
    view->addAction(tr("Previous pane"), QKeySequence(Qt::SHIFT | Qt::Key_F6), panes,
                    [panes] { panes->go(-1); });
    new FocusRing(this);
    view->addSeparator();
    QAction* board = view->addAction(tr("&Board"), QKeySequence(tr("Ctrl+B")), this, asking(Request::Board));
    board->setStatusTip(tr("Pictures of this scenario and of pinned ones on a page, which follow them"));
    buildSplit(*view);
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
                                       asking(Request::Pin));
    pin->setToolTip(tr("Keeps this scenario beside whatever comes next (Ctrl+D)"));
    QAction* plan =
        scenario->addAction(tr("P&lan…"), QKeySequence(tr("Ctrl+P")), this, asking(Request::Plan));
    plan->setStatusTip(tr("A goal in, ranked plans out: layouts, what binds them, launch flags"));
    m_presetMenu = scenario->addMenu(tr("P&resets"));
    m_presetMenu->setObjectName(QStringLiteral("presets"));
    m_clusterMenu = scenario->addMenu(tr("&Cluster"));
    scenario->addSeparator();
    scenario->addAction(tr("&GPUs and clusters…"), this, asking(Request::Machines))
        ->setStatusTip(tr("Every figure with its source; copy one and make it your own"));
    scenario->addAction(tr("&My GPU from measurements…"), this, asking(Request::OwnGpu))
        ->setStatusTip(tr("Fits the operators of the nearest measured GPU to points of yours"));
    connect(m_form, &ScenarioForm::machinesRequested, this, asking(Request::Machines));

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&Documentation"), QKeySequence(Qt::Key_F1), this,
                    [this] {
                        const bool explains = m_explain && m_right->currentWidget() == m_explain;
                        emit documentationRequested(explains ? QStringLiteral("explain") : currentViewKey());
                    })
        ->setStatusTip(tr("Opens at the page on screen"));
    m_lessonMenu = help->addMenu(tr("&Lessons"));
    m_lessonMenu->setObjectName(QStringLiteral("lessons"));
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

    pin->setIconText(tr("Pin")); // of the tool bar, which is short of room
    figure->setIconText(tr("Export…"));
    buildTools({open, plan, board, pin, figure});
}

/// Rooms at the left, the doors to whatever the window does not show at the right.
void MainWindow::buildTools(const QList<QAction*>& actions) {
    auto* bar = new QToolBar(tr("Tools"), this);
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setFloatable(false);
    insertToolBar(findChild<QToolBar*>(QStringLiteral("answer")), bar);
    insertToolBarBreak(findChild<QToolBar*>(QStringLiteral("answer")));
    const auto gap = [bar](int width) {
        auto* space = new QWidget(bar);
        space->setFixedWidth(width);
        bar->addWidget(space);
    };
    constexpr int kEdge = 8, kGap = 12, kField = 220;
    gap(kEdge);
    const auto edges = [](items::Room room) {
        switch (room) {
        case items::Room::Model:
        case items::Room::Compare: return int(SegmentButton::First);
        case items::Room::Serve:
        case items::Room::Measurements: return int(SegmentButton::Last);
        case items::Room::Overview: return SegmentButton::First | SegmentButton::Last;
        case items::Room::Train: break;
        }
        return 0;
    };
    for (const items::RoomRow& row : items::rooms()) {
        if (row.room == items::Room::Compare || row.room == items::Room::Model) gap(kGap);
        auto* button = new SegmentButton(items::tableText(row.title), edges(row.room), bar);
        button->setAutoExclusive(true);
        button->setToolTip(row.room == items::Room::Overview ? tr("Ctrl+0")
                                                             : tr("Alt+%1").arg(int(row.room)));
        connect(button, &QToolButton::clicked, this, [this, room = row.room] { enterRoom(room); });
        bar->addWidget(button);
        m_roomButtons.emplace_back(row.room, button);
    }
    auto* middle = new QWidget(bar);
    middle->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(middle);
    bar->addActions(actions);
    gap(kEdge);
    auto* field = new SegmentButton(tr("Find a knob or picture…    Ctrl+K"),
                                    SegmentButton::First | SegmentButton::Last, bar);
    field->setCheckable(false);
    field->setObjectName(QStringLiteral("paletteField"));
    field->setMinimumWidth(kField);
    connect(field, &QToolButton::clicked, this, asking(Request::Palette));
    bar->addWidget(field);
    gap(kEdge);
}

void MainWindow::fillPresetMenu() {
    m_presetMenu->clear();
    fillPresets(*m_presetMenu, *m_catalog);
    for (QAction* action : m_presetMenu->actions())
        if (const QString key = action->data().toString(); !key.isEmpty())
            connect(action, &QAction::triggered, this, [this, key] { emit presetChosen(key); });
}

void MainWindow::setRecentFiles(const QStringList& paths) {
    m_recentMenu->clear();
    for (const QString& path : paths) {
        const QFileInfo file(path);
        QString text = QStringLiteral("%1  –  %2").arg(file.fileName(), file.dir().dirName());
        QAction* action = m_recentMenu->addAction(text.replace('&', QLatin1String("&&")), this,
                                                  [this, path] { emit filesDropped({path}); });
        action->setStatusTip(path);
        action->setToolTip(items::plainTip(path));
    }
    m_recentMenu->setToolTipsVisible(true);
    m_recentMenu->setEnabled(!paths.isEmpty());
}

} // namespace moe::ui
