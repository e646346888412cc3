// SPDX-License-Identifier: GPL-3.0-or-later
// The few knobs that the form of a room opens with.

#include "models/items/words.h"
#include "ui/form/field_text.h"
#include "ui/form/group_section.h"
#include "ui/form/room_knobs.h"
#include "ui/form/scenario_form.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {

/// Taken: File, Edit, View, Scenario, Data, Help; Again, Back and Next of a lesson.
std::vector<QChar> ScenarioForm::rowLetters() {
    return mnemonics(fields(), tr("fevsdhabn", "mnemonic letters of the menus and lessons"));
}

/// One row for every knob that some room opens with; which of them are seen is the room's.
void ScenarioForm::buildKnobs() {
    auto* content = new QWidget(m_short);
    auto* lines = new QVBoxLayout(content);
    lines->setContentsMargins(0, 4, 2, 4);
    lines->setSpacing(3);
    m_heading = new QLabel(content);
    m_heading->setMargin(5);
    QFont bold = font();
    bold.setBold(true);
    m_heading->setFont(bold);
    lines->addWidget(m_heading);
    const std::vector<QChar> letters = rowLetters();
    for (const RoomKnob& knob : roomKnobs()) {
        const Field& field = *findField(knob.key);
        auto* row = new FieldRow(field, content);
        row->setObjectName(QStringLiteral("knob:") + QLatin1String(knob.key));
        row->setMnemonic(letters[std::size_t(&field - fields().data())]);
        m_knobs.push_back(row);
        lines->addWidget(row);
        connectRow(row);
    }
    m_toAll = new QPushButton(tr("All %1 knobs ▸").arg(fields().size()), content);
    m_toAll->setToolTip(tr("Every knob, in groups, with a filter (Ctrl+F)"));
    connect(m_toAll, &QPushButton::clicked, this, &ScenarioForm::focusFilter);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(6, 8, 6, 4);
    foot->addWidget(m_toAll);
    foot->addStretch(1);
    lines->addLayout(foot);
    lines->addStretch(1);
    m_short->setWidget(content);
}

void ScenarioForm::setRoom(items::Room room) {
    const bool first = !m_room;
    m_room = room;
    if (first)
        for (GroupSection* group : m_groups) group->close();
    if (first || !m_all) showKnobs();
    arrange();
}

/// Which of the knobs are seen.
void ScenarioForm::arrange() {
    if (!m_room) return;
    const std::vector<std::string> keys = knobsOf(*m_room, m_scenario);
    for (FieldRow* row : m_knobs)
        row->setVisible(std::find(keys.begin(), keys.end(), row->field().key) != keys.end());
    m_heading->setText(
        tr("%1: %n knobs", nullptr, int(keys.size())).arg(items::tableText(items::roomRow(*m_room).title)));
    m_heading->setVisible(!keys.empty());
    m_toKnobs->setVisible(!keys.empty());
}

void ScenarioForm::showKnobs() {
    if (!m_room) return;
    m_all = false;
    m_top->hide();
    m_scroll->hide();
    m_short->show();
    updateHiddenProblems();
    m_notchTimer.start();
}

void ScenarioForm::showAll() {
    makeRows();
    m_all = true;
    m_short->hide();
    m_top->show();
    m_scroll->show();
    updateHiddenProblems();
    m_notchTimer.start();
}

/// Of the few knobs, while they are what is shown.
FieldRow* ScenarioForm::shownKnob(std::string_view key) const {
    if (m_all) return nullptr;
    for (FieldRow* row : m_knobs)
        if (key == row->field().key && row->isVisibleTo(m_short->widget())) return row;
    return nullptr;
}

} // namespace moe::ui
