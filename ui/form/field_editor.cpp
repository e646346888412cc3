// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/field_editor.h"

#include "models/items/words.h"
#include "ui/form/choice_editor.h"
#include "ui/form/number_editor.h"
#include "ui/form/text_editor.h"
#include "ui/form/words_editor.h"

#include <QCoreApplication>

namespace moe::ui {

FieldEditor::FieldEditor(const Field& field, QWidget* parent) : QWidget(parent), m_field(field) {}

QString FieldEditor::label() const {
    return fieldLabel(m_field);
}

QString fieldLabel(const Field& field) {
    return items::tableText(field.label);
}

FieldEditor* makeEditor(const Field& field, QWidget* parent) {
    switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Real: return new NumberEditor(field, parent);
    case FieldKind::Choice: return new ChoiceEditor(field, parent);
    case FieldKind::Flag:
        // "auto" is a third answer, which a tick cannot show.
        if (field.optional) return new ChoiceEditor(field, parent);
        return new FlagEditor(field, parent);
    case FieldKind::Text: break;
    }
    if (!field.words.empty()) return new WordsEditor(field, parent);
    return new TextEditor(field, parent);
}

} // namespace moe::ui
