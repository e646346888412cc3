// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/serve_view.h"

#include "data/document.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/fields.h"
#include "models/items/format.h"
#include "tests/support/registry.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/figure.h"
#include "ui/views/view_list.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QLabel>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolBar>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

const Catalog& gpuCatalog() {
    static const Catalog catalog = [] {
        Catalog made;
        made.gpus = *readGpus(resourceText("gpus.yaml"), "gpus.yaml");
        return made;
    }();
    return catalog;
}

Scenario presetOf(const std::string& key) {
    return readPreset(resourceText("presets/" + key + ".yaml"), key)->scenario;
}

ReportPtr reportFor(const Scenario& scenario, Detail detail = Detail::Full) {
    return std::make_shared<const Report>(evaluate(scenario, gpuCatalog(), detail));
}

} // namespace

class ServeViewTest : public QObject {
    Q_OBJECT

    static QPoint empty(const ServeView& view) {
        return {view.plot()->width() / 2, view.plot()->height() - 4};
    }

private slots:
    void initTestCase() {
        qRegisterMetaType<Edits>("moe::ui::Edits");
        QFont font(QStringLiteral("DejaVu Sans"));
        font.setPixelSize(12);
        QApplication::setFont(font);
    }

    void picturesToLookAt_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        for (const char* key :
             {"reference", "reference-baseline", "deepseek-v3", "llama-3-70b", "mixtral-8x7b"})
            for (bool dark : {false, true}) {
                const char* theme = dark ? "dark" : "light";
                QTest::addRow("%s-%s-small", key, theme) << QString(key) << dark << QSize(690, 560);
                QTest::addRow("%s-%s-large", key, theme) << QString(key) << dark << QSize(1200, 800);
            }
    }
    void picturesToLookAt() {
        QFETCH(QString, key);
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        const ReportPtr report = reportFor(presetOf(key.toStdString()));
        const QString name = QString(QTest::currentDataTag()) + ".png";
        QVERIFY(shownView<FrontierView>(report, dark, size)->grab().save(picturePath("frontier-" + name)));
        QVERIFY(shownView<ExpertsView>(report, dark, size)->grab().save(picturePath("experts-" + name)));
    }

    void theViewsAreListedAsNeighbours() {
        const auto& rows = viewList();
        const auto at = std::find_if(rows.begin(), rows.end(), [](const ViewRow& row) {
            return std::string_view(row.key) == "latency";
        });
        QVERIFY(at != rows.end() && at + 1 != rows.end());
        QCOMPARE(std::string_view((at + 1)->key), std::string_view("load"));
    }

    void everyPointIsDrawnHollowWhereItDoesNotFit() {
        const ReportPtr report = reportFor(presetOf("reference"));
        const ServeCurves& curves = *report->serveCurves;
        const auto frontier = shownView<FrontierView>(report);
        const auto experts = shownView<ExpertsView>(report);
        const auto check = [](const ServeView& view, std::size_t panel,
                              const std::vector<ServePoint>& points) {
            const auto dots = view.dots(panel);
            QCOMPARE(dots.size(), points.size());
            for (std::size_t i = 0; i < dots.size(); ++i) {
                QCOMPARE(dots[i].hollow, !points[i].fits);
                QVERIFY(QRectF(view.plot()->rect()).contains(dots[i].at));
            }
        };
        check(*frontier, 0, curves.batch);
        check(*experts, 0, curves.spread);
        check(*experts, 1, curves.spread);
        const auto dots = frontier->dots(0);
        for (std::size_t i = 1; i < dots.size(); ++i) { // more requests: later for each, more in all
            QVERIFY(dots[i].at.x() < dots[i - 1].at.x());
            QVERIFY(dots[i].at.y() < dots[i - 1].at.y());
        }
        // As experts per GPU fall, both panels go to the right.
        for (std::size_t panel : {0, 1})
            QVERIFY(experts->dots(panel).front().at.x() < experts->dots(panel).back().at.x());
    }

    void headLinesSayItInWords() {
        const ReportPtr report = reportFor(presetOf("reference"));
        const QString batch = shownView<FrontierView>(report)->summary().simplified();
        QVERIFY2(batch.startsWith("4096 requests: ") && batch.contains(" tokens/s per GPU; the largest batch "
                                                                       "that fits is 371 k requests."),
                 qPrintable(batch));
        QVERIFY2(batch.contains("Beyond the knee at 4096 requests"), qPrintable(batch));
        const auto view = shownView<ExpertsView>(report);
        QVERIFY2(view->summary().startsWith("1 expert per GPU on 14848 GPUs: "), qPrintable(view->summary()));
        QVERIFY2(view->summary().contains("With fewer than 1.54 experts per GPU"),
                 qPrintable(view->summary()));
        QCOMPARE(view->plot()->accessibleDescription(), view->summary());
        const QString more = QStringLiteral(" Prefill needs %1 GPUs more, counted here.")
                                 .arg(items::serveCountText(report->serve->prefillGpus));
        QVERIFY2(batch.contains(more) && view->summary().contains(more), qPrintable(batch));
        const QString shared = shownView<FrontierView>(reportFor(presetOf("llama-3-70b")))->summary();
        QVERIFY2(shared.contains(" Prefill shares the GPUs."), qPrintable(shared));
        const QString none = shownView<FrontierView>(reportFor(presetOf("reference-baseline")))->summary();
        QVERIFY2(none.contains("not even one request fits"), qPrintable(none));
    }

    /// One server has one throughput: the curve's steady one stands in small print.
    void whereAnEngineIsNamedTheHeadIsSimulated() {
        Scenario scenario = presetOf("gpt-oss-120b");
        scenario.serve->engine = ServeEngine::Vllm;
        const ReportPtr report = reportFor(scenario);
        QVERIFY(report->serve->simulated && report->serve->tokensPerSecondPerGpu);
        const auto view = shownView<FrontierView>(report);
        const QString rate = items::compactCount(*report->serve->tokensPerSecondPerGpu);
        const QString steady = items::compactCount(*report->serve->steadyTokensPerSecondPerGpu);
        QVERIFY(rate != steady);
        const QString summary = view->summary();
        QVERIFY2(summary.contains(rate + " tokens/s per GPU; "), qPrintable(summary));
        QVERIFY2(summary.contains("steady batches without a queue, " + steady + " tokens/s per GPU here."),
                 qPrintable(summary));
        QVERIFY2(summary.indexOf(rate) < summary.indexOf(steady), qPrintable(summary));
        // The engine's pool says how many fit, as on the card.
        const auto most = report->serve->largestRequests;
        QVERIFY2(summary.contains(QStringLiteral("fits is %1 requests").arg(most)), qPrintable(summary));
        const auto& curves = *report->serveCurves;
        QCOMPARE(curves.batch[curves.batchLargest.value()].requests, most);
        QVERIFY(view->legendTexts().contains("This scenario, simulated"));
        QVERIFY(view->legendTexts().contains("Steady batch, fits"));
        Scenario spread = presetOf("qwen3-30b-a3b");
        spread.serve->engine = ServeEngine::Vllm;
        const QString layouts = shownView<ExpertsView>(reportFor(spread))->summary();
        QVERIFY2(layouts.contains("; in steady batches ") && layouts.contains(" of the smallest layout"),
                 qPrintable(layouts));
    }

    void theLegendNamesOnlyWhatIsDrawn() {
        const auto fits = shownView<FrontierView>(reportFor(presetOf("reference")));
        QVERIFY(fits->legendTexts().contains("Largest batch that fits"));
        QCOMPARE(fits->legendTexts().filter("Knee").size(), 1);
        const auto none = shownView<FrontierView>(reportFor(presetOf("reference-baseline")));
        QVERIFY(none->legendTexts().contains("Does not fit"));
        QVERIFY(!none->legendTexts().contains("Fits in memory"));
        QVERIFY(!none->legendTexts().contains("Largest batch that fits"));
        QVERIFY(none->legendTexts().filter("Knee").isEmpty());
    }

    void hoverReadsThePointOut() {
        const auto view = shownView<FrontierView>(reportFor(presetOf("reference")));
        QSignalSpy spy(view.get(), &ServeView::readOut);
        hover(*view->plot(), view->dots(0).back().at.toPoint());
        QTRY_VERIFY(!spy.isEmpty());
        const QString text = spy.last()[0].toString().simplified();
        QVERIFY2(text.startsWith("524 k requests · TPOT ") && text.contains(" per user · ") &&
                     text.endsWith("does not fit"),
                 qPrintable(text));
        hover(*view->plot(), empty(*view));
        QVERIFY(spy.last()[0].toString().isEmpty());
    }

    /// The limit follows the pointer, and becomes the scenario's in one step when it is let go.
    void theLimitIsDragged() {
        Scenario scenario = presetOf("reference");
        scenario.serve->sloTpot.reset();
        const auto view = shownView<FrontierView>(reportFor(scenario));
        QSignalSpy spy(view.get(), &ServeView::edited);
        const QPoint from = view->limitGrip().value().toPoint(), to = from + QPoint(120, 0);
        QTest::mousePress(view->plot(), Qt::LeftButton, {}, from);
        hover(*view->plot(), to);
        QCOMPARE(spy.size(), 0);
        QVERIFY(std::abs(view->limitGrip()->x() - to.x()) < 2);
        QTest::mouseRelease(view->plot(), Qt::LeftButton, {}, to);
        QCOMPARE(spy.size(), 1);
        const Edits edits = spy[0][0].value<Edits>();
        QCOMPARE(edits.size(), std::size_t(1));
        QCOMPARE(edits[0].first, std::string("serve.slo_tpot"));
        QVERIFY(QString::fromStdString(edits[0].second).toDouble() > 0);
        // By keys, and taken away again.
        scenario.serve->sloTpot = 0.05;
        view->setReport(reportFor(scenario));
        const double x = view->limitGrip()->x();
        for (const Qt::Key key : {Qt::Key_L, Qt::Key_Minus, Qt::Key_Return})
            QTest::keyClick(view->plot(), key);
        QCOMPARE(spy.size(), 2);
        QCOMPARE(spy[1][0].value<Edits>(), (Edits{{"serve.slo_tpot", "0.0476"}}));
        QVERIFY(view->limitGrip()->x() > x); // fewer ms are more tokens/s
        for (const Qt::Key key : {Qt::Key_L, Qt::Key_Delete, Qt::Key_Return})
            QTest::keyClick(view->plot(), key);
        QCOMPARE(spy[2][0].value<Edits>(), (Edits{{"serve.slo_tpot", "auto"}}));
        QVERIFY(!view->limitGrip() || view->limitGrip()->x() < x);
    }

    void aClickTakesTheBatch() {
        const auto view = shownView<FrontierView>(reportFor(presetOf("reference")));
        QSignalSpy spy(view.get(), &ServeView::edited);
        QTest::mouseClick(view->plot(), Qt::LeftButton, {}, view->dots(0)[5].at.toPoint());
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy[0][0].value<Edits>(), (Edits{{"serve.requests", "8192"}}));
        QCOMPARE(spy[0][1].toString(), QString("requests 8192"));
        QTest::mouseClick(view->plot(), Qt::LeftButton, {}, empty(*view));
        QCOMPARE(spy.size(), 1);
    }

    // The edited scenario is the point that was clicked, in either panel.
    void aClickTakesTheLayout() {
        for (const std::size_t panel : {0, 1}) {
            Scenario scenario = presetOf("reference");
            const ReportPtr report = reportFor(scenario);
            const auto view = shownView<ExpertsView>(report);
            QSignalSpy spy(view.get(), &ServeView::edited);
            const std::size_t index = 6; // 4 experts per GPU
            QTest::mouseClick(view->plot(), Qt::LeftButton, {}, view->dots(panel)[index].at.toPoint());
            QCOMPARE(spy.size(), 1);
            QCOMPARE(spy[0][0].value<Edits>(), (Edits{{"cluster.gpus", "3712"},
                                                      {"parallel.ep", "64"},
                                                      {"parallel.dp", "64"},
                                                      {"serve.requests", "1024"}}));
            QCOMPARE(spy[0][1].toString(), QString("4 experts per GPU"));
            scenario.cluster.gpus = 3712;
            scenario.parallel.ep = 64;
            scenario.parallel.dp = 64;
            scenario.serve->requests = 1024;
            const ReportPtr edited = reportFor(scenario);
            QCOMPARE(*edited->serve->tokensPerSecondPerGpu,
                     report->serveCurves->spread[index].tokensPerSecondPerGpu);
        }
    }

    void arrowsWalkAndEnterTakes() {
        const auto view = shownView<FrontierView>(reportFor(presetOf("reference")));
        QSignalSpy read(view.get(), &ServeView::readOut), edited(view.get(), &ServeView::edited);
        QTest::keyClick(view->plot(), Qt::Key_Left);
        QVERIFY(read.last()[0].toString().startsWith("4096 requests"));
        QTest::keyClick(view->plot(), Qt::Key_Left);
        QVERIFY(read.last()[0].toString().startsWith("8192 requests"));
        QCOMPARE(view->plot()->accessibleDescription(), read.last()[0].toString());
        QTest::keyClick(view->plot(), Qt::Key_Return);
        QCOMPARE(edited[0][0].value<Edits>(), (Edits{{"serve.requests", "8192"}}));
        QTest::keyClick(view->plot(), Qt::Key_Escape);
        QCOMPARE(view->plot()->accessibleDescription(), view->summary());
    }

    void whileASliderIsDownTheCurvesStayAndTheScenarioMoves() {
        Scenario scenario = presetOf("reference");
        const auto view = shownView<FrontierView>(reportFor(scenario));
        const auto before = view->dots(0);
        scenario.serve->requests = 6000;
        view->setReport(reportFor(scenario, Detail::Coarse));
        QTest::qWait(30);
        QCOMPARE(view->dots(0).size(), before.size());
        QVERIFY(view->legendTexts().contains("Before the change"));
        QVERIFY2(view->summary().startsWith("6000 requests"), qPrintable(view->summary()));
        QVERIFY(!view->summary().contains("knee")); // that one belongs to the old curve
        QSignalSpy spy(view.get(), &ServeView::edited);
        QTest::mouseClick(view->plot(), Qt::LeftButton, {}, before[5].at.toPoint());
        QVERIFY(spy.isEmpty()); // not a point of this scenario
        QVERIFY(view->grab().save(picturePath("frontier-slider-down.png")));
        view->setReport(reportFor(scenario));
        QCOMPARE(view->dots(0).size(), before.size() + 1);
        QVERIFY(view->legendTexts().contains("Fits in memory"));
    }

    void theLayoutThatAPictureNeedsIsALink() {
        Scenario scenario = presetOf("deepseek-v3"); // PP 16
        const auto view = shownView<ExpertsView>(reportFor(scenario));
        view->setCatalog(std::make_shared<const Catalog>(gpuCatalog()));
        QLabel* sentence = nullptr;
        for (auto* label : view->findChildren<QLabel*>())
            if (label->text().contains("<a href=\"cure\"")) sentence = label;
        QVERIFY(sentence && sentence->text().contains(">Set Pipeline parallel 1"));
        QSignalSpy spy(view.get(), &ReportView::edited);
        emit sentence->linkActivated("cure");
        QCOMPARE(spy.size(), 1);
        for (const auto& [key, value] : spy.first().first().value<Edits>())
            QVERIFY(setField(scenario, key, value).empty());
        const ReportPtr next = reportFor(scenario);
        view->setReport(next);
        QVERIFY(!next->serveCurves->spread.empty() && !view->csv().isEmpty());
    }

    void tableAndCsvHoldEveryPoint() {
        const ReportPtr report = reportFor(presetOf("reference"));
        const auto check = [](ServeView& view, std::size_t points, const QString& header) {
            const QStringList lines = view.csv().split('\n', Qt::SkipEmptyParts);
            QCOMPARE(lines.front(), header);
            QCOMPARE(std::size_t(lines.size()), points + 1);
            for (const QString& line : lines) QCOMPARE(line.count(','), header.count(','));
            view.findChild<QToolBar*>()->actions().first()->trigger();
            const auto* table = view.findChild<QTableWidget*>();
            QVERIFY(table->isVisible());
            QCOMPARE(std::size_t(table->rowCount()), points);
        };
        const auto frontier = shownView<FrontierView>(report);
        check(*frontier, report->serveCurves->batch.size(),
              "requests,prefill_gpus,tpot_s,tokens_per_s_per_user,tokens_per_s_per_gpu,fits,remark");
        QVERIFY(frontier->csv().contains(",1,this scenario; knee\n"));
        QVERIFY(frontier->csv().contains(",1,largest that fits\n"));
        QVERIFY(frontier->grab().save(picturePath("frontier-table.png")));
        const auto experts = shownView<ExpertsView>(report);
        check(*experts, report->serveCurves->spread.size(),
              "experts_per_gpu,gpus,prefill_gpus,requests,tpot_s,tokens_per_s_per_gpu,tokens_per_s,"
              "efficiency_share,fits,"
              "remark");
        QVERIFY(experts->grab().save(picturePath("experts-table.png")));
    }

    void withoutAPictureASentenceSaysWhy_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("frontier"); // empty: it draws
        QTest::addColumn<QString>("experts");
        QTest::newRow("no serving") << "serve"
                                    << "no serving section"
                                    << "no serving section";
        QTest::newRow("dense") << "dense"
                               << ""
                               << "dense model";
        QTest::newRow("tensor parallel") << "tp"
                                         << ""
                                         << "set TP to 1";
        QTest::newRow("pipeline") << "pp"
                                  << ""
                                  << "set PP to 1";
        QTest::newRow("context parallel") << "cp"
                                          << "set CP to 1"
                                          << "set CP to 1";
    }
    void withoutAPictureASentenceSaysWhy() {
        QFETCH(QString, change);
        QFETCH(QString, frontier);
        QFETCH(QString, experts);
        Scenario scenario = presetOf(change == "dense" ? "llama-3-8b" : "reference");
        scenario.cluster.gpus.reset();
        scenario.parallel.layersShareGpus = true;
        if (change == "serve") scenario.serve.reset();
        if (change == "tp") scenario.parallel.tp = 2;
        if (change == "pp") scenario.parallel.pp = 2;
        if (change == "cp") scenario.parallel.cp = 2;
        if (change == "dense") scenario.parallel.tp = 1;
        scenario.parallel.dp = change == "dense" ? 8 : 256;
        const ReportPtr report = reportFor(scenario);
        const auto check = [](const ServeView& view, const QString& reason) {
            QCOMPARE(view.plot()->isVisible(), reason.isEmpty());
            QCOMPARE(view.csv().isEmpty(), !reason.isEmpty());
            QVERIFY2(view.summary().contains(reason), qPrintable(view.summary()));
        };
        check(*shownView<FrontierView>(report), frontier);
        check(*shownView<ExpertsView>(report), experts);
    }

    void figuresAreVector() {
        const ReportPtr report = reportFor(presetOf("reference"));
        for (const bool batch : {true, false}) {
            std::unique_ptr<ServeView> view;
            if (batch)
                view = shownView<FrontierView>(report);
            else
                view = shownView<ExpertsView>(report);
            FigureFile file;
            file.format = FigureFormat::Svg;
            QBuffer svg;
            svg.open(QIODevice::WriteOnly);
            QVERIFY(writeFigure(*view, file, svg).empty());
            QVERIFY(!svg.data().contains("<image"));
        }
    }
};

MOE_TEST(ServeViewTest)
#include "serve_view_test.moc"
