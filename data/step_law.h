// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The published Step Law tables (Predictable Scale Part I, arXiv 2503.04715): dense and MoE runs over
// learning rate and batch size, and the 1000 bootstrap fits of the law.

#include "data/csv.h"
#include "data/problem.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

inline constexpr double kStepLawSequence = 2048; ///< tokens per sequence; the tables' `bs` counts sequences

/// One training run.
struct LossRun {
    double learningRate =
        0;             ///< peak, snapped (snappedLearningRate); the spelled one stays in the table's `lr`
    double batch = 0;  ///< sequences of 2048 tokens
    double tokens = 0; ///< D, nominal training tokens
    double params = 0; ///< N, non-vocabulary parameters
    double activeParams = 0; ///< Na; equals params when dense
    double loss = 0;         ///< `smooth loss`, nats per token (the raw last value is noisy: sd 0.034)
    int group = 0;           ///< index into LossTable::groups
    int line = 0;            ///< in the file

    double batchTokens() const { return batch * kStepLawSequence; }
};

/// The rung 2^(k/2), k = round(2·log2 lr), that a table spells with three or four digits (0.0003453 and
/// 0.000345 both give 3.4527e-4), so that one rung is one grid column. A rate over 0.7 % off every rung is
/// left as it is.
double snappedLearningRate(double spelled);

/// Runs that share a model and a token budget. MoE groups are keyed by (architecture, D): two published
/// architectures share N.
struct LossGroup {
    std::string name; ///< "429M / 40B" (N / D) or "1in89 / 8B" (moe_name / D)
    double params = 0, activeParams = 0, tokens = 0;
    double sharedParams =
        0; ///< A: attention + dense FFN parameters (MoE: Nattn + 3·h·ffnh·numld); N when dense
    double bestLoss = 0;   ///< smallest smooth loss of the group
    std::vector<int> runs; ///< indices into LossTable::runs
};

struct LossTable {
    std::string source;
    bool moe = false;
    std::vector<LossRun> runs;
    std::vector<LossGroup> groups;         ///< sorted by (architecture, params, tokens), fewest active first
    Problems problems;                     ///< located; rows that could not be used
    std::shared_ptr<const CsvTable> table; ///< every column, for the Data tab
};

/// One bootstrap fit: ln lr = lrIntercept + lrParams·ln N + lrTokens·ln D; ln B = batchIntercept +
/// batchTokens·ln D (B in tokens).
struct StepLawFit {
    double lrIntercept = 0, lrParams = 0, lrTokens = 0, batchIntercept = 0, batchTokens = 0;
};

struct StepLawFits {
    std::string source;
    std::vector<StepLawFit> fits;
    Problems problems;
    std::shared_ptr<const CsvTable> table;
};

enum class TableKind { DenseLoss, MoeLoss, StepLawFits, Unknown };
/// Decided from the header alone; one column may be missing, so that the reader can name it.
TableKind recogniseTable(const std::vector<std::string>& header);

/// Diverged runs stay in. Fails if a required column is missing or no row can be used.
Result<LossTable> readDenseLoss(std::string_view text, std::string source);
Result<LossTable> readMoeLoss(std::string_view text, std::string source);
Result<StepLawFits> readStepLawFits(std::string_view text, std::string source);

} // namespace moe
