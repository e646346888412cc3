// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small helpers that every reader of text shares: trimming, UTF-8 checks, places and safe excerpts for
// problems.

#include <cstddef>
#include <string>
#include <string_view>

namespace moe {

/// Without blanks (space, tab, CR, LF) at either end.
std::string_view trimmed(std::string_view text);

/// Without a UTF-8 byte order mark in front.
std::string_view withoutBom(std::string_view text);

/// Offset of the first byte that text cannot hold (NUL and other control characters except tab, CR and LF;
/// malformed UTF-8), or npos.
std::size_t firstBinaryByte(std::string_view text);

/// Number of characters (not bytes) of UTF-8 text.
int characterCount(std::string_view text);

/// A place in a text, both 1-based, the column in characters.
struct Place {
    int line = 1;
    int column = 1;
};
/// The place of byte `offset` of `text`, whose first byte stands in line `firstLine`, column 1.
Place placeOf(std::string_view text, std::size_t offset, int firstLine = 1);

/// What came from outside as it may be printed: control characters and malformed bytes as \x1b, characters
/// that turn text round or break lines unseen as \u202e. Breaks::Kept leaves the line breaks and tabs of
/// a whole text as they are. YAML in double quotes and JSON read the second kind back as what it was.
enum class Breaks { Escaped, Kept };
std::string printable(std::string_view text, Breaks breaks = Breaks::Escaped);

/// The beginning of what came from outside, printable, of about so many characters.
std::string excerpt(std::string_view text, std::size_t width = 60);

} // namespace moe
