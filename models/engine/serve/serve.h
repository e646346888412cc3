// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Serving: weights, KV cache, latency and throughput of prefill and decode steps.

#include "models/engine/report/report.h"
#include "models/engine/shape/setup.h"

#include <vector>

namespace moe {

struct ServeSources; // serve_pass.h

/// Needs scenario.serve. `sources`: what was measured and fits the scenario; may be null.
/// Latencies and throughput are there even where the memory does not suffice.
ServeReport serving(const Setup& setup, const ServeSources* sources, std::vector<Warning>& warnings);

/// Takes latencies, throughput and their parts away where the requests do not fit, and warns.
void withholdWhatDoesNotFit(ServeReport& report, const ServeSpec& serve, std::vector<Warning>& warnings);

} // namespace moe
