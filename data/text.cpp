// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/text.h"

#include <algorithm>

namespace moe {

namespace {

constexpr std::size_t kExcerptLength = 60;

bool isControl(unsigned char c) {
    return (c < 0x20 && c != '\t' && c != '\r' && c != '\n') || c == 0x7f;
}
bool isContinuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

/// Length of the well-formed UTF-8 sequence at `at` (RFC 3629, section 4), or 0.
std::size_t sequenceLength(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if (!isContinuation(text[at + i])) return 0;
    const auto second = static_cast<unsigned char>(text[at + 1]);
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F))
        return 0;
    return length;
}

} // namespace

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string_view withoutBom(std::string_view text) {
    return text.substr(0, 3) == "\xEF\xBB\xBF" ? text.substr(3) : text;
}

std::size_t firstBinaryByte(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequenceLength(text, i);
        if (length == 0 || isControl(static_cast<unsigned char>(text[i]))) return i;
        i += length;
    }
    return std::string_view::npos;
}

int characterCount(std::string_view text) {
    return static_cast<int>(
        std::count_if(text.begin(), text.end(), [](char c) { return !isContinuation(c); }));
}

Place placeOf(std::string_view text, std::size_t offset, int firstLine) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t newline = before.rfind('\n');
    const std::string_view inLine = newline == std::string_view::npos ? before : before.substr(newline + 1);
    return {firstLine + static_cast<int>(std::count(before.begin(), before.end(), '\n')),
            characterCount(inLine) + 1};
}

std::string excerpt(std::string_view text) {
    constexpr char kHex[] = "0123456789abcdef";
    std::string shown;
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size(); ++width) {
        if (width >= kExcerptLength) return shown + "…";
        const auto c = static_cast<unsigned char>(text[i]);
        const std::size_t length = sequenceLength(text, i);
        if (length == 0 || c < 0x20 || c == 0x7f) {
            shown += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string("\\x") + kHex[c >> 4] + kHex[c & 15];
            width += 3;
            ++i;
        } else {
            shown += text.substr(i, length);
            i += length;
        }
    }
    return shown;
}

} // namespace moe
