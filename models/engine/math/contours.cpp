// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/math/contours.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace moe {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// Where lines cross the grid's edges, and which crossings are neighbours on a line. Edge 2(j·nx + i) goes
/// from node (i, j) to the right, the next one upwards.
class Crossings {
public:
    Crossings(const ContourGrid& grid, double level)
        : m_grid(grid), m_level(level), m_nx(grid.x.size()), m_links(2 * grid.z.size(), {kNone, kNone}) {
        for (std::size_t j = 0; j + 1 < grid.y.size(); ++j)
            for (std::size_t i = 0; i + 1 < m_nx; ++i) cross(i, j);
    }

    std::vector<ContourLine> lines() {
        std::vector<ContourLine> found;
        for (std::size_t edge = 0; edge < m_links.size(); ++edge)
            if ((m_links[edge][0] == kNone) != (m_links[edge][1] == kNone)) found.push_back(follow(edge));
        for (std::size_t edge = 0; edge < m_links.size(); ++edge)
            if (m_links[edge][0] != kNone) found.push_back(follow(edge));
        return found;
    }

private:
    double value(std::size_t i, std::size_t j) const { return m_grid.z[j * m_nx + i]; }

    void cross(std::size_t i, std::size_t j) {
        const double z00 = value(i, j), z10 = value(i + 1, j), z01 = value(i, j + 1),
                     z11 = value(i + 1, j + 1);
        const double sum = z00 + z10 + z01 + z11;
        if (!std::isfinite(sum)) return;
        const bool a00 = z00 >= m_level, a10 = z10 >= m_level, a01 = z01 >= m_level, a11 = z11 >= m_level;
        const std::size_t bottom = 2 * (j * m_nx + i), left = bottom + 1;
        const std::size_t top = bottom + 2 * m_nx, right = left + 2;
        if (a00 == a11 && a10 == a01 && a00 != a10) { // saddle
            if ((sum / 4 >= m_level) == a00) {
                link(bottom, right);
                link(left, top);
            } else {
                link(bottom, left);
                link(right, top);
            }
            return;
        }
        std::size_t first = kNone;
        const auto meet = [&](bool crossed, std::size_t edge) {
            if (!crossed) return;
            if (first == kNone)
                first = edge;
            else
                link(first, edge);
        };
        meet(a00 != a10, bottom);
        meet(a10 != a11, right);
        meet(a01 != a11, top);
        meet(a00 != a01, left);
    }

    void link(std::size_t a, std::size_t b) {
        for (auto [from, to] : {std::array{a, b}, std::array{b, a}})
            m_links[from][m_links[from][0] == kNone ? 0 : 1] = to;
    }

    void addPoint(ContourLine& line, std::size_t edge) const {
        const std::size_t node = edge / 2, i = node % m_nx, j = node / m_nx;
        const bool upwards = edge % 2 == 1;
        const double z0 = value(i, j), z1 = upwards ? value(i, j + 1) : value(i + 1, j);
        const double t = (m_level - z0) / (z1 - z0);
        line.x.push_back(upwards ? m_grid.x[i] : std::lerp(m_grid.x[i], m_grid.x[i + 1], t));
        line.y.push_back(upwards ? std::lerp(m_grid.y[j], m_grid.y[j + 1], t) : m_grid.y[j]);
    }

    /// Takes the line through `edge` out of the links.
    ContourLine follow(std::size_t edge) {
        ContourLine line;
        const std::size_t start = edge;
        line.closed = m_links[edge][0] != kNone && m_links[edge][1] != kNone;
        std::size_t previous = kNone;
        while (edge != kNone) {
            addPoint(line, edge);
            const std::array<std::size_t, 2> both = m_links[edge];
            m_links[edge] = {kNone, kNone};
            const std::size_t next = both[0] != previous ? both[0] : both[1];
            previous = edge;
            edge = next == start ? kNone : next;
        }
        if (line.closed) addPoint(line, start);
        return line;
    }

    const ContourGrid& m_grid;
    double m_level;
    std::size_t m_nx;
    std::vector<std::array<std::size_t, 2>> m_links;
};

} // namespace

std::vector<ContourLine> contourLines(const ContourGrid& grid, double level) {
    assert(grid.z.size() == grid.x.size() * grid.y.size());
    return Crossings(grid, level).lines();
}

} // namespace moe
