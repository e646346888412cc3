// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/reliability/goodput.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Below it jobs were seen to fail far more often than their hardware does: 7.9 h between failures of 1 024
/// GPUs, where the rate of the nodes says 28.8 h (arXiv 2410.21680).
constexpr double kHardwareDecides = 4096;

void warn(const Setup& setup, const GoodputReport& goodput, Bytes checkpoint,
          std::vector<Warning>& warnings) {
    if (setup.gpus < kHardwareDecides)
        warnings.push_back(
            {"goodput-small-job",
             say("Failures of hardware only: below about 4 096 GPUs errors of users and software "
                 "end more jobs than nodes do.")});
    if (goodput.interval < drainTime(setup, checkpoint))
        warnings.push_back(
            {"goodput-drain",
             say("A checkpoint is not written before the next one begins: storage needs %1 s for it.",
                 std::lround(std::ceil(drainTime(setup, checkpoint).base)))});
}

} // namespace

double checkpointBytesPerParam(const TrainSpec& train) {
    return 2 + (train.masterWeights ? 4 : 0) +
           (train.optimizer == Optimizer::Muon ? 1 : 2) * static_cast<double>(train.momentBytes);
}

Seconds drainTime(const Setup& setup, Bytes checkpoint) {
    return checkpoint / std::min(kCheckpointStorage, setup.gpus * setup.nic);
}

double nodeCount(const Setup& setup) {
    return std::ceil(setup.gpus / setup.domain);
}

FailureTimes failureTimes(const Setup& setup, Bytes checkpoint) {
    const ReliabilitySpec& spec = setup.scenario->reliability;
    FailureTimes times;
    times.between = timeBetweenFailures(nodeCount(setup), spec.failuresPer1000NodeDays / 1000);
    times.restart = {spec.restartSeconds};
    times.blocking =
        spec.checkpointSeconds ? Seconds{*spec.checkpointSeconds} : checkpoint / setup.gpus / kHostCopy;
    return times;
}

Seconds leastInterval(const Setup& setup, Bytes checkpoint, Seconds step) {
    if (setup.scenario->reliability.checkpointInterval) return {};
    return std::max(step, drainTime(setup, checkpoint));
}

std::optional<GoodputReport> goodput(const Setup& setup, const Report& report,
                                     std::vector<Warning>& warnings) {
    const Scenario& scenario = *setup.scenario;
    const ReliabilitySpec& spec = scenario.reliability;
    if (!report.train || spec.failuresPer1000NodeDays <= 0) return std::nullopt;
    const TrainReport& train = *report.train;
    const Bytes checkpoint{checkpointBytesPerParam(*scenario.train) * report.params.total};
    const FailureTimes times = failureTimes(setup, checkpoint);

    GoodputReport made;
    made.checkpoint = checkpoint;
    made.between = times.between;
    const Seconds wanted = spec.checkpointInterval ? Seconds{*spec.checkpointInterval} : bestInterval(times);
    made.interval = std::max(wanted, leastInterval(setup, checkpoint, train.step));
    made.efficiency = efficiency(times, made.interval);
    made.spareNodes = spareNodes(nodeCount(setup) * spec.failuresPer1000NodeDays / 1000 * kRepairDays);
    const double left = made.efficiency * (1 - spec.stragglerShare);
    made.tokensPerSecond = left * train.tokensPerSecond;
    if (left > 0) {
        const auto longer = [&](const std::optional<double>& ideal) {
            return ideal ? std::optional<double>(*ideal / left) : std::nullopt;
        };
        made.gpuHours = longer(train.gpuHours);
        made.days = longer(train.days);
        made.usd = longer(train.usd);
    }
    warn(setup, made, checkpoint, warnings);
    return made;
}

} // namespace moe
