// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Slider and box for one number, always showing the same value.

#include "models/engine/scenario/edits/value_scale.h"
#include "ui/form/field_editor.h"

namespace moe::ui {

class QuantityBox;
class ValueSlider;

class NumberEditor : public FieldEditor {
    Q_OBJECT
public:
    NumberEditor(const Field& field, QWidget* parent);

    void showState(const EditorState& state) override;
    void setNotches(const std::vector<double>& notches) override;
    void setBoxSize(QSize size) override;
    bool isSliding() const override { return true; }
    void discardText() override;
    void describe(const QString& text) override;
    QWidget* focusTarget() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    QSize sizeHint() const override;

private:
    void showAll(bool keepText = false);
    void commitText(const QString& text);
    void drag(double position);
    void step(int steps);
    std::optional<double> effective() const; ///< the value, or what auto comes to
    void place();

    ValueSlider* m_slider;
    QuantityBox* m_box;
    EditorState m_state;
    ValueScale m_scale;
    std::vector<double> m_notches;
    double m_dragged = 0; ///< last value sent during a drag
    QSize m_boxSize{90, 22};
};

} // namespace moe::ui
