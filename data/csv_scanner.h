// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The grammar of CSV alone (RFC 4180): text into records of cells, without copying and without meaning.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// Longest line that is read; a longer one is reported and skipped (a file without line breaks is no table).
inline constexpr std::size_t kLongestCsvLine = std::size_t{1} << 20;

/// A cell where it stands in the text, without its quotes. `escaped` = holds doubled quotes.
struct CsvCell {
    std::string_view raw;
    bool escaped = false;

    /// What the cell says; `scratch` keeps the text of an escaped cell.
    std::string_view content(std::string& scratch) const;
};

struct CsvRecord {
    std::size_t offset = 0; ///< of the first byte in the text
    int line = 0;           ///< 1-based line in which it starts
    bool ended = true;      ///< a line break follows; false only on the last line
    std::vector<CsvCell> cells;
    const char* fault = nullptr; ///< the rule it breaks; cells are then void
    std::size_t faultOffset = 0;
};

/// Goes over the records of a text once; blank lines are passed over.
class CsvScanner {
public:
    /// `offset` and `line` say where to begin, to read a known record again.
    explicit CsvScanner(std::string_view text, std::size_t offset = 0, int line = 1)
        : m_text(text), m_position(offset), m_line(line) {}

    /// False at the end of the text.
    bool next(CsvRecord& record);

    std::size_t position() const { return m_position; } ///< of the next record
    int line() const { return m_line; }
    /// For a reader that has read the line at position() itself; `position` is that of the line after.
    void passLine(std::size_t position) {
        m_position = position;
        ++m_line;
    }

private:
    std::size_t lineEnd(std::size_t from) const;
    void splitPlain(CsvRecord& record, std::size_t end) const;
    std::size_t splitQuoted(CsvRecord& record, std::size_t end);
    void stop(CsvRecord& record, const char* rule, std::size_t at) const;

    std::string_view m_text;
    std::size_t m_position;
    int m_line;
};

} // namespace moe
