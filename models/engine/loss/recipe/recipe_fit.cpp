// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/recipe/recipe_fit.h"

#include "models/engine/loss/model/loss_coordinates.h"
#include "models/engine/loss/model/moe_size.h"

#include <Eigen/Cholesky>
#include <utility>

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Before any run is seen: the scatter of a recipe's runs about the form, worth so many runs.
constexpr double kNoiseBefore = 0.004, kNoiseWorth = 3;
constexpr double kDampingStart = 1e-3, kGain = 1e-7;
constexpr int kSteps = 60, kTries = 8;

constexpr double kNinety = 1.6448536269514722;

double logRms(const std::vector<double>& errors) {
    double sum = 0;
    for (const double e : errors) sum += e * e;
    return errors.empty() ? 0 : std::sqrt(sum / static_cast<double>(errors.size()));
}

/// The most probable constants given all rows but `without`.
class Posterior {
public:
    Posterior(const std::vector<RecipeRow>& rows, RecipePrior prior, std::size_t without)
        : m_prior(std::move(prior)) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (i != without) m_rows.push_back(rows[i]);
        m_prior.mean[0] += kFloorFollows * recipeLevel(m_rows);
        for (const RecipeRow& row : m_rows) m_stretch.push_back(untrainedStretch(row.at));
        c = m_prior.mean;
    }

    RecipeConstants c;
    double noise = 0.01;
    RecipeMatrix information = RecipeMatrix::Zero();

    void climb() {
        double damping = kDampingStart, before = cost(c);
        for (int step = 0; step < kSteps; ++step) {
            RecipeConstants pull;
            linearise(pull);
            bool better = false;
            double after = before;
            for (int i = 0; i < kTries && !better; ++i) {
                RecipeMatrix damped = information;
                damped.diagonal() *= 1 + damping;
                RecipeConstants tried = c + damped.ldlt().solve(pull);
                // G between .05 and 2.7: beyond, the power and the floor are the same thing.
                tried[5] = std::clamp(tried[5], -3.0, 1.0);
                after = cost(tried);
                better = after < before;
                if (better) c = tried;
                damping = better ? std::max(damping * 0.2, 1e-9) : damping * 6;
            }
            const double old = noise;
            renewNoise();
            const bool settled = std::abs(noise / old - 1) < 1e-4;
            if (!better || (before - after < kGain * (1 + before) && settled)) break;
            before = cost(c);
        }
        RecipeConstants pull;
        linearise(pull);
        // The constants follow the runs, so the scatter left is too small by as many runs as they take up.
        const RecipeMatrix covariance = information.ldlt().solve(RecipeMatrix::Identity());
        const double taken = 6 - (m_prior.precision * covariance).trace();
        const auto worth = static_cast<double>(m_rows.size()) + kNoiseWorth;
        noise *= std::sqrt(worth / std::max(worth - taken, 1.0));
        linearise(pull);
    }

private:
    /// Error of a run in units of its scatter, and what it weighs in a step: (ν + 1)/(ν + e²).
    double error(const RecipeConstants& at, std::size_t i) const {
        return (m_rows[i].lnLoss - lnLoss(at, m_rows[i].at)) / (noise * m_stretch[i]);
    }
    static double weight(double error) { return (kRecipeTails + 1) / (kRecipeTails + error * error); }

    double cost(const RecipeConstants& at) const {
        double sum = 0;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const double e = error(at, i);
            sum += 0.5 * (kRecipeTails + 1) * std::log1p(e * e / kRecipeTails);
        }
        const RecipeConstants from = at - m_prior.mean;
        return sum + 0.5 * from.dot(m_prior.precision * from);
    }
    void linearise(RecipeConstants& pull) {
        RecipeConstants gradient;
        information = m_prior.precision;
        pull = -m_prior.precision * (c - m_prior.mean);
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            lnLoss(c, m_rows[i].at, &gradient);
            const double e = error(c, i);
            gradient /= noise * m_stretch[i];
            information += weight(e) * gradient * gradient.transpose();
            pull += weight(e) * e * gradient;
        }
    }
    void renewNoise() {
        double sum = kNoiseWorth * kNoiseBefore * kNoiseBefore;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const double e = error(c, i);
            sum += weight(e) * e * e * noise * noise;
        }
        noise = std::sqrt(sum / (static_cast<double>(m_rows.size()) + kNoiseWorth));
    }

    std::vector<RecipeRow> m_rows;
    RecipePrior m_prior;
    std::vector<double> m_stretch;
};

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
/// Above it the hat matrix says what leaving a run out would do: refits cost the square of the runs.
constexpr std::size_t kRefitted = 120;

