// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Latencies of a report whose scenario names an engine.

#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"

#include <vector>

namespace moe {

/// Whether requests fit, and how many at once, by the engine's KV pool (enginePool()) where one is named:
/// does not fit is a pool without room for the longest request, tight one in which some in flight wait for
/// room.
void judgeByPool(const Scenario& scenario, const Catalog& catalog, ServeReport& report);

/// Says the smallest change after which a server fits that does not; engines alone, whose pool is known.
void sayCure(const Scenario& scenario, const Catalog& catalog, const ServeReport& report,
             std::vector<Warning>& warnings);

/// With the requests that a report follows, 10,000 at most but three for each in flight: what stands beside a
/// report and is to say the same asks for this.
Scenario followedByReports(const Scenario& scenario, const Catalog& catalog);

/// TTFT and TPOT become the medians of a benchmark's requests under the engine's scheduler, with the
/// scenario's seed, throughput that of the same run; the formulas' stay beside them. Nothing changes without
/// an engine, with `steady`, or where nothing is known to fit. No numbers, and a warning, where more requests
/// arrive than can be answered.
void simulateLatencies(const Scenario& scenario, const Catalog& catalog, ServeReport& report,
                       std::vector<Warning>& warnings);

} // namespace moe
