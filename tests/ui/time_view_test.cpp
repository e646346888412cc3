// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/schedule/schedules.h"
#include "ui/plots/time/time_view.h"

#include "models/engine/evaluate.h"
#include "models/engine/report/report.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/scenario/pipeline_rules.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/time/step_time_report.h"
#include "tests/engine/cases.h"
#include "tests/support/german.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"

#include "ui/plots/memory/phases_view.h"
#include "ui/plots/time/fabric_view.h"
#include "ui/plots/time/roofline_view.h"
#include "ui/plots/time/time_schedule.h"
#include "ui/theme.h"
#include "ui/views/view_list.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolBar>

#include <set>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

ReportPtr reportOf(const char* preset, Count gpus = 0) {
    Scenario scenario = presetScenario(preset);
    if (gpus > 0) {
        scenario.cluster.gpus = gpus;
        scenario.parallel = {};
    }
    return std::make_shared<const Report>(evaluate(scenario, shippedCatalog()));
}

/// Pictures of memory and time.
bool ofASide(const QByteArray& key) {
    static const std::set<QByteArray> keys{"memory", "phases",  "time", "timeline", "roofline",
                                           "fabric", "latency", "load", "experts",  "operators"};
    return keys.count(key) > 0;
}

} // namespace

class TimeViewTest : public QObject {
    Q_OBJECT

    static void presets() {
        QTest::addColumn<QByteArray>("preset");
        for (const char* preset : {"step-law-2in88", "deepseek-v3", "llama-3-70b", "reference", "seed-moe64"})
            QTest::addRow("%s", preset) << QByteArray(preset);
    }

private slots:
    void initTestCase() { moe::test::useTestFont(); }

    void picturesToLookAt_data() { presets(); }
    void picturesToLookAt() {
        QFETCH(QByteArray, preset);
        const ReportPtr report = reportOf(preset);
        for (const ViewRow& row : viewList()) {
            if (!ofASide(row.key)) continue;
            for (bool large : {false, true}) {
                std::unique_ptr<ReportView> view(row.make(nullptr));
                view->setPalette(windowPalette(large));
                view->setAutoFillBackground(true);
                view->resize(large ? QSize(1200, 800) : QSize(690, 560));
                view->setReport(report);
                view->show();
                QVERIFY(QTest::qWaitForWindowExposed(view.get()));
                QTest::qWait(20);
                const QString name = QStringLiteral("%1-%2-%3.png")
                                         .arg(QString::fromLatin1(row.key), QString::fromLatin1(preset),
                                              QLatin1String(large ? "dark" : "light"));
                QVERIFY(view->grab().save(picturePath(name)));
                if (QAction* serving =
                        toolAction(*view, QByteArray(row.key) == "memory" ? "Inference" : "Serving")) {
                    serving->trigger();
                    QTest::qWait(20);
                    QVERIFY(view->grab().save(picturePath(QStringLiteral("serving-") + name)));
                }
            }
        }
    }

    void everyNumberSaysWhereItComesFromInGerman_data() { presets(); }
    void everyNumberSaysWhereItComesFromInGerman() {
        QFETCH(QByteArray, preset);
        const German german;
        QVERIFY(german.loaded);
        for (const int width : {640, 900}) { // of the picture in a window of 1280 and of 1600 px
            TimeView view;
            view.setReport(reportOf(preset));
            FigureStyle style;
            style.widthMm = width * 25.4 / 96;
            style.heightMm = 560 * 25.4 / 96;
            style.fontPt = 9;
            DrawnTexts drawn;
            view.drawFigure(&drawn, 1, style);
            QVERIFY2(drawn.texts.contains("Herkunft"), qPrintable(drawn.texts.join('|')));
            QVERIFY(drawn.texts.contains("analytisch"));
        }
    }

    void theBarIsTheStep_data() { presets(); }
    void theBarIsTheStep() {
        QFETCH(QByteArray, preset);
        const ReportPtr report = reportOf(preset);
        const TimeParts step = stepParts(*report->train);
        double sum = 0;
        for (const TimePart& part : step.parts) sum += part.exposed;
        QVERIFY(std::abs(sum / report->train->step.base - 1) < 1e-9);
        const auto view = shownView<TimeView>(report);
        // The first area of a part is its piece of the bar.
        double perSecond = 0;
        for (const TimePart& part : step.parts) {
            if (!(part.exposed > 0)) continue;
            const auto& hits = view->canvas()->hits();
            const auto hit = std::find_if(hits.begin(), hits.end(),
                                          [&](const HitArea& each) { return each.key == part.key; });
            QVERIFY(hit != hits.end());
            const double scale = hit->area.width() / part.exposed;
            if (perSecond > 0) QVERIFY(std::abs(scale / perSecond - 1) < 1e-6);
            perSecond = scale;
        }
    }

