// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/loss_map.h"

#include "models/engine/loss/model/loss_model.h"
#include "models/engine/math/contours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe {
namespace {

constexpr double kMargin = 8; ///< window either way of the optimum
constexpr double kFarthest =
    4096; ///< a point beyond this factor does not stretch the window: nothing would be seen
constexpr std::array<double, 3> kSteps{1, 2, 5};

/// The largest 1-2-5 step not above `value`, or the smallest not below it.
double decadeStep(double value, bool up) {
    const double decade = std::pow(10, std::floor(std::log10(value)));
    const double slack = up ? 1 - 1e-9 : 1 + 1e-9;
    if (up) {
        for (double step : kSteps)
            if (step * decade >= value * slack) return step * decade;
        return 10 * decade;
    }
    double below = decade;
    for (double step : kSteps)
        if (step * decade <= value * slack) below = step * decade;
    return below;
}

double powerOfTwo(double value, bool up) {
    const double exponent = std::log2(value);
    return std::exp2(up ? std::ceil(exponent - 1e-9) : std::floor(exponent + 1e-9));
}

class Window {
public:
    explicit Window(double centre) : m_centre(centre), m_range{centre / kMargin, centre * kMargin} {}
    void include(double value) {
        if (!(value > 0)) return;
        m_range.min = std::min(m_range.min, std::max(value, m_centre / kFarthest));
        m_range.max = std::max(m_range.max, std::min(value, m_centre * kFarthest));
    }
    Range rounded(double (*step)(double, bool)) const {
        return {step(m_range.min, false), step(m_range.max, true)};
    }

private:
    double m_centre;
    Range m_range;
};

std::vector<double> logSpaced(Range range, int count) {
    std::vector<double> values;
    const double low = std::log(range.min), high = std::log(range.max);
    for (int i = 0; i < count; ++i) values.push_back(std::exp(std::lerp(low, high, double(i) / (count - 1))));
    values.front() = range.min;
    values.back() = range.max;
    return values;
}

std::vector<double> logarithms(std::vector<double> values) {
    for (double& value : values) value = std::log(value);
    return values;
}

/// The sd is smooth on the scale of the Gaussian process and grows with the excess beyond it, so a coarse
/// grid of it, drawn out linearly, shows the same hatching as every cell would.
std::vector<double> sdOf(const LossSlice& slice, const LossMap& map, std::size_t coarse) {
    const auto ends = [](const std::vector<double>& axis) { return Range{axis.front(), axis.back()}; };
    const int size = static_cast<int>(coarse);
    std::vector<double> known =
        slice.variance(logSpaced(ends(map.lr), size), logSpaced(ends(map.batchTokens), size));
    for (double& value : known) value = std::sqrt(value);
    struct Place {
        std::size_t cell;
        double share;
    };
    const auto places = [&](std::size_t count) {
        std::vector<Place> found;
        for (std::size_t i = 0; i < count; ++i) {
            const double at = double(i) * double(coarse - 1) / double(count - 1);
            const std::size_t cell = std::min(static_cast<std::size_t>(at), coarse - 2);
            found.push_back({cell, at - double(cell)});
        }
        return found;
    };
    const std::vector<Place> across = places(map.lr.size()), up = places(map.batchTokens.size());
    std::vector<double> sd;
    sd.reserve(map.loss.size());
    for (const Place& y : up) {
        for (const Place& x : across) {
            const double* corner = &known[y.cell * coarse + x.cell];
            sd.push_back(std::lerp(std::lerp(corner[0], corner[1], x.share),
                                   std::lerp(corner[coarse], corner[coarse + 1], x.share), y.share));
        }
    }
    return sd;
}

std::vector<double> instabilities(const LossSlice& slice, const LossMap& map) {
    std::vector<double> chances;
    chances.reserve(map.loss.size());
    for (double batch : map.batchTokens)
        for (double lr : map.lr) chances.push_back(instability(slice.point(lr, batch)));
    return chances;
}

/// Even–odd rule.
bool isRound(const ContourLine& line, double x, double y) {
    bool inside = false;
    for (std::size_t i = 1; i < line.x.size(); ++i)
        if ((line.y[i] > y) != (line.y[i - 1] > y) &&
            x < std::lerp(line.x[i - 1], line.x[i], (y - line.y[i - 1]) / (line.y[i] - line.y[i - 1])))
            inside = !inside;
    return inside;
}

/// `values` with a ring of `wall` around them, which closes every line.
std::vector<double> walled(const std::vector<double>& values, std::size_t size, double wall) {
    std::vector<double> grid((size + 2) * (size + 2), wall);
    for (std::size_t j = 0; j < size; ++j)
        for (std::size_t i = 0; i < size; ++i) grid[(j + 1) * (size + 2) + i + 1] = values[j * size + i];
    return grid;
}

} // namespace

