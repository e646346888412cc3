// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/goodput_curves.h"

#include "models/engine/evaluate.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Either side of the best interval, on a logarithmic scale.
constexpr double kIntervalSpan = 12;
constexpr int kIntervalPoints = 97;
constexpr double kFewestGpus = 1024, kMostFailingGpus = 131072;

/// Meta's research clusters of 16 000 and 8 000 A100 (arXiv 2410.21680) and Llama 3.
constexpr struct {
    const char* label;
    double rate;
} kPublished[] = {{"Meta RSC-2", 2.34}, {"Llama 3", kLlama3Failures}, {"Meta RSC-1", 6.50}};

/// The same checkpoint by as many nodes as so many GPUs fill.
JobSizeLine sizeLine(const Setup& setup, Bytes checkpoint, const char* label, double rate, double most) {
    JobSizeLine line{label, rate, {}};
    const ReliabilitySpec& spec = setup.scenario->reliability;
    for (double gpus = kFewestGpus; gpus <= most; gpus *= std::pow(2.0, 0.25)) {
        Setup other = setup;
        other.gpus = std::round(gpus / setup.domain) * setup.domain;
        if (!(other.gpus > 0)) continue;
        FailureTimes times = failureTimes(other, checkpoint);
        times.between = timeBetweenFailures(nodeCount(other), rate / 1000);
        const Seconds wanted =
            spec.checkpointInterval ? Seconds{*spec.checkpointInterval} : bestInterval(times);
        const Seconds interval = std::max(wanted, leastInterval(other, checkpoint, {}));
        line.points.push_back({other.gpus, times.between, interval, efficiency(times, interval)});
    }
    return line;
}

} // namespace

GoodputCurves goodputCurves(Scenario scenario, const Catalog& catalog) {
    GoodputCurves curves;
    double& rate = scenario.reliability.failuresPer1000NodeDays;
    curves.assumed = !(rate > 0);
    if (curves.assumed) rate = kLlama3Failures;
    curves.failuresPer1000NodeDays = rate;
    const Report report = evaluate(scenario, catalog, Detail::Numbers);
    if (!report.goodput) return curves;
    const Setup setup = setupOf(scenario, catalog);
    curves.gpus = setup.gpus;
    curves.goodput = *report.goodput;
    curves.idealDays = report.train->days;
    curves.idealUsd = report.train->usd;
    const Bytes checkpoint = curves.goodput.checkpoint;
    const FailureTimes times = curves.times = failureTimes(setup, checkpoint);

    const auto mark = [&](const char* label, Seconds interval) {
        if (interval > Seconds{}) curves.marks.push_back({label, interval, efficiency(times, interval)});
    };
    const Seconds best = bestInterval(times), used = curves.goodput.interval;
    mark("best", best);
    mark("Young", youngInterval(times));
    mark("Daly", dalyInterval(times));
    mark("best availability", availabilityInterval(times));
    if (std::abs(used / best - 1) > 1e-6) mark("this scenario", used);
    const Seconds longest = std::max(best, used), high = kIntervalSpan * longest;
    const Seconds low = std::max(std::min(best, used) / kIntervalSpan, longest / 1000);
    for (int i = 0; i < kIntervalPoints; ++i) {
        const Seconds interval = std::pow(high / low, static_cast<double>(i) / (kIntervalPoints - 1)) * low;
        curves.intervals.push_back({interval, efficiency(times, interval)});
    }
    const double most = std::max(kMostFailingGpus, 2 * setup.gpus) * (1 + 1e-9);
    curves.sizes.push_back(sizeLine(setup, checkpoint, curves.assumed ? "Llama 3" : "", rate, most));
    for (const auto& [label, published] : kPublished)
        if (published != rate) curves.sizes.push_back(sizeLine(setup, checkpoint, label, published, most));
    return curves;
}

} // namespace moe
