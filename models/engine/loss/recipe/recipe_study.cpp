// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/recipe/recipe_study.h"

#include "models/engine/loss/model/moe_size.h"
#include "models/engine/loss/recipe/recipe_plain.h"
#include "models/engine/math/random.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace moe {
namespace {

constexpr double kLeastParams = 5e7, kLeastRatio = 4, kTrainShare = 0.65;
constexpr std::size_t kLeastRuns = 12, kLeastSizes = 3;
constexpr int kDraws = 60;
constexpr double kSmallActive = 3e8, kShareExponent = 0.35;

struct StudiedRun {
    double compute = 0;
    RecipeRow row;
};
using Studied = std::vector<StudiedRun>;

std::string stem(const std::string& path) {
    const std::string name = path.substr(path.find_last_of("/\\") + 1);
    return name.substr(0, name.rfind('.'));
}

/// Linear between the sorted values.
double quantile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

bool isLadder(const std::vector<RecipeRun>& runs) {
    std::set<double> sizes, budgets;
    std::set<std::pair<double, double>> places;
    for (const RecipeRun& run : runs) {
        sizes.insert(run.params);
        budgets.insert(run.tokens);
        places.insert({run.params, run.tokens});
    }
    // Several runs in one place are a search of something else than size and tokens.
    return runs.size() >= kLeastRuns && sizes.size() >= kLeastSizes && budgets.size() >= kLeastSizes &&
           2 * places.size() > runs.size();
}

std::vector<RecipeRow> rowsOf(const Studied& runs) {
    std::vector<RecipeRow> rows;
    for (const StudiedRun& run : runs) rows.push_back(run.row);
    return rows;
}

/// Rms on the tested runs, which `coverage` counts too.
double errorOf(const RecipeFit& fit, const Studied& tested, TransferCoverage* coverage) {
    double sum = 0;
    for (const StudiedRun& run : tested) {
        const RecipePrediction p = fit.predict(run.row.at);
        const double e = run.row.lnLoss - std::log(p.loss);
        sum += e * e;
        if (coverage == nullptr) continue;
        ++coverage->tested;
        coverage->one += std::abs(e) <= p.sd;
        coverage->two += std::abs(e) <= 2 * p.sd;
        coverage->ninety += std::abs(e) <= std::log(p.high / p.loss);
    }
    return std::sqrt(sum / static_cast<double>(tested.size()));
}

class Transfer {
public:
    Transfer() {
        for (const int runs : kTransferRuns) m_study.coverage.push_back({runs});
        m_study.coverage.push_back({});
    }

    void add(const std::string& family, const std::string& label, const std::vector<RecipeRun>& runs) {
        TransferRow row;
        row.recipe = family + (label.empty() ? "" : ": " + label);
        row.family = family;
        const RecipePrior prior = recipePrior(family);
        Studied all;
        for (const RecipeRun& run : runs) all.push_back({run.compute(), recipeRows({run}).front()});
        std::stable_sort(all.begin(), all.end(),
                         [](const StudiedRun& a, const StudiedRun& b) { return a.compute < b.compute; });
        const auto cut = static_cast<std::ptrdiff_t>(kTrainShare * static_cast<double>(all.size()));
        const Studied smaller(all.begin(), all.begin() + cut), larger(all.begin() + cut, all.end());
        row.trained = static_cast<int>(smaller.size());
        row.tested = static_cast<int>(larger.size());
        for (std::size_t m = 0; m < kRecipeMethods; ++m) {
            const auto method = static_cast<RecipeMethod>(m);
            row.byMethod[m] =
                errorOf(fitRecipeBy(method, rowsOf(smaller), prior), larger,
                        method == RecipeMethod::Hierarchical ? &m_study.coverage.back() : nullptr);
        }
        const RecipeConstants plain = fitPlainForm(rowsOf(smaller));
        double squares = 0;
        for (const StudiedRun& run : larger)
            squares += std::pow(run.row.lnLoss - lnLoss(plain, run.row.at), 2);
        row.plain = std::sqrt(squares / static_cast<double>(larger.size()));
        for (std::size_t k = 0; k < kTransferRuns.size(); ++k)
            row.byRuns[k] = drawn(k, smaller, larger, prior);
        row.ladder = ladder(all, prior);
        m_study.rows.push_back(std::move(row));
    }

