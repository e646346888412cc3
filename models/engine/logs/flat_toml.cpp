// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/logs/flat_toml.h"

#include "data/text.h"

#include <algorithm>

namespace moe {
namespace {

/// Without the remark; '#' within quotes is text.
std::string_view withoutRemark(std::string_view line) {
    char quote = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (quote != 0)
            quote = line[at] == quote ? char(0) : quote;
        else if (line[at] == '"' || line[at] == '\'')
            quote = line[at];
        else if (line[at] == '#')
            return line.substr(0, at);
    }
    return line;
}

std::string_view unquoted(std::string_view text) {
    const bool quoted =
        text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
    return quoted ? text.substr(1, text.size() - 2) : text;
}

bool isName(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-' || c == '.';
    });
}

/// Calls `take(line, number)` for every line.
template <class Take> void eachLine(std::string_view text, Take take) {
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        take(text.substr(0, end), number);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// The name between brackets, or empty.
std::string_view sectionOf(std::string_view line) {
    line = trimmed(withoutRemark(line));
    if (line.size() < 3 || line.front() != '[' || line.back() != ']') return {};
    const std::string_view name = trimmed(line.substr(1, line.size() - 2));
    return isName(name) ? name : std::string_view();
}

} // namespace

bool isTorchtitan(std::string_view text) {
    if (text.find("[training]") == std::string_view::npos) return false;
    bool training = false, layout = false, assigned = false;
    eachLine(withoutBom(text), [&](std::string_view line, int) {
        const std::string_view section = sectionOf(line);
        training = training || section == "training";
        layout = layout || section == "parallelism" || section == "job";
        assigned = assigned || line.find(" = ") != std::string_view::npos;
    });
    return training && layout && assigned;
}

Document flatToml(std::string_view text) {
    Document made;
    std::string section;
    eachLine(withoutBom(text), [&](std::string_view line, int number) {
        if (const std::string_view name = sectionOf(line); !name.empty()) {
            section = std::string(name) + ".";
            return;
        }
        const std::string_view said = trimmed(withoutRemark(line));
        const std::size_t equals = said.find('=');
        if (equals == std::string_view::npos || !isName(trimmed(said.substr(0, equals)))) return;
        std::string_view value = trimmed(said.substr(equals + 1));
        if (value.empty()) return;
        const auto offset = static_cast<std::size_t>(value.data() - line.data());
        DocumentEntry entry;
        entry.key = section + std::string(trimmed(said.substr(0, equals)));
        entry.line = number;
        entry.column = placeOf(line, offset).column;
        entry.list = value.size() >= 2 && value.front() == '[' && value.back() == ']';
        if (entry.list) {
            value = value.substr(1, value.size() - 2);
            while (!trimmed(value).empty()) {
                const std::size_t end = std::min(value.find(','), value.size());
                entry.values.emplace_back(unquoted(trimmed(value.substr(0, end))));
                value.remove_prefix(std::min(end + 1, value.size()));
            }
        } else {
            entry.values.emplace_back(unquoted(value));
            entry.quoted = value.front() == '"' || value.front() == '\'';
        }
        made.push_back(std::move(entry));
    });
    return made;
}

} // namespace moe
