// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/table_filter.h"

#include "data/number.h"
#include "models/items/table_match.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe::items {
namespace {

using Rows = std::vector<std::uint32_t>;

/// Rank of each word of a text column in alphabetical order.
std::vector<double> wordRanks(const CsvColumn& column) {
    std::vector<std::uint32_t> order(column.words.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return column.words[a] < column.words[b]; });
    std::vector<double> ranks(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<double>(i);
    return ranks;
}

} // namespace

void TableFilter::reset(const CsvTable* table) {
    m_table = table;
    m_column = -1;
    m_descending = false;
    m_rows.resize(table ? table->rows() : 0);
    std::iota(m_rows.begin(), m_rows.end(), 0U);
}

Message TableFilter::setText(std::string_view text) {
    if (!m_table) return {};
    const ParsedFilter parsed = parseFilter(text);
    if (!parsed.rule.empty()) return parsed.rule;
    std::vector<RowTest> tests;
    for (const TableCondition& condition : parsed.conditions) {
        Message rule = addTest(tests, *m_table, condition);
        if (!rule.empty()) return rule;
    }
    Rows rows(m_table->rows());
    std::iota(rows.begin(), rows.end(), 0U);
    for (RowTest& test : tests)
        rows.erase(std::remove_if(rows.begin(), rows.end(), [&](std::uint32_t row) { return !test(row); }),
                   rows.end());
    m_rows = std::move(rows);
    order();
    return {};
}

void TableFilter::sort(int column, bool descending) {
    const bool known = m_table && column >= 0 && column < static_cast<int>(m_table->columns.size());
    m_column = known ? column : -1;
    m_descending = descending;
    order();
}

void TableFilter::order() {
    if (!m_table) return;
    if (m_column < 0) {
        std::sort(m_rows.begin(), m_rows.end());
        return;
    }
    const CsvColumn& column = m_table->columns[static_cast<std::size_t>(m_column)];
    const std::vector<double> ranks = column.numeric ? std::vector<double>() : wordRanks(column);
    // Keys beside row numbers: comparing through the table would miss the cache at every step.
    std::vector<std::pair<double, std::uint32_t>> keys;
    keys.reserve(m_rows.size());
    const double sign = m_descending ? -1 : 1;
    for (std::uint32_t row : m_rows) {
        const double key = sign * (column.numeric ? column.numbers[row] : ranks[column.codes[row]]);
        keys.emplace_back(key, row);
    }
    const auto missing =
        std::partition(keys.begin(), keys.end(), [](const auto& key) { return !std::isnan(key.first); });
    std::sort(keys.begin(), missing);
    std::sort(missing, keys.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    std::transform(keys.begin(), keys.end(), m_rows.begin(), [](const auto& key) { return key.second; });
}

} // namespace moe::items
