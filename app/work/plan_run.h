// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plans (models/engine/plan) over all cores. The answer does not depend on their number.

#include "app/work/search_run.h"
#include "models/engine/plan/goodput_map.h"
#include "models/engine/plan/plan.h"
#include "models/engine/plan/rl_search.h"
#include "models/engine/plan/serving_search.h"

namespace moe::app {

/// Every `i` below the count, on `jobs` threads.
ForEach onThreads(unsigned jobs, const std::stop_token& stop = {}, const Progress& progress = {});

/// `jobs` threads; 0 = one per core. After a stop: a problem that says so.
Result<Plans> runPlan(const Scenario& base, const Catalog& catalog, const PlanGoal& goal, unsigned jobs,
                      const std::stop_token& stop = {}, const Progress& progress = {});

/// The same of servers; after a stop, what was found so far.
ServingFound runServingSearch(const ServingSearch& search, const Catalog& catalog, unsigned jobs,
                              const std::stop_token& stop = {}, const Progress& progress = {});

/// The same of steps of reinforcement learning.
RlFound runRlSearch(const RlSearch& search, const Catalog& catalog, unsigned jobs,
                    const std::stop_token& stop = {}, const Progress& progress = {});

/// goodputMap() with the layouts and rates of a picture. After a stop it has gaps.
GoodputMap runGoodputMap(const Scenario& scenario, const ServingSearch& search, const ServingFound& found,
                         const Catalog& catalog, const std::stop_token& stop = {},
                         const Progress& progress = {});

} // namespace moe::app
