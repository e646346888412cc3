// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A located complaint about input, and Result, the value-or-problems of every reader.

#include "data/message.h"

#include <cassert>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace moe {

/// A value that would mend a problem: dotted key and text, as `--set` takes them.
struct Cure {
    std::string key, value;

    friend bool operator==(const Cure&, const Cure&) = default;
};

/// One thing wrong with the input: where it stands, which rule it breaks, what was found.
struct Problem {
    std::string source = {}; ///< file name, "--set", or empty for a value typed into the form
    int line = 0;            ///< 1-based; 0 = unknown
    int column = 0;          ///< 1-based; 0 = unknown
    std::string key = {};    ///< dotted scenario key or column name; may be empty
    Message rule = {};       ///< what is expected, with the cure where there is one: "must divide 128 experts
                             ///< (nearest: 4 or 8)"
    std::string value = {};  ///< the offending text, as found
    std::vector<Cure> cures = {}; ///< each mends it alone and breaks no other rule

    friend bool operator==(const Problem&, const Problem&) = default;
};
using Problems = std::vector<Problem>;

/// `file:line:column: key: rule, got "value"`; parts that are unknown are left out. What came from outside is
/// printable, on one line and no longer than one reads: of key and value there is an excerpt.
std::string toString(const Problem& problem);
/// One line per problem.
std::string toString(const Problems& problems);

void append(Problems& to, Problems more);

/// A value, or every reason why there is none. Names follow std::expected.
template <class T> class Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Problems problems) : m_state(std::in_place_index<1>, std::move(problems)) {}
    Result(Problem problem) : Result(Problems{std::move(problem)}) {}

    bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }
    const T& value() const& { return *checked(); }
    T&& value() && { return std::move(*const_cast<T*>(checked())); }
    const T& operator*() const& { return value(); }
    const T* operator->() const { return checked(); }
    const Problems& error() const {
        assert(!has_value());
        return std::get<1>(m_state);
    }

private:
    const T* checked() const {
        assert(has_value());
        return &std::get<0>(m_state);
    }
    std::variant<T, Problems> m_state;
};

} // namespace moe
