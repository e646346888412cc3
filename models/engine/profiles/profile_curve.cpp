// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/profiles/profile_curve.h"

#include "models/engine/math/median.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

/// ln(key + offset): a key that starts at 0 (an empty cache) is moved by its smallest step.
template <class Lines> double offsetOf(const Lines& lines) {
    if (lines.empty() || lines.front().at > 0) return 0;
    return lines.size() > 1 ? lines[1].at : 1;
}

/// The line at `value`, or the next one above it.
template <class Lines> auto lineFrom(const Lines& lines, double value) {
    return std::lower_bound(lines.begin(), lines.end(), value,
                            [](const auto& line, double wanted) { return line.at < wanted; });
}

} // namespace

ProfileCurve::ProfileCurve(std::vector<ProfilePoint> points) {
    std::stable_sort(points.begin(), points.end(), [](const ProfilePoint& a, const ProfilePoint& b) {
        return std::pair(a.x, a.y) < std::pair(b.x, b.y);
    });
    for (std::size_t begin = 0, end = 0; begin < points.size(); begin = end) {
        ProfilePoint point = points[begin];
        std::vector<double> medians;
        double means = 0;
        for (; end < points.size() && points[end].x == point.x && points[end].y == point.y; ++end) {
            medians.push_back(points[end].seconds);
            means += points[end].mean;
            if (points[end].std > point.std) point.std = points[end].std;
            point.low = std::min(point.low, points[end].low);
            point.high = std::max(point.high, points[end].high);
        }
        point.mean = means / static_cast<double>(medians.size());
        point.seconds = median(std::move(medians));
        m_points.push_back(point);
    }
    std::map<double, std::vector<std::size_t>> rows;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (m_columns.empty() || m_columns.back().at != m_points[i].x)
            m_columns.push_back({m_points[i].x, {}});
        m_columns.back().points.push_back(i);
        rows[m_points[i].y].push_back(i);
    }
    for (auto& [y, indices] : rows) m_rows.push_back({y, std::move(indices)});
    m_offsetX = offsetOf(m_columns);
    m_offsetY = offsetOf(m_rows);
    if (m_columns.size() != 1) return;
    std::vector<double> keys, values;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (!nodeOf(i).timed) return;
        keys.push_back(coordinate(m_points[i].y, m_offsetY));
        values.push_back(nodeOf(i).logUtilisation);
    }
    m_scatter = ProfileScatter(std::move(keys), std::move(values));
}

double ProfileCurve::coordinate(double value, double offset) const {
    return std::log(value + offset);
}

ProfileCurve::Node ProfileCurve::nodeOf(std::size_t index, std::size_t skipped) const {
    const ProfilePoint& point = m_points[index];
    Node node;
    node.seconds = point.seconds;
    node.timed = point.seconds > 0 && point.ideal > 0;
    if (point.seconds > 0) {
        node.lowRatio = point.low / point.seconds;
        node.highRatio = point.high / point.seconds;
    }
    if (m_scatter.moves(index))
        node.logUtilisation = m_scatter.at(index, skipped);
    else if (node.timed)
        node.logUtilisation = std::log(point.ideal / point.seconds);
    return node;
}

ProfileCurve::Node ProfileCurve::mixed(const Node& a, const Node& b, double part) {
    const auto mix = [&](double from, double to) { return from + part * (to - from); };
    return {mix(a.logUtilisation, b.logUtilisation), mix(a.lowRatio, b.lowRatio),
            mix(a.highRatio, b.highRatio), mix(a.seconds, b.seconds), a.timed && b.timed};
}

std::optional<ProfileCurve::Ends> ProfileCurve::ends(const Line& line, bool overY, double value,
                                                     std::size_t skipped) const {
    const auto key = [&](std::size_t index) { return overY ? m_points[index].y : m_points[index].x; };
    auto above = std::lower_bound(line.points.begin(), line.points.end(), value,
                                  [&](std::size_t index, double wanted) { return key(index) < wanted; });
    if (above != line.points.end() && key(*above) == value && *above != skipped) return Ends{*above, *above};
    auto below = above;
    if (above != line.points.end() && *above == skipped) ++above;
    if (below != line.points.begin() && *(below - 1) == skipped) --below;
    if (above == line.points.end() || below == line.points.begin()) return std::nullopt;
    return Ends{*(below - 1), *above};
}

