// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CSV as the published tables use it (RFC 4180 plus UTF-8 BOM, CRLF, blank lines): one pass over the text,
// numeric columns as vectors of double, text columns interned. No per-cell strings are kept.

#include "data/problem.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// One column of a table. Numeric columns fill `numbers` (empty cell = NaN); text columns fill `codes`,
/// indices into `words`.
struct CsvColumn {
    std::string name;
    bool numeric = true; ///< every non-empty cell is a number
    std::vector<double> numbers;
    std::vector<std::uint32_t> codes;
    std::vector<std::string> words;

    std::string_view text(std::size_t row) const { return words[codes[row]]; }
};

struct CsvTable {
    std::string source;
    std::vector<CsvColumn> columns;
    std::vector<int> lines;  ///< 1-based line in the file of each kept row
    Problems problems;       ///< rows that were left out and why (the good rows are kept)
    std::size_t leftOut = 0; ///< how many rows that are
    std::size_t rows() const { return lines.size(); }

    /// The first column with one of these names, or nullptr.
    const CsvColumn* find(std::string_view name, std::string_view alternative = {}) const;
};

/// Which columns must be there and numeric. A bad cell in a required numeric column costs its row and a
/// problem at that cell; other columns become text when a cell is not a number.
struct CsvColumnRule {
    std::string_view name;
    std::string_view alternative = {}; ///< a second accepted spelling
    bool positive = false;             ///< every cell must be > 0
    bool mayBeEmpty = false;           ///< an empty cell is NaN, not a fault
};

/// Reads a whole table. Fails (Result holds problems) only if nothing can be read: no header, binary content,
/// duplicate header, missing required column. Rows with the wrong number of cells, a bad required cell or a
/// truncated last line are located in `problems` and left out.
Result<CsvTable> readCsv(std::string_view text, std::string source,
                         const std::vector<CsvColumnRule>& required = {});

/// Why `text` cannot be a table whatever its columns (empty, UTF-16, binary header line, a web page or a
/// large-file pointer where a download was meant), or nullopt.
std::optional<Problem> csvUnreadable(std::string_view text, const std::string& source);

/// The header cells alone, to recognise what a file is.
std::vector<std::string> csvHeader(std::string_view text);

/// A cell as RFC 4180 writes it. A text that a spreadsheet would run as a formula (it begins with =, +, -, @,
/// a tab or a return and is no quantity) gets an apostrophe in front, as spreadsheets mark text.
std::string csvCell(std::string_view text);

} // namespace moe