struct Line {
    double offset = 0, factor = 1;
    double lnLoss(double base) const { return std::log(std::max(offset + factor * base, 1e-3)); }
};

/// Offset, factor or both, of all rows but `without`. Relative errors count.
Line lineOf(RecipeMethod method, const std::vector<RecipeRow>& rows, const std::vector<double>& base,
            std::size_t without) {
    double count = 0, sum = 0, logs = 0, w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i == without) continue;
        const double y = std::exp(rows[i].lnLoss), weight = 1 / (y * y);
        ++count;
        sum += y - base[i];
        logs += rows[i].lnLoss - std::log(base[i]);
        w += weight;
        wx += weight * base[i];
        wy += weight * y;
        wxx += weight * base[i] * base[i];
        wxy += weight * base[i] * y;
    }
    if (method == RecipeMethod::Offset) return {sum / count, 1};
    const double factor = std::exp(logs / count);
    const double spread = w * wxx - wx * wx;
    if (method == RecipeMethod::Scale || !(spread > 1e-9 * w * wxx)) return {0, factor};
    const double slope = (w * wxy - wx * wy) / spread;
    return slope > 0 ? Line{(wy - slope * wx) / w, slope} : Line{0, factor};
}

std::vector<double> baseLosses(const std::vector<RecipeRow>& rows) {
    std::vector<double> base;
    const RecipeConstants stepLaw = stepLawConstants();
    for (const RecipeRow& row : rows) base.push_back(std::exp(lnLoss(stepLaw, row.at)));
    return base;
}

std::vector<double> heldBackOwn(const RecipeFit& fit, const std::vector<RecipeRow>& rows,
                                const RecipePrior& prior) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        RecipeConstants gradient;
        const double e = rows[i].lnLoss - lnLoss(fit.constants, rows[i].at, &gradient);
        if (rows.size() > kRefitted) {
            const double scatter = fit.noise * untrainedStretch(rows[i].at);
            const double leverage = gradient.dot(fit.covariance * gradient) / (scatter * scatter);
            errors.push_back(e / std::max(1 - leverage, 0.05));
            continue;
        }
        Posterior others(rows, prior, i);
        others.c = fit.constants;
        others.noise = fit.noise;
        others.climb();
        errors.push_back(rows[i].lnLoss - lnLoss(others.c, rows[i].at));
    }
    return errors;
}

std::vector<double> heldBackLine(RecipeMethod method, const std::vector<RecipeRow>& rows,
                                 const std::vector<double>& base) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < rows.size(); ++i)
        errors.push_back(rows[i].lnLoss - lineOf(method, rows, base, i).lnLoss(base[i]));
    return errors;
}

} // namespace

const char* recipeMethodName(RecipeMethod method) {
    constexpr std::array<const char*, kRecipeMethods> kNames = {"offset", "scale", "affine", "hierarchical"};
    return kNames[static_cast<std::size_t>(method)];
}

double untrainedStretch(const RecipePoint& at) {
    constexpr double kTrained = 20, kSoftness = 0.5;
    const double few = std::log(kTrained * kLossParams / kLossTokens) + at.n - at.d;
    return std::hypot(1, std::max(few, 0.0) / kSoftness);
}

