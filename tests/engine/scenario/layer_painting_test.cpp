// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/edits/layer_painting.h"

#include "models/engine/scenario/enum_text.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

std::vector<LayerKind> kindsOf(const Scenario& scenario) {
    std::vector<LayerKind> kinds;
    for (const LayerType& type : layerTypes(scenario)) kinds.push_back(type.mixer);
    return kinds;
}

} // namespace

class LayerPaintingTest : public QObject {
    Q_OBJECT

private slots:
    void patternsAreSpelledShortest_data() {
        QTest::addColumn<QString>("written");
        QTest::addColumn<int>("layers");
        QTest::addColumn<QString>("shortest");
        QTest::newRow("one kind") << "kda" << 7 << "kda";
        QTest::newRow("written layer by layer") << "sliding,full,sliding,full" << 36 << "sliding,full";
        QTest::newRow("runs") << "gdn,gdn,gdn,full" << 48 << "gdn*3,full";
        QTest::newRow("the last period is cut") << "sliding*5,full" << 62 << "sliding*5,full";
        QTest::newRow("one layer apart at the end") << "full*47,sliding" << 48 << "full*47,sliding";
        QTest::newRow("never repeats")
            << "mamba2,ffn,mamba2,ffn,full,ffn,ffn" << 7 << "mamba2,ffn,mamba2,ffn,full,ffn*2";
        QTest::newRow("no layer") << "kda" << 0 << "";
    }
    void patternsAreSpelledShortest() {
        QFETCH(QString, written);
        QFETCH(int, layers);
        QFETCH(QString, shortest);
        Scenario scenario;
        scenario.model.layers = layers;
        QVERIFY(parseList(written.toStdString(), scenario.model.pattern));
        const std::vector<LayerKind> kinds = kindsOf(scenario);
        const std::vector<LayerRun> runs = shortestPattern(kinds);
        QCOMPARE(QString::fromStdString(listText(runs)), shortest);
        scenario.model.pattern = runs;
        QVERIFY(kindsOf(scenario) == kinds);
    }

    void whatOtherFieldsSayIsNotSpelled() {
        Scenario scenario;
        scenario.model.layers = 6;
        QVERIFY(patternFor(scenario, std::vector<LayerKind>(6, LayerKind::Full)).empty());
        scenario.model.window = 512;
        QVERIFY(patternFor(scenario, std::vector<LayerKind>(6, LayerKind::Sliding)).empty());
        QCOMPARE(QString::fromStdString(
                     listText(patternFor(scenario, std::vector<LayerKind>(6, LayerKind::Full)))),
                 "full");
        scenario.model.globalEvery = 2;
        QVERIFY(patternFor(scenario, kindsOf(scenario)).empty());
    }

    void routedLayersAreListedWhereNothingElseSaysThem() {
        Scenario scenario;
        scenario.model.layers = 4;
        QVERIFY(!routedLayersFor(scenario, {true, true, true, true})); // no experts
        scenario.moe.emplace();
        QVERIFY(routedLayersFor(scenario, {true, true, true, true})->empty());
        QVERIFY(!routedLayersFor(scenario, {false, false, false, false}));
        QCOMPARE(*routedLayersFor(scenario, {false, true, false, true}), (std::vector<Count>{1, 3}));
        scenario.moe->every = 2;
        scenario.moe->offset = 1;
        QVERIFY(routedLayersFor(scenario, {false, true, false, true})->empty());
        scenario.moe->layers = *routedLayersFor(scenario, {true, false, false, true});
        std::vector<bool> routes;
        for (const LayerType& type : layerTypes(scenario)) routes.push_back(type.feed == FeedForward::Moe);
        QCOMPARE(routes, (std::vector<bool>{true, false, false, true}));
    }

    void periodsCoverEveryLayerOnce_data() {
        QTest::addColumn<QByteArray>("of");
        QTest::addColumn<QString>("periods");
        QTest::newRow("alike") << QByteArray("aaaa") << "0:1x4";
        QTest::newRow("dense first, arXiv 2412.19437") << QByteArray("aaabbbbbb") << "0:1x3 3:1x6";
        QTest::newRow("hybrid, cut") << QByteArray("aaabaaabaa") << "0:4x2 8:1x2";
        QTest::newRow("five to one") << QByteArray("aaaaabaaaaab") << "0:6x2";
        QTest::newRow("one of a kind") << QByteArray("abc") << "0:1x1 1:1x1 2:1x1";
        QTest::newRow("none") << QByteArray() << "";
    }
    void periodsCoverEveryLayerOnce() {
        QFETCH(QByteArray, of);
        QFETCH(QString, periods);
        QStringList found;
        for (const LayerPeriod& one : layerPeriods(std::vector<std::uint8_t>(of.begin(), of.end())))
            found << QStringLiteral("%1:%2x%3").arg(one.first).arg(one.length).arg(one.repeats);
        QCOMPARE(found.join(' '), periods);
    }
};

MOE_TEST(LayerPaintingTest)
#include "layer_painting_test.moc"
