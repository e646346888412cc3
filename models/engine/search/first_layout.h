// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A model alone, as a published file has it, made a scenario: what it is for, on which GPUs, and a layout
// that breaks no rule and fits where one does.

#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/scenario.h"

#include <functional>

namespace moe {

struct FirstUse {
    bool trains = false; ///< else it serves
    std::string gpu = "h100-sxm";
    Count gpus = 0; ///< 0: the fewest that hold it
    bool operator==(const FirstUse&) const = default;
};

struct FirstLayout {
    Scenario scenario;
    bool fits = false;
    Bytes perGpu, capacity; ///< of the heaviest GPU
    double gpus = 1;
};

/// Tensor parallelism stays inside an NVLink domain, expert parallelism divides the experts; of the layouts
/// that fit the fastest, where none fits the one that needs least memory. Tokens to train on: 20 for each
/// active parameter (Hoffmann et al. 2022, arXiv 2203.15556). A problem when no layout of so many GPUs breaks
/// no rule; `model`: its name, model, experts and precision are taken.
Result<FirstLayout> firstLayout(const Scenario& model, const Catalog& catalog, const FirstUse& use,
                                const std::function<bool()>& stopped = {});

} // namespace moe
