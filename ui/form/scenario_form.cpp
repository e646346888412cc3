// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/scenario_form.h"

#include "models/engine/scenario/validate.h"
#include "models/items/words.h"
#include "ui/form/choice_editor.h"
#include "ui/form/field_text.h"
#include "ui/form/group_section.h"
#include "ui/form/value_text.h"

#include <QCoreApplication>

namespace moe::ui {

namespace {

constexpr int kAtRest = 200; ///< ms without an edit before notches are recomputed

/// The part of a scenario that holds the field is there.
bool holdsField(const Scenario& scenario, const Field& field) {
    const OptionalSection* section = optionalSection(field.group);
    return !section || section->isPresent(scenario);
}

} // namespace

ScenarioForm::ScenarioForm(QWidget* parent, Rows rows) : QWidget(parent) {
    buildFrame();
    buildKnobs();
    if (rows == Rows::Now) buildGroups();
    buildKeys();
    m_notchTimer.setSingleShot(true);
    m_notchTimer.setInterval(kAtRest);
    connect(&m_notchTimer, &QTimer::timeout, this, &ScenarioForm::refreshVisibleNotches);
    updateColumns();
    refresh();
}

void ScenarioForm::makeRows() {
    if (!m_rows.empty()) return;
    buildGroups();
    if (m_room)
        for (GroupSection* group : m_groups) group->close();
    offerGpus();
    updateColumns();
    refresh();
    updateProblems();
    for (FieldRow* row : m_rows)
        for (const FieldRow* knob : m_knobs)
            if (&knob->field() == &row->field()) row->setLocked(knob->isLocked());
    markPointed();
}

ScenarioForm::~ScenarioForm() {
    // A box that loses the focus while it dies would still hand in its text.
    for (const auto* rows : {&m_rows, &m_knobs})
        for (FieldRow* row : *rows) row->disconnect(this);
    for (GroupSection* group : m_groups) group->disconnect(this);
}

const Catalog& ScenarioForm::catalog() const {
    static const Catalog empty;
    return m_catalog ? *m_catalog : empty;
}

void ScenarioForm::setCatalog(const CatalogPtr& catalog) {
    m_catalog = catalog;
    offerGpus();
    refresh();
}

void ScenarioForm::offerGpus() {
    if (const FieldRow* row = rowOf("gpu.preset")) {
        std::vector<std::pair<std::string, std::string>> choices;
        for (const GpuSpec& gpu : this->catalog().gpus) choices.emplace_back(gpu.key, gpu.label);
        auto* editor = static_cast<ChoiceEditor*>(row->editor());
        editor->setAction(tr("Edit or add a GPU…"));
        editor->setChoices(choices);
        connect(editor, &ChoiceEditor::actionChosen, this, &ScenarioForm::machinesRequested,
                Qt::UniqueConnection);
    }
}

void ScenarioForm::setScenario(const Scenario& scenario, const Scenario& base) {
    if (scenario == m_scenario && base == m_base) return;
    m_scenario = scenario;
    m_base = base;
    refresh();
}

void ScenarioForm::setProblems(const Problems& problems) {
    if (problems == m_problems) return;
    m_problems = problems;
    updateProblems();
}

void ScenarioForm::refresh() {
    for (FieldRow* row : m_rows) refreshRow(row);
    for (FieldRow* row : m_knobs) refreshRow(row);
    for (GroupSection* group : m_groups) {
        if (const OptionalSection* section = group->section()) {
            const bool present = section->isPresent(m_scenario);
            group->setPresent(present, present != section->isPresent(m_base));
        }
        group->updateMore();
    }
    arrange();
    m_notchTimer.start();
}

void ScenarioForm::setDerived(const std::vector<FieldValue>& derived) {
    if (derived == m_derived) return;
    m_derived = derived;
    for (FieldRow* row : m_rows) refreshRow(row);
    for (FieldRow* row : m_knobs) refreshRow(row);
}

void ScenarioForm::refreshRow(FieldRow* row) {
    const Field& field = row->field();
    EditorState state{.value = field.get(m_scenario), .derived = {}, .anchor = {}};
    const FieldValue base = field.get(m_base);
    if (const double* number = std::get_if<double>(&base)) state.anchor = *number;
    // Rows stand by group, values in the order of fields().
    const auto place = static_cast<std::size_t>(&field - fields().data());
    if (holdsField(m_scenario, field) && place < m_derived.size()) state.derived = m_derived[place];
    // A part the base does not have is new as a whole, and says so in its heading.
    const bool comparable = holdsField(m_base, field) && holdsField(m_scenario, field);
    const bool changed = comparable && state.value != base;
    row->showState(state, changed, changed);
}

void ScenarioForm::take(FieldRow* row, const FieldValue& value, Motion motion) {
    if (motion == Motion::Drop && !m_gestures.isDragging()) return;
    Scenario next = m_scenario;
    if (!row->field().set(next, value)) {
        row->setRefusal(tr("must be: %1").arg(items::tableText(row->field().help).chopped(1)));
        return;
    }
    if (next == m_scenario && motion != Motion::Drop) return;
    const int gesture = m_gestures.next(row, motion);
    apply(std::move(next));
    const QString shown = valueText(row->field(), value, locale());
    emit edited(m_scenario,
                QStringLiteral("%1 → %2").arg(fieldLabel(row->field()), shown.isEmpty() ? tr("auto") : shown),
                gesture, motion == Motion::Drag);
}

void ScenarioForm::reset(FieldRow* row) {
    Scenario next = m_scenario;
    if (!row->field().set(next, row->field().get(m_base)) || next == m_scenario) return;
    const int gesture = m_gestures.next(row, Motion::Typed);
    apply(std::move(next));
    emit edited(m_scenario, tr("Reset %1").arg(fieldLabel(row->field())), gesture, false);
}

void ScenarioForm::changeSection(GroupSection* group, bool add) {
    const OptionalSection* section = group->section();
    if (!section || section->isPresent(m_scenario) == add) return;
    Scenario next = m_scenario;
    if (add)
        addSection(next, section->section, m_base, catalog());
    else
        removeSection(next, section->section);
    const int gesture = m_gestures.next(group, Motion::Typed);
    apply(std::move(next));
    emit edited(m_scenario, items::tableText(add ? section->add : section->remove), gesture, false);
}

void ScenarioForm::addPart(Section section) {
    makeRows();
    for (GroupSection* group : m_groups)
        if (group->section() && group->section()->section == section) changeSection(group, true);
}

void ScenarioForm::apply(Scenario next) {
    m_scenario = std::move(next);
    refresh();
}

void ScenarioForm::follow(const QString& link) {
    static const QString kSet = QStringLiteral("set:");
    if (!link.startsWith(kSet)) return revealKey(link);
    const QString key = link.section(QLatin1Char('='), 0, 0).mid(kSet.size());
    makeRows();
    FieldRow* row = rowOf(key.toStdString());
    if (!row) return;
    const ParsedField value = parseField(row->field(), link.section(QLatin1Char('='), 1).toStdString());
    if (value.rule.empty()) take(row, value.value, Motion::Typed);
}

void ScenarioForm::refreshNotches(FieldRow* row) {
    if (row->field().scale != Scale::Divisor) return;
    row->editor()->setNotches(validNotches(m_scenario, catalog(), row->field().key));
}

void ScenarioForm::refreshVisibleNotches() {
    if (m_gestures.isDragging()) return; // the held slider keeps the notches it started with
    for (const auto* rows : {&m_rows, &m_knobs})
        for (FieldRow* row : *rows)
            if (row->isVisible()) refreshNotches(row);
}

void ScenarioForm::updateProblems() {
    for (const auto* rows : {&m_rows, &m_knobs})
        for (FieldRow* row : *rows) {
            QStringList sentences, html;
            for (const Problem& problem : m_problems) {
                if (problem.key != row->field().key) continue;
                sentences << problemSentence(problem, locale());
                html << problemHtml(problem, locale(), palette().color(QPalette::Link));
            }
            row->setProblem(sentences.join(QLatin1Char(' ')), html.join(QLatin1Char(' ')));
        }
    updateHiddenProblems();
}

} // namespace moe::ui
