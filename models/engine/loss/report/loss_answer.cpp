#include "models/engine/loss/report/loss_answer.h"

#include "data/number.h"
#include "models/engine/loss/model/loss_hull.h"
#include "models/engine/loss/model/loss_model.h"
#include "models/engine/loss/report/loss_map.h"

#include <array>

namespace moe {
namespace {

constexpr std::array<double, 2> kNearShares{0.001, 0.0025};

void addOrigin(LossAnswer& answer, const LossModel& model, const LossPoint& point,
               const LossPrediction& prediction) {
    const bool moe = answer.question.moe;
    const std::string kind = moe ? "MoE" : "dense";
    const std::optional<LossHull>& hull = moe ? model.surface.moe : model.surface.dense;
    std::string why =
        hull ? outsideText(*hull, point, moe) : "no " + kind + " run was fitted, its effect is assumed";
    if (why.empty() && prediction.sd > kLossSdDense)
        why = "too few runs lie near it, the model's standard deviation is " +
              compact(100 * prediction.sd, 2) + " %";
    answer.report.origin = why.empty() ? Origin::Interpolated : Origin::Extrapolated;
    if (!why.empty())
        answer.warnings.push_back({"loss-extrapolated", "The predicted loss is an extrapolation from the " +
                                                            kind + " Step Law runs: " + why + "."});
    if (prediction.unstable > kLossUnstable)
        answer.warnings.push_back(
            {"loss-unstable", "A run at this learning rate and batch diverges with probability " +
                                  compact(prediction.unstable, 2) + " by the dense Step Law runs" +
                                  (moe ? ", assumed for MoE" : "") +
                                  "; the loss shown is of one that does not."});
}

void addSlopes(LossReport& report, const LossModel& model, const LossPoint& point) {
    const LossSurface& surface = model.surface;
    report.slopeParams = surface.slopeParams(point.params, point.tokens, point.activeShare);
    report.slopeTokens = surface.slopeTokens(point.params, point.tokens, point.activeShare);
    report.dataBound = report.slopeTokens > report.slopeParams;
    report.optimalTokens = surface.optimalTokens(point.params, point.activeShare);
    if (const std::optional<Range> range = model.spread.optimalTokens(point.params, point.activeShare)) {
        report.optimalTokensLow = range->min;
        report.optimalTokensHigh = range->max;
    }
}

void addLaws(LossAnswer& answer, const Catalog& catalog) {
    const LossQuestion& question = answer.question;
    LawInputs inputs = question.shape;
    inputs.moe = question.moe;
    inputs.params = question.params;
    inputs.activeParams = question.activeParams;
    inputs.tokens = question.tokens;
    inputs.loss = answer.report.value;
    if (!question.moe) inputs.experts = inputs.topK = inputs.granularity = 1;
    if (catalog.stepLawFits != nullptr && !catalog.stepLawFits->fits.empty()) {
        inputs.stepLaw = meanOf(*catalog.stepLawFits);
        answer.lawRegion = stepLawRegion(*catalog.stepLawFits, question.params, question.tokens);
    } else {
        answer.warnings.push_back(
            {"loss-no-law-region",
             "The Step Law has no 95 % region here: its 1000 bootstrap fits are not loaded (--data)."});
    }
    const StepLawOptimum law = stepLaw(inputs.stepLaw, question.params, question.tokens);
    answer.report.lawLr = law.lr;
    answer.report.lawBatchTokens = law.batchTokens;
    const LossTable* table = (question.moe ? catalog.moeLoss : catalog.denseLoss).get();
    for (const Law& row : laws()) {
        LossLawAnswer line{evaluateLaw(row, inputs), std::nullopt};
        if (line.answer.loss && table != nullptr) line.offset = fitOffset(row, *table);
        answer.laws.push_back(std::move(line));
    }
    if (table == nullptr)
        answer.warnings.push_back({"loss-no-law-offset",
                                   "Loss laws of other data recipes are shown as published, 7–30 % off: the "
                                   "table of runs that would shift them is not loaded (--data)."});
}

} // namespace

Result<LossAnswer> lossAnswer(const LossQuestion& question, const Catalog& catalog) {
    if (catalog.lossModel == nullptr)
        return Problem{.key = "loss", .rule = "needs a fitted loss model, none is loaded"};
    const LossModel& model = *catalog.lossModel;
    LossAnswer answer;
    answer.question = question;
    LossReport& report = answer.report;
    report.fitOrigin = model.surface.origin;
    report.activeShare = question.moe ? activeShare(question.params, question.activeParams) : 1;
    const LossSlice slice(model, question.params, question.tokens, report.activeShare);
    const LossOptimum optimum = slice.optimum();
    report.optimalLr = optimum.lr;
    report.optimalBatchTokens = optimum.batchTokens;
    report.optimalLoss = optimum.loss;
    report.optimumInside = slice.optimumInside();
    for (const double share : kNearShares) report.nearOptimal.push_back(nearOptimal(slice, optimum, share));

    const bool chosen = question.lr && question.batchTokens;
    const LossPoint point =
        slice.point(chosen ? *question.lr : optimum.lr, chosen ? *question.batchTokens : optimum.batchTokens);
    const LossPrediction prediction = model.predict(point);
    report.value = prediction.loss;
    report.low = prediction.low;
    report.high = prediction.high;
    report.sd = prediction.sd;
    report.unstable = prediction.unstable;
    addOrigin(answer, model, point, prediction);
    addSlopes(report, model, point);
    addLaws(answer, catalog);
    return answer;
}

} // namespace moe
