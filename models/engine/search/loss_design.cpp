// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/loss_design.h"

#include "models/engine/loss/model/loss_model.h"
#include "models/engine/loss/recipe/recipe_fit.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/estimate.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace moe {
namespace {

constexpr double kHour = 3600;

/// The scenario with so many experts, at its own depth.
struct Shape {
    Count experts = 1;
    double params = 0, activeParams = 0, share = 1;
    double flopsPerToken = 0, hoursPerToken = 0; ///< training
    std::optional<double> serveHoursPerToken;
};

std::optional<Shape> shapeOf(const Scenario& scenario, const Catalog& catalog) {
    if (!validate(scenario, catalog).empty()) return std::nullopt;
    const Setup setup = setupOf(scenario, catalog);
    const ParamCounts params = paramCounts(setup);
    const Estimate trained = estimate(setup);
    if (!(trained.tokensPerSecondPerGpu > 0)) return std::nullopt;
    Shape shape;
    shape.experts = scenario.moe ? scenario.moe->experts : 1;
    shape.params = params.nonEmbedding;
    shape.activeParams = params.activeNonEmbedding;
    if (setup.isMoe)
        shape.share = activeShare(setup.E * setup.fe + setup.fs, setup.k * setup.fe + setup.fs, 0);
    shape.flopsPerToken = 1e12 * trained.modelTflopsPerGpu / trained.tokensPerSecondPerGpu;
    shape.hoursPerToken = 1 / (kHour * trained.tokensPerSecondPerGpu);
    if (!scenario.serve) return shape;
    std::vector<Warning> unread;
    const ServeSources sources = serveSources(setup, catalog);
    const ServeReport served = serving(setup, &sources, unread);
    if (served.tokensPerSecondPerGpu && *served.tokensPerSecondPerGpu > 0)
        shape.serveHoursPerToken = 1 / (kHour * *served.tokensPerSecondPerGpu);
    return shape;
}

/// Powers of two about the scenario's count, from its top-k up, that its layout allows.
std::vector<Shape> shapesOf(const Scenario& base, const Catalog& catalog) {
    std::vector<Shape> shapes;
    std::set<Count> counts;
    if (!base.moe) {
        if (const std::optional<Shape> shape = shapeOf(base, catalog)) shapes.push_back(*shape);
        return shapes;
    }
    for (const double factor : {0.25, 0.5, 1., 2., 4.}) {
        const auto experts =
            static_cast<Count>(std::llround(factor * static_cast<double>(base.moe->experts)));
        if (experts < 2 || experts < base.moe->topK || !counts.insert(experts).second) continue;
        Scenario scenario = base;
        scenario.moe->experts = experts;
        if (const std::optional<Shape> shape = shapeOf(scenario, catalog)) shapes.push_back(*shape);
    }
    return shapes;
}

/// What a token costs at the scenario's depth, in the budget's unit.
struct Prices {
    double trained = 0, served = 0;
};
Prices pricesOf(const Shape& shape, const DesignRequest& request) {
    if (request.kind == BudgetKind::Flop) return {shape.flopsPerToken, shape.flopsPerToken / 3};
    const double price = request.kind == BudgetKind::Usd ? rentPerGpuHour(request.base) : 1;
    return {price * shape.hoursPerToken, price * shape.serveHoursPerToken.value_or(0)};
}

Problems requestProblems(const DesignRequest& request, const Catalog& catalog) {
    Problems problems;
    const auto complain = [&](const char* key, Message rule) {
        problems.push_back({.key = key, .rule = std::move(rule)});
    };
    if (!request.base.train) complain("train", say("a design needs a training section"));
    if (catalog.lossModel == nullptr) complain("loss", say("needs a fitted loss model, none is loaded"));
    if (!request.ownBudget && (!(request.budget > 0) || !std::isfinite(request.budget)))
        complain("budget", say("must be a number above 0"));
    if (request.kind == BudgetKind::Usd && !(request.base.price.gpuHourUsd > 0))
        complain("price.gpu_hour_usd", say("a budget in dollars needs a price above 0"));
    if (request.servedTokens > 0 && request.kind != BudgetKind::Flop && !request.base.serve)
        complain("serve", say("tokens served need a serving section"));
    return problems;
}

class Designs {
public:
    Designs(const DesignRequest& request, const Catalog& catalog)
        : m_request(request), m_model(*catalog.lossModel) {
        const auto runs = catalog.recipes.find(request.base.loss.recipe);
        if (runs != catalog.recipes.end() && runs->second != nullptr && runs->second->problems.empty())
            takeRecipe(runs->second->runs);
    }

    int denseRuns() const { return m_denseRuns; }

    void add(const Shape& shape, DesignMap& map) const {
        // On so many tokens per active parameter the budget trains a model of this depth.
        const Prices prices = pricesOf(shape, m_request);
        const auto depthAt = [&](double ratio) {
            return std::sqrt(m_request.budget / (prices.trained * ratio * shape.activeParams));
        };
        constexpr double kLeast = 1, kMost = 1e4;
        const double low = depthAt(kMost), high = depthAt(kLeast);
        for (int i = 0; i < kDesignDepths; ++i) {
            const double depth = low * std::pow(high / low, static_cast<double>(i) / (kDesignDepths - 1));
            const double left = m_request.budget - m_request.servedTokens * prices.served * depth;
            const double tokens = left / (prices.trained * depth);
            if (tokens >= depth * shape.activeParams) map.points.push_back(design(shape, depth, tokens));
        }
    }

