// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/fabric_curve.h"

#include "models/engine/cost/fabric.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time_report.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class FabricCurveTest : public QObject {
    Q_OBJECT

    static Scenario changed(const char* preset, const char* key, const char* value) {
        Scenario scenario = presetScenario(preset);
        if (*key) scenarioSet(scenario, key, value);
        return scenario;
    }
    static void scenarioSet(Scenario& scenario, const char* key, const char* value) {
        const Problems problems = setField(scenario, key, value);
        if (!problems.empty()) throw std::runtime_error(toString(problems));
    }

private slots:
    void oversubscriptionNeverSpeedsAStep_data() {
        QTest::addColumn<QByteArray>("preset");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        for (const char* preset : {"deepseek-v3", "qwen3-235b-a22b", "llama-3-70b", "mixtral-8x7b",
                                   "step-law-2in88", "seed-dense"})
            QTest::addRow("%s", preset) << QByteArray(preset) << QByteArray() << QByteArray();
        QTest::addRow("deepseek-v3, leaves of 16 ports")
            << QByteArray("deepseek-v3") << QByteArray("cluster.leaf_ports") << QByteArray("16");
        QTest::addRow("qwen3-235b-a22b, leaves of 24 ports")
            << QByteArray("qwen3-235b-a22b") << QByteArray("cluster.leaf_ports") << QByteArray("24");
    }
    void oversubscriptionNeverSpeedsAStep() {
        QFETCH(QByteArray, preset);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        const FabricCurve curve = fabricCurve(changed(preset, key, value), shippedCatalog());
        for (std::size_t i = 1; i < curve.points.size(); ++i) {
            QVERIFY(curve.points[i].oversubscription > curve.points[i - 1].oversubscription);
            QVERIFY(curve.points[i].rail >= curve.points[i - 1].rail);
            QVERIFY(curve.points[i].plain >= curve.points[i - 1].plain);
            QVERIFY(curve.points[i].plain >= curve.points[i].rail);
        }
        if (curve.withoutSpine) QVERIFY(*curve.withoutSpine >= curve.points.front().rail);
    }

    void fullBisectionIsTheStepTimeModel() {
        const Scenario scenario = presetScenario("deepseek-v3");
        const FabricCurve curve = fabricCurve(scenario, shippedCatalog());
        const Setup setup = setupOf(scenario, shippedCatalog());
        QCOMPARE(scenario.cluster.oversubscription, 1.0);
        QCOMPARE(curve.points.size(), std::size_t(16));
        QCOMPARE(curve.points.front().oversubscription, 1.0);
        QCOMPARE(curve.points.back().oversubscription, 8.0);
        QCOMPARE(curve.step.base, trainingStep(setup).step.base);
        QCOMPARE(curve.points.front().rail.base, curve.step.base);
        QCOMPARE(curve.points.front().plain.base, curve.step.base);
    }

    // Eight nodes exchange tokens; a leaf without rails holds four of them, so 4/7 of the bytes cross.
    void crossLeafBytesDivideByTheUplink() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.cluster.railOptimised = false;
        scenario.cluster.oversubscription = 7;
        const Setup setup = setupOf(scenario, shippedCatalog());
        QCOMPARE(nodesOnLeaf(setup), 4.0);
        QCOMPARE(exchangeSlowdown(setup, 8), 4.0);
        QCOMPARE(exchangeSlowdown(setup, 4), 1.0);
        QCOMPARE(ringSlowdown(setup, 8, 1), 7.0 / 4);
        QCOMPARE(ringSlowdown(setup, 64, 8), 7.0);
        scenario.cluster.railOptimised = true; // 32 nodes of a rail share a leaf
        QCOMPARE(exchangeSlowdown(setupOf(scenario, shippedCatalog()), 8), 1.0);
    }

    void oneNvlinkDomainMeetsNoSwitch() {
        Scenario scenario = presetScenario("llama-3-8b");
        scenario.cluster.gpus = 8;
        scenario.parallel.dp.reset();
        const FabricCurve curve = fabricCurve(scenario, shippedCatalog());
        QVERIFY(curve.points.empty());
        QVERIFY(!curve.withoutSpine);
    }

    void withoutASpineARailIsOneLeaf() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.cluster.leafPorts = 64;
        const FabricCurve curve = fabricCurve(scenario, shippedCatalog());
        QCOMPARE(curve.withoutSpine.has_value(), curve.nodes <= 64);
    }
};

MOE_TEST(FabricCurveTest)
#include "fabric_curve_test.moc"
