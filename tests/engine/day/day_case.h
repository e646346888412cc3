// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small fleet and its day.

#include "models/engine/day/arrivals.h"
#include "models/engine/day/day.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/training_case.h"

#include <vector>

namespace moe::test {

/// Llama 3 70B in FP8, four H100 a replica; an hour of 3,000 requests.
inline Scenario fleet(const QString& more = {}) {
    return scenarioOf("model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 "
                      "model.vocab=128256 model.sequence=8192 gpu.preset=h100-sxm parallel.tp=4 "
                      "precision.weights=fp8 precision.compute=fp8 serve.prompt=1024 serve.output=100 "
                      "serve.engine=vllm serve.slo_ttft=1 serve.slo_tpot=0.05 price.gpu_hour_usd=2 "
                      "day.hours=1 day.requests=3000 day.replicas_max=2 day.policy=fixed "
                      "day.router=round-robin " +
                      more);
}

inline DayLoad loadOf(const Scenario& scenario, TrafficTrace trace = {}) {
    return valueOf(dayLoad(scenario, measuredCatalog(), std::move(trace)));
}
inline DayReport dayOf(const Scenario& scenario) {
    return simulateDay(loadOf(scenario), measuredCatalog());
}

inline std::vector<TrafficRequest> arrivalsOf(const DayLoad& load) {
    DayArrivals arrivals(load.plan.day, load.plan.client);
    std::vector<TrafficRequest> all;
    while (const std::optional<TrafficRequest> one = arrivals.next()) all.push_back(*one);
    return all;
}

} // namespace moe::test
