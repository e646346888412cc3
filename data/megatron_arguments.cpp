// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/megatron_arguments.h"

#include "data/text.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace moe {
namespace {

bool isUpperName(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
bool isLowerName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

std::vector<std::string_view> words(std::string_view line) {
    std::vector<std::string_view> list;
    std::size_t at = 0;
    while ((at = line.find_first_not_of(" \t\r\\", at)) != std::string_view::npos) {
        if (line.substr(at, 3) == "(--") ++at; // `ARGS=(--num-layers 24`
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        list.push_back(line.substr(at, end - at));
        at = end;
    }
    return list;
}

/// Without the bracket that closes `ARGS=(--num-layers 24)`; those of "([0]*3+[1]*58)" stay.
void dropClosing(std::string& text) {
    const auto count = [&](char c) { return std::count(text.begin(), text.end(), c); };
    while (count(')') > count('(') && trimmed(text).substr(trimmed(text).size() - 1) == ")") {
        text = std::string(trimmed(text));
        text.pop_back();
        text = std::string(trimmed(text));
    }
    if (text == "(") text.clear();
}

std::string_view unquoted(std::string_view text) {
    while (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
        text = text.substr(1, text.size() - 2);
    return text;
}

bool isFlag(std::string_view word) {
    return word.size() > 2 && word.substr(0, 2) == "--" && std::isalpha(static_cast<unsigned char>(word[2]));
}

/// Of a part of a line.
Place placeIn(std::string_view line, std::string_view part, int number) {
    return placeOf(line, static_cast<std::size_t>(part.data() - line.data()), number);
}

/// `MODEL_ARGS:` or `MODEL_ARGS=(`
std::size_t argsNameLength(std::string_view line) {
    std::size_t end = 0;
    while (end < line.size() && isUpperName(line[end])) ++end;
    const std::string_view name = line.substr(0, end);
    const bool named = end >= 4 && name.substr(end - 4) == "ARGS" && end < line.size() &&
                       (line[end] == ':' || line[end] == '=');
    return named ? end + 1 : 0;
}

/// Places of words that come in order: each character is counted once.
class PlaceInLines {
public:
    explicit PlaceInLines(const JoinedLines& lines) : m_lines(lines), m_place{lines.number, 1} {}

    Place of(std::string_view word) {
        const auto offset = static_cast<std::size_t>(word.data() - m_lines.text.data());
        while (m_line + 1 < m_lines.starts.size() && m_lines.starts[m_line + 1] <= offset) {
            m_counted = m_lines.starts[++m_line];
            m_place = {m_place.line + 1, 1};
        }
        const std::string_view between = std::string_view(m_lines.text).substr(m_counted, offset - m_counted);
        m_place.column += characterCount(between);
        m_counted = offset;
        return m_place;
    }

private:
    const JoinedLines& m_lines;
    std::size_t m_line = 0, m_counted = 0;
    Place m_place;
};

} // namespace

bool isFlagLine(std::string_view line) {
    line = trimmed(line);
    return isFlag(line.substr(0, line.find(' '))) || argsNameLength(line) > 0;
}

bool continuesFlags(std::string_view line, std::string_view next) {
    constexpr std::size_t kNarrowestTerminal = 78;
    if (trimmed(line).size() < kNarrowestTerminal || trimmed(next).empty()) return false;
    if (next.front() == '[' || next.front() == '#' || next.front() == '`' || next.front() == '>' ||
        next.front() == ')' || argsNameLength(next) > 0)
        return false;
    // Other log lines begin with a word and a colon, or speak in sentences; what is left of an argument list
    // holds flags or is one word.
    const std::vector<std::string_view> list = words(next);
    const bool hasFlags = std::any_of(list.begin(), list.end(), isFlag);
    return !isFlag(trimmed(next)) &&
           (hasFlags || (list.size() <= 2 && next.find(": ") == std::string_view::npos &&
                         next.find('=') == std::string_view::npos));
}

void readFlags(const JoinedLines& lines, ArgumentMap& arguments) {
    std::string_view line = trimmed(lines.text);
    line.remove_prefix(argsNameLength(line));
    PlaceInLines places(lines);
    MegatronArgument* value = nullptr;
    const auto finish = [](MegatronArgument& argument) {
        dropClosing(argument.text);
        if (argument.text.empty()) argument.text = "True";
    };
    for (std::string_view word : words(line)) {
        if (word.front() == '#') break; // a script's remark
        if (!isFlag(word)) {
            if (value == nullptr) continue;
            if (value->text.empty()) value->place = places.of(word);
            value->text += (value->text.empty() ? "" : " ") + std::string(unquoted(word));
            continue;
        }
        if (value) finish(*value);
        const std::size_t equals = word.find('=');
        std::string name(word.substr(2, equals == std::string_view::npos ? equals : equals - 2));
        while (!name.empty() && (name.back() == ':' || name.back() == ')'))
            name.pop_back(); // YAML lists, ARGS=(…)
        std::replace(name.begin(), name.end(), '-', '_');
        value = &arguments[name];
        const bool given = equals != std::string_view::npos;
        value->text = given ? std::string(unquoted(word.substr(equals + 1))) : "";
        value->place = places.of(given ? word.substr(equals + 1) : word);
    }
    if (value) finish(*value);
}

bool readDumpLine(std::string_view line, int number, ArgumentMap& arguments) {
    const std::string_view whole = line;
    if (line.empty() || (line.front() != ' ' && line.front() != '\t')) return false;
    line = trimmed(line);
    std::size_t end = 0;
    while (end < line.size() && isLowerName(line[end])) ++end;
    const std::size_t dots = line.find_first_not_of('.', std::min(end + 1, line.size()));
    if (end == 0 || line.substr(end, 3) != " .." || dots == std::string_view::npos || line[dots] != ' ')
        return false;
    const std::string_view value = trimmed(line.substr(dots));
    arguments[std::string(line.substr(0, end))] = {std::string(value), placeIn(whole, value, number)};
    return true;
}

bool readExport(std::string_view line, int number, ArgumentMap& exports) {
    const std::string_view whole = line;
    line = trimmed(line);
    if (line.substr(0, 7) == "export ") line = trimmed(line.substr(7));
    std::size_t end = 0;
    while (end < line.size() && isUpperName(line[end])) ++end;
    if (end == 0 || end >= line.size() || line[end] != '=' || argsNameLength(line) > 0) return false;
    std::string_view value = line.substr(end + 1);
    value = value.substr(0, value.find(" #"));
    const std::size_t chained = value.find("&&");
    value = unquoted(trimmed(value.substr(0, chained)));
    exports[std::string(line.substr(0, end))] = {std::string(value), placeIn(whole, value, number)};
    return true;
}

ArgumentMap expandVariables(ArgumentMap& arguments, const ArgumentMap& exports) {
    ArgumentMap unknown;
    for (auto at = arguments.begin(); at != arguments.end();) {
        std::string_view value = at->second.text;
        if (value.empty() || value.front() != '$') {
            ++at;
            continue;
        }
        value = value.substr(value.size() > 1 && value[1] == '{' ? 2 : 1);
        const auto known =
            exports.find(std::string(value.substr(0, value.find_first_of("}:")))); // ${MBSZ:-8}
        if (known == exports.end()) {
            unknown.insert(*at);
            at = arguments.erase(at);
        } else {
            at->second = known->second;
            ++at;
        }
    }
    return unknown;
}

} // namespace moe
