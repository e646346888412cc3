// SPDX-License-Identifier: GPL-3.0-or-later
// How the form is put together, found through and fitted to its width.

#include "models/items/words.h"
#include "ui/form/field_text.h"
#include "ui/form/group_section.h"
#include "ui/form/quantity_box.h"
#include "ui/form/row_label.h"
#include "ui/form/scenario_form.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {

namespace {
/// On a slider shorter than this a pixel is more than a hundredth of the way: labels go above.
constexpr int kSliderRoom = 120;
constexpr int kRowEdges = 12; ///< what a row keeps free at both ends
} // namespace

void ScenarioForm::buildFrame() {
    m_filter = new QLineEdit(this);
    m_filter->setPlaceholderText(tr("Filter parameters…  (Ctrl+F)"));
    m_filter->setAccessibleName(tr("Filter parameters"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setObjectName(QStringLiteral("filter"));
    m_hiddenProblems = new WarningLabel(this);
    m_hiddenProblems->setAccessibleName(tr("Problems in rows that are not shown"));
    m_hiddenProblems->hide();
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);

    auto* content = new QWidget(m_scroll);
    auto* lines = new QVBoxLayout(content);
    lines->setContentsMargins(0, 0, 2, 4);
    lines->setSpacing(3);
    m_noMatch = new QLabel(content);
    m_noMatch->setWordWrap(true);
    m_noMatch->setMargin(8);
    m_noMatch->hide();
    lines->addWidget(m_noMatch);
    lines->addStretch(1);
    m_scroll->setWidget(content);

    m_top = new QWidget(this);
    m_toKnobs = new QToolButton(m_top);
    m_toKnobs->setText(QStringLiteral("◂"));
    m_toKnobs->setAutoRaise(true);
    m_toKnobs->setToolTip(tr("The knobs of the room alone (Ctrl+Shift+F)"));
    m_toKnobs->setAccessibleName(tr("Knobs of the room"));
    m_toKnobs->hide(); // until there is a room
    connect(m_toKnobs, &QToolButton::clicked, this, &ScenarioForm::showKnobs);
    auto* top = new QHBoxLayout(m_top);
    top->setContentsMargins(0, 0, 4, 0);
    top->addWidget(m_toKnobs);
    top->addWidget(m_filter);
    m_short = new QScrollArea(this);
    m_short->setFrameShape(QFrame::NoFrame);
    m_short->setWidgetResizable(true);
    m_short->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_short->setFocusPolicy(Qt::NoFocus);
    m_short->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_top);
    column->addWidget(m_hiddenProblems);
    column->addWidget(m_short, 1);
    column->addWidget(m_scroll, 1);

    connect(m_filter, &QLineEdit::textChanged, this, &ScenarioForm::applyFilter);
    connect(m_filter, &QLineEdit::returnPressed, this, &ScenarioForm::focusBestMatch);
    connect(m_hiddenProblems, &QLabel::linkActivated, this, &ScenarioForm::follow);
    auto* clear = new QShortcut(Qt::Key_Escape, m_filter, nullptr, nullptr, Qt::WidgetShortcut);
    connect(clear, &QShortcut::activated, m_filter, &QLineEdit::clear);
}

void ScenarioForm::buildGroups() {
    const std::vector<QChar> letters = rowLetters();
    // Tab goes through widgets as they were made: each group's rows right after it.
    for (const std::string& name : fieldGroups()) {
        GroupSection* group = newGroup(name);
        for (std::size_t i = 0; i < fields().size(); ++i)
            if (fields()[i].group == name) addRow(*group, fields()[i], letters[i]);
    }
}

GroupSection* ScenarioForm::newGroup(const std::string& name) {
    auto* lines = static_cast<QVBoxLayout*>(m_scroll->widget()->layout());
    auto* group = new GroupSection(name, m_scroll->widget());
    m_groups.push_back(group);
    lines->insertWidget(lines->count() - 1, group);
    connect(group, &GroupSection::addRequested, this, [this, group] { changeSection(group, true); });
    connect(group, &GroupSection::removeRequested, this, [this, group] { changeSection(group, false); });
    connect(group, &GroupSection::headingLeft, this, &ScenarioForm::stepHeading);
    connect(group, &GroupSection::rowsShownChanged, this, [this] {
        updateHiddenProblems();
        m_notchTimer.start();
    });
    return group;
}

void ScenarioForm::addRow(GroupSection& group, const Field& field, QChar letter) {
    auto* row = new FieldRow(field, m_scroll->widget());
    row->setMnemonic(letter);
    m_rows.push_back(row);
    group.addRow(row);
    connectRow(row);
}

