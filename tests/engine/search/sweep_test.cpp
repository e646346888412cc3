// SPDX-License-Identifier: GPL-3.0-or-later
// Grids, studies and their parts.

#include "models/engine/search/sweep.h"

#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class SweepTest : public QObject {
    Q_OBJECT

private slots:
    void axesSpreadAsTheirFieldsDo() {
        QCOMPARE(valueOf(parseAxis("parallel.ep=1:64:7")).values,
                 (std::vector<std::string>{"1", "2", "4", "8", "16", "32", "64"}));
        QCOMPARE(valueOf(parseAxis("cluster.overlap=0:1:3")).values,
                 (std::vector<std::string>{"0", "0.5", "1"}));
        QCOMPARE(valueOf(parseAxis("train.recompute=none;core_attn,mlp")).values.size(), std::size_t{2});
        for (const char* text :
             {"", "parallel.ep", "nothing=1", "parallel.ep=x", "parallel.ep=0:8:2", "parallel.ep=1:8:0"})
            QVERIFY2(!parseAxis(text), text);
    }

    void rowsEqualTheReport() {
        const SweepPlan plan =
            gridPlan(presetScenario("deepseek-v3"),
                     {valueOf(parseAxis("parallel.ep=32,64,100")), valueOf(parseAxis("parallel.pp=8,16"))},
                     {findMetric("train.step_seconds"), findMetric("params.active")});
        QCOMPARE(plan.count(), std::size_t{6});
        const SweepCell cell = sweepCell(plan, shippedCatalog(), 1);
        QCOMPARE(cell.values, (std::vector<std::string>{"32", "16"}));
        const Report report =
            evaluate(valueOf(sweepScenario(plan, shippedCatalog(), 1)), shippedCatalog(), Detail::Numbers);
        QCOMPARE(cell.metrics[0].value(), report.train->step.base);
        QCOMPARE(cell.metrics[1].value(), report.params.active);
        const SweepCell broken = sweepCell(plan, shippedCatalog(), 5);
        QVERIFY(toString(broken.rule).starts_with("parallel.ep: must divide"));
        QVERIFY(!broken.metrics[0]);
    }

    void partsAreTheWhole() {
        for (std::size_t count : {0u, 1u, 7u, 100u}) {
            std::size_t next = 0;
            for (std::size_t part = 1; part <= 9; ++part) {
                const auto [first, end] = shardRows(count, part, 9);
                QCOMPARE(first, next);
                next = end;
            }
            QCOMPARE(next, count);
        }
    }

    /// 64 experts cannot be spread over 128 GPUs; a point that keeps the rules keeps its EP.
    void expertParallelFollowsTheExpertsOfAStudy() {
        Scenario base = presetScenario("deepseek-v3");
        QVERIFY(setField(base, "parallel.ep", "128").empty());
        for (const char* study : {"experts-topk", "granularity"}) {
            const SweepPlan plan = valueOf(studyPlan(study, base, shippedCatalog()));
            int followed = 0;
            for (std::size_t i = 0; i < plan.count(); ++i) {
                const Result<Scenario> scenario = sweepScenario(plan, shippedCatalog(), i);
                if (!scenario) {
                    QVERIFY2(scenario.error().front().key != "parallel.ep",
                             toString(scenario.error()).c_str());
                    continue;
                }
                QVERIFY(scenario->moe->experts % scenario->parallel.ep == 0);
                if (scenario->parallel.ep == 128) continue;
                ++followed;
                QCOMPARE(scenario->parallel.ep, scenario->moe->experts); // the nearest
                const std::string label = toString(plan.labels[i]);
                QVERIFY2(label.ends_with("EP " + std::to_string(scenario->parallel.ep)), label.c_str());
            }
            QVERIFY2(followed > 0, study);
        }
    }

    /// Active parameters stay, but for the router, which grows with the experts, and for whole widths.
    void studiesKeepWhatTheySay() {
        const Scenario base = presetScenario("seed-moe64");
        for (const Study& study : studies()) {
            const SweepPlan plan = valueOf(studyPlan(study.key, base, shippedCatalog()));
            QVERIFY(plan.count() >= 2);
            QCOMPARE(plan.labels.size(), plan.count());
            const bool keepsActive =
                QByteArray(study.key) == "experts-topk" || QByteArray(study.key) == "granularity";
            const auto activeOf = [](const Scenario& scenario) {
                const double layers = double(scenario.model.layers - scenario.model.denseLayers);
                return evaluate(scenario, shippedCatalog(), Detail::Numbers).params.active -
                       layers * double(scenario.moe->experts * scenario.model.hidden);
            };
            const double active = activeOf(base);
            int here = 0;
            for (std::size_t i = 0; i < plan.count(); ++i) {
                const Result<Scenario> scenario = sweepScenario(plan, shippedCatalog(), i);
                here += scenario && *scenario == plan.base;
                if (!scenario || !keepsActive) continue;
                QVERIFY2(std::abs(activeOf(*scenario) / active - 1) < 0.005,
                         toString(plan.labels[i]).c_str());
            }
            QCOMPARE(here, 1); // the scenario itself is one of the points
        }
        QVERIFY(!studyPlan("nothing", base, shippedCatalog()));
        QVERIFY(!studyPlan("granularity", presetScenario("llama-3-8b"), shippedCatalog()));
    }
};

MOE_TEST(SweepTest)
#include "sweep_test.moc"
