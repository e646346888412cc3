// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/first_layout.h"

#include "models/engine/scenario/validate.h"
#include "models/engine/search/estimate.h"
#include "models/engine/serve/serve.h"
#include "models/engine/shape/params.h"

#include <algorithm>
#include <limits>

namespace moe {
namespace {

constexpr Count kMostGpus = 1 << 14;
constexpr Count kBatch = 1024; ///< sequences of a training step, four million tokens at 4096
constexpr double kTokensPerParameter = 20;
constexpr double kLeastTrainingBytes =
    6; ///< per parameter: bf16 weights and fp32 gradients, all else sharded

std::vector<Count> divisors(Count of, Count most) {
    std::vector<Count> found;
    for (Count i = 1; i <= std::min(of, most); ++i)
        if (of % i == 0) found.push_back(i);
    return found;
}

struct Judged {
    bool fits = false;
    Bytes perGpu, capacity;
    double seconds = std::numeric_limits<double>::infinity();
    bool betterThan(const Judged& other) const {
        if (fits != other.fits) return fits;
        return fits ? seconds < other.seconds : perGpu.base < other.perGpu.base;
    }
};

Judged judge(const Scenario& scenario, const Catalog& catalog) {
    if (scenario.train) {
        const Estimate found = estimate(scenario, catalog);
        return {found.fits != Fit::No, found.device, found.capacity, found.step.base};
    }
    std::vector<Warning> warnings;
    const Setup setup = setupOf(scenario, catalog);
    const ServeReport found = serving(setup, nullptr, warnings);
    Judged judged;
    judged.perGpu = found.weights + found.kvCache + found.buffers + found.activations;
    judged.capacity = found.capacity;
    judged.fits = found.largestRequests >= static_cast<double>(scenario.serve->requests);
    if (found.tpot) judged.seconds = found.tpot->base;
    return judged;
}

/// The best layout of so many GPUs; false where every one breaks a rule.
bool place(Scenario& scenario, const Catalog& catalog, Count gpus, const std::function<bool()>& stopped,
           Judged& best) {
    const GpuSpec* gpu = catalog.gpu(scenario.gpu.preset);
    const Count domain = gpu ? gpu->domain : 8;
    const bool trains = scenario.train.has_value();
    Scenario next = scenario;
    next.cluster.gpus = gpus;
    if (trains) next.train->globalBatch = (kBatch + gpus - 1) / gpus * gpus;
    Recompute full;
    full.mode = Recompute::Mode::Full;
    const std::vector<Recompute> recomputes =
        trains ? std::vector<Recompute>{{}, full} : std::vector<Recompute>{{}};
    const std::vector<Count> experts = next.moe ? divisors(next.moe->experts, gpus) : std::vector<Count>{1};
    bool found = false;
    for (const Count tp : divisors(gpus, domain)) {
        for (const Count pp : divisors(gpus / tp, std::min<Count>(next.model.layers, 64))) {
            for (const Count ep : experts) {
                if (stopped && stopped()) return found;
                if (gpus / pp % ep != 0) continue;
                next.parallel = {};
                next.parallel.tp = tp;
                next.parallel.pp = pp;
                next.parallel.ep = ep;
                next.parallel.sequenceParallel = trains && tp > 1;
                for (const Recompute& recompute : recomputes) {
                    if (trains) next.train->recompute = recompute;
                    if (!brokenRules(next, catalog).empty()) continue;
                    const Judged judged = judge(next, catalog);
                    if (found && !judged.betterThan(best)) continue;
                    found = true;
                    best = judged;
                    scenario = next;
                }
            }
        }
    }
    return found;
}

} // namespace

Result<FirstLayout> firstLayout(const Scenario& model, const Catalog& catalog, const FirstUse& use,
                                const std::function<bool()>& stopped) {
    Scenario base;
    base.name = model.name;
    base.model = model.model;
    base.moe = model.moe;
    base.precision = model.precision;
    base.gpu.preset = use.gpu;
    const GpuSpec* gpu = catalog.gpu(use.gpu);
    if (!gpu) return Problem{.key = "gpu.preset", .rule = say("must be a GPU of the list"), .value = use.gpu};
    if (use.trains) {
        base.train.emplace();
        base.train->globalBatch = kBatch;
    } else {
        base.serve.emplace();
        base.serve->requests = 16;
    }
    const ParamCounts counts = paramCounts(setupOf(base, catalog));
    Count fewest = 1;
    if (use.trains) {
        base.train->tokens = kTokensPerParameter * counts.active;
        while (static_cast<double>(fewest) * gpu->memory.base < kLeastTrainingBytes * counts.total &&
               fewest < kMostGpus)
            fewest *= 2;
    }
    const Count first = use.gpus > 0 ? use.gpus : fewest, last = use.gpus > 0 ? use.gpus : kMostGpus;
    std::optional<FirstLayout> made;
    for (Count gpus = first; gpus <= last && !(stopped && stopped()); gpus *= 2) {
        Scenario scenario = base;
        Judged best;
        if (!place(scenario, catalog, gpus, stopped, best)) continue;
        made = FirstLayout{scenario, best.fits, best.perGpu, best.capacity, static_cast<double>(gpus)};
        if (best.fits) break;
    }
    if (made) return *made;
    Scenario alone = base;
    alone.cluster.gpus = first;
    Problems broken = brokenRules(alone, catalog);
    if (!broken.empty()) return broken;
    return Problem{.key = "cluster.gpus",
                   .rule = say("must be a number that some layout of the model divides")};
}

} // namespace moe
