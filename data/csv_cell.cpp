// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv.h"

#include "data/text.h"

#include <charconv>

namespace moe {
namespace {

/// "-1.5", "+12 %", "-3.2 GiB": a signed number, with or without a unit.
bool isQuantity(std::string_view text) {
    const std::string_view number = text.substr(1);
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc{}) return false;
    const std::string_view unit(end, static_cast<std::size_t>(number.data() + number.size() - end));
    return unit.find_first_of("+-=|!(@\"'\t\r\n") == std::string_view::npos;
}

/// What spreadsheets run when they open the file, DDE commands and web requests among it.
bool isFormula(std::string_view text) {
    if (text.size() < 2) return false;
    switch (text.front()) {
    case '=':
    case '@':
    case '\t':
    case '\r': return true;
    case '+':
    case '-': return !isQuantity(text);
    default: return false;
    }
}

} // namespace

std::string csvCell(std::string_view raw) {
    const std::string text = printable(raw, Breaks::Kept);
    const bool formula = isFormula(text);
    if (!formula && text.find_first_of(",\"\r\n") == std::string_view::npos) return text;
    std::string quoted = formula ? "\"'" : "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace moe
