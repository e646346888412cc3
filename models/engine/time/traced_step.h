// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A step as one GPU ran it, from a profiler's trace, beside the step that is predicted: kernels are told
// apart by their names (kernel_names.h), parts of the model by timeTerms(). Kinds of kernels and parts of the
// model do not meet one to one, so that a row may hold several parts.

#include "data/kernel_trace.h"
#include "models/engine/report/report.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/time/step_lanes.h"

#include <string_view>

namespace moe {

/// What kernels do.
struct KernelFamily {
    const char* key;
    const char* label;
    TimeGroup group;
    std::vector<const char*> parts; ///< keys of timeTerms() and serveTerms(); none: nothing the model has
};
/// The last is for all that is left.
const std::vector<KernelFamily>& kernelFamilies();
/// Its row for a kernel.
std::size_t kernelFamily(std::string_view kernel);

enum class TracedMode { Unknown, Training, Serving };
/// "training", "inference", or empty.
const char* tracedModeText(TracedMode mode);

struct TracedFamily {
    std::size_t family = 0; ///< row of kernelFamilies()
    Seconds traced;         ///< of a step, all streams
    double launches = 0;    ///< of a step
    std::optional<Seconds> predicted;
    std::vector<std::pair<std::string, Seconds>> largest; ///< kernels that take longest, three at most
};

struct TracedStep {
    std::string gpu;
    std::optional<int> rank;
    std::int32_t device = 0;
    int devices = 1;         ///< of the trace; one is looked at, the busiest
    double steps = 1;        ///< that the trace holds; 1 without marks
    bool marked = false;     ///< "ProfilerStep#…" says where a step begins
    std::size_t outside = 0; ///< kernels before and after the marked steps
    std::size_t unusable = 0;
    TracedMode mode = TracedMode::Unknown; ///< what the GPU was recorded doing
    std::vector<TracedFamily> families;    ///< in the order of kernelFamilies()
    /// Of a step. Communication is exposed while no kernel computes; idle: no kernel at all.
    Seconds step, compute, communication, exposed, idle;
    Seconds predictedStep, predictedCompute, predictedCommunication, predictedExposed, predictedIdle;
    /// Predicted beside them: the same kernels once more, which no trace tells apart.
    Seconds predictedRecompute;
    /// Backward passes of attention layers, of a step: how often the kernel ran that takes most of their
    /// time.
    double backwardPasses = 0, predictedBackwardPasses = 0;
    std::optional<double> predictedLayers; ///< that the prediction is of; none: of a whole step
    double replays = 0, replayed = 0;      ///< of a step, launches of CUDA graphs and kernels that they ran
};

/// Without marks the whole trace is taken for `unmarkedSteps` steps. A step that the host marks is what was
/// launched in it, and takes until the GPU has done that. The predicted side is empty.
TracedStep tracedStep(const KernelTrace& trace, double unmarkedSteps = 1);
/// With the predicted side, and without the families that neither has.
TracedStep besidePrediction(TracedStep step, const TrainReport& predicted);
/// The same beside a prefill or a decode step (ServeReport's parts).
TracedStep besidePass(TracedStep step, const std::vector<ServePart>& predicted);

/// Such a step as the lanes of one rank: where it computed, communicated and waited for the host. It takes
/// the form of a schedule of one stage, so that laneUse() and pictures of schedules read it: its passes are
/// stretches, whose kind stands for what was done in them, with a mix of one part.
inline constexpr PassKind kTracedCompute = PassKind::Forward;
inline constexpr PassKind kTracedBoth = PassKind::Pair; ///< communication beside computing
inline constexpr PassKind kTracedExchange = PassKind::Input;
inline constexpr PassKind kTracedHost = PassKind::Weight; ///< the GPU was free before the host launched

struct TracedLanes {
    PipelineSchedule schedule; ///< one stage; of one step, that begins at 0
    StepMix mix{};
    std::size_t steps = 0; ///< that the trace marks; 0: it marks none, and all of it is drawn
    TracedStep sums;       ///< of all steps, without a predicted side
};
/// The step in the middle of those that are marked, of the device that worked longest. What no kernel covers
/// is the host's as long as the next kernel was not launched yet, which traces with marks of the host tell,
/// else idle.
TracedLanes tracedLanes(const KernelTrace& trace);

} // namespace moe
