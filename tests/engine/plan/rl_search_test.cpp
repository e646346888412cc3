// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/rl_search.h"

#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

void serially(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}
/// Small enough for every pair to be tried in a test.
Scenario small(const std::vector<std::pair<std::string, std::string>>& edits = {}) {
    Scenario scenario = presetScenario("qwen3-30b-a3b-grpo");
    std::vector<std::pair<std::string, std::string>> all{
        {"cluster.gpus", "16"},      {"rl.prompts", "8"},          {"rl.group", "8"},
        {"rl.response_max", "1024"}, {"rl.response_mean", "auto"}, {"rl.response_median", "400"}};
    all.insert(all.end(), edits.begin(), edits.end());
    for (const auto& [key, text] : all)
        if (!setField(scenario, key, text).empty()) qFatal("%s", key.c_str());
    return scenario;
}
RlFound foundOf(const Scenario& scenario, const std::vector<std::string>& where = {}) {
    std::vector<RlCondition> conditions;
    for (const std::string& text : where) conditions.push_back(valueOf(parseRlCondition(text)));
    return searchedRl(valueOf(rlSearch(scenario, numbersCatalog(), 0, conditions, {})), numbersCatalog(),
                      serially);
}

} // namespace

class RlSearchTest : public QObject {
    Q_OBJECT
private slots:
    /// What is found is valid, fits, is what a report of it says, and none is better than the first.
    void foundIsWhatAReportSays() {
        const Scenario base = small();
        const RlFound found = foundOf(base);
        QVERIFY(found.best.size() > 3);
        double last = 0;
        for (const RlPoint& point : found.best) {
            Scenario scenario = base;
            for (const auto& [key, text] : point.set)
                QVERIFY2(setField(scenario, key, text).empty(), key.c_str());
            QVERIFY(brokenRules(scenario, numbersCatalog()).empty());
            const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
            QVERIFY(report.rl && report.rl->fits != Fit::No);
            QCOMPARE(report.rl->step.base, point.report.step.base);
            QCOMPARE(report.rl->gpus, 16.0);
            QVERIFY(point.report.step.base >= last);
            last = point.report.step.base;
        }
        QVERIFY(found.own);
        QVERIFY(found.best.front().report.step <= found.own->report.step);
    }

    /// Every layout of the engines and every training layout of one notch, each as a report: none is faster.
    void noneThatIsTriedByHandIsFaster() {
        const Scenario base = small();
        const double best = foundOf(base).best.front().report.step.base;
        for (const char* tp : {"1", "2", "4"})
            for (const char* ep : {"4", "8", "16"})
                for (const char* sampling : {"1", "2", "4", "8"}) {
                    Scenario scenario = base;
                    bool set = true;
                    for (const auto& [key, text] : std::vector<std::pair<std::string, std::string>>{
                             {"parallel.tp", tp}, {"parallel.ep", ep}, {"rollout.tp", sampling}})
                        set = set && setField(scenario, key, text).empty();
                    if (!set || !brokenRules(scenario, numbersCatalog()).empty()) continue;
                    const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
                    if (report.rl && report.rl->fits != Fit::No)
                        QVERIFY2(report.rl->step.base >= best * (1 - 1e-9),
                                 qPrintable(QString("TP %1 EP %2 sampling TP %3").arg(tp, ep, sampling)));
                }
    }

    void conditionsHold() {
        for (const RlPoint& point : foundOf(small(), {"rollout.tp<=2", "parallel.ep=8"}).best) {
            QVERIFY(point.report.engine.tp <= 2);
            QCOMPARE(point.scenario.parallel.ep, Count(8));
        }
        QVERIFY(!parseRlCondition("train.step_seconds<1"));
        QVERIFY(!parseRlCondition("rl.step_seconds"));
        QVERIFY(!parseRlObjective("loss.value", false));
        QVERIFY(!rlSearch(presetScenario("mixtral-8x7b"), numbersCatalog(), 8, {}, {}));
    }

    /// One step off runs on GPUs apart, all of them used.
    void modesApartAreSplit() {
        const RlFound found = foundOf(small({{"rl.placement", "separate"},
                                             {"rl.mode", "one-step-off"},
                                             {"cluster.gpus", "8"},
                                             {"rl.rollout_gpus", "8"}}));
        QVERIFY(!found.best.empty());
        for (const RlPoint& point : found.best) {
            QVERIFY(point.scenario.rl->placement == RlPlacement::Separate);
            QCOMPARE(point.report.gpus, 16.0);
        }
    }

    void whatDoesNotFitNamesTheLeast() {
        const RlFound found = foundOf(small({{"rl.reserve", "4"}}));
        for (const RlPoint& point : found.best) QVERIFY(point.report.fits != Fit::No);
        if (found.best.empty()) QVERIFY(found.closest && found.closest->report.fits == Fit::No);
    }
};

MOE_TEST(RlSearchTest)
#include "rl_search_test.moc"
