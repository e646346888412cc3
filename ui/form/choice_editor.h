// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A combo box for a choice, or for a flag that may also be "auto".

#include "ui/form/field_editor.h"

#include <utility>

class QComboBox;

namespace moe::ui {

class ChoiceEditor : public FieldEditor {
    Q_OBJECT
public:
    ChoiceEditor(const Field& field, QWidget* parent);

    /// Value and label of each choice, for fields whose choices are data.
    void setChoices(const std::vector<std::pair<std::string, std::string>>& choices);
    void showState(const EditorState& state) override;
    void describe(const QString& text) override;
    void activate() override;
    QWidget* focusTarget() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    QSize sizeHint() const override;

private:
    void choose(int index);

    QComboBox* m_box;
    EditorState m_state;
};

} // namespace moe::ui
