// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a search has found so far: the best layouts, the Pareto line of a pair, counts. Merging the parts of a
// divided search in any order gives the same result.

#include "models/engine/search/search_goal.h"

#include <array>
#include <map>
#include <vector>

namespace moe {

struct FoundLayout {
    Layout layout;
    Estimate estimate;
    double score = 0;    ///< smaller is better
    double x = 0, y = 0; ///< costs of the pair
    bool pareto = false; ///< set when the search is finished
};

/// Non-dominated costs, x rising and y falling. Of layouts with equal costs the first in order stays. Of two
/// metrics where the better of one is the worse of the other every layout is on the line: beyond kMost points
/// it loses every second one between its ends, and may then hold one that a lost one dominated.
class ParetoLine {
public:
    static constexpr std::size_t kMost = 8192;
    /// Some point is at least as good in both and better in one.
    bool dominates(double x, double y) const;
    void add(const FoundLayout& found);
    void merge(const ParetoLine& other);
    const std::vector<FoundLayout>& points() const { return m_points; }
    bool thinned() const { return m_thinned; } ///< points were lost: say so where the line is shown

private:
    std::vector<FoundLayout> m_points;
    bool m_thinned = false;
};

/// The best layout of every way to split the GPUs: one for each GPUs, TP, PP, CP, EP and ETP.
class Families {
public:
    bool wants(const Layout& layout, double score) const;
    void add(const FoundLayout& found);
    void merge(const Families& other);
    std::vector<FoundLayout> all() const; ///< in the order of the splits

private:
    std::map<std::array<std::int32_t, 6>, FoundLayout> m_best;
};

class Found {
public:
    explicit Found(std::size_t top = 10) : m_top(top) {}

    /// May a layout with these values or worse be of interest? False only if certainly not.
    bool wants(double score, double x, double y) const;
    void add(const FoundLayout& found);
    void merge(const Found& other);

    const std::vector<FoundLayout>& best() const { return m_best; } ///< by score, then pair, then layout
    const ParetoLine& line() const { return m_line; }
    /// Marks which of best() lie on the line.
    void finish();

    double evaluated = 0; ///< layouts computed in full
    double fitting = 0;   ///< of them, those that meet every condition

private:
    std::size_t m_top;
    std::vector<FoundLayout> m_best;
    ParetoLine m_line;
};

} // namespace moe
