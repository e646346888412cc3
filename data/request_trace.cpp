// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/request_trace.h"

#include "data/csv.h"
#include "data/json_scan.h"
#include "data/number.h"
#include "data/problem_log.h"
#include "data/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>

namespace moe {
namespace {

enum Part { Arrival, Input, Output, Session, kParts };
/// Names of a column in lower case, without blanks and underscores.
struct Name {
    const char* name;
    Part part;
    double unit = 1; ///< seconds of one
};
constexpr Name kNames[] = {
    {"arrivals", Arrival},
    {"arrivedat", Arrival},
    {"arrivaltime", Arrival},
    {"arrivaltimestamp", Arrival},
    {"arrivalms", Arrival, 1e-3},
    {"timestampms", Arrival, 1e-3},
    {"timestamp", Arrival},
    {"starttime", Arrival},
    {"requeststartns", Arrival, 1e-9},
    {"inputtokens", Input},
    {"inputlength", Input},
    {"inputlen", Input},
    {"contexttokens", Input},
    {"prompttokens", Input},
    {"promptlen", Input},
    {"promptlength", Input},
    {"requesttokens", Input},
    {"numprefilltokens", Input},
    {"isl", Input},
    {"inputsequencelength", Input},
    {"outputtokens", Output},
    {"outputlength", Output},
    {"outputlen", Output},
    {"generatedtokens", Output},
    {"completiontokens", Output},
    {"responsetokens", Output},
    {"decodetokens", Output},
    {"numdecodetokens", Output},
    {"osl", Output},
    {"outputsequencelength", Output},
    {"session", Session},
    {"sessionid", Session},
    {"conversationid", Session},
};

/// By the columns that no other publisher has.
struct Format {
    const char* name;
    std::vector<std::string_view> columns;
    double unit = 1; ///< seconds of one of its time stamps
};
const std::vector<Format>& formats() {
    static const std::vector<Format> rows{
        {"Azure LLM inference trace", {"contexttokens", "generatedtokens"}},
        {"BurstGPT", {"requesttokens", "responsetokens"}},
        {"Mooncake trace", {"timestamp", "inputlength", "outputlength"}, 1e-3},
        {"requests of inference-perf", {"starttime", "inputtokens", "outputtokens"}},
        {"requests of AIPerf", {"requeststartns", "inputsequencelength"}},
        {"Vidur trace", {"numprefilltokens", "numdecodetokens"}},
    };
    return rows;
}

std::string plain(std::string_view name) {
    std::string made;
    for (const char c : name)
        if (c != ' ' && c != '_' && c != '-' && c != '"')
            made += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return made;
}

const Name* known(std::string_view column) {
    const std::string name = plain(column);
    for (const Name& row : kNames)
        if (name == row.name) return &row;
    return nullptr;
}

/// "2023-11-16 18:15:46.6805900", with T or a blank, with or without a zone; seconds since 1970.
std::optional<double> dateSeconds(std::string_view text) {
    const auto whole = [&](std::size_t at, std::size_t length) -> std::optional<int> {
        if (at + length > text.size()) return std::nullopt;
        const std::optional<double> number = parseNumber(text.substr(at, length));
        if (!number || *number < 0 || *number != std::floor(*number)) return std::nullopt;
        return static_cast<int>(*number);
    };
    if (text.size() < 19 || text[4] != '-' || text[7] != '-' || text[13] != ':' || text[16] != ':')
        return std::nullopt;
    const auto year = whole(0, 4), month = whole(5, 2), day = whole(8, 2), hour = whole(11, 2),
               minute = whole(14, 2);
    std::string_view rest = text.substr(17);
    const std::optional<double> second = parseNumber(rest.substr(0, rest.find_first_not_of("0123456789.")));
    if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
    using namespace std::chrono;
    const year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                              std::chrono::day{static_cast<unsigned>(*day)}};
    if (!date.ok()) return std::nullopt;
    const double days = static_cast<double>(sys_days{date}.time_since_epoch().count());
    return ((days * 24 + *hour) * 60 + *minute) * 60 + *second;
}

std::string_view lineAt(std::string_view text) {
    std::string_view line = text.substr(0, text.find('\n'));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

std::string_view withoutBlankLines(std::string_view text) {
    text = withoutBom(text);
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

/// Members of an object and of the objects in it by their own names; a quantity ("value" beside its unit) by
/// that of the object around it. False where it is no object.
template <class Member>
bool members(std::string_view object, const Member& member, int depth = 0, std::string_view outer = {}) {
    JsonScan scan(object);
    const bool good = scan.object([&](std::string_view key) {
        std::string_view value;
        if (!scan.value(value)) return false;
        if (!value.empty() && value.front() == '{' && depth < 3)
            return members(value, member, depth + 1, key);
        member(key == "value" && !outer.empty() ? outer : key, value);
        return true;
    });
    return good && scan.atEnd();
}

/// The first request of a list.
std::string_view firstItem(std::string_view list) {
    std::string_view first;
    JsonScan scan(list);
    scan.array([&] { return first.empty() && scan.value(first); });
    return first;
}

/// Names of the first request, of any form.
std::vector<std::string> columnsOf(std::string_view text) {
    text = withoutBlankLines(text);
    std::vector<std::string> columns;
    if (text.empty()) return columns;
    if (text.front() != '{' && text.front() != '[') return csvHeader(text);
    members(text.front() == '[' ? firstItem(text) : lineAt(text),
            [&](std::string_view key, std::string_view) { columns.emplace_back(key); });
    return columns;
}

class Translator {
public:
    Translator(std::string_view text, const std::string& source)
        : m_text(withoutBlankLines(text)), m_source(source) {}

    Result<RequestTrace> run() {
        const std::vector<std::string> columns = columnsOf(m_text);
        chooseFormat(columns);
        std::string found;
        for (const std::string& column : columns) {
            found += (found.empty() ? "" : ", ") + column;
            const Name* name = known(column);
            if (name && m_columns[name->part].empty()) {
                m_columns[name->part] = column;
                if (name->part == Arrival) m_unit *= name->unit;
            }
        }
        for (const auto& [part, what] : {std::pair{Input, "tokens of the prompt (input_tokens)"},
                                         {Output, "tokens of the answer (output_tokens)"}})
            if (m_columns[part].empty())
                return Problem{.source = m_source,
                               .line = 1,
                               .rule = say("has no column for the %1; it has: %2", what, excerpt(found))};
        m_made.text = "arrival_s,input_tokens,output_tokens";
        if (!m_columns[Session].empty()) m_made.text += ",session";
        m_made.text += '\n';
        m_text.front() == '{' ? jsonLines() : m_text.front() == '[' ? jsonList() : table();
        if (!m_problems.empty()) return m_problems.take();
        if (m_made.requests == 0) return Problem{.source = m_source, .rule = say("holds no request")};
        if (m_columns[Arrival].empty())
            m_made.notes.push_back(
                say("The file has no times of arrival: every request is taken to arrive at the start."));
        if (m_empty > 0)
            m_made.notes.push_back(say("%1 requests without a prompt or an answer were left out.", m_empty));
        if (std::find(columns.begin(), columns.end(), "hash_ids") != columns.end())
            m_made.notes.push_back(say("hash_ids, which tell prompts that begin alike, were left out."));
        return std::move(m_made);
    }

private:
    std::string_view m_text;
    const std::string& m_source;
    RequestTrace m_made;
    ProblemLog m_problems;
    std::string m_columns[kParts];
    double m_unit = 1;
    std::size_t m_empty = 0;

    void chooseFormat(const std::vector<std::string>& columns) {
        for (const Format& row : formats()) {
            const bool all =
                std::all_of(row.columns.begin(), row.columns.end(), [&](std::string_view wanted) {
                    return std::any_of(columns.begin(), columns.end(),
                                       [&](const std::string& column) { return plain(column) == wanted; });
                });
            if (!all) continue;
            m_made.format = row.name;
            m_unit = row.unit;
            return;
        }
    }

    void wrong(int line, const std::string& key, Message rule, std::string_view value) {
        m_problems.add(
            {.source = m_source, .line = line, .key = key, .rule = std::move(rule), .value = excerpt(value)});
    }

    void add(int line, const std::array<std::string_view, kParts>& cells) {
        double values[3] = {};
        bool good = true;
        for (const Part part : {Arrival, Input, Output}) {
            if (m_columns[part].empty()) continue;
            std::optional<double> number = parseNumber(trimmed(cells[part]));
            if (number && part == Arrival) number = *number * m_unit;
            if (!number && part == Arrival) number = dateSeconds(trimmed(cells[part]));
            const bool isLength = part != Arrival;
            if (!number || *number < 0 || (isLength && *number != std::floor(*number))) {
                wrong(line, m_columns[part],
                      isLength ? say("must be a whole number from 0") : say("must be a time"), cells[part]);
                good = false;
                continue;
            }
            values[part] = *number;
        }
        if (!good) return;
        if (values[Input] < 1 || values[Output] < 1) {
            ++m_empty; // requests that failed, or were answered from a cache
            return;
        }
        // Time stamps count from 1970: what is left of a double behind them is 0.2 µs.
        if (m_made.requests++ == 0) m_first = values[Arrival];
        m_made.text += numberText(std::max(0.0, values[Arrival] - m_first)) + ',' +
                       numberText(values[Input]) + ',' + numberText(values[Output]);
        if (!m_columns[Session].empty()) {
            std::string session(trimmed(cells[Session]));
            std::erase_if(session, [](char c) { return c == ',' || c == '"'; });
            m_made.text += ',' + session;
        }
        m_made.text += '\n';
    }
    double m_first = 0;

    void jsonLines() {
        int number = 0;
        for (std::string_view rest = m_text; !rest.empty();) {
            const std::string_view line = lineAt(rest);
            rest.remove_prefix(std::min(
                rest.size(), rest.find('\n') == std::string_view::npos ? rest.size() : rest.find('\n') + 1));
            ++number;
            if (trimmed(line).empty()) continue;
            request(number, line);
        }
    }

    void jsonList() {
        int number = 0;
        JsonScan scan(m_text);
        const bool good = scan.array([&] {
            std::string_view item;
            if (!scan.value(item)) return false;
            request(++number, item);
            return true;
        });
        if (!good && m_problems.empty()) wrong(number, {}, say("is no list of JSON objects"), {});
    }

    void request(int number, std::string_view object) {
        std::array<std::string, kParts> texts;
        const bool good = members(object, [&](std::string_view key, std::string_view value) {
            for (int part = 0; part < kParts; ++part)
                if (key == m_columns[part]) texts[static_cast<std::size_t>(part)] = jsonText(value);
        });
        if (!good) return wrong(number, {}, say("is no JSON object: each line must be one"), object);
        add(number, {texts[0], texts[1], texts[2], texts[3]});
    }

    /// Plain cells: none of these files quotes any that counts.
    void table() {
        std::vector<std::string> header = csvHeader(m_text);
        std::size_t place[kParts];
        for (int part = 0; part < kParts; ++part)
            place[part] = static_cast<std::size_t>(std::find(header.begin(), header.end(), m_columns[part]) -
                                                   header.begin());
        std::string_view rest = m_text;
        for (int number = 1; !rest.empty(); ++number) {
            const std::string_view line = lineAt(rest);
            const std::size_t end = rest.find('\n');
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
            if (number == 1 || trimmed(line).empty()) continue;
            std::array<std::string_view, kParts> cells;
            std::size_t column = 0;
            for (std::size_t at = 0; at <= line.size(); ++column) {
                std::size_t stop;
                if (at < line.size() && line[at] == '"') {
                    stop = std::min(line.find('"', at + 1), line.size());
                    stop = std::min(line.find(',', stop), line.size());
                } else {
                    stop = std::min(line.find(',', at), line.size());
                }
                for (int part = 0; part < kParts; ++part)
                    if (place[part] == column)
                        cells[static_cast<std::size_t>(part)] = line.substr(at, stop - at);
                at = stop + 1;
            }
            for (std::string_view& cell : cells)
                if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
                    cell = cell.substr(1, cell.size() - 2);
            add(number, cells);
        }
    }
};

} // namespace

bool isOwnRequestTrace(std::string_view text) {
    return lineAt(withoutBlankLines(text)).find("arrival_s") != std::string_view::npos &&
           withoutBlankLines(text).front() != '{' && withoutBlankLines(text).front() != '[';
}

bool isRequestTrace(std::string_view text) {
    bool has[kParts] = {};
    for (const std::string& column : columnsOf(text.substr(0, 1 << 16))) {
        // Of one request no throughput is told: a result of a benchmark has it beside the lengths it asked
        // for.
        if (column.find("throughput") != std::string::npos) return false;
        if (const Name* name = known(column)) has[name->part] = true;
    }
    return has[Input] && has[Output];
}

Result<RequestTrace> readRequestTrace(std::string_view text, const std::string& source) {
    if (withoutBlankLines(text).empty()) return Problem{.source = source, .rule = say("holds no request")};
    return Translator(text, source).run();
}

} // namespace moe
