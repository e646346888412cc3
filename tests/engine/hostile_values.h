// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Values that no reader should trust, drawn at random: extreme, zero, negative, not finite, huge, of another
// type, unfinished. The same seed gives the same values on every machine.

#include "data/document.h"
#include "data/text.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace moe::test {

class HostileDraw {
public:
    explicit HostileDraw(unsigned seed) : m_random(seed) {}

    std::size_t below(std::size_t end) { return m_random() % end; }
    bool oneIn(std::size_t cases) { return below(cases) == 0; }
    template <class List> const auto& pick(const List& list) {
        return *(std::begin(list) + below(std::size(list)));
    }

    std::string number() {
        static constexpr const char* kNumbers[] = {"0",
                                                   "-0",
                                                   "-1",
                                                   "1",
                                                   "2",
                                                   "3",
                                                   "8",
                                                   "64",
                                                   "128",
                                                   "1000",
                                                   "65536",
                                                   "1e6",
                                                   "0.5",
                                                   "1.5",
                                                   "-1.5",
                                                   "1e-9",
                                                   "1e-320",
                                                   "1e308",
                                                   "-1e308",
                                                   "1e999",
                                                   "-1e999",
                                                   "nan",
                                                   "inf",
                                                   "-inf",
                                                   "2147483647",
                                                   "2147483648",
                                                   "-2147483649",
                                                   "4294967296",
                                                   "9007199254740993",
                                                   "9223372036854775807",
                                                   "9223372036854775808",
                                                   "18446744073709551616",
                                                   "1e15",
                                                   "1e16",
                                                   "0x10",
                                                   "1_000",
                                                   "1,5",
                                                   "1e",
                                                   "--1",
                                                   "+",
                                                   "1 2",
                                                   "007"};
        return pick(kNumbers);
    }
    std::string text() {
        static constexpr const char* kTexts[] = {"",
                                                 " ",
                                                 "None",
                                                 "null",
                                                 "~",
                                                 "True",
                                                 "false",
                                                 "auto",
                                                 "x",
                                                 "[]",
                                                 "[1, 2]",
                                                 "{}",
                                                 "%1",
                                                 "%9 %1",
                                                 "$A",
                                                 "a.b",
                                                 "..",
                                                 "/dev/null",
                                                 "\\",
                                                 "\"",
                                                 "'",
                                                 "|",
                                                 "<b>",
                                                 "=1+1",
                                                 "\x1b[2J",
                                                 "\xe2\x80\xae",
                                                 "\xff",
                                                 "\n",
                                                 "1,1,1",
                                                 "M*-",
                                                 "(",
                                                 ")*9",
                                                 "t|t",
                                                 "Et*1000000000|L",
                                                 "full*1000000000",
                                                 "sliding*3,full",
                                                 "((((((((",
                                                 "[1]*1000000000",
                                                 "([0]*1+[1]*2)*999999999"};
        if (oneIn(12)) return std::string(std::size_t{1} << below(17), "1x,|*[(- "[below(9)]);
        return pick(kTexts);
    }
    std::string value() { return oneIn(3) ? text() : number(); }

    /// A few entries changed: another value, a list for a value or the other way round, another key, left
    /// out, twice.
    Document changed(Document document) {
        for (std::size_t changes = 1 + below(4); changes > 0 && !document.empty(); --changes) {
            const std::size_t at = below(document.size());
            DocumentEntry& entry = document[at];
            switch (below(8)) {
            case 0: document.erase(document.begin() + std::ptrdiff_t(at)); break;
            case 1: document.push_back(entry); break;
            case 2: entry.key += oneIn(2) ? "_x" : ".x"; break;
            case 3: entry.key = document[below(document.size())].key; break;
            case 4:
                entry.list = !entry.list;
                entry.values.resize(below(4), value());
                if (!entry.list) entry.values.resize(1, value());
                break;
            case 5: entry.values.clear(), entry.list = false; break;
            default:
                if (entry.values.empty()) entry.values.emplace_back();
                entry.values[below(entry.values.size())] = value();
                entry.quoted = oneIn(4);
            }
        }
        return document;
    }

private:
    std::mt19937 m_random;
};

/// Empty when these problems are fit to be read: each says something, is no longer than one reads, and holds
/// nothing that a terminal would obey.
inline std::string unfit(const std::vector<Problem>& problems) {
    if (problems.empty()) return "fails without saying why";
    if (problems.size() > 1001) return std::to_string(problems.size()) + " problems";
    for (const Problem& problem : problems) {
        const std::string text = toString(problem);
        if (problem.rule.empty()) return "a problem without a rule: " + text;
        if (text.size() > 2000)
            return "a problem of " + std::to_string(text.size()) + " bytes: " + text.substr(0, 300);
    }
    return {};
}

} // namespace moe::test
