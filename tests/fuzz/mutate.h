// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Mutants of a text that keep its structure: a value becomes a hostile one, a line comes twice, goes, moves
// or is nested deeper, a name becomes another one of the same text. Bytes alone rarely get past the first
// refusal.

#include "tests/engine/hostile_values.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe::fuzz {

/// Ends of the tokens of a text: what stands between separators of CSV, YAML, JSON and command lines.
inline std::vector<std::pair<std::size_t, std::size_t>> tokensOf(std::string_view text) {
    static constexpr std::string_view kBetween = " \t\r\n,:;=|\"'()[]{}#";
    std::vector<std::pair<std::size_t, std::size_t>> tokens;
    for (std::size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
        tokens.emplace_back(at, end - at);
        at = text.find_first_not_of(kBetween, end);
    }
    return tokens;
}

inline std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

inline std::string changedToken(const std::string& text, test::HostileDraw& draw) {
    const auto tokens = tokensOf(text);
    if (tokens.empty()) return draw.value();
    const auto [at, length] = tokens[draw.below(tokens.size())];
    const auto [from, taken] = tokens[draw.below(tokens.size())];
    const std::string with = draw.oneIn(4) ? text.substr(from, taken) : draw.value();
    return text.substr(0, at) + with + text.substr(at + length);
}

inline std::string changedLine(const std::string& text, test::HostileDraw& draw) {
    std::vector<std::string> lines = linesOf(text);
    if (lines.empty()) return draw.value();
    const std::size_t at = draw.below(lines.size()), other = draw.below(lines.size());
    switch (draw.below(6)) {
    case 0: lines.erase(lines.begin() + std::ptrdiff_t(at)); break;
    case 1: lines.insert(lines.begin() + std::ptrdiff_t(other), std::string(lines[at])); break;
    case 2: std::swap(lines[at], lines[other]); break;
    case 3: lines[at].insert(0, std::string(1 + draw.below(4), ' ')); break;
    case 4: lines[at] = lines[at].substr(0, draw.below(lines[at].size() + 1)); break;
    default:
        for (std::size_t times = std::size_t{1} << draw.below(8); times > 0; --times)
            lines.insert(lines.begin() + std::ptrdiff_t(at), std::string(lines[at]));
    }
    std::string changed;
    for (const std::string& line : lines) changed += line;
    return changed;
}

inline std::string mutated(std::string text, unsigned seed) {
    test::HostileDraw draw(seed);
    // A long word on a line that is doubled seven times fills the memory.
    constexpr std::size_t kMost = 1 << 16;
    for (std::size_t changes = 1 + draw.below(3); changes > 0; --changes) {
        text = draw.oneIn(3) ? changedLine(text, draw) : changedToken(text, draw);
        if (text.size() > kMost) text.resize(kMost);
    }
    return text;
}

} // namespace moe::fuzz
