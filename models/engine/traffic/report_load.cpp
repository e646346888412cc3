// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/report_load.h"

#include "models/engine/scenario/enum_text.h"
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// A report follows sliders: a run takes no more than so many requests, unless three for each in flight are
/// more, which the burst and what comes after it need.
constexpr double kMostRequests = 10000;
/// With drafts, whose rows are followed one by one.
constexpr double kMostWithDrafts = 2000;

Scenario quick(const Scenario& scenario) {
    Scenario changed = scenario;
    ServeSpec& serve = *changed.serve;
    const double inFlight = serve.arrival == ServeArrival::Closed ? serve.inFlight() : 0;
    const double most = std::max(serve.speculativeTokens > 0 ? kMostWithDrafts : kMostRequests, 3 * inFlight);
    serve.numRequests = static_cast<Count>(std::min(serve.simulatedRequests(), most));
    return changed;
}

/// A report's bands have two ends: near saturation it shows none.
std::optional<TimeBand> closedBand(const LoadBand& band) {
    if (!band.low || !band.high) return std::nullopt;
    return TimeBand{Seconds{*band.low}, Seconds{*band.high}};
}

} // namespace

void simulateLatencies(const Scenario& scenario, const Catalog& catalog, ServeReport& report,
                       std::vector<Warning>& warnings) {
    const ServeSpec& serve = *scenario.serve;
    if (!serve.engine || *serve.engine == ServeEngine::Steady || !report.ttft || !report.tpot) return;
    if (serve.arrival == ServeArrival::Trace) {
        warnings.push_back(
            {"serve-trace", say("Latencies are those of a steady batch: a report has no trace of "
                                "requests to simulate.")});
        return;
    }
    const Result<ServedLoad> load = servedLoad(quick(scenario), catalog);
    if (!load) {
        warnings.push_back({"serve-not-simulated",
                            say("Latencies are those of a steady batch: requests cannot be simulated, %1 %2.",
                                load.error().front().key, load.error().front().rule)});
        return;
    }
    report.simulated = true;
    report.steadyTtft = report.ttft;
    report.steadyTpot = report.tpot;
    if (load->rate > 0 && load->rate >= requestCapacity(*load)) {
        warnings.push_back({"serve-saturated",
                            say("More requests arrive than %1 can answer: the queue grows without end, and "
                                "latencies with it.",
                                enumText(*serve.engine))});
        report.ttft = report.tpot = report.latency = std::nullopt;
        report.ttftBand = report.tpotBand = std::nullopt;
        report.tokensPerSecondPerUser = std::nullopt;
        return;
    }
    const LoadReport loaded = simulateLoad(*load);
    const TrafficReport& run = loaded.report;
    report.ttft = Seconds{run.all.ttft.p50};
    if (run.all.tpot.p50 > 0) {
        report.tpot = Seconds{run.all.tpot.p50};
        report.tokensPerSecondPerUser = 1 / run.all.tpot.p50;
    }
    report.latency = *report.ttft + static_cast<double>(std::max<Count>(0, serve.output - 1)) * *report.tpot;
    if (report.ttftBand && report.tpotBand) {
        report.ttftBand = closedBand(bandOf(loaded, "ttft_seconds.p50"));
        report.tpotBand = closedBand(bandOf(loaded, "tpot_seconds.p50"));
    }
}

} // namespace moe
