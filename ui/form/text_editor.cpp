// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/text_editor.h"

#include "models/items/plain_tip.h"
#include "models/items/words.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>

namespace moe::ui {

TextEditor::TextEditor(const Field& field, QWidget* parent)
    : FieldEditor(field, parent), m_line(new QLineEdit(this)) {
    m_line->setAccessibleName(label());
    m_line->setFocusPolicy(Qt::StrongFocus);
    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::editingFinished, this, &TextEditor::commit);
}

void TextEditor::showState(const EditorState& state) {
    const std::string* found = std::get_if<std::string>(&state.value);
    const QString text = found ? QString::fromStdString(*found) : QString();
    // Text that is being typed, or was refused, stays until the value itself changes.
    if (text == m_shown && m_line->text() != m_shown) return;
    m_shown = m_committed = text;
    m_line->setText(m_shown);
    m_line->setCursorPosition(0);
    m_line->setToolTip(items::plainTip(m_shown)); // more than the line has room for
}

void TextEditor::enter(const QString& text) {
    m_line->setText(text);
    commit();
}

void TextEditor::commit() {
    if (m_line->text() == m_committed) return;
    // Enter on a word of the list completes it first.
    if (const QCompleter* completer = m_line->completer(); completer && completer->popup()->isVisible())
        if (completer->popup()->currentIndex().isValid()) return;
    m_committed = m_line->text();
    emit refused({});
    const ParsedField parsed = parseField(field(), m_committed.toStdString());
    if (!parsed.rule.empty()) {
        emit refused(items::sentenceText(parsed.rule));
    } else if (m_committed != m_shown) {
        emit edited(parsed.value, Motion::Typed);
    }
}

void TextEditor::discardText() {
    m_committed = m_shown;
    m_line->setText(m_shown);
}

void TextEditor::describe(const QString& text) {
    m_line->setAccessibleDescription(text);
}

QWidget* TextEditor::focusTarget() const {
    return m_line;
}

bool TextEditor::eventFilter(QObject* watched, QEvent* event) {
    const bool key = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (watched == m_line && key) {
        auto* press = static_cast<QKeyEvent*>(event);
        if (event->type() == QEvent::KeyPress && press->key() == Qt::Key_Escape &&
            m_line->text() != m_shown) {
            m_line->setText(m_shown);
            commit();
            return true;
        }
        // Without typed text there is nothing to undo here: let the window undo the last step.
        const bool undo = press->matches(QKeySequence::Undo) || press->matches(QKeySequence::Redo);
        if (event->type() == QEvent::ShortcutOverride && undo && m_line->text() == m_shown) {
            event->ignore();
            return true;
        }
    }
    return FieldEditor::eventFilter(watched, event);
}

void TextEditor::resizeEvent(QResizeEvent* event) {
    FieldEditor::resizeEvent(event);
    m_line->setGeometry(rect());
}

QSize TextEditor::sizeHint() const {
    return m_line->sizeHint();
}

FlagEditor::FlagEditor(const Field& field, QWidget* parent)
    : FieldEditor(field, parent), m_tick(new QCheckBox(this)) {
    m_tick->setAccessibleName(label());
    connect(m_tick, &QCheckBox::toggled, this,
            [this](bool checked) { emit edited(FieldValue(checked), Motion::Typed); });
}

void FlagEditor::showState(const EditorState& state) {
    const QSignalBlocker quiet(m_tick);
    const bool* flag = std::get_if<bool>(&state.value);
    m_tick->setChecked(flag && *flag);
}

void FlagEditor::describe(const QString& text) {
    m_tick->setAccessibleDescription(text);
}

void FlagEditor::activate() {
    m_tick->setFocus(Qt::TabFocusReason);
    m_tick->toggle();
}

QWidget* FlagEditor::focusTarget() const {
    return m_tick;
}

void FlagEditor::resizeEvent(QResizeEvent* event) {
    FieldEditor::resizeEvent(event);
    m_tick->setGeometry(rect());
}

QSize FlagEditor::sizeHint() const {
    return m_tick->sizeHint();
}

} // namespace moe::ui
