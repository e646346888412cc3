// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/fit/own_gpu_choice.h"

#include "data/number.h"
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
bool mayMove(const OperatorMachine& machine, const GpuSpec* sheet, const std::string& like) {
    if (!like.empty()) return machine.gpu.key == like;
    return sheet == nullptr || machine.gpu.key == sheet->key || machine.gpu.generation == sheet->generation ||
           sheet->generation == Generation::Other;
}

/// A rate beyond the data sheet's says that it is another's.
constexpr double kMostShare = 1.02;

Problems beyondSheet(const OwnFit& fit, const GpuSpec& sheet, const std::string& source) {
    Problems problems;
    for (const OwnFactors& one : fit.factors)
        // What short sequences read stays in the L2 cache, which is faster than the memory behind it.
        if (const double share =
                std::max(one.op == OperatorOp::AttnContext ? 0 : one.memoryShare * one.memory,
                         one.computeShare * one.compute);
            share > kMostShare)
            problems.push_back(
                {source, 0, 0, std::string(operatorRow(one.op).name),
                 say("is faster than the data sheet of %1 allows; which GPU was it?", sheet.label),
                 rounded(100 * share, 3) + " %"});
    return problems;
}

std::string fileName(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

} // namespace

Result<OwnGpuFit> ownGpuFit(const OwnPoints& points, const OwnGpuWish& wish, const Catalog& catalog,
                            const std::function<bool()>& stopped) {
    // The one that is wished for, or that the file itself names.
    const GpuSpec* sheet = wish.sheet ? &*wish.sheet : catalog.gpuNamed(points.gpu);
    std::optional<OwnFit> best;
    for (const std::string& key : measuredGpuKeys()) {
        const OperatorMachine* machine = catalog.operators ? catalog.operators->machine(key) : nullptr;
        if ((stopped && stopped()) || !machine || !mayMove(*machine, sheet, wish.like)) continue;
        const bool own = sheet != nullptr && key == sheet->key;
        OwnFit fit = fitOwnGpu(*machine, sheet ? operatorRates(*sheet) : machine->gpu.rates, points);
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
    const GpuSpec* base = sheet != nullptr ? sheet : catalog.gpu(best->like);
    if (base == nullptr)
        return Problem{.source = points.source, .rule = say("has no data sheet"), .value = best->like};
    append(problems, beyondSheet(*best, *base, points.source));
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
