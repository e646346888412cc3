// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/megatron_arguments.h"

#include "data/text.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
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
        // `ARGS=(--num-layers 24`, `ARGS="--num-layers 24`
        if (at + 3 < line.size() && (line[at] == '(' || line[at] == '"' || line[at] == '\'') &&
            line.substr(at + 1, 2) == "--")
            ++at;
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
        for (const char quote : {'"', '\''}) // of the whole list
            if (!argument.text.empty() && argument.text.back() == quote &&
                std::count(argument.text.begin(), argument.text.end(), quote) % 2 == 1)
                argument.text.pop_back();
        if (argument.text.empty()) argument.text = "True";
    };
    for (std::string_view word : words(line)) {
        if (word.front() == '#') break; // a script's remark
        if (!isFlag(word)) {
            if (value == nullptr) continue;
            // Behind a value its program, or lists of further flags.
            if (word.ends_with(".py") || (word.front() == '$' && !value->text.empty())) {
                finish(*value);
                value = nullptr;
                continue;
            }
            if (value->text.empty()) value->place = places.of(word);
            value->text += (value->text.empty() ? "" : " ") + std::string(unquoted(word));
            continue;
        }
        if (value) finish(*value);
        const std::size_t equals = word.find('=');
        std::string name(word.substr(2, equals == std::string_view::npos ? equals : equals - 2));
        while (!name.empty() && std::string_view(":)\"'").find(name.back()) != std::string_view::npos)
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

namespace {

/// Where a command ends and the next begins on a line, "TP=1; PP=16": none within quotes, brackets or a
/// remark.
std::size_t commandEnd(std::string_view line) {
    int depth = 0;
    char quote = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char c = line[at];
        if (quote != 0)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '(' || c == '{')
            ++depth;
        else if (c == ')' || c == '}')
            --depth;
        else if (c == '#' && (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t'))
            break;
        else if (c == ';' && depth == 0)
            return at;
    }
    return std::string_view::npos;
}

bool readOneExport(std::string_view whole, std::string_view line, int number, ArgumentMap& exports) {
    line = trimmed(line);
    if (line.substr(0, 7) == "export ") line = trimmed(line.substr(7));
    if (line.substr(0, 2) == ": ") { // `: ${TP:=8}`, a default
        line = unquoted(trimmed(line.substr(2)));
        const std::size_t op = line.find(":=");
        if (line.substr(0, 2) != "${" || op == std::string_view::npos || line.back() != '}') return false;
        const std::string_view value = unquoted(line.substr(op + 2, line.size() - op - 3));
        exports.emplace(std::string(line.substr(2, op - 2)),
                        MegatronArgument{std::string(value), placeIn(whole, value, number)});
        return true;
    }
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

} // namespace

bool readExport(std::string_view line, int number, ArgumentMap& exports) {
    bool any = false;
    for (std::string_view rest = line; !rest.empty();) {
        const std::size_t end = commandEnd(rest);
        if (!readOneExport(line, rest.substr(0, end), number, exports)) break;
        any = true;
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return any;
}

namespace {

/// Whole numbers, + − * / % and brackets, as `$((…))` has them.
class Arithmetic {
public:
    explicit Arithmetic(std::string_view text) : m_text(text) {}
    std::optional<long long> value() {
        const std::optional<long long> made = sum();
        return made && next() == '\0' ? made : std::nullopt;
    }

private:
    static constexpr long long kLargest = 1'000'000'000'000;
    char next() {
        while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    std::optional<long long> sum() {
        std::optional<long long> made = product();
        for (char op = next(); made && (op == '+' || op == '-'); op = next()) {
            ++m_at;
            const std::optional<long long> more = product();
            if (!more) return std::nullopt;
            made = op == '+' ? *made + *more : *made - *more;
            if (std::llabs(*made) > kLargest) return std::nullopt;
        }
        return made;
    }
    std::optional<long long> product() {
        std::optional<long long> made = factor();
        for (char op = next(); made && (op == '*' || op == '/' || op == '%'); op = next()) {
            ++m_at;
            const std::optional<long long> more = factor();
            if (!more || (op != '*' && *more == 0)) return std::nullopt;
            if (op == '*' && *more != 0 && std::llabs(*made) > kLargest / std::llabs(*more))
                return std::nullopt;
            made = op == '*' ? *made * *more : op == '/' ? *made / *more : *made % *more;
        }
        return made;
    }
    std::optional<long long> factor() {
        if (next() == '(') {
            if (++m_depth > 32) return std::nullopt;
            ++m_at;
            const std::optional<long long> made = sum();
            if (next() != ')') return std::nullopt;
            ++m_at;
            return made;
        }
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at]))) ++m_at;
        const std::string_view digits = m_text.substr(begin, m_at - begin);
        if (digits.empty() || digits.size() > 12) return std::nullopt;
        long long made = 0;
        for (const char digit : digits) made = 10 * made + (digit - '0');
        return made;
    }
    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
};

/// A text with its variables replaced: `$TP`, `${TP}`, `${TP:-8}`, `$((TP * PP))`; nothing where one is not
/// in the text: a caller's (`$1`), or one that branches set to different values.
class Expansion {
public:
    explicit Expansion(const ArgumentMap& exports) : m_exports(exports) {}
    Expansion(const ArgumentMap& exports, std::string_view own) : m_exports(exports), m_open{own} {}

    std::optional<std::string> of(std::string_view text) {
        if (m_open.size() > 16 || text.size() > 4096) return std::nullopt;
        std::string made;
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] != '$') {
                made += text[at++];
                continue;
            }
            const std::size_t begin = at + 1;
            std::optional<std::string> part;
            if (text.substr(begin, 2) == "((") {
                const std::size_t end = text.find("))", begin);
                if (end == std::string_view::npos) return std::nullopt;
                part = number(text.substr(begin + 2, end - begin - 2));
                at = end + 2;
            } else if (text.substr(begin, 1) == "{") {
                std::size_t end = begin, depth = 0;
                for (; end < text.size(); ++end) {
                    depth += text[end] == '{' ? 1 : 0;
                    if (text[end] == '}' && --depth == 0) break;
                }
                if (end >= text.size()) return std::nullopt;
                part = parameter(text.substr(begin + 1, end - begin - 1));
                at = end + 1;
            } else {
                std::size_t end = begin;
                while (end < text.size() && isName(text[end])) ++end;
                part = variable(text.substr(begin, end - begin));
                at = end;
            }
            if (!part) return std::nullopt;
            made += *part;
        }
        return made;
    }

