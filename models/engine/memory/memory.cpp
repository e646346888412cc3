// SPDX-License-Identifier: GPL-3.0-or-later
// Per-GPU training memory: static + saved activations + the largest transient, for every pipeline stage.

#include "models/engine/memory/memory.h"
#include "models/engine/memory/shared_terms.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/sharding.h"

#include <algorithm>
#include <cmath>

namespace moe {

namespace {

constexpr double kTight = 0.9;
/// Imbalance of a dropless router: balanced, and its error band.
constexpr double kBalanced = 1.0, kUnbalanced = 1.25;

Bytes peakAt(StageContext context, double imbalance) {
    const SharedTerms shared(*context.setup, imbalance);
    context.imbalance = imbalance;
    context.shared = &shared;
    context.passing = nullptr;
    Bytes peak;
    for (const MemoryTerm& term : memoryTerms()) peak += term.bytes(context);
    return peak;
}

StageMemory stageMemory(const StageContext& context) {
    StageMemory memory;
    memory.stage = context.stage;
    memory.layers = context.layers.layers;
    memory.terms.reserve(memoryTerms().size());
    for (const MemoryTerm& term : memoryTerms()) {
        const Bytes bytes = term.bytes(context);
        memory.terms.push_back(bytes);
        memory.peak += bytes;
        if (isStatic(term.group)) memory.fixed += bytes;
    }
    // Saved activations are all there when the last forward pass ends; the optimizer runs without them.
    Bytes activations, kept;
    for (std::size_t i = 0; i < memory.terms.size(); ++i) {
        const MemoryTerm& term = memoryTerms()[i];
        if (term.group == MemoryGroup::Activations) activations += memory.terms[i];
        if (term.lasts) kept += memory.terms[i];
    }
    const Bytes lasting = memory.fixed + kept;
    const PhaseTransients transient = phaseTransients(context);
    memory.phases = {lasting + activations, lasting + activations + Bytes{transient.head},
                     lasting + activations + Bytes{transient.layer}, lasting};
    memory.stepGradients = stepGradients(context);
    const Bytes ended = lasting + memory.stepGradients[0] + Bytes{transient.layer};
    memory.phases[2] = std::max(memory.phases[2], ended);
    memory.phases[3] += memory.stepGradients[1];
    const bool steps = stepGradientsBeyond(context) > 0;
    const PeakPhase late = memory.phases[3] < ended ? PeakPhase::LayerBackward : PeakPhase::Optimizer;
    memory.peakPhase = peakPhaseText(steps ? late : transients(context).phase);
    memory.peakLow = memory.peakHigh = memory.peak;
    if (context.setup->isMoe) {
        const double capacity = expertCapacity(*context.setup), high = capacity > 0 ? capacity : kUnbalanced;
        memory.peakLow = peakAt(context, std::min(kBalanced, context.imbalance));
        memory.peakHigh = peakAt(context, std::max(high, context.imbalance));
    }
    return memory;
}

/// Reserve, device memory and verdict from the peak.
void judge(MemorySummary& memory, const Setup& setup) {
    memory.capacity = setup.gpu.memory;
    memory.reserved = reserveOf(*setup.scenario->train) * memory.peak;
    memory.device = memory.reserved + contextOf(*setup.scenario->train);
    memory.fits = memory.device < kTight * memory.capacity ? Fit::Yes
                  : memory.device <= memory.capacity       ? Fit::Tight
                                                           : Fit::No;
}

} // namespace

bool isStatic(MemoryGroup group) {
    return group != MemoryGroup::Activations && group != MemoryGroup::Transient;
}

/// Of the passes' order alone; a weight half keeps half of the activations waiting.
static double inFlightOf(const Setup& s, const ScheduleRow& row, int stage) {
    constexpr double kMost = 1 << 30;
    const auto batches = static_cast<int>(std::lround(std::min(kMost, s.microBatches)));
    const PipelineShape shape = rowShape(row, {static_cast<int>(s.pp), batches, static_cast<int>(s.vpp)});
    return peakBatches(row, shape, stage);
}

/// 1F1B, or Megatron-LM's interleaved schedule (Narayanan et al. 2021, arXiv 2104.04473).
double microBatchesInFlight(const Setup& s, int stage) {
    const ScheduleKind kind = scheduleKind(s);
    switch (kind) {
    case ScheduleKind::OneForwardOneBackward:
    case ScheduleKind::Interleaved:
    case ScheduleKind::Combined: break;
    case ScheduleKind::GPipe: return s.microBatches;
    default: return inFlightOf(s, scheduleRow(kind), stage);
    }
    const double remaining = s.pp * static_cast<double>(s.layerGroups) - stage;
    const double ahead = kind == ScheduleKind::Combined ? 0 : 1; // a pair's forward pass comes one earlier
    double held = s.vpp > 1 ? (s.pp * (s.vpp - 1) + 2 * remaining - ahead) / s.vpp : remaining;
    // On one stage a layer of the next micro-batch comes before the same of this one is given back.
    if (s.pp <= 1 && pairedShare(s) > 0) held += 1 / s.L;
    return std::min(s.microBatches, held);
}

const char* phaseText(MemoryPhase phase) {
    switch (phase) {
    case MemoryPhase::Forward: return "forward";
    case MemoryPhase::Loss: return "loss";
    case MemoryPhase::Backward: return "backward";
    case MemoryPhase::Optimizer: break;
    }
    return "optimizer";
}

double denseShards(const Setup& setup) {
    return setup.scenario->train->zero >= 1 ? parameterCopies(setup) * std::max(1.0, denseGroup(setup)) : 1;
}

double expertShards(const Setup& setup) {
    return setup.scenario->train->zero >= 1 ? parameterCopies(setup) * expertGroup(setup) : 1;
}

StageContext stageContext(const Setup& setup, const std::vector<StageLayers>& stages, int stage,
                          const SharedTerms* shared) {
    const StageParams params = stageParams(setup, stages, stage, shared ? &shared->params : nullptr);
    StageContext context;
    context.setup = &setup;
    context.stage = stage;
    context.first = params.first;
    context.last = params.last;
    context.inFlight = microBatchesInFlight(setup, stage);
    context.imbalance = setup.imbalance;
    context.shared = shared;
    context.take(params);
    return context;
}

MemoryReport memoryWithoutSuggestions(const Setup& setup) {
    MemoryReport report;
    const std::vector<StageLayers> stages = stageLayers(setup);
    const SharedTerms shared(setup, setup.imbalance);
    report.stages.reserve(stages.size());
    for (int stage = 0; stage < static_cast<int>(setup.pp); ++stage) {
        report.stages.push_back(stageMemory(stageContext(setup, stages, stage, &shared)));
        if (report.stages.back().peak > report.heaviest().peak) report.worst = stage;
    }
    report.gpusPerStage = setup.gpus / setup.pp;
    MemorySummary verdict;
    verdict.peak = report.heaviest().peak;
    judge(verdict, setup);
    report.capacity = verdict.capacity;
    report.reserved = verdict.reserved;
    report.device = verdict.device;
    report.fits = verdict.fits;
    report.ownError = setup.scenario->train->memoryError;
    return report;
}

/// Sums in the order of the terms, so that the totals equal the report's to the last bit.
MemorySummary memorySummary(const Setup& setup, const std::vector<StageLayers>& stages) {
    MemorySummary heaviest;
    const SharedTerms shared(setup, setup.imbalance);
    const int count = static_cast<int>(stages.size());
    for (int stage = 0; stage < count; ++stage) {
        // Of inner stages with the same layers the first holds the most: no term falls with the micro-batches
        // in flight.
        const auto inner = stages.begin() + (stage > 0 ? 1 : 0), here = stages.begin() + stage;
        const bool like = stage > 1 && (*here == here[-1] || std::find(inner, here, *here) != here);
        if (stage + 1 < count && like) continue;
        StageContext context = stageContext(setup, stages, stage, &shared);
        const Transients passing = transients(context);
        context.passing = &passing;
        Bytes peak, fixed;
        for (const MemoryTerm& term : memoryTerms()) {
            const Bytes bytes = term.bytes(context);
            peak += bytes;
            if (isStatic(term.group)) fixed += bytes;
        }
        if (stage > 0 && peak <= heaviest.peak) continue;
        heaviest.peak = peak;
        heaviest.fixed = fixed;
        heaviest.worst = stage;
    }
    judge(heaviest, setup);
    return heaviest;
}

MemorySummary memorySummary(const Setup& setup) {
    return memorySummary(setup, stageLayers(setup));
}

MemorySummary memorySummary(const Setup& setup, Bytes fixed, Bytes peak) {
    MemorySummary summary;
    summary.fixed = fixed;
    summary.peak = peak;
    judge(summary, setup);
    return summary;
}

/// By halving: memory grows with the sequence.
static std::optional<double> longestSequence(const Setup& setup) {
    constexpr double kMost = 1 << 24;
    const std::vector<StageLayers> stages = stageLayers(setup);
    Setup longer = setup;
    const auto fits = [&](double tokens) {
        longer.s = tokens;
        longer.T = static_cast<double>(setup.scenario->train->microBatch) * tokens / setup.cp;
        return memorySummary(longer, stages).fits != Fit::No;
    };
    if (!fits(1)) return std::nullopt;
    if (fits(kMost)) return kMost;
    double low = 1, high = kMost;
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

MemoryReport trainingMemory(const Setup& setup, const Catalog& catalog) {
    MemoryReport report = memoryWithoutSuggestions(setup);
    if (isFineTuning(setup)) report.longestSequence = longestSequence(setup);
    if (report.fits == Fit::No) report.suggestions = memorySuggestions(*setup.scenario, catalog);
    return report;
}

} // namespace moe
