// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/scaling.h"

#include "data/step_law.h"
#include "models/engine/loss/model/loss_model.h"
#include "models/engine/loss/model/loss_surface.h"
#include "models/engine/math/near.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr double kReach = 8;        ///< the curves go this factor beyond the scenario
constexpr double kBeyondRuns = 1.5; ///< and this beyond the fitted runs
constexpr double kFarthestEnd = 1e3;

/// The scenario with room on both sides and the fitted runs, unless these are too far away to be seen.
Range span(double centre, const std::optional<Range>& fitted, double also = 0) {
    Range range{centre / kReach, centre * kReach};
    const auto include = [&](double low, double high) {
        range.min = std::min(range.min, std::max(low, centre / kFarthestEnd));
        range.max = std::max(range.max, std::min(high, centre * kFarthestEnd));
    };
    if (fitted) include(fitted->min / kBeyondRuns, fitted->max * kBeyondRuns);
    if (also > 0) include(also / 2, also * 2);
    return range;
}

/// Log-spaced with `centre` among the values, so that the curve passes exactly through the scenario.
std::vector<double> places(Range range, double centre, int count) {
    const double step = std::log(range.max / range.min) / (count - 1);
    std::vector<double> values;
    for (double k = -std::floor(std::log(centre / range.min) / step);
         k <= std::floor(std::log(range.max / centre) / step); ++k)
        values.push_back(k == 0 ? centre : centre * std::exp(k * step));
    return values;
}

class Curves {
public:
    Curves(const LossModel& model, const ScalingRequest& request, int count)
        : m_model(model), m_request(request), m_count(count) {}

    /// `place(x)` = (N, D) there.
    template <class Place> ScalingCurve along(Range range, double centre, const Place& place) const {
        ScalingCurve curve;
        curve.scenario = centre;
        for (double x : places(range, centre, m_count)) {
            const auto [params, tokens] = place(x);
            const double share = m_request.activeShare;
            const LossOptimum best = m_model.surface.optimum(params, tokens, share);
            const LossPrediction prediction =
                m_model.predict({params, tokens, share, best.lr, best.batchTokens, activeOf(params)});
            curve.x.push_back(x);
            curve.params.push_back(params);
            curve.tokens.push_back(tokens);
            curve.loss.push_back(prediction.loss);
            curve.low.push_back(prediction.low);
            curve.high.push_back(prediction.high);
            curve.lr.push_back(best.lr);
            curve.batchTokens.push_back(best.batchTokens);
            curve.inside.push_back(prediction.inside);
        }
        return curve;
    }

    double activeOf(double params) const { return params * m_request.activeParams / m_request.params; }

    /// `matches(group)`: the curve passes it; `at(group)`: where.
    template <class Matches, class At>
    void addRuns(ScalingCurve& curve, const Matches& matches, const At& at) const {
        if (m_request.table == nullptr) return;
        for (const LossGroup& group : m_request.table->groups) {
            const double x = at(group);
            if (!isSameKind(group) || !matches(group) || x < curve.x.front() || x > curve.x.back()) continue;
            curve.measured.push_back({x, group.bestLoss, group.name});
        }
    }

private:
    bool isSameKind(const LossGroup& group) const {
        if (!m_request.table->moe) return true;
        const double share = activeShare(group.params, group.activeParams, group.sharedParams);
        return near(share, m_request.activeShare, 0.005) &&
               near(group.sharedParams, m_request.sharedParams, 0.02);
    }

    const LossModel& m_model;
    const ScalingRequest& m_request;
    int m_count;
};

/// D_opt is a power of N (loss_surface.h), so its meeting with N·D = budget has a closed form.
double optimalParams(const LossSurface& surface, double budget, double share) {
    const double one = std::log(surface.optimalTokens(1e9, share));
    const double power = (std::log(surface.optimalTokens(1e10, share)) - one) / std::log(10.0);
    return 1e9 * std::exp((std::log(budget / 1e9) - one) / (1 + power));
}

/// `budget`: N·D.
ComputeOptimum computeOptimum(const LossModel& model, const ScalingRequest& request, double budget) {
    const double share = request.activeShare;
    ComputeOptimum found;
    found.params = optimalParams(model.surface, budget, share);
    found.tokens = budget / found.params;
    found.activeParams = found.params * request.activeParams / request.params;
    const LossOptimum best = model.surface.optimum(found.params, found.tokens, share);
    const LossPrediction prediction =
        model.predict({found.params, found.tokens, share, best.lr, best.batchTokens, found.activeParams});
    found.loss = prediction.loss;
    found.lr = best.lr;
    found.batchTokens = best.batchTokens;
    found.inside = prediction.inside;
    if (const std::optional<Range> tokens = model.spread.optimalTokens(found.params, share)) {
        found.ratioLow = tokens->min / found.params;
        found.ratioHigh = tokens->max / found.params;
    }
    return found;
}

