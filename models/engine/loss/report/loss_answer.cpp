// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/loss_answer.h"

#include "models/engine/loss/model/loss_model.h"
#include "models/engine/loss/model/loss_slice.h"
#include "models/engine/loss/report/loss_at.h"

namespace moe {
namespace {

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
             say("The Step Law has no 95 % region here: its 1000 bootstrap fits are not loaded (--data).")});
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
        answer.warnings.push_back(
            {"loss-no-law-offset",
             say("Loss laws of other data recipes are shown as published, 7–30 % off: the "
                 "table of runs that would shift them is not loaded (--data).")});
}

} // namespace

Result<LossAnswer> lossAnswer(const LossQuestion& question, const Catalog& catalog) {
    if (catalog.lossModel == nullptr)
        return Problem{.key = "loss", .rule = say("needs a fitted loss model, none is loaded")};
    const LossModel& model = *catalog.lossModel;
    LossAnswer answer;
    answer.question = question;
    const double share = question.moe ? activeShare(question.params, question.activeParams) : 1;
    const LossSlice slice(model, question.params, question.tokens, share,
                          question.moe ? question.activeParams : 0);
    LossRunChoice run{.moe = question.moe, .lr = {}, .batchTokens = {}};
    if (question.lr && question.batchTokens) {
        run.lr = question.lr;
        run.batchTokens = question.batchTokens;
    }
    answer.report = lossAt(model, slice, slice.optimum(), run, answer.warnings);
    addLaws(answer, catalog);
    return answer;
}

} // namespace moe
