// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The step of a pipeline whose schedule has no closed form, from the times of its chunks.

#include "models/engine/schedule/plan.h"
#include "models/engine/schedule/simulate.h"
#include "models/engine/time/step_time.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace moe {

/// 1F1B and interleaved 1F1B of layers spread by count have a closed form (bubbleShare()), which the
/// step-time model was fitted with; every other schedule, and layers placed chunk by chunk, are simulated.
bool isSimulated(const Setup& setup);

/// What every chunk of the pipeline takes for one micro-batch. In a pair the all-to-all hides as it does with
/// its overlap, outside of one it is exposed. Sending between stages is part of the times.
PipelineWork pipelineWork(const StepModel& model);

StepTime simulatedStep(const StepModel& model, std::vector<Seconds>* stages = nullptr);

/// What chunks and ranks run, each kind once: the same for every machine.
struct StepShapes {
    struct Rank {
        std::size_t own = 0;
        std::optional<std::size_t> twin; ///< beside it, where micro-batches come from both ends
        bool operator==(const Rank& other) const {
            return (own == other.own && twin == other.twin) ||
                   (twin && other.twin && own == *other.twin && *twin == other.own);
        }
    };
    PipelineWork work;               ///< without times
    std::vector<StageShape> chunks;  ///< kinds
    std::vector<std::size_t> ofWork; ///< by chunk of `work`: entry of `chunks`
    std::vector<StageShape> held;    ///< kinds of what ranks hold; empty: those of `chunks`
    std::vector<Rank> ranks;         ///< kinds, of entries of `held`; which of two is whose twin is all one
    std::vector<std::size_t> ofRank; ///< by rank: entry of `ranks`
};
StepShapes stepShapes(const Setup& setup);

/// All of it but the run of the schedule.
struct UnrunStep {
    StepTime time; ///< what the ranks take
    PipelineWork work;
    std::vector<StageTime> held, ranks; ///< by kind
    std::vector<ChunkTimes> chunks;
};
UnrunStep unrunStep(const StepModel& model, std::vector<Seconds>* stages = nullptr);
/// Into `step`, whose room is used again.
void readStep(UnrunStep& step, const StepModel& model, const StepShapes& shapes,
              std::vector<Seconds>* stages = nullptr);
StepTime simulatedStep(const StepModel& model, const UnrunStep& step);
/// Of a schedule that ran elsewhere.
StepTime simulatedStep(const StepModel& model, const UnrunStep& step, const SchedulePlan::Ends& run);
/// No later than that, without running it; its bubble says nothing.
StepTime leastSimulatedStep(const StepModel& model, const UnrunStep& step);

/// What `time.worst` runs for a micro-batch, by type of layer.
std::array<double, kMostLayerTypes> worstLayers(const StepModel& model, const StepTime& time);
/// Parts of `time.worst`, one micro-batch.
PartCosts worstParts(const StepModel& model, const StepTime& time);

} // namespace moe
