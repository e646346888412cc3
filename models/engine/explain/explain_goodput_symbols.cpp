// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of a run with failures.

#include "models/engine/explain/explain_symbols.h"
#include "models/engine/reliability/goodput.h"

namespace moe {

using namespace explain;

namespace {

#define MOE_GOODPUT(expression)                                                                              \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        if (!f.report.goodput) return {};                                                                    \
        const FailureTimes times = failureTimes(f.setup, f.report.goodput->checkpoint);                      \
        static_cast<void>(times);                                                                            \
        const ReliabilitySpec& spec = f.report.scenario.reliability;                                         \
        static_cast<void>(spec);                                                                             \
        return expression;                                                                                   \
    }

} // namespace

std::vector<ExplainSymbol> goodputSymbols() {
    constexpr unsigned G = kGoodput;
    // clang-format off
    return {
        result("τ", G, "work between two checkpoints", "s", "goodput.interval_seconds"),
        knob("τ_0", G, "interval as given, or the one that solves 1 − τ/M = exp(−(τ + w)/M)", "s", "reliability.checkpoint_interval", MOE_GOODPUT(spec.checkpointInterval.value_or(bestInterval(times).base))),
        derived("τ_min", G, "least interval: one step, and until storage has the last checkpoint at 2 TB/s or all NICs' rate; 0 where the interval is given", "s", "", MOE_GOODPUT(leastInterval(f.setup, f.report.goodput->checkpoint, f.step.step).base)),
        derived("M", G, "mean time between failures of the job", "s", "86400/(nodes·fail/1000)", MOE_GOODPUT(times.between.base)),
        knob("R", G, "detection, restart and load after a failure", "s", "reliability.restart_seconds", MOE_GOODPUT(times.restart.base)),
        knob("w", G, "what a checkpoint keeps the step waiting; unless given its copy to the hosts' memory at 20 GB/s per GPU", "s", "reliability.checkpoint_seconds", MOE_GOODPUT(times.blocking.base)),
        knob("fail", G, "failures per 1000 nodes and day", "", "reliability.failures_per_1000_node_days", MOE_GOODPUT(spec.failuresPer1000NodeDays)),
        derived("nodes", G, "nodes of the job", "", "ceil(GPUs/g_node)", MOE_GOODPUT(nodeCount(f.setup))),
        derived("b_c", G, "bytes of a checkpoint per parameter: 2 of the weights, 4 of a master copy, two moments", "B", "", MOE_GOODPUT(checkpointBytesPerParam(f.train()))),
        result("e", G, "share of the time that is progress", "share", "goodput.efficiency"),
        knob("s_s", G, "share of the throughput lost to stragglers and maintenance", "share", "reliability.straggler_share", MOE_GOODPUT(spec.stragglerShare)),
        result("rate", G, "tokens per second without failures", "1/s", "train.tokens_per_second"),
        result("rate_e", G, "tokens per second with failures", "1/s", "goodput.effective_tokens_per_second"),
        result("hours", G, "GPU-hours without failures", "h", "train.gpu_hours"),
        result("hours_e", G, "GPU-hours with failures", "h", "goodput.gpu_hours"),
        knob("price", G, "price of a GPU-hour, spot counted", "USD", "price.gpu_hour_usd", MOE_GET(rentPerGpuHour(f.report.scenario))),
        derived("k_s", G, "nodes that those under repair exceed with a chance below 5 %, nodes·fail/1000 of them on average", "", "", MOE_GOODPUT(f.report.goodput->spareNodes)),
    };
    // clang-format on
}

} // namespace moe
