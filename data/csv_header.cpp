// SPDX-License-Identifier: GPL-3.0-or-later
// What the first line of a table tells: that it is none, or its columns.

#include "data/csv.h"
#include "data/csv_scanner.h"
#include "data/text.h"

#include <algorithm>

namespace moe {

namespace {

/// What a failed download leaves under the name of a table; nullptr: nothing of the kind.
const char* notTheFile(std::string_view line) {
    const auto starts = [&](std::string_view word) {
        return line.size() >= word.size() &&
               std::equal(word.begin(), word.end(), line.begin(), [](char wanted, char found) {
                   return wanted ==
                          (found >= 'A' && found <= 'Z' ? static_cast<char>(found - 'A' + 'a') : found);
               });
    };
    if (starts("<!doctype") || starts("<html") || starts("<?xml") || starts("<head"))
        return sentence("is a web page, not a table: download the raw file");
    if (starts("version https://git-lfs"))
        return sentence("is a pointer to a large file, not the file: fetch it with git lfs pull");
    if (starts("404: not found")) return sentence("is the answer \"not found\" of a server, not a table");
    return nullptr;
}

} // namespace

std::optional<Problem> csvUnreadable(std::string_view text, const std::string& source) {
    if (text.substr(0, 2) == "\xFF\xFE" || text.substr(0, 2) == "\xFE\xFF")
        return Problem{source, 1, 1, {}, say("the text is UTF-16; save it as UTF-8"), {}};
    text = withoutBom(text);
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos)
        return Problem{source, 1, 1, {}, say("the file is empty, expected a header line"), {}};
    const std::string_view line = text.substr(start, text.find('\n', start) - start);
    if (const char* wrong = notTheFile(line)) {
        const Place place = placeOf(text, start);
        return Problem{source, place.line, place.column, {}, say(wrong), excerpt(line)};
    }
    const std::size_t binary = firstBinaryByte(line);
    if (binary == std::string_view::npos) return std::nullopt;
    const Place place = placeOf(text, start + binary);
    return Problem{source,
                   place.line,
                   place.column,
                   {},
                   say("expected UTF-8 text with a header line, found binary content"),
                   excerpt(line)};
}

std::vector<std::string> csvHeader(std::string_view text) {
    std::vector<std::string> names;
    CsvRecord record;
    std::string scratch;
    if (CsvScanner(withoutBom(text)).next(record))
        for (const CsvCell& cell : record.cells) names.emplace_back(trimmed(cell.content(scratch)));
    return names;
}

} // namespace moe
