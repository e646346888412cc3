// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_model.h"

#include "models/engine/loss/model/loss_coordinates.h"
#include "models/engine/loss/model/loss_hull.h"
#include "models/engine/loss/model/loss_interval.h"
#include "models/engine/loss/model/loss_slice.h"

#include <algorithm>
#include <cmath>

namespace moe {

double instability(const LossPoint& point) {
    const LossCoordinates at = lossCoordinates(point);
    const double logit =
        -1.518 + 8.182 * std::log(point.lr / 0.01) + 0.553 * at.b + 3.174 * at.n - 1.523 * at.d;
    return 1 / (1 + std::exp(-logit));
}

double LossModel::loss(const LossPoint& point) const {
    const double value = surface.loss(point);
    return residual ? value * std::exp(residual->mean(lossInput(surface, point))) : value;
}

LossPrediction LossModel::predict(const LossPoint& point) const {
    LossResidual::Value value{0, kLossMisfit * kLossMisfit};
    if (residual) {
        value = residual->at(lossInput(surface, point));
        value.variance *= residual->inflation(point.activeShare);
    }
    LossPrediction prediction;
    prediction.loss = surface.loss(point) * std::exp(value.mean);
    prediction.sd =
        std::sqrt(value.variance + spread.variance(point.params, point.tokens, point.activeShare));
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
