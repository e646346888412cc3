// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/said_patterns.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string_view>

namespace moe::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> sources() {
    std::vector<fs::path> found;
    for (const char* folder : {"data", "models", "app", "ui"})
        for (const fs::directory_entry& entry :
             fs::recursive_directory_iterator(fs::path(MOE_SOURCE_DIR) / folder))
            if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
                found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

std::string textOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// What a literal that begins at `at` says; `at` is then behind it.
std::string literal(std::string_view text, std::size_t& at) {
    std::string said;
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\') ++at;
        said += text[at];
    }
    ++at;
    return said;
}

struct Literal {
    std::size_t begin = 0;
    std::string text;
};

enum class Upto { FirstArgument, CallsEnd };

/// The literals of a call's arguments, which begin at `at`, but for those of calls inside them; what stands
/// side by side is one.
std::vector<Literal> argumentsOf(std::string_view text, std::size_t at, Upto upto) {
    std::vector<Literal> found;
    bool joins = false;
    for (int depth = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"') {
            const std::size_t begin = at;
            const std::string piece = literal(text, at);
            if (joins)
                found.back().text += piece;
            else if (depth == 0)
                found.push_back({begin, piece});
            joins = depth == 0;
            continue;
        }
        if (depth == 0 && (c == ')' || (c == ',' && upto == Upto::FirstArgument))) break;
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        joins = joins && std::isspace(static_cast<unsigned char>(c));
        ++at;
    }
    return found;
}

/// Of every call of these functions; a member of a window that has the same name is another function.
std::vector<Literal> literalsOf(const std::string& text, const std::vector<std::string>& functions,
                                Upto upto) {
    std::vector<Literal> all;
    for (const std::string& name : functions) {
        const std::string call = name + "(";
        for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
            const char before = at > 0 ? text[at - 1] : ' ';
            if (std::isalnum(static_cast<unsigned char>(before)) || before == '_' || before == '.' ||
                before == '>')
                continue;
            const std::vector<Literal> found = argumentsOf(text, at + call.size(), upto);
            all.insert(all.end(), found.begin(), found.end());
        }
    }
    return all;
}

std::vector<Literal> saidIn(const std::string& text) {
    return literalsOf(text, {"say", "sentence"}, Upto::FirstArgument);
}

bool hasWord(const std::string& pattern) {
    return std::any_of(pattern.begin(), pattern.end(),
                       [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
}

} // namespace

std::vector<std::string> saidPatterns() {
    std::set<std::string> patterns;
    for (const fs::path& path : sources())
        for (const Literal& one : saidIn(textOf(path)))
            if (hasWord(one.text)) patterns.insert(one.text);
    return {patterns.begin(), patterns.end()};
}

std::vector<std::string> unsaidTexts() {
    static const std::regex kWrong[] = {
        // A literal that begins as rules do, wherever it stands.
        std::regex(
            R"re("(?:must |is no |is not |needs |expected |has no |has changed|cannot be |there is no ))re"),
        // A rule that is put together, or comes from another program, without a pattern.
        std::regex(R"re(\.rule =(?:(?!say\()[^;},])*?("|toStdString|what\(\)|\+ ))re"),
        std::regex(R"re(arnings\.push_back\(\s*\{\s*"[^"]*",\s*")re")};
    std::vector<std::string> found;
    for (const fs::path& path : sources()) {
        const std::string name = fs::relative(path, MOE_SOURCE_DIR).generic_string();
        if (name.starts_with("app/commands/") && name != "app/commands/command.cpp") continue;
        const std::string text = textOf(path);
        const std::vector<Literal> said = saidIn(text);
        const auto note = [&](std::size_t at) {
            const auto line =
                1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
            found.push_back(name + ":" + std::to_string(line) + ": " +
                            text.substr(at, text.find('\n', at) - at));
        };
        // What readers and checkers are told beside a key, which is one word.
        for (const Literal& one : literalsOf(
                 text, {"broken", "complain", "refuse", "assume", "rule", "note", "stop"}, Upto::CallsEnd))
            if (one.text.find(' ') != std::string::npos) note(one.begin);
        for (const std::regex& wrong : kWrong) {
            for (std::sregex_iterator it(text.begin(), text.end(), wrong), end; it != end; ++it) {
                const auto at = static_cast<std::size_t>(it->position());
                if (std::any_of(said.begin(), said.end(),
                                [&](const Literal& one) { return one.begin == at; }))
                    continue;
                // Comments, comparisons, and what is translated where it is shown.
                const std::string_view before = std::string_view(text).substr(0, at);
                const std::string_view start = before.substr(before.rfind('\n') + 1);
                if (start.find("//") != std::string_view::npos || before.ends_with("tr(") ||
                    before.ends_with("starts_with("))
                    continue;
                note(at);
            }
        }
    }
    return found;
}

} // namespace moe::test
