// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of a fleet's day.

#include "models/engine/explain/explain_symbols.h"
#include "models/engine/report/day_report.h"

namespace moe {

using namespace explain;

#define MOE_DAY(expression)                                                                                  \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        if (!f.report.day) return {};                                                                        \
        const DayReport& r = *f.report.day;                                                                  \
        return expression;                                                                                   \
    }
#define MOE_COUNTED(member) MOE_DAY(static_cast<double>(r.member))

std::vector<ExplainSymbol> daySymbols() {
    constexpr unsigned D = kDay;
    // clang-format off
    return {
        derived("n_ok", D, "requests that were answered until the day's end", "", "", MOE_COUNTED(answered)),
        derived("n_no", D, "requests that were refused, as every replica had too many in flight", "", "", MOE_COUNTED(refused)),
        derived("n_open", D, "requests without their last token at the day's end", "", "", MOE_COUNTED(running)),
        derived("n_in", D, "requests that keep the limits, whenever they are answered", "", "", MOE_DAY(r.within ? Value(*r.within * static_cast<double>(r.requests)) : Value())),
        derived("x_worst", D, "lowest share of requests within the limits, over quarters of an hour", "share", "", MOE_DAY(r.worstWithin)),
        derived("t_f50", D, "time to the first token that half of the requests exceed", "s", "", MOE_DAY(r.ttft.p50)),
        derived("t_f95", D, "time to the first token that one request in twenty exceeds", "s", "", MOE_DAY(r.ttft95)),
        derived("t_f99", D, "time to the first token that one request in a hundred exceeds", "s", "", MOE_DAY(r.ttft.p99)),
        derived("t_worst", D, "highest time to the first token that one request in twenty exceeds, over quarters of an hour", "s", "", MOE_DAY(r.worstTtft95)),
        derived("t_o50", D, "time per output token that half of the requests exceed", "s", "", MOE_DAY(r.tpot.p50)),
        derived("t_o99", D, "time per output token that one request in a hundred exceeds", "s", "", MOE_DAY(r.tpot.p99)),
        derived("h_on", D, "hours in which replicas serve, added up", "h", "", MOE_DAY(r.replicaHours - r.startHours - r.drainHours)),
        derived("h_up", D, "hours from the wish for replicas until they serve, added up", "h", "", MOE_DAY(r.startHours)),
        derived("h_down", D, "hours in which replicas get no more requests and answer those they have, added up", "h", "", MOE_DAY(r.drainHours)),
        derived("n_rep", D, "GPUs of a replica", "", "", MOE_DAY(r.replicaGpus)),
        derived("n_most", D, "most replicas that are paid at once", "", "", MOE_DAY(r.mostReplicas)),
        derived("n_up", D, "replicas that are begun after the first", "", "", MOE_COUNTED(starts)),
        derived("h_pass", D, "hours of passes of the replicas, added up", "h", "", MOE_DAY(r.busyShare * r.replicaHours)),
        derived("C_gpu", D, "price of a GPU-hour: rented, spot counted, or owned with its electricity", "USD", "", MOE_DAY(r.usd && r.gpuHours > 0 ? Value(*r.usd / r.gpuHours) : Value())),
        derived("n_out", D, "output tokens that came until the day's end", "tokens", "", MOE_DAY(r.outputTokens)),
        derived("E_pre", D, "energy of prompts: their watts times the GPU-time that they take", "kWh", "", MOE_DAY(r.kwhPrompt)),
        derived("E_dec", D, "energy of the other passes, at the watts of the mean batch", "kWh", "", MOE_DAY(r.kwhOutput)),
        derived("E_idle", D, "energy of GPUs that are paid and wait", "kWh", "", MOE_DAY(r.kwhIdle)),
        derived("n_hit", D, "prompt tokens that were found in caches", "tokens", "", MOE_DAY(r.cachedTokens)),
        derived("n_read", D, "tokens of all prompts", "tokens", "", MOE_DAY(r.inputTokens)),
        derived("n_pre", D, "times that a request gave its blocks back and was computed anew", "", "", MOE_DAY(r.preemptions)),
    };
    // clang-format on
}

} // namespace moe
