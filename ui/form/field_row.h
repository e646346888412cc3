// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One parameter: label, editor, reset, and below them what is wrong with it.

#include "ui/form/field_editor.h"

class QToolButton;

namespace moe::ui {

class RowLabel;
class WarningLabel;

/// Columns that all rows of the form share.
struct RowColumns {
    int label = 120, box = 90, reset = 20, gap = 5;
    int line = 24;        ///< height of one line of editors
    int slider = 16;      ///< height of a slider under its label
    bool stacked = false; ///< labels stand over their sliders, which need the width
    bool above = false;   ///< over their boxes, too
    bool operator==(const RowColumns&) const = default;
};

class FieldRow : public QWidget {
    Q_OBJECT
public:
    FieldRow(const Field& field, QWidget* parent);

    const Field& field() const { return m_editor->field(); }
    FieldEditor* editor() const { return m_editor; }
    const EditorState& state() const { return m_state; }
    bool isChanged() const { return m_changed; }
    bool hasComplaint() const { return !m_refusal.isEmpty() || !m_problem.isEmpty(); }

    /// Touches only what differs from what is shown.
    void showState(const EditorState& state, bool changed, bool resettable);
    /// A sentence, also as rich text whose links activated() hands on; empty = all is well.
    void setProblem(const QString& sentence, const QString& html);
    /// The text or value was not taken.
    void setRefusal(const QString& rule);
    void discardText();
    void setMnemonic(QChar letter);
    void setColumns(const RowColumns& columns);
    void focusEditor();
    /// Stays when other knobs follow an edit; a padlock beside the label says so.
    void setLocked(bool locked);
    bool isLocked() const;
    /// Something outside speaks of it: it is marked.
    void setPointed(bool pointed);
    /// Its value is out of sight.
    void setVeiled(bool veiled);
    bool isPointed() const { return m_pointed; }
    bool isVeiled() const { return m_editor->isHidden(); }
    /// As a click on the button: refused text goes, and the base's value returns.
    void resetByKey();
    /// Widths that the columns of all rows are made from.
    int labelWidth() const;
    int resetWidth() const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, lineHeight()}; }

signals:
    void edited(const moe::FieldValue& value, moe::ui::Motion motion);
    void resetRequested();
    void notchesNeeded();
    void lockToggled(bool locked); ///< is wanted
    void linkActivated(const QString& link);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    int lineHeight() const;
    int topHeight(int width) const; ///< everything above the message
    /// How label and editor share the row.
    enum class Decks { Beside, LabelOverSlider, LabelAbove };
    Decks decks(int width) const;
    int editorsEnd(int width) const; ///< right edge of boxes, where the reset button's column begins
    void updateComplaint();
    void updateReset();
    void updateLabelFont();
    void place();

    RowLabel* m_label;
    FieldEditor* m_editor;
    QToolButton* m_reset;
    WarningLabel* m_message = nullptr; ///< made when first needed
    EditorState m_state;
    RowColumns m_columns;
    /// The label as it was last measured: a resized form asks every row several times.
    mutable struct {
        QFont font;
        QString text;
        int width = 0;
    } m_measured;
    QString m_refusal, m_problem, m_problemHtml;
    bool m_shown = false, m_changed = false, m_resettable = false, m_pointed = false;
};

} // namespace moe::ui
