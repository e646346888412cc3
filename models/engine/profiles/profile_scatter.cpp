// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/profiles/profile_scatter.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe {
namespace {

constexpr std::array<std::size_t, 6> kReaches = {0, 1, 2, 4, 8, 16};
constexpr std::size_t kMostReach = 16, kFewestRows = 16;
constexpr double kNearKey = 0.2231435513; // ln 1.25
constexpr double kScatter = 0.02, kBetter = 0.9, kNearLeast = 1.05;

} // namespace

ProfileScatter::Rows ProfileScatter::around(std::size_t row) const {
    Rows rows{row, row + 1};
    const double key = m_keys[row];
    while (rows.begin > 0 && row - rows.begin < kMostReach && key - m_keys[rows.begin - 1] <= kNearKey)
        --rows.begin;
    while (rows.end < m_keys.size() && rows.end - row <= kMostReach && m_keys[rows.end] - key <= kNearKey)
        ++rows.end;
    return rows;
}

double ProfileScatter::middle(std::size_t row, std::size_t reach, std::size_t skipped) const {
    const Rows rows = around(row);
    // As many to the left as to the right, so that a slope is kept.
    const std::size_t half = std::min({reach, row - rows.begin, rows.end - 1 - row});
    std::array<double, 2 * kMostReach + 1> window{};
    auto end = window.begin();
    for (std::size_t i = row - half; i <= row + half; ++i)
        if (i != skipped) *end++ = m_values[i];
    const auto count = end - window.begin();
    const auto centre = window.begin() + count / 2;
    std::nth_element(window.begin(), centre, end);
    if (count % 2 == 1) return *centre;
    return (*centre + *std::max_element(window.begin(), centre)) / 2;
}

ProfileScatter::ProfileScatter(std::vector<double> keys, std::vector<double> values)
    : m_keys(std::move(keys)), m_values(std::move(values)), m_reach(m_keys.size(), 0) {
    const std::size_t rows = m_keys.size();
    if (rows < kFewestRows) return;
    // sums[reach][row]: of the errors of the rows before, each predicted by those beside it
    std::array<std::vector<double>, kReaches.size()> sums;
    for (std::size_t k = 0; k < kReaches.size(); ++k) {
        sums[k].assign(rows + 1, 0);
        for (std::size_t i = 0; i < rows; ++i) {
            double error = 0; // a row at the end has one neighbour only and says nothing
            if (i > 0 && i + 1 < rows) {
                const double part = (m_keys[i] - m_keys[i - 1]) / (m_keys[i + 1] - m_keys[i - 1]);
                const double before = middle(i - 1, kReaches[k], i), after = middle(i + 1, kReaches[k], i);
                error = std::abs(before + part * (after - before) - m_values[i]);
            }
            sums[k][i + 1] = sums[k][i] + error;
        }
    }
    for (std::size_t i = 0; i < rows; ++i) {
        const Rows near = around(i);
        const std::size_t count = near.end - near.begin;
        if (count < kFewestRows) continue;
        const auto missed = [&](std::size_t k) {
            return (sums[k][near.end] - sums[k][near.begin]) / static_cast<double>(count);
        };
        const double beside = missed(0);
        if (beside <= kScatter) continue;
        double least = beside;
        for (std::size_t k = 1; k < kReaches.size(); ++k) least = std::min(least, missed(k));
        if (least > kBetter * beside) continue;
        // The widest of the nearly best: what tells them apart is scatter itself.
        for (std::size_t k = 1; k < kReaches.size(); ++k)
            if (missed(k) <= kNearLeast * least) m_reach[i] = kReaches[k];
    }
}

double ProfileScatter::at(std::size_t row, std::size_t skipped) const {
    return middle(row, m_reach[row], skipped);
}

} // namespace moe
