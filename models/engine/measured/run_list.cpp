// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/run_list.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace moe {
namespace {

constexpr std::string_view kRows = "rows.", kDefaults = "defaults.";

/// "12.shape.layers" → 12 and "shape.layers".
std::optional<std::pair<int, std::string_view>> numbered(std::string_view key) {
    int index = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    const auto used = static_cast<std::size_t>(end - key.data());
    if (error != std::errc() || used + 1 >= key.size() || key[used] != '.') return std::nullopt;
    return std::pair{index, key.substr(used + 1)};
}

/// Figures of other releases stand under version numbers, whose dots are no
/// levels: blanked, so that all else keeps its place.
std::string withoutReleases(std::string_view text) {
    constexpr std::string_view kBegin = "other_releases: {";
    std::string made(text);
    for (std::size_t at = made.find(kBegin); at != std::string::npos; at = made.find(kBegin, at + 1)) {
        const std::size_t end = made.find('}', at), line = made.find('\n', at);
        if (end < line)
            std::fill(made.begin() + std::ptrdiff_t(at + kBegin.size()), made.begin() + std::ptrdiff_t(end),
                      ' ');
    }
    return made;
}

} // namespace

bool isRunList(std::string_view text) {
    return text.substr(0, 5) == "rows:" || text.find("\nrows:") != std::string_view::npos;
}

Result<RunList> readRunList(std::string_view text, const std::string& source, const Catalog& catalog) {
    const Result<Document> document = parseDocument(withoutReleases(text), source);
    if (!document) return document.error();
    Problems problems;
    std::vector<const DocumentEntry*> defaults;
    std::map<int, RunRow> rows;
    for (const DocumentEntry& entry : *document) {
        const std::string_view key = entry.key;
        if (key.substr(0, kDefaults.size()) == kDefaults) {
            defaults.push_back(&entry);
            continue;
        }
        const auto place =
            key.substr(0, kRows.size()) == kRows ? numbered(key.substr(kRows.size())) : std::nullopt;
        if (!place) {
            problems.push_back({source, entry.line, entry.column, entry.key,
                                say("is no part of a list of runs: only defaults and rows"), entry.text()});
            continue;
        }
        rows.try_emplace(place->first, source, entry.line).first->second.add(place->second, entry);
    }
    if (rows.empty() && problems.empty())
        problems.push_back({.source = source, .key = "rows", .rule = say("is missing")});
    RunList list;
    for (auto& [index, row] : rows) {
        for (const DocumentEntry* one : defaults) row.add(one->key.substr(kDefaults.size()), *one);
        RunOutcome outcome = caseOfRun(row, catalog);
        if (!row.problems.empty())
            append(problems, std::move(row.problems));
        else if (outcome.made)
            list.cases.push_back(std::move(*outcome.made));
        else
            list.leftOut.push_back({row.text("id").value_or(""), row.text("source").value_or(""),
                                    row.text("gpu").value_or(""), std::move(outcome.leftOut)});
    }
    if (!problems.empty()) return problems;
    return list;
}

} // namespace moe
