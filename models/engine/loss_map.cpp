#include "models/engine/loss_map.h"

#include "models/engine/contours.h"
#include "models/engine/loss_coordinates.h"

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

/// At fixed (N, D, f) each bowl is an outer product less linear terms: e^{pu}·e^{qv} − 1 − pu − qv. Outside
/// the clamp of φ the general form is used.
void fill(LossMap& map, const LossSurface& surface, const LossOptimum& optimum,
          const LossMapRequest& request) {
    const std::size_t nx = map.lr.size(), ny = map.batchTokens.size();
    std::vector<double> excess(nx * ny, 0.0);
    std::vector<double> pu(nx), qv(ny), eu(nx), ev(ny);
    bool clamped = false;
    for (const LossBowl& bowl : lossBowls(surface)) {
        double farU = 0, farV = 0;
        for (std::size_t i = 0; i < nx; ++i) {
            pu[i] = bowl.p * std::log(map.lr[i] / optimum.lr);
            eu[i] = std::exp(pu[i]);
            farU = std::max(farU, std::abs(pu[i]));
        }
        for (std::size_t j = 0; j < ny; ++j) {
            qv[j] = bowl.q * std::log(map.batchTokens[j] / optimum.batchTokens);
            ev[j] = std::exp(qv[j]);
            farV = std::max(farV, std::abs(qv[j]));
        }
        clamped = clamped || farU + farV > kLossPhiLimit;
        for (std::size_t j = 0; j < ny; ++j)
            for (std::size_t i = 0; i < nx; ++i)
                excess[j * nx + i] += bowl.scale * (eu[i] * ev[j] - 1 - pu[i] - qv[j]);
    }
    map.loss.resize(nx * ny);
    for (std::size_t j = 0; j < ny; ++j) {
        for (std::size_t i = 0; i < nx; ++i) {
            const std::size_t at = j * nx + i;
            map.loss[at] = clamped ? surface.loss({request.params, request.tokens, request.activeShare,
                                                   map.lr[i], map.batchTokens[j]})
                                   : optimum.loss * std::exp(std::min(excess[at], kLossExcessLimit));
        }
    }
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

std::shared_ptr<const LossMap> lossMap(const LossSurface& surface, const LossMapRequest& request,
                                       Detail detail) {
    if (detail == Detail::Numbers) return nullptr;
    const LossOptimum optimum = surface.optimum(request.params, request.tokens, request.activeShare);
    Window lr(optimum.lr), batch(optimum.batchTokens);
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
    map->best = optimum.loss;
    fill(*map, surface, optimum, request);

    const std::vector<double> x = logarithms(map->lr), y = logarithms(map->batchTokens);
    const double highest = *std::max_element(map->loss.begin(), map->loss.end()) - map->best;
    for (double level : contourLevels(highest)) {
        for (const ContourLine& line : contourLines({x, y, map->loss}, map->best + level)) {
            LossMap::Contour contour{level, line.closed, {}, {}};
            for (double value : line.x) contour.lr.push_back(std::exp(value));
            for (double value : line.y) contour.batchTokens.push_back(std::exp(value));
            map->contours.push_back(std::move(contour));
        }
    }
    return map;
}

} // namespace moe
