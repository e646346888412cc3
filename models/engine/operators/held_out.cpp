// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/held_out.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr double kNinetyWeight = 0.2;
constexpr std::size_t kQuarteredFrom = 200; ///< fewer rows are one band

/// Of rising values.
double quantile(const std::vector<double>& values, double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

} // namespace

OperatorErrors HeldOut::errors() const {
    if (rows.empty()) return {};
    std::vector<double> errors;
    for (const auto& [predicted, measured] : rows) errors.push_back(std::abs(predicted / measured - 1));
    std::sort(errors.begin(), errors.end());
    return {errors.size(), quantile(errors, 0.5), quantile(errors, 0.9)};
}

double HeldOut::score() const {
    const OperatorErrors found = errors();
    return found.rows == 0 ? 1e9 : found.median + kNinetyWeight * found.ninety;
}

std::vector<OperatorBand> HeldOut::bands() const {
    std::vector<std::pair<double, double>> sorted = rows;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t parts = sorted.size() >= kQuarteredFrom ? 4 : 1;
    std::vector<OperatorBand> found;
    for (std::size_t part = 0; part < parts && !sorted.empty(); ++part) {
        const std::size_t first = sorted.size() * part / parts, end = sorted.size() * (part + 1) / parts;
        std::vector<double> ratios;
        for (std::size_t i = first; i < end; ++i) ratios.push_back(sorted[i].second / sorted[i].first);
        std::sort(ratios.begin(), ratios.end());
        OperatorBand band{.low = std::min(quantile(ratios, 0.1), 1.0),
                          .high = std::max(quantile(ratios, 0.9), 1.0)};
        if (part + 1 < parts) band.below = sorted[end - 1].first;
        found.push_back(band);
    }
    return found;
}

} // namespace moe
