// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/fit/own_gpu_choice.h"

#include "models/engine/operators/operator_tables.h"
#include "models/engine/operators/own_check.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// The better the points are met and the less had to be moved, the nearer a GPU is.
double distanceOf(const OwnFit& fit) {
    double sum = 0;
    for (const OwnFactors& one : fit.factors)
        sum += one.after + 0.1 * (std::abs(std::log(one.compute)) + std::abs(std::log(one.memory)));
    return fit.factors.empty() ? 1e9 : sum / double(fit.factors.size());
}

/// Whose surfaces may be moved to this GPU: its own where it has some, or those of its generation; of any
/// where no generation is known, or the one that is asked for.
bool mayMove(const OperatorMachine& machine, const OwnGpuWish& wish) {
    if (!wish.like.empty()) return machine.gpu.key == wish.like;
    return !wish.sheet || machine.gpu.key == wish.sheet->key ||
           machine.gpu.generation == wish.sheet->generation || wish.sheet->generation == Generation::Other;
}

std::string fileName(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

} // namespace

Result<OwnGpuFit> ownGpuFit(const OwnPoints& points, const OwnGpuWish& wish, const Catalog& catalog,
                            const std::function<bool()>& stopped) {
    std::optional<OwnFit> best;
    for (const std::string& key : measuredGpuKeys()) {
        const OperatorMachine* machine = catalog.operators ? catalog.operators->machine(key) : nullptr;
        if ((stopped && stopped()) || !machine || !mayMove(*machine, wish)) continue;
        const bool own = wish.sheet && key == wish.sheet->key;
        OwnFit fit =
            fitOwnGpu(*machine, wish.sheet ? operatorRates(*wish.sheet) : machine->gpu.rates, points);
        if (best && !own && distanceOf(fit) >= distanceOf(*best)) continue;
        best = std::move(fit);
        if (own) break;
    }
    Problems problems = points.problems;
    if (!best) {
        problems.push_back(
            {.source = "--like", .rule = say("must be a GPU with measured operators"), .value = wish.like});
        return problems;
    }
    append(problems, best->problems);
    if (best->factors.empty()) return problems;
    const GpuSpec* base = wish.sheet ? &*wish.sheet : catalog.gpu(best->like);
    if (base == nullptr)
        return Problem{.source = points.source, .rule = say("has no data sheet"), .value = best->like};
    OwnGpuFit made{*base, std::move(*best), std::move(problems)};
    made.gpu.key = wish.key;
    made.gpu.label = wish.label.empty() ? "My GPU (like " + base->label + ")" : wish.label;
    made.gpu.operatorsLike = made.fit.like;
    made.gpu.operatorFactors = ownFactorsText(made.fit.factors);
    made.gpu.source = base->source + "; operators fitted to " + fileName(points.source);
    return made;
}

std::vector<std::string> measuredGpuKeys() {
    std::vector<std::string> keys;
    for (const MeasuredGpu& gpu : measuredGpus())
        if (std::find(keys.begin(), keys.end(), gpu.key) == keys.end()) keys.push_back(gpu.key);
    return keys;
}

} // namespace moe