    /// Fewest tokens at which a design of the map reaches this loss.
    double leastTokens(const Shape& shape, const DesignPoint& point, double loss) const {
        // The loss falls with tokens; bisection on ln D to a thousandth.
        double low = std::log(point.tokens) - 3, high = std::log(point.tokens);
        const double reach = lossAt(shape, point.depth, point.tokens) * loss / point.loss;
        while (high - low > 1e-3) {
            const double middle = (low + high) / 2;
            (lossAt(shape, point.depth, std::exp(middle)) > reach ? low : high) = middle;
        }
        return std::exp(high);
    }

    /// Over the sizes of the map, and tokens from the fewest to three times the most.
    DesignPlane plane(const Shape& shape, const DesignMap& map) const {
        DesignPlane plane;
        double least = HUGE_VAL, most = 0, small = HUGE_VAL, large = 0;
        for (const DesignPoint& point : map.points) {
            if (point.experts != shape.experts) continue;
            least = std::min(least, point.tokens), most = std::max(most, point.tokens);
            small = std::min(small, point.depth), large = std::max(large, point.depth);
        }
        if (!(large > small)) return plane;
        most *= 3;
        constexpr int kAcross = 36, kUp = 24;
        for (int i = 0; i < kAcross; ++i)
            plane.activeParams.push_back(shape.activeParams * small *
                                         std::pow(large / small, i / (kAcross - 1.0)));
        for (int j = 0; j < kUp; ++j) plane.tokens.push_back(least * std::pow(most / least, j / (kUp - 1.0)));
        for (const double tokens : plane.tokens)
            for (const double active : plane.activeParams)
                plane.loss.push_back(lossAt(shape, active / shape.activeParams, tokens));
        return plane;
    }

private:
    void takeRecipe(const std::vector<RecipeRun>& runs) {
        m_recipe = fitRecipe(recipeRows(runs));
        if (!hasRoutedRuns(runs)) m_denseRuns = static_cast<int>(runs.size());
    }

    /// The closed form: within 0.1 % of what the interval is round, and quick enough for a whole map.
    double lossAt(const Shape& shape, double depth, double tokens) const {
        const double params = depth * shape.params;
        if (m_recipe) return m_recipe->predict(recipePoint(params, depth * shape.activeParams, tokens)).loss;
        return m_model.surface.optimum(params, tokens, shape.share).loss;
    }

    DesignPoint design(const Shape& shape, double depth, double tokens) const {
        DesignPoint point;
        point.experts = shape.experts;
        point.depth = depth;
        point.params = depth * shape.params;
        point.activeParams = depth * shape.activeParams;
        point.tokens = tokens;
        point.flops = shape.flopsPerToken * depth * tokens;
        point.gpuHours = shape.hoursPerToken * depth * tokens;
        const double price = rentPerGpuHour(m_request.base);
        if (price > 0) point.usd = price * point.gpuHours;
        if (shape.serveHoursPerToken) {
            const double served = m_request.servedTokens > 0 ? m_request.servedTokens : 1e6;
            point.serveGpuHours = *shape.serveHoursPerToken * depth * served;
            if (price > 0) point.serveUsd = price * *point.serveGpuHours;
        }
        if (m_recipe) {
            const RecipePrediction p =
                m_recipe->predict(recipePoint(point.params, point.activeParams, tokens));
            point.loss = p.loss;
            point.low = p.low;
            point.high = p.high;
            return point;
        }
        const LossOptimum best = m_model.surface.optimum(point.params, tokens, shape.share);
        const LossPrediction p = m_model.predict(
            {point.params, tokens, shape.share, best.lr, best.batchTokens, point.activeParams});
        point.loss = p.loss;
        point.low = p.low;
        point.high = p.high;
        return point;
    }

    const DesignRequest& m_request;
    const LossModel& m_model;
    std::optional<RecipeFit> m_recipe;
    int m_denseRuns = 0;
};

} // namespace

/// What the scenario itself costs, in the budget's unit; nothing where it breaks a rule.
static double ownBudget(const DesignRequest& request, const Catalog& catalog) {
    const std::optional<Shape> shape = shapeOf(request.base, catalog);
    if (!shape) return 0;
    const Prices prices = pricesOf(*shape, request);
    return prices.trained * request.base.train->tokens + prices.served * request.servedTokens;
}

Result<DesignMap> lossDesign(const DesignRequest& asked, const Catalog& catalog) {
    DesignRequest request = asked;
    if (Problems problems = requestProblems(request, catalog); !problems.empty()) return problems;
    if (request.ownBudget) request.budget = ownBudget(request, catalog);
    const Designs designs(request, catalog);
    DesignMap map;
    map.budget = request.budget;
    if (request.base.moe) map.denseRuns = designs.denseRuns();
    const std::vector<Shape> shapes = shapesOf(request.base, catalog);
    for (const Shape& shape : shapes) {
        map.experts.push_back(shape.experts);
        designs.add(shape, map);
    }
    if (map.points.empty())
        return Problem{.key = "budget",
                       .rule = say("no design is trained on a token per active parameter with it")};
    for (std::size_t i = 0; i < map.points.size(); ++i)
        if (map.points[i].loss < map.points[map.best].loss) map.best = i;
    const double reach = map.points[map.best].loss * (1 + request.nearShare);
    for (DesignPoint& point : map.points) point.near = point.loss <= reach;
    if (!request.plane) return map;
    for (const Shape& shape : shapes) {
        for (DesignPoint& point : map.points)
            if (point.near && point.experts == shape.experts)
                point.leastTokens = designs.leastTokens(shape, point, reach);
        if (shape.experts == map.points[map.best].experts) map.plane = designs.plane(shape, map);
    }
    return map;
}

} // namespace moe
