// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/first_bursts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace moe {
namespace {

struct Percentile {
    double share;
    double ServingRun::*seconds;
};
constexpr Percentile kPercentiles[] = {
    {0.5, &ServingRun::ttftMedian}, {0.9, &ServingRun::ttft90}, {0.99, &ServingRun::ttft99}};

bool isBurst(const ServingRun& run) {
    return run.kind == RunKind::Closed && run.requests > 1 && run.requests == run.concurrency && run.ttft > 0;
}

auto settingOf(const ServingRun& run) {
    return std::tuple(run.concurrency, run.engine, run.version, run.model, run.gpu, run.tp, run.dp, run.ep,
                      std::llround(run.prompt));
}

void widen(BurstMark& mark, double seconds) {
    if (!(seconds > 0)) return;
    mark.low = mark.low > 0 ? std::min(mark.low, seconds) : seconds;
    mark.high = std::max(mark.high, seconds);
}

} // namespace

double FirstBurst::simulatedMean() const {
    return std::accumulate(simulated.begin(), simulated.end(), 0.0) / static_cast<double>(simulated.size());
}

double FirstBurst::simulatedAt(double place) const {
    const double index = std::clamp(place - 1, 0.0, static_cast<double>(simulated.size() - 1));
    const auto below = static_cast<std::size_t>(index);
    const std::size_t above = std::min(below + 1, simulated.size() - 1);
    const double share = index - static_cast<double>(below);
    return (1 - share) * simulated[below] + share * simulated[above];
}

std::vector<FirstBurst> firstBursts(const std::vector<const TrafficPoint*>& points, const EachOf& forEach) {
    std::map<decltype(settingOf(ServingRun())), std::vector<const TrafficPoint*>> settings;
    for (const TrafficPoint* point : points)
        if (isBurst(*point->run)) settings[settingOf(*point->run)].push_back(point);
    std::vector<FirstBurst> bursts;
    for (const auto& [setting, those] : settings) {
        FirstBurst burst{those.front(), those.size(), {}, {}, {}};
        for (const TrafficPoint* point : those) widen(burst.mean, point->run->ttft);
        for (const Percentile& one : kPercentiles) {
            BurstMark mark{1 + one.share * (those.front()->run->requests - 1), 0, 0};
            for (const TrafficPoint* point : those) widen(mark, point->run->*one.seconds);
            if (mark.high > 0) burst.marks.push_back(mark);
        }
        bursts.push_back(std::move(burst));
    }
    forEach(bursts.size(), [&](std::size_t i) {
        const TrafficReport report = simulate(bursts[i].point->load.traffic);
        bursts[i].simulated.assign(report.ttft.begin(), report.ttft.end());
        std::sort(bursts[i].simulated.begin(), bursts[i].simulated.end());
    });
    return bursts;
}

} // namespace moe
