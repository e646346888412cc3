// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/traced_step.h"

#include "models/engine/time/kernel_names.h"
#include "models/engine/time/step_terms.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

constexpr std::size_t kLargest = 3;

bool isCommunication(std::size_t family) {
    return kernelFamilies()[family].group == TimeGroup::Communication;
}

/// Time covered by spans that begin in order.
Seconds covered(const std::vector<TracedSpan>& spans) {
    Seconds sum, end{-HUGE_VAL};
    for (const TracedSpan& span : spans) {
        if (span.end > end) sum += span.end - std::max(span.start, end);
        end = std::max(end, span.end);
    }
    return sum;
}

std::int32_t busiestDevice(const KernelTrace& trace, TracedStep& step) {
    std::map<std::int32_t, Seconds> busy;
    for (const TracedKernel& kernel : trace.kernels) busy[kernel.device] += kernel.duration;
    step.devices = static_cast<int>(busy.size());
    return std::max_element(busy.begin(), busy.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

} // namespace

const std::vector<KernelFamily>& kernelFamilies() {
    using G = TimeGroup;
    static const std::vector<KernelFamily> rows{
        {"exchange",
         "All-to-all, send and receive",
         G::Communication,
         {"alltoall", "dispatch", "combine", "pipeline"}},
        {"collectives", "Collectives", G::Communication, {"tp", "cp", "dp"}},
        {"optimizer", "Optimizer", G::Optimizer, {"optimizer"}},
        {"attention", "Attention core", G::Compute, {"attention"}},
        {"expert_products", "Expert GEMMs, grouped", G::Compute, {"expert_gemm"}},
        {"products", "Other GEMMs", G::Compute, {"gemm", "mlp", "head"}},
        {"convolutions", "Convolutions", G::Compute, {}},
        {"embeddings", "Embedding tables", G::Compute, {}},
        {"copies", "Copies and fills", G::Compute, {}},
        {"memory_bound", "Norms, activations, permutes", G::Compute, {"memory_bound", "grad_accumulation"}},
        {"rest", "Other kernels", G::Compute, {}}};
    return rows;
}

std::size_t kernelFamily(std::string_view kernel) {
    const std::string_view key = kernelFamilyKey(kernel);
    const std::vector<KernelFamily>& rows = kernelFamilies();
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const KernelFamily& one) { return key == one.key; });
    return static_cast<std::size_t>(std::min(row, rows.end() - 1) - rows.begin());
}

namespace {

/// By the host's operators where they were recorded, else by the kernels of backward passes.
TracedMode modeOf(const KernelTrace& trace) {
    const bool trains = trace.trains || std::any_of(trace.names.begin(), trace.names.end(), isTrainingKernel);
    if (trains) return TracedMode::Training;
    return trace.operators > 0 ? TracedMode::Serving : TracedMode::Unknown;
}

} // namespace

const char* tracedModeText(TracedMode mode) {
    switch (mode) {
    case TracedMode::Training: return "training";
    case TracedMode::Serving: return "inference";
    case TracedMode::Unknown: break;
    }
    return "";
}

