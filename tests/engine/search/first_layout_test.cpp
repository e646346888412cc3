// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/first_layout.h"

#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class FirstLayoutTest : public QObject {
    Q_OBJECT
private slots:
    void layoutsBreakNoRuleAndFit_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<bool>("trains");
        for (const char* preset :
             {"llama-3-8b", "llama-3-70b", "mixtral-8x7b", "qwen3-30b-a3b", "deepseek-v3"})
            for (const bool trains : {false, true})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(preset, trains ? "trained" : "served")))
                    << preset << trains;
    }
    void layoutsBreakNoRuleAndFit() {
        QFETCH(QString, preset);
        QFETCH(bool, trains);
        const Scenario model = presetScenario(preset.toStdString());
        const Result<FirstLayout> found = firstLayout(model, shippedCatalog(), {trains, "h100-sxm", 0});
        QVERIFY(found);
        QVERIFY2(brokenRules(found->scenario, shippedCatalog()).empty(), qPrintable(preset));
        QVERIFY(found->fits);
        QVERIFY(found->perGpu <= found->capacity);
        QCOMPARE(found->scenario.train.has_value(), trains);
        QCOMPARE(found->scenario.serve.has_value(), !trains);
        QVERIFY(found->scenario.parallel.tp <= 8);
        if (model.moe) QCOMPARE(model.moe->experts % found->scenario.parallel.ep, Count(0));
        QVERIFY(found->scenario.model == model.model);
        // Nothing of what the model's scenario was before is left over.
        QVERIFY(found->scenario.note.empty() && found->scenario.routing == RoutingSpec{});
        // One half of the GPUs does not hold it.
        if (found->gpus < 2) return;
        const Result<FirstLayout> half =
            firstLayout(model, shippedCatalog(), {trains, "h100-sxm", Count(found->gpus) / 2});
        if (!trains) QVERIFY(!half || !half->fits);
    }

    void whatIsAskedForIsUsed() {
        const Scenario model = presetScenario("mixtral-8x7b");
        const Result<FirstLayout> found = firstLayout(model, shippedCatalog(), {false, "h200", 16});
        QVERIFY(found);
        QCOMPARE(found->scenario.gpu.preset, "h200");
        QCOMPARE(*found->scenario.cluster.gpus, Count(16));
    }

    void tooFewGpusAreSaid() {
        const Result<FirstLayout> found =
            firstLayout(presetScenario("deepseek-v3"), shippedCatalog(), {false, "h100-sxm", 2});
        QVERIFY(found);
        QVERIFY(!found->fits);
        QVERIFY(found->perGpu > found->capacity);
        QVERIFY(!firstLayout(presetScenario("deepseek-v3"), shippedCatalog(), {false, "no-such", 2}));
    }
};

MOE_TEST(FirstLayoutTest)
#include "first_layout_test.moc"
