// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of neighbouring keys that differ by more than their keys explain: transfers over a network that others
// use too, or that switch between two states. Their repetitions follow one another within milliseconds and
// agree; the next key, profiled later, does not. There the middle one of the rows around says more about a
// key that was not measured than the two rows beside it.

#include <cstddef>
#include <vector>

namespace moe {

class ProfileScatter {
public:
    /// Of a curve over one key: ascending ln key and ln utilisation of the rows.
    ///
    /// Every row gets the reach (rows to either side whose median replaces it between the keys) with which
    /// its neighbourhood, left out row by row, is predicted best; 0, the row itself, unless the rows beside
    /// miss by more than 2 % there and the median by a tenth less. The neighbourhood: keys within a quarter
    /// and 16 rows to either side, at least 16 rows; fewer say nothing about scatter.
    ProfileScatter(std::vector<double> keys, std::vector<double> values);
    ProfileScatter() = default; ///< rows stand for themselves

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    bool moves(std::size_t row) const { return row < m_reach.size() && m_reach[row] > 0; }
    /// ln utilisation that row `row` stands for between the keys, as if row `skipped` were unknown.
    double at(std::size_t row, std::size_t skipped = kNone) const;

private:
    struct Rows {
        std::size_t begin, end;
    };
    Rows around(std::size_t row) const;
    double middle(std::size_t row, std::size_t reach, std::size_t skipped) const;

    std::vector<double> m_keys, m_values;
    std::vector<std::size_t> m_reach;
};

} // namespace moe
