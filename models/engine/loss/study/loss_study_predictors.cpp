// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_slice.h"
#include "models/engine/loss/study/loss_study.h"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <memory>

namespace moe {
namespace {

double shareOf(const LossTable& table, const LossGroup& group) {
    return table.moe ? activeShare(group.params, group.activeParams, group.sharedParams) : 1;
}

Result<StudyModel> fitSurface(const StudyTraining& training) {
    const Result<LossSurface> fitted = fitLossSurface(training.dense, training.moe);
    if (!fitted) return fitted.error();
    // The group left out lies just beyond the others, where the closed form is what is tested.
    LossSurface closed = *fitted;
    closed.dense = closed.moe = std::nullopt;
    const auto surface = std::make_shared<const LossSurface>(closed);
    StudyModel model;
    model.loss = [surface](const LossPoint& point) { return StudyEstimate{surface->loss(point), {}}; };
    model.optimum = [surface](const LossTable& table, const LossGroup& group) {
        return std::optional(surface->optimum(group.params, group.tokens, shareOf(table, group)));
    };
    return model;
}

std::vector<double> logSpaced(Range range, int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i)
        values.push_back(range.min * std::pow(range.max / range.min, i / (count - 1.0)));
    return values;
}

/// Where the model predicts least inside the box of learning rates and batches that the group was run at; the
/// group's losses are not looked at.
LossOptimum leastPredicted(const LossModel& model, const LossTable& table, const LossGroup& group) {
    constexpr int kPoints = 161;
    const LossRun& first = table.runs[static_cast<std::size_t>(group.runs.front())];
    Range lr{first.learningRate, first.learningRate}, batch{first.batchTokens(), first.batchTokens()};
    for (const int index : group.runs) {
        const LossRun& run = table.runs[static_cast<std::size_t>(index)];
        lr = {std::min(lr.min, run.learningRate), std::max(lr.max, run.learningRate)};
        batch = {std::min(batch.min, run.batchTokens()), std::max(batch.max, run.batchTokens())};
    }
    const std::vector<double> rates = logSpaced(lr, kPoints), batches = logSpaced(batch, kPoints);
    const LossSlice slice(model, group.params, group.tokens, shareOf(table, group));
    const std::vector<double> losses = slice.loss(rates, batches);
    const auto least =
        static_cast<std::size_t>(std::min_element(losses.begin(), losses.end()) - losses.begin());
    return {rates[least % kPoints], batches[least / kPoints], losses[least]};
}

Result<StudyModel> fitModel(const StudyTraining& training) {
    const Result<LossModel> fitted = fitLossModel(training.dense, training.moe);
    if (!fitted) return fitted.error();
    const auto model = std::make_shared<const LossModel>(*fitted);
    StudyModel study;
    study.loss = [model](const LossPoint& point) {
        const LossPrediction prediction = model->predict(point);
        return StudyEstimate{prediction.loss, Range{prediction.low, prediction.high}};
    };
    study.optimum = [model](const LossTable& table, const LossGroup& group) {
        return std::optional(leastPredicted(*model, table, group));
    };
    return study;
}

/// The optimum that the window and the command show: the closed form where the residual is not known well.
Result<StudyModel> fitShownOptimum(const StudyTraining& training) {
    LossFitOptions options;
    options.bootstraps = 0; // they move no optimum
    const Result<LossModel> fitted = fitLossModel(training.dense, training.moe, options);
    if (!fitted) return fitted.error();
    const auto model = std::make_shared<const LossModel>(*fitted);
    StudyModel study;
    study.optimum = [model](const LossTable& table, const LossGroup& group) {
        return std::optional(model->optimum(group.params, group.tokens, shareOf(table, group)));
    };
    return study;
}

/// ln lr = a + b ln N + c ln D, ln B = e + f ln D by least squares over the optima of the training groups.
Result<StudyModel> fitStepLawForm(const StudyTraining& training) {
    const auto size = static_cast<Eigen::Index>(training.optima.size());
    if (size < 3)
        return Problem{.key = "Step Law form",
                       .rule = say("must have at least 3 groups"),
                       .value = std::to_string(size)};
    Eigen::MatrixXd rates(size, 3), batches(size, 2);
    Eigen::VectorXd lnLr(size), lnBatch(size);
    for (Eigen::Index i = 0; i < size; ++i) {
        const StudyOptimum& at = training.optima[static_cast<std::size_t>(i)];
        rates.row(i) << 1, std::log(at.params), std::log(at.tokens);
        batches.row(i) << 1, std::log(at.tokens);
        lnLr(i) = std::log(at.lr);
        lnBatch(i) = std::log(at.batchTokens);
    }
    const Eigen::VectorXd rate = rates.colPivHouseholderQr().solve(lnLr);
    const Eigen::VectorXd batch = batches.colPivHouseholderQr().solve(lnBatch);
    const StepLawFit fit{rate(0), rate(1), rate(2), batch(0), batch(1)};
    StudyModel model;
    model.optimum = [fit](const LossTable&, const LossGroup& group) {
        const StepLawOptimum optimum = stepLaw(fit, group.params, group.tokens);
        return std::optional(LossOptimum{optimum.lr, optimum.batchTokens, 0});
    };
    return model;
}

StudyPredictor publishedLaw(const Law& law) {
    StudyPredictor predictor;
    predictor.key = law.key;
    predictor.label = law.label;
    predictor.note =
        law.batchTokens.value != nullptr ? "published" : "published; learning rate alone, best batch";
    predictor.fit = [&law](const StudyTraining&) -> Result<StudyModel> {
        StudyModel model;
        model.optimum = [&law](const LossTable& table, const LossGroup& group) -> std::optional<LossOptimum> {
            const LawAnswer answer = evaluateLaw(law, lawInputs(table, group));
            if (!answer.lr) return std::nullopt;
            return LossOptimum{*answer.lr, answer.batchTokens.value_or(0), 0};
        };
        return model;
    };
    return predictor;
}

} // namespace

std::vector<StudyPredictor> studyPredictors() {
    std::vector<StudyPredictor> rows;
    rows.push_back({"model", "This method: surface and residual", "fitted per fold", fitModel});
    rows.push_back({"model-shown", "This method: optimum as shown",
                    "fitted per fold; closed form where few runs are near", fitShownOptimum});
    rows.push_back({"surface", "Joint surface alone", "fitted per fold", fitSurface});
    rows.push_back(
        {"step-law-form", "Step Law form, refitted", "fitted per fold to smoothed optima", fitStepLawForm});
    for (const Law& law : laws())
        if (law.lr.value != nullptr) rows.push_back(publishedLaw(law));
    return rows;
}

} // namespace moe
