// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/traced_lanes.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// An end of a kernel.
struct Edge {
    Seconds at;
    int computes = 0, communicates = 0; ///< +1 where one begins, −1 where it ends
};

void add(PipelineSchedule& schedule, PassKind kind, Seconds from, Seconds to) {
    if (!(to > from)) return;
    std::vector<SchedulePass>& passes = schedule.passes;
    if (!passes.empty() && passes.back().kind == kind && passes.back().end == from) {
        passes.back().end = to;
        return;
    }
    passes.push_back({.kind = kind, .start = from, .end = to});
}

/// When what is ready next was launched: kernels of a stretch without any.
struct Launched {
    Seconds start, launch;
};

} // namespace

TracedLanes tracedLanes(const KernelTrace& trace) {
    TracedLanes lanes;
    lanes.sums = tracedStep(trace);
    lanes.steps = trace.steps.size();
    lanes.schedule.stages = 1;
    lanes.schedule.microBatches = 1;
    lanes.mix[std::size_t(kTracedExchange)].exchange = 1;
    lanes.mix[std::size_t(kTracedHost)].host = 1;
    lanes.mix[std::size_t(kTracedBoth)].hidden = 1;
    TracedSpan window{{-HUGE_VAL}, {HUGE_VAL}};
    if (!trace.steps.empty()) window = trace.steps[trace.steps.size() / 2];
    std::vector<bool> communicates;
    for (const std::string& name : trace.names)
        communicates.push_back(kernelFamilies()[kernelFamily(name)].group == TimeGroup::Communication);
    std::vector<Edge> edges;
    std::vector<Launched> launched;
    for (const TracedKernel& kernel : trace.kernels) {
        if (kernel.device != lanes.sums.device) continue;
        const Seconds launch = kernel.start - kernel.ahead;
        if (launch < window.start || launch >= window.end || !(kernel.duration.base > 0)) continue;
        const bool exchange = communicates[kernel.name];
        edges.push_back({kernel.start, exchange ? 0 : 1, exchange ? 1 : 0});
        edges.push_back({kernel.start + kernel.duration, exchange ? 0 : -1, exchange ? -1 : 0});
        launched.push_back({kernel.start, launch});
    }
    if (edges.empty()) return lanes;
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.at < b.at; });
    const Seconds begin = edges.front().at;
    int computing = 0, exchanging = 0;
    auto next = launched.begin(); // by start, as the kernels are
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        computing += edges[i].computes;
        exchanging += edges[i].communicates;
        const Seconds from = edges[i].at, to = edges[i + 1].at;
        if (!(to > from)) continue;
        if (computing > 0 || exchanging > 0) {
            add(lanes.schedule,
                computing == 0   ? kTracedExchange
                : exchanging > 0 ? kTracedBoth
                                 : kTracedCompute,
                from - begin, to - begin);
            continue;
        }
        while (next != launched.end() && next->start < to) ++next;
        // The kernel that ends the pause; one without a known launch tells nothing.
        if (trace.hostSteps && next != launched.end() && next->launch < next->start)
            add(lanes.schedule, kTracedHost, from - begin, std::clamp(next->launch, from, to) - begin);
    }
    lanes.schedule.end = edges.back().at - begin;
    return lanes;
}

} // namespace moe
