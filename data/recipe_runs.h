// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Training runs of somebody's own recipe (one tokenizer, corpus, validation set and schedule): size, tokens
// and final loss of each, with whatever else the file tells.

#include "data/csv.h"
#include "data/problem.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct RecipeRun {
    double params = 0; ///< N without embeddings, all experts; the file's own count where it gives no other
    double activeParams = 0;               ///< Na, likewise; N when dense
    double tokens = 0;                     ///< D
    double loss = 0;                       ///< nats per token; 0 where only a prediction is wanted
    std::optional<double> experts, topK;   ///< of a layer
    std::optional<double> lr, batchTokens; ///< peak learning rate; tokens per batch
    std::optional<double> cooldown;        ///< share of the steps
    std::string schedule;                  ///< as written
    /// What the text columns say of the recipe: corpus, tokenizer, validation set, schedule. Runs whose
    /// labels differ may be of two recipes.
    std::string label;
    int line = 0;                                                ///< in the file
    double compute() const { return 6 * activeParams * tokens; } ///< FLOP
};

struct RecipeTable {
    std::string source;
    std::vector<RecipeRun> runs;
    bool unitKnown = false;  ///< a column `loss_nats`: the unit need not be guessed
    bool paramsKnown = true; ///< false: only a total count is given, which may hold the embeddings
    std::string paramsColumn, lossColumn;
    std::shared_ptr<const CsvTable> table; ///< every column, to write it out again
    Problems problems = {};                ///< of a file that cannot be used; there are no runs then
    std::vector<Message> leftOut = {};     ///< rows that are no finished runs, each with its line
};

enum class RecipeUse {
    Fit,     ///< every row needs a loss; one run must not stand there twice
    Predict, ///< losses are not read
    Study    ///< as published tables are: rows without a loss are left out
};

/// CSV, or one JSON object per line. Names may begin with `summary/` or `config/` as in an export of Weights
/// & Biases, whose unfinished runs are left out and told of. Columns `params`, `tokens`, `loss` and
/// optionally `active_params`, `total_params`, `experts`, `top_k`, `lr`, `batch_tokens`, `schedule`,
/// `cooldown`, `layers`, `hidden`; or N_nonemb, N_total, N_active, D_tokens and the rest as pre-training
/// tables have them. Fails with every problem of the file at once, each located: a missing column, a cell
/// that is no number > 0, a loss that says bits, sizes in millions, counts that hold the embeddings, a run
/// that stands there twice.
Result<RecipeTable> readRecipeRuns(std::string_view text, std::string source, RecipeUse use = RecipeUse::Fit);

/// The text begins with a header of runs that readRecipeRuns() takes and that no other kind of table has.
bool isRecipeTable(std::string_view text);

} // namespace moe
