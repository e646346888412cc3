// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe_json.h"

#include "data/csv.h"
#include "data/document.h"
#include "data/text.h"

#include <algorithm>
#include <map>

namespace moe {
namespace {

constexpr std::size_t kMostLines = 20000; ///< each is parsed as a document

/// Calls `use(line, number)` with every line that is not empty.
template <class Use> void eachLine(std::string_view text, const Use& use) {
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty() && !use(line, number)) return;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

} // namespace

bool isJsonLines(std::string_view text) {
    bool object = false;
    eachLine(text, [&](std::string_view line, int) {
        object = line.front() == '{' && line.back() == '}';
        return false;
    });
    return object;
}

Result<JsonRuns> csvOfJsonLines(std::string_view text, const std::string& source) {
    std::vector<std::string> keys;
    std::map<std::string, std::size_t> columns;
    std::vector<std::map<std::size_t, std::string>> rows;
    JsonRuns runs;
    Problems problems;
    eachLine(text, [&](std::string_view line, int number) {
        if (rows.size() == kMostLines) {
            problems.push_back({source, number, 0, {}, say("at most %1 runs are read", kMostLines), {}});
            return false;
        }
        const Result<Document> object = parseDocument(line, source);
        if (!object || line.front() != '{' || line.back() != '}') {
            problems.push_back({source, number, 0, {}, say("expected one JSON object on the line"), {}});
            return problems.size() < 20;
        }
        std::map<std::size_t, std::string>& row = rows.emplace_back();
        runs.lines.push_back(number);
        for (const DocumentEntry& entry : *object) {
            if (entry.list || entry.isNull()) continue; // histories and tags are no number of a run
            const auto [at, fresh] = columns.try_emplace(entry.key, keys.size());
            if (fresh) keys.push_back(entry.key);
            row[at->second] = entry.text();
        }
        return true;
    });
    if (!problems.empty()) return problems;
    for (const std::string& key : keys) runs.csv += (runs.csv.empty() ? "" : ",") + csvCell(key);
    for (const std::map<std::size_t, std::string>& row : rows) {
        runs.csv += '\n';
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (i > 0) runs.csv += ',';
            const auto cell = row.find(i);
            if (cell != row.end()) runs.csv += csvCell(cell->second);
        }
    }
    runs.csv += '\n';
    return runs;
}

} // namespace moe
