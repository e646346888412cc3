// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/text.h"

#include <algorithm>

namespace moe {

namespace {

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

constexpr char32_t kMalformed = 0xFFFFFFFF;

struct Character {
    char32_t code = kMalformed;
    std::size_t length = 1; ///< in bytes
};

Character characterAt(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = sequenceLength(text, at);
    if (length == 0) return {};
    if (length == 1) return {lead, 1};
    char32_t code = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i)
        code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3Fu);
    return {code, length};
}

/// What a terminal obeys or turns round and no reader sees: DEL and C1 controls, marks of direction (UAX #9,
/// section 2), separators of lines and paragraphs, spaces without width.
bool isUnseen(char32_t code) {
    return (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200B || code == 0x200E ||
           code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xFEFF;
}

/// Appends the character at `at` as it may be printed; gives its width.
std::size_t addShown(std::string& shown, std::string_view text, std::size_t at, Character character) {
    constexpr char kHex[] = "0123456789abcdef";
    const char32_t code = character.code;
    if (code == '\n' || code == '\t') {
        shown += code == '\n' ? "\\n" : "\\t";
        return 4;
    }
    if (code < 0x20 || code == kMalformed) {
        const auto byte = static_cast<unsigned char>(text[at]);
        shown += std::string("\\x") + kHex[byte >> 4] + kHex[byte & 15];
        return 4;
    }
    if (isUnseen(code)) {
        shown += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4) shown += kHex[code >> shift & 15];
        return 6;
    }
    shown += text.substr(at, character.length);
    return 1;
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

std::string printable(std::string_view text, Breaks breaks) {
    std::string shown;
    shown.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const Character character = characterAt(text, i);
        const bool kept = character.code == '\t' || character.code == '\n' ||
                          (character.code == '\r' && text.substr(i, 2) == "\r\n");
        addShown(shown, text, i, breaks == Breaks::Kept && kept ? Character{' ', 1} : character);
        i += character.length;
    }
    return shown;
}

std::string excerpt(std::string_view text, std::size_t width) {
    std::string shown;
    std::size_t used = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (used >= width) return shown + "…";
        const Character character = characterAt(text, i);
        used += addShown(shown, text, i, character);
        i += character.length;
    }
    return shown;
}

} // namespace moe
