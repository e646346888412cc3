// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe_runs.h"

#include "tests/support/registry.h"

#include <QTest>

namespace moe::test {

class RecipeRunsTest : public QObject {
    Q_OBJECT

private slots:
    /// Column names as the web page of Weights & Biases exports them and as its API does.
    void readsAnExportOfWeightsAndBiases() {
        const char* const rows = "a,finished,1e9,2e10,2.9\nb,crashed,1e9,,\nc,finished,2e9,2e10,2.8\n";
        for (const char* header : {"Name,State,config/params,summary/tokens_seen,summary/val/loss\n",
                                   "Name,State,params,tokens,eval/loss\n"}) {
            const Result<RecipeTable> table = readRecipeRuns(std::string(header) + rows, "wandb.csv");
            QVERIFY2(table.has_value(), table ? "" : toString(table.error()).c_str());
            QCOMPARE(table->runs.size(), std::size_t{2});
            QCOMPARE(table->runs[1].loss, 2.8);
            QCOMPARE(table->runs[1].line, 4);
            QCOMPARE(table->leftOut.size(), std::size_t{1});
            QCOMPARE(toString(table->leftOut[0]),
                     std::string("The run of line 3 is left out: it is crashed."));
            QVERIFY(isRecipeTable(std::string(header) + rows));
        }
        const Result<RecipeTable> open =
            readRecipeRuns("State,params,tokens,loss\nfinished,1e9,2e10,\n", "wandb.csv");
        QVERIFY(!open);
        QCOMPARE(toString(open.error().front()),
                 std::string("wandb.csv:2: loss: expected a number > 0, the cell is empty"));
    }

    void readsJsonLines() {
        const std::string text =
            "{\"name\": \"a\", \"config\": {\"params\": 1e9}, \"summary\": {\"tokens\": 2e10, "
            "\"val/loss\": 2.9}, \"tags\": [\"x\"]}\n\n"
            "{\"name\": \"b\", \"config\": {\"params\": 2e9}, \"summary\": {\"tokens\": 2e10, "
            "\"val/loss\": 2.8}}\n";
        const Result<RecipeTable> table = readRecipeRuns(text, "runs.jsonl");
        QVERIFY2(table.has_value(), table ? "" : toString(table.error()).c_str());
        QCOMPARE(table->runs.size(), std::size_t{2});
        QCOMPARE(table->runs[1].params, 2e9);
        QCOMPARE(table->runs[1].line, 3); // the second is empty
        QVERIFY(isRecipeTable(text));
        const Result<RecipeTable> broken = readRecipeRuns(text + "{\"name\": oh", "runs.jsonl");
        QVERIFY(!broken);
        QCOMPARE(toString(broken.error().front()),
                 std::string("runs.jsonl:4: expected one JSON object on the line"));
        const Result<RecipeTable> wrong = readRecipeRuns(
            text + "{\"config\": {\"params\": 3e9}, \"summary\": {\"tokens\": 2e10, \"val/loss\": \"no\"}}",
            "runs.jsonl");
        QVERIFY(!wrong);
        QVERIFY2(toString(wrong.error()).starts_with("runs.jsonl:4"), toString(wrong.error()).c_str());
    }

    /// A table that was appended to itself.
    void repeatedRunsAreCountedAboveAThousand() {
        std::string text = "params,tokens,loss\n";
        for (int i = 0; i < 3000; ++i) text += "1e9,2e10,2.9\n";
        const Result<RecipeTable> table = readRecipeRuns(text, "runs.csv");
        QVERIFY(!table);
        QCOMPARE(table.error().size(), std::size_t{1001});
        QCOMPARE(toString(table.error().back()),
                 std::string("runs.csv: 1999 further problems are not listed"));
    }

    void publishedTablesOfAnotherKindAreNoRuns() {
        QVERIFY(isRecipeTable("run,params,tokens,loss\na,1e9,2e10,2.9\n"));
        QVERIFY(!isRecipeTable("h,ffnh,numh,numl,lr,bs,ti,loss,smooth loss,exp_name,D,N,D/N\n"));
        QVERIFY(!isRecipeTable("params,tokens\n1e9,2e10\n"));
        QVERIFY(!isRecipeTable("{\n"));
    }

