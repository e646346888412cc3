// SPDX-License-Identifier: GPL-3.0-or-later
// What a server says when it starts, what its benchmarks measured, and losses of a recipe.

#include "models/engine/calibration/model_match.h"
#include "models/engine/calibration/server_fit.h"
#include "models/engine/fit/fit_parts.h"
#include "models/engine/loss/recipe/recipe_check.h"
#include "models/engine/loss/recipe/recipe_fit.h"
#include "models/engine/report/odds.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// A server asks nothing of how its model is trained.
Scenario served(Scenario scenario) {
    scenario.train.reset();
    return scenario;
}

bool sameEngine(const ServeSpec& serve, const ServingEngine& engine) {
    return !namesEngine(serve) || engineRow(*serve.engine).engine == engine.engine;
}

/// Share that four of five rows of a figure are off by when a fit has not seen them, residuals taken as
/// log-normal; nothing where too few say so.
std::optional<double> leftOutError(const std::vector<FitRow>& rows, std::string_view figure) {
    constexpr double kFourOfFive = 1.2815515655446004; // standard deviations of a normal variable
    constexpr std::size_t kFewest = 3;
    double squares = 0;
    std::size_t count = 0;
    for (const FitRow& row : rows) {
        if (!row.figure.starts_with(figure) || !row.leftOut || !(*row.leftOut > 0)) continue;
        squares += std::pow(std::log(*row.leftOut / row.measured), 2);
        ++count;
    }
    if (count < kFewest) return std::nullopt;
    return std::expm1(kFourOfFive * std::sqrt(squares / static_cast<double>(count)));
}

} // namespace

void fitPools(FitState& state) {
    Scenario& scenario = state.fit.scenario;
    FitPart part{.kind = FitKind::Pool};
    for (const OwnPool& said : state.runs.pools) {
        const auto refuse = [&](const char* key, Message rule, std::string value) {
            state.refused.push_back(
                {.source = said.source, .key = key, .rule = std::move(rule), .value = std::move(value)});
        };
        if (!scenario.serve) {
            refuse("serve", say("is required: the log is of a server"), {});
            continue;
        }
        if (!sameEngine(*scenario.serve, *said.pool.engine)) {
            refuse("serve.engine", say("must be the engine of the log"),
                   std::string(engineRow(*scenario.serve->engine).key));
            continue;
        }
        if (said.pool.tp > 0 && said.pool.tp != scenario.parallel.tp) {
            refuse("parallel.tp", say("must be %1 as in the log", said.pool.tp),
                   std::to_string(scenario.parallel.tp));
            continue;
        }
        ServeSpec& serve = *scenario.serve;
        serve.engine = said.pool.engine->engine;
        if (said.pool.blockSize != said.pool.engine->blockSize) serve.blockSize = said.pool.blockSize;
        const EnginePool predicted = enginePool(served(scenario), state.catalog);
        const bool windows = scenario.model.window > 0 || scenario.model.chunk > 0;
        const Count blocks = windows ? said.pool.blocks(predicted.perToken) : said.pool.blocks();
        const double tokens = double(blocks) * said.pool.blockSize;
        if (part.rows.empty()) {
            part.rows.push_back({.source = said.source,
                                 .figure = "kv_tokens",
                                 .measured = tokens,
                                 .before = double(predicted.blocks) * predicted.blockSize,
                                 .after = tokens});
            part.constants.push_back({"serve.kv_blocks",
                                      double(predicted.blocks) * predicted.blockSize / said.pool.blockSize,
                                      double(blocks)});
            // Weights, activations and buffers are what the pool leaves of the engine's share.
            const double share = predicted.share * setupOf(served(scenario), state.catalog).gpu.memory.base;
            const double held = share - tokens * predicted.perToken, expected = share - predicted.bytes;
            if (predicted.perToken > 0 && held > 0 && expected > 0) {
                const std::optional<double> before = serve.memoryError;
                serve.memoryError = ownMemoryError({std::log(held / expected)});
                part.constants.push_back({"serve.memory_error", before, *serve.memoryError});
            }
        } else if (part.rows.front().measured != tokens) {
            state.fit.leftOut.push_back({.source = said.source,
                                         .key = "KV cache size",
                                         .rule = say("is another than in %1", part.rows.front().source),
                                         .value = std::to_string(said.pool.tokens)});
        }
    }
    if (part.rows.empty()) return;
    const OwnPool& first = state.runs.pools.front();
    part.told = say("a start-up log of %1: a KV pool of %2 tokens a rank", first.pool.engine->label,
                    static_cast<Count>(part.rows.front().measured));
    scenario.serve->kvBlocks = static_cast<Count>(part.constants.front().after);
    state.fit.parts.push_back(std::move(part));
}

