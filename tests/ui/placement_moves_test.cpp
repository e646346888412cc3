// SPDX-License-Identifier: GPL-3.0-or-later
// Experts moved by hand in the placement picture, and steps of a table of loads played.

#include "models/engine/scenario/fields.h"
#include "tests/support/registry.h"
#include "tests/ui/placement_fixture.h"

#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>

using namespace moe;
using namespace moe::test;
using namespace moe::ui;

class PlacementMovesTest : public QObject {
    Q_OBJECT

    /// 16 experts on 4 GPUs, two steps: the load moves from the first experts to the last.
    static CatalogPtr catalog() {
        Catalog made = shippedCatalog();
        std::string text = "layer,step,expert,tokens\n";
        for (int step : {10, 20})
            for (int expert = 0; expert < 16; ++expert)
                text += "0," + std::to_string(step) + "," + std::to_string(expert) + "," +
                        std::to_string((step == 10) == (expert < 4) ? 900 : 100) + "\n";
        made.expertLoads = std::make_shared<const ExpertLoads>(valueOf(readExpertLoads(text, "loads.csv")));
        return std::make_shared<const Catalog>(std::move(made));
    }
    static Scenario scenario() {
        Scenario made = presetScenario("mixtral-8x7b");
        for (const auto& [key, value] :
             {std::pair{"moe.experts", "16"}, {"parallel.ep", "4"}, {"routing.distribution", "table"}})
            if (!setField(made, key, value).empty()) qFatal("%s", key);
        return made;
    }
    static ReportPtr reportOf(const Scenario& scenario, const Catalog& catalog) {
        return std::make_shared<const Report>(evaluate(scenario, catalog, Detail::Full));
    }
    static Scenario edited(const QSignalSpy& spy, Scenario scenario) {
        for (const auto& [key, value] : spy.last().at(0).value<Edits>())
            if (!setField(scenario, key, value).empty()) qFatal("%s=%s", key.c_str(), value.c_str());
        return scenario;
    }

private slots:
    void anExpertIsExchangedWithTheKeyboard() {
        const CatalogPtr with = catalog();
        Scenario now = scenario();
        now.routing.step = 10;
        PlacementView view;
        view.resize(900, 600);
        view.setCatalog(with);
        const ReportPtr before = reportOf(now, *with);
        view.setReport(before);
        QSignalSpy edits(&view, &ReportView::edited);
        view.show();
        QTest::keyClick(&view, Qt::Key_Right); // the first key shows the frame
        QTest::keyClick(&view, Qt::Key_M);     // GPU 0 holds all the busy experts
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_M);
        QCOMPARE(edits.count(), 1);
        const Scenario moved = edited(edits, now);
        QCOMPARE(moved.routing.swaps.size(), std::size_t{1});
        const ReportPtr after = reportOf(moved, *with);
        // 4·900 tokens on the busiest of four GPUs, then 3·900 + 100; the mean is 1,200.
        QCOMPARE(before->placement->gpus.maxOverMean, 3.0);
        QVERIFY(std::abs(after->placement->gpus.maxOverMean - 2800.0 / 1200.0) < 1e-9);
        QVERIFY2(after->train->step < before->train->step, "the step follows");
        // The same again takes it back.
        view.setReport(after);
        QTest::keyClick(&view, Qt::Key_Left);
        QTest::keyClick(&view, Qt::Key_M);
        QTest::keyClick(&view, Qt::Key_Escape);
        QCOMPARE(edits.count(), 1);
    }

    void aChipIsDraggedOntoAnother() {
        const CatalogPtr with = catalog();
        Scenario now = scenario();
        now.routing.step = 10;
        PlacementView view;
        view.resize(900, 600);
        view.setCatalog(with);
        view.setReport(reportOf(now, *with));
        view.show();
        // Chips by what stands under the pointer.
        QPoint from, to;
        for (int y = 0; y < view.height(); y += 4)
            for (int x = 0; x < view.width(); x += 4) {
                const QString text = view.textAt(QPointF(x, y));
                if (from.isNull() && text.startsWith("Expert 0")) from = {x, y};
                if (to.isNull() && text.startsWith("Expert 15")) to = {x, y};
            }
        QVERIFY(!from.isNull() && !to.isNull());
        QSignalSpy edits(&view, &ReportView::edited);
        QTest::mousePress(&view, Qt::LeftButton, {}, from);
        QTest::mouseMove(&view, (from + to) / 2);
        QMouseEvent move(QEvent::MouseMove, QPointF(to), view.mapToGlobal(QPointF(to)), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(&view, &move);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
        QCOMPARE(edits.count(), 1);
        const Scenario moved = edited(edits, now);
        QVERIFY((moved.routing.swaps == std::vector<SlotSwap>{{0, 0, 15}}));
    }

    void stepsAreChosenAndPlayed() {
        const CatalogPtr with = catalog();
        const Scenario all = scenario();
        PlacementView view;
        view.resize(900, 600);
        answer(view, with);
        view.setReport(reportOf(all, *with));
        view.show();
        auto* steps = view.findChild<PlacementSteps*>();
        QVERIFY(steps && steps->isVisible());
        QCOMPARE(steps->slider()->maximum(), 2);
        QSignalSpy edits(&view, &ReportView::editedAlong);
        steps->play()->click();
        QTRY_COMPARE_WITH_TIMEOUT(edits.count(), 2, 5000);
        QCOMPARE(edits[0].at(0).value<Edits>().front().second, std::string("10"));
        QCOMPARE(edits[1].at(0).value<Edits>().front().second, std::string("20"));
        QCOMPARE(edits[0].at(2).toInt(), edits[1].at(2).toInt()); // one step of undo
        QTRY_VERIFY(!steps->playing());
        // Of a scenario that draws its routing there are none.
        Scenario drawn = all;
        drawn.routing.distribution = Distribution::Zipf;
        view.setReport(reportOf(drawn, *with));
        QTRY_VERIFY(!steps->isVisible());
    }
};

MOE_TEST(PlacementMovesTest)
#include "placement_moves_test.moc"
