// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/recipe/recipe_plain.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace moe {
namespace {

constexpr double kHuber = 1e-3;
constexpr int kPlainSteps = 400, kPlainTries = 10;

double huberCost(const std::vector<RecipeRow>& rows, const RecipeConstants& c) {
    double sum = 0;
    for (const RecipeRow& row : rows) {
        const double e = std::abs(row.lnLoss - lnLoss(c, row.at)) / kHuber;
        sum += e <= 1 ? e * e / 2 : e - 0.5;
    }
    return sum;
}

/// Reweighted squares from `c` downhill; the cost reached.
double descend(const std::vector<RecipeRow>& rows, RecipeConstants& c) {
    double damping = 1e-2, before = huberCost(rows, c);
    for (int step = 0; step < kPlainSteps; ++step) {
        RecipeMatrix information = 1e-6 * RecipeMatrix::Identity();
        RecipeConstants gradient, pull = RecipeConstants::Zero();
        for (const RecipeRow& row : rows) {
            const double e = row.lnLoss - lnLoss(c, row.at, &gradient);
            gradient[5] = 0; // the exponent of the sum stays 1
            const double weight = 1 / (kHuber * std::max(kHuber, std::abs(e)));
            information += weight * gradient * gradient.transpose();
            pull += weight * e * gradient;
        }
        bool better = false;
        double after = before;
        for (int i = 0; i < kPlainTries && !better; ++i) {
            RecipeMatrix damped = information;
            damped.diagonal() *= 1 + damping;
            const RecipeConstants tried = c + damped.ldlt().solve(pull);
            after = huberCost(rows, tried);
            better = after < before; // false for what is no number
            if (better) c = tried;
            damping = better ? std::max(damping * 0.3, 1e-9) : std::min(damping * 5, 1e9);
        }
        if (!better || before - after < 1e-9 * before) break;
        before = after;
    }
    return huberCost(rows, c);
}

} // namespace

RecipeConstants fitPlainForm(const std::vector<RecipeRow>& rows) {
    constexpr std::array<double, 3> kFloors = {.3, .6, .9}, kExponents = {-.2, -.4, -.7};
    RecipeConstants best = RecipeConstants::Zero();
    double least = std::numeric_limits<double>::infinity();
    for (const double floor : kFloors)
        for (const double params : kExponents)
            for (const double tokens : kExponents) {
                RecipeConstants c;
                c << floor, 0, params, 0, tokens, 0;
                if (const double cost = descend(rows, c); cost < least) least = cost, best = c;
            }
    return best;
}

} // namespace moe
