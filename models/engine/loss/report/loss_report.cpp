#include "models/engine/loss/laws/step_law_fit.h"
#include "models/engine/loss/model/loss_fit.h"
#include "models/engine/loss/model/loss_hull.h"
#include "models/engine/loss/report/loss_map.h"
#include "models/engine/loss/report/loss_overlays.h"
#include "models/engine/loss/report/scaling.h"

#include "data/number.h"

#include <array>
#include <cmath>
#include <string>

namespace moe {
namespace {

constexpr std::array<double, 2> kNearShares{0.001, 0.0025};

/// Active share of expert parameters from the widths: (Na − A)/(N − A) with neither router nor norms in the
/// way.
double shareOf(const Setup& setup) {
    if (!setup.isMoe) return 1;
    const double all = setup.E * setup.fe + setup.fs, active = setup.k * setup.fe + setup.fs;
    return all > 0 ? activeShare(all, active, 0) : 1;
}

bool near(double value, double expected, double tolerance) {
    return std::abs(value - expected) <= tolerance * std::abs(expected);
}

/// Tolerances: a scenario's N also counts norms and the router, which the tables leave out.
const LossGroup* matchingGroup(const LossTable& table, const LossPoint& point, double sharedParams) {
    for (const LossGroup& group : table.groups) {
        if (!near(point.params, group.params, 0.005) || !near(point.tokens, group.tokens, 0.01)) continue;
        if (!table.moe) return &group;
        const double share = activeShare(group.params, group.activeParams, group.sharedParams);
        if (near(point.activeShare, share, 0.005) && near(sharedParams, group.sharedParams, 0.02))
            return &group;
    }
    return nullptr;
}

Origin originOf(const LossSurface& surface, const LossPoint& point, const LossPrediction& prediction,
                bool moe, std::vector<Warning>& warnings) {
    const std::optional<LossHull>& hull = moe ? surface.moe : surface.dense;
    const std::string kind = moe ? "MoE" : "dense";
    std::string text =
        hull ? outsideText(*hull, point, moe) : "no " + kind + " run was fitted, its effect is assumed";
    if (text.empty() && prediction.sd > kLossSdDense)
        text = "too few runs lie near it, the model's standard deviation is " +
               compact(100 * prediction.sd, 2) + " %";
    if (text.empty()) return Origin::Interpolated;
    warnings.push_back({"loss-extrapolated", "The predicted loss is an extrapolation from the " + kind +
                                                 " Step Law runs: " + text + "."});
    return Origin::Extrapolated;
}

/// The interval is of runs that converge.
void warnUnstable(const LossPrediction& prediction, bool moe, std::vector<Warning>& warnings) {
    if (prediction.unstable <= kLossUnstable) return;
    warnings.push_back({"loss-unstable", "A run at this learning rate and batch diverges with probability " +
                                             compact(prediction.unstable, 2) + " by the dense Step Law runs" +
                                             (moe ? ", assumed for MoE" : "") +
                                             "; the loss shown is of one that does not."});
}

/// `shared`: A, 0 when dense.
void addSlopes(LossReport& report, const LossModel& model, const LossPoint& point, double shared) {
    const LossSurface& surface = model.surface;
    report.slopeParams = surface.slopeParams(point.params, point.tokens, point.activeShare);
    report.slopeTokens = surface.slopeTokens(point.params, point.tokens, point.activeShare);
    report.dataBound = report.slopeTokens > report.slopeParams;
    if (shared > 0 && point.activeShare < 1)
        report.slopeActive = surface.slopeActive(point.params, point.tokens, point.activeShare, shared);
    report.optimalTokens = surface.optimalTokens(point.params, point.activeShare);
    if (const std::optional<Range> range = model.spread.optimalTokens(point.params, point.activeShare)) {
        report.optimalTokensLow = range->min;
        report.optimalTokensHigh = range->max;
    }
}

void addMeasured(LossReport& report, const LossTable& table, const LossGroup& group) {
    report.group = group.name;
    for (int index : group.runs) {
        const LossRun& run = table.runs[static_cast<std::size_t>(index)];
        report.measured.push_back(
            {run.learningRate, run.batchTokens(), run.loss, runExcess(table, run) > kDivergedExcess});
    }
}

} // namespace

std::optional<LossReport> lossReport(const Setup& setup, const ParamCounts& params, const Catalog& catalog,
                                     Detail detail, std::vector<Warning>& warnings) {
    if (!setup.scenario->train) return std::nullopt;
    const TrainSpec& train = *setup.scenario->train;
    if (catalog.lossModel == nullptr) {
        warnings.push_back({"loss-no-surface", "No loss is predicted: no fitted loss surface is loaded."});
        return std::nullopt;
    }
    if (!(train.tokens > 0) || !(params.nonEmbedding > 0)) {
        warnings.push_back({"loss-no-tokens", "No loss is predicted: it needs train.tokens above 0."});
        return std::nullopt;
    }
    const LossModel& model = *catalog.lossModel;
    const LossSurface& surface = model.surface;
    LossReport report;
    report.fitOrigin = surface.origin;
    report.activeShare = shareOf(setup);
    LossPoint point{params.nonEmbedding, train.tokens, report.activeShare, 0, 0};
    const LossSlice slice(model, point.params, point.tokens, point.activeShare);
    const LossOptimum optimum = slice.optimum();
    report.optimalLr = optimum.lr;
    report.optimalBatchTokens = optimum.batchTokens;
    report.optimalLoss = optimum.loss;
    report.optimumInside = slice.optimumInside();
    for (double share : kNearShares) report.nearOptimal.push_back(nearOptimal(slice, optimum, share));

    const double batch = static_cast<double>(train.globalBatch) * setup.s;
    const bool chosen = train.lr > 0;
    point.lr = chosen ? train.lr : optimum.lr;
    point.batchTokens = chosen && batch > 0 ? batch : optimum.batchTokens;
    const LossPrediction prediction = model.predict(point);
    report.value = prediction.loss;
    report.low = prediction.low;
    report.high = prediction.high;
    report.sd = prediction.sd;
    report.unstable = prediction.unstable;
    report.origin = originOf(surface, point, prediction, setup.isMoe, warnings);
    warnUnstable(prediction, setup.isMoe, warnings);
    addSlopes(report, model, point, setup.isMoe ? params.shared : 0);

    const bool lawLoaded = catalog.stepLawFits != nullptr && !catalog.stepLawFits->fits.empty();
    const StepLawOptimum law =
        stepLaw(lawLoaded ? meanOf(*catalog.stepLawFits) : kStepLawMean, point.params, point.tokens);
    report.lawLr = law.lr;
    report.lawBatchTokens = law.batchTokens;

    const LossTable* table = (setup.isMoe ? catalog.moeLoss : catalog.denseLoss).get();
    if (table != nullptr)
        if (const LossGroup* group = matchingGroup(*table, point, params.shared); group != nullptr)
            addMeasured(report, *table, *group);
    report.map = lossMap(slice, {optimum, chosen ? train.lr : 0, batch, &report.measured}, detail);
    if (detail == Detail::Numbers) return report;
    LawInputs inputs = lawInputs(setup, params);
    inputs.loss = report.value;
    report.overlays = std::make_shared<LossOverlays>(lossOverlays(inputs, catalog.stepLawFits.get()));
    report.scaling = std::make_shared<ScalingCurves>(
        scalingCurves(model,
                      {point.params, point.tokens, point.activeShare, *inputs.activeParams,
                       setup.isMoe ? params.shared : 0, table},
                      detail));
    return report;
}

} // namespace moe
