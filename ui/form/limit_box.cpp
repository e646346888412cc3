// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/limit_box.h"

#include "models/items/typed_number.h"
#include "models/items/words.h"
#include "ui/form/value_text.h"

#include <QToolTip>

#include <cmath>

namespace moe::ui {

LimitBox::LimitBox(const char* unit, QWidget* parent) : QDoubleSpinBox(parent), m_unit(unit) {}

/// Without the suffix, which is the unit in the words of the language.
QString LimitBox::typed(const QString& text) const {
    const QString shown = text.trimmed(), unit = suffix().trimmed();
    return !unit.isEmpty() && shown.endsWith(unit) ? shown.chopped(unit.size()).trimmed() : shown;
}

double LimitBox::valueFromText(const QString& text) const {
    if (!specialValueText().isEmpty() && text == specialValueText()) return minimum();
    // "1 s" does not end in the suffix "ms", but "1 ms" in "s": the whole text first.
    const TypedQuantity whole = items::typedQuantity(text, m_unit, locale());
    const std::optional<double> value =
        whole.value ? whole.value : items::typedQuantity(typed(text), m_unit, locale()).value;
    return value.value_or(this->value());
}

QValidator::State LimitBox::validate(QString& text, int&) const {
    if (!specialValueText().isEmpty() && text == specialValueText()) return QValidator::Acceptable;
    // What would be rounded to nothing would mean "none".
    const double least = 0.5 * std::pow(10.0, -decimals());
    for (const QString& reading : {text, typed(text)})
        if (const std::optional<double> value = items::typedQuantity(reading, m_unit, locale()).value) {
            const bool held = *value >= minimum() && *value <= maximum();
            return held && (*value == 0 || *value >= least) ? QValidator::Acceptable
                                                            : QValidator::Intermediate;
        }
    return QValidator::Intermediate; // a unit is typed letter by letter
}

void LimitBox::fixup(QString& text) const {
    const TypedQuantity read = items::typedQuantity(text, m_unit, locale());
    const Message rule = say("must be a number from %1 to %2", fieldText(minimum()), fieldText(maximum()));
    QToolTip::showText(mapToGlobal(QPoint(0, height())),
                       items::sentenceText(read.foreign.empty() ? rule : withUnit(rule, m_unit, read)));
    text = textFromValue(value()) + suffix();
}

} // namespace moe::ui
