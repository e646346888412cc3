// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What to train with a budget: the best loss over size, tokens and experts, with what training and serving
// each design costs. Designs are the scenario's model made deeper or shallower, with more or fewer routed
// experts, on the scenario's GPUs and layout: per layer the engines are asked once for every count of
// experts, and layers add up.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace moe {

enum class BudgetKind { Flop, GpuHours, Usd };

struct DesignRequest {
    Scenario base;
    BudgetKind kind = BudgetKind::Flop;
    double budget = 0; ///< of training, and of serving where tokens are served
    /// Output tokens served over the model's life; 0: the budget is training's alone. Needs a serving
    /// section, but for a budget in FLOP, where a token served costs a third of one trained on.
    double servedTokens = 0;
    double nearShare = 0.0025; ///< how far above the best loss a design still counts as near it
    bool plane = false;        ///< also losses off the budget, for a map
    bool ownBudget = false;    ///< in place of `budget`, what the scenario itself costs
};

struct DesignPoint {
    Count experts = 1;                             ///< routed experts of a layer; 1 when dense
    double depth = 1;                              ///< layers over the scenario's
    double params = 0, activeParams = 0;           ///< N, Na without the vocabulary
    double tokens = 0;                             ///< D
    double loss = 0, low = 0, high = 0;            ///< at its best learning rate and batch; central 90 %
    double flops = 0, gpuHours = 0;                ///< of training
    std::optional<double> usd;                     ///< of training; needs a price
    std::optional<double> serveGpuHours, serveUsd; ///< of the tokens served, or of a million where none are
    bool near = false;                             ///< within the share of the best
    double leastTokens = 0; ///< from so many on it is near, for less than the budget; 0: never
};

/// Best losses of the best design's experts, whatever they cost.
struct DesignPlane {
    std::vector<double> activeParams, tokens; ///< rising
    std::vector<double> loss; ///< of each tokens, every activeParams; by the closed form (loss_surface.h)
};

struct DesignMap {
    /// By experts, then depth, both ascending; only designs that the budget trains on a token per parameter.
    std::vector<DesignPoint> points;
    std::size_t best = 0;
    std::vector<Count> experts; ///< counts that the scenario's layout allows
    DesignPlane plane;          ///< empty unless it was asked for
    double budget = 0;          ///< that the designs spend
    int denseRuns =
        0; ///< the recipe's, where none has experts: theirs is then the effect of published MoE runs
};

/// Depths of a map, log-spaced over the sizes that the budget trains on 1 to 10 000 tokens per active
/// parameter.
inline constexpr int kDesignDepths = 61;

/// Fails without a training section, without a loss model, where the budget is no positive number or cannot
/// be counted (dollars without a price), or where no design fits it. Pure; about 30 ms, 60 with its plane.
Result<DesignMap> lossDesign(const DesignRequest& request, const Catalog& catalog);

/// The scenario's knobs that make such a design, as --set takes them: layers in the wholes that its stages
/// hold, widths of experts (dense: of the FFN) that make up for what that changes, experts and tokens. Fails
/// where no such knobs come within kDesignOff of its parameters, all and active.
using DesignEdits = std::vector<std::pair<std::string, std::string>>;
inline constexpr double kDesignOff = 0.03;
Result<DesignEdits> designEdits(const DesignRequest& request, const DesignPoint& point,
                                const Catalog& catalog);
/// The best lies at the end of what was tried, so that a better one may lie beyond it.
bool isAtEdge(const DesignMap& map);

} // namespace moe
