// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/quantity.h"

#include "data/number.h"
#include "data/text.h"

#include <algorithm>
#include <cmath>

namespace moe {

namespace {

/// From Money on units are words without prefixes.
enum class QuantityKind {
    Time,
    Size,
    Rate,
    Compute,
    Power,
    Energy,
    Share,
    Money,
    Price,
    Requests,
    PerSecond,
    Count
};

/// One unit: factor · 10^exponent of its kind's own. Powers of ten are put into the text, so that "200 ms" is
/// rounded once.
struct UnitRow {
    std::string_view name;
    QuantityKind kind;
    double factor = 1;
    int exponent = 0;
    bool said = true; ///< named in refusals; other spellings are not
};

constexpr double kKi = 1024;
constexpr UnitRow kUnits[] = {
    {"ns", QuantityKind::Time, 1, -9},
    {"us", QuantityKind::Time, 1, -6},
    {"µs", QuantityKind::Time, 1, -6, false}, // U+00B5
    {"μs", QuantityKind::Time, 1, -6, false}, // U+03BC
    {"ms", QuantityKind::Time, 1, -3},
    {"s", QuantityKind::Time},
    {"min", QuantityKind::Time, 60},
    {"h", QuantityKind::Time, 3600},
    {"d", QuantityKind::Time, 86400},
    {"days", QuantityKind::Time, 86400, 0, false},
    {"day", QuantityKind::Time, 86400, 0, false},
    {"hours", QuantityKind::Time, 3600, 0, false},
    {"hour", QuantityKind::Time, 3600, 0, false},
    {"minutes", QuantityKind::Time, 60, 0, false},
    {"seconds", QuantityKind::Time, 1, 0, false},
    {"sec", QuantityKind::Time, 1, 0, false},
    {"B", QuantityKind::Size},
    {"kB", QuantityKind::Size, 1, 3},
    {"MB", QuantityKind::Size, 1, 6},
    {"GB", QuantityKind::Size, 1, 9},
    {"TB", QuantityKind::Size, 1, 12},
    {"KiB", QuantityKind::Size, kKi},
    {"MiB", QuantityKind::Size, kKi* kKi},
    {"GiB", QuantityKind::Size, kKi* kKi* kKi},
    {"TiB", QuantityKind::Size, kKi* kKi* kKi* kKi},
    {"B/s", QuantityKind::Rate, 1, 0, false},
    {"MB/s", QuantityKind::Rate, 1, 6},
    {"GB/s", QuantityKind::Rate, 1, 9},
    {"TB/s", QuantityKind::Rate, 1, 12},
    {"GiB/s", QuantityKind::Rate, kKi* kKi* kKi},
    {"Gbit/s", QuantityKind::Rate, 0.125, 9},
    {"Tbit/s", QuantityKind::Rate, 0.125, 12},
    {"Gb/s", QuantityKind::Rate, 0.125, 9, false},
    {"Tb/s", QuantityKind::Rate, 0.125, 12, false},
    {"GFLOP/s", QuantityKind::Compute, 1, 9},
    {"TFLOP/s", QuantityKind::Compute, 1, 12},
    {"PFLOP/s", QuantityKind::Compute, 1, 15},
    {"GFLOPS", QuantityKind::Compute, 1, 9, false},
    {"TFLOPS", QuantityKind::Compute, 1, 12, false},
    {"PFLOPS", QuantityKind::Compute, 1, 15, false},
    {"W", QuantityKind::Power},
    {"kW", QuantityKind::Power, 1, 3},
    {"MW", QuantityKind::Power, 1, 6},
    {"J", QuantityKind::Energy},
    {"kJ", QuantityKind::Energy, 1, 3},
    {"MJ", QuantityKind::Energy, 1, 6},
    {"Wh", QuantityKind::Energy, 3600},
    {"kWh", QuantityKind::Energy, 3600, 3},
    {"MWh", QuantityKind::Energy, 3600, 6},
    {kShare, QuantityKind::Share, 1, 0, false},
    {"%", QuantityKind::Share, 1, -2},
    {"percent", QuantityKind::Share, 1, -2, false},
    {"USD", QuantityKind::Money},
    {"$", QuantityKind::Money, 1, 0, false},
    {"USD/GPU-hour", QuantityKind::Price},
    {"USD/h", QuantityKind::Price, 1, 0, false},
    {"$/h", QuantityKind::Price, 1, 0, false},
    {"requests/s", QuantityKind::Requests},
    {"requests/min", QuantityKind::Requests, 1.0 / 60},
    {"1/s", QuantityKind::PerSecond},
    {"1/min", QuantityKind::PerSecond, 1.0 / 60},
    {"tokens/s", QuantityKind::PerSecond, 1, 0, false},
    {"tokens", QuantityKind::Count},
    {"token", QuantityKind::Count, 1, 0, false},
};
/// Of either rate, whatever is counted.
constexpr UnitRow kRateUnits[] = {{"/s", QuantityKind::Requests},
                                  {"/min", QuantityKind::Requests, 1.0 / 60},
                                  {"/s", QuantityKind::PerSecond},
                                  {"/min", QuantityKind::PerSecond, 1.0 / 60}};

/// As answers write counts, "14.8 trillion tokens".
struct CountWord {
    std::string_view word;
    char suffix;
};
constexpr CountWord kCountWords[] = {
    {"thousand", 'k'}, {"million", 'M'}, {"billion", 'B'}, {"trillion", 'T'}};

bool isFigure(char c) {
    return c >= '0' && c <= '9';
}
char lowerLetter(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
/// In either case; but m and M, milli and mega, are never each other.
bool sameLetters(std::string_view a, std::string_view b) {
    return a.size() == b.size() && (lowerLetter(a[0]) != 'm' || a[0] == b[0]) &&
           std::equal(a.begin(), a.end(), b.begin(),
                      [](char x, char y) { return lowerLetter(x) == lowerLetter(y); });
}

const UnitRow* unitNamed(std::string_view name) {
    for (const UnitRow& unit : kUnits)
        if (unit.name == name) return &unit;
    return name == "/s" ? &kRateUnits[2] : nullptr; // as metrics write tokens and requests per second
}

/// The one unit of the kind that `name` can mean.
const UnitRow* unitOfKind(std::string_view name, QuantityKind kind) {
    const UnitRow* found = nullptr;
    for (const UnitRow& unit : kRateUnits)
        if (unit.kind == kind && unit.name == name) return &unit;
    for (const UnitRow& unit : kUnits) {
        if (unit.kind != kind) continue;
        if (unit.name == name) return &unit;
        if (!sameLetters(unit.name, name)) continue;
        if (found && (found->factor != unit.factor || found->exponent != unit.exponent)) return nullptr;
        found = &unit;
    }
    return found;
}

/// Where the number ends: sign, digits with '_' and a point, an exponent.
std::size_t numeralEnd(std::string_view text) {
    std::size_t at = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
    while (at < text.size() && (isFigure(text[at]) || text[at] == '.' || text[at] == '_')) ++at;
    if (at + 1 < text.size() && lowerLetter(text[at]) == 'e') {
        const std::size_t digit = text[at + 1] == '+' || text[at + 1] == '-' ? at + 2 : at + 1;
        if (digit < text.size() && isFigure(text[digit])) {
            at = digit;
            while (at < text.size() && isFigure(text[at])) ++at;
        }
    }
    return at;
}

bool isDecimalSuffix(char c) {
    return std::string_view("kmbgt").find(lowerLetter(c)) != std::string_view::npos;
}

/// What stands behind a number with its suffix in place of a word.
std::string withSuffix(std::string_view rest) {
    for (const CountWord& row : kCountWords) {
        const std::string_view begin = rest.substr(0, row.word.size());
        if (begin.size() == row.word.size() && std::equal(begin.begin(), begin.end(), row.word.begin(),
                                                          [](char a, char b) { return lowerLetter(a) == b; }))
            return row.suffix + std::string(rest.substr(row.word.size()));
    }
    return std::string(rest);
}

std::optional<double> inUnit(const std::string& number, const UnitRow& from, const UnitRow& to) {
    const int exponent = from.exponent - to.exponent;
    const bool plain = number.find_first_of("eE") == std::string::npos && isFigure(number.back());
    std::optional<double> value = exponent != 0 && plain
                                      ? parseQuantity(number + "e" + std::to_string(exponent))
                                      : parseQuantity(number);
    if (value && exponent != 0 && !plain) *value *= std::pow(10.0, exponent);
    if (value && from.factor != to.factor) *value = *value * from.factor / to.factor;
    return value;
}

} // namespace

TypedQuantity readQuantity(std::string_view text, std::string_view unit) {
    text = trimmed(text);
    if (const std::optional<double> number = parseNumber(text)) return {number, {}};
    const std::size_t end = numeralEnd(text);
    std::string number(text.substr(0, end));
    if (!parseQuantity(number)) return {{}, {}}; // no number at all
    const std::string_view behind = trimmed(text.substr(end));
    const std::string rest = withSuffix(behind);
    if (rest.empty()) return {parseQuantity(number), {}};
    const UnitRow* own = unitNamed(unit);
    const auto typed = [&](std::string_view name) -> const UnitRow* {
        if (own) return unitOfKind(name, own->kind);
        return nullptr;
    };
    // Units that no other is of the kind of, such as sequences.
    const auto isOwn = [&](std::string_view name) {
        return !own && !unit.empty() && sameLetters(unit, name);
    };
    if (const UnitRow* given = typed(rest)) return {inUnit(number, *given, *own), {}};
    if (isOwn(rest)) return {parseQuantity(number), {}};
    // "5m" of s may be minutes or milliseconds. What has units with prefixes takes no suffix before one:
    // "gb/s".
    const bool counted = !own || own->kind >= QuantityKind::Money;
    const bool ofTime = own && own->kind == QuantityKind::Time;
    if (!isDecimalSuffix(rest[0]) || (ofTime && rest[0] == 'm')) return {{}, std::string(behind)};
    const std::string_view after = trimmed(std::string_view(rest).substr(1));
    const std::string scaled = number + rest[0];
    if (after.empty()) return {parseQuantity(scaled), {}};
    if (isOwn(after)) return {parseQuantity(scaled), {}};
    if (const UnitRow* given = typed(after); given && counted) return {inUnit(scaled, *given, *own), {}};
    return {{}, std::string(behind)};
}

bool isUnitName(std::string_view name) {
    if (name.size() == 1 && isDecimalSuffix(name[0])) return true;
    const auto same = [&](std::string_view word) {
        return std::equal(word.begin(), word.end(), name.begin(), name.end(),
                          [](char a, char b) { return lowerLetter(a) == lowerLetter(b); });
    };
    return std::any_of(std::begin(kUnits), std::end(kUnits),
                       [&](const UnitRow& unit) { return unit.name != kShare && same(unit.name); }) ||
           std::any_of(std::begin(kCountWords), std::end(kCountWords),
                       [&](const CountWord& row) { return same(row.word); });
}

std::string unitsOf(std::string_view unit) {
    const UnitRow* own = unitNamed(unit);
    if (!own) return std::string(unit);
    std::string names;
    for (const UnitRow& each : kUnits)
        if (each.kind == own->kind && each.said)
            names += (names.empty() ? "" : ", ") + std::string(each.name);
    return names;
}

Message withUnit(Message rule, std::string_view unit, const TypedQuantity& read) {
    if (read.foreign.empty()) return rule;
    if (unit.empty()) return say("%1, without a unit", std::move(rule));
    if (unit == kShare) return say("%1, or in percent", std::move(rule));
    const std::string units = unitsOf(unit);
    if (units == unit) return say("%1, in %2", std::move(rule), std::string(unit));
    return say("%1, in %2 (%3)", std::move(rule), std::string(unit), units);
}

} // namespace moe
