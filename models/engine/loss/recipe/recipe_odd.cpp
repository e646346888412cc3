// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/recipe/recipe_odd.h"

#include "data/number.h"

#include <algorithm>
#include <cmath>

namespace moe {

std::optional<OddRuns> oddRuns(const std::vector<RecipeRow>& rows, const RecipeFit& fit,
                               const RecipePrior& prior) {
    if (fit.method != RecipeMethod::Hierarchical || fit.heldBack.size() != rows.size()) return std::nullopt;
    OddRuns odd;
    std::vector<RecipeRow> others;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double error = fit.heldBack[i];
        const double sd = std::hypot(fit.noise * untrainedStretch(rows[i].at), fit.parameterSd(rows[i].at));
        if (std::abs(error) < kOddLeast || std::abs(error) < kOddDeviations * sd) {
            others.push_back(rows[i]);
            continue;
        }
        odd.runs.push_back(i);
        odd.errors.push_back(error);
    }
    const auto count = static_cast<double>(odd.runs.size());
    if (odd.runs.empty() || count > kOddShare * static_cast<double>(rows.size()) ||
        others.size() < static_cast<std::size_t>(kRunsOfOwnConstants))
        return std::nullopt;
    odd.without = fitRecipe(others, prior);
    return odd;
}

Message oddRunsText(const RecipeTable& table, const OddRuns& odd, const RecipeFit& fit,
                    const RecipePoint& at) {
    constexpr std::size_t kShown = 8;
    std::vector<Message> lines;
    for (std::size_t i = 0; i < std::min(odd.runs.size(), kShown); ++i) {
        const double percent = 100 * std::expm1(odd.errors[i]);
        lines.push_back(say("line %1 (%2 %)", table.runs[odd.runs[i]].line,
                            (percent > 0 ? "+" : "") + rounded(percent, 2)));
    }
    if (odd.runs.size() > kShown) lines.push_back(say("%1 more", odd.runs.size() - kShown));
    return say("Runs that do not belong to the others, and count for little: %1. The loss is %2 with them "
               "and %3 without.",
               listed(std::move(lines)), rounded(fit.predict(at).loss, 5),
               rounded(odd.without.predict(at).loss, 5));
}

} // namespace moe
