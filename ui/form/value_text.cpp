// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/value_text.h"

#include "models/items/choice_label.h"
#include "models/items/escape.h"
#include "models/items/words.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>
#include <string_view>
#include <utility>

namespace moe::ui {
namespace {

struct Step {
    double size;
    char suffix;
};
constexpr Step kSteps[] = {{1e12, 'T'}, {1e9, 'B'}, {1e6, 'M'}};
constexpr double kFull = 1e8; ///< counts below are written out when no suffix is exact

/// Units this short stand in the box; longer ones only in the tooltip.
constexpr int kShortUnit = 4;

bool shortEnough(const Field& field) {
    const auto length = static_cast<int>(qstrlen(field.unit));
    return length > 0 && length <= kShortUnit;
}

constexpr double kSmall = 1e-5; ///< values below have an exponent
constexpr int kRoom = 9;        ///< characters that a fraction may take

QString significant(double value, int digits, const QLocale& locale) {
    return locale.toString(value, 'g', digits);
}

/// With `digits` digits, or as many as it takes. Exponents as programs write them ("3e-07"): some locales
/// print "×10^", which nobody can type.
QString fraction(double value, int digits, const QLocale& locale) {
    if (std::abs(value) >= kSmall && digits == QLocale::FloatingPointShortest)
        return locale.toString(value, 'f', digits);
    return QLocale::c()
        .toString(value, 'g', digits)
        .toLower()
        .replace(QLatin1Char('.'), locale.decimalPoint());
}

QString numberIn(double value, const QLocale& locale) {
    const double size = std::abs(value);
    for (const Step& step : kSteps) {
        if (size < step.size) continue;
        const double mantissa = value / step.size;
        const double kept = QString::number(mantissa, 'g', 5).toDouble();
        const bool exact = std::abs(kept - mantissa) <= 1e-12 * std::abs(mantissa);
        if (!exact && value == std::round(value) && size < kFull) break;
        if (mantissa >= 1e5) return significant(value, 5, locale);
        return significant(mantissa, 5, locale) + QLatin1Char(' ') + QLatin1Char(step.suffix);
    }
    if (value == std::round(value)) return locale.toString(value, 'f', 0);
    const QString text = fraction(value, QLocale::FloatingPointShortest, locale);
    return text.size() <= kRoom ? text : fraction(value, 5, locale);
}

} // namespace

QString shortText(const FieldValue& value, const QLocale& locale) {
    if (const double* number = std::get_if<double>(&value)) return numberIn(*number, locale);
    if (const bool* flag = std::get_if<bool>(&value))
        return *flag ? items::Words::tr("yes") : items::Words::tr("no");
    if (const std::string* text = std::get_if<std::string>(&value)) return items::choiceLabel(*text);
    return {};
}

QString shortGpuName(const std::string& preset, const Catalog* catalog) {
    const GpuSpec* gpu = catalog ? catalog->gpu(preset) : nullptr;
    QString label = QString::fromStdString(gpu ? gpu->label : preset);
    if (gpu) label = label.section(QLatin1Char(' '), 0, 0).remove(QLatin1Char(','));
    return items::shownName(label.toStdString());
}

QString valueText(const Field& field, const FieldValue& value, const QLocale& locale) {
    const QString text = shortText(value, locale);
    const bool number = std::holds_alternative<double>(value);
    return number && shortEnough(field) ? text + QLatin1Char(' ') + QString::fromUtf8(field.unit) : text;
}

QString exactText(const Field& field, const FieldValue& value, const QLocale& locale) {
    const double* number = std::get_if<double>(&value);
    if (!number) return shortText(value, locale);
    const bool whole = *number == std::round(*number) && std::abs(*number) < 1e15;
    QString text =
        whole ? locale.toString(*number, 'f', 0) : fraction(*number, QLocale::FloatingPointShortest, locale);
    if (*field.unit) text += QLatin1Char(' ') + QString::fromUtf8(field.unit);
    return text;
}

} // namespace moe::ui
