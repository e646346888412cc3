// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/roofline.h"

#include "models/engine/cost/operators.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class RooflineTest : public QObject {
    Q_OBJECT

private slots:
    void pointsAreTheOperatorsOfTheStep_data() {
        QTest::addColumn<QByteArray>("preset");
        for (const char* preset : {"deepseek-v3", "qwen3-235b-a22b", "llama-3-70b", "step-law-2in88"})
            QTest::addRow("%s", preset) << QByteArray(preset);
    }
    void pointsAreTheOperatorsOfTheStep() {
        QFETCH(QByteArray, preset);
        const Scenario scenario = presetScenario(preset.toStdString());
        const Setup setup = setupOf(scenario, shippedCatalog());
        const RooflineReport report = roofline(setup);
        const Rates rates = ratesOf(setup);
        double linear = 0, core = 0;
        for (const RooflinePoint& point : report.points) {
            // Under the roof: neither faster than the peak nor than device memory.
            QVERIFY2(point.achieved() <= (point.fp8 ? report.fp8 : report.bf16), point.name);
            QVERIFY2(point.bytes / point.seconds <= report.memory, point.name);
            QVERIFY(point.count > 0);
            const std::string part = point.part;
            if (part == "gemm") linear += point.seconds.base;
            if (part == "attention") core += point.seconds.base;
        }
        Passes expected = attentionLinears(setup, rates).all;
        if (setup.isMoe) {
            expected += gemmPasses(rates, {setup.T / setup.tp, setup.E, setup.h}, GemmType::Bf16);
            if (setup.fs > 0) expected += denseMlp(setup, rates, setup.fs);
        } else {
            expected += denseMlp(setup, rates, setup.f);
        }
        QVERIFY(std::abs(linear / expected.forward.time.base - 1) < 1e-12);
        QVERIFY(std::abs(core / attentionCore(setup, rates).forward.time.base - 1) < 1e-12);
    }

    // 2MNK FLOP and 2(MK + KN + MN) bytes: the QKV product of Llama-3-8B, 8192 tokens, 6144 × 4096.
    void aKnownProduct() {
        Scenario scenario = presetScenario("llama-3-8b");
        scenario.parallel.tp = 1;
        scenario.parallel.cp = 1;
        scenario.model.sequence = 8192;
        scenario.train->microBatch = 1;
        const RooflineReport report = roofline(setupOf(scenario, shippedCatalog()));
        const RooflinePoint& qkv = report.points.front();
        QCOMPARE(std::string(qkv.name), std::string("QKV"));
        QVERIFY(std::abs(qkv.flops.base / (2.0 * 8192 * 6144 * 4096) - 1) < 1e-9);
        QCOMPARE(qkv.bytes.base, 2.0 * (8192.0 * 4096 + 4096.0 * 6144 + 8192.0 * 6144));
    }
};

MOE_TEST(RooflineTest)
#include "models/engine/report/report.h"
#include "roofline_test.moc"
