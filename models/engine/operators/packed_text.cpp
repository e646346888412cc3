// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/packed_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace moe {

std::string base64(const std::vector<std::int8_t>& bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t j = 0; j < 3; ++j)
            three = three << 8 | (i + j < bytes.size() ? static_cast<std::uint8_t>(bytes[i + j]) : 0u);
        for (std::size_t j = 0; j < 4; ++j)
            text += i + j <= bytes.size() ? kSixBits[three >> (18 - 6 * j) & 63] : '=';
    }
    return text;
}

std::optional<std::vector<std::int8_t>> bytesOf(std::string_view text) {
    std::vector<std::int8_t> bytes;
    if (text.size() % 4 != 0) return std::nullopt;
    for (std::size_t i = 0; i < text.size(); i += 4) {
        std::uint32_t four = 0;
        std::size_t given = 0;
        for (std::size_t j = 0; j < 4; ++j) {
            const std::size_t digit = kSixBits.find(text[i + j]);
            const bool pad = text[i + j] == '=' && j >= 2 && i + 4 == text.size();
            if ((digit == std::string_view::npos && !pad) || (!pad && given < j)) return std::nullopt;
            four = four << 6 | static_cast<std::uint32_t>(pad ? 0 : digit);
            given += pad ? 0 : 1;
        }
        for (std::size_t j = 0; j + 1 < given; ++j)
            bytes.push_back(static_cast<std::int8_t>(four >> (16 - 8 * j) & 255));
    }
    return bytes;
}

bool numbersOf(std::string_view text, std::vector<double>& into) {
    const char *at = text.data(), *const end = at + text.size();
    while (true) {
        while (at != end && *at == ' ') ++at;
        if (at == end) return true;
        double value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc{} || !std::isfinite(value) || (next != end && *next != ' ')) return false;
        into.push_back(value);
        at = next;
    }
}

std::vector<std::string_view> partsOf(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end + separator.size()));
    }
    return parts;
}

} // namespace moe
