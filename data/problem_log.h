// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Collects the problems of one input and keeps a hopeless file from filling the memory with them.

#include "data/problem.h"

#include <cstddef>

namespace moe {

/// Lists every problem up to a limit and counts those beyond it.
class ProblemLog {
public:
    static constexpr std::size_t kListed = 1000;

    void add(Problem problem) {
        if (m_problems.size() < kListed)
            m_problems.push_back(std::move(problem));
        else
            ++m_more;
    }
    bool empty() const { return m_problems.empty(); }
    /// What is added now is only counted.
    bool full() const { return m_problems.size() >= kListed; }

    /// The list; its last entry tells how many more there are.
    Problems take() {
        if (m_more > 0) {
            Problem rest = m_problems.back();
            m_problems.push_back(
                {rest.source, 0, 0, {}, say("%1 further problems are not listed", m_more), {}});
        }
        return std::move(m_problems);
    }

private:
    Problems m_problems;
    std::size_t m_more = 0;
};

} // namespace moe