std::vector<double> contourLevels(double highest) {
    std::vector<double> fine, levels; // below and from 0.002
    for (int decade = -4; decade <= 1; ++decade) {
        for (double step : kSteps) {
            const double level = step * std::pow(10, decade);
            if (level >= highest) continue;
            (level < 0.0019 ? fine : levels).push_back(level);
        }
    }
    if (levels.size() > 9) levels.resize(9);
    while (levels.size() < 5 && !fine.empty()) {
        levels.insert(levels.begin(), fine.back());
        fine.pop_back();
    }
    return levels;
}

static LossMap::Contour contour(double level, const ContourLine& line) {
    LossMap::Contour made{level, line.closed, {}, {}};
    for (double value : line.x) made.lr.push_back(std::exp(value));
    for (double value : line.y) made.batchTokens.push_back(std::exp(value));
    return made;
}

std::shared_ptr<const LossMap> lossMap(const LossSlice& slice, const LossMapRequest& request, Detail detail) {
    if (detail == Detail::Numbers) return nullptr;
    Window lr(request.optimum.lr), batch(request.optimum.batchTokens);
    lr.include(request.lr);
    batch.include(request.batchTokens);
    if (request.measured != nullptr) {
        for (const MeasuredPoint& point : *request.measured) {
            lr.include(point.lr);
            batch.include(point.batchTokens);
        }
    }
    auto map = std::make_shared<LossMap>();
    const bool full = detail == Detail::Full;
    map->lr = logSpaced(lr.rounded(decadeStep), full ? 200 : 48);
    map->batchTokens = logSpaced(batch.rounded(powerOfTwo), full ? 160 : 36);
    map->loss = slice.loss(map->lr, map->batchTokens);
    map->sd = sdOf(slice, *map, full ? 25 : 17);
    map->unstable = instabilities(slice, *map);
    const auto [lowest, highest] = std::minmax_element(map->loss.begin(), map->loss.end());
    map->best = std::min(request.optimum.loss, *lowest);

    const std::vector<double> x = logarithms(map->lr), y = logarithms(map->batchTokens);
    for (double level : contourLevels(*highest - map->best)) {
        for (const ContourLine& line : contourLines({x, y, map->loss}, map->best + level))
            map->contours.push_back(contour(level, line));
    }
    map->unstableBorder = unstableBorder(*map);
    return map;
}

std::vector<LossMap::Contour> unstableBorder(const LossMap& map) {
    std::vector<LossMap::Contour> border;
    if (map.unstable.size() != map.loss.size()) return border;
    for (const ContourLine& line :
         contourLines({logarithms(map.lr), logarithms(map.batchTokens), map.unstable}, kLossUnstable))
        border.push_back(contour(kLossUnstable, line));
    return border;
}

std::vector<NearOptimal> nearOptimal(const LossSlice& slice, const LossOptimum& optimum,
                                     std::span<const double> shares) {
    constexpr std::size_t kSize = 65; // odd: the optimum is a node
    constexpr double kOutside = 1e-9; // e-folds from the border to the wall
    const auto axis = [](double centre) {
        return logSpaced({centre / kMargin, centre * kMargin}, static_cast<int>(kSize));
    };
    const auto ringed = [](const std::vector<double>& values) {
        std::vector<double> ring = logarithms(values);
        ring.insert(ring.begin(), ring.front() - kOutside);
        ring.push_back(ring.back() + kOutside);
        return ring;
    };
    const std::vector<double> lr = axis(optimum.lr), batch = axis(optimum.batchTokens);
    const std::vector<double> values = slice.loss(lr, batch);
    const std::vector<double> x = ringed(lr), y = ringed(batch);
    std::vector<NearOptimal> regions;
    for (const double share : shares) {
        NearOptimal region{share, optimum.lr, optimum.lr, optimum.batchTokens, optimum.batchTokens, {}};
        const double level = optimum.loss * (1 + share);
        const std::vector<double> z = walled(values, kSize, level + std::abs(level));
        for (const ContourLine& line : contourLines({x, y, z}, level)) {
            if (!isRound(line, std::log(optimum.lr), std::log(optimum.batchTokens))) continue;
            for (std::size_t i = 0; i < line.x.size(); ++i) {
                const NearOptimal::Point point{std::exp(line.x[i]), std::exp(line.y[i])};
                region.lrLow = std::min(region.lrLow, point.lr);
                region.lrHigh = std::max(region.lrHigh, point.lr);
                region.batchLow = std::min(region.batchLow, point.batchTokens);
                region.batchHigh = std::max(region.batchHigh, point.batchTokens);
                region.polygon.push_back(point);
            }
            break;
        }
        regions.push_back(std::move(region));
    }
    return regions;
}

} // namespace moe
