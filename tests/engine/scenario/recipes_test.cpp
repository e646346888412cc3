// SPDX-License-Identifier: GPL-3.0-or-later
// Named recipes: what they set, what wins beside them, and how they come back from a file.

#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/recipes.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class RecipesTest : public QObject {
    Q_OBJECT

    static constexpr const char* kLatest = "megatron-bridge-26.06-moe";

private slots:
    /// Each key is one of fields() and each value reads back, for the models it is meant for.
    void everyRecipeSetsWhatItSays() {
        for (const Recipe& recipe : recipes()) {
            Scenario scenario = presetScenario("deepseek-v3");
            QVERIFY2(setField(scenario, "train.recipe", recipe.key).empty(), recipe.key);
            QVERIFY(std::string(recipe.source).size() > 20);
            for (const Recipe::Setting& each : recipe.set) {
                const Field* field = findField(each.key);
                QVERIFY2(field, each.key);
                QVERIFY2(field->get(scenario) == parseField(*field, each.text).value, each.key);
                QCOMPARE(recipeBehind(scenario, each.key), &recipe);
            }
        }
    }

    void setsOnlyWhatTheModelHas() {
        Scenario scenario = presetScenario("llama-3-8b");
        QVERIFY(setField(scenario, "train.recipe", kLatest).empty());
        QVERIFY(scenario.train->dispatcher == Dispatcher::AllToAll); // a dense model
        QVERIFY(scenario.train->cudaGraphs == CudaGraphs::Full);
    }

    void whatStandsBesideItWins_data() {
        QTest::addColumn<QString>("train");
        QTest::newRow("before") << "cuda_graphs: none, recipe: megatron-bridge-26.06-moe";
        QTest::newRow("behind") << "recipe: megatron-bridge-26.06-moe, cuda_graphs: none";
    }
    void whatStandsBesideItWins() {
        QFETCH(QString, train);
        const Result<Scenario> read =
            readScenario("train: {" + train.toStdString() + "}\nmoe: {experts: 8}\n", "f");
        QVERIFY(read);
        QVERIFY(read->train->cudaGraphs == CudaGraphs::None);
        QVERIFY(read->train->dispatcher == Dispatcher::HybridEp); // the model comes first, wherever it stands
        QVERIFY(!recipeBehind(*read, "train.cuda_graphs"));
        QVERIFY(recipeBehind(*read, "train.dispatcher"));
    }

    /// Also a key that somebody put back to its default.
    void comesBackFromAFile() {
        Scenario scenario = presetScenario("deepseek-v3");
        QVERIFY(setField(scenario, "train.recipe", kLatest).empty());
        QVERIFY(setField(scenario, "train.cuda_graphs", "none").empty());
        QVERIFY(setField(scenario, "train.fused_grouped_mlp", "false").empty());
        const Result<Scenario> read = readScenario(scenarioText(scenario), "f");
        QVERIFY(read && *read == scenario);
    }

    void choosingItAgainKeepsWhatWasChanged() {
        Scenario scenario = presetScenario("deepseek-v3");
        QVERIFY(setField(scenario, "train.recipe", kLatest).empty());
        QVERIFY(setField(scenario, "train.cuda_graphs", "none").empty());
        QVERIFY(setField(scenario, "train.recipe", kLatest).empty());
        QVERIFY(scenario.train->cudaGraphs == CudaGraphs::None);
        QVERIFY(setField(scenario, "train.recipe", "auto").empty());
        QVERIFY(!scenario.train->recipe && scenario.train->dispatcher == Dispatcher::HybridEp);
    }

    void anUnknownOneIsLocated() {
        const Result<Scenario> read = readScenario("train:\n  recipe: megatron-bridge-1\n", "f");
        QVERIFY(!read);
        QCOMPARE(read.error().size(), std::size_t(1));
        QCOMPARE(read.error().front().line, 2);
        QCOMPARE(read.error().front().key, std::string("train.recipe"));
    }
};

MOE_TEST(RecipesTest)
#include "recipes_test.moc"