double recipeLevel(const std::vector<RecipeRow>& rows) {
    double sum = 0, weights = 0;
    for (const RecipeRow& row : rows) {
        const double weight = std::pow(untrainedStretch(row.at), -2);
        sum += weight * (row.lnLoss - lnLoss(stepLawConstants(), row.at));
        weights += weight;
    }
    return weights > 0 ? sum / weights : 0;
}

RecipePoint recipePoint(double params, double activeParams, double tokens) {
    return {std::log(effectiveParams(params, activeParams) / kLossParams), std::log(tokens / kLossTokens)};
}

bool hasRoutedRuns(const std::vector<RecipeRun>& runs) {
    return std::any_of(runs.begin(), runs.end(), [](const RecipeRun& run) {
        return run.activeParams > 0 && run.activeParams < run.params;
    });
}

std::vector<RecipeRow> recipeRows(const std::vector<RecipeRun>& runs) {
    std::vector<RecipeRow> rows;
    for (const RecipeRun& run : runs)
        rows.push_back({recipePoint(run.params, run.activeParams, run.tokens), std::log(run.loss)});
    return rows;
}

double RecipeFit::parameterSd(const RecipePoint& at) const {
    RecipeConstants gradient;
    moe::lnLoss(constants, at, &gradient);
    return std::sqrt(std::max(0.0, gradient.dot(covariance * gradient)));
}

RecipePrediction RecipeFit::predict(const RecipePoint& at) const {
    RecipePrediction result;
    const double own = moe::lnLoss(constants, at);
    result.loss = method == RecipeMethod::Hierarchical
                      ? std::exp(own)
                      : std::exp(Line{offset, factor}.lnLoss(std::exp(moe::lnLoss(stepLawConstants(), at))));
    // Two ways to see the same few runs: half of what they differ by is in doubt too.
    const double constantsSd = parameterSd(at), doubt = (std::log(result.loss) - own) / 2;
    const double scatter = noise * untrainedStretch(at);
    result.sd =
        std::sqrt(constantsSd * constantsSd + doubt * doubt + modelError * modelError + scatter * scatter);
    result.low = result.loss * std::exp(-kNinety * result.sd);
    result.high = result.loss * std::exp(kNinety * result.sd);
    return result;
}

RecipeFit fitRecipeBy(RecipeMethod method, const std::vector<RecipeRow>& rows, const RecipePrior& prior) {
    RecipeFit fit;
    fit.method = method;
    Posterior posterior(rows, prior, kNone);
    posterior.climb();
    fit.constants = posterior.c;
    fit.noise = posterior.noise;
    fit.covariance = posterior.information.ldlt().solve(RecipeMatrix::Identity());
    const std::vector<double> base = baseLosses(rows);
    if (method != RecipeMethod::Hierarchical) {
        const Line line = lineOf(method, rows, base, kNone);
        fit.offset = line.offset;
        fit.factor = line.factor;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double n = kLossParams * std::exp(rows[i].at.n), d = kLossTokens * std::exp(rows[i].at.d);
        fit.params = i == 0 ? Range{n, n} : Range{std::min(fit.params.min, n), std::max(fit.params.max, n)};
        fit.tokens = i == 0 ? Range{d, d} : Range{std::min(fit.tokens.min, d), std::max(fit.tokens.max, d)};
        fit.residuals.push_back(rows[i].lnLoss - std::log(fit.predict(rows[i].at).loss));
    }
    fit.inSampleRms = logRms(fit.residuals);
    return fit;
}

