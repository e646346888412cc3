// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/overview_desk.h"

#include "models/items/words.h"
#include "ui/window/room_pages.h"

#include <QSettings>

namespace moe::app {

OverviewDesk::OverviewDesk(ui::MainWindow& window, Session& session)
    : QObject(&window), m_window(window), m_session(session) {
    m_window.views().withEachView(this, [this](ui::ReportView& view) {
        if (auto* page = dynamic_cast<ui::OverviewPage*>(&view)) join(*page);
    });
}

void OverviewDesk::join(ui::OverviewPage& page) {
    const auto tell = [this, &page] { page.setScenario(m_session.scenario()); };
    connect(&m_session, &Session::scenarioChanged, &page, tell);
    connect(&m_session, &Session::problemsChanged, &page, &ui::OverviewPage::setProblems);
    tell();
    page.setProblems(m_session.problems());
    page.setRecentFiles(QSettings().value(QStringLiteral("files/recent")).toStringList());
    connect(&page, &ui::OverviewPage::scenarioEdited, &m_window, &ui::MainWindow::edited);
    connect(&page, &ui::OverviewPage::presetChosen, &m_window, &ui::MainWindow::presetChosen);
    connect(&page, &ui::OverviewPage::machineRequested, &m_window, m_window.asking(ui::Request::Machines));
    connect(&page, &ui::OverviewPage::exampleChosen, this, &OverviewDesk::openExample);
    connect(&page, &ui::OverviewPage::recentChosen, &m_window,
            [this](const QString& path) { emit m_window.filesDropped({path}); });
    connect(&page, &ui::OverviewPage::tourRequested, &m_window,
            [this] { m_window.startLesson(QStringLiteral("tour")); });
    connect(&page, &ui::OverviewPage::allKnobsRequested, &m_window, &ui::MainWindow::showAllKnobs);
    connect(&page, &ui::OverviewPage::roomWanted, &m_window, [this](const QString& room, const QString& key) {
        for (const items::RoomRow& row : items::rooms())
            if (room == QLatin1String(row.key)) m_window.enterRoom(row.room);
        m_window.showTab(key);
    });
}

/// Scenario, room and page in one step of undo.
void OverviewDesk::openExample(const QString& key, const ui::Edits& edits, const QString& page) {
    const ScenarioPreset* preset = m_session.catalog()->preset(key.toStdString());
    if (!preset) return;
    Scenario scenario = preset->scenario;
    Problems problems;
    for (const auto& [field, value] : edits) append(problems, setField(scenario, field, value));
    if (!problems.empty()) return m_window.showMessages(tr("The example was not opened."), problems);
    if (scenario.serve && scenario.serve->sloTtft) scenario.train.reset(); // of a server alone
    m_session.open(scenario, tr("Open example %1").arg(items::tableText(preset->label)));
    m_window.showTab(page);
}

} // namespace moe::app
