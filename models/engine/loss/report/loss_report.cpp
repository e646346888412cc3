// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/loss_report.h"

#include "data/number.h"
#include "models/engine/loss/laws/step_law_fit.h"
#include "models/engine/loss/model/loss_fit.h"
#include "models/engine/loss/recipe/recipe_check.h"
#include "models/engine/loss/recipe/recipe_odd.h"
#include "models/engine/loss/report/loss_at.h"
#include "models/engine/loss/report/loss_map.h"
#include "models/engine/loss/report/loss_overlays.h"
#include "models/engine/loss/report/scaling.h"
#include "models/engine/loss/report/schedule_effect.h"
#include "models/engine/math/near.h"

#include <algorithm>
#include <cmath>

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

/// The scenario's own recipe in place of the Step Law's, where its runs are loaded.
void addRecipe(LossReport& report, const Scenario& scenario, const Catalog& catalog, const LossPoint& point,
               std::vector<Warning>& warnings) {
    const std::string& path = scenario.loss.recipe;
    if (path.empty()) return;
    const auto found = catalog.recipes.find(path);
    if (found == catalog.recipes.end() || found->second == nullptr || !found->second->problems.empty()) {
        warnings.push_back(
            {"loss-recipe-missing",
             say("The loss is the Step Law recipe's: the runs of loss.recipe could not be used.")});
        return;
    }
    const std::vector<RecipeRow> rows = recipeRows(found->second->runs);
    RecipeFit fit = fitRecipe(rows);
    for (Message& remark : recipeRemarks(*found->second, fit))
        warnings.push_back({"loss-recipe", std::move(remark)});
    const double active = point.activeParams > 0 ? point.activeParams : point.params;
    const RecipePoint at = recipePoint(point.params, active, point.tokens);
    const RecipePrediction best = fit.predict(at);
    if (const std::optional<OddRuns> odd = oddRuns(rows, fit))
        warnings.push_back({"loss-recipe-odd", oddRunsText(*found->second, *odd, fit, at)});
    applyRecipe(report, best.loss, best.sd);
    if (scenario.moe && !hasRoutedRuns(found->second->runs))
        warnings.push_back(
            {"loss-recipe",
             say("No run of the recipe has experts: what they do to the loss is not the recipe's "
                 "but that of published MoE runs, by the size of a dense model that they are "
                 "worth (arXiv 2503.04715, 2202.01169).")});
    // The value is the recipe's now; of the Step Law runs stays what learning rate and batch do to it.
    for (Warning& warning : warnings)
        if (warning.id == "loss-extrapolated")
            warning.text = say("What learning rate and batch do to the loss is an extrapolation from the "
                               "Step Law runs.");
    const bool inside = insideRuns(fit, point.params, active, point.tokens);
    report.origin = inside ? Origin::Interpolated : Origin::Extrapolated;
    if (!inside)
        warnings.push_back(
            {"loss-recipe", say("The loss is an extrapolation from the %1 runs of the recipe: the "
                                "scenario lies outside their sizes and tokens.",
                                found->second->runs.size())});
    report.recipe = RecipeReport{recipeMethodName(fit.method), static_cast<int>(found->second->runs.size()),
                                 fit.inSampleRms, fit.looRms};
    report.fitOrigin = say("fit of %1 runs, %2", found->second->runs.size(), path);
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
    LawInputs inputs = lawInputs(setup, params);
    const LossSlice slice(model, params.nonEmbedding, train.tokens, share, *inputs.activeParams);
    const LossOptimum optimum = slice.optimum();
    const double batch = static_cast<double>(train.globalBatch) * setup.s;
    const bool chosen = train.lr > 0;
    LossRunChoice run{.moe = setup.isMoe,
                      .lr = {},
                      .batchTokens = {},
                      .shared = setup.isMoe ? params.shared : 0,
                      .regions = detail != Detail::Numbers};
    const ScheduleEffect effect = scheduleEffect(train.scheduleLr, train.cooldown);
    const double lr = cosineLr(effect, optimum.lr, train.lr); // what the fitted runs' schedule makes of it
    if (chosen) run.lr = lr;
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
    report.map = lossMap(slice, {optimum, chosen ? lr : 0, batch, &report.measured}, detail);
    const auto finished = [&] {
        if (train.scheduleLr != LrSchedule::Cosine) {
            applySchedule(report, effect);
            warnings.push_back(
                {"loss-schedule",
                 say("The schedule changes the loss by %1 % against cosine to 0; that was measured on "
                     "models of 124 M parameters.",
                     rounded(100 * std::expm1(effect.gap), 2))});
        }
        addRecipe(report, *setup.scenario, catalog, point, warnings);
        return report;
    };
    if (detail == Detail::Numbers) return finished();
    inputs.loss = report.value;
    report.overlays = std::make_shared<LossOverlays>(lossOverlays(inputs, catalog.stepLawFits.get()));
    report.scaling = std::make_shared<ScalingCurves>(
        scalingCurves(model,
                      {point.params, point.tokens, point.activeShare, *inputs.activeParams,
                       setup.isMoe ? params.shared : 0, table},
                      detail));
    return finished();
}

} // namespace moe
