// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/compare_tab.h"

#include "app/files/catalog_loader.h"
#include "app/files/file_chooser.h"
#include "app/files/file_kinds.h"
#include "app/files/save_file.h"
#include "models/engine/scenario/fields.h"
#include "models/items/words.h"
#include "ui/compare/compare_view.h"
#include "ui/pins/pin_panel.h"
#include "ui/window/room_pages.h"

#include <QFileInfo>

#include <algorithm>

namespace moe::app {

namespace {

/// The preset a scenario began as, where the base is another one's.
const Scenario& beganAs(const Scenario& scenario, const Session& session) {
    if (scenario.name == session.base().name) return session.base();
    const auto& presets = session.catalog()->presets;
    const auto preset = std::find_if(presets.begin(), presets.end(), [&](const ScenarioPreset& one) {
        return one.scenario.name == scenario.name;
    });
    return preset == presets.end() ? scenario : preset->scenario;
}

/// "Mixtral 8x7B": as it was opened; else with what was changed, the first two knobs.
std::string pinName(const Scenario& scenario, const Scenario& base) {
    constexpr int kNamed = 2;
    std::string name = scenario.name.empty() ? "Scenario" : scenario.name;
    int changed = 0;
    for (const Field& field : fields()) {
        const FieldValue value = field.get(scenario);
        if (value == field.get(base) || ++changed > kNamed) continue;
        const std::string text = fieldText(value);
        name += std::string(changed == 1 ? " · " : ", ") + field.label + " " + (text.empty() ? "auto" : text);
    }
    return changed > kNamed ? name + ", …" : name;
}

} // namespace

CompareTab::CompareTab(ui::MainWindow& window, Session& session, QObject* parent)
    : QObject(parent), m_window(window), m_session(session) {
    m_job.setCatalog(session.catalog());
    connect(&session, &Session::catalogChanged, this, [this] { m_job.setCatalog(m_session.catalog()); });
    connect(&session, &Session::scenarioChanged, this, [this] { m_job.setSide(m_session.side()); });
    connect(&session, &Session::pinsChanged, this, [this] { m_job.setPins(m_session.pins()); });
    connect(&m_job, &CompareJob::problems, &window, &ui::MainWindow::showOpening);
    connect(&m_job, &CompareJob::entriesRead, this, &CompareTab::pinEntries);
    connect(&m_job, &CompareJob::columnsChanged, this, &CompareTab::showPins);
    m_window.views().withEachView(this, [this](ui::ReportView& made) {
        if (auto* compare = qobject_cast<ui::CompareView*>(&made)) connectCompare(compare);
    });
    connectPins();
}

void CompareTab::connectCompare(ui::CompareView* compare) {
    connect(compare, &ui::CompareView::addRequested, this, [this] {
        chooseFiles(&m_window, tr("Add scenarios or logs"),
                    tr("All files (*);;Scenarios, logs and figures (%1)")
                        .arg(fileEndings({FileDoor::Scenario, FileDoor::Model, FileDoor::Log})),
                    [this](const QStringList& paths) { addOnly(paths); });
    });
    connect(compare, &ui::CompareView::filesDropped, this, &CompareTab::addOnly);
    connect(compare, &ui::CompareView::removeRequested, this, &CompareTab::removePin);
    connect(compare, &ui::CompareView::calibrateRequested, &m_job, &CompareJob::calibrate);
    connect(&m_job, &CompareJob::columnsChanged, compare, &ui::CompareView::setColumns);
    compare->setColumns(m_job.columns());
    connect(&m_job, &CompareJob::calibrated, compare, &ui::CompareView::showCalibration);
    connect(this, &CompareTab::presetLoaded, compare,
            [compare](const QString& path) { compare->presetSaved(QFileInfo(path).fileName()); });
    connect(compare, &ui::CompareView::savePresetRequested, this,
            [this](const QString& key, const QByteArray& yaml) {
                chooseNewFile(&m_window, tr("Save GPU preset"), key + QStringLiteral(".yaml"),
                              tr("GPU preset (*.yaml *.yml)"),
                              [this, yaml](const QString& path) { savePreset(path, yaml); });
            });
}

void CompareTab::connectPins() {
    m_window.on(ui::Request::Pin, this, &CompareTab::pinScenario);
    connect(&m_window, &ui::MainWindow::pinOtherRequested, this, &CompareTab::pinOther);
    connect(&m_window, &ui::MainWindow::baseChosen, this, [this](const QString& key) {
        if (const ScenarioPreset* preset = m_session.catalog()->preset(key.toStdString()))
            m_session.setBase(preset->scenario, false, tr("base: %1").arg(items::tableText(preset->label)));
    });
    ui::PinPanel& panel = m_window.pins();
    connect(&panel, &ui::PinPanel::removeRequested, this, &CompareTab::removePin);
    connect(&panel, &ui::PinPanel::useRequested, this, [this](int index) {
        const Pin& pin = m_session.pins()[static_cast<std::size_t>(index)];
        m_session.edit(pin.entry->content.scenario, tr("use %1").arg(QString::fromStdString(pin.name)));
    });
    connect(&panel, &ui::PinPanel::baseRequested, this, [this](int index) {
        if (index < 0) return m_session.setBase(m_session.scenario(), false, tr("base: this scenario"));
        const Pin& pin = m_session.pins()[static_cast<std::size_t>(index)];
        m_session.setBase(pin.entry->content.scenario, true,
                          tr("base: %1").arg(QString::fromStdString(pin.name)));
    });
    connect(&panel, &ui::PinPanel::renamed, this, [this](int index, const QString& name) {
        changePin(index, tr("rename %1").arg(name), [&](Pin& pin) { pin.name = name.toStdString(); });
    });
    connect(&panel, &ui::PinPanel::noted, this, [this](int index, const QString& note) {
        changePin(index, tr("note"), [&](Pin& pin) { pin.note = note.toStdString(); });
    });
}

void CompareTab::addOnly(const QStringList& paths) {
    m_window.clearOpening();
    add(paths);
}

void CompareTab::add(const QStringList& paths) {
    m_window.showTab(QStringLiteral("compare"));
    m_job.read(paths);
}

void CompareTab::pinScenario() {
    if (!m_session.problems().empty())
        return m_window.showMessages(tr("A scenario that breaks a rule cannot be pinned."),
                                     m_session.problems());
    const Scenario& scenario = m_session.scenario();
    pinEntries({std::make_shared<const CompareEntry>(
        CompareEntry{{}, pinName(scenario, beganAs(scenario, m_session)), {scenario, {}, {}}, {}})});
}

void CompareTab::pinOther(const Scenario& scenario, const QString& name) {
    pinEntries(
        {std::make_shared<const CompareEntry>(CompareEntry{{}, name.toStdString(), {scenario, {}, {}}, {}})});
}

void CompareTab::pinEntries(const std::vector<EntryPtr>& entries) {
    PinList pins = m_session.pins();
    for (const EntryPtr& entry : entries)
        pins.push_back({freeMark(pins), entry->name, entry->content.scenario.note, entry});
    const QString name = QString::fromStdString(entries.front()->name);
    m_session.setPins(std::move(pins),
                      entries.size() == 1 ? tr("pin %1").arg(name) : tr("pin %1 files").arg(entries.size()));
}

void CompareTab::removePin(int index) {
    PinList pins = m_session.pins();
    if (index < 0 || index >= static_cast<int>(pins.size())) return;
    const QString name = QString::fromStdString(pins[static_cast<std::size_t>(index)].name);
    pins.erase(pins.begin() + index);
    m_session.setPins(std::move(pins), tr("remove pin %1").arg(name));
}

void CompareTab::changePin(int index, const QString& what, const std::function<void(Pin&)>& change) {
    PinList pins = m_session.pins();
    if (index < 0 || index >= static_cast<int>(pins.size())) return;
    change(pins[static_cast<std::size_t>(index)]);
    m_session.setPins(std::move(pins), what);
}

void CompareTab::showPins(const std::vector<ColumnPtr>& columns) {
    std::vector<ui::PinMark> marks;
    QHash<int, std::vector<Measured>> measured;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const Pin& pin = m_session.pins()[i];
        ui::PinMark mark{static_cast<std::size_t>(pin.mark),
                         QString::fromStdString(pin.name),
                         QString::fromStdString(pin.note),
                         pin.entry->path,
                         nullptr,
                         !pin.entry->content.measured.empty()};
        // The report lives in its column.
        if (columns[i]) mark.report = ReportPtr(columns[i], &columns[i]->report);
        if (mark.log) measured.insert(pin.mark, pin.entry->content.measured);
        marks.push_back(std::move(mark));
    }
    m_window.views().setMeasured(measured);
    m_window.setPins(marks);
}

void CompareTab::savePreset(const QString& path, const QByteArray& yaml) {
    const Problems problems = saveFile(path, yaml);
    if (!problems.empty()) return m_window.showMessages(tr("The GPU preset was not saved."), problems);
    LoadOutcome loaded = loadTables({path}, m_session.catalog());
    if (!loaded.problems.empty())
        return m_window.showMessages(tr("The GPU preset was saved, but could not be read back."),
                                     loaded.problems);
    m_session.setCatalog(loaded.catalog);
    emit presetLoaded(path);
}

} // namespace moe::app
