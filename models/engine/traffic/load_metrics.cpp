// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/serve_load.h"

namespace moe {

#define MOE_LATENCY(set, name)                                                                               \
    {name ".mean", [](const TrafficReport& r, const ServedLoad&) { return r.all.set.mean; }, true},          \
        {name ".p50", [](const TrafficReport& r, const ServedLoad&) { return r.all.set.p50; }, true},        \
        {name ".p90", [](const TrafficReport& r, const ServedLoad&) { return r.all.set.p90; }, true}, {      \
        name ".p99", [](const TrafficReport& r, const ServedLoad&) { return r.all.set.p99; }, true           \
    }

const std::vector<LoadMetric>& loadMetrics() {
    static const std::vector<LoadMetric> rows{
        MOE_LATENCY(ttft, "ttft_seconds"),
        MOE_LATENCY(tpot, "tpot_seconds"),
        MOE_LATENCY(itl, "itl_seconds"),
        MOE_LATENCY(e2e, "e2e_seconds"),
        {"requests_per_second", [](const TrafficReport& r, const ServedLoad&) { return r.requestsPerSecond; },
         false},
        {"output_tokens_per_second",
         [](const TrafficReport& r, const ServedLoad&) { return r.outputTokensPerSecond; }, false},
        {"output_tokens_per_second_per_gpu",
         [](const TrafficReport& r, const ServedLoad& l) { return r.outputTokensPerSecond / l.gpus; }, false},
        {"total_tokens_per_second",
         [](const TrafficReport& r, const ServedLoad&) { return r.totalTokensPerSecond; }, false},
        {"duration_seconds", [](const TrafficReport& r, const ServedLoad&) { return r.duration; }, true},
    };
    return rows;
}

#undef MOE_LATENCY

} // namespace moe
