// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured times of one operator over one or two keys, and what they say between and beyond: the utilisation
// (ideal over measured time) is interpolated, never the time, linearly in ln utilisation over ln key. Of one
// key the rows are first freed of their scatter, where they have any (profile_scatter.h).

#include "models/engine/profiles/profile_scatter.h"
#include "models/engine/report/report.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace moe {

/// One distinct key. With one key, x is 0 everywhere.
struct ProfilePoint {
    double x = 0, y = 0;
    double seconds = 0, low = 0, high = 0;                  ///< median; smallest and largest measurement
    double ideal = 0;                                       ///< seconds
    double mean = std::numeric_limits<double>::quiet_NaN(); ///< of the repetitions; NaN: not in the table
    double std = std::numeric_limits<double>::quiet_NaN();
};

struct ProfileEstimate {
    Origin origin = Origin::Measured;
    double seconds = 0, low = 0, high = 0;
    std::optional<double> utilisation; ///< none where the time is below the timer's tick
    double x = 0, y = 0;               ///< of the edge that was held, when extrapolated
};

class ProfileCurve {
public:
    /// Points of equal keys are one: median of the medians, smallest low, largest high, mean of the
    /// means, largest std.
    explicit ProfileCurve(std::vector<ProfilePoint> points);

    /// `ideal`: of the asked key. The curve must not be empty.
    ProfileEstimate at(double x, double y, double ideal) const;
    /// What the other points say about point `index`; nullopt where it is at the edge of the sampled range.
    std::optional<ProfileEstimate> without(std::size_t index) const;
    /// Median of |predicted/measured − 1| over the points inside; nullopt when there is none.
    std::optional<double> leaveOneOutError() const;

    const std::vector<ProfilePoint>& points() const { return m_points; } ///< ascending in x, then y

private:
    /// What is interpolated.
    struct Node {
        double logUtilisation = 0, lowRatio = 1, highRatio = 1, seconds = 0;
        bool timed = true; ///< false: time or ideal time is 0, seconds stand for themselves
    };
    struct Line { // points of one x (ascending y) or of one y (ascending x)
        double at = 0;
        std::vector<std::size_t> points;
    };
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    double coordinate(double value, double offset) const;
    Node nodeOf(std::size_t index, std::size_t skipped = kNone) const;
    static Node mixed(const Node& a, const Node& b, double part);
    /// Points next to `value` on a line, the same one twice where it stands on it; nullopt outside them.
    using Ends = std::pair<std::size_t, std::size_t>;
    std::optional<Ends> ends(const Line& line, bool overY, double value, std::size_t skipped) const;
    Node between(const Ends& ends, bool overY, double value, std::size_t skipped = kNone) const;
    std::optional<Node> fromSides(const Ends& column, const Ends& row, double x, double y) const;
    std::optional<Node> cell(double x, double y, std::size_t skipped) const;
    std::optional<Node> inside(double x, double y, std::size_t skipped) const;
    std::size_t nearest(double x, double y) const;
    std::size_t indexOf(double x, double y) const;
    static ProfileEstimate estimateOf(const Node& node, Origin origin, double ideal);

    std::vector<ProfilePoint> m_points;
    std::vector<Line> m_columns; ///< by x
    std::vector<Line> m_rows;    ///< by y
    double m_offsetX = 0, m_offsetY = 0;
    ProfileScatter m_scatter; ///< of one key
};

} // namespace moe
