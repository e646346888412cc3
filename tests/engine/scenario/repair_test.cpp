// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/edits/repair.h"

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

    void anEditMovesTheNearestKnobsAlong_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QStringList>("locked");
        QTest::addColumn<QStringList>("moved");
        // EP divides experts and ranks: 96 and 128, 256 and 120. DeepSeek-V3: 2048 GPUs, PP 16, EP 64, DP
        // 128, 15,360 sequences, micro-batches of one, 256 experts.
        QTest::newRow("nothing breaks") << "parallel.pp"
                                        << "8" << QStringList() << QStringList();
        QTest::newRow("fewer experts than ranks") << "moe.experts"
                                                  << "96" << QStringList() << QStringList{"parallel.ep=32"};
        QTest::newRow("fewer ranks") << "cluster.gpus"
                                     << "1920" << QStringList() << QStringList{"parallel.ep=8"};
        QTest::newRow("not the model") << "model.kv_heads"
                                       << "3" << QStringList() << QStringList();
        QTest::newRow("its own rule") << "parallel.ep"
                                      << "7" << QStringList() << QStringList();
        QTest::newRow("what would follow is locked") << "moe.experts"
                                                     << "96" << QStringList{"parallel.ep"} << QStringList();
    }
    void anEditMovesTheNearestKnobsAlong() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QStringList, locked);
        QFETCH(QStringList, moved);
        const Scenario before = presetScenario("deepseek-v3");
        Scenario after = before;
        QVERIFY(setField(after, key.toStdString(), value.toStdString()).empty());
        std::vector<std::string> keys;
        for (const QString& one : locked) keys.push_back(one.toStdString());
        QStringList found;
        for (const Cure& cure : followers(before, after, shippedCatalog(), keys)) {
            found << QString::fromStdString(cure.key + "=" + cure.value);
            QVERIFY(setField(after, cure.key, cure.value).empty());
        }
        QCOMPARE(found.join(' '), moved.join(' '));
        if (!moved.isEmpty()) QVERIFY(validate(after, shippedCatalog()).empty());
        QCOMPARE(QString::fromStdString(fieldText(findField(key.toStdString())->get(after))), value);
    }

    /// One GPU is where nobody chose a machine: a layout of several brings the rest of its GPUs.
    void oneGpuBecomesSeveral() {
        for (const char* preset : {"gpt-oss-120b", "gemma-3-27b", "llama-3-8b-lora"}) {
            const Scenario before = presetScenario(preset);
            QCOMPARE(before.cluster.gpus.value_or(0), Count(1));
            Scenario after = before;
            QVERIFY(setField(after, "parallel.tp", "4").empty());
            for (const Cure& cure : followers(before, after, shippedCatalog(), {}))
                QVERIFY(setField(after, cure.key, cure.value).empty());
            QVERIFY2(validate(after, shippedCatalog()).empty(), preset);
            QCOMPARE(after.cluster.gpus.value_or(0), Count(4));
            QCOMPARE(after.parallel.tp, Count(4));
        }
    }

    /// The machine by less than a third, the model not at all.
    void onlyTheLayoutFollows() {
        int followed = 0, machines = 0;
        for (const char* preset : {"mixtral-8x7b", "qwen3-235b-a22b", "llama-3.1-405b", "kimi-k2"})
            for (const auto& [key, value] :
                 std::initializer_list<std::pair<const char*, const char*>>{{"parallel.pp", "7"},
                                                                            {"cluster.gpus", "1000"},
                                                                            {"model.heads", "7"},
                                                                            {"moe.experts", "97"}}) {
                const Scenario before = presetScenario(preset);
                Scenario after = before;
                if (!setField(after, key, value).empty()) continue; // a dense model
                const Scenario wanted = after;
                const std::vector<Cure> moved = followers(before, after, shippedCatalog(), {});
                for (const Cure& cure : moved) QVERIFY(setField(after, cure.key, cure.value).empty());
                if (moved.empty()) continue;
                ++followed;
                QVERIFY(validate(after, shippedCatalog()).empty());
                QVERIFY(after.model == wanted.model && after.moe == wanted.moe);
                if (after.cluster.gpus == wanted.cluster.gpus) continue;
                ++machines;
                const double share = double(*after.cluster.gpus) / double(*wanted.cluster.gpus);
                QVERIFY2(share > 0.75 && share < 1.3, qPrintable(QString::number(share)));
            }
        QVERIFY(followed >= 6 && machines >= 2);
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
