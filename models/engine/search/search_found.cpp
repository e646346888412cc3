// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search_found.h"

#include <algorithm>
#include <tuple>

namespace moe {
namespace {

bool before(const FoundLayout& a, const FoundLayout& b) {
    return std::tie(a.score, a.x, a.y, a.layout) < std::tie(b.score, b.x, b.y, b.layout);
}

} // namespace

bool ParetoLine::dominates(double x, double y) const {
    // The last point that is not worse in x has the least y of those.
    auto after = std::upper_bound(m_points.begin(), m_points.end(), x,
                                  [](double value, const FoundLayout& point) { return value < point.x; });
    if (after == m_points.begin()) return false;
    const FoundLayout& point = *std::prev(after);
    return point.y < y || (point.y == y && point.x < x);
}

void ParetoLine::add(const FoundLayout& found) {
    if (dominates(found.x, found.y)) return;
    const auto place = std::lower_bound(m_points.begin(), m_points.end(), found.x,
                                        [](const FoundLayout& point, double x) { return point.x < x; });
    if (place != m_points.end() && place->x == found.x && place->y == found.y) {
        if (found.layout < place->layout) *place = found;
        return;
    }
    const auto worse =
        std::find_if(place, m_points.end(), [&](const FoundLayout& point) { return point.y < found.y; });
    m_points.insert(m_points.erase(place, worse), found);
    if (m_points.size() <= kMost) return;
    m_thinned = true;
    std::size_t kept = 1;
    for (std::size_t i = 2; i + 1 < m_points.size(); i += 2) m_points[kept++] = m_points[i];
    m_points[kept++] = m_points.back();
    m_points.erase(m_points.begin() + static_cast<std::ptrdiff_t>(kept), m_points.end());
}

void ParetoLine::merge(const ParetoLine& other) {
    for (const FoundLayout& found : other.m_points) add(found);
    m_thinned = m_thinned || other.m_thinned;
}

static std::array<std::int32_t, 6> familyOf(const Layout& layout) {
    return {layout.gpus, layout.tp, layout.pp, layout.cp, layout.ep, layout.etp};
}

bool Families::wants(const Layout& layout, double score) const {
    const auto known = m_best.find(familyOf(layout));
    return known == m_best.end() || score <= known->second.score;
}

void Families::add(const FoundLayout& found) {
    const auto [known, fresh] = m_best.try_emplace(familyOf(found.layout), found);
    if (!fresh && before(found, known->second)) known->second = found;
}

void Families::merge(const Families& other) {
    for (const auto& [family, found] : other.m_best) add(found);
}

std::vector<FoundLayout> Families::all() const {
    std::vector<FoundLayout> list;
    for (const auto& [family, found] : m_best) list.push_back(found);
    return list;
}

bool Found::wants(double score, double x, double y) const {
    if (m_best.size() < m_top || score <= m_best.back().score) return true;
    return !m_line.dominates(x, y);
}

void Found::add(const FoundLayout& found) {
    m_line.add(found);
    if (m_top == 0 || (m_best.size() == m_top && !before(found, m_best.back()))) return;
    const auto place = std::upper_bound(m_best.begin(), m_best.end(), found, before);
    m_best.insert(place, found);
    if (m_best.size() > m_top) m_best.pop_back();
}

void Found::merge(const Found& other) {
    // What both grew from is in both.
    for (const FoundLayout& found : other.m_best) {
        const bool known = std::any_of(m_best.begin(), m_best.end(),
                                       [&](const FoundLayout& one) { return one.layout == found.layout; });
        if (!known) add(found);
    }
    m_line.merge(other.m_line);
    evaluated += other.evaluated;
    fitting += other.fitting;
}

void Found::finish() {
    for (FoundLayout& found : m_best)
        found.pareto = std::any_of(m_line.points().begin(), m_line.points().end(),
                                   [&](const FoundLayout& point) { return point.layout == found.layout; });
}

} // namespace moe
