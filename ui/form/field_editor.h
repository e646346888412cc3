// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The part of a row that shows and takes one value. Three kinds: a number (slider and box), a choice, a text
// or flag in a single widget.

#include "models/engine/scenario/fields.h"
#include "ui/gesture_number.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace moe::ui {

struct EditorState {
    FieldValue value;
    FieldValue derived;           ///< what "auto" comes to; monostate = not known
    std::optional<double> anchor; ///< the base value, which centres the slider
    bool operator==(const EditorState&) const = default;
};

class FieldEditor : public QWidget {
    Q_OBJECT
public:
    FieldEditor(const Field& field, QWidget* parent);

    virtual void showState(const EditorState& state) = 0;
    /// The only values a Divisor slider may stop at.
    virtual void setNotches(const std::vector<double>&) {}
    /// Of the number box, where there is one.
    virtual void setBoxSize(QSize) {}
    /// Has a slider: the label may stand over it, beside the box.
    virtual bool isSliding() const { return false; }
    /// Puts the shown value back over text that was refused.
    virtual void discardText() {}
    /// What a click on the label does.
    virtual void activate() { focusTarget()->setFocus(Qt::TabFocusReason); }
    /// The widget that takes the keys. No focus proxy: Qt would skip the slider beside it when tabbing.
    virtual QWidget* focusTarget() const = 0;
    /// A tick needs no slider column: its label may use it.
    virtual bool isCompact() const { return false; }
    /// What is wrong, for screen readers, at the widget that has the focus.
    virtual void describe(const QString& text) = 0;

    const Field& field() const { return m_field; }

signals:
    void edited(const moe::FieldValue& value, moe::ui::Motion motion);
    /// The text does not fit; empty: it does again.
    void refused(const QString& rule);
    /// The slider or box is about to be used and wants current notches.
    void notchesNeeded();

protected:
    QString label() const;

private:
    const Field& m_field;
};

FieldEditor* makeEditor(const Field& field, QWidget* parent);
/// Label of a field in the user's language.
QString fieldLabel(const Field& field);

} // namespace moe::ui