RecipeFit fitRecipe(const std::vector<RecipeRow>& rows, const RecipePrior& prior) {
    RecipeFit own = fitRecipeBy(RecipeMethod::Hierarchical, rows, prior);
    const auto count = static_cast<int>(rows.size());
    const std::vector<double> base = baseLosses(rows);
    std::array<std::vector<double>, kRecipeMethods> errors;
    if (count > 1) {
        errors[0] = heldBackLine(RecipeMethod::Offset, rows, base);
        errors[1] = heldBackLine(RecipeMethod::Scale, rows, base);
        if (count > 3) errors[2] = heldBackLine(RecipeMethod::Affine, rows, base);
        errors[3] = heldBackOwn(own, rows, prior);
    }
    RecipeMethod best = RecipeMethod::Scale;
    if (count >= kRunsOfOwnConstants)
        best = RecipeMethod::Hierarchical;
    else if (count > 1 && logRms(errors[0]) < logRms(errors[1]))
        best = RecipeMethod::Offset;
    RecipeFit fit = best == RecipeMethod::Hierarchical ? std::move(own) : fitRecipeBy(best, rows, prior);
    for (std::size_t m = 0; m < kRecipeMethods; ++m)
        if (!errors[m].empty()) fit.looOf[m] = logRms(errors[m]);
    const auto chosen = static_cast<std::size_t>(best);
    fit.looRms = fit.looOf[chosen];
    fit.heldBack = errors[chosen];
    return fit;
}

RecipeOptimum recipeOptimum(const RecipeFit& fit, double compute) {
    // Golden section on ln N: the best loss is convex along a line of equal compute.
    const double total = std::log(compute / (6 * kLossParams * kLossTokens));
    const auto lossAt = [&](double n) { return fit.predict({n, total - n}).loss; };
    constexpr double kRatio = 0.6180339887498949;
    double low = total / 2 - 6, high = total / 2 + 6;
    while (high - low > 1e-6) {
        const double left = high - kRatio * (high - low), right = low + kRatio * (high - low);
        (lossAt(left) < lossAt(right) ? high : low) = lossAt(left) < lossAt(right) ? right : left;
    }
    const double n = (low + high) / 2;
    return {kLossParams * std::exp(n), kLossTokens * std::exp(total - n), fit.predict({n, total - n})};
}

bool insideRuns(const RecipeFit& fit, double params, double activeParams, double tokens) {
    const double effective = effectiveParams(params, activeParams);
    return effective >= fit.params.min && effective <= fit.params.max && tokens >= fit.tokens.min &&
           tokens <= fit.tokens.max;
}

NextRun nextRun(const RecipeFit& fit, const RecipePoint& target, double compute) {
    RecipeConstants wanted, gradient;
    lnLoss(fit.constants, target, &wanted);
    const double before = wanted.dot(fit.covariance * wanted);
    const double rest = fit.modelError * fit.modelError + fit.noise * fit.noise;
    NextRun best;
    double narrowest = -1;
    constexpr int kGrid = 40;
    for (int i = 0; i <= kGrid; ++i)
        for (int j = 0; j <= kGrid; ++j) {
            // N from the smallest run to twice the largest, 10 to 1000 tokens per parameter: a smaller or
            // less trained model would pull the longest lever, and laws bend there.
            const double n =
                std::log(fit.params.min) + i * std::log(2 * fit.params.max / fit.params.min) / kGrid;
            const double d = n + std::log(10.0) + j * std::log(100.0) / kGrid;
            if (6 * std::exp(n + d) > compute) continue;
            lnLoss(fit.constants, {n - std::log(kLossParams), d - std::log(kLossTokens)}, &gradient);
            const RecipeConstants moved = fit.covariance * gradient;
            const double shared = wanted.dot(moved);
            const double scatter =
                fit.noise * untrainedStretch({n - std::log(kLossParams), d - std::log(kLossTokens)});
            const double gain = shared * shared / (gradient.dot(moved) + scatter * scatter);
            if (gain > narrowest) {
                narrowest = gain;
                best = {std::exp(n), std::exp(d), std::sqrt(before + rest),
                        std::sqrt(std::max(0.0, before - gain) + rest)};
            }
        }
    return best;
}

} // namespace moe