    TransferStudy take() {
        for (std::size_t k = 0; k < kTransferRuns.size(); ++k) {
            std::vector<double> errors;
            for (const TransferRow& row : m_study.rows) errors.push_back(row.byRuns[k]);
            m_study.median[k] = quantile(errors, 0.5);
            m_study.eightieth[k] = quantile(errors, 0.8);
        }
        for (std::size_t m = 0; m < kRecipeMethods; ++m) {
            std::vector<double> errors;
            for (const TransferRow& row : m_study.rows) errors.push_back(row.byMethod[m]);
            m_study.methodMedian[m] = quantile(errors, 0.5);
        }
        std::vector<double> plain;
        for (const TransferRow& row : m_study.rows) plain.push_back(row.plain);
        m_study.plainMedian = quantile(plain, 0.5);
        for (TransferCoverage& coverage : m_study.coverage)
            for (double* share : {&coverage.one, &coverage.ninety, &coverage.two})
                if (coverage.tested > 0) *share /= static_cast<double>(coverage.tested);
        return std::move(m_study);
    }

private:
    double drawn(std::size_t k, Studied from, const Studied& tested, const RecipePrior& prior) {
        const auto runs = std::min(static_cast<std::size_t>(kTransferRuns[k]), from.size());
        std::vector<double> errors;
        for (int draw = 0; draw < kDraws; ++draw) {
            for (std::size_t i = 0; i < runs; ++i)
                std::swap(from[i], from[i + m_random.below(from.size() - i)]);
            const Studied taken(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(runs));
            errors.push_back(errorOf(fitRecipe(rowsOf(taken), prior), tested, &m_study.coverage[k]));
        }
        return quantile(std::move(errors), 0.5);
    }

    static std::optional<double> ladder(const Studied& all, const RecipePrior& prior) {
        Studied below, target;
        for (const StudiedRun& run : all)
            if (run.compute <= all.back().compute / 4) below.push_back(run);
        if (below.size() < kRunsOfOwnConstants) return std::nullopt;
        for (const StudiedRun& run : all)
            if (run.compute >= 2 * below.back().compute) target.push_back(run);
        if (target.empty()) return std::nullopt;
        return errorOf(fitRecipe(rowsOf(below), prior), target, nullptr);
    }

    TransferStudy m_study;
    Random m_random{1};
};

/// Rms above 0.3 B active parameters with the offset of those below, where `size` is what an MoE is worth.
template <class Size>
double moeError(const std::vector<RecipeRun>& runs, MoeTransferRow& row, const Size& size) {
    std::vector<RecipeRow> trained;
    Studied tested;
    for (const RecipeRun& run : runs) {
        const double dense = size(run);
        const RecipeRow seen{recipePoint(dense, dense, run.tokens), std::log(run.loss)};
        if (run.activeParams <= kSmallActive)
            trained.push_back(seen);
        else
            tested.push_back({run.compute(), seen});
    }
    row.trained = static_cast<int>(trained.size());
    row.tested = static_cast<int>(tested.size());
    if (trained.empty() || tested.empty()) return 0;
    return errorOf(fitRecipeBy(RecipeMethod::Offset, trained, recipePrior()), tested, nullptr);
}

void addMoe(const RecipeTable& table, std::vector<MoeTransferRow>& rows) {
    std::map<std::string, std::vector<RecipeRun>> recipes;
    std::vector<RecipeRun> dense;
    for (const RecipeRun& run : table.runs)
        if (run.experts.value_or(1) > 1)
            recipes[run.label].push_back(run);
        else
            dense.push_back(run);
    for (auto& [label, runs] : recipes) {
        runs.insert(runs.end(), dense.begin(), dense.end());
        MoeTransferRow row;
        row.recipe = stem(table.source) + ": " + label;
        row.byShare = moeError(runs, row, [](const RecipeRun& run) {
            return run.params * std::pow(activeShare(run.params, run.activeParams), kShareExponent);
        });
        row.byRule = moeError(
            runs, row, [](const RecipeRun& run) { return effectiveParams(run.params, run.activeParams); });
        row.ignored = moeError(runs, row, [](const RecipeRun& run) { return run.activeParams; });
        if (row.trained > 0 && row.tested > 0) rows.push_back(std::move(row));
    }
}

} // namespace

TransferStudy transferStudy(const std::vector<RecipeTable>& tables) {
    Transfer transfer;
    for (const RecipeTable& table : tables) {
        std::map<std::string, std::vector<RecipeRun>> recipes;
        for (const RecipeRun& run : table.runs)
            if (run.params >= kLeastParams && run.tokens >= kLeastRatio * run.params &&
                run.experts.value_or(1) <= 1)
                recipes[run.label].push_back(run);
        for (const auto& [label, runs] : recipes)
            if (isLadder(runs)) transfer.add(stem(table.source), label, runs);
    }
    TransferStudy study = transfer.take();
    for (const RecipeTable& table : tables) addMoe(table, study.moe);
    return study;
}

} // namespace moe
