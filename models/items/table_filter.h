// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which rows of a table are shown, and in which order: one vector of row numbers, because a proxy model's
// maps cost too much at 1.2 million rows.
//
// Filter text: conditions separated by blanks, all of which must hold.
//   lr>0.001 bs<=256 moe_name=1in8      operators < <= > >= = != and ~ (text contains)
//   "smooth loss"<2.5  smooth_loss<2.5  names with blanks: quoted, or with _ ; letter case does not matter
//   1in89                               a bare word: some cell of the row contains it
// Numbers take suffixes (8k, 2B). A missing number fulfils no condition on numbers except !=.

#include "data/csv.h"
#include "data/message.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace moe::items {

enum class CompareWith { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual, Contains };

struct TableCondition {
    std::string column; ///< as typed; empty: any cell
    CompareWith compare = CompareWith::Contains;
    std::string value;
    friend bool operator==(const TableCondition&, const TableCondition&) = default;
};

/// The conditions in a filter text; `rule` is what is wrong with the text, empty when it reads.
struct ParsedFilter {
    std::vector<TableCondition> conditions;
    Message rule;
};
ParsedFilter parseFilter(std::string_view text);

class TableFilter {
public:
    /// All rows of `table` (which must outlive the filter's use of it), in file order.
    void reset(const CsvTable* table);

    /// Keeps the rows that fulfil `text`, in the present order. Returns what is wrong with the text, then
    /// nothing changes; empty = done.
    Message setText(std::string_view text);

    /// Orders by a column; −1 = file order. Stable with respect to the file; missing numbers come last either
    /// way.
    void sort(int column, bool descending);

    /// Row numbers of the table, in the order shown.
    const std::vector<std::uint32_t>& rows() const { return m_rows; }

private:
    void order();

    const CsvTable* m_table = nullptr;
    std::vector<std::uint32_t> m_rows;
    int m_column = -1;
    bool m_descending = false;
};

} // namespace moe::items
