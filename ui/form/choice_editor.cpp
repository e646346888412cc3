// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/choice_editor.h"

#include "models/items/choice_label.h"
#include "models/items/plain_tip.h"
#include "ui/form/value_text.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QSignalBlocker>

namespace moe::ui {

ChoiceEditor::ChoiceEditor(const Field& field, QWidget* parent)
    : FieldEditor(field, parent), m_box(new QComboBox(this)) {
    m_box->setAccessibleName(label());
    // On Unix a combo box is announced by its value; its name is that of a label beside it, in the same
    // parent.
    auto* name = new QLabel(label(), this);
    name->setBuddy(m_box);
    name->hide();
    m_box->setFocusPolicy(Qt::StrongFocus);
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(4);
    m_box->installEventFilter(this);
    std::vector<std::pair<std::string, std::string>> choices;
    for (const std::string& choice : field.choices)
        choices.emplace_back(choice, items::choiceLabel(choice).toStdString());
    if (field.kind == FieldKind::Flag)
        choices = {{"true", tr("yes").toStdString()}, {"false", tr("no").toStdString()}};
    setChoices(choices);
    connect(m_box, &QComboBox::activated, this, &ChoiceEditor::choose);
}

void ChoiceEditor::setChoices(const std::vector<std::pair<std::string, std::string>>& choices) {
    const QSignalBlocker quiet(m_box);
    m_box->clear();
    if (field().optional) m_box->addItem(tr("auto"), QStringLiteral("auto"));
    for (const auto& [value, text] : choices)
        m_box->addItem(QString::fromStdString(text), QString::fromStdString(value));
    if (!m_action.isEmpty()) {
        m_box->insertSeparator(m_box->count());
        m_box->addItem(m_action); // without data: no value
    }
    showState(m_state);
}

void ChoiceEditor::setAction(const QString& text) {
    m_action = text;
}

void ChoiceEditor::showState(const EditorState& state) {
    m_state = state;
    const QSignalBlocker quiet(m_box);
    if (field().optional) {
        const QString derived = shortText(state.derived, locale());
        m_box->setItemText(0, derived.isEmpty() ? tr("auto") : tr("auto (%1)").arg(derived));
    }
    const QString value = QString::fromStdString(fieldText(state.value));
    int index = m_box->findData(value);
    if (index < 0 && !std::holds_alternative<std::monostate>(state.value)) {
        // A name nobody knows (a file of another catalogue): shown as it is, the row says what is wrong.
        m_box->addItem(value, value);
        index = m_box->count() - 1;
    }
    m_box->setCurrentIndex(index);
    m_box->setToolTip(items::plainTip(m_box->currentText()));
}

void ChoiceEditor::choose(int index) {
    if (!m_box->itemData(index).isValid()) {
        showState(m_state);
        emit actionChosen();
        return;
    }
    const ParsedField parsed = parseField(field(), m_box->itemData(index).toString().toStdString());
    if (parsed.value != m_state.value) emit edited(parsed.value, Motion::Typed);
}

void ChoiceEditor::activate() {
    m_box->setFocus(Qt::TabFocusReason);
    m_box->showPopup();
}

QWidget* ChoiceEditor::focusTarget() const {
    return m_box;
}

void ChoiceEditor::describe(const QString& text) {
    m_box->setAccessibleDescription(text);
}

bool ChoiceEditor::eventFilter(QObject* watched, QEvent* event) {
    // The wheel scrolls the form unless this box was chosen first.
    if (watched == m_box && event->type() == QEvent::Wheel && !m_box->hasFocus()) {
        event->ignore();
        return true;
    }
    return FieldEditor::eventFilter(watched, event);
}

void ChoiceEditor::resizeEvent(QResizeEvent* event) {
    FieldEditor::resizeEvent(event);
    m_box->setGeometry(rect());
}

QSize ChoiceEditor::sizeHint() const {
    return m_box->sizeHint();
}

} // namespace moe::ui
