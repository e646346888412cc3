// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a search over layouts of the scenario's own GPUs says of its sentence, over all cores.

#include "app/work/search_run.h"
#include "models/engine/answer/answer.h"
#include "models/engine/scenario/catalog.h"

namespace moe::app {

/// `report`: that the answer is of, which trains or serves. `jobs` threads; 0 = one per core. After a stop
/// the answer is as it was.
Problems addLayoutSearch(Answer& answer, const Report& report, const Catalog& catalog, unsigned jobs,
                         const std::stop_token& stop = {}, const Progress& progress = {});

} // namespace moe::app
