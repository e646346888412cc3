// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_model.h"

#include "models/engine/loss/model/loss_coordinates.h"
#include "models/engine/loss/model/loss_hull.h"
#include "models/engine/loss/model/loss_interval.h"
#include "models/engine/loss/model/loss_slice.h"
#include "models/engine/loss/model/moe_size.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moe {

double instability(const LossPoint& point) {
    const LossCoordinates at = lossCoordinates(point);
    const double logit =
        -1.518 + 8.182 * std::log(point.lr / 0.01) + 0.553 * at.b + 3.174 * at.n - 1.523 * at.d;
    return 1 / (1 + std::exp(-logit));
}

double extrapolationSd(double params, double tokens, const LossHull& dense) {
    const auto beyond = [](double percent, double ratio) {
        return 0.01 * percent * std::max(0.0, std::log(ratio));
    };
    const double largest = std::min(1.07e9, dense.params.max), longest = std::min(1e11, dense.tokens.max);
    const double smallest = std::max(2e8, dense.params.min / 1.08);
    double sum = 0;
    for (const double sd : {0.003, beyond(0.35, params / largest), beyond(0.35, tokens / longest),
                            beyond(0.5, 15 * params / tokens), beyond(3.5, smallest / params),
                            beyond(0.6, tokens / (300 * params))})
        sum += sd * sd;
    return std::sqrt(sum);
}

namespace {

/// L* with the rule's effective size over L* with the surface's, blended: all surface at a measured shape.
double expertFactor(const LossModel& model, double params, double tokens, double share, double active) {
    if (!(share < 1) || !model.residual) return 1; // the runs' shapes stand with the residual
    const double ratio = active > 0 ? params / active : paramsOverActive(share);
    double nearest = std::numeric_limits<double>::infinity();
    for (const double shape : model.residual->shares)
        nearest =
            std::min(nearest, std::hypot(std::log(share / shape), std::log(ratio / paramsOverActive(shape))));
    const double own = std::log(params) + model.surface.c[LossIndex::Theta] * std::log(share);
    const double rule = std::log(effectiveParams(params, params / ratio));
    const double shift = (1 - std::exp(-nearest)) * (rule - own);
    return model.surface.optimum(params * std::exp(shift), tokens, share).loss /
           model.surface.optimum(params, tokens, share).loss;
}

/// Of what the closed form's best falls, the residual gives back no more. Assumed, not fitted: no run lies
/// out there. Below 1 no loss rises with size or data.
constexpr double kGivenBack = 0.3;

double varianceAtBest(const LossModel& model, LossSurface::Size size, double share, const LossOptimum& best) {
    return model.residual
        ->at(lossInput(model.surface, {size.params, size.tokens, share, best.lr, best.batchTokens}))
        .variance;
}

double trustIn(double variance) {
    const double share =
        std::clamp((kLossSdIgnored - std::sqrt(variance)) / (kLossSdIgnored - kLossSdTrusted), 0.0, 1.0);
    return share * share * (3 - 2 * share);
}

} // namespace

LossPlace LossModel::place(double params, double tokens, double activeShare, double activeParams) const {
    const bool moe = activeShare < 1;
    LossPlace place;
    place.centre = residual ? 0 : kLossMisfit * kLossMisfit;
    place.experts = expertFactor(*this, params, tokens, activeShare, activeParams);
    place.runs = {params, tokens};
    if (residual) {
        const LossOptimum best = surface.optimum(params, tokens, activeShare);
        const double own = varianceAtBest(*this, place.runs, activeShare, best);
        place.centre = own * residual->inflation(activeShare);
        place.trust = place.weight = trustIn(own);
        if (const LossSurface::Size runs = surface.nearestRuns(params, tokens); runs != place.runs) {
            const LossOptimum there = surface.optimum(runs.params, runs.tokens, activeShare);
            place.runs = runs;
            place.weight = trustIn(varianceAtBest(*this, runs, activeShare, there));
            place.given = kGivenBack * std::abs(std::log(there.loss / best.loss));
        }
    }
    place.variance = place.centre + spread.variance(params, tokens, activeShare);
    if (!surface.dense || (moe && !surface.moe)) return place;
    // Of a fit to runs of one size or one length the slopes are assumed: its own doubt is the right one.
    const LossHull& dense = *surface.dense;
    if (dense.params.max < 2 * dense.params.min || dense.tokens.max < 2 * dense.tokens.min) return place;
    // Experts beyond the four measured shapes: 1.2 % where the recipe's constant is known.
    constexpr double kShapesSd = 0.012;
    const double reach = extrapolationSd(params, tokens, dense);
    place.variance = std::min(place.variance, reach * reach + (moe ? kShapesSd * kShapesSd : 0.0));
    return place;
}

