// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How well losses and optima are predicted where nothing was measured: predictors are fitted without one
// group (a model at one token budget) or one MoE architecture and judged on it. Folds are pure and
// independent of each other, so that a caller may run them on several threads.

#include "models/engine/loss/laws/laws.h"
#include "models/engine/loss/model/loss_surface.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace moe {

/// The published tables; either may be null, not both.
struct StudyTables {
    const LossTable* dense = nullptr;
    const LossTable* moe = nullptr;
};

enum class StudySplit { DenseGroup, MoeGroup, MoeArchitecture };
const char* studySplitText(StudySplit split);

/// Groups of one table that are held out together.
struct StudyFold {
    StudySplit split = StudySplit::DenseGroup;
    std::string name; ///< of what is held out: "429M / 40B", "1in89"
    std::vector<std::size_t> groups;
    bool moe() const { return split != StudySplit::DenseGroup; }
};
/// Every fold of every split that the tables allow.
std::vector<StudyFold> studyFolds(const StudyTables& tables);

/// The runs of all other groups.
LossTable withoutGroups(const LossTable& table, const std::vector<std::size_t>& groups);

/// Truth for optima: one group's runs smoothed over (ln lr, ln B), inside the box that was measured. A
/// Gaussian process with a free quadratic as mean, Matérn-5/2, noise as in the loss model; it knows no other
/// group and no predictor.
class StudyTruth {
public:
    StudyTruth(const LossTable& table, const LossGroup& group);

    double loss(double lr, double batchTokens) const; ///< of the nearest point of the box
    double bestLoss() const { return m_best.loss; }
    const LossOptimum& best() const { return m_best; }
    /// Best batch for a law that gives a learning rate alone.
    double bestBatch(double lr) const;
    /// loss / best loss − 1 at the nearest point of the box.
    double regret(double lr, double batchTokens) const;
    /// The same at the run nearest in (ln lr, ln B), against the best run.
    double measuredRegret(double lr, double batchTokens) const;

private:
    struct Run {
        double x = 0, b = 0, excess = 0;
    };
    double lnLoss(double x, double b) const;

    std::vector<Run> m_runs;
    std::vector<double> m_weights; ///< of each run, then of the quadratic
    double m_lnMean = 0;
    Range m_x, m_b;
    LossOptimum m_best;
};
/// One per group, in the order of the table.
std::vector<StudyTruth> studyTruths(const LossTable& table);

struct StudyEstimate {
    double loss = 0;
    std::optional<Range> ninety; ///< central 90 % for one run
};

/// What a predictor has learned. `loss` is empty where it gives none; batchTokens 0 in an optimum = the law
/// gives a learning rate alone and takes the best batch at it.
struct StudyModel {
    std::function<StudyEstimate(const LossPoint&)> loss;
    std::function<std::optional<LossOptimum>(const LossTable&, const LossGroup&)> optimum;
};

/// Optima of the training groups, for predictors that are fitted to optima.
struct StudyOptimum {
    double params = 0, tokens = 0, lr = 0, batchTokens = 0;
};
struct StudyTraining {
    const LossTable* dense = nullptr; ///< without the groups held out
    const LossTable* moe = nullptr;
    std::vector<StudyOptimum> optima; ///< on StudyTruth
};

struct StudyPredictor {
    std::string key, label;
    std::string note; ///< e.g. that a published law has seen the groups it is judged on
    std::function<Result<StudyModel>(const StudyTraining&)> fit;
};

/// The surface alone, the Step Law form refitted per fold, every published law that gives a learning rate,
/// and the whole loss model.
std::vector<StudyPredictor> studyPredictors();

/// What one predictor did on one fold.
struct StudyScore {
    struct Group {
        std::string name;
        double regret = 0, measuredRegret = 0, lr = 0, batchTokens = 0;
    };
    struct Error {
        double excess = 0, relative = 0; ///< r of the run; predicted/measured − 1
        bool covered = false;
    };
    std::vector<Error> errors; ///< runs that did not diverge
    std::vector<Group> groups; ///< where an optimum was given
    int diverged = 0;          ///< runs held out that diverged: not scored
    bool intervals = false;
    Problems problems; ///< why the predictor could not be fitted
};

struct StudyTruths {
    std::vector<StudyTruth> dense, moe;
};
StudyTruths studyTruths(const StudyTables& tables);

/// Pure; touches nothing shared.
StudyScore studyFold(const StudyTables& tables, const StudyTruths& truths, const StudyFold& fold,
                     const StudyPredictor& predictor);

/// One line of the study's table; relative numbers, not percent.
struct StudyRow {
    StudySplit split = StudySplit::DenseGroup;
    std::string key, label, note;
    std::optional<double> rmse2, rmse5, median,
        coverage; ///< r < 2 %, r < 5 %; median and coverage of r < 5 %
    std::optional<double> regretMean, regretMax, measuredRegretMean;
    std::string worstGroup; ///< of regretMax
    int runs = 0, groups = 0, diverged = 0;
};
StudyRow studyRow(StudySplit split, const StudyPredictor& predictor, const std::vector<StudyScore>& scores);

} // namespace moe
