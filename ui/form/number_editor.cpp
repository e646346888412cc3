// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/number_editor.h"

#include "models/items/typed_number.h"
#include "models/items/words.h"
#include "ui/accessible.h"
#include "ui/form/quantity_box.h"
#include "ui/form/value_slider.h"
#include "ui/form/value_text.h"

#include <QEvent>
#include <QHelpEvent>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <cstdlib>

namespace moe::ui {

namespace {
constexpr int kGap = 5;
constexpr int kWholeWay = 100; ///< so many steps mean an end of the range
constexpr int kPage = 10;      ///< steps that Page Up and Page Down ask for
constexpr int kLongJump = 3;   ///< steps of ×2 or 1-2-5, or notches, that one page takes

std::optional<double> number(const FieldValue& value) {
    const double* found = std::get_if<double>(&value);
    return found ? std::optional(*found) : std::nullopt;
}
} // namespace

NumberEditor::NumberEditor(const Field& field, QWidget* parent)
    : FieldEditor(field, parent), m_slider(new ValueSlider(this)), m_box(new QuantityBox(this)) {
    m_slider->setAccessibleName(tr("%1 slider").arg(label()));
    m_box->setNames(label());
    connect(m_slider, &ValueSlider::aboutToUse, this, &FieldEditor::notchesNeeded);
    connect(m_box, &QuantityBox::aboutToUse, this, &FieldEditor::notchesNeeded);
    connect(m_slider, &ValueSlider::dragged, this, &NumberEditor::drag);
    connect(m_slider, &ValueSlider::dropped, this, [this] { emit edited(m_dragged, Motion::Drop); });
    connect(m_slider, &ValueSlider::stepped, this, &NumberEditor::step);
    connect(m_box, &QuantityBox::stepped, this, &NumberEditor::step);
    connect(m_box, &QuantityBox::committed, this, &NumberEditor::commitText);
}

std::optional<double> NumberEditor::effective() const {
    const std::optional<double> value = number(m_state.value);
    return value ? value : number(m_state.derived);
}

void NumberEditor::showState(const EditorState& state) {
    // Text that is being typed, or was refused, stays until the value itself changes.
    const bool typing = m_box->isModified() && state.value == m_state.value;
    m_state = state;
    showAll(typing);
}

void NumberEditor::showAll(bool keepText) {
    QString placeholder;
    if (field().optional) {
        // Words ("the engine's") say no more than "auto" does, and a box has no room for them.
        const QString derived = number(m_state.derived) ? shortText(m_state.derived, locale()) : QString();
        placeholder = derived.isEmpty() ? tr("auto") : tr("auto (%1)").arg(derived);
    }
    if (!keepText) m_box->showText(valueText(field(), m_state.value, locale()));
    m_box->showPlaceholder(placeholder);

    const std::optional<double> value = effective();
    const std::optional<double> anchor = m_state.anchor ? m_state.anchor : number(m_state.derived);
    m_slider->setAccessibleDescription(m_box->text().isEmpty() ? placeholder : m_box->text());
    // Where "auto" comes to nothing yet, the description says so: the number is where the scale begins.
    const double spoken = value.value_or(anchor.value_or(field().min));
    for (QWidget* control : {static_cast<QWidget*>(m_box), static_cast<QWidget*>(m_slider)})
        setSpokenNumber(*control, spoken, field().min, field().max);
    if (m_slider->isHeld()) return; // the scale must not move under the pointer
    m_scale = scaleOf(field(), anchor, value);
    m_scale.notches = m_notches;
    m_slider->setPosition(value ? m_scale.position(*value) : 0);
}

void NumberEditor::setNotches(const std::vector<double>& notches) {
    if (notches == m_notches) return;
    m_notches = notches;
    m_scale.notches = m_notches;
    if (const std::optional<double> value = effective()) m_slider->setPosition(m_scale.position(*value));
}

void NumberEditor::commitText(const QString& text) {
    const ParsedField parsed = items::typedField(field(), text, locale());
    emit refused(items::sentenceText(parsed.rule));
    if (!parsed.rule.empty()) return;
    if (text == valueText(field(), m_state.value, locale())) return; // rounded text, exact value kept
    if (parsed.value == m_state.value) {
        showAll(); // the same number in other words
    } else {
        emit edited(parsed.value, Motion::Typed);
    }
}

void NumberEditor::drag(double position) {
    const double value = m_scale.value(position);
    m_slider->setSnapped(m_scale.position(value));
    if (FieldValue(value) == m_state.value) {
        m_dragged = value;
        return;
    }
    m_dragged = value;
    emit edited(value, Motion::Drag);
}

void NumberEditor::step(int steps) {
    emit notchesNeeded();
    const std::optional<double> start = effective();
    double value = start.value_or(m_scale.low);
    int count = std::abs(steps);
    if (field().scale != Scale::Linear && count >= kPage && count < kWholeWay) count = kLongJump;
    if (count >= kWholeWay) {
        value = m_scale.notches.empty() ? (steps > 0 ? m_scale.high : field().min)
                                        : (steps > 0 ? m_scale.notches.back() : m_scale.notches.front());
    } else {
        for (int i = 0; i < count; ++i) value = m_scale.next(value, steps > 0 ? 1 : -1);
    }
    if (FieldValue(value) != m_state.value) emit edited(value, Motion::Step);
}

void NumberEditor::discardText() {
    showAll();
}

void NumberEditor::describe(const QString& text) {
    m_box->setAccessibleDescription(text);
}

QWidget* NumberEditor::focusTarget() const {
    return m_box;
}

void NumberEditor::setBoxSize(QSize size) {
    m_boxSize = size;
    place();
}

void NumberEditor::place() {
    const int boxLeft = std::max(0, width() - m_boxSize.width());
    const int boxHeight = std::min(height(), m_boxSize.height());
    const QRect box(boxLeft, (height() - boxHeight) / 2, width() - boxLeft, boxHeight);
    // In a row of two decks the slider lies under the label.
    const int sliderHeight = height() > boxHeight ? m_slider->sizeHint().height() : height();
    const QRect slider(0, height() - sliderHeight, std::max(0, boxLeft - kGap), sliderHeight);
    m_box->setGeometry(QStyle::visualRect(layoutDirection(), rect(), box));
    m_slider->setGeometry(QStyle::visualRect(layoutDirection(), rect(), slider));
}

void NumberEditor::resizeEvent(QResizeEvent* event) {
    FieldEditor::resizeEvent(event);
    place();
}

QSize NumberEditor::sizeHint() const {
    return {m_boxSize.width() + kGap + m_slider->sizeHint().width(),
            std::max(m_box->sizeHint().height(), m_slider->sizeHint().height())};
}

void NumberEditor::changeEvent(QEvent* event) {
    FieldEditor::changeEvent(event);
    if (event->type() == QEvent::LocaleChange) showAll();
}

bool NumberEditor::event(QEvent* event) {
    // The box rounds and drops the unit; the tooltip over slider and box says it all.
    if (event->type() == QEvent::ToolTip) {
        const FieldValue shown =
            std::holds_alternative<double>(m_state.value) ? m_state.value : m_state.derived;
        const QString exact = exactText(field(), shown, locale());
        if (!exact.isEmpty()) QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), exact, this);
        return true;
    }
    return FieldEditor::event(event);
}

} // namespace moe::ui