double LossModel::variance(const LossPlace& place, double variance, double excess) const {
    // Of the excess itself a third is in doubt where no run is near.
    constexpr double kExcessDoubt = 0.3;
    const double far = residual ? std::min(variance / LossResidual::priorVariance(), 1.0) : 1;
    const double doubt = kExcessDoubt * excess;
    return place.variance + std::max(0.0, variance - place.centre) + far * doubt * doubt;
}

double LossModel::loss(const LossPoint& point) const {
    return LossSlice(*this, point.params, point.tokens, point.activeShare, point.activeParams)
        .loss({point.lr}, {point.batchTokens})
        .front();
}

LossPrediction LossModel::predict(const LossPoint& point) const {
    const LossPlace here = place(point.params, point.tokens, point.activeShare, point.activeParams);
    LossResidual::Value value{0, here.centre};
    if (residual) {
        value = residual->at(lossInput(surface, point));
        value.variance *= residual->inflation(point.activeShare);
        LossPoint runs = point;
        runs.params = here.runs.params, runs.tokens = here.runs.tokens;
        if (runs.params != point.params || runs.tokens != point.tokens)
            value.mean = residual->mean(lossInput(surface, runs));
    }
    LossPrediction prediction;
    const double raw = surface.loss(point);
    const double best = surface.optimum(point.params, point.tokens, point.activeShare).loss;
    prediction.loss = boundedLoss(raw * here.experts * std::exp(here.shift(value.mean)));
    prediction.sd = std::sqrt(variance(here, value.variance, std::log(raw / best)));
    const Range interval = lossInterval(prediction.loss, prediction.sd);
    prediction.low = interval.min;
    prediction.high = interval.max;
    prediction.unstable = instability(point);
    const bool moe = point.activeShare < 1;
    const std::optional<LossHull>& hull = moe ? surface.moe : surface.dense;
    prediction.inside = hull && isInside(*hull, point, moe) && prediction.sd <= kLossSdDense;
    return prediction;
}

LossOptimum LossModel::optimum(double params, double tokens, double activeShare) const {
    return LossSlice(*this, params, tokens, activeShare).optimum();
}

bool LossModel::optimumInside(double params, double tokens, double activeShare) const {
    return LossSlice(*this, params, tokens, activeShare).optimumInside();
}

Result<LossModel> fitLossModel(const LossTable* dense, const LossTable* moe, const LossFitOptions& options) {
    Result<LossSurface> surface = fitLossSurface(dense, moe);
    if (!surface) return surface.error();
    LossModel model{std::move(surface).value(), std::nullopt, {}};
    if (options.residual) model.residual = fitLossResidual(model.surface, dense, moe);
    bool stopped = false;
    const auto progress = [&](double share) {
        stopped = stopped || (options.progress && !options.progress(share));
        return !stopped;
    };
    model.spread = lossSpread(model.surface, dense, moe, options.bootstraps, options.seed, progress);
    progress(1);
    if (stopped) return Problem{.source = "", .key = "loss model", .rule = say("the fit was stopped")};
    return model;
}

} // namespace moe