void ScenarioForm::connectRow(FieldRow* row) {
    connect(row, &FieldRow::edited, this,
            [this, row](const FieldValue& value, Motion motion) { take(row, value, motion); });
    connect(row, &FieldRow::resetRequested, this, [this, row] { reset(row); });
    connect(row, &FieldRow::linkActivated, this, &ScenarioForm::follow);
    connect(row, &FieldRow::notchesNeeded, this, [this, row] { refreshNotches(row); });
    connect(row, &FieldRow::lockToggled, this, [this, row](bool locked) {
        for (const auto* rows : {&m_rows, &m_knobs})
            for (FieldRow* other : *rows)
                if (&other->field() == &row->field()) other->setLocked(locked);
        emit locksChanged();
    });
}

void ScenarioForm::buildKeys() {
    const auto onKey = [this](const QKeySequence& key, const auto& act) {
        auto* shortcut = new QShortcut(key, this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, act);
    };
    onKey(QKeySequence(Qt::CTRL | Qt::Key_PageUp), [this] { stepHeading(-1); });
    onKey(QKeySequence(Qt::CTRL | Qt::Key_PageDown), [this] { stepHeading(1); });
    const auto focused = [this]() -> FieldRow* {
        for (const auto* rows : {&m_rows, &m_knobs})
            for (FieldRow* row : *rows)
                if (row->isAncestorOf(QApplication::focusWidget())) return row;
        return nullptr;
    };
    onKey(QKeySequence(Qt::SHIFT | Qt::Key_Escape), [focused] {
        if (FieldRow* row = focused()) row->resetByKey();
    });
    onKey(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), [focused] {
        if (FieldRow* row = focused()) emit row->lockToggled(!row->isLocked());
    });
}

void ScenarioForm::stepHeading(int direction) {
    std::vector<GroupSection*> shown;
    int here = -1;
    for (GroupSection* group : m_groups) {
        if (!group->isVisible()) continue;
        if (group->isAncestorOf(QApplication::focusWidget())) here = int(shown.size());
        shown.push_back(group);
    }
    // From a row, back is to the heading over it; from the filter, to the last one.
    if (here < 0 && direction < 0) here = int(shown.size());
    const bool own =
        direction < 0 && here >= 0 && here < int(shown.size()) && !shown[here]->headingHasFocus();
    const int next = own ? here : here + direction;
    if (next < 0 || next >= int(shown.size())) return;
    shown[next]->focusHeading();
    m_scroll->ensureWidgetVisible(QApplication::focusWidget(), 0, 24);
}

FieldRow* ScenarioForm::rowOf(std::string_view key) const {
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](FieldRow* row) { return key == row->field().key; });
    return found == m_rows.end() ? nullptr : *found;
}

GroupSection* ScenarioForm::groupOf(const FieldRow* row) const {
    const auto holds = [&](GroupSection* group) {
        return std::find(group->rows().begin(), group->rows().end(), row) != group->rows().end();
    };
    return *std::find_if(m_groups.begin(), m_groups.end(), holds);
}

void ScenarioForm::focusBestMatch() {
    FieldRow* best = nullptr;
    const QString filter = m_filter->text();
    const auto rank = [&](const FieldRow& row) {
        // A row of a part that is absent has only its "Add" button.
        constexpr int kAbsent = 10;
        return filterRank(row.field(), filter) + (groupOf(&row)->shows(row) ? 0 : kAbsent);
    };
    for (FieldRow* row : m_rows) {
        const bool offered =
            filter.trimmed().isEmpty() ? groupOf(row)->shows(*row) : matchesFilter(row->field(), filter);
        if (offered && (!best || rank(*row) < rank(*best))) best = row;
    }
    if (best) focusRow(*best);
}

void ScenarioForm::applyFilter(const QString& text) {
    int matches = 0;
    for (GroupSection* group : m_groups) matches += group->setFilter(text);
    m_noMatch->setText(tr("No parameter matches “%1”.").arg(text.trimmed()));
    m_noMatch->setVisible(matches == 0);
    m_scroll->verticalScrollBar()->setValue(0);
}

