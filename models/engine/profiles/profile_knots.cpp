// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/profiles/profile_knots.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace moe {
namespace {

constexpr std::size_t kCandidates = 140, kMostKnots = 40;
constexpr double kGoodMean = 0.01, kGoodGrid = 0.015, kNearBest = 1.05;
constexpr std::size_t kGridSizes[] = {6, 8, 10, 12, 14, 16, 18};
constexpr std::size_t kMostCompared = 3000;

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Of keys evenly spaced in their logarithms, the nearest measured ones; the first and the last are in.
std::vector<std::size_t> spread(const std::vector<double>& keys, std::size_t count) {
    std::set<std::size_t> chosen{0, keys.size() - 1};
    if (count >= keys.size()) {
        for (std::size_t i = 0; i < keys.size(); ++i) chosen.insert(i);
        return {chosen.begin(), chosen.end()};
    }
    const double offset = keys.front() > 0 || keys.size() < 2 ? 0 : keys[1];
    const double from = std::log(keys.front() + offset), to = std::log(keys.back() + offset);
    for (std::size_t i = 0; i < count; ++i) {
        const double wanted =
            std::exp(from + (to - from) * static_cast<double>(i) / static_cast<double>(count - 1)) - offset;
        auto above = std::lower_bound(keys.begin(), keys.end(), wanted);
        if (above == keys.end()) --above;
        if (above != keys.begin() && wanted - *(above - 1) < *above - wanted) --above;
        chosen.insert(static_cast<std::size_t>(above - keys.begin()));
    }
    return {chosen.begin(), chosen.end()};
}

/// Median over the rows within `reach` places.
std::vector<double> smoothed(const std::vector<double>& values, std::size_t reach) {
    if (reach == 0) return values;
    std::vector<double> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        // Narrower towards the ends, so that a slope there is kept.
        const std::size_t half = std::min({reach, i, values.size() - 1 - i});
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i - half);
        result[i] = medianOf({begin, begin + static_cast<std::ptrdiff_t>(2 * half + 1)});
    }
    return result;
}

struct Choice {
    std::vector<std::size_t> knots; ///< indices of points
    double cost = HUGE_VAL;         ///< mean |Δ ln utilisation|
};

/// The best choice of each number of knots, [k] with k + 2 of them.
std::vector<Choice> bestChoices(const std::vector<double>& x, const std::vector<double>& measured,
                                const std::vector<double>& at, const std::vector<std::size_t>& candidates) {
    const std::size_t count = candidates.size();
    std::vector<std::vector<double>> segment(count, std::vector<double>(count, 0));
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = i + 1; j < count; ++j) {
            const std::size_t a = candidates[i], b = candidates[j];
            const double slope = (at[b] - at[a]) / (x[b] - x[a]);
            double sum = 0;
            for (std::size_t p = a; p < b; ++p) sum += std::abs(at[a] + slope * (x[p] - x[a]) - measured[p]);
            segment[i][j] = sum;
        }
    }
    std::vector<double> cost = segment[0];
    std::vector<std::vector<std::size_t>> from(1, std::vector<std::size_t>(count, 0));
    std::vector<Choice> choices;
    for (std::size_t pieces = 1;; ++pieces) {
        Choice choice;
        choice.cost = (cost[count - 1] + std::abs(at[candidates[count - 1]] - measured.back())) /
                      static_cast<double>(x.size());
        std::size_t place = count - 1;
        choice.knots = {candidates[place]};
        for (std::size_t level = pieces; level-- > 0;) {
            place = from[level][place];
            choice.knots.insert(choice.knots.begin(), candidates[place]);
        }
        choices.push_back(std::move(choice));
        if (pieces + 2 > std::min(kMostKnots, count)) return choices;
        std::vector<double> next(count, HUGE_VAL);
        std::vector<std::size_t> before(count, 0);
        for (std::size_t j = pieces + 1; j < count; ++j) {
            for (std::size_t i = pieces; i < j; ++i) {
                if (cost[i] + segment[i][j] >= next[j]) continue;
                next[j] = cost[i] + segment[i][j];
                before[j] = i;
            }
        }
        cost = std::move(next);
        from.push_back(std::move(before));
    }
}

/// A knot is free in its key and its utilisation: each takes two of the n rows' say, so that noise is not
/// followed for the sake of the rows that show it.
Choice fewEnough(std::vector<Choice> choices, std::size_t rows) {
    double best = HUGE_VAL;
    for (Choice& choice : choices) {
        const auto n = static_cast<double>(rows), taken = 2 * static_cast<double>(choice.knots.size());
        choice.cost = taken < n ? choice.cost * n / (n - taken) : HUGE_VAL;
        best = std::min(best, choice.cost);
    }
    for (const Choice& choice : choices)
        if (choice.cost <= std::max(kGoodMean, kNearBest * best)) return choice;
    return choices.back();
}

