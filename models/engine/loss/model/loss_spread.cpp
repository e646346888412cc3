// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_spread.h"

#include "models/engine/loss/model/loss_fit.h"
#include "models/engine/math/random.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace moe {
namespace {

using I = LossIndex;

/// How well the coefficients of L* are known when no run says anything of them: their range over published
/// scaling laws.
constexpr std::array<double, LossSpread::kSize> kAssumedSd{.2, 0, .1, .2, .3, .1, .2}; // E a0 a1 θ b0 b1 g
constexpr double kEnough = 1e-5; ///< of the cost: far below what a draw changes

using Groups = std::vector<std::vector<LossRow>>;

Groups groupsOf(const LossTable* table) {
    Groups groups;
    if (table == nullptr) return groups;
    std::map<std::array<double, 3>, std::size_t> known;
    for (const LossRow& row : lossRows(*table)) {
        const auto [place, isNew] = known.try_emplace({row.at.n, row.at.d, row.at.s}, groups.size());
        if (isNew) groups.emplace_back();
        groups[place->second].push_back(row);
    }
    return groups;
}

LossSurface withCoefficients(const std::array<double, LossSpread::kSize>& c) {
    LossSurface surface;
    std::copy(c.begin(), c.end(), surface.c.begin());
    return surface;
}

} // namespace

double LossSpread::variance(double params, double tokens, double activeShare) const {
    if (refits.size() < 2) return 0;
    double sum = 0, squares = 0;
    for (const auto& c : refits) {
        const double value = std::log(withCoefficients(c).optimum(params, tokens, activeShare).loss);
        sum += value;
        squares += value * value;
    }
    const auto size = static_cast<double>(refits.size());
    return std::max(0.0, (squares - sum * sum / size) / (size - 1));
}

std::optional<Range> LossSpread::optimalTokens(double params, double activeShare) const {
    std::vector<double> values;
    for (const auto& c : refits) values.push_back(withCoefficients(c).optimalTokens(params, activeShare));
    if (values.size() < 2) return std::nullopt;
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
    };
    return Range{at(0.05), at(0.95)};
}

LossSpread lossSpread(const LossSurface& surface, const LossTable* dense, const LossTable* moe, int refits,
                      std::uint64_t seed, const std::function<bool(double)>& progress) {
    LossSpread spread;
    Random random(seed);
    const std::array<Groups, 2> kinds{groupsOf(dense), groupsOf(moe)};
    std::vector<LossRow> rows;
    for (int refit = 0; refit < refits; ++refit) {
        if (progress && !progress(static_cast<double>(refit) / refits)) break;
        rows.clear();
        for (const Groups& groups : kinds) {
            for (std::size_t draw = 0; draw < groups.size(); ++draw) {
                const std::vector<LossRow>& group = groups[random.below(groups.size())];
                rows.insert(rows.end(), group.begin(), group.end());
            }
        }
        LossSurface drawn = surface;
        const LossMask free = identified(rows);
        for (std::size_t k = 0; k < LossSpread::kSize; ++k) {
            const double assumed = kAssumedSd[k] * random.normal(); // drawn always: one stream for all tables
            if (!free[k]) drawn.c[k] += assumed;
        }
        minimiseLossCost(drawn, rows, free, kEnough);
        std::copy_n(drawn.c.begin(), LossSpread::kSize, spread.refits.emplace_back().begin());
    }
    return spread;
}

} // namespace moe
