// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/repair.h"

#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>

using namespace moe;
using moe::test::presetScenario;
using moe::test::shippedCatalog;

class RepairTest : public QObject {
    Q_OBJECT
private slots:
    void whatFollowsKeepsEveryRule_data() {
        QTest::addColumn<QString>("preset");
        for (const char* key : {"deepseek-v3", "qwen3-235b-a22b", "mixtral-8x7b", "llama-3-70b"})
            QTest::newRow(key) << QString(key);
    }
    void whatFollowsKeepsEveryRule() {
        QFETCH(QString, preset);
        Scenario scenario = presetScenario(preset.toStdString());
        const std::vector<Cure> wanted{{"parallel.pp", "1"}, {"parallel.tp", "1"}};
        const std::vector<Cure> all = withWhatFollows(scenario, shippedCatalog(), wanted);
        QVERIFY(all.size() >= wanted.size());
        for (const Cure& change : all) QVERIFY(setField(scenario, change.key, change.value).empty());
        QVERIFY(validate(scenario, shippedCatalog()).empty());
        QCOMPARE(scenario.parallel.pp, 1);
        QCOMPARE(scenario.parallel.tp, 1);
    }

    void chunksAndLayoutGoWithTheirPipeline() {
        Scenario scenario = presetScenario("qwen3-30b-a3b");
        scenario.parallel = {};
        scenario.cluster.gpus = 4;
        scenario.parallel.pp = 4, scenario.parallel.vpp = 2;
        scenario.parallel.layout.layers.assign(8, scenario.model.layers / 8);
        QVERIFY(validate(scenario, shippedCatalog()).empty());
        const std::vector<Cure> all = withWhatFollows(scenario, shippedCatalog(), {{"parallel.pp", "1"}});
        QVERIFY(std::find(all.begin(), all.end(), Cure{"parallel.vpp", "1"}) != all.end());
        QVERIFY(std::find(all.begin(), all.end(), Cure{"parallel.layout", ""}) != all.end());
        QVERIFY(withWhatFollows(scenario, shippedCatalog(), {{"parallel.pp", "none"}}).empty());
        QVERIFY(withWhatFollows(scenario, shippedCatalog(), {{"gpu.preset", "abacus"}}).empty());
    }
};

MOE_TEST(RepairTest)
#include "repair_test.moc"