void ScenarioForm::focusFilter() {
    showAll();
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ScenarioForm::clearFilter() {
    m_filter->clear();
}

void ScenarioForm::revealKey(const QString& key) {
    if (FieldRow* knob = shownKnob(key.toStdString())) {
        m_short->ensureWidgetVisible(knob);
        return knob->focusEditor();
    }
    makeRows();
    FieldRow* row = rowOf(key.toStdString());
    if (!row) return;
    if (!m_all) showAll();
    GroupSection* group = groupOf(row);
    if (!m_filter->text().isEmpty() && !matchesFilter(row->field(), m_filter->text())) m_filter->clear();
    group->reveal(*row);
    focusRow(*row);
}

void ScenarioForm::markPointed() {
    for (const auto* rows : {&m_rows, &m_knobs})
        for (FieldRow* row : *rows) {
            const bool among = m_pointed.contains(QString::fromUtf8(row->field().key));
            row->setPointed(among && !m_pointedHidden);
            row->setVeiled(among && m_pointedHidden);
        }
}

void ScenarioForm::pointAt(const QStringList& keys, bool hidden) {
    m_pointed = keys;
    m_pointedHidden = hidden;
    markPointed();
    if (keys.isEmpty() || hidden) return;
    const std::string first = keys.front().toStdString();
    if (FieldRow* knob = shownKnob(first)) return m_short->ensureWidgetVisible(knob);
    makeRows();
    FieldRow* row = rowOf(first);
    if (!row) return;
    if (!m_all) showAll();
    GroupSection* group = groupOf(row);
    if (!m_filter->text().isEmpty() && !matchesFilter(row->field(), m_filter->text())) m_filter->clear();
    group->reveal(*row);
    QWidget* target = group->shows(*row) ? static_cast<QWidget*>(row) : group;
    QTimer::singleShot(0, target, [this, target] { m_scroll->ensureWidgetVisible(target, 0, 24); });
}

void ScenarioForm::focusRow(FieldRow& row) {
    GroupSection* group = groupOf(&row);
    const bool shown = group->shows(row);
    if (shown) {
        row.focusEditor();
    } else {
        group->focusHeader();
    }
    // Rows that were hidden have no place before the layout has run.
    QWidget* target = shown ? static_cast<QWidget*>(&row) : group;
    QTimer::singleShot(0, target, [this, target] { m_scroll->ensureWidgetVisible(target, 0, 24); });
}

void ScenarioForm::updateHiddenProblems() {
    QStringList sentences;
    for (const Problem& problem : m_problems) {
        const FieldRow* row = rowOf(problem.key);
        if (m_all ? row && groupOf(row)->shows(*row) : shownKnob(problem.key) != nullptr) continue;
        QString sentence = problemHtml(problem, locale(), palette().color(QPalette::Link));
        // Rich text takes link colours from the application, not from this widget.
        if (row || (m_rows.empty() && findField(problem.key)))
            sentence += QStringLiteral(" <a href=\"%1\" style=\"color:%2\">%3</a>")
                            .arg(QString::fromStdString(problem.key), palette().color(QPalette::Link).name(),
                                 tr("Show"));
        sentences << sentence;
    }
    m_hiddenProblems->setText(sentences.join(QStringLiteral("<br>")));
    m_hiddenProblems->setVisible(!sentences.isEmpty());
}

void ScenarioForm::updateColumns() {
    RowColumns columns;
    columns.box = QuantityBox::widthFor(*this);
    columns.line = QuantityBox::heightFor(*this);
    columns.slider = style()->pixelMetric(QStyle::PM_SliderThickness, nullptr, this);
    columns.label = 0;
    if (m_knobs.empty()) return; // not built yet
    columns.reset = m_knobs.front()->resetWidth();
    for (const FieldRow* row : m_rows) {
        if (row->field().everyday) columns.label = std::max(columns.label, row->labelWidth());
    }
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_scroll->verticalScrollBar());
    const int room = width() - 6 - bar - kRowEdges - columns.box - columns.reset - 2 * columns.gap;
    columns.stacked = room - columns.label < kSliderRoom;
    if (columns == m_columns && (m_rows.empty() || m_columned)) return;
    m_columns = columns;
    m_columned = !m_rows.empty();
    for (FieldRow* row : m_rows) row->setColumns(columns);
    columns.stacked = columns.above = true;
    for (FieldRow* row : m_knobs) row->setColumns(columns);
}

void ScenarioForm::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateColumns();
}

void ScenarioForm::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) updateColumns();
    if (event->type() == QEvent::LocaleChange) updateProblems();
    if (event->type() == QEvent::PaletteChange) updateProblems();
}

std::vector<std::string> ScenarioForm::lockedKeys() const {
    std::vector<std::string> keys;
    for (const FieldRow* row : m_rows.empty() ? m_knobs : m_rows)
        if (row->isLocked()) keys.emplace_back(row->field().key);
    return keys;
}

void ScenarioForm::setLockedKeys(const std::vector<std::string>& keys) {
    if (!keys.empty()) makeRows();
    for (const auto* rows : {&m_rows, &m_knobs})
        for (FieldRow* row : *rows)
            row->setLocked(std::find(keys.begin(), keys.end(), row->field().key) != keys.end());
}

} // namespace moe::ui
