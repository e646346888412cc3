// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/day/day.h"

namespace moe {

#define MOE_DAY(expression) [](const DayReport& r) -> std::optional<double> { return expression; }
#define MOE_COUNT(member) MOE_DAY(static_cast<double>(r.member))

const std::vector<DayMetric>& dayMetrics() {
    static constexpr const char* kSimulated = "every request simulated; see docs, A day";
    static constexpr const char* kSpans = "replicas from the wish for them to their last answer";
    static constexpr const char* kPower = "watts by utilisation at the mean batch; see docs, Power and money";
    static const std::vector<DayMetric> rows{
        {"day.requests", MOE_COUNT(requests), "answered + refused + running", kSimulated},
        {"day.answered", MOE_COUNT(answered), "requests − refused − running", kSimulated},
        {"day.refused", MOE_COUNT(refused), "requests − answered − running", kSimulated},
        {"day.running", MOE_COUNT(running), "requests − answered − refused", kSimulated},
        {"day.within_share", MOE_DAY(r.within), "within / requests; refused ones are not within", kSimulated},
        {"day.worst_within_share", MOE_DAY(r.worstWithin), "min over quarters of an hour: within / requests",
         kSimulated},
        {"day.ttft_seconds.p50", MOE_DAY(r.ttft.p50), "percentile of first token − arrival", kSimulated},
        {"day.ttft_seconds.p95", MOE_DAY(r.ttft95), "percentile of first token − arrival", kSimulated},
        {"day.ttft_seconds.p99", MOE_DAY(r.ttft.p99), "percentile of first token − arrival", kSimulated},
        {"day.worst_ttft_seconds", MOE_DAY(r.worstTtft95), "max over quarters of an hour: 95 % of TTFT",
         kSimulated},
        {"day.tpot_seconds.p50", MOE_DAY(r.tpot.p50), "percentile of (latency − TTFT) / (output − 1)",
         kSimulated},
        {"day.tpot_seconds.p99", MOE_DAY(r.tpot.p99), "percentile of (latency − TTFT) / (output − 1)",
         kSimulated},
        {"day.replica_hours", MOE_DAY(r.replicaHours), "Σ (end − begin), serving or not", kSpans},
        {"day.start_hours", MOE_DAY(r.startHours), "Σ (ready − begin)", kSpans},
        {"day.drain_hours", MOE_DAY(r.drainHours), "Σ (end − drained)", kSpans},
        {"day.gpu_hours", MOE_DAY(r.gpuHours), "replica-hours · GPUs of a replica", kSpans},
        {"day.most_replicas", MOE_DAY(r.mostReplicas), "max over slots: serving + starting + draining",
         kSpans},
        {"day.starts", MOE_COUNT(starts), "replicas begun after the first", kSpans},
        {"day.busy_share", MOE_DAY(r.busyShare), "Σ passes' time / servers / replica-hours", kSpans},
        {"day.usd", MOE_DAY(r.usd), "GPU-hours · price of one", "definition"},
        {"day.usd_per_million_tokens", MOE_DAY(r.usdPerMillion), "1e6 · USD / output tokens", "definition"},
        {"day.kwh", MOE_DAY(r.kwh), "prompts + output tokens + waiting, at the meter", kPower},
        {"day.kwh_prompt", MOE_DAY(r.kwhPrompt), "W of a prompt · GPU-seconds of prompts", kPower},
        {"day.kwh_output", MOE_DAY(r.kwhOutput), "W of decoding · other GPU-seconds of passes", kPower},
        {"day.kwh_idle", MOE_DAY(r.kwhIdle), "idle W · GPU-seconds outside passes", kPower},
        {"day.output_tokens", MOE_DAY(r.outputTokens), "Σ output until the day's end", kSimulated},
        {"day.hit_share", MOE_DAY(r.inputTokens > 0 ? r.cachedTokens / r.inputTokens : 0),
         "prompt tokens found in caches / prompt tokens", kSimulated},
        {"day.preemptions", MOE_DAY(r.preemptions), "count", kSimulated},
    };
    return rows;
}

#undef MOE_COUNT
#undef MOE_DAY

} // namespace moe
