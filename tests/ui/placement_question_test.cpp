// SPDX-License-Identifier: GPL-3.0-or-later
// The placement view: another placement, layers, the whole cluster, measured loads.

#include "tests/support/registry.h"
#include "tests/ui/placement_fixture.h"

#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTest>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class PlacementQuestionTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { useTestFont(); }

    void otherPlacementStandsBeside() {
        PlacementView view;
        const Evaluated now =
            evaluated("deepseek-v3", {Distribution::Zipf, 0.7, 1, PlacementAlgorithm::Contiguous, {}});
        view.resize(900, 560);
        answer(view, now.catalog);
        view.setReport(now.report);
        const QString alone = view.summary();
        QVERIFY(alone.contains(QStringLiteral("random placements")));
        view.setQuestion({0, PlacementAlgorithm::Eplb, false});
        QVERIFY2(view.summary().startsWith(QStringLiteral("Contiguous → EPLB: busiest GPU ")),
                 qPrintable(view.summary()));
        QVERIFY(view.summary().contains(QStringLiteral("expert GEMM")));
        QVERIFY(view.summary().contains(QStringLiteral("returns home after each layer")));
        savePicture(view, false, QStringLiteral("placement-compare"));
        savePicture(view, true, QStringLiteral("placement-compare"));
        // Both panes answer the pointer, with the same expert on different GPUs.
        QSet<QString> left, right;
        for (int y = 100; y < 480; y += 3) {
            for (int x = 10; x < 440; x += 3) left.insert(view.textAt(QPointF(x, y)));
            for (int x = 460; x < 890; x += 3) right.insert(view.textAt(QPointF(x, y)));
        }
        QVERIFY(left.size() > 50 && right.size() > 50 && left != right);
        view.setQuestion({});
        QCOMPARE(view.summary(), alone);
    }

    void thePictureStaysUntilTheAnswerComes() {
        PlacementView view;
        const RoutingSpec zipf{Distribution::Zipf, 0.7, 1, PlacementAlgorithm::Contiguous, {}};
        const Evaluated first = evaluated("mixtral-8x7b", zipf), second = evaluated("deepseek-v3", zipf);
        std::vector<Question> asked;
        connect(&view, &ReportView::asked, &view, [&] {
            if (!view.question().key.isEmpty()) asked.push_back(view.question());
        });
        QSignalSpy caughtUp(&view, &ReportView::caughtUp);
        view.setCatalog(first.catalog);
        view.setReport(first.report);
        QCOMPARE(asked.size(), std::size_t(1));
        QVERIFY(view.isBehind());
        QVERIFY(view.csv().count('\n') > 1); // the report alone
        answerTo(view, asked[0]);
        QVERIFY(!view.isBehind() && caughtUp.size() == 1);
        const QString before = view.csv();
        // The same scenario in more detail is not asked again, and shown.
        view.setReport(std::make_shared<const Report>(*first.report));
        QCOMPARE(asked.size(), std::size_t(1));
        QVERIFY(!view.isBehind());
        // Two newer questions; an answer to the older moves the picture, but only the newest catches up.
        view.setReport(second.report);
        QCOMPARE(view.csv(), before);
        view.setQuestion({3, {}, false});
        QCOMPARE(asked.size(), std::size_t(3));
        answerTo(view, asked[1]);
        QVERIFY(view.csv() != before && view.isBehind());
        const QString older = view.csv();
        answerTo(view, asked[2]);
        QVERIFY(view.csv() != older && !view.isBehind());
        QCOMPARE(caughtUp.size(), 2);
        // What was computed with other tables is not the answer.
        const auto other = std::make_shared<const Catalog>(*first.catalog);
        view.setCatalog(other);
        QCOMPARE(asked.size(), std::size_t(4));
        answerTo(view, asked[2]);
        QVERIFY(view.isBehind());
        answerTo(view, asked[3]);
        QVERIFY(!view.isBehind());
        // Nothing to place any more: a late answer is not shown.
        view.setReport(dense());
        answerTo(view, asked[2]);
        QVERIFY(view.summary().contains(QStringLiteral("dense model")));
    }

    void picturesOfEveryExtent_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QSize>("size");
        for (const char* preset : {"mixtral-8x7b", "reference", "step-law-2in88"})
            for (const QSize size : {QSize(690, 560), QSize(1010, 840)})
                QTest::addRow("%s-%d", preset, size.width()) << preset << size;
    }

    void picturesOfEveryExtent() {
        QFETCH(QString, preset);
        QFETCH(QSize, size);
        PlacementView view;
        const Evaluated now =
            evaluated(preset.toStdString(), {Distribution::Zipf, 0.7, 1, PlacementAlgorithm::Contiguous, {}});
        view.resize(size);
        answer(view, now.catalog);
        view.setReport(now.report);
        const QString name = QStringLiteral("placement-%1-%2").arg(preset).arg(size.width());
        for (const bool dark : {false, true}) savePicture(view, dark, name);
        view.setQuestion({0, PlacementAlgorithm::Lpt, false});
        savePicture(view, false, name + QStringLiteral("-compare"));
        QVERIFY(view.summary().contains(QStringLiteral("→ heaviest first (LPT)")));
    }

    void layerSliderChangesTheLoads() {
        PlacementView view;
        const Evaluated now =
            evaluated("mixtral-8x7b", {Distribution::Zipf, 0.7, 1, PlacementAlgorithm::Contiguous, {}});
        answer(view, now.catalog);
        view.setReport(now.report);
        auto* slider = view.findChild<QSlider*>();
        QCOMPARE(slider->maximum(), 31);
        const QString first = view.csv();
        slider->setValue(7);
        QVERIFY(view.csv() != first);
        slider->setValue(0);
        QCOMPARE(view.csv(), first);
        const Evaluated even = evaluated("mixtral-8x7b", {});
        view.setReport(even.report);
        QVERIFY(slider->isHidden() || !slider->isEnabled() || slider->maximum() == 0);
    }

    void clusterHasEveryGroup_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<int>("gpus");
        QTest::newRow("own groups per layer") << "reference" << 14848;
        QTest::newRow("replicas of one group") << "deepseek-v3" << 2048;
    }

    void clusterHasEveryGroup() {
        QFETCH(QString, preset);
        QFETCH(int, gpus);
        PlacementView view;
        const Evaluated now =
            evaluated(preset.toStdString(), {Distribution::Zipf, 0.7, 1, PlacementAlgorithm::Contiguous, {}});
        answer(view, now.catalog);
        view.setReport(now.report);
        view.setQuestion({0, {}, true});
        const QStringList lines = view.csv().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.last().split(',')[1].toInt(), gpus - 1);
        // As a table, what a person looks through; the CSV has the rest.
        toolAction(view, QStringLiteral("Show data as table"))->trigger();
        const QAbstractItemModel& table = *view.table()->model();
        const int rows = table.rowCount();
        if (lines.size() - 1 > 10000) {
            QCOMPARE(rows, 10001);
            const QString last = table.index(rows - 1, 0).data().toString();
            QVERIFY2(last.startsWith(QString("%L1 more").arg(lines.size() - 10001)), qPrintable(last));
        } else {
            QCOMPARE(rows, lines.size() - 1);
        }
        toolAction(view, QStringLiteral("Show data as table"))->trigger();
        view.resize(1000, 700);
        for (const bool dark : {false, true})
            savePicture(view, dark, QStringLiteral("placement-cluster-") + preset);
        view.resize(690, 560);
        savePicture(view, true, QStringLiteral("placement-cluster-small-") + preset);
        view.resize(1000, 700);
        const QPointF at(500, 350);
        for (int turn = 0; turn < 2; ++turn) turnWheel(view, at, 6);
        view.grab();
        savePicture(view, false, QStringLiteral("placement-cluster-near-") + preset);
        // A pinned expert lights only the nodes of its group.
        bool chip = false;
        for (int y = 200; y < 600 && !chip; y += 5)
            for (int x = 100; x < 900 && !chip; x += 5)
                if (view.textAt(QPointF(x, y)).startsWith(QStringLiteral("Expert"))) {
                    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(x, y));
                    chip = true;
                }
        QVERIFY(chip);
        savePicture(view, false, QStringLiteral("placement-cluster-pinned-") + preset);
    }

    void measuredLoadsAreShownLayerByLayer() {
        auto catalog = std::make_shared<Catalog>(shippedCatalog());
        ExpertLoads loads;
        loads.layers = {0, 5};
        loads.tokens = {{1, 1, 1, 1, 1, 1, 1, 1}, {8, 1, 1, 1, 1, 1, 1, 1}};
        catalog->expertLoads = std::make_shared<const ExpertLoads>(loads);
        Scenario scenario = presetScenario("mixtral-8x7b");
        scenario.routing = {};
        scenario.routing.distribution = Distribution::Table;
        PlacementView view;
        answer(view, catalog);
        view.setReport(std::make_shared<const Report>(evaluate(scenario, *catalog, Detail::Numbers)));
        QVERIFY2(view.summary().contains(QStringLiteral("Measured routing")), qPrintable(view.summary()));
        const QString flat = view.csv();
        view.setQuestion({1, {}, false});
        QVERIFY(view.csv() != flat);
        // A report of an older catalogue is no reason to fall.
        view.setCatalog(std::make_shared<Catalog>(shippedCatalog()));
        QVERIFY(!view.summary().isEmpty());
    }

    void wholeClusterIsReadFromAfarAndNear() {
        PlacementView view;
        const ReportPtr report = reportOf({14848, 8, 14848, Distribution::Zipf, 0.3, 64});
        const QImage image = grabbed(view, report, "cluster");
        QVERIFY(colours(image) > 30);
        const QSet<QString> texts = textsUnder(view, 4);
        QVERIFY(!texts.isEmpty());
        for (const QString& text : texts) QVERIFY2(!text.startsWith(QStringLiteral("GPU")), qPrintable(text));
        // Near enough, GPUs and experts appear.
        const QPointF at(350, 250);
        turnWheel(view, at, 12);
        const QImage near = view.grab().toImage();
        near.save(QCoreApplication::applicationDirPath() + QStringLiteral("/placement_cluster_near.png"));
        bool gpu = false;
        for (const QString& text : textsUnder(view, 4)) gpu = gpu || text.startsWith(QStringLiteral("GPU"));
        QVERIFY(gpu);
    }
};

MOE_TEST(PlacementQuestionTest)
#include "placement_question_test.moc"