TracedStep tracedStep(const KernelTrace& trace, double unmarkedSteps) {
    TracedStep step;
    step.gpu = trace.gpu;
    step.rank = trace.rank;
    step.unusable = trace.unusable;
    step.mode = modeOf(trace);
    step.device = busiestDevice(trace, step);
    step.marked = !trace.steps.empty();
    step.steps = step.marked ? static_cast<double>(trace.steps.size()) : unmarkedSteps;
    TracedSpan window{trace.kernels.front().start, {-HUGE_VAL}};
    for (const TracedKernel& kernel : trace.kernels)
        window.end = std::max(window.end, kernel.start + kernel.duration);
    if (step.marked) {
        window = {trace.steps.front().start, {-HUGE_VAL}};
        for (const TracedSpan& one : trace.steps) window.end = std::max(window.end, one.end);
    }
    std::vector<std::size_t> familyOf;
    for (const std::string& name : trace.names) familyOf.push_back(kernelFamily(name));
    std::vector<Seconds> ofName(trace.names.size());
    std::vector<double> runs(trace.names.size()), launches(kernelFamilies().size());
    std::vector<TracedSpan> computing, communicating, any;
    TracedSpan ran{{HUGE_VAL}, {-HUGE_VAL}};
    for (const TracedKernel& kernel : trace.kernels) {
        if (kernel.device != step.device) continue;
        const TracedSpan span{kernel.start, kernel.start + kernel.duration};
        const Seconds begins = span.start - kernel.ahead;
        if (begins < window.start || begins >= window.end) {
            ++step.outside;
            continue;
        }
        const std::size_t family = familyOf[kernel.name];
        ofName[kernel.name] += kernel.duration;
        ++runs[kernel.name];
        ++launches[family];
        step.replayed += kernel.replayed ? 1 : 0;
        // A kernel that ends behind the last step would make that one longer than it is.
        const TracedSpan within{span.start, trace.hostSteps ? span.end : std::min(span.end, window.end)};
        ran = {std::min(ran.start, within.start), std::max(ran.end, within.end)};
        any.push_back(within);
        (isCommunication(family) ? communicating : computing).push_back(within);
    }
    step.replays =
        static_cast<double>(std::count_if(trace.replays.begin(), trace.replays.end(), [&](Seconds time) {
            return !step.marked || (time >= window.start && time < window.end);
        }));
    const double share = 1 / step.steps;
    step.replays *= share;
    step.replayed *= share;
    // The GPU may be behind the host, and then runs longer than the host's marks.
    step.step = share * std::max(window.end - window.start, ran.end - ran.start);
    step.compute = share * covered(computing);
    step.communication = share * covered(communicating);
    const Seconds busy = share * covered(any);
    step.exposed = busy - step.compute;
    step.idle = std::max(Seconds{}, step.step - busy);
    Seconds longest;
    for (std::size_t name = 0; name < trace.names.size(); ++name) {
        if (!(ofName[name] > longest) || !isAttentionBackward(trace.names[name])) continue;
        longest = ofName[name];
        step.backwardPasses = share * runs[name];
    }
    for (std::size_t i = 0; i < kernelFamilies().size(); ++i) {
        TracedFamily family;
        family.family = i;
        family.launches = share * launches[i];
        for (std::size_t name = 0; name < trace.names.size(); ++name) {
            if (familyOf[name] != i || !(ofName[name].base > 0)) continue;
            family.traced += share * ofName[name];
            family.largest.emplace_back(trace.names[name], share * ofName[name]);
        }
        std::stable_sort(family.largest.begin(), family.largest.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        family.largest.resize(std::min(family.largest.size(), kLargest));
        step.families.push_back(std::move(family));
    }
    return step;
}

namespace {

/// One part of what is predicted, of a training step or of a pass that serves.
struct PredictedPart {
    std::string_view key;
    TimeGroup group;
    Seconds seconds, exposed;
};

Seconds secondsOf(const std::vector<PredictedPart>& parts, std::string_view key) {
    const auto part =
        std::find_if(parts.begin(), parts.end(), [key](const PredictedPart& one) { return one.key == key; });
    return part == parts.end() ? Seconds{} : part->seconds;
}

TracedStep beside(TracedStep step, const std::vector<PredictedPart>& parts, Seconds whole) {
    bool hasGrouped = false;
    for (const TracedFamily& family : step.families)
        hasGrouped = hasGrouped || (family.launches > 0 && kernelFamilies()[family.family].key ==
                                                               std::string_view("expert_products"));
    const std::vector<KernelFamily>& rows = kernelFamilies();
    for (TracedFamily& family : step.families) {
        const KernelFamily& row = rows[family.family];
        if (row.parts.empty()) continue;
        Seconds sum;
        for (const char* part : row.parts) sum += secondsOf(parts, part);
        // Without kernels for many small products, those of experts run as any others.
        if (!hasGrouped && row.key == std::string_view("products")) sum += secondsOf(parts, "expert_gemm");
        if (!hasGrouped && row.key == std::string_view("expert_products")) sum = {};
        family.predicted = sum;
    }
    step.predictedRecompute = secondsOf(parts, "recompute");
    step.predictedStep = whole;
    for (const PredictedPart& part : parts) {
        switch (part.group) {
        case TimeGroup::Compute:
        case TimeGroup::Optimizer: step.predictedCompute += part.seconds; break;
        case TimeGroup::Communication:
            step.predictedCommunication += part.seconds;
            step.predictedExposed += part.exposed;
            break;
        case TimeGroup::Host:
        case TimeGroup::Bubble: step.predictedIdle += part.exposed; break;
        }
    }
    std::erase_if(step.families, [](const TracedFamily& family) {
        return !(family.launches > 0) && !(family.predicted && family.predicted->base > 0);
    });
    return step;
}

} // namespace

TracedStep besidePrediction(TracedStep step, const TrainReport& predicted) {
    std::vector<PredictedPart> parts;
    for (std::size_t i = 0; i < predicted.terms.size(); ++i)
        parts.push_back({timeTerms()[i].key, timeTerms()[i].group, predicted.terms[i].seconds,
                         predicted.terms[i].exposed});
    return beside(std::move(step), parts, predicted.step);
}

TracedStep besidePass(TracedStep step, const std::vector<ServePart>& predicted) {
    std::vector<PredictedPart> parts;
    Seconds whole;
    for (const ServePart& part : predicted) {
        const std::string_view key = part.key;
        if (key == "prefills") continue; // of other requests: no part of this pass
        const bool travels =
            key == "dispatch" || key == "combine" || key == "tp" || key == "cp" || key == "pipeline";
        const TimeGroup group = travels           ? TimeGroup::Communication
                                : key == "engine" ? TimeGroup::Host
                                                  : TimeGroup::Compute;
        parts.push_back({key, group, part.seconds, part.exposed});
        whole += part.exposed;
    }
    return beside(std::move(step), parts, whole);
}

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
