#include "models/engine/evaluate.h"

#include "models/engine/placement/placement.h"
#include "models/engine/report/parts.h"
#include "models/engine/serve/operator_profiles.h"
#include "models/engine/serve/serve_curves.h"
#include "models/engine/time/fabric_curve.h"
#include "models/engine/time/roofline.h"

namespace moe {

const char* originText(Origin origin) {
    switch (origin) {
    case Origin::Measured: return "measured";
    case Origin::Interpolated: return "interpolated";
    case Origin::Extrapolated: return "extrapolated";
    case Origin::Fitted: return "fitted";
    case Origin::Analytic: break;
    }
    return "analytic";
}

double tokensPerGpu(const Setup& setup) {
    const Scenario& scenario = *setup.scenario;
    if (scenario.train) return setup.T;
    if (!scenario.serve) return 0;
    if (scenario.serve->phase == Phase::Prefill) return static_cast<double>(scenario.serve->prefillTokens);
    return static_cast<double>(scenario.serve->requests) / setup.dp;
}

Report evaluate(const Scenario& scenario, const Catalog& catalog, Detail detail) {
    const Setup setup = setupOf(scenario, catalog);
    Report report;
    report.scenario = scenario;
    report.params = paramCounts(setup);
    const double tokens = tokensPerGpu(setup);
    if (setup.isMoe && tokens > 0) {
        report.placement = expertPlacement(setup, tokens, PlacementExtras::All);
        placementWarnings(setup, *report.placement, report.warnings);
        report.network = moeNetwork(setup, tokens, &*report.placement, scenario.train ? setup.imbalance : 1);
    }
    if (scenario.train) {
        report.memory = trainingMemory(setup, catalog);
        report.train = trainingStep(setup);
        if (detail != Detail::Numbers) {
            report.roofline = roofline(setup);
            report.fabric = fabricCurve(scenario, catalog, detail == Detail::Full ? 16 : 6);
        }
        for (Warning& warning : trainingWarnings(setup, *report.train))
            report.warnings.push_back(std::move(warning));
        report.loss = lossReport(setup, report.params, catalog, detail, report.warnings);
    }
    if (scenario.serve) {
        report.serve = serving(setup, report.warnings);
        if (detail == Detail::Full)
            report.serveCurves = std::make_shared<const ServeCurves>(serveCurves(scenario, catalog));
    }
    if (setup.profiles) report.profiles = profileReport(setup);
    return report;
}

} // namespace moe
