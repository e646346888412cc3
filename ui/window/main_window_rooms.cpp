// SPDX-License-Identifier: GPL-3.0-or-later
// Rooms of the main window and the sentence over them.

#include "models/items/words.h"
#include "ui/form/room_knobs.h"
#include "ui/form/scenario_form.h"
#include "ui/results/results_panel.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/room_pages.h"
#include "ui/window/segment_button.h"

#include <QAction>
#include <QDockWidget>
#include <QLayout>
#include <QMenu>
#include <QToolBar>

#include <utility>

namespace moe::ui {

using items::Room;

void MainWindow::buildSentence() {
    auto* bar = new QToolBar(tr("Answer"), this);
    bar->setObjectName(QStringLiteral("answer"));
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->layout()->setContentsMargins(0, 0, 0, 0);
    m_sentence = new SentenceBar(bar);
    bar->addWidget(m_sentence);
    addToolBar(bar);
    connect(m_sentence, &SentenceBar::edited, this, &MainWindow::applyEdits);
    connect(m_sentence, &SentenceBar::presetChosen, this, &MainWindow::presetChosen);
    connect(m_sentence, &SentenceBar::offerTaken, this, [this] { enterRoom(room()); });
    connect(m_sentence, &SentenceBar::explain, this, &MainWindow::explain);
    connect(m_sentence, &SentenceBar::copyRequested, this, &MainWindow::copyAnswerRequested);
    connect(m_sentence, &SentenceBar::cureChosen, m_form, &ScenarioForm::follow);
    connect(m_sentence, &SentenceBar::knobWanted, m_form, &ScenarioForm::revealKey);
    connect(m_form, &ScenarioForm::locksChanged, this, [this] { m_sentence->setLocked(lockedKnobs()); });
    connect(m_sentence, &SentenceBar::lockRequested, this, [this](const QString& key, bool lock) {
        std::vector<std::string> keys = lockedKnobs();
        std::erase(keys, key.toStdString());
        if (lock) keys.push_back(key.toStdString());
        setLockedKnobs(keys);
    });
}

/// In the menu for the keyboard; the tool bar shows them as buttons.
void MainWindow::buildRooms(QMenu& view) {
    int number = 0;
    for (const items::RoomRow& row : items::rooms()) {
        // Ctrl+0 for the first page, Alt and a digit for the rooms.
        const auto key = static_cast<Qt::Key>(Qt::Key_0 + number++);
        view.addAction(items::tableText(row.title),
                       QKeySequence((row.room == Room::Overview ? Qt::CTRL : Qt::ALT) | key), this,
                       [this, room = row.room] { enterRoom(room); })
            ->setObjectName(QStringLiteral("room:") + QLatin1String(row.key));
    }
    view.addSeparator();
    constexpr int kPages = 6;
    for (int i = 0; i < kPages; ++i)
        m_pageActions << view.addAction(QString(),
                                        QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)), this,
                                        [this, i] { m_pages->showPage(i); });
    view.addSeparator();
}

Room MainWindow::room() const {
    return m_pages->room();
}

void MainWindow::enterRoom(Room room) {
    if (!items::answers(room, m_scenario))
        m_form->addPart(items::roomRow(room).side == Side::Serving ? Section::Serving : Section::Training);
    m_pages->showRoom(room);
}

/// The Overview has knobs and sentences of its own.
void MainWindow::showWhole(bool whole) {
    if (whole == !m_besides.isEmpty()) return;
    if (!whole) {
        for (QWidget* part : std::exchange(m_besides, {})) part->show();
        return;
    }
    m_besides << findChild<QToolBar*>(QStringLiteral("answer"));
    for (QDockWidget* dock : findChildren<QDockWidget*>())
        if (dock->isVisibleTo(this) && (dock->isAncestorOf(m_form) || dock->isAncestorOf(m_results)))
            m_besides << dock;
    for (QWidget* part : m_besides) part->hide();
}

/// A room without knobs of its own leaves their place to its pictures, until all knobs are asked for.
void MainWindow::showForm(bool wanted) {
    QWidget* dock = m_form->parentWidget();
    if (wanted != m_formAway) return;
    if (!wanted && !dock->isVisibleTo(this)) return; // the user put it away
    m_formAway = !wanted;
    dock->setVisible(wanted);
}

void MainWindow::showKnob(const QString& key) {
    if (room() == Room::Overview) enterRoom(m_scenario.train ? Room::Train : Room::Serve);
    showForm(true);
    m_form->parentWidget()->show();
    m_form->revealKey(key);
}

void MainWindow::showAllKnobs() {
    if (room() == Room::Overview) enterRoom(m_scenario.train ? Room::Train : Room::Serve);
    showForm(true);
    m_form->parentWidget()->show();
    m_form->focusFilter();
}

void MainWindow::setSide(Side side) {
    const auto of = items::roomRow(room()).side;
    if (!of || of == side) return;
    // A model is what it is for a server too.
    if (room() == Room::Model && side == Side::Serving && !m_scenario.train) return;
    m_pages->showRoom(side == Side::Serving ? Room::Serve : Room::Train);
}

/// A scenario brings and takes pages of the room that is shown.
void MainWindow::namePages() {
    const QStringList titles = m_pages->pageTitles();
    for (int i = 0; i < m_pageActions.size(); ++i) {
        m_pageActions[i]->setText(titles.value(i));
        m_pageActions[i]->setVisible(i < titles.size());
    }
}

void MainWindow::showRoom() {
    for (const auto& [room, button] : m_roomButtons) button->setChecked(room == this->room());
    namePages();
    showWhole(room() == Room::Overview);
    if (room() != Room::Overview) showForm(!knobsOf(room(), m_scenario).empty());
    m_form->setRoom(room());
    m_results->setRoom(room());
    if (const auto side = items::roomRow(room()).side) emit sideChosen(*side);
    emit roomChanged();
}

} // namespace moe::ui
