// SPDX-License-Identifier: GPL-3.0-or-later
// What a training step says of itself.

#include "models/engine/cost/operators.h"
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/routing/layer_loads.h"
#include "models/engine/shape/number_format.h"
#include "models/engine/time/host_time.h"
#include "models/engine/time/step_time_report.h"
#include "models/engine/time/unmodelled.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace moe {
namespace {

constexpr double kUneven = 1.15; ///< a stage this many times the mean sets the pipeline's pace

/// A pipeline runs at its slowest stage's pace, mostly the one that holds the LM heads.
void warnUneven(const std::vector<Seconds>& stages, std::vector<Warning>& warnings) {
    if (stages.size() < 2) return;
    const auto slowest =
        std::max_element(stages.begin(), stages.end(), [](Seconds a, Seconds b) { return a < b; });
    Seconds sum;
    for (Seconds stage : stages) sum += stage;
    const double share = *slowest * static_cast<double>(stages.size()) / sum;
    if (share < kUneven) return;
    warnings.push_back(
        {"time-uneven-stages", say("Pipeline stage %1 takes %2 % longer than the mean of the stages, and the "
                                   "others wait for it.",
                                   slowest - stages.begin(), std::lround((share - 1) * 100))});
}

/// An overlap that finds nothing to overlap hides nothing.
void warnUnpaired(const Setup& setup, std::vector<Warning>& warnings) {
    if (!setup.scenario->train->epOverlap || pairedShare(setup) > 0) return;
    if (!setup.isMoe || setup.ep <= 1)
        warnings.push_back(
            {"time-no-exchange", say("The all-to-all overlaps nothing: no tokens leave their GPU "
                                     "without experts on other GPUs.")});
    else
        warnings.push_back({"time-no-pairs",
                            say("The all-to-all stays exposed: this schedule runs no forward pass beside the "
                                "backward pass of another micro-batch. Virtual stages or DualPipe do.")});
}

std::string percent(double share) {
    return std::to_string(std::lround(100 * share));
}
/// With two digits behind the point.
std::string ratio(double value) {
    const auto hundredths = std::lround(100 * value);
    const std::string rest = std::to_string(hundredths % 100);
    return std::to_string(hundredths / 100) + "." + std::string(2 - rest.size(), '0') + rest;
}

/// What step and memory do not take from the routing, and what a capacity takes away.
void warnRouting(const Setup& setup, std::vector<Warning>& warnings) {
    constexpr double kSame = 0.05, kFew = 0.005;
    if (!setup.isMoe) return;
    const TrainSpec& train = *setup.scenario->train;
    const double routed = setup.routedImbalance, capacity = expertCapacity(setup);
    if (capacity > 0 && train.imbalance && *train.imbalance > capacity)
        warnings.push_back({"time-own-imbalance", say("Load imbalance %1 is set by hand, but experts have "
                                                      "room for %2 of their mean load: step and "
                                                      "memory take that.",
                                                      ratio(*train.imbalance), ratio(capacity))});
    else if (train.imbalance && setup.layerLoads && std::abs(*train.imbalance / routed - 1) > kSame)
        warnings.push_back(
            {"time-own-imbalance",
             say("Load imbalance %1 is set by hand, so step and memory take it; the routing gives "
                 "%2 with this placement.",
                 ratio(*train.imbalance), ratio(routed))});
    if (capacity <= 0) return;
    const double dropped = droppedShare(setup.layerLoads ? *setup.layerLoads : LayerLoads{}, capacity);
    if (dropped > kFew)
        warnings.push_back(
            {"time-dropped-tokens",
             say("Experts with room for %1 of their mean load drop %2 % of the tokens sent to them: "
                 "step and memory count what is left, the predicted loss does not know.",
                 ratio(capacity), percent(dropped))});
}

} // namespace

std::vector<Warning> trainingWarnings(const Setup& setup, const TrainReport& train) {
    std::vector<Warning> warnings;
    if (setup.h <= 1024) {
        warnings.push_back(
            {"time-small-model", say("Hidden size %1 is below what the step time was fitted on: launches and "
                                     "synchronisation dominate, expect 30–75 % more than shown.",
                                     static_cast<Count>(setup.h))});
    } else if (setup.moeLayers > 0) {
        const auto rows = static_cast<Count>(routedRows(setup).perExpert);
        if (rows < 256) {
            warnings.push_back(
                {"time-few-rows", say("Only %1 rows reach an expert per micro-batch; below about 256 "
                                      "small dropless MoE runs are 30–75 % slower than shown.",
                                      rows)});
        }
    }
    if (const UnmodelledSoftware* software = unmodelledSoftware(setup, train.step))
        warnings.push_back(
            {"time-not-modelled",
             say("Software that the step time does not model (%1): ±30 %.", say(software->name))});
    const DataType compute = setup.scenario->precision.compute;
    if ((compute == DataType::NvFp4 || compute == DataType::MxFp4) && setup.gpu.fp8.base > 0 &&
        setup.gpu.fp4.base <= 0)
        warnings.push_back(
            {"time-no-fp4", say("%1 has no FP4: FP8 is used for the step time.", setup.gpu.label)});
    if (graphsInUse(setup) != setup.scenario->train->cudaGraphs)
        warnings.push_back({"time-graph-shapes",
                            say("A graph of the whole iteration needs token counts that stay on the GPU "
                                "(HybridEP) or a capacity factor: graphs of parts are timed.")});
    if (isNarrow(compute) && setup.gpu.fp8.base <= 0)
        warnings.push_back(
            {"time-no-fp8", say("%1 has no FP8: bf16 is used for the step time.", setup.gpu.label)});
    if (!isKnownGpu(setup.gpu) && setup.gpu.mfu <= 0)
        warnings.push_back(
            {"time-unknown-gpu",
             say("No step was measured on %1: its generation's default efficiencies are used, ±25 %.",
                 setup.gpu.label)});
    if (layerGroups(*setup.scenario) > 1)
        warnings.push_back(
            {"time-layer-groups", say("Each MoE layer has its own GPUs: the step is timed as if layers "
                                      "ran one after another, most groups idle, without a pipeline "
                                      "between the groups.")});
    warnRouting(setup, warnings);
    warnUnpaired(setup, warnings);
    warnUneven(train.stages, warnings);
    return warnings;
}

} // namespace moe
