// SPDX-License-Identifier: GPL-3.0-or-later
// One scenario, one set of numbers: whatever prints a quantity prints the same, to the last digit. The table
// names every quantity and who prints it; a metric without its row fails. Over scenarios drawn at random,
// training and serving; more of them as random_scenarios.h says.

#include "models/engine/answer/answer.h"
#include "models/engine/plan/plan_serving.h"
#include "models/engine/plan/plan_training.h"
#include "models/engine/plan/serving_search.h"
#include "models/engine/report/metrics.h"
#include "models/engine/search/search.h"
#include "models/engine/traffic/serve_load.h"
#include "models/items/plan_text.h"
#include "tests/engine/random_scenarios.h"
#include "tests/items/agreement.h"
#include "tests/items/agreement_rows.h"

#include <QTest>

#include <algorithm>

using namespace moe;
using namespace moe::test;

namespace {

FoundLayouts searchedHere(const SearchRequest& request) {
    return {searched(request, agreementCatalog()), 1};
}

/// Engines, loops and rates that a run answers in milliseconds.
void loadOf(Scenario& scenario, ScenarioDraw& draw) {
    scenario.day.reset(); // one drawn field by field may have a billion requests
    if (!scenario.serve || draw.below(3) == 0) return;
    ServeSpec& serve = *scenario.serve;
    constexpr ServeEngine kEngines[] = {ServeEngine::Vllm, ServeEngine::SgLang, ServeEngine::TensorRtLlm};
    serve.engine = kEngines[draw.below(3)];
    serve.concurrency = Count(1 + draw.below(24));
    serve.numRequests = Count(20 + draw.below(60));
    // What a server can answer is found with all that may run at once: mostly few.
    if (draw.below(4) != 0) serve.maxSeqs = Count(1 + draw.below(64));
    if (draw.below(3) == 0) {
        serve.arrival = draw.below(2) ? ServeArrival::Poisson : ServeArrival::Gamma;
        serve.rate = 0.01 * double(1 + draw.below(50));
    }
    if (draw.below(6) == 0 && scenario.serve->phase == Phase::Decode) {
        DaySpec& day = scenario.day.emplace();
        day.requests = Count(200 + draw.below(2000));
        day.hours = 1;
        day.replicasMax = Count(1 + draw.below(4));
        day.policy = draw.below(2) ? DayPolicy::Fixed : DayPolicy::Load;
        day.target = 8;
    }
    if (draw.below(3) == 0) serve.sloTpot = 0.01 * double(1 + draw.below(20));
    if (scenario.price.gpuHourUsd <= 0) scenario.price.gpuHourUsd = 2;
}

} // namespace

/// MOE_PROPERTY_SCENARIOS=20000 compares 10,000.
constexpr int kAgreements = 200;

class AgreementTest : public QObject {
    Q_OBJECT

private slots:
    void everyQuantityHasItsRow() {
        for (const Metric& metric : metrics()) {
            QVERIFY2(printedRow(metric.key), metric.key);
        }
        for (const PrintedRow& row : printedRows()) QVERIFY2(findMetric(row.key), row.key);
        for (const EstimateMetric& metric : estimateMetrics())
            QVERIFY2(printedRow(metric.key) && (printedRow(metric.key)->printers & Search), metric.key);
        for (const ServingMetric& metric : servingMetrics()) {
            QVERIFY2(isOfServersAlone(metric.key) ||
                         (printedRow(metric.key) && (printedRow(metric.key)->printers & Servers)),
                     metric.key);
        }
        for (const bool trains : {true, false})
            for (const PlanMetric& metric : planMetrics(trains)) {
                const std::string_view key = metric.key;
                const bool alone = !trains && (key == "serve.requests" || key == "serve.rate" ||
                                               key == "memory.device_bytes");
                const unsigned printer = trains ? TrainingPlan : ServingPlan;
                QVERIFY2(alone || (printedRow(key) && (printedRow(key)->printers & printer)), metric.key);
            }
        // simulate: medians, and what is told of whole runs.
        for (const LoadMetric& metric : loadMetrics()) {
            const std::string key(metric.key);
            const bool whole = key == "output_tokens_per_second" || key == "total_tokens_per_second" ||
                               key == "duration_seconds";
            if (key.ends_with(".mean") || key.ends_with(".p90") || key.ends_with(".p99") || whole ||
                key == "itl_seconds.p50")
                continue;
            QVERIFY2(std::any_of(printedRows().begin(), printedRows().end(),
                                 [&](const PrintedRow& row) { return key == row.simulated; }),
                     key.c_str());
        }
    }

