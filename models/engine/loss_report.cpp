#include "models/engine/loss_fit.h"
#include "models/engine/loss_map.h"
#include "models/engine/parts.h"
#include "models/engine/step_law_fit.h"

#include "data/number.h"

#include <cmath>
#include <string>

namespace moe {
namespace {

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

std::string spanText(Range range) {
    const std::string low = compact(range.min, 3), high = compact(range.max, 3);
    return low == high ? low : low + "–" + high;
}

/// "training tokens 300B is outside 4B–100B; …", for every quantity outside its range.
std::string outside(const LossHull& hull, const LossPoint& point, bool moe) {
    constexpr double kEdge = 0.01;
    constexpr double kOneSize = 0.1; // the MoE runs share one size up to rounding of their widths
    struct Quantity {
        const char* name;
        double value;
        Range range;
        double tolerance;
    };
    std::vector<Quantity> quantities{
        {"non-vocabulary parameters", point.params, hull.params, moe ? kOneSize : kEdge},
        {"training tokens", point.tokens, hull.tokens, kEdge}};
    if (moe)
        quantities.push_back(
            {"active share of expert parameters", point.activeShare, hull.activeShare, kEdge});
    else
        quantities.push_back(
            {"tokens per parameter", point.tokens / point.params, hull.tokensPerParam, kEdge});
    quantities.push_back({"learning rate", point.lr, hull.lr, kEdge});
    quantities.push_back({"tokens per batch", point.batchTokens, hull.batchTokens, kEdge});
    std::string text;
    for (const Quantity& q : quantities) {
        if (q.value >= q.range.min * (1 - q.tolerance) && q.value <= q.range.max * (1 + q.tolerance))
            continue;
        text += (text.empty() ? "" : "; ") + std::string(q.name) + " " + compact(q.value, 3) +
                " is outside " + spanText(q.range);
    }
    return text;
}

Origin originOf(const LossSurface& surface, const LossPoint& point, bool moe,
                std::vector<Warning>& warnings) {
    const std::optional<LossHull>& hull = moe ? surface.moe : surface.dense;
    const std::string kind = moe ? "MoE" : "dense";
    const std::string text =
        hull ? outside(*hull, point, moe) : "no " + kind + " run was fitted, its effect is assumed";
    if (text.empty()) return Origin::Interpolated;
    warnings.push_back({"loss-extrapolated", "The predicted loss is an extrapolation from the " + kind +
                                                 " Step Law runs: " + text + "."});
    return Origin::Extrapolated;
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
    if (catalog.lossSurface == nullptr) {
        warnings.push_back({"loss-no-surface", "No loss is predicted: no fitted loss surface is loaded."});
        return std::nullopt;
    }
    if (!(train.tokens > 0) || !(params.nonEmbedding > 0)) {
        warnings.push_back({"loss-no-tokens", "No loss is predicted: it needs train.tokens above 0."});
        return std::nullopt;
    }
    const LossSurface& surface = *catalog.lossSurface;
    LossReport report;
    report.fitOrigin = surface.origin;
    report.activeShare = shareOf(setup);
    LossPoint point{params.nonEmbedding, train.tokens, report.activeShare, 0, 0};
    const LossOptimum optimum = surface.optimum(point.params, point.tokens, point.activeShare);
    report.optimalLr = optimum.lr;
    report.optimalBatchTokens = optimum.batchTokens;
    report.optimalLoss = optimum.loss;

    const double batch = static_cast<double>(train.globalBatch) * setup.s;
    const bool chosen = train.lr > 0;
    point.lr = chosen ? train.lr : optimum.lr;
    point.batchTokens = chosen && batch > 0 ? batch : optimum.batchTokens;
    report.value = surface.loss(point);
    report.origin = originOf(surface, point, setup.isMoe, warnings);
    warnings.push_back(
        {"loss-no-interval", "The loss has no interval: the fitted surface alone gives none."});

    report.slopeParams = surface.slopeParams(point.params, point.tokens, point.activeShare);
    report.slopeTokens = surface.slopeTokens(point.params, point.tokens, point.activeShare);
    report.dataBound = report.slopeTokens > report.slopeParams;

    const bool lawLoaded = catalog.stepLawFits != nullptr && !catalog.stepLawFits->fits.empty();
    const StepLawOptimum law =
        stepLaw(lawLoaded ? meanOf(*catalog.stepLawFits) : kStepLawMean, point.params, point.tokens);
    report.lawLr = law.lr;
    report.lawBatchTokens = law.batchTokens;

    if (const LossTable* table = (setup.isMoe ? catalog.moeLoss : catalog.denseLoss).get(); table != nullptr)
        if (const LossGroup* group = matchingGroup(*table, point, params.shared); group != nullptr)
            addMeasured(report, *table, *group);
    report.map = lossMap(
        surface,
        {point.params, point.tokens, point.activeShare, chosen ? train.lr : 0, batch, &report.measured},
        detail);
    return report;
}

} // namespace moe