private:
    static bool isName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
    std::optional<std::string> variable(std::string_view name) {
        const auto known = m_exports.find(std::string(name));
        const bool open = std::find(m_open.begin(), m_open.end(), name) != m_open.end();
        if (known == m_exports.end() || open) return std::nullopt;
        m_open.push_back(name);
        std::optional<std::string> made = of(known->second.text);
        m_open.pop_back();
        return made;
    }
    std::optional<std::string> parameter(std::string_view text) {
        std::size_t end = 0;
        while (end < text.size() && isName(text[end])) ++end;
        if (std::optional<std::string> known = variable(text.substr(0, end)); known && !known->empty())
            return known;
        std::string_view rest = text.substr(end);
        if (!rest.empty() && rest.front() == ':') rest.remove_prefix(1);
        if (rest.empty() || (rest.front() != '-' && rest.front() != '=')) return std::nullopt;
        return of(unquoted(rest.substr(1)));
    }
    /// Names stand with or without a dollar.
    std::optional<std::string> number(std::string_view text) {
        std::string made;
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] == '$' || std::isalpha(static_cast<unsigned char>(text[at])) || text[at] == '_') {
                const bool dollar = text[at] == '$', braces = text.substr(at, 2) == "${";
                std::size_t end = at + (dollar ? 1 : 0);
                if (braces)
                    end = std::min(text.find('}', at), text.size() - 1) + 1;
                else
                    while (end < text.size() && isName(text[end])) ++end;
                const std::string_view name = text.substr(at, end - at);
                const std::optional<std::string> part = dollar ? of(name) : variable(name);
                if (!part) return std::nullopt;
                made += *part;
                at = end;
            } else {
                made += text[at++];
            }
        }
        const std::optional<long long> value = Arithmetic(made).value();
        return value ? std::optional(std::to_string(*value)) : std::nullopt;
    }

    const ArgumentMap& m_exports;
    std::vector<std::string_view> m_open; ///< variables being replaced: their own names are then the caller's
};

} // namespace

void expandExports(ArgumentMap& exports) {
    ArgumentMap made = exports;
    for (auto& [name, value] : made) {
        if (value.text.find('$') == std::string::npos) continue;
        // Its own name in it is the caller's: the default is taken.
        if (const std::optional<std::string> text = Expansion(exports, name).of(value.text))
            value.text = *text;
    }
    exports = std::move(made);
}

ArgumentMap expandVariables(ArgumentMap& arguments, const ArgumentMap& exports) {
    ArgumentMap unknown;
    for (auto at = arguments.begin(); at != arguments.end();) {
        if (at->second.text.find('$') == std::string::npos) {
            ++at;
            continue;
        }
        if (const std::optional<std::string> text = Expansion(exports).of(at->second.text)) {
            // A variable alone stands where it is set.
            const std::string_view whole = at->second.text;
            const std::size_t from = whole.find_first_not_of("${"), to = whole.find_first_of("}:", from);
            const auto known = from == std::string_view::npos
                                   ? exports.end()
                                   : exports.find(std::string(whole.substr(from, to - from)));
            if (known != exports.end() && known->second.text == *text)
                at->second = known->second;
            else
                at->second.text = *text;
            ++at;
        } else {
            unknown.insert(*at);
            at = arguments.erase(at);
        }
    }
    return unknown;
}

} // namespace moe