ProfileCurve::Node ProfileCurve::between(const Ends& ends, bool overY, double value,
                                         std::size_t skipped) const {
    if (ends.first == ends.second) return nodeOf(ends.first, skipped);
    const auto place = [&](std::size_t index) {
        return overY ? coordinate(m_points[index].y, m_offsetY) : coordinate(m_points[index].x, m_offsetX);
    };
    const double from = place(ends.first), to = place(ends.second);
    return mixed(nodeOf(ends.first, skipped), nodeOf(ends.second, skipped),
                 (coordinate(value, overY ? m_offsetY : m_offsetX) - from) / (to - from));
}

/// Column + row − bilinear between the corners (a Coons patch): exact for a rough function of one key plus
/// a rough function of the other, which the steps of a kernel's tiles nearly are. nullopt: a corner is
/// missing.
std::optional<ProfileCurve::Node> ProfileCurve::fromSides(const Ends& column, const Ends& row, double x,
                                                          double y) const {
    const auto corner = [&](std::size_t ofRow, std::size_t ofColumn) {
        return indexOf(m_points[ofRow].x, m_points[ofColumn].y);
    };
    const std::size_t a = corner(row.first, column.first), b = corner(row.second, column.first);
    const std::size_t c = corner(row.first, column.second), d = corner(row.second, column.second);
    for (const std::size_t index : {a, b, c, d})
        if (index == kNone) return std::nullopt;
    const Node low = between({a, b}, false, x), high = between({c, d}, false, x);
    const double from = coordinate(m_points[column.first].y, m_offsetY);
    const double to = coordinate(m_points[column.second].y, m_offsetY);
    const Node corners = mixed(low, high, (coordinate(y, m_offsetY) - from) / (to - from));
    Node node = mixed(between(column, true, y), between(row, false, x), 0.5);
    node.logUtilisation = 2 * node.logUtilisation - corners.logUtilisation;
    node.timed = node.timed && corners.timed;
    return node;
}

/// A node of the grid that the lines span; of one that was not measured, the middle one of what its column,
/// its row and both with the corners say.
std::optional<ProfileCurve::Node> ProfileCurve::cell(double x, double y, std::size_t skipped) const {
    const auto column = lineFrom(m_columns, x);
    const auto row = lineFrom(m_rows, y);
    std::optional<Ends> a, b;
    if (column != m_columns.end() && column->at == x) a = ends(*column, true, y, skipped);
    if (row != m_rows.end() && row->at == y && m_columns.size() > 1) b = ends(*row, false, x, skipped);
    if (a && b) {
        const Node byColumn = between(*a, true, y), byRow = between(*b, false, x);
        if (a->first == a->second) return byColumn;
        Node node = mixed(byColumn, byRow, 0.5);
        if (const std::optional<Node> both = fromSides(*a, *b, x, y)) {
            const auto [least, most] = std::minmax(byColumn.logUtilisation, byRow.logUtilisation);
            node.logUtilisation = std::clamp(both->logUtilisation, least, most);
        }
        return node;
    }
    if (a) return between(*a, true, y, skipped);
    if (b) return between(*b, false, x, skipped);
    return std::nullopt;
}

/// Bilinear between the four nodes around; a plane through three of them where the sampled range is cut off
/// across a cell (cached + new tokens are limited by the model's length).
std::optional<ProfileCurve::Node> ProfileCurve::inside(double x, double y, std::size_t skipped) const {
    const auto around = [](const std::vector<Line>& lines,
                           double value) -> std::optional<std::pair<double, double>> {
        const auto above = lineFrom(lines, value);
        if (above == lines.end()) return std::nullopt;
        if (above->at == value) return std::pair(value, value);
        if (above == lines.begin()) return std::nullopt;
        return std::pair((above - 1)->at, above->at);
    };
    const auto xs = around(m_columns, x), ys = around(m_rows, y);
    if (!xs || !ys) return std::nullopt;
    const auto part = [](std::pair<double, double> ends, double value, double offset) {
        if (ends.first == ends.second) return 0.0;
        const double from = std::log(ends.first + offset);
        return (std::log(value + offset) - from) / (std::log(ends.second + offset) - from);
    };
    const double u = part(*xs, x, m_offsetX), v = part(*ys, y, m_offsetY);
    const auto a = cell(xs->first, ys->first, skipped), b = cell(xs->second, ys->first, skipped);
    const auto c = cell(xs->first, ys->second, skipped), d = cell(xs->second, ys->second, skipped);
    if (a && b && c && d) return mixed(mixed(*a, *b, u), mixed(*c, *d, u), v);
    if (!(a && b && c) || u + v > 1) return std::nullopt;
    const auto plane = [&](double Node::*member) {
        return (*a).*member + u * ((*b).*member - (*a).*member) + v * ((*c).*member - (*a).*member);
    };
    return Node{plane(&Node::logUtilisation), plane(&Node::lowRatio), plane(&Node::highRatio),
                plane(&Node::seconds), a->timed && b->timed && c->timed};
}

