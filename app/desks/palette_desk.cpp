// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/palette_desk.h"

#include "app/work/palette_outcome.h"
#include "models/items/words.h"
#include "ui/form/room_knobs.h"
#include "ui/views/view_list.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>

namespace moe::app {

using items::PaletteEntry;
using items::PaletteKind;

static constexpr const char *kGpu = "gpu:", *kRecent = "palette/recent";

PaletteDesk::PaletteDesk(ui::MainWindow& window, Session& session)
    : QObject(&window), m_window(window), m_session(session), m_palette(new ui::CommandPalette(&window)) {
    window.on(ui::Request::Palette, this, &PaletteDesk::open);
    connect(m_palette, &ui::CommandPalette::chosen, this, &PaletteDesk::take);
    connect(m_palette, &ui::CommandPalette::outcomesWanted, this, &PaletteDesk::evaluate);
    connect(m_palette, &ui::CommandPalette::closed, &m_job, &PassesJob::cancel);
    connect(m_palette, &ui::CommandPalette::closed, this,
            [this] { QSettings().setValue(QLatin1String(kRecent), m_palette->recent()); });
    m_palette->setRecent(QSettings().value(QLatin1String(kRecent)).toStringList());
    connect(&session, &Session::scenarioChanged, m_palette,
            [this] { m_palette->setScenario(m_session.scenario(), m_session.derived()); });
    connect(m_palette, &ui::CommandPalette::editsChosen, this,
            [this](const ui::Edits& edits, const QString& what, bool pinned) {
                if (!pinned) return m_window.applyEdits(edits, what, -1);
                Scenario other = m_session.scenario();
                Problems problems;
                for (const auto& [key, value] : edits) append(problems, setField(other, key, value));
                if (problems.empty()) emit m_window.pinOtherRequested(other, what);
            });
}

void PaletteDesk::open() {
    m_palette->setEntries(entries());
    m_palette->setScenario(m_session.scenario(), m_session.derived());
    const QWidget* centre = m_window.centralWidget();
    m_palette->open(QRect(centre->mapTo(&m_window, QPoint()), centre->size()));
}

std::vector<PaletteEntry> PaletteDesk::entries() {
    QStringList room;
    for (const std::string& key : ui::knobsOf(m_window.room(), m_session.scenario()))
        room << QString::fromStdString(key);
    std::vector<PaletteEntry> all = items::knobEntries(m_session.scenario(), room);
    for (const ui::ViewRow* row : ui::viewsOf(shownSide(m_session.shown())))
        all.push_back({PaletteKind::Picture, QLatin1String(row->key), items::tableText(row->title),
                       QLatin1String(row->title)});
    for (const ScenarioPreset& preset : m_session.catalog()->presets)
        all.push_back({PaletteKind::Model, QString::fromStdString(preset.key), items::tableText(preset.label),
                       QString::fromStdString(preset.label)});
    for (const GpuSpec& gpu : m_session.catalog()->gpus)
        all.push_back({PaletteKind::Model, QLatin1String(kGpu) + QString::fromStdString(gpu.key),
                       items::tableText(gpu.label), QString::fromStdString(gpu.label),
                       items::Words::tr("the scenario's GPU")});
    m_actions.clear();
    for (const QAction* top : m_window.menuBar()->actions())
        if (top->menu()) addMenu(all, *top->menu(), PaletteKind::Command);
    return all;
}

void PaletteDesk::addMenu(std::vector<PaletteEntry>& all, const QMenu& menu, PaletteKind kind) {
    for (QAction* action : menu.actions()) {
        if (const QMenu* below = action->menu()) {
            // Presets stand among the models.
            if (below->objectName() != QLatin1String("presets"))
                addMenu(all, *below,
                        below->objectName() == QLatin1String("lessons") ? PaletteKind::Lesson : kind);
            continue;
        }
        if (action->isSeparator() || !action->isEnabled() || !action->isVisible() || action->text().isEmpty())
            continue;
        PaletteEntry entry;
        entry.kind = kind;
        entry.key =
            QStringLiteral("action:%1:%2").arg(m_actions.size()).arg(action->text().remove(QLatin1Char('&')));
        entry.name = action->text().remove(QLatin1Char('&'));
        entry.shortcut = action->shortcut().toString(QKeySequence::NativeText);
        all.push_back(std::move(entry));
        m_actions << action;
    }
}

void PaletteDesk::take(const PaletteEntry& entry) {
    switch (entry.kind) {
    case PaletteKind::RoomKnob:
    case PaletteKind::Knob: return m_window.showKnob(entry.key);
    case PaletteKind::Picture: return m_window.showTab(entry.key);
    case PaletteKind::Model:
        if (entry.key.startsWith(QLatin1String(kGpu)))
            return m_window.applyEdits({{"gpu.preset", entry.key.mid(4).toStdString()}}, entry.name, -1);
        emit m_window.presetChosen(entry.key);
        return;
    case PaletteKind::Documentation: emit m_window.documentationRequested(entry.key); return;
    case PaletteKind::Pin: return;
    case PaletteKind::Lesson:
    case PaletteKind::Command: break;
    }
    const int index = entry.key.section(QLatin1Char(':'), 1).toInt();
    if (index >= 0 && index < m_actions.size() && m_actions[index]) m_actions[index]->trigger();
}

void PaletteDesk::evaluate(const std::vector<ui::Edits>& all) {
    m_job.start({[this, all, scenario = m_session.scenario(), catalog = m_session.catalog()](
                     const std::stop_token& stop, const Progress&) -> std::function<void()> {
                    std::vector<std::pair<ui::Edits, ui::PaletteOutcome>> found;
                    for (const ui::Edits& edits : all) {
                        if (stop.stop_requested()) break;
                        found.emplace_back(edits, paletteOutcome(scenario, *catalog, edits));
                    }
                    return [this, found, scenario] {
                        if (!(scenario == m_session.scenario())) return;
                        for (const auto& [edits, outcome] : found) m_palette->setOutcome(edits, outcome);
                    };
                }},
                {}, PassesJob::Newer::Stops);
}

} // namespace moe::app
