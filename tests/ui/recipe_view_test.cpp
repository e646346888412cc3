// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one's own runs: what it asks, draws and says.

#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/recipe/recipe_view.h"

#include <QAction>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class RecipeViewTest : public QObject {
    Q_OBJECT

    static std::shared_ptr<const RecipePicture> picture() {
        auto table = std::make_shared<RecipeTable>();
        for (const double params : {1e8, 4e8, 1e9})
            for (const double ratio : {15., 60.}) {
                RecipeRun run;
                run.params = run.activeParams = params;
                run.tokens = ratio * params;
                run.loss = std::exp(lnLoss(stepLawConstants(), recipePoint(params, params, run.tokens)));
                run.line = 2 + int(table->runs.size());
                table->runs.push_back(run);
            }
        return std::make_shared<const RecipePicture>(recipePicture(table, 2e9, 2e9, 4e10));
    }
    static ReportPtr reportOf(const char* recipe) {
        Report report = sampleReport();
        report.scenario.loss.recipe = recipe;
        return std::make_shared<const Report>(report);
    }

private slots:
    void initTestCase() { useTestFont(); }

    void asksOnlyForAScenarioWithRuns() {
        const auto view = shownView<RecipeView>(reportOf(""), false, QSize(900, 560));
        QVERIFY(view->question().key.isEmpty());
        QVERIFY2(view->summary().contains("Open a table of your own runs"), qPrintable(view->summary()));
        view->setReport(reportOf("runs.csv"));
        QCOMPARE(view->question().key, QString("recipe"));
        QVERIFY2(view->summary().contains("Reading"), qPrintable(view->summary()));
    }

    void saysWhatIsWrongWithTheFile() {
        const auto view = shownView<RecipeView>(reportOf("runs.csv"), false, QSize(900, 560));
        view->setAnswer({view->question(), {}, "runs.csv:3: loss: expected a number"});
        QVERIFY2(view->summary().contains("runs.csv:3: loss"), qPrintable(view->summary()));
        QVERIFY(view->csv().isEmpty());
    }

    void drawsRunsFitAndNextRun_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(1000, 560);
        QTest::newRow("narrow") << QSize(480, 640);
    }
    void drawsRunsFitAndNextRun() {
        QFETCH(QSize, size);
        const auto view = shownView<RecipeView>(reportOf("runs.csv"), false, size);
        view->setAnswer({view->question(), picture()});
        view->grab();
        QVERIFY2(view->summary().contains("from 6 runs"), qPrintable(view->summary()));
        int runs = 0, own = 0, next = 0, best = 0;
        for (const HitArea& hit : view->canvas()->hits()) {
            runs += hit.readOut.startsWith("Line 2:");
            own += hit.readOut.startsWith("This scenario:");
            next += hit.readOut.startsWith("Next run:");
            best += hit.readOut.startsWith("Best split");
            QVERIFY2(QRectF(QPointF(), QSizeF(size)).contains(hit.area.center()), qPrintable(hit.readOut));
        }
        QCOMPARE(runs, 2); // among losses, among errors
        QCOMPARE(own, 1);
        QCOMPARE(next, 1);
        QCOMPARE(best, 1);
        QVERIFY2(view->csv().contains("next run,"), qPrintable(view->csv()));
        QCOMPARE(view->csv().count("\nrun,"), 6);
    }

    void asksForFilesAndForgetsThem() {
        const auto view = shownView<RecipeView>(reportOf("runs.csv"), false, QSize(900, 560));
        QSignalSpy open(view.get(), &RecipeView::openRequested), edits(view.get(), &ReportView::edited);
        view->findChild<QAction*>("open-runs")->trigger();
        QCOMPARE(open.size(), 1);
        view->findChild<QAction*>("forget-runs")->trigger();
        QCOMPARE(edits.size(), 1);
        const auto made = edits.front().front().value<Edits>();
        QCOMPARE(made.size(), std::size_t(1));
        QCOMPARE(made.front().first, std::string("loss.recipe"));
        QVERIFY(made.front().second.empty());
        view->setReport(reportOf(""));
        QVERIFY(!view->findChild<QAction*>("forget-runs")->isEnabled());
    }
};

MOE_TEST(RecipeViewTest)
#include "recipe_view_test.moc"