constexpr double kSameParams = 0.005, kSameTokens = 0.01, kSameCompute = 0.05;
using Place = std::pair<double, double>;

std::optional<Range> fittedRange(const LossModel& model, const ScalingRequest& request,
                                 Range LossHull::*range) {
    const std::optional<LossHull>& hull = request.activeShare < 1 ? model.surface.moe : model.surface.dense;
    return hull ? std::optional((*hull).*range) : std::nullopt;
}

int pointsOf(Detail detail) {
    return detail == Detail::Full ? 61 : 21;
}

} // namespace

ScalingCurves atCompute(ScalingCurves all, const LossModel& model, const ScalingRequest& request,
                        double compute, Detail detail) {
    const double budget = compute / 6 * request.params / request.activeParams,
                 own = request.params * request.tokens;
    const bool isOwn = near(budget, own, 1e-9);
    all.compute = compute;
    all.optimum = computeOptimum(model, request, budget);
    const double best = all.optimum.tokens / all.optimum.params,
                 centre = isOwn ? request.tokens / request.params : best;
    const Curves curves(model, request, pointsOf(detail));
    all.ratio = curves.along(span(centre, fittedRange(model, request, &LossHull::tokensPerParam), best),
                             centre, [budget](double ratio) {
                                 return Place{std::sqrt(budget / ratio), std::sqrt(budget * ratio)};
                             });
    if (!isOwn) all.ratio.scenario.reset();
    if (best > all.ratio.x.front() && best < all.ratio.x.back()) {
        all.ratio.best = best;
        all.ratio.bestLoss = all.optimum.loss;
    }
    curves.addRuns(
        all.ratio, [budget](const LossGroup& g) { return near(g.params * g.tokens, budget, kSameCompute); },
        [](const LossGroup& g) { return g.tokens / g.params; });
    return all;
}

ScalingCurves scalingCurves(const LossModel& model, const ScalingRequest& request, Detail detail) {
    const LossSurface& surface = model.surface;
    const double params = request.params, tokens = request.tokens, share = request.activeShare;
    ScalingCurves all;
    all.request = request;
    all.request.table = nullptr;
    const Curves curves(model, request, pointsOf(detail));
    all.params = curves.along(span(params, fittedRange(model, request, &LossHull::params)), params,
                              [tokens](double n) {
                                  return Place{n, tokens};
                              });
    all.tokens = curves.along(span(tokens, fittedRange(model, request, &LossHull::tokens)), tokens,
                              [params](double d) {
                                  return Place{params, d};
                              });
    curves.addRuns(
        all.params, [tokens](const LossGroup& g) { return near(g.tokens, tokens, kSameTokens); },
        [](const LossGroup& g) { return g.params; });
    curves.addRuns(
        all.tokens, [params](const LossGroup& g) { return near(g.params, params, kSameParams); },
        [](const LossGroup& g) { return g.tokens; });

    const LossOptimum here = surface.optimum(params, tokens, share);
    all.scenarioLoss = model.loss({params, tokens, share, here.lr, here.batchTokens});
    all.slopeParams = surface.slopeParams(params, tokens, share);
    all.slopeTokens = surface.slopeTokens(params, tokens, share);
    all.gainParams = here.loss - surface.optimum(2 * params, tokens, share).loss;
    all.gainTokens = here.loss - surface.optimum(params, 2 * tokens, share).loss;
    return atCompute(std::move(all), model, request, 6 * request.activeParams * tokens, detail);
}

ScalingPlaces placesOn(const ScalingCurves& curves, double params, double activeParams, double tokens,
                       double tolerance) {
    const ScalingRequest& own = curves.request;
    ScalingPlaces places;
    if (!near(activeParams / params, own.activeParams / own.params, tolerance)) return places;
    const auto within = [](const ScalingCurve& curve, double x) {
        return !curve.x.empty() && x >= curve.x.front() && x <= curve.x.back() ? std::optional(x)
                                                                               : std::nullopt;
    };
    if (near(tokens, own.tokens, tolerance)) places.params = within(curves.params, params);
    if (near(params, own.params, tolerance)) places.tokens = within(curves.tokens, tokens);
    if (near(6 * activeParams * tokens, curves.compute, 2 * tolerance))
        places.ratio = within(curves.ratio, tokens / params);
    return places;
}

double lossAlong(const ScalingCurve& curve, double x) {
    const auto above = std::lower_bound(curve.x.begin(), curve.x.end(), x);
    if (above == curve.x.begin()) return curve.loss.front();
    if (above == curve.x.end()) return curve.loss.back();
    const std::size_t b = static_cast<std::size_t>(above - curve.x.begin()), a = b - 1;
    const double share = std::log(x / curve.x[a]) / std::log(curve.x[b] / curve.x[a]);
    return curve.loss[a] + share * (curve.loss[b] - curve.loss[a]);
}

} // namespace moe