/// Times under the timer's tick have no utilisation: they are kept as they change.
std::vector<ProfilePoint> steps(const std::vector<ProfilePoint>& points) {
    std::vector<ProfilePoint> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool edge = i == 0 || i + 1 == points.size();
        if (edge || points[i].seconds != points[i - 1].seconds || points[i].seconds != points[i + 1].seconds)
            kept.push_back(points[i]);
    }
    if (kept.size() <= kMostKnots) return kept;
    std::vector<double> keys;
    for (const ProfilePoint& point : kept) keys.push_back(point.y);
    std::vector<ProfilePoint> fewer;
    for (const std::size_t index : spread(keys, kMostKnots)) fewer.push_back(kept[index]);
    return fewer;
}

std::vector<ProfilePoint> overOneKey(const std::vector<ProfilePoint>& points) {
    if (points.size() <= 3) return points;
    std::vector<double> x, keys, measured, low, high;
    for (const ProfilePoint& point : points) {
        if (!(point.seconds > 0) || !(point.ideal > 0)) return steps(points);
        keys.push_back(point.y);
        x.push_back(std::log(point.y));
        measured.push_back(std::log(point.ideal / point.seconds));
        low.push_back(point.low / point.seconds);
        high.push_back(point.high / point.seconds);
    }
    const std::vector<std::size_t> candidates = spread(keys, kCandidates);
    Choice chosen;
    std::vector<double> values;
    for (const std::size_t reach : {std::size_t{0}, std::size_t{2}, std::size_t{5}}) {
        std::vector<double> at = smoothed(measured, reach);
        Choice choice = fewEnough(bestChoices(x, measured, at, candidates), x.size());
        const bool good = chosen.cost <= kGoodMean && choice.cost <= kGoodMean;
        const bool better =
            good ? choice.knots.size() < chosen.knots.size() : choice.cost < 0.98 * chosen.cost;
        if (!chosen.knots.empty() && !better) continue;
        chosen = std::move(choice);
        values = std::move(at);
    }
    const std::vector<double> lows = smoothed(low, 2), highs = smoothed(high, 2);
    std::vector<ProfilePoint> knots;
    for (const std::size_t index : chosen.knots) {
        ProfilePoint knot = points[index];
        knot.seconds = knot.ideal / std::exp(values[index]);
        knot.low = lows[index] * knot.seconds;
        knot.high = highs[index] * knot.seconds;
        knots.push_back(knot);
    }
    return knots;
}

std::vector<ProfilePoint> gridOf(const ProfileCurve& curve, std::size_t size) {
    std::map<double, std::vector<const ProfilePoint*>> columns, rows;
    for (const ProfilePoint& point : curve.points()) {
        columns[point.x].push_back(&point);
        rows[point.y].push_back(&point);
    }
    std::vector<double> xs, ys;
    for (const auto& [x, points] : columns) xs.push_back(x);
    for (const auto& [y, points] : rows) ys.push_back(y);
    std::set<double> chosenX, chosenY;
    for (const std::size_t index : spread(xs, size)) chosenX.insert(xs[index]);
    for (const std::size_t index : spread(ys, size)) chosenY.insert(ys[index]);
    std::set<const ProfilePoint*> kept;
    for (const ProfilePoint& point : curve.points())
        if (chosenX.contains(point.x) && chosenY.contains(point.y)) kept.insert(&point);
    for (const double x : chosenX) kept.insert(columns[x].back());
    for (const double y : chosenY) kept.insert(rows[y].back());
    std::vector<ProfilePoint> grid;
    for (const ProfilePoint* point : kept) grid.push_back(*point);
    return grid;
}

/// Errors of the knots over the measured keys.
std::vector<double> errorsOf(const ProfileCurve& curve, const std::vector<ProfilePoint>& knots) {
    const ProfileCurve boiled(knots);
    std::set<std::pair<double, double>> places;
    for (const ProfilePoint& knot : knots) places.emplace(knot.x, knot.y);
    std::vector<double> errors;
    const std::size_t step = curve.points().size() / kMostCompared + 1;
    for (std::size_t i = 0; i < curve.points().size(); i += step) {
        const ProfilePoint& point = curve.points()[i];
        if (!(point.seconds > 0) || places.contains({point.x, point.y})) continue;
        errors.push_back(std::abs(boiled.at(point.x, point.y, point.ideal).seconds / point.seconds - 1));
    }
    return errors;
}

} // namespace

ProfileKnots profileKnots(const ProfileCurve& curve) {
    ProfileKnots knots;
    knots.keys = curve.points().size();
    const bool twoKeys = curve.points().front().x != curve.points().back().x;
    std::vector<double> errors;
    if (!twoKeys) {
        knots.points = overOneKey(curve.points());
        errors = errorsOf(curve, knots.points);
    } else {
        for (const std::size_t size : kGridSizes) {
            knots.points = gridOf(curve, size);
            errors = errorsOf(curve, knots.points);
            double sum = 0;
            for (const double error : errors) sum += error;
            if (sum <= kGoodGrid * static_cast<double>(errors.size())) break;
        }
    }
    if (errors.empty()) return knots;
    std::sort(errors.begin(), errors.end());
    knots.median = errors[errors.size() / 2];
    knots.ninetyFive = errors[errors.size() * 95 / 100];
    return knots;
}

} // namespace moe
