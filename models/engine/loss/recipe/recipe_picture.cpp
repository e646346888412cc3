// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/recipe/recipe_picture.h"

#include "models/engine/loss/model/moe_size.h"
#include "models/engine/loss/recipe/recipe_check.h"
#include "models/engine/loss/recipe/recipe_odd.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr std::size_t kMostSizes = 8;
constexpr int kBestPoints = 41, kLinePoints = 25;
/// Runs whose sizes differ by less are of one size: layers of a ladder are rounded to widths.
constexpr double kSameSize = 0.04;

RecipeSpot spotAt(const RecipeFit& fit, double params, double activeParams, double tokens) {
    return {params, activeParams, tokens, 6 * activeParams * tokens,
            fit.predict(recipePoint(params, activeParams, tokens))};
}

std::vector<RecipeLine> linesOf(const std::vector<RecipeRun>& runs, const RecipeFit& fit) {
    struct Size {
        double params = 0, activeParams = 0, low = 0, high = 0; ///< tokens of its runs
    };
    std::vector<RecipeRun> sorted = runs;
    std::sort(sorted.begin(), sorted.end(),
              [](const RecipeRun& a, const RecipeRun& b) { return a.activeParams < b.activeParams; });
    std::vector<Size> sizes;
    for (const RecipeRun& run : sorted) {
        const bool same = !sizes.empty() && run.activeParams < sizes.back().activeParams * (1 + kSameSize) &&
                          std::abs(run.params / sizes.back().params - 1) < kSameSize;
        if (!same) sizes.push_back({run.params, run.activeParams, run.tokens, run.tokens});
        sizes.back().low = std::min(sizes.back().low, run.tokens);
        sizes.back().high = std::max(sizes.back().high, run.tokens);
    }
    const std::size_t shown = std::min(sizes.size(), kMostSizes);
    std::vector<RecipeLine> lines;
    for (std::size_t i = 0; i < shown; ++i) {
        const Size& size = sizes[shown == 1 ? 0 : i * (sizes.size() - 1) / (shown - 1)];
        constexpr double kBeyond = 1.6;
        const double low = size.low / kBeyond, high = size.high * kBeyond;
        RecipeLine line{size.params, {}};
        for (int j = 0; j < kLinePoints; ++j)
            line.spots.push_back(spotAt(fit, size.params, size.activeParams,
                                        low * std::pow(high / low, j / (kLinePoints - 1.0))));
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

RecipePicture recipePicture(std::shared_ptr<const RecipeTable> table, double params, double activeParams,
                            double tokens) {
    RecipePicture picture;
    const std::vector<RecipeRow> rows = recipeRows(table->runs);
    picture.fit = fitRecipe(rows);
    picture.remarks = recipeRemarks(*table, picture.fit);
    const RecipeFit& fit = picture.fit;
    picture.design = spotAt(fit, params, activeParams, tokens);
    if (const std::optional<OddRuns> odd = oddRuns(rows, fit)) {
        picture.odd = odd->runs;
        picture.remarks.push_back(oddRunsText(*table, *odd, fit, recipePoint(params, activeParams, tokens)));
    }
    const double effective = effectiveParams(params, activeParams);
    picture.inside = insideRuns(fit, params, activeParams, tokens);
    // The effective size follows Na at one sparsity, so a compute of Na is one of the effective size too.
    const double gain = effective / activeParams, held = params / activeParams;
    const auto ofEffective = [&](double size, double data) {
        return spotAt(fit, held * size / gain, size / gain, data);
    };
    const auto bestAt = [&](double compute) {
        const RecipeOptimum best = recipeOptimum(fit, gain * compute);
        return ofEffective(best.params, best.tokens);
    };
    double least = picture.design.compute, most = least, largest = 0;
    for (const RecipeRun& run : table->runs) {
        least = std::min(least, run.compute());
        most = std::max(most, run.compute());
        largest = std::max(largest, run.compute());
    }
    const NextRun next = nextRun(fit, recipePoint(params, activeParams, tokens), gain * largest);
    if (next.params > 0) {
        picture.next = ofEffective(next.params, next.tokens);
        picture.sdNow = next.sdBefore;
        picture.sdAfter = next.sdAfter;
        least = std::min(least, picture.next->compute);
    }
    picture.optimum = bestAt(picture.design.compute);
    constexpr double kMargin = 2;
    least /= kMargin, most *= kMargin;
    for (int i = 0; i < kBestPoints; ++i)
        picture.best.push_back(bestAt(least * std::pow(most / least, i / (kBestPoints - 1.0))));
    picture.sizes = linesOf(table->runs, fit);
    picture.table = std::move(table);
    return picture;
}

} // namespace moe
