// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/loss_map_value.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moe {

std::optional<double> valueAt(const LossMap& map, const std::vector<double>& values, double lr,
                              double batchTokens) {
    const auto place = [](const std::vector<double>& axis, double value) {
        return std::log(value / axis.front()) / std::log(axis.back() / axis.front()) *
               static_cast<double>(axis.size() - 1);
    };
    if (map.lr.size() < 2 || map.batchTokens.size() < 2) return std::nullopt;
    const double u = place(map.lr, lr), v = place(map.batchTokens, batchTokens);
    const auto lastU = static_cast<double>(map.lr.size() - 1),
               lastV = static_cast<double>(map.batchTokens.size() - 1);
    if (!(u > -1e-6 && u < lastU + 1e-6 && v > -1e-6 && v < lastV + 1e-6)) return std::nullopt;
    const std::size_t i = static_cast<std::size_t>(std::clamp(u, 0.0, lastU - 1)),
                      j = static_cast<std::size_t>(std::clamp(v, 0.0, lastV - 1));
    const double s = u - static_cast<double>(i), t = v - static_cast<double>(j);
    const double* corner = &values[j * map.lr.size() + i];
    const double* above = corner + map.lr.size();
    return (1 - t) * ((1 - s) * corner[0] + s * corner[1]) + t * ((1 - s) * above[0] + s * above[1]);
}

std::optional<double> lossAt(const LossMap& map, double lr, double batchTokens) {
    return valueAt(map, map.loss, lr, batchTokens);
}

std::optional<MapPrediction> predictionAt(const LossMap& map, double lr, double batchTokens) {
    const std::optional<double> loss = lossAt(map, lr, batchTokens);
    if (!loss) return std::nullopt;
    const auto of = [&](const std::vector<double>& values) {
        return values.size() == map.loss.size() ? valueAt(map, values, lr, batchTokens) : std::nullopt;
    };
    MapPrediction made{*loss, of(map.sd), of(map.unstable), {}};
    if (made.sd) made.interval = lossInterval(made.loss, *made.sd);
    return made;
}

MapPrediction predictionOf(const LossMap& map, std::size_t cell) {
    const auto of = [&](const std::vector<double>& values) {
        return values.size() == map.loss.size() ? std::optional(values[cell]) : std::nullopt;
    };
    MapPrediction made{map.loss[cell], of(map.sd), of(map.unstable), {}};
    if (made.sd) made.interval = lossInterval(made.loss, *made.sd);
    return made;
}

std::vector<double> lossDifference(const LossMap& map, const LossMap& base) {
    std::vector<double> difference;
    difference.reserve(map.loss.size());
    for (const double batch : map.batchTokens)
        for (const double lr : map.lr) {
            const std::optional<double> other = lossAt(base, lr, batch);
            difference.push_back(other ? map.loss[difference.size()] - *other
                                       : std::numeric_limits<double>::quiet_NaN());
        }
    return difference;
}

} // namespace moe
