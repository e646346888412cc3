// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a search over layouts says of an answer: none of so many is better, or which is.

#include "models/engine/answer/answer.h"
#include "models/engine/plan/goodput_map.h"
#include "models/engine/plan/rl_search.h"
#include "models/engine/plan/serving_search.h"
#include "models/engine/search/search.h"

namespace moe {

/// Of training: `best` is null where no layout fits. `layouts`: valid ones, all of them considered.
void addSearched(Answer& answer, const Report& report, const Catalog& catalog, const SearchRequest& request,
                 const FoundLayout* best, double layouts);

/// Of serving: every layout simulated in a closed loop with as many requests at once as the limits allow, the
/// scenario's own among them.
void addSearched(Answer& answer, const Scenario& scenario, const ServingSearch& asked,
                 const ServingFound& found);

/// Of a step of reinforcement learning: both layouts and the split of the GPUs.
void addSearched(Answer& answer, const Report& report, const RlFound& found);

/// Of a server with limits: the sentence begins with the requests per second that keep them; what it said
/// before is of the load that the scenario has, and says so.
void addGoodput(Answer& answer, const Scenario& scenario, const GoodputMap& map);

} // namespace moe
