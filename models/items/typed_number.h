// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers with units as people type them in the window's language: "14,8 Bio. Tokens", "1,5 Stunden". What
// is left after the language is taken off goes to the one reader of quantities, data/quantity.h.

#include "data/quantity.h"
#include "models/engine/scenario/fields.h"

#include <QLocale>
#include <QString>
#include <QStringList>

#include <string_view>

namespace moe::items {

/// `text` as readQuantity() would be given it: without blanks and group separators, with a decimal point,
/// suffixes and units in place of the words that sentences and labels write. The locale's reading first; then
/// the international one, so that "1.5T" works everywhere. `unit` is that of the number.
QStringList plainReadings(const QString& text, std::string_view unit, const QLocale& locale);

/// A number of `unit` as readQuantity() takes it and as the locale writes it.
TypedQuantity typedQuantity(const QString& text, std::string_view unit, const QLocale& locale);

/// A value of the field: what the window writes, what the locale writes, and what parseField() takes.
ParsedField typedField(const Field& field, const QString& text, const QLocale& locale);

/// Whether a word may stand behind a number: a unit, a suffix or a word for one.
bool isUnitWord(const QString& word, const QLocale& locale);

} // namespace moe::items