void fitServers(FitState& state) {
    const std::vector<BenchRun>& runs = state.runs.benchmarks;
    if (runs.empty() || !state.refused.empty()) return;
    Scenario& scenario = state.fit.scenario;
    if (!scenario.serve) {
        state.refused.push_back({.source = runs.front().source,
                                 .key = "serve",
                                 .rule = say("is required: the benchmark is of a server")});
        return;
    }
    const Result<ServerFit> found =
        fitServer(served(scenario), runs, state.catalog, LeftOut::Too, state.forEach);
    if (!found) return append(state.refused, found.error());
    FitPart part{.kind = FitKind::Server};
    for (const FittedRun& one : found->runs) {
        const Result<BenchFigures> asItIs = simulateBench(served(state.asItIs), one.run, state.shipped);
        for (const BenchFigure& figure : benchFigures()) {
            const std::optional<double> measured = figure.measured(one.run);
            if (!measured || !(*measured > 0)) continue;
            FitRow row{one.run.source,
                       figure.key,
                       one.run.concurrency,
                       *measured,
                       (asItIs ? *asItIs : one.before).*figure.simulated,
                       one.after.*figure.simulated};
            if (one.leftOut) row.leftOut = *one.leftOut.*figure.simulated;
            part.rows.push_back(row);
        }
    }
    part.told = say(runs.size() == 1 ? sentence("%1 benchmark tells %2 of %3 constants")
                                     : sentence("%1 benchmarks tell %2 of %3 constants"),
                    runs.size(), found->constants, serverConstants().size());
    const ServeSpec& fitted = *found->scenario.serve;
    for (const ServerConstant& one : serverConstants()) {
        if (!(fitted.*one.field)) continue;
        (*scenario.serve).*one.field = fitted.*one.field;
        const bool onBound =
            std::find(found->bounds.begin(), found->bounds.end(), one.key) != found->bounds.end();
        part.constants.push_back({one.key, found->start.*one.member, *(fitted.*one.field), onBound});
    }
    scenario.serve->ttftError = leftOutError(part.rows, "ttft");
    scenario.serve->tpotError = leftOutError(part.rows, "tpot");
    nameEngine(*scenario.serve);
    part.remarks = takenModels(runs, state.asItIs, state.shipped);
    if (found->constants < int(serverConstants().size()))
        part.remarks.push_back(say("one load tells two constants; the others are the engine's own"));
    state.fit.parts.push_back(std::move(part));
}

void fitLosses(FitState& state) {
    if (state.runs.recipes.empty()) return;
    const RecipeTable& table = state.runs.recipes.front();
    for (std::size_t i = 1; i < state.runs.recipes.size(); ++i)
        state.fit.leftOut.push_back(
            {.source = state.runs.recipes[i].source,
             .rule = say("is of another recipe than %1: one at a time", table.source)});
    if (const Problems problems = recipeProblems(table); !problems.empty())
        return append(state.fit.leftOut, problems);
    const std::vector<RecipeRow> rows = recipeRows(table.runs);
    RecipeFit fit = fitRecipe(rows);
    FitPart part{.kind = FitKind::Loss};
    part.remarks = recipeRemarks(table, fit);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double measured = table.runs[i].loss;
        FitRow row{table.source,
                   "loss",
                   table.runs[i].compute(),
                   measured,
                   std::exp(lnLoss(stepLawConstants(), rows[i].at)),
                   measured * std::exp(-fit.residuals[i])};
        if (i < fit.heldBack.size()) row.leftOut = measured * std::exp(-fit.heldBack[i]);
        part.rows.push_back(row);
    }
    part.told =
        say(rows.size() == 1 ? sentence("%1 run of a recipe") : sentence("%1 runs of a recipe"), rows.size());
    state.fit.scenario.loss.recipe = table.source;
    state.fit.parts.push_back(std::move(part));
}

} // namespace moe
