// SPDX-License-Identifier: GPL-3.0-or-later
// A design of the map as knobs of the scenario.

#include "data/number.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/loss_design.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr Count kWidthStep = 64; ///< what kernels take a width in

struct DesignSize {
    double params = 0, active = 0; ///< without the vocabulary
};
DesignSize sizeOf(const Scenario& scenario, const Catalog& catalog) {
    const ParamCounts counts = paramCounts(setupOf(scenario, catalog));
    return {counts.nonEmbedding, counts.activeNonEmbedding};
}

Count& widthOf(Scenario& scenario) {
    return scenario.moe ? scenario.moe->expertFfn : scenario.model.ffn;
}

bool inRange(const char* key, Count value) {
    const Field& field = *findField(key);
    return static_cast<double>(value) >= field.min && static_cast<double>(value) <= field.max;
}

/// How far both counts are off, the larger.
double offBy(const DesignSize& size, const DesignPoint& point) {
    return std::max(std::abs(size.params / point.params - 1), std::abs(size.active / point.activeParams - 1));
}

} // namespace

Result<DesignEdits> designEdits(const DesignRequest& request, const DesignPoint& point,
                                const Catalog& catalog) {
    const Scenario& base = request.base;
    const Count step = std::max<Count>(1, base.parallel.pp * base.parallel.vpp);
    const double wanted = point.depth * static_cast<double>(base.model.layers);
    const auto below = static_cast<Count>(std::floor(wanted / static_cast<double>(step))) * step;
    std::optional<Scenario> best;
    double least = kDesignOff;
    const auto consider = [&](const Scenario& scenario) {
        if (!inRange("model.layers", scenario.model.layers) || !brokenRules(scenario, catalog).empty())
            return;
        if (scenario.moe && !inRange("moe.expert_ffn", scenario.moe->expertFfn)) return;
        if (const double off = offBy(sizeOf(scenario, catalog), point); off < least) {
            least = off;
            best = scenario;
        }
    };
    for (const Count layers : {below, below + step}) {
        if (layers < 1) continue;
        Scenario scenario = base;
        scenario.model.layers = layers;
        if (scenario.moe) scenario.moe->experts = point.experts;
        consider(scenario);
        // Parameters are linear in the width: two sizes tell which one has the design's.
        const auto width = static_cast<double>(widthOf(scenario));
        Scenario wider = scenario;
        widthOf(wider) *= 2;
        if (!(width > 0) || !brokenRules(scenario, catalog).empty()) continue;
        const double own = sizeOf(scenario, catalog).params, twice = sizeOf(wider, catalog).params;
        if (!(twice > own)) continue;
        const double needed = width * (1 + (point.params - own) / (twice - own));
        const Count grid =
            std::max<Count>(1, static_cast<Count>(std::llround(needed / static_cast<double>(kWidthStep))));
        widthOf(scenario) = grid * kWidthStep;
        consider(scenario);
    }
    if (!best)
        return Problems{
            {.key = "model.layers",
             .rule = say("no layers that %1 stages divide, with any width, come within %2 % of this design",
                         std::to_string(step), rounded(100 * kDesignOff, 2))}};
    DesignEdits edits{{"model.layers", std::to_string(best->model.layers)}};
    if (best->moe) edits.emplace_back("moe.experts", std::to_string(best->moe->experts));
    Scenario before = base;
    if (widthOf(*best) != widthOf(before))
        edits.emplace_back(best->moe ? "moe.expert_ffn" : "model.ffn", std::to_string(widthOf(*best)));
    // The budget is spent: tokens make up for the rest of the difference.
    const double tokens = point.tokens * point.activeParams / sizeOf(*best, catalog).active;
    edits.emplace_back("train.tokens", numberText(std::round(tokens)));
    return edits;
}

bool isAtEdge(const DesignMap& map) {
    if (map.experts.size() < 2 || map.best >= map.points.size()) return false;
    const Count experts = map.points[map.best].experts;
    return experts == map.experts.front() || experts == map.experts.back();
}

} // namespace moe