std::size_t ProfileCurve::nearest(double x, double y) const {
    const auto distance = [&](const ProfilePoint& point) {
        const double dx = coordinate(point.x, m_offsetX) - coordinate(x, m_offsetX);
        const double dy = coordinate(point.y, m_offsetY) - coordinate(y, m_offsetY);
        return dx * dx + dy * dy;
    };
    const auto found =
        std::min_element(m_points.begin(), m_points.end(), [&](const ProfilePoint& a, const ProfilePoint& b) {
            return distance(a) < distance(b);
        });
    return static_cast<std::size_t>(found - m_points.begin());
}

std::size_t ProfileCurve::indexOf(double x, double y) const {
    const auto found = std::lower_bound(m_points.begin(), m_points.end(), std::pair(x, y),
                                        [](const ProfilePoint& point, const std::pair<double, double>& key) {
                                            return std::pair(point.x, point.y) < key;
                                        });
    if (found == m_points.end() || found->x != x || found->y != y) return kNone;
    return static_cast<std::size_t>(found - m_points.begin());
}

ProfileEstimate ProfileCurve::estimateOf(const Node& node, Origin origin, double ideal) {
    ProfileEstimate estimate;
    estimate.origin = origin;
    estimate.seconds = node.timed ? ideal / std::exp(node.logUtilisation) : node.seconds;
    estimate.low = node.lowRatio * estimate.seconds;
    estimate.high = node.highRatio * estimate.seconds;
    if (node.timed) estimate.utilisation = std::exp(node.logUtilisation);
    return estimate;
}

ProfileEstimate ProfileCurve::at(double x, double y, double ideal) const {
    if (const std::size_t index = indexOf(x, y); index != kNone) {
        const ProfilePoint& point = m_points[index];
        ProfileEstimate estimate{Origin::Measured, point.seconds, point.low, point.high, {}, x, y};
        if (point.seconds > 0 && point.ideal > 0) estimate.utilisation = point.ideal / point.seconds;
        return estimate;
    }
    if (const std::optional<Node> node = inside(x, y, kNone))
        return estimateOf(*node, Origin::Interpolated, ideal);
    const double edgeX = std::clamp(x, m_columns.front().at, m_columns.back().at);
    const double edgeY = std::clamp(y, m_rows.front().at, m_rows.back().at);
    std::optional<Node> held = inside(edgeX, edgeY, kNone);
    ProfileEstimate estimate;
    if (held) {
        estimate = estimateOf(*held, Origin::Extrapolated, ideal);
        estimate.x = edgeX, estimate.y = edgeY;
    } else {
        const std::size_t index = nearest(edgeX, edgeY);
        const ProfilePoint& point = m_points[index];
        estimate = estimateOf(nodeOf(index), Origin::Extrapolated, ideal);
        estimate.x = point.x, estimate.y = point.y;
    }
    return estimate;
}

std::optional<ProfileEstimate> ProfileCurve::without(std::size_t index) const {
    const ProfilePoint& point = m_points[index];
    const std::optional<Node> node = cell(point.x, point.y, index);
    if (!node) return std::nullopt;
    return estimateOf(*node, Origin::Interpolated, point.ideal);
}

std::optional<double> ProfileCurve::leaveOneOutError() const {
    std::vector<double> errors;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (!(m_points[i].seconds > 0)) continue;
        if (const std::optional<ProfileEstimate> estimate = without(i))
            errors.push_back(std::abs(estimate->seconds / m_points[i].seconds - 1));
    }
    if (errors.empty()) return std::nullopt;
    return median(std::move(errors));
}

} // namespace moe
