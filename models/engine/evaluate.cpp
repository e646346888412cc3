// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/evaluate.h"

#include "models/engine/cost/network.h"
#include "models/engine/day/day.h"
#include "models/engine/energy/energy.h"
#include "models/engine/evaluate_formulas.h"
#include "models/engine/loss/report/loss_report.h"
#include "models/engine/memory/memory.h"
#include "models/engine/placement/placement.h"
#include "models/engine/reliability/goodput.h"
#include "models/engine/rl/rl_step.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/serve/operator_profiles.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_curves.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/architecture.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/fabric_curve.h"
#include "models/engine/time/roofline.h"
#include "models/engine/time/step_time.h"
#include "models/engine/time/step_time_report.h"
#include "models/engine/traffic/report_load.h"

#include <algorithm>

namespace moe {

/// Of the same layout and batch, were every weight to learn.
static Seconds fullStep(Scenario scenario, const Catalog& catalog) {
    scenario.train->trainable = Trainable::All;
    scenario.train->frozen = {};
    scenario.precision.frozen = FrozenType::Bf16;
    return stepTime(stepModel(setupOf(scenario, catalog))).step;
}

/// What it takes to fit is told by what it costs in time, not by how little is changed.
static void fastestFirst(std::vector<MemorySuggestion>& suggestions, const Scenario& scenario,
                         const Catalog& catalog) {
    std::vector<std::pair<double, MemorySuggestion>> timed;
    for (MemorySuggestion& one : suggestions) {
        Scenario changed = scenario;
        for (const auto& [key, value] : one.set) (void)setField(changed, key, value);
        timed.emplace_back(stepTime(stepModel(setupOf(changed, catalog))).step.base, std::move(one));
    }
    std::stable_sort(timed.begin(), timed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < timed.size(); ++i) suggestions[i] = std::move(timed[i].second);
}

static Report reportOf(const Scenario& scenario, const Catalog& catalog, Detail detail, bool simulates) {
    const Setup setup = setupOf(scenario, catalog);
    Report report;
    report.scenario = scenario;
    report.params = paramCounts(setup);
    for (const Assumption& one : scenario.assumed) report.warnings.push_back({"assumed", one.text});
    for (const std::string& key : scenario.leftOut)
        report.warnings.push_back(
            {"unknown-structure", say("The model's file says more than is counted: %1.", key)});
    if (!scenario.accepted.empty())
        report.warnings.push_back(
            {"accepted-keys", say("Somebody says that these keys of the model's file do not matter: %1.",
                                  listed({scenario.accepted.begin(), scenario.accepted.end()}))});
    if (detail != Detail::Numbers)
        report.architecture = std::make_shared<const Architecture>(architecture(setup));
    const double tokens = tokensPerGpu(setup);
    if (setup.isMoe && tokens > 0) {
        report.placement = expertPlacement(setup, tokens, PlacementExtras::All);
        placementWarnings(setup, *report.placement, report.warnings);
        report.network = moeNetwork(setup, tokens, &*report.placement, scenario.train ? setup.imbalance : 1);
    }
    if (scenario.train) {
        report.memory = trainingMemory(setup, catalog);
        fastestFirst(report.memory->suggestions, scenario, catalog);
        report.train = trainingStep(setup);
        if (isFineTuning(setup)) report.train->fullStep = fullStep(scenario, catalog);
        if (detail != Detail::Numbers) {
            report.roofline = roofline(setup);
            report.fabric = fabricCurve(scenario, catalog, detail == Detail::Full ? 16 : 6);
        }
        for (Warning& warning : trainingWarnings(setup, *report.train))
            report.warnings.push_back(std::move(warning));
        report.goodput = goodput(setup, report, report.warnings);
        report.loss = lossReport(setup, report.params, catalog, detail, report.warnings);
    }
    if (scenario.train && scenario.rl) report.rl = rlStep(scenario, catalog, report.warnings);
    const ServeSources sources = serveSources(setup, catalog);
    if (scenario.serve) {
        Scenario served = scenario; // a server asks nothing of how its model is trained
        served.train.reset();
        const Setup server = setupOf(served, catalog);
        report.serve = serving(server, &sources, report.warnings);
        judgeByPool(served, catalog, *report.serve);
        withholdWhatDoesNotFit(*report.serve, *scenario.serve, report.warnings);
        sayCure(served, catalog, *report.serve, report.warnings);
        if (simulates) simulateLatencies(served, catalog, *report.serve, report.warnings);
        if (detail == Detail::Full)
            report.serveCurves = std::make_shared<const ServeCurves>(
                serveCurves(served, catalog, [&](const Scenario& asked, ServeReport& answer) {
                    judgeByPool(asked, catalog, answer);
                }));
    }
    report.energy = energyOf(report, catalog);
    addEnergyWarnings(report, report.warnings);
    if (const auto profiles = OperatorProfiles::match(setup, catalog)) {
        report.profiles = profileReport(setup, *profiles);
        for (ProfiledPass& pass : report.profiles->passes) pass.used = pass.used && sources.profiles;
    }
    return report;
}

Report evaluate(const Scenario& scenario, const Catalog& catalog, Detail detail) {
    return reportOf(scenario, catalog, detail, true);
}

Report evaluateFor(const std::vector<const Metric*>& metrics, const Scenario& scenario,
                   const Catalog& catalog) {
    Report report = evaluate(scenario, catalog, Detail::Numbers);
    if (std::any_of(metrics.begin(), metrics.end(),
                    [](const Metric* metric) { return isOfDay(metric->key); }))
        addDay(report, catalog);
    return report;
}

Report evaluateFormulas(const Scenario& scenario, const Catalog& catalog, Detail detail) {
    return reportOf(scenario, catalog, detail, false);
}

} // namespace moe
