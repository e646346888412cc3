// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/serve/serve_curves.h"

#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr double kMostPerRank = 65536;

ServePoint pointFrom(const ServeReport& report, Count requests) {
    ServePoint point;
    point.requests = static_cast<double>(requests);
    point.gpus = report.gpus;
    point.expertsPerGpu = report.expertsPerGpu;
    point.prefillGpus = report.prefillGpus;
    point.tpot = report.tpot.value_or(Seconds{});
    point.tokensPerSecondPerGpu = report.tokensPerSecondPerGpu.value_or(0);
    point.fits = point.requests <= report.largestRequests;
    return point;
}

struct Asked {
    const Catalog& catalog;
    const JudgeServer& judge;

    ServeReport report(const Scenario& scenario, const Setup& setup) const {
        std::vector<Warning> unused;
        const ServeSources sources = serveSources(setup, catalog);
        ServeReport made = serving(setup, &sources, unused);
        if (judge) judge(scenario, made);
        return made;
    }
    ServePoint point(Scenario scenario, Count requests) const {
        scenario.serve->requests = requests;
        return pointFrom(report(scenario, setupOf(scenario, catalog)), requests);
    }
};

void addBatches(ServeCurves& curves, const Scenario& scenario, const Setup& setup, const Asked& asked,
                double largest) {
    const Count own = scenario.serve->requests, ranks = static_cast<Count>(setup.dp);
    const double most =
        std::clamp(2 * largest, static_cast<double>(2 * own), kMostPerRank * static_cast<double>(ranks));
    std::vector<Count> requests{own};
    if (largest >= 1 && largest <= most) requests.push_back(static_cast<Count>(largest));
    for (Count count = ranks; static_cast<double>(count) <= most; count *= 2) requests.push_back(count);
    std::sort(requests.begin(), requests.end());
    requests.erase(std::unique(requests.begin(), requests.end()), requests.end());
    for (const Count count : requests) {
        if (count == own) curves.batchHere = curves.batch.size();
        curves.batch.push_back(asked.point(scenario, count));
        if (curves.batch.back().fits) curves.batchLargest = curves.batch.size() - 1;
    }
    // From the far end: small batches have kinks of their own, where they begin to reach all experts or both
    // micro-batches of a stage.
    for (std::size_t i = curves.batch.size(); i-- > 1;) {
        const ServePoint &here = curves.batch[i - 1], &next = curves.batch[i];
        const double gain = std::log2(next.tokensPerSecond() / here.tokensPerSecond());
        if (gain / std::log2(next.requests / here.requests) >= std::log2(1.5)) break;
        curves.batchKnee = i - 1;
    }
}

void addSpread(ServeCurves& curves, Scenario scenario, const Setup& setup, const Asked& asked) {
    const auto experts = static_cast<Count>(setup.E);
    const double perRank = static_cast<double>(scenario.serve->requests) / setup.dp;
    scenario.routing.replicas.reset();
    scenario.cluster.gpus.reset();
    for (Count ep = 1; ep <= experts; ++ep) {
        if (experts % ep != 0) continue;
        scenario.parallel.ep = ep;
        scenario.parallel.dp = ep;
        const auto requests = static_cast<Count>(std::llround(perRank * static_cast<double>(ep)));
        if (requests < 1) continue;
        if (static_cast<double>(ep) == setup.ep && setup.dp == setup.ep && setup.expertSlots == setup.E)
            curves.spreadHere = curves.spread.size();
        curves.spread.push_back(asked.point(scenario, requests));
        curves.spread.back().ranks = static_cast<double>(ep);
    }
    const auto first = std::find_if(curves.spread.begin(), curves.spread.end(),
                                    [](const ServePoint& point) { return point.fits; });
    if (first == curves.spread.end()) return;
    for (ServePoint& point : curves.spread)
        point.efficiency = point.tokensPerSecondPerGpu / first->tokensPerSecondPerGpu;
}

} // namespace

ServeCurves serveCurves(const Scenario& shown, const Catalog& catalog, const JudgeServer& judge) {
    Scenario scenario = shown;
    scenario.serve->phase = Phase::Decode;
    const Setup setup = setupOf(scenario, catalog);
    ServeCurves curves;
    if (setup.cp > 1) return curves;
    const Asked asked{catalog, judge};
    const ServeReport report = asked.report(scenario, setup);
    addBatches(curves, scenario, setup, asked, report.largestRequests);
    if (setup.isMoe && setup.tp == 1 && setup.pp == 1 && setup.etp == 1) {
        addSpread(curves, scenario, setup, asked);
        if (report.kneeTokensPerExpert && *report.kneeTokensPerExpert > 0)
            curves.kneeExpertsPerGpu = report.sequences * setup.k / *report.kneeTokensPerExpert;
    }
    return curves;
}

std::optional<ServePoint> ownServePoint(const Report& report) {
    if (!report.serve || !report.serve->tpot || !report.serve->tokensPerSecondPerGpu ||
        report.scenario.serve->phase != Phase::Decode)
        return std::nullopt;
    return pointFrom(*report.serve, report.scenario.serve->requests);
}

} // namespace moe
