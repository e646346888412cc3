// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/problem.h"

#include "data/text.h"

namespace moe {

static constexpr std::size_t kLongestKey = 200;

std::string toString(const Problem& problem) {
    std::string text = printable(problem.source);
    if (problem.line > 0) {
        text += (text.empty() ? "" : ":") + std::to_string(problem.line);
        if (problem.column > 0) text += ":" + std::to_string(problem.column);
    }
    if (!text.empty()) text += ": ";
    if (!problem.key.empty()) text += excerpt(problem.key, kLongestKey) + ": ";
    text += toString(problem.rule);
    if (!problem.value.empty()) text += ", got \"" + excerpt(problem.value) + "\"";
    return text;
}

std::string toString(const Problems& problems) {
    std::string text;
    for (const Problem& problem : problems) text += toString(problem) + "\n";
    return text;
}

void append(Problems& to, Problems more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace moe