    void everyTermIsInTheTableAndTheCsv() {
        const auto view = shownView<TimeView>(reportOf("deepseek-v3"));
        const QString csv = view->csv();
        toolAction(*view, "Show data as table")->trigger();
        QVERIFY(view->table()->isVisible());
        const QAbstractItemModel& table = *view->table()->model();
        QCOMPARE(table.rowCount(), int(timeTerms().size()));
        for (const TimeTermRow& row : timeTerms()) {
            const QString label = QString::fromUtf8(row.label);
            QVERIFY2(csv.contains(label), row.key);
            qsizetype found = 0;
            for (int column = 0; column < table.columnCount(); ++column)
                found +=
                    table.match(table.index(0, column), Qt::DisplayRole, label, -1, Qt::MatchExactly).size();
            QCOMPARE(found, 1);
        }
        QCOMPARE(csv.count('\n'), qsizetype(timeTerms().size() + 1));
        QVERIFY(view->grab().save(picturePath("time-table.png")));
    }

    void clickingAPartExplainsIt() {
        const auto view = shownView<TimeView>(reportOf("deepseek-v3"));
        QSignalSpy explain(view.get(), &ReportView::explain), readOut(view.get(), &ReportView::readOut);
        const HitArea hit = view->canvas()->hits().front();
        hover(*view->canvas(), hit.area.center().toPoint());
        QVERIFY(!readOut.isEmpty() && readOut.last().first().toString() == hit.readOut);
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, hit.area.center().toPoint());
        QCOMPARE(explain.size(), 1);
        QVERIFY(explain.first().first().toString().startsWith("train.terms."));
        QCOMPARE(explain.first().first().toString(), hit.key);
        // The same by keyboard.
        view->canvas()->setFocus();
        QTest::keyClick(view->canvas(), Qt::Key_Right);
        QTest::keyClick(view->canvas(), Qt::Key_Return);
        QCOMPARE(explain.last().first().toString(), hit.key);
    }

    void theStepSaysHowFarItMayBeOff() {
        const ReportPtr report = reportOf("llama-3-70b");
        const Headline headline = stepHeadline(*report->train);
        const TrainReport& train = *report->train;
        const QString errors = QStringLiteral("±%1 % typical, ±%2 % at 90 %")
                                   .arg(qRound(100 * train.typicalError))
                                   .arg(qRound(100 * train.ninetyError));
        QVERIFY2(headline.plain.startsWith(errors), qPrintable(headline.plain));
        // Of the measured runs of its kind: some per cent, and nine of ten are further off than half of them.
        QVERIFY2(train.typicalError > 0.01 && train.ninetyError > 1.5 * train.typicalError &&
                     train.ninetyError < 0.3,
                 qPrintable(errors));
        QVERIFY(shownView<TimeView>(report)->summary().contains("per step"));
    }

    void theSketchKeepsHowThePipelineFillsAndDrains() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.train->schedule.reset(); // whole passes
        const ReportPtr report = std::make_shared<const Report>(evaluate(scenario, shippedCatalog()));
        const ScheduleSketch sketch = scheduleSketch(*report, stepParts(*report->train));
        QCOMPARE(sketch.schedule.stages, int(report->train->stages.size()));
        QCOMPARE(sketch.microBatches, int(report->train->microBatches));
        QVERIFY(sketch.schedule.microBatches <= sketch.microBatches);
        QCOMPARE(
            sketch.schedule.passes.size(),
            std::size_t(2 * sketch.schedule.stages * sketch.schedule.microBatches * sketch.schedule.chunks));
    }

    // Two colours in one pass, and the halves of backward passes apart, where the schedule has them.
    void theChosenScheduleIsDrawn() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.train->schedule = ScheduleKind::DualPipe;
        const auto report = std::make_shared<const Report>(evaluate(scenario, shippedCatalog()));
        const ScheduleSketch sketch = scheduleSketch(*report, stepParts(*report->train));
        QVERIFY(sketch.schedule.kind == ScheduleKind::DualPipe);
        QCOMPARE(sketch.schedule.stages, 16);
        std::set<PassKind> kinds;
        for (const SchedulePass& pass : sketch.schedule.passes) kinds.insert(pass.kind);
        QCOMPARE(kinds.size(), std::size_t(5));
        DrawnTexts drawn;
        {
            Look look;
            look.theme = lightTheme();
            look.font = QApplication::font();
            QPainter painter(&drawn);
            Hits hits;
            paintSchedules(painter, QRectF(0, 0, 2000, 800), {&sketch}, {}, look, hits);
        }
        const QString texts = drawn.texts.join('|');
        QVERIFY2(texts.contains("DualPipe: 16 stages, 120 micro-batches, 2 chunks a stage"),
                 qPrintable(texts));
        QVERIFY2(texts.contains("weight gradients"), qPrintable(texts));
    }

    // DualPipe and ZB-V over the same time: what takes longer ends further right, numbers of both are said.
    void anotherScheduleStandsBeside() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.train->schedule = ScheduleKind::DualPipe;
        const auto report = std::make_shared<const Report>(evaluate(scenario, shippedCatalog()));
        const auto view = shownView<TimeView>(report, false, {1000, 640});
        QSignalSpy asked(view.get(), &ReportView::asked);
        QVERIFY(view->question().key.isEmpty());
        auto* box = view->findChild<QComboBox*>("beside");
        QVERIFY(box && box->count() == int(schedules().size()) + 1);
        const int row = box->findData("zb-v");
        box->setCurrentIndex(row);
        emit box->activated(row);
        QCOMPARE(view->question().key, QString("time"));
        QCOMPARE(view->question().arguments, QStringList("zb-v"));
        QVERIFY(!asked.isEmpty() && view->isBehind());
        const auto other = std::make_shared<const Report>(
            evaluate(withSchedule(scenario, ScheduleKind::ZeroBubbleV), shippedCatalog(), Detail::Numbers));
        QVERIFY(other->train->makespan != report->train->makespan);
        view->setAnswer({view->question(), std::shared_ptr<const Report>(other)});
        QVERIFY(!view->isBehind());
        view->grab();
        DrawnTexts drawn;
        FigureStyle style;
        style.widthMm = 300;
        style.heightMm = 200;
        view->drawFigure(&drawn, 1, style);
        const QString texts = drawn.texts.join('|');
        for (const char* wanted : {"DualPipe: 16 stages", "ZB-V: 16 stages", "weights twice"})
            QVERIFY2(texts.contains(wanted), qPrintable(texts));
        QCOMPARE(texts.count("makespan"), 2);
        QVERIFY2(view->summary().contains("ZB-V: makespan"), qPrintable(view->summary()));
        QVERIFY(view->csv().contains("ZB-V"));
        // The areas of the last rank's passes of each end with its last pass, on one scale.
        double ends[2] = {};
        for (const HitArea& hit : view->canvas()->hits())
            if (hit.readOut.startsWith("stage 15") && hit.readOut.contains("forward"))
                (ends[0] > 0 ? ends[1] : ends[0]) = hit.area.right();
        QVERIFY(ends[1] > 0);
        const ScheduleSketch first = scheduleSketch(*report, stepParts(*report->train)),
                             second = scheduleSketch(*other, stepParts(*other->train));
        const double left = ends[0] - ends[1];
        const double longer = (first.schedule.end - second.schedule.end).base;
        QVERIFY2(left * longer > 0, qPrintable(QString("%1 px, %2 s").arg(left).arg(longer)));
        // Without an answer the reason stands there.
        view->setAnswer({view->question(), {}, "train.schedule: needs more"});
        QVERIFY(view->summary().contains("needs more"));
    }

    void aCutPictureSaysSo() {
        const ReportPtr report = reportOf("deepseek-v3");
        const auto view = shownView<TimeView>(report, false, {1000, 640});
        DrawnTexts cut, whole;
        FigureStyle style;
        style.widthMm = 250;
        style.heightMm = 170;
        view->drawFigure(&cut, 1, style);
        QVERIFY2(cut.texts.join('|').contains("not to scale: 88 micro-batches"),
                 qPrintable(cut.texts.join('|')));
        style.widthMm = 2000; // every pass has room
        view->drawFigure(&whole, 1, style);
        QVERIFY(!whole.texts.join('|').contains("not to scale"));
    }

    /// On a small screen and in German, where words are longer: lines break before anything is cut.
    void aNarrowScheduleIsToldWhole() {
        const German german;
        const auto view = shownView<TimeView>(reportOf("deepseek-v3"), false, {720, 560});
        DrawnTexts drawn;
        FigureStyle style;
        style.widthMm = 190;
        style.heightMm = 148;
        style.fontPt = 9;
        view->drawFigure(&drawn, 1, style);
        const qsizetype first = drawn.texts.indexOf(QRegularExpression("DualPipe.*"));
        QVERIFY(first > 0);
        const QStringList schedule = drawn.texts.mid(first);
        QVERIFY2(schedule.filter(QStringLiteral("…")).isEmpty(), qPrintable(schedule.join('|')));
    }

    void servingIsTheOtherMode() {
        const ReportPtr report = reportOf("deepseek-v3");
        const auto view = shownView<TimeView>(report);
        QVERIFY(toolAction(*view, "Serving")->isVisible());
        view->showServing(true);
        QVERIFY(view->summary().contains("first token"));
        QVERIFY(view->csv().contains("Each further token"));
        view->grab();
        for (const HitArea& hit : view->canvas()->hits()) QVERIFY(hit.key.startsWith("serve."));
        Report serveOnly = *report;
        serveOnly.train.reset();
        serveOnly.scenario.train.reset();
        view->showServing(false);
        view->setReport(shared(serveOnly));
        QVERIFY(view->summary().contains("first token"));
        QVERIFY(!toolAction(*view, "Serving")->isVisible());
    }

    void moreOversubscriptionIsNeverDrawnFaster_data() { presets(); }
    void moreOversubscriptionIsNeverDrawnFaster() {
        QFETCH(QByteArray, preset);
        const ReportPtr report = reportOf(preset);
        const auto view = shownView<FabricView>(report);
        if (report->fabric->points.empty()) {
            QVERIFY(view->summary().contains("NVLink domain"));
            return;
        }
        // Two areas a point: whole nodes, rails; lower on the screen is faster.
        const auto& hits = view->canvas()->hits();
        const qsizetype count = 2 * qsizetype(report->fabric->points.size());
        QCOMPARE(hits.size(), count + 1);
        for (qsizetype i = 2; i < count; ++i) {
            QVERIFY(hits[i].area.left() > hits[i - 2].area.left());
            QVERIFY(hits[i].area.center().y() <= hits[i - 2].area.center().y() + 1e-6);
        }
    }

    void oneNodeHasNoFabric() {
        const auto view = shownView<FabricView>(reportOf("llama-3-8b", 8));
        QVERIFY2(view->summary().contains("share one NVLink domain"), qPrintable(view->summary()));
        QVERIFY(view->csv().isEmpty());
        QVERIFY(view->canvas()->hits().isEmpty());
    }

    void everyOperatorIsAPointWithItsKey() {
        const ReportPtr report = reportOf("deepseek-v3");
        const auto view = shownView<RooflineView>(report);
        QCOMPARE(view->canvas()->hits().size(), qsizetype(report->roofline->points.size()));
        for (std::size_t i = 0; i < report->roofline->points.size(); ++i) {
            const RooflinePoint& point = report->roofline->points[i];
            QCOMPARE(view->canvas()->hits()[qsizetype(i)].key,
                     QStringLiteral("train.terms.%1").arg(point.part));
            QVERIFY(view->csv().contains(QString::fromUtf8(point.name)));
        }
        QVERIFY(view->summary().contains("tokens per expert"));
        QVERIFY(!shownView<RooflineView>(reportOf("llama-3-70b"))->summary().contains("tokens per expert"));
    }

    void measuredOperatorsStandUnderTheRoofs() {
        // A product that takes as long as a point of the report with as many FLOP and bytes.
        Report report = *reportOf("llama-3-70b");
        const double m = 4096, n = 8192, k = 2048, us = 300;
        RooflinePoint& point = report.roofline->points.front();
        point.flops = {2 * m * n * k};
        point.bytes = {2 * (n * k + m * k + m * n)};
        point.seconds = {1e-6 * us};
        const auto view = shownView<RooflineView>(std::make_shared<const Report>(report));
        OwnShown own;
        OwnOperator product{"own.csv", OperatorOp::Gemm, "bf16", {.m = m, .n = n, .k = k}, us, 280, 330, 4};
        OwnOperator reduce{"nccl.txt", OperatorOp::AllReduce, "bf16", {.ranks = 8, .bytes = 1e6}, 20, 20, 20};
        own.operators = {product, reduce};
        view->setOwn(own);
        view->grab();
        const Hits& hits = view->canvas()->hits();
        QCOMPARE(hits.size(), qsizetype(report.roofline->points.size() + 1)); // nothing of all-reduce
        QVERIFY2(QLineF(hits[0].area.center(), hits[1].area.center()).length() < 0.01,
                 "not where a point with the same numbers is");
        QVERIFY2(hits[0].readOut.contains("measured 300 µs · 4 runs, 280 µs to 330 µs"),
                 qPrintable(hits[0].readOut));
        QVERIFY2(hits[0].readOut.contains("458 TFLOP/s"), qPrintable(hits[0].readOut)); // 2·m·n·k / 300 µs
        for (const bool dark : {false, true}) savePicture(*view, dark, "roofline-own");
        view->setOwn({});
        view->grab();
        QCOMPARE(view->canvas()->hits().size(), qsizetype(report.roofline->points.size()));
    }

    void phasesNameTheirPeak() {
        const ReportPtr report = reportOf("deepseek-v3");
        const auto view = shownView<PhasesView>(report);
        QVERIFY(view->summary().contains(QString::fromStdString(report->memory->heaviest().peakPhase)));
        QCOMPARE(view->csv().count('\n'), qsizetype(4 * report->memory->stages.size() + 1));
    }

    void emptyViewsSaySo_data() {
        QTest::addColumn<int>("row");
        for (int i = 0; i < int(viewList().size()); ++i) {
            if (const char* key = viewList()[std::size_t(i)].key; ofASide(key)) QTest::newRow(key) << i;
        }
    }
    void emptyViewsSaySo() {
        QFETCH(int, row);
        std::unique_ptr<ReportView> view(viewList()[std::size_t(row)].make(nullptr));
        QVERIFY(view->summary().contains("Nothing has been computed yet"));
        view->setReport(shared(Report()));
        QVERIFY(view->summary().contains("section"));
        QVERIFY(view->csv().isEmpty());
        QVERIFY(!view->grab().isNull());
        view->setReport(reportOf("reference"));
        // Experts are not profiled, operators_view_test.cpp has a model that is; a load waits for its answer.
        const QByteArray key = viewList()[std::size_t(row)].key;
        QCOMPARE(view->csv().isEmpty(), key == "operators" || key == "load");
    }

    void everyPartOfTheStepHasItsOwnColour() {
        const auto check = [](const auto& terms) {
            for (std::size_t i = 0; i < terms.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY2(timeStyle(terms[i].key).colour != timeStyle(terms[j].key).colour, terms[i].key);
        };
        check(timeTerms());
        check(serveTerms());
    }

    void aHeldAxisKeepsItsUnitAndMarksWhatLiesBeyond() {
        const auto view = shownView<TimeView>(reportOf("deepseek-v3"));
        const auto faster = [&](double share) {
            Report report = *reportOf("deepseek-v3");
            for (TimeTerm& term : report.train->terms) term.exposed = share * term.exposed;
            report.train->step = share * report.train->step;
            return std::make_shared<const Report>(report);
        };
        const auto texts = [&] {
            DrawnTexts paper;
            view->drawFigure(&paper, 1, FigureStyle{});
            return paper.texts;
        };
        const auto textOf = [&](double seconds) { return timeUnit(20).withUnit(seconds); };
        const double step = reportOf("deepseek-v3")->train->step.base;
        toolAction(*view, "Hold axis")->trigger();
        QVERIFY(view->range().startsWith("step:0:"));
        view->setReport(faster(0.01)); // a fifth of a second, on an axis of seconds
        QVERIFY2(texts().contains("Time (s)"), qPrintable(texts().join(" | ")));
        view->setReport(faster(1.5));
        QVERIFY2(texts().contains(textOf(1.5 * step)), qPrintable(texts().join(" | ")));
        QVERIFY(view->grab().save(picturePath("time-held.png")));
        toolAction(*view, "Hold axis")->trigger();
        view->setReport(faster(0.01));
        QVERIFY(!texts().contains("Time (s)"));
    }
};

MOE_TEST(TimeViewTest)
#include "time_view_test.moc"
