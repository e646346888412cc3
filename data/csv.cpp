// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv.h"

#include "data/csv_scanner.h"
#include "data/number.h"
#include "data/plain_number.h"
#include "data/problem_log.h"
#include "data/text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace moe {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kReservedRows = std::size_t{1} << 21;
/// Of rows that are read again at once when a column turns out to hold text: few, as such columns show early.
/// Beyond them all rows are read again once, at the end, however many columns turn and wherever.
constexpr std::size_t kReadAgain = std::size_t{1} << 26;

struct TextHash : std::hash<std::string_view> {
    using is_transparent = void;
};
using WordIndex = std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>>;

Message expectation(const CsvColumnRule& rule, bool empty) {
    if (empty)
        return rule.positive ? say("expected a number > 0, the cell is empty")
                             : say("expected a number, the cell is empty");
    return rule.positive ? say("expected a number > 0") : say("expected a number");
}

bool obeys(const CsvColumnRule& rule, std::optional<double> value) {
    return value && std::isfinite(*value) && (!rule.positive || *value > 0);
}

std::string joined(const std::vector<CsvColumn>& columns) {
    std::string names;
    for (const CsvColumn& column : columns) names += (names.empty() ? "" : ", ") + column.name;
    return names;
}

class TableReader {
public:
    TableReader(std::string_view text, std::string source, const std::vector<CsvColumnRule>& rules)
        : m_text(text), m_rules(rules) {
        m_table.source = std::move(source);
    }

    Result<CsvTable> read();

private:
    Problem problemAt(std::size_t offset, int firstLine, std::size_t recordOffset);
    Problem problemAt(const CsvRecord& record, std::size_t offset) {
        return problemAt(offset, record.line, record.offset);
    }
    Problem problemAt(const CsvRecord& record, const CsvCell& cell) {
        return problemAt(record, static_cast<std::size_t>(cell.raw.data() - m_text.data()));
    }

    bool readHeader(const CsvRecord& record);
    bool readPlainRow(CsvScanner& scanner);
    void bindRules(const CsvRecord& record);
    void readRow(const CsvRecord& record);
    void reportCellCount(const CsvRecord& record);
    bool parseCells(const CsvRecord& record);
    void keep(const CsvRecord& record);
    void turnIntoText(const std::vector<std::size_t>& columns);
    void readAgain(const std::vector<std::size_t>& columns);
    void pushWord(std::size_t column, std::string_view word, bool plain);
    void pushWord(std::size_t column, const CsvCell& cell);

    std::string_view m_text;
    const std::vector<CsvColumnRule>& m_rules;
    CsvTable m_table;
    ProblemLog m_log;
    std::vector<const CsvColumnRule*> m_ruleOf; ///< per column; nullptr = optional
    std::vector<WordIndex> m_index;             ///< per column
    std::vector<std::size_t> m_offsets;         ///< per kept row
    std::vector<double> m_values;               ///< of the row being read
    std::vector<std::string_view> m_words;      ///< of its text columns
    std::vector<std::size_t> m_textual;         ///< columns that this row shows to be text
    std::vector<std::size_t> m_late;            ///< text columns whose words are read at the end
    std::vector<bool> m_isLate;                 ///< per column
    std::vector<bool> m_lastIsPlain;            ///< per column: its last word needs no quotes
    std::size_t m_readAgain = 0;                ///< bytes so far
    std::size_t m_brokenEnd = 0;                ///< behind the last line break
    std::string m_scratch;
    struct Counted {
        std::size_t record = std::string_view::npos, offset = 0;
        Place place;
    };
    Counted m_counted; ///< where the last problem was
};

/// Counts characters from the last problem of this record on, not from the file's start: a bad file stays
/// linear to read, and a bad record of a hundred thousand cells too.
Problem TableReader::problemAt(std::size_t offset, int firstLine, std::size_t recordOffset) {
    if (recordOffset != m_counted.record || offset < m_counted.offset)
        m_counted = {recordOffset, recordOffset, {firstLine, 1}};
    Place place = placeOf(m_text.substr(m_counted.offset), offset - m_counted.offset, m_counted.place.line);
    if (place.line == m_counted.place.line) place.column += m_counted.place.column - 1;
    m_counted = {recordOffset, offset, place};
    return {m_table.source, place.line, place.column, {}, {}, {}};
}

bool TableReader::readHeader(const CsvRecord& record) {
    if (record.fault != nullptr) {
        Problem problem = problemAt(record, record.faultOffset);
        problem.rule = say(record.fault);
        m_log.add(std::move(problem));
        return false;
    }
    std::unordered_set<std::string> names;
    for (const CsvCell& cell : record.cells) {
        const std::string name(trimmed(cell.content(m_scratch)));
        // Index columns are often written without a name; only names can clash.
        if (!name.empty() && !names.insert(name).second) {
            Problem problem = problemAt(record, cell);
            problem.key = name;
            problem.rule = say("the header names this column twice");
            m_log.add(std::move(problem));
        }
        m_table.columns.push_back({name, true, {}, {}, {}});
    }
    bindRules(record);
    return m_log.empty();
}

