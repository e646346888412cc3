// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/own_gpu_fit.h"

#include "app/files/operators_loader.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace moe::app {
namespace {

OperatorRates sheetOf(const GpuSpec& gpu) {
    return {gpu.bf16 / Tflops, gpu.fp8 / Tflops, gpu.fp4 / Tflops,  gpu.hbm / GBps,
            gpu.nvlink / GBps, gpu.topology,     double(gpu.domain)};
}

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

} // namespace

Result<OwnGpuFit> fittedOwnGpu(const std::string& text, const std::string& source, const OwnGpuWish& wish,
                               const Catalog& catalog, const std::stop_token& stop) {
    const Result<OwnPoints> points = readOwnPoints(text, source);
    if (!points) return points.error();
    const OperatorsLoad load = shippedOperators();
    if (!load.problems.empty()) return load.problems;
    std::optional<OwnFit> best;
    for (const OperatorMachine& machine : load.machines) {
        if (stop.stop_requested() || !mayMove(machine, wish)) continue;
        const bool own = wish.sheet && machine.gpu.key == wish.sheet->key;
        OwnFit fit = fitOwnGpu(machine, wish.sheet ? sheetOf(*wish.sheet) : machine.gpu.rates, *points);
        if (best && !own && distanceOf(fit) >= distanceOf(*best)) continue;
        best = std::move(fit);
        if (own) break;
    }
    Problems problems = points->problems;
    if (!best) {
        problems.push_back(
            {.source = "--like", .rule = say("must be a GPU with measured operators"), .value = wish.like});
        return problems;
    }
    append(problems, best->problems);
    if (best->factors.empty()) return problems;
    const GpuSpec* base = wish.sheet ? &*wish.sheet : catalog.gpu(best->like);
    if (base == nullptr)
        return Problem{.source = source, .rule = say("has no data sheet"), .value = best->like};
    OwnGpuFit made{*base, std::move(*best), std::move(problems)};
    made.gpu.key = wish.key;
    made.gpu.label = wish.label.empty() ? "My GPU (like " + base->label + ")" : wish.label;
    made.gpu.operatorsLike = made.fit.like;
    made.gpu.operatorFactors = ownFactorsText(made.fit.factors);
    made.gpu.source = base->source + "; operators fitted to " +
                      QFileInfo(QString::fromStdString(source)).fileName().toStdString();
    return made;
}

std::vector<std::string> measuredGpuKeys() {
    std::vector<std::string> keys;
    for (const MeasuredGpu& gpu : measuredGpus())
        if (std::find(keys.begin(), keys.end(), gpu.key) == keys.end()) keys.push_back(gpu.key);
    return keys;
}

} // namespace moe::app
