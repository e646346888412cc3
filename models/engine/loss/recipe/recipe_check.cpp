// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/recipe/recipe_check.h"

#include "data/number.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace moe {
namespace {

/// ln of a recipe's loss over that of the Step Law recipe at the same size and tokens: .19 ± .09 over the
/// published ones. Bits per token are 1.44 times nats; bits per byte or character about a quarter of that.
constexpr double kMostLikeNats = 0.375, kLeastLikeNats = -0.4;
/// Two levels: how many runs it takes to tell, how far apart, how much of the scatter they explain.
constexpr std::size_t kRunsToTell = 8, kFewestOfALevel = 2, kShownLines = 8;
constexpr double kLeastDistance = 0.01, kLeftOver = 0.1, kSmallestScatter = 0.002;

std::string percentText(double lnRatio) {
    return rounded(100 * std::expm1(std::abs(lnRatio)), 2);
}

std::string linesText(const RecipeTable& table, const std::vector<std::size_t>& runs) {
    std::string text;
    for (std::size_t i = 0; i < std::min(runs.size(), kShownLines); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(table.runs[runs[i]].line);
    return runs.size() > kShownLines ? text + ", …" : text;
}

void checkUnit(const RecipeTable& table, const std::vector<RecipeRow>& rows, Problems& problems) {
    if (table.unitKnown || rows.empty()) return;
    // Runs of few tokens per parameter end far above any form: the well trained ones tell, where there are
    // any.
    constexpr double kTrained = 4;
    double sum = 0, count = 0, allSum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double ratio = rows[i].lnLoss - lnLoss(stepLawConstants(), rows[i].at);
        allSum += ratio;
        if (table.runs[i].tokens < kTrained * table.runs[i].params) continue;
        sum += ratio;
        ++count;
    }
    const double mean = count > 0 ? sum / count : allSum / static_cast<double>(rows.size());
    if (mean >= kLeastLikeNats && mean <= kMostLikeNats) return;
    const std::string ratio = rounded(std::exp(mean), 3);
    problems.push_back({table.source, table.runs.front().line, 0, table.lossColumn,
                        mean > 0
                            ? say("the losses are %1 times what models of this size reach in nats per "
                                  "token, as bits per token are; multiply by 0.6931, or name the column "
                                  "loss_nats if they are nats",
                                  ratio)
                            : say("the losses are %1 times what models of this size reach in nats per "
                                  "token, as bits per byte or character are; give nats per token, or name "
                                  "the column loss_nats if they are",
                                  ratio),
                        numberText(table.runs.front().loss)});
}

/// Residuals of one common fit, with a level of its own for each run's group taken out.
std::vector<double> residualsWith(std::vector<RecipeRow> rows, const std::vector<int>& upper, double level,
                                  RecipeMethod method) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (upper[i] != 0) rows[i].lnLoss -= level;
    std::vector<double> errors = fitRecipeBy(method, rows, recipePrior()).residuals;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (upper[i] != 0) errors[i] += level;
    return errors;
}

struct Levels {
    std::vector<int> upper;          ///< 1: the run lies on the upper level
    double distance = 0, within = 0; ///< of the levels; sd about them
};

/// The split of the errors into a lower and an upper part that leaves least scatter.
Levels splitOf(const std::vector<double>& errors) {
    std::vector<std::size_t> order(errors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return errors[a] < errors[b]; });
    const auto count = static_cast<double>(errors.size());
    double all = 0, squares = 0;
    for (const double e : errors) all += e, squares += e * e;
    Levels best{std::vector<int>(errors.size(), 0), 0, std::sqrt(squares / count)};
    double least = squares, below = 0;
    for (std::size_t i = 0; i + kFewestOfALevel < errors.size(); ++i) {
        below += errors[order[i]];
        if (i + 1 < kFewestOfALevel) continue;
        const double low = static_cast<double>(i + 1), high = count - low;
        const double left = squares - below * below / low - (all - below) * (all - below) / high;
        if (left >= least) continue;
        least = left;
        best.distance = (all - below) / high - below / low;
        best.within = std::sqrt(std::max(left, 0.0) / count);
        for (std::size_t j = 0; j < order.size(); ++j) best.upper[order[j]] = j > i;
    }
    return best;
}

double scatter(const std::vector<double>& errors) {
    double sum = 0, squares = 0;
    for (const double e : errors) sum += e, squares += e * e;
    const auto count = static_cast<double>(errors.size());
    return std::sqrt(std::max(squares / count - sum * sum / count / count, 0.0));
}

