// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/recipe_traffic.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/memory/memory_saved.h"
#include "models/engine/shape/sharding.h"

#include <algorithm>

namespace moe {

/// Products that orthogonalise an update in Muon: five Newton-Schulz steps in bf16
/// (github.com/KellerJordan/Muon).
static constexpr double kNewtonSchulzSteps = 5;

Bytes offloadedBytes(const Setup& s, FeedForward feed) {
    const double share = s.scenario->train->activationOffload;
    if (share <= 0) return {};
    return {2 * share * s.T * savedLayer(s, feed, Keep::AsChosen, s.imbalance)};
}

Seconds offloadTime(const StepModel& model, const StageTime& stage) {
    Bytes bytes;
    for (std::size_t i = 0; i < model.types.size(); ++i)
        bytes += stage.shape.of[i] * model.types[i].offloaded;
    return bytes / hostLink(model.setup->gpu);
}

double muonFlops(double rows, double columns) {
    const double m = std::min(rows, columns), n = std::max(rows, columns);
    return n > 0 ? kNewtonSchulzSteps * (4 * m + 2 * m * m / n) : 0;
}

Seconds muonTime(const StepModel& model, const StageTime& stage) {
    const Setup& s = *model.setup;
    const TrainSpec& train = *s.scenario->train;
    if (train.optimizer != Optimizer::Muon) return {};
    const double width = s.f > 0 ? s.f : std::max(s.q, s.fs);
    const bool shared = train.zero > 0;
    const double copies = parameterCopies(s); // they share the states, and so the updates
    const double dense = shared ? denseGroup(s) * copies : 1, expert = shared ? expertGroup(s) * copies : 1;
    const Flops work{stage.layerParams * muonFlops(s.h, width / s.tp) / dense +
                     stage.expertParams * muonFlops(s.latent, s.fe / s.etp) / expert};
    return work / model.rates.gemm;
}

} // namespace moe
