// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/scaling_view.h"

#include "tests/support/registry.h"
#include "tests/ui/loss_fixture.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/figure.h"
#include "ui/views/view_list.h"

#include "models/engine/loss/report/scaling.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolBar>

#include <cmath>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class ScalingViewTest : public QObject {
    Q_OBJECT

    static auto shown(const ReportPtr& report, bool dark = false, QSize size = {700, 480}) {
        return shownView<ScalingView>(report, dark, size);
    }
    static ReportPtr denseReport() { return reportOf(denseScenario(), *shippedLossCatalog()); }

private slots:
    void initTestCase() { moe::test::useTestFont(); }

    void picturesToLookAt_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        for (const char* what : {"dense", "moe", "extrapolated"})
            for (bool dark : {false, true}) {
                QTest::addRow("scaling-%s-%s-small", what, dark ? "dark" : "light")
                    << QString(what) << dark << QSize(690, 560);
                QTest::addRow("scaling-%s-%s-large", what, dark ? "dark" : "light")
                    << QString(what) << dark << QSize(1200, 800);
            }
    }
    void picturesToLookAt() {
        QFETCH(QString, what);
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        auto catalog = tableCatalog();
        if (!catalog) catalog = shippedLossCatalog();
        ReportPtr report = reportOf(denseScenario(), *catalog);
        if (what == "moe") report = presetReport(*catalog, "step-law-2in88");
        if (what == "extrapolated") report = presetReport(*catalog, "deepseek-v3");
        const auto view = shown(report, dark, size);
        QVERIFY(view->grab().save(picturePath(QString(QTest::currentDataTag()) + ".png")));
    }

    void theVerdictAgreesWithTheSlopes() {
        const ReportPtr report = denseReport();
        const auto view = shown(report);
        // 429M / 40B: .152, .079
        const ScalingCurves& curves = *report->loss->scaling;
        QVERIFY(std::abs(curves.slopeParams - 0.152) < 0.002);
        QVERIFY(std::abs(curves.slopeTokens - 0.079) < 0.002);
        QVERIFY2(view->summary().startsWith("Parameter-bound: doubling parameters gains 0.0"),
                 qPrintable(view->summary()));
        QVERIFY(curves.gainParams < std::log(2.0) * curves.slopeParams); // convex
        QVERIFY(curves.gainParams > curves.gainTokens);
    }

    void theViewIsListed() {
        const auto& rows = viewList();
        const auto at = [&](const char* key) {
            return std::find_if(rows.begin(), rows.end(),
                                [&](const ViewRow& row) { return std::string_view(row.key) == key; });
        };
        QVERIFY(at("scaling") != rows.end());
        QCOMPARE(at("scaling") - at("loss"), std::ptrdiff_t(1));
    }

    void hoverReadsThePointOut() {
        const ReportPtr report = denseReport();
        const auto view = shown(report);
        QSignalSpy spy(view.get(), &ScalingView::readOut);
        const std::size_t index = report->loss->scaling->tokens.x.size() / 2;
        hover(*view->plot(), view->plotPixel(1, index).toPoint());
        QTRY_VERIFY(!spy.isEmpty());
        const QString text = spy.last()[0].toString();
        QVERIFY2(text.contains(QString::number(report->loss->scaling->tokens.loss[index], 'f', 3) + " ± "),
                 qPrintable(text));
        QVERIFY(text.contains("at lr "));
    }

    void arrowsWalkAlongTheCurves() {
        const ReportPtr report = denseReport();
        const auto view = shown(report);
        QSignalSpy spy(view.get(), &ScalingView::readOut);
        QTest::keyClick(view->plot(), Qt::Key_Right);
        const QString scenario = spy.last()[0].toString();
        QVERIFY2(scenario.contains("D 40"), qPrintable(scenario));
        QTest::keyClick(view->plot(), Qt::Key_Right);
        QVERIFY(spy.last()[0].toString() != scenario);
        QCOMPARE(view->plot()->accessibleDescription(), spy.last()[0].toString());
        QTest::keyClick(view->plot(), Qt::Key_Escape);
        QCOMPARE(view->plot()->accessibleDescription(), view->summary());
    }

    void tableAndCsvHoldEveryPoint() {
        const ReportPtr report = denseReport();
        const auto view = shown(report);
        const ScalingCurves& curves = *report->loss->scaling;
        const auto points = int(curves.params.x.size() + curves.tokens.x.size() + curves.ratio.x.size());
        QCOMPARE(view->csv().count('\n'), points + 1);
        view->findChild<QToolBar*>()->actions().first()->trigger();
        QCOMPARE(view->findChild<QTableWidget*>()->rowCount(), points);
    }

    void measuredGroupsStandOnTheCurves() {
        const auto catalog = tableCatalog();
        if (!catalog) QSKIP("the published tables are not here; get them with packaging/get-data.sh");
        const ReportPtr report = reportOf(denseScenario(), *catalog);
        const auto view = shown(report);
        QVERIFY(!view->legendTexts().filter("Best measured run").isEmpty());
    }

    void aBudgetMovesTheComputeOptimum() {
        const auto catalog = shippedLossCatalog();
        const ReportPtr report = denseReport();
        const auto view = shown(report);
        view->setCatalog(catalog);
        const QString own = view->summary();
        auto* budget = view->findChild<QLineEdit*>();
        QVERIFY(!budget->placeholderText().isEmpty());
        budget->setText("6e21");
        QVERIFY2(view->summary().contains("Compute-optimal for 6.0e21 FLOP"), qPrintable(view->summary()));
        const LossModel& model = *catalog->lossModel;
        const ScalingCurves& curves = *report->loss->scaling;
        const ScalingCurves wanted = atCompute(curves, model, curves.request, 6e21, Detail::Full);
        QVERIFY(view->csv().contains(QString::number(wanted.ratio.loss.front(), 'g', 8)));
        for (const char* wrong : {"", "abc", "-1", "7"}) { // the scenario's own again
            budget->setText(wrong);
            QCOMPARE(view->summary(), own);
        }
    }

    void withoutLossASentenceSaysWhy() {
        Report report;
        const auto view = shown(shared(report));
        QVERIFY(view->summary().contains("no training section"));
        QVERIFY(view->csv().isEmpty());
    }

    void figuresAreVector() {
        const auto view = shown(denseReport());
        FigureFile file;
        file.style.widthMm = 178, file.style.heightMm = 80;
        QFile pdf(picturePath("scaling-figure.pdf"));
        QVERIFY(pdf.open(QIODevice::WriteOnly));
        QVERIFY(writeFigure(*view, file, pdf).empty());
        file.format = FigureFormat::Svg;
        QBuffer svg;
        svg.open(QIODevice::WriteOnly);
        QVERIFY(writeFigure(*view, file, svg).empty());
        QVERIFY(!svg.data().contains("<image"));
    }

    void runsOfOnesOwnStandOnTheirCurves() {
        const ReportPtr report = denseReport();
        const auto view = shown(report);
        const ScalingCurves& curves = *report->loss->scaling;
        const std::size_t index = curves.params.x.size() / 3;
        const double params = curves.params.x[index], loss = curves.params.loss[index];
        OwnShown own;
        own.losses = {{"runs.csv", params, params, curves.request.tokens, {}, {}, loss, loss, loss + 0.02, 2},
                      {"runs.csv", 3 * params, params, curves.request.tokens, {}, {}, 2, 2, 2, 1}};
        QVERIFY(view->tipAt(view->plotPixel(0, index)).isEmpty());
        view->setOwn(own);
        view->grab();
        const QString tip = view->tipAt(view->plotPixel(0, index));
        QVERIFY2(tip.startsWith(QStringLiteral("measured %1, predicted %1: = · 2 runs").arg(loss, 0, 'f', 3)),
                 qPrintable(tip));
        QVERIFY(view->tipAt(view->plotPixel(1, index)).isEmpty());
        QVERIFY2(view->legendTexts().contains("mine (1 of 2; others: of another size and budget)"),
                 qPrintable(view->legendTexts().join(" | ")));
        for (const bool dark : {false, true}) savePicture(*view, dark, "scaling-own");
    }
};

MOE_TEST(ScalingViewTest)
#include "scaling_view_test.moc"
