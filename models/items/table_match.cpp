// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/table_match.h"

#include "data/number.h"
#include "models/items/column_notes.h"

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string folded(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

/// Column names compare without case, and "_" stands for a blank.
std::string foldedName(std::string_view text) {
    std::string result = folded(text);
    std::replace(result.begin(), result.end(), '_', ' ');
    return result;
}

const CsvColumn* findColumn(const CsvTable& table, std::string_view name) {
    // "n" and "N" may both be there: the exact spelling wins.
    if (const CsvColumn* exact = table.find(name)) return exact;
    const std::string wanted = foldedName(name);
    for (const CsvColumn& column : table.columns) {
        if (foldedName(column.name) == wanted) return &column;
    }
    // What the header shows in place of the file's name.
    for (const CsvColumn& column : table.columns) {
        const std::string title = columnNote(TableKind::Unknown, column.name).title.toStdString();
        if (!title.empty() && foldedName(title) == wanted) return &column;
    }
    return nullptr;
}

bool holds(CompareWith compare, double cell, double value) {
    // Tables round 3.4527e-4 to 3.453e-4: equal means equal as printed, not to the last bit.
    const bool equal = std::abs(cell - value) <= 1e-9 * std::abs(value);
    switch (compare) {
    case CompareWith::Less: return cell < value && !equal;
    case CompareWith::LessEqual: return cell < value || equal;
    case CompareWith::Greater: return cell > value && !equal;
    case CompareWith::GreaterEqual: return cell > value || equal;
    case CompareWith::NotEqual: return !equal;
    case CompareWith::Equal:
    case CompareWith::Contains: break;
    }
    return equal;
}

bool contains(std::string_view text, std::string_view part) {
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

/// One flag per word of a text column.
std::vector<char> wordFlags(const CsvColumn& column, CompareWith compare, const std::string& value) {
    std::vector<char> flags(column.words.size());
    for (std::size_t i = 0; i < flags.size(); ++i) {
        const bool equal = folded(column.words[i]) == value;
        flags[i] = compare == CompareWith::Contains   ? contains(column.words[i], value)
                   : compare == CompareWith::NotEqual ? !equal
                                                      : equal;
    }
    return flags;
}

/// The number's text contains `value`. Neighbouring rows often repeat a number, so the last answer is kept.
RowTest numberContains(const CsvColumn& column, const std::string& value) {
    return [&column, value, last = std::nan(""), answer = false](std::uint32_t row) mutable {
        const double number = column.numbers[row];
        if (std::isnan(number)) return false;
        if (number != last) {
            last = number;
            answer = contains(numberText(number), value);
        }
        return answer;
    };
}

RowTest textTest(const CsvColumn& column, CompareWith compare, const std::string& value) {
    return [&column, flags = wordFlags(column, compare, value)](std::uint32_t row) {
        return flags[column.codes[row]] != 0;
    };
}

RowTest anyCell(const CsvTable& table, const std::string& value) {
    const bool maybeNumber = value.find_first_not_of("0123456789.e+-") == std::string::npos;
    std::vector<RowTest> cells;
    for (const CsvColumn& column : table.columns) {
        if (!column.numeric)
            cells.push_back(textTest(column, CompareWith::Contains, value));
        else if (maybeNumber)
            cells.push_back(numberContains(column, value));
    }
    return [cells = std::move(cells)](std::uint32_t row) mutable {
        return std::any_of(cells.begin(), cells.end(), [row](RowTest& cell) { return cell(row); });
    };
}

} // namespace

Message addTest(std::vector<RowTest>& tests, const CsvTable& table, const TableCondition& condition) {
    const std::string value = folded(condition.value);
    if (condition.column.empty()) return tests.push_back(anyCell(table, value)), "";
    const CsvColumn* column = findColumn(table, condition.column);
    if (!column) return say("there is no column \"%1\"", condition.column);
    if (!column->numeric) {
        const bool ordered = condition.compare != CompareWith::Equal &&
                             condition.compare != CompareWith::NotEqual &&
                             condition.compare != CompareWith::Contains;
        if (ordered) return say("\"%1\" holds text: use =, != or ~", column->name);
        return tests.push_back(textTest(*column, condition.compare, value)), "";
    }
    if (condition.compare == CompareWith::Contains)
        return tests.push_back(numberContains(*column, value)), "";
    const std::optional<double> number = parseQuantity(condition.value);
    if (!number || std::isnan(*number))
        return say("\"%1\" is compared with a number, got \"%2\"", column->name, condition.value);
    tests.emplace_back([column, compare = condition.compare, limit = *number](std::uint32_t row) {
        return holds(compare, column->numbers[row], limit);
    });
    return {};
}

} // namespace moe::items
