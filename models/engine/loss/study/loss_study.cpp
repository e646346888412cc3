// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/study/loss_study.h"

#include "models/engine/loss/model/loss_fit.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// "1in89 / 8B" → "1in89"
std::string architectureOf(const LossGroup& group) {
    return group.name.substr(0, group.name.find(" / "));
}

const LossTable* tableOf(const StudyTables& tables, const StudyFold& fold) {
    return fold.moe() ? tables.moe : tables.dense;
}

void addOptima(std::vector<StudyOptimum>& optima, const LossTable& table,
               const std::vector<StudyTruth>& truths, const std::vector<std::size_t>& heldOut) {
    for (std::size_t i = 0; i < table.groups.size(); ++i) {
        if (std::find(heldOut.begin(), heldOut.end(), i) != heldOut.end()) continue;
        const LossOptimum& best = truths[i].best();
        optima.push_back({table.groups[i].params, table.groups[i].tokens, best.lr, best.batchTokens});
    }
}

void scoreLosses(StudyScore& score, const StudyModel& model, const LossTable& table, const LossGroup& group) {
    const double share = table.moe ? activeShare(group.params, group.activeParams, group.sharedParams) : 1;
    for (const int index : group.runs) {
        const LossRun& run = table.runs[static_cast<std::size_t>(index)];
        const double excess = runExcess(table, run);
        if (excess > kDivergedExcess) {
            ++score.diverged;
            continue;
        }
        if (!model.loss) continue;
        const StudyEstimate estimate =
            model.loss({run.params, run.tokens, share, run.learningRate, run.batchTokens()});
        StudyScore::Error error{excess, estimate.loss / run.loss - 1, false};
        if (estimate.ninety) {
            score.intervals = true;
            error.covered = run.loss >= estimate.ninety->min && run.loss <= estimate.ninety->max;
        }
        score.errors.push_back(error);
    }
}

void scoreOptimum(StudyScore& score, const StudyModel& model, const LossTable& table, const LossGroup& group,
                  const StudyTruth& truth) {
    if (!model.optimum) return;
    const std::optional<LossOptimum> optimum = model.optimum(table, group);
    if (!optimum) return;
    const double batch = optimum->batchTokens > 0 ? optimum->batchTokens : truth.bestBatch(optimum->lr);
    score.groups.push_back({group.name, truth.regret(optimum->lr, batch),
                            truth.measuredRegret(optimum->lr, batch), optimum->lr, batch});
}

double upperMedian(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// r below which runs count as near the basin, and as usable at all.
constexpr double kNear = 0.02, kWide = 0.05;

/// Root mean square of the relative errors of runs with r below the limit.
std::optional<double> rmse(const std::vector<StudyScore>& scores, double limit) {
    double sum = 0;
    int count = 0;
    for (const StudyScore& score : scores) {
        for (const StudyScore::Error& error : score.errors) {
            if (error.excess >= limit) continue;
            sum += error.relative * error.relative;
            ++count;
        }
    }
    return count > 0 ? std::optional(std::sqrt(sum / count)) : std::nullopt;
}

} // namespace

const char* studySplitText(StudySplit split) {
    switch (split) {
    case StudySplit::DenseGroup: return "dense, group out";
    case StudySplit::MoeGroup: return "MoE, group out";
    case StudySplit::MoeArchitecture: return "MoE, architecture out";
    }
    return "";
}

std::vector<StudyFold> studyFolds(const StudyTables& tables) {
    std::vector<StudyFold> folds;
    for (const LossTable* table : {tables.dense, tables.moe}) {
        if (table == nullptr) continue;
        const StudySplit split = table->moe ? StudySplit::MoeGroup : StudySplit::DenseGroup;
        for (std::size_t i = 0; i < table->groups.size(); ++i)
            folds.push_back({split, table->groups[i].name, {i}});
    }
    if (tables.moe == nullptr) return folds;
    const auto first = static_cast<std::ptrdiff_t>(folds.size());
    for (std::size_t i = 0; i < tables.moe->groups.size(); ++i) {
        const std::string name = architectureOf(tables.moe->groups[i]);
        const auto found = std::find_if(folds.begin() + first, folds.end(),
                                        [&](const StudyFold& fold) { return fold.name == name; });
        if (found != folds.end())
            found->groups.push_back(i);
        else
            folds.push_back({StudySplit::MoeArchitecture, name, {i}});
    }
    return folds;
}

LossTable withoutGroups(const LossTable& table, const std::vector<std::size_t>& groups) {
    LossTable rest;
    rest.source = table.source;
    rest.moe = table.moe;
    for (std::size_t i = 0; i < table.groups.size(); ++i) {
        if (std::find(groups.begin(), groups.end(), i) != groups.end()) continue;
        LossGroup group = table.groups[i];
        for (int& index : group.runs) {
            LossRun run = table.runs[static_cast<std::size_t>(index)];
            run.group = static_cast<int>(rest.groups.size());
            index = static_cast<int>(rest.runs.size());
            rest.runs.push_back(run);
        }
        rest.groups.push_back(std::move(group));
    }
    return rest;
}

StudyScore studyFold(const StudyTables& tables, const StudyTruths& truths, const StudyFold& fold,
                     const StudyPredictor& predictor) {
    const LossTable& table = *tableOf(tables, fold);
    const LossTable rest = withoutGroups(table, fold.groups);
    StudyTraining training{fold.moe() ? tables.dense : &rest, fold.moe() ? &rest : tables.moe, {}};
    if (tables.dense != nullptr)
        addOptima(training.optima, *tables.dense, truths.dense,
                  fold.moe() ? std::vector<std::size_t>{} : fold.groups);
    if (tables.moe != nullptr && fold.moe()) addOptima(training.optima, *tables.moe, truths.moe, fold.groups);
    StudyScore score;
    Result<StudyModel> model = predictor.fit(training);
    if (!model) {
        score.problems = model.error();
        return score;
    }
    for (const std::size_t i : fold.groups) {
        scoreLosses(score, *model, table, table.groups[i]);
        scoreOptimum(score, *model, table, table.groups[i], (fold.moe() ? truths.moe : truths.dense)[i]);
    }
    return score;
}

StudyRow studyRow(StudySplit split, const StudyPredictor& predictor, const std::vector<StudyScore>& scores) {
    StudyRow row;
    row.split = split;
    row.key = predictor.key;
    row.label = predictor.label;
    row.note = predictor.note;
    row.rmse2 = rmse(scores, kNear);
    row.rmse5 = rmse(scores, kWide);
    std::vector<double> sizes;
    int covered = 0, withInterval = 0;
    double regret = 0, measured = 0;
    for (const StudyScore& score : scores) {
        row.diverged += score.diverged;
        row.runs += static_cast<int>(score.errors.size());
        for (const StudyScore::Error& error : score.errors) {
            if (error.excess >= kWide) continue;
            sizes.push_back(std::abs(error.relative));
            if (!score.intervals) continue;
            ++withInterval;
            covered += error.covered ? 1 : 0;
        }
        for (const StudyScore::Group& group : score.groups) {
            regret += group.regret;
            measured += group.measuredRegret;
            ++row.groups;
            if (!row.regretMax || group.regret > *row.regretMax) {
                row.regretMax = group.regret;
                row.worstGroup = group.name;
            }
        }
    }
    if (!sizes.empty()) row.median = upperMedian(std::move(sizes));
    if (withInterval > 0) row.coverage = static_cast<double>(covered) / withInterval;
    if (row.groups > 0) {
        row.regretMean = regret / row.groups;
        row.measuredRegretMean = measured / row.groups;
    }
    return row;
}

} // namespace moe
