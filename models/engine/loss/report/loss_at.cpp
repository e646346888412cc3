// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/loss_at.h"

#include "data/number.h"
#include "models/engine/loss/model/loss_hull.h"
#include "models/engine/loss/model/loss_model.h"
#include "models/engine/loss/report/loss_map.h"

#include <array>

namespace moe {
namespace {

constexpr std::array<double, 2> kNearShares{0.001, 0.0025};

Origin originOf(const LossSurface& surface, const LossPoint& point, const LossPrediction& prediction,
                bool moe, std::vector<Warning>& warnings) {
    const std::optional<LossHull>& hull = moe ? surface.moe : surface.dense;
    Message why = hull  ? outsideText(*hull, point, moe)
                  : moe ? say("no MoE run was fitted, its effect is assumed")
                        : say("no dense run was fitted, its effect is assumed");
    if (why.empty() && prediction.sd > kLossSdDense)
        why = say("too few runs lie near it, the model's standard deviation is %1",
                  compact(100 * prediction.sd, 2) + " %");
    if (why.empty()) return Origin::Interpolated;
    warnings.push_back({"loss-extrapolated",
                        say(moe ? "The predicted loss is an extrapolation from the MoE Step Law runs: %1."
                                : "The predicted loss is an extrapolation from the dense Step Law runs: %1.",
                            why)});
    return Origin::Extrapolated;
}

/// The interval is of runs that converge.
void warnUnstable(const LossPrediction& prediction, bool moe, std::vector<Warning>& warnings) {
    if (prediction.unstable <= kLossUnstable) return;
    warnings.push_back({"loss-unstable", say(moe ? "A run at this learning rate and batch diverges with "
                                                   "probability %1 by the dense Step Law runs, "
                                                   "assumed for MoE; the loss shown is of one that does not."
                                                 : "A run at this learning rate and batch diverges with "
                                                   "probability %1 by the dense Step Law runs; "
                                                   "the loss shown is of one that does not.",
                                             compact(prediction.unstable, 2))});
}

/// `shared`: A, 0 when dense.
void addSlopes(LossReport& report, const LossModel& model, const LossPoint& point, double shared) {
    const LossSurface& surface = model.surface;
    const LossSurface::Slopes slopes = surface.slopesAt(point);
    report.slopeParams = slopes.params;
    report.slopeTokens = slopes.tokens;
    report.dataBound = report.slopeTokens > report.slopeParams;
    if (shared > 0 && point.activeShare < 1)
        report.slopeActive = surface.slopeActive(point.params, point.tokens, point.activeShare, shared) *
                             slopes.params /
                             surface.slopeParams(point.params, point.tokens, point.activeShare);
    report.optimalTokens = surface.optimalTokens(point.params, point.activeShare);
    if (const std::optional<Range> range = model.spread.optimalTokens(point.params, point.activeShare)) {
        report.optimalTokensLow = range->min;
        report.optimalTokensHigh = range->max;
    }
}

} // namespace

LossReport lossAt(const LossModel& model, const LossSlice& slice, const LossOptimum& optimum,
                  const LossRunChoice& run, std::vector<Warning>& warnings) {
    LossReport report;
    report.fitOrigin = model.surface.fitOrigin();
    report.optimalLr = optimum.lr;
    report.optimalBatchTokens = optimum.batchTokens;
    report.optimalLoss = optimum.loss;
    report.optimumInside = slice.optimumInside();
    if (run.regions) report.nearOptimal = nearOptimal(slice, optimum, kNearShares);

    const LossPoint point =
        slice.point(run.lr.value_or(optimum.lr), run.batchTokens.value_or(optimum.batchTokens));
    report.activeShare = point.activeShare;
    const LossPrediction prediction = model.predict(point);
    report.value = prediction.loss;
    report.low = prediction.low;
    report.high = prediction.high;
    report.sd = prediction.sd;
    report.unstable = prediction.unstable;
    report.origin = originOf(model.surface, point, prediction, run.moe, warnings);
    warnUnstable(prediction, run.moe, warnings);
    addSlopes(report, model, point, run.shared);
    return report;
}

} // namespace moe