void TableReader::bindRules(const CsvRecord& record) {
    m_ruleOf.assign(m_table.columns.size(), nullptr);
    m_index.resize(m_table.columns.size());
    m_isLate.resize(m_table.columns.size());
    m_lastIsPlain.resize(m_table.columns.size());
    m_values.resize(m_table.columns.size());
    m_words.resize(m_table.columns.size());
    for (const CsvColumnRule& rule : m_rules) {
        const CsvColumn* column = m_table.find(rule.name, rule.alternative);
        Problem problem = problemAt(record, record.offset);
        problem.key = std::string(rule.name);
        if (column == nullptr) {
            problem.rule = say("this column is required and missing; the header has: %1",
                               excerpt(joined(m_table.columns)));
            m_log.add(std::move(problem));
            continue;
        }
        m_ruleOf[static_cast<std::size_t>(column - m_table.columns.data())] = &rule;
        const CsvColumn* other = m_table.find(rule.alternative);
        if (!rule.alternative.empty() && other != nullptr && other != column) {
            problem.rule =
                say("the header also has \"%1\", which means the same; keep one of them", other->name);
            m_log.add(std::move(problem));
        }
    }
}

void TableReader::reportCellCount(const CsvRecord& record) {
    const std::size_t expected = m_table.columns.size();
    const bool tooMany = record.cells.size() > expected;
    Problem problem = problemAt(record, tooMany ? record.cells[expected] : record.cells.back());
    problem.rule = say(!record.ended && !tooMany ? "the last line is cut off: expected %1 cells, found %2"
                                                 : "expected %1 cells, found %2",
                       expected, record.cells.size());
    m_log.add(std::move(problem));
}

/// Fills m_values and m_textual; false (and a problem for each bad cell) if the row cannot be used.
bool TableReader::parseCells(const CsvRecord& record) {
    bool good = true;
    m_textual.clear();
    for (std::size_t i = 0; i < record.cells.size(); ++i) {
        const CsvColumnRule* rule = m_ruleOf[i];
        if (!m_table.columns[i].numeric) continue;
        const std::string_view cell = trimmed(record.cells[i].content(m_scratch));
        const std::optional<double> value = cell.empty() ? std::nullopt : parseNumber(cell);
        m_values[i] = value.value_or(kNaN);
        if (rule == nullptr) {
            if (!value && !cell.empty()) m_textual.push_back(i);
        } else if (!(cell.empty() && rule->mayBeEmpty) && !obeys(*rule, value)) {
            Problem problem = problemAt(record, record.cells[i]);
            problem.key = m_table.columns[i].name;
            problem.rule = expectation(*rule, cell.empty());
            problem.value = excerpt(cell);
            m_log.add(std::move(problem));
            good = false;
        }
    }
    return good;
}

void TableReader::pushWord(std::size_t column, const CsvCell& cell) {
    const std::string_view word = trimmed(cell.content(m_scratch));
    pushWord(column, word, word.find_first_of(std::string_view(",\"\r\n\0", 5)) == std::string_view::npos);
}

void TableReader::pushWord(std::size_t column, std::string_view word, bool plain) {
    CsvColumn& target = m_table.columns[column];
    m_lastIsPlain[column] = plain;
    // Categories come in runs: the last word is the likeliest.
    if (!target.codes.empty() && target.words[target.codes.back()] == word) {
        target.codes.push_back(target.codes.back());
        return;
    }
    auto found = m_index[column].find(word);
    if (found == m_index[column].end()) {
        found = m_index[column].emplace(word, static_cast<std::uint32_t>(target.words.size())).first;
        target.words.emplace_back(word);
    }
    target.codes.push_back(found->second);
}

/// Reads earlier cells again, so that their spelling is kept ("1e3", "007").
void TableReader::turnIntoText(const std::vector<std::size_t>& columns) {
    if (columns.empty()) return;
    for (const std::size_t column : columns) {
        m_table.columns[column].numeric = false;
        m_table.columns[column].numbers = {};
        m_table.columns[column].codes.reserve(m_offsets.capacity());
    }
    m_readAgain += m_offsets.empty() ? 0 : m_offsets.back();
    if (m_readAgain <= kReadAgain) return readAgain(columns);
    for (const std::size_t column : columns) m_isLate[column] = true;
    m_late.insert(m_late.end(), columns.begin(), columns.end());
}

void TableReader::readAgain(const std::vector<std::size_t>& columns) {
    if (columns.empty()) return;
    CsvRecord record;
    for (const std::size_t offset : m_offsets) {
        CsvScanner(m_text, offset).next(record);
        for (const std::size_t column : columns) pushWord(column, record.cells[column]);
    }
}

