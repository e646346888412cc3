// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/run_list.h"

#include "data/number.h"

#include <algorithm>

namespace moe {
namespace {

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

} // namespace

void RunRow::add(std::string_view key, const DocumentEntry& entry) {
    for (const auto& [known, value] : m_entries) {
        if (known == key) return;
    }
    m_entries.emplace_back(key, &entry);
}

const DocumentEntry* RunRow::entry(std::string_view key) const {
    for (const auto& [known, value] : m_entries) {
        if (known == key) return value->isNull() ? nullptr : value;
    }
    return nullptr;
}

std::optional<std::string> RunRow::text(std::string_view key) const {
    const DocumentEntry* said = entry(key);
    return said ? std::optional(said->text()) : std::nullopt;
}

bool RunRow::has(std::string_view key, std::string_view part) const {
    const std::optional<std::string> said = text(key);
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return said && std::search(said->begin(), said->end(), part.begin(), part.end(), same) != said->end();
}

std::optional<double> RunRow::number(std::string_view key) {
    const std::optional<std::string> said = text(key);
    if (!said) return std::nullopt;
    const std::optional<double> value = parseNumber(*said);
    if (value && *value >= 0) return value;
    complain(key, say("must be a number of at least 0"), *said);
    return std::nullopt;
}

void RunRow::complain(std::string_view key, Message rule, std::string value) {
    const DocumentEntry* said = entry(key);
    problems.push_back({.source = m_source,
                        .line = said ? said->line : m_line,
                        .column = said ? said->column : 0,
                        .key = std::string(key),
                        .rule = std::move(rule),
                        .value = std::move(value)});
}

} // namespace moe
