// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/loss_report.h"

#include "models/engine/loss/laws/step_law_fit.h"
#include "models/engine/loss/model/loss_fit.h"
#include "models/engine/loss/report/loss_at.h"
#include "models/engine/loss/report/loss_map.h"
#include "models/engine/loss/report/loss_overlays.h"
#include "models/engine/loss/report/scaling.h"
#include "models/engine/math/near.h"

namespace moe {
namespace {

/// Active share of expert parameters from the widths: (Na − A)/(N − A) with neither router nor norms in the
/// way.
double shareOf(const Setup& setup) {
    if (!setup.isMoe) return 1;
    const double all = setup.E * setup.fe + setup.fs, active = setup.k * setup.fe + setup.fs;
    return all > 0 ? activeShare(all, active, 0) : 1;
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
        warnings.push_back(
            {"loss-no-surface", say("No loss is predicted: no fitted loss surface is loaded.")});
        return std::nullopt;
    }
    if (!(train.tokens > 0) || !(params.nonEmbedding > 0)) {
        warnings.push_back({"loss-no-tokens", say("No loss is predicted: it needs train.tokens above 0.")});
        return std::nullopt;
    }
    const LossModel& model = *catalog.lossModel;
    const double share = shareOf(setup);
    const LossSlice slice(model, params.nonEmbedding, train.tokens, share);
    const LossOptimum optimum = slice.optimum();
    const double batch = static_cast<double>(train.globalBatch) * setup.s;
    const bool chosen = train.lr > 0;
    LossRunChoice run{
        .moe = setup.isMoe, .lr = {}, .batchTokens = {}, .shared = setup.isMoe ? params.shared : 0};
    if (chosen) run.lr = train.lr;
    if (chosen && batch > 0) run.batchTokens = batch;
    LossReport report = lossAt(model, slice, optimum, run, warnings);
    const LossPoint point =
        slice.point(run.lr.value_or(optimum.lr), run.batchTokens.value_or(optimum.batchTokens));

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
