// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The parts of `moe-explorer loss` beside the question itself.

#include "app/commands/command.h"

#include "models/engine/scenario/catalog.h"

#include <memory>

namespace moe::app {

/// The shipped catalogue with the tables of these files and folders; every problem found is an error.
Result<std::shared_ptr<const Catalog>> catalogWith(const QStringList& paths);

/// `--study DIR`: fits without each group in turn, on every core. Prints, and writes a CSV to `output` if
/// given.
int runLossStudy(const QString& folder, const QString& output, bool json);

/// `--refit DIR -o FILE`: the shipped model file from the published tables.
int runLossRefit(const QString& folder, const QString& output);

/// Models and token budgets asked about, in pairs as they stand on the command line.
struct RecipeQuestion {
    QString runs; ///< `--recipe RUNS.csv`
    QStringList params, active, tokens;
    QString predict; ///< `--predict P.csv`, or ""
    QString output;  ///< `-o`, or ""
    bool json = false;
};
int runLossRecipe(const RecipeQuestion& question);

/// `--design`: what to train with a budget of --flop, --gpu-hours or --usd.
int runLossDesign(const CommandLine& line);

/// `--recipe-study DIR`: the transfer table over published recipes.
int runRecipeStudy(const QString& folder, const QString& output, bool json);

} // namespace moe::app