void TableReader::keep(const CsvRecord& record) {
    if (m_offsets.empty()) {
        const std::size_t bytes = 2 * record.cells.size() + 1;
        const std::size_t seen = record.cells.back().raw.data() + record.cells.back().raw.size() -
                                 (m_text.data() + record.offset) + std::size_t{1};
        const std::size_t rows = std::min(m_text.size() / std::max(bytes, seen) + 1, kReservedRows);
        m_offsets.reserve(rows);
        m_table.lines.reserve(rows);
        for (CsvColumn& column : m_table.columns) column.numbers.reserve(rows);
    }
    turnIntoText(m_textual);
    for (std::size_t i = 0; i < record.cells.size(); ++i) {
        if (m_table.columns[i].numeric)
            m_table.columns[i].numbers.push_back(m_values[i]);
        else if (!m_isLate[i])
            pushWord(i, record.cells[i]);
    }
    m_offsets.push_back(record.offset);
    m_table.lines.push_back(record.line);
}

/// The row at the scanner's position in one pass, if it is good and nothing about it needs a second look:
/// no quotes, no new text column, no fault. False: nothing was done.
bool TableReader::readPlainRow(CsvScanner& scanner) {
    const std::size_t offset = scanner.position();
    if (m_offsets.empty() || offset >= m_brokenEnd) return false;
    const char* const start = m_text.data() + offset;
    const char* const end = m_text.data() + m_brokenEnd; // the last character is a line break
    const char* at = start;
    const std::size_t count = m_table.columns.size();
    if (count < 2) return false; // a blank line is no row there
    for (std::size_t i = 0; i < count; ++i) {
        const CsvColumn& column = m_table.columns[i];
        const CsvColumnRule* rule = m_ruleOf[i];
        const char* const cell = at;
        const auto passCell = [&] {
            while (*at != ',' && *at != '\n' && *at != '\r' && *at != '"' && *at != '\0') ++at;
            return std::string_view(cell, static_cast<std::size_t>(at - cell));
        };
        if (column.numeric) {
            double value = kNaN;
            if (!passPlainNumber(at, end, value) || (*at != ',' && *at != '\n' && *at != '\r')) {
                value = kNaN; // 1e-3 begins like a plain number
                const std::string_view text = trimmed(passCell());
                if (!text.empty()) {
                    const std::optional<double> number = parseNumber(text);
                    if (!number || (rule != nullptr && !obeys(*rule, number))) return false;
                    value = *number;
                } else if (rule != nullptr && !rule->mayBeEmpty) {
                    return false;
                }
            } else if (rule != nullptr && rule->positive && !(value > 0)) {
                return false;
            }
            m_values[i] = value;
        } else if (m_isLate[i]) {
            passCell();
        } else {
            const std::string& last = column.words[column.codes.back()];
            // A word that was quoted may hold a comma, which here ends a cell.
            if (m_lastIsPlain[i] && static_cast<std::size_t>(end - at) > last.size() &&
                std::memcmp(at, last.data(), last.size()) == 0 &&
                (at[last.size()] == ',' || at[last.size()] == '\n')) {
                at += last.size();
                m_words[i] = last;
            } else {
                m_words[i] = trimmed(passCell());
            }
        }
        if (i + 1 < count) {
            if (*at != ',') return false;
            ++at;
        }
    }
    if (*at == '\r') ++at;
    if (*at != '\n' || static_cast<std::size_t>(at - start) > kLongestCsvLine) return false;
    for (std::size_t i = 0; i < count; ++i) {
        if (m_table.columns[i].numeric)
            m_table.columns[i].numbers.push_back(m_values[i]);
        else if (!m_isLate[i])
            pushWord(i, m_words[i], true);
    }
    m_offsets.push_back(offset);
    m_table.lines.push_back(scanner.line());
    scanner.passLine(offset + static_cast<std::size_t>(at - start) + 1);
    return true;
}

void TableReader::readRow(const CsvRecord& record) {
    if (record.fault != nullptr) {
        Problem problem = problemAt(record, record.faultOffset);
        problem.rule = say(record.fault);
        m_log.add(std::move(problem));
    } else if (record.cells.size() != m_table.columns.size()) {
        reportCellCount(record);
    } else if (parseCells(record)) {
        keep(record);
        return;
    }
    ++m_table.leftOut;
}

Result<CsvTable> TableReader::read() {
    if (std::optional<Problem> problem = csvUnreadable(m_text, m_table.source)) return *std::move(problem);
    m_text = withoutBom(m_text);
    CsvScanner scanner(m_text);
    CsvRecord record;
    scanner.next(record);
    if (!readHeader(record)) return m_log.take();
    m_brokenEnd = m_text.rfind('\n') + 1; // 0 where there is none
    while (true) {
        while (readPlainRow(scanner)) continue;
        if (!scanner.next(record)) break;
        readRow(record);
    }
    readAgain(m_late);
    m_table.problems = m_log.take();
    return std::move(m_table);
}

} // namespace

const CsvColumn* CsvTable::find(std::string_view name, std::string_view alternative) const {
    for (const CsvColumn& column : columns)
        if (column.name == name || (!alternative.empty() && column.name == alternative)) return &column;
    return nullptr;
}

Result<CsvTable> readCsv(std::string_view text, std::string source,
                         const std::vector<CsvColumnRule>& required) {
    return TableReader(text, std::move(source), required).read();
}

} // namespace moe
