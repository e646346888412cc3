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
    /// A last line that is no choice but does something.
    void setAction(const QString& text);
    void showState(const EditorState& state) override;
    void describe(const QString& text) override;
    void activate() override;
    QWidget* focusTarget() const override;

signals:
    void actionChosen();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    QSize sizeHint() const override;

private:
    void choose(int index);

    QComboBox* m_box;
    EditorState m_state;
    QString m_action;
};

} // namespace moe::ui
