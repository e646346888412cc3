// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/layout_text.h"

#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <numeric>

using namespace moe;
using namespace moe::test;

class LayoutTextTest : public QObject {
    Q_OBJECT

private slots:
    // As --pipeline-model-parallel-layout takes them (Megatron-LM, docs of the MoE package): 61 layers of
    // DeepSeek-V3 on 16 stages, and on 32 chunks with the multi-token layer and the loss apart.
    void megatronLayoutsAreRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("last");
        QTest::addColumn<int>("sum");
        QTest::newRow("one chunk a stage") << "Et*4|(t*4|)*14tmL" << 16 << 4 << 1 << 61;
        QTest::newRow("loss alone") << "Et*3|(tt|)*29m|L" << 32 << 3 << 0 << 61;
        QTest::newRow("nothing repeated") << "Ett|tt|ttL" << 3 << 2 << 2 << 6;
        QTest::newRow("nested") << "E|((t|)*2t*3|)*2L" << 8 << 0 << 0 << 10;
        QTest::newRow("commas and spaces") << "E, t*2 | t, L" << 2 << 2 << 1 << 3;
        QTest::newRow("embedding alone") << "E|t*8|t*8|L" << 4 << 0 << 0 << 16;
    }
    void megatronLayoutsAreRead() {
        QFETCH(QString, text);
        QFETCH(int, chunks);
        QFETCH(int, first);
        QFETCH(int, last);
        QFETCH(int, sum);
        StageLayout layout;
        QVERIFY(parseList(text.toStdString(), layout));
        QCOMPARE(int(layout.layers.size()), chunks);
        QCOMPARE(int(layout.layers.front()), first);
        QCOMPARE(int(layout.layers.back()), last);
        QCOMPARE(int(std::accumulate(layout.layers.begin(), layout.layers.end(), Count{0})), sum);
        QCOMPARE(listText(layout), text.toStdString());
        StageLayout again;
        QVERIFY(parseList(listText(layout), again) && again == layout);
    }

    void theChunksSayWhatTheyHold() {
        const auto chunks = layoutChunks("Et*3|(tt|)*29m|L");
        QCOMPARE(chunks->at(0), (LayoutChunk{3, 0, 1, 0}));
        QCOMPARE(chunks->at(30), (LayoutChunk{0, 1, 0, 0}));
        QCOMPARE(chunks->at(31), (LayoutChunk{0, 0, 0, 1}));
    }

    void otherTextIsRefused_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"Ex|L", "Et*|L", "E(t|L", "Et)|L", "E*t|L", "Et*99999999999|L", "((((((((((((((((((t",
              "(((t*9999)*9999)*9999)*9999L", "Et*-1|L", "*3", "t*1.5"})
            QTest::newRow(text) << text;
    }
    void otherTextIsRefused() {
        QFETCH(QString, text);
        StageLayout layout;
        layout.layers = {7};
        QVERIFY(!parseList(text.toStdString(), layout));
        QCOMPARE(layout.layers.size(), std::size_t(1)); // unchanged
    }

    void listsAndAutoStayWhatTheyWere() {
        StageLayout layout;
        QVERIFY(parseList("3,4, 5", layout));
        QCOMPARE(layout.layers, std::vector<Count>({3, 4, 5}));
        QCOMPARE(listText(layout), std::string("3,4,5"));
        QVERIFY(parseList("auto", layout) && layout.balanced && layout.layers.empty());
        QCOMPARE(listText(layout), std::string("auto"));
        QVERIFY(parseList("", layout) && layout == StageLayout{});
    }

    void aScenarioTakesThem() {
        Scenario scenario = presetScenario("deepseek-v3");
        QVERIFY(setField(scenario, "parallel.layout", "Et*4|(t*4|)*14tmL").empty());
        QCOMPARE(toString(validate(scenario, shippedCatalog())), std::string());
        QVERIFY(readScenario(scenarioText(scenario), "again")->parallel == scenario.parallel);
        scenario.train->schedule.reset(); // DualPipe has chunks of its own
        // More chunks than layers: with a pattern some may be empty.
        QVERIFY(setField(scenario, "parallel.vpp", "4").empty());
        QVERIFY(setField(scenario, "parallel.layout", "E|(t|)*61m|L").empty());
        QCOMPARE(toString(validate(scenario, shippedCatalog())), std::string());
    }
};

MOE_TEST(LayoutTextTest)
#include "layout_text_test.moc"
