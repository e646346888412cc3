// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/response_table.h"

#include "data/csv.h"
#include "data/number.h"
#include "data/problem_log.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace moe {
namespace {

constexpr double kLongestResponse = 1e7;        // as rl.response_max
constexpr std::size_t kMostResponses = 1 << 24; // a quarter of a gibibyte

Message lengthRule() {
    return say("expected a whole number from 1 to %1", numberText(kLongestResponse));
}
bool isLength(double value) {
    return value >= 1 && value <= kLongestResponse && value == std::floor(value);
}

std::string_view trimmed(std::string_view line) {
    constexpr const char* kBlank = " \t\r";
    const std::size_t first = line.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(kBlank) + 1 - first);
}

/// The text's next line, without what surrounds it; `text` loses it.
std::string_view takeLine(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return trimmed(line);
}

bool beginsWithNumber(std::string_view text) {
    while (!text.empty())
        if (const std::string_view line = takeLine(text); !line.empty()) return parseNumber(line).has_value();
    return false;
}

ResponseTable plainList(std::string_view text, const std::string& source, ProblemLog& log) {
    ResponseTable table;
    table.source = source;
    for (int line = 1; !text.empty(); ++line) {
        const std::string_view cell = takeLine(text);
        if (cell.empty()) continue;
        const std::optional<double> value = parseNumber(cell);
        if (!value || !isLength(*value))
            log.add({source, line, 1, "length", lengthRule(), std::string(cell)});
        else if (table.rows.size() < kMostResponses)
            table.rows.push_back({static_cast<int>(*value), 0});
    }
    return table;
}

/// Rows of one prompt stand together, by their place in the group where that is told.
void gather(ResponseTable& table, const CsvTable& csv, const std::vector<std::size_t>& kept) {
    const CsvColumn* prompt = csv.find("prompt");
    if (!prompt) return;
    const CsvColumn* place = csv.find("group");
    std::map<std::string, std::size_t> numbers;
    std::vector<std::size_t> of(kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::size_t row = kept[i];
        const std::string name =
            prompt->numeric ? numberText(prompt->numbers[row]) : std::string(prompt->text(row));
        of[i] = numbers.emplace(name, numbers.size()).first->second;
    }
    std::vector<std::size_t> order(kept.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto at = [&](std::size_t i) {
        return place && place->numeric && !std::isnan(place->numbers[kept[i]]) ? place->numbers[kept[i]] : 0;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return of[a] != of[b] ? of[a] < of[b] : at(a) < at(b);
    });
    std::vector<ResponseRow> rows;
    rows.reserve(order.size());
    table.groups.assign(numbers.size(), 0);
    for (const std::size_t i : order) {
        rows.push_back(table.rows[i]);
        ++table.groups[of[i]];
    }
    table.rows = std::move(rows);
}

} // namespace

Result<ResponseTable> readResponses(std::string_view text, const std::string& source) {
    ProblemLog log;
    ResponseTable table;
    if (beginsWithNumber(text)) {
        table = plainList(text, source, log);
    } else {
        Result<CsvTable> csv = readCsv(text, source, {{"length"}});
        if (!csv) return csv.error();
        table.source = source;
        for (const Problem& problem : csv->problems) log.add(problem);
        const std::vector<double>& lengths = csv->find("length")->numbers;
        const CsvColumn* prompts = csv->find("prompt_tokens");
        std::vector<std::size_t> kept;
        for (std::size_t row = 0; row < csv->rows() && kept.size() < kMostResponses; ++row) {
            const double prompt = prompts && prompts->numeric ? prompts->numbers[row] : 0;
            if (!isLength(lengths[row])) {
                log.add({source, csv->lines[row], 0, "length", lengthRule(), numberText(lengths[row])});
            } else if (prompts && !isLength(prompt)) {
                log.add({source, csv->lines[row], 0, "prompt_tokens", lengthRule(),
                         prompts->numeric ? numberText(prompt) : std::string(prompts->text(row))});
            } else {
                table.rows.push_back({static_cast<int>(lengths[row]), static_cast<int>(prompt)});
                kept.push_back(row);
            }
        }
        gather(table, *csv, kept);
    }
    if (!log.empty()) return log.take();
    if (table.rows.empty()) return Problem{source, 0, 0, "length", say("there is no length")};
    return table;
}

bool isResponseTable(std::string_view text) {
    const std::vector<std::string> header = csvHeader(text);
    const auto has = [&](std::string_view name) {
        return std::find(header.begin(), header.end(), name) != header.end();
    };
    return has("length") && has("prompt");
}

} // namespace moe
