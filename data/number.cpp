// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/number.h"

#include "data/plain_number.h"
#include "data/text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace moe {

namespace {

struct Suffix {
    char letter;
    int exponent;
};
constexpr Suffix kSuffixes[] = {{'k', 3}, {'m', 6}, {'b', 9}, {'g', 9}, {'t', 12}};

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string withoutTrailingZeros(std::string digits) {
    while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
    return digits;
}

} // namespace

std::optional<double> parseNumber(std::string_view text) {
    const char* at = text.data();
    if (double plain = 0;
        passPlainNumber(at, text.data() + text.size(), plain) && at == text.data() + text.size())
        return plain;
    text = trimmed(text);
    // from_chars knows no plus sign; "+-1" must stay wrong.
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    double value = 0;
    const char* end = text.data() + text.size();
    const std::from_chars_result result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
    return value;
}

std::optional<double> parseQuantity(std::string_view text) {
    text = trimmed(text);
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_') {
            plain += text[i];
        } else if (i == 0 || i + 1 == text.size() || !isDigit(text[i - 1]) || !isDigit(text[i + 1])) {
            return std::nullopt;
        }
    }
    if (plain.size() > 1 && (isDigit(plain[plain.size() - 2]) || plain[plain.size() - 2] == '.')) {
        for (const Suffix& suffix : kSuffixes) {
            if (lower(plain.back()) != suffix.letter) continue;
            plain.pop_back();
            // "1.4e12" is rounded once; 1.4 * 1e12 would be rounded twice.
            if (plain.find_first_of("eE") == std::string::npos)
                return parseNumber(plain + "e" + std::to_string(suffix.exponent));
            const std::optional<double> value = parseNumber(plain);
            return value ? std::optional(*value * std::pow(10.0, suffix.exponent)) : value;
        }
    }
    return parseNumber(plain);
}

std::string numberText(double value) {
    std::array<char, 64> buffer;
    const bool whole = std::abs(value) < 1e15 && value == std::trunc(value);
    const std::to_chars_result result =
        whole ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed)
              : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

std::string rounded(double value, int digits) {
    if (!std::isfinite(value) || value == 0) return numberText(value == 0 ? 0 : value);
    digits = digits < 1 ? 1 : digits > 17 ? 17 : digits;
    std::array<char, 64> buffer;
    const std::to_chars_result result =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value),
                      std::chars_format::scientific, digits - 1);
    const std::string_view scientific(buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data()));
    const std::size_t e = scientific.find('e');
    std::string mantissa(1, scientific[0]);
    if (e > 1) mantissa += scientific.substr(2, e - 2);
    mantissa = withoutTrailingZeros(mantissa);
    int exponent = 0;
    const bool negativeExponent = scientific[e + 1] == '-';
    std::from_chars(scientific.data() + e + 2, scientific.data() + scientific.size(), exponent);
    if (negativeExponent) exponent = -exponent;

    std::string text = value < 0 ? "-" : "";
    const int count = static_cast<int>(mantissa.size());
    if (exponent >= 15 || exponent < -5) {
        text += mantissa.substr(0, 1) + (count > 1 ? "." + mantissa.substr(1) : "");
        text += (exponent < 0 ? "e-" : "e+") + std::string(std::abs(exponent) < 10 ? "0" : "") +
                std::to_string(std::abs(exponent));
    } else if (exponent < 0) {
        text += "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + mantissa;
    } else if (exponent + 1 >= count) {
        text += mantissa + std::string(static_cast<std::size_t>(exponent + 1 - count), '0');
    } else {
        const auto point = static_cast<std::size_t>(exponent) + 1;
        text += mantissa.substr(0, point) + "." + mantissa.substr(point);
    }
    return text;
}

std::string compact(double value, int digits) {
    constexpr struct {
        double scale;
        const char* letter;
    } kScales[] = {{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}};
    // Round first, so that 999.96e6 is 1B and not 1000M.
    const double shown = std::isfinite(value) ? parseNumber(rounded(value, digits)).value_or(value) : value;
    for (const auto& step : kScales)
        if (std::abs(shown) >= step.scale) return rounded(shown / step.scale, digits) + step.letter;
    return rounded(shown, digits);
}

} // namespace moe