    void readsTheColumnsOfBothKinds() {
        const Result<RecipeTable> own = readRecipeRuns(
            "params,tokens,loss,lr,active_params\n1e9,2e10,2.9,3e-4,\n2e9,2e10,2.8,,5e8\n", "own");
        QVERIFY2(own.has_value(), own ? "" : toString(own.error()).c_str());
        QCOMPARE(own->runs.size(), std::size_t{2});
        QCOMPARE(own->runs[0].lr.value_or(0), 3e-4);
        QCOMPARE(own->runs[0].activeParams, 1e9);
        QCOMPARE(own->runs[1].activeParams, 5e8);
        QCOMPARE(own->runs[1].line, 3);
        const Result<RecipeTable> published =
            readRecipeRuns("arch,N_nonemb,N_total,N_active,experts,D_tokens,loss\n"
                           "dense,1e9,1.2e9,1.2e9,,2e10,2.9\nmoe,,5e9,1e9,8,2e10,2.7\n",
                           "published");
        QVERIFY(published.has_value());
        QCOMPARE(published->runs[0].params, 1e9);
        QCOMPARE(published->runs[0].activeParams, 1e9); // the total count is none of active parameters
        QCOMPARE(published->runs[1].params, 5e9);
        QCOMPARE(published->runs[1].activeParams, 1e9);
        QVERIFY(!published->paramsKnown);
    }

    void badRunsAreLocated_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QList<int>>("lines");
        QTest::addColumn<QByteArray>("says");
        const QByteArray head = "params,tokens,loss\n1e9,2e10,2.9\n";
        QTest::newRow("no loss") << QByteArray("params,tokens\n1e9,2e10\n") << QList<int>{1}
                                 << QByteArray("loss");
        QTest::newRow("nothing") << QByteArray("a,b\n1,2\n") << QList<int>{1, 1, 1} << QByteArray("params");
        QTest::newRow("bits") << QByteArray("params,tokens,bpb\n1e9,2e10,.9\n") << QList<int>{1}
                              << QByteArray("nats per token");
        QTest::newRow("twice") << head + "2e9,2e10,2.8\n1e9,2e10,2.9\n"
                               << QList<int>{4} << QByteArray("the run of line 2");
        QTest::newRow("millions") << head + "350,2e10,3\n1e9,20,3\n"
                                  << QList<int>{3, 4} << QByteArray("a count of");
        QTest::newRow("no number") << head + "1e9,x,3\n1e9,2e10,-1\n"
                                   << QList<int>{3, 4} << QByteArray("a number > 0");
        QTest::newRow("the count of all")
            << QByteArray("params,total_params,tokens,loss\n1.2e9,1.2e9,2e10,2.9\n2.2e9,2.2e9,2e10,2.8\n")
            << QList<int>{2} << QByteArray("counts the embeddings");
        QTest::newRow("more than the layers hold")
            << QByteArray("params,layers,hidden,tokens,loss\n267424512,12,768,2e10,2.9\n") << QList<int>{2}
            << QByteArray("12 layers of width 768");
    }
    void badRunsAreLocated() {
        QFETCH(const QByteArray, text);
        QFETCH(const QList<int>, lines);
        QFETCH(const QByteArray, says);
        const Result<RecipeTable> read = readRecipeRuns(text.toStdString(), "runs.csv");
        QVERIFY(!read.has_value());
        QList<int> found;
        for (const Problem& problem : read.error()) found << problem.line;
        QCOMPARE(found, lines);
        QVERIFY2(toString(read.error()).find(says.toStdString()) != std::string::npos,
                 toString(read.error()).c_str());
    }

    /// OLMo 190M: 113 283 840 of its parameters are no embeddings, in 12 layers of width 768.
    void countsWithoutEmbeddingsPass() {
        QVERIFY(readRecipeRuns("params,layers,hidden,total_params,tokens,loss\n"
                               "113283840,12,768,267424512,1908932608,3.747479\n",
                               "olmo")
                    .has_value());
    }

    void anotherSeedIsAnotherRun() {
        QVERIFY(readRecipeRuns("params,tokens,loss\n1e9,2e10,2.9\n1e9,2e10,2.91\n", "seeds").has_value());
    }

    void namedRecipesAreLabelled() {
        std::string text = "params,tokens,loss,notes\n";
        for (int i = 0; i < 16; ++i)
            text += "1e9,2e10," + std::to_string(3 + 0.01 * i) + ",train " + (i % 2 == 0 ? "c4" : "rpj") +
                    "; warmup " + std::to_string(100 * (i / 8)) + "\n";
        const Result<RecipeTable> read = readRecipeRuns(text, "labels");
        QVERIFY(read.has_value());
        QCOMPARE(read->runs[0].label, std::string("train c4"));
        QCOMPARE(read->runs[15].label, std::string("train rpj"));
    }

    void predictionsNeedNoLoss() {
        const Result<RecipeTable> read =
            readRecipeRuns("params,tokens,loss\n1e9,2e10,\n1e9,2e10,\n", "asked", RecipeUse::Predict);
        QVERIFY(read.has_value());
        QCOMPARE(read->runs.size(), std::size_t{2});
    }
};

} // namespace moe::test

using moe::test::RecipeRunsTest;
MOE_TEST(RecipeRunsTest)
#include "recipe_runs_test.moc"
