// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/format.h"

#include "data/number.h"
#include "models/items/words.h"

#include <cmath>
#include <iterator>

namespace moe::items {
namespace {

struct Step {
    double size;
    const char* name;
};
constexpr int kMostDigits = 15; ///< before the point: more are none of a double's
constexpr double kCounts[] = {1e12, 1e9, 1e6, 1e3};
constexpr Step kBytes[] = {
    {1073741824.0, "GiB"}, {1048576.0, "MiB"}, {1024.0, "KiB"}, {1, "B"}}; // GPU memory is said in GiB
constexpr Step kSeconds[] = {{86400 * 2, "d"}, {3600 * 2, "h"}, {60 * 2, "min"}, {1, "s"},
                             {1e-3, "ms"},     {1e-6, "µs"},    {1e-9, "ns"}};
constexpr double kSecondsIn[] = {86400, 3600, 60, 1, 1e-3, 1e-6, 1e-9};

/// "2,8e-5", as on axes and in files; locales write a capital.
QString smallExponent(QString number) {
    return number.replace(QLatin1Char('E'), QLatin1Char('e'));
}

/// Nothing is so many of the unit itself, not of the smallest part.
template <std::size_t N> std::size_t stepOf(const Step (&steps)[N], double value) {
    for (std::size_t i = 0; i < N && value == 0; ++i)
        if (steps[i].size == 1) return i;
    for (std::size_t i = 0; i + 1 < N; ++i) {
        if (std::abs(value) >= steps[i].size * 0.9995) return i;
    }
    return N - 1;
}

/// Of kCounts, as the window's language abbreviates them.
QString countSuffix(std::size_t step) {
    switch (step) {
    case 0: return Words::tr("T", "10^12");
    case 1: return Words::tr("B", "10^9");
    case 2: return Words::tr("M", "10^6");
    default: return QStringLiteral("k");
    }
}

} // namespace

QLocale numberLocale() {
    QLocale locale;
    locale.setNumberOptions(locale.numberOptions() | QLocale::OmitGroupSeparator |
                            QLocale::OmitLeadingZeroInExponent);
    return locale;
}

QString number(double value, char format, int precision) {
    if (QLocale() == QLocale::c()) return QString::number(value, format, precision);
    return smallExponent(numberLocale().toString(value, format, precision));
}

QString spelled(const QString& text) {
    QString copy = text;
    return parseNumber(text.toStdString()) ? copy.replace(QLatin1Char('.'), QLocale().decimalPoint()) : text;
}

QString humanNumber(double value, int digits, const QLocale& locale) {
    if (!std::isfinite(value)) return QString::fromUtf8(std::isnan(value) ? "–" : value > 0 ? "∞" : "−∞");
    if (value == 0) return locale.toString(0);
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-12)) + 1;
    if (magnitude < -4 || magnitude > kMostDigits) return smallExponent(locale.toString(value, 'g', digits));
    const int decimals = std::max(0, digits - magnitude);
    return locale.toString(value, 'f', decimals);
}

QString compactCount(double value, double from, const QLocale& locale) {
    if (!std::isfinite(value) || std::abs(value) < from) {
        if (std::isfinite(value) && value == std::round(value)) return locale.toString(value, 'f', 0);
        return humanNumber(value, 3, locale);
    }
    std::size_t step = 0;
    while (step + 1 < std::size(kCounts) && std::abs(value) < kCounts[step] * 0.9995) ++step;
    return humanNumber(value / kCounts[step], 3, locale) + QStringLiteral(" ") + countSuffix(step);
}

QString humanValue(double value, const QString& unit, const QLocale& locale) {
    if (!std::isfinite(value)) return humanNumber(value, 3, locale);
    if (unit == QLatin1String("B")) {
        const Step& step = kBytes[stepOf(kBytes, value)];
        return humanNumber(value / step.size, 3, locale) + QStringLiteral(" ") +
               QString::fromLatin1(step.name);
    }
    if (unit == QLatin1String("s")) {
        if (value == 0) return QStringLiteral("0 s"); // of no unit in particular
        const std::size_t i = stepOf(kSeconds, value);
        return humanNumber(value / kSecondsIn[i], 3, locale) + QStringLiteral(" ") +
               QString::fromUtf8(kSeconds[i].name);
    }
    if (unit == QLatin1String("share")) return humanNumber(100 * value, 3, locale) + QStringLiteral(" %");
    if (unit == QLatin1String("nats/token")) return locale.toString(value, 'f', 4);
    if (unit == QLatin1String("USD")) return QStringLiteral("$ ") + compactCount(value, 1e4, locale);
    QString text = compactCount(value, 1e4, locale);
    if (unit == QLatin1String("1/s")) return text + QStringLiteral(" /s");
    return unit.isEmpty() ? text : text + QStringLiteral(" ") + tableText(unit.toStdString());
}

QString differenceText(double value, const QString& unit, const QLocale& locale) {
    if (unit == QLatin1String("share")) return humanNumber(100 * value, 3, locale) + QStringLiteral(" pp");
    return humanValue(value, unit, locale);
}

} // namespace moe::items