    void printersAgreeOnEveryScenario() {
        ScenarioDraw draw(seedOf(60));
        int served = 0, days = 0;
        for (int i = 0; i < countOf(kAgreements); ++i) {
            Scenario scenario = draw.nextValid();
            loadOf(scenario, draw);
            if (!brokenRules(scenario, agreementCatalog()).empty()) continue;
            Agreement agreement(scenario);
            const std::string wrong = agreement.difference();
            if (!wrong.empty()) QFAIL(account(wrong, seedOf(60), i, scenario));
            for (const Answer& answer : answersOf(agreement.report()))
                for (const AnswerValue& value : answer.values) {
                    const PrintedRow* row = printedRow(value.key);
                    QVERIFY2(row && (row->printers & Sentence), value.key);
                }
            served += agreement.report().serve && agreement.report().serve->simulated;
            days += agreement.report().day != nullptr;
        }
        QVERIFY(served > 0 && days > 0);
    }

    /// Plans are of searches: fewer of them.
    void plansSayWhatTheirScenariosReport() {
        ScenarioDraw draw(seedOf(78));
        int made = 0;
        for (int i = 0; i < 40 * countOf(1) && made < 2 * countOf(1); ++i) {
            Scenario scenario = draw.nextValid();
            if (!scenario.train) continue;
            scenario.serve.reset();
            scenario.rl.reset();
            PlanGoal goal;
            goal.fewest = goal.most = 8;
            goal.top = 2;
            const Result<Plans> plans = trainingPlans(scenario, agreementCatalog(), goal, searchedHere);
            if (!plans) continue;
            for (const Plan& plan : plans->plans) {
                Agreement agreement(plan.scenario);
                for (const PlanMetric& metric : planMetrics(true))
                    agreement.compare("the plan", metric.key, planValue(plan, metric.key));
                MOE_LAW(agreement.wrong().empty(), agreement.wrong(), seedOf(78), i, plan.scenario);
                ++made;
            }
        }
        QVERIFY(made > 0);
    }

    /// Within limits, with a rate and without either: what is set makes the scenario, and the report, the
    /// search and the simulation of it say what the plan says.
    void plansOfServersToo_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<double>("tpot");
        QTest::addColumn<double>("rate");
        QTest::newRow("limits") << "llama-3-8b"
                                << "l40s" << 2 << "vllm" << 0.04 << 0.0;
        QTest::newRow("no limits") << "llama-3-8b"
                                   << "h100-sxm" << 1 << "sglang" << 0.0 << 0.0;
        QTest::newRow("rate") << "gpt-oss-120b"
                              << "h200" << 2 << "trtllm" << 0.05 << 1.0;
    }
    void plansOfServersToo() {
        QFETCH(QString, preset);
        QFETCH(QString, gpu);
        QFETCH(int, gpus);
        QFETCH(QString, engine);
        QFETCH(double, tpot);
        QFETCH(double, rate);
        Scenario scenario = presetScenario(preset.toStdString());
        scenario.train.reset();
        scenario.parallel = {};
        scenario.cluster.gpus = gpus;
        scenario.cluster.gpusPerNode.reset();
        scenario.gpu = {};
        scenario.gpu.preset = gpu.toStdString();
        scenario.price.gpuHourUsd = 2;
        if (!scenario.serve) scenario.serve.emplace();
        scenario.serve->prompt = 1000;
        scenario.serve->output = 100;
        QVERIFY(setField(scenario, "serve.engine", engine.toStdString()).empty());
        PlanGoal goal;
        goal.trains = false;
        goal.fewest = goal.most = gpus;
        goal.top = 2;
        goal.headroom = kServingHeadroom;
        if (tpot > 0) goal.tpot = Seconds{tpot};
        if (rate > 0) goal.rate = rate;
        const Plans plans = valueOf(servingPlans(scenario, agreementCatalog(), goal, eachHere));
        QVERIFY(!plans.plans.empty());
        for (const Plan& plan : plans.plans) {
            Scenario made = scenario;
            for (const auto& [key, value] : plan.set) QVERIFY(setField(made, key, value).empty());
            QVERIFY(made == plan.scenario);
            Agreement agreement(made);
            for (const PlanMetric& metric : planMetrics(false)) {
                const std::string_view key = metric.key;
                if (key == "serve.requests" || key == "serve.rate") continue;
                agreement.compare("the plan", key == "memory.device_bytes" ? "serve.device_bytes" : key,
                                  planValue(plan, key));
            }
            const std::string wrong = agreement.difference();
            if (!wrong.empty()) QFAIL(account(wrong, 0, 0, made));
            if (tpot > 0) QVERIFY(*agreement.report().serve->withinLimits >= 0.99);
            if (!(rate > 0) && tpot > 0)
                QCOMPARE(ownGoodput(made, agreementCatalog())->rate, *made.serve->rate);
        }
    }
};

MOE_TEST(AgreementTest)
#include "agreement_test.moc"