/// Levels that no column tells of.
void checkLevels(const RecipeTable& table, const std::vector<RecipeRow>& rows, Problems& problems) {
    if (rows.size() < kRunsToTell) return;
    const std::vector<int> none(rows.size(), 0);
    const double single = scatter(residualsWith(rows, none, 0, RecipeMethod::Hierarchical));
    Levels best;
    best.within = single;
    for (const RecipeMethod start : {RecipeMethod::Scale, RecipeMethod::Affine, RecipeMethod::Hierarchical}) {
        Levels levels = splitOf(residualsWith(rows, none, 0, start));
        for (int round = 0; round < 4; ++round)
            levels = splitOf(residualsWith(rows, levels.upper, levels.distance, RecipeMethod::Hierarchical));
        if (levels.within < best.within) best = levels;
    }
    // The split follows the errors and the form bends with few runs: the fewer, the clearer it must be.
    const double clear = 5 + 90 / static_cast<double>(rows.size());
    if (best.distance < kLeastDistance || best.distance < clear * best.within) return;
    if (single < kSmallestScatter || best.within * best.within > kLeftOver * single * single) return;
    std::vector<std::size_t> upper, lower;
    for (std::size_t i = 0; i < rows.size(); ++i) (best.upper[i] != 0 ? upper : lower).push_back(i);
    const bool upperFewer = upper.size() <= lower.size();
    const std::vector<std::size_t>& odd = upperFewer ? upper : lower;
    problems.push_back(
        {table.source,
         table.runs[odd.front()].line,
         0,
         table.lossColumn,
         say(upperFewer ? "runs of two recipes: those of lines %1 lie %2 % above the others; fit "
                          "them apart"
                        : "runs of two recipes: those of lines %1 lie %2 % below the others; fit "
                          "them apart",
             linesText(table, odd), percentText(best.distance)),
         {}});
}

/// Levels that the text columns tell of.
bool checkLabels(const RecipeTable& table, const std::vector<RecipeRow>& rows, Problems& problems) {
    std::map<std::string, std::vector<std::size_t>> labels;
    for (std::size_t i = 0; i < table.runs.size(); ++i) labels[table.runs[i].label].push_back(i);
    if (labels.size() < 2) return false;
    const std::vector<double> errors = fitRecipeBy(RecipeMethod::Hierarchical, rows, recipePrior()).residuals;
    double low = 1e9, high = -1e9, within = 0, counted = 0;
    const std::vector<std::size_t>* highest = nullptr;
    std::string highestLabel, lowestLabel;
    double fewest = 1e9;
    for (const auto& [label, runs] : labels) {
        if (runs.size() < kFewestOfALevel) continue;
        double mean = 0;
        for (const std::size_t i : runs) mean += errors[i] / static_cast<double>(runs.size());
        for (const std::size_t i : runs) within += (errors[i] - mean) * (errors[i] - mean);
        counted += static_cast<double>(runs.size());
        fewest = std::min(fewest, static_cast<double>(runs.size()));
        if (mean < low) low = mean, lowestLabel = label;
        if (mean > high) high = mean, highest = &runs, highestLabel = label;
    }
    if (highest == nullptr || high - low < 0.7 * kLeastDistance) return false;
    const double sd = std::sqrt(within / counted);
    if (high - low < 4 * sd * std::sqrt(2 / fewest)) return false;
    problems.push_back({table.source,
                        table.runs[highest->front()].line,
                        0,
                        table.lossColumn,
                        say("runs of two recipes: \"%1\" lies %2 % above \"%3\"; fit them apart",
                            highestLabel, percentText(high - low), lowestLabel),
                        {}});
    return true;
}

} // namespace

Problems recipeProblems(const RecipeTable& table) {
    Problems problems;
    const std::vector<RecipeRow> rows = recipeRows(table.runs);
    checkUnit(table, rows, problems);
    if (!checkLabels(table, rows, problems)) checkLevels(table, rows, problems);
    return problems;
}

std::vector<Message> recipeRemarks(const RecipeTable& table, RecipeFit& fit) {
    constexpr double kDoubt = 0.02; // relative sd
    std::vector<Message> remarks = table.leftOut;
    if (!table.paramsKnown) {
        fit.modelError = kDoubt;
        remarks.push_back(
            say("%1 may count the embeddings; parameters without them predict better and compare "
                "with other recipes",
                table.paramsColumn));
    }
    // Exponents of N of published recipes are -.31 to -.60; counts with embeddings gave -.82 to -.94.
    constexpr double kSteep = -0.8;
    if (fit.method == RecipeMethod::Hierarchical && fit.constants[2] < kSteep) {
        fit.modelError = kDoubt;
        remarks.push_back(
            say("the loss falls more steeply with the parameters than in other recipes (exponent "
                "%1), as it does where they count the embeddings",
                rounded(fit.constants[2], 2)));
    }
    if (table.runs.size() < static_cast<std::size_t>(kRunsOfOwnConstants))
        remarks.push_back(
            say("%1 runs: other recipes' constants with one of its own; from %2 runs on the recipe "
                "gets constants of its own",
                table.runs.size(), kRunsOfOwnConstants));
    return remarks;
}

} // namespace moe
