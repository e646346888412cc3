// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The editors that are one plain widget: a line of text and a tick.

#include "ui/form/field_editor.h"

class QCheckBox;
class QLineEdit;

namespace moe::ui {

class TextEditor : public FieldEditor {
    Q_OBJECT
public:
    TextEditor(const Field& field, QWidget* parent);
    void showState(const EditorState& state) override;
    void discardText() override;
    void describe(const QString& text) override;
    QWidget* focusTarget() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    QSize sizeHint() const override;
    QLineEdit* line() const { return m_line; }
    /// As if it was typed.
    void enter(const QString& text);
    void commit();

private:
    QLineEdit* m_line;
    QString m_shown, m_committed;
};

class FlagEditor : public FieldEditor {
    Q_OBJECT
public:
    FlagEditor(const Field& field, QWidget* parent);
    void showState(const EditorState& state) override;
    void describe(const QString& text) override;
    QWidget* focusTarget() const override;
    void activate() override;
    bool isCompact() const override { return true; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    QSize sizeHint() const override;

private:
    QCheckBox* m_tick;
};

} // namespace moe::ui
