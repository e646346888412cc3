// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of trade-offs: what they ask for, draw, say and hand on.

#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/choice_keys.h"
#include "ui/plots/tradeoffs/field_map_view.h"
#include "ui/plots/tradeoffs/layouts_view.h"
#include "ui/plots/tradeoffs/sensitivity_view.h"
#include "ui/plots/tradeoffs/study_view.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTableView>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

ReportPtr someReport() {
    return std::make_shared<const Report>(sampleReport());
}

SensitivitiesPtr someBars() {
    auto answer = std::make_shared<Sensitivities>();
    answer->metric = findMetric("train.step_seconds");
    answer->here = 10;
    Sensitivity gpus{
        findField("cluster.gpus"), "64", {"32", 19.0, Fit::No, {}}, {"128", 6.0, Fit::Yes, {}}, 9};
    Sensitivity ep{
        findField("parallel.ep"), "8", {"4", 9.5, Fit::Yes, {}}, {"16", {}, {}, "must divide"}, 0.5};
    answer->fields = {gpus, ep};
    return answer;
}

FieldMapPtr someMap() {
    auto map = std::make_shared<FieldMap>();
    map->plan = {sampleReport().scenario,
                 {"parallel.ep", {"1", "2", "4"}},
                 {"parallel.pp", {"1", "2"}},
                 findMetric("train.step_seconds")};
    const double none = std::nan("");
    map->rows = {{{{9, Fit::No, -1}, {5, Fit::Yes, -1}, {6, Fit::Tight, -1}}, {}},
                 {{{8, Fit::Yes, -1}, {7, Fit::Yes, -1}, {none, {}, 0}}, {"parallel.ep: must divide"}}};
    return map;
}

StudyPtr someStudy() {
    auto study = std::make_shared<StudyAnswer>();
    study->key = "ep-degree";
    SweepPlan& plan = study->plan;
    plan.base = sampleReport().scenario;
    plan.keys = {"parallel.ep"};
    plan.metrics = {findMetric("loss.optimal_loss"), findMetric("memory.device_bytes"),
                    findMetric("train.step_seconds")};
    for (const char* ep : {"1", "2", "3"}) {
        plan.rows.push_back({ep});
        plan.labels.push_back(std::string("EP ") + ep);
    }
    study->cells = {{{"1"}, {2.2, 9e10, 5.0}, {}, Fit::No},
                    {{"2"}, {2.2, 6e10, 6.0}, {}, Fit::Yes},
                    {{"3"}, {{}, {}, {}}, "parallel.ep: must divide 64", {}}};
    return study;
}

/// One layout each, EP 1, 2, 4, …, at a step time in seconds and a memory in GiB; the first two on the line.
ChoicesPtr layoutsAt(const std::vector<std::pair<double, double>>& places) {
    LayoutSpace space = layoutSpace(sampleReport().scenario);
    SearchGoal goal = searchGoal({*parseObjective("train.step_seconds", false)}, {});
    auto choices = std::make_shared<LayoutChoices>(LayoutChoices{{space, goal, 64, 64, 1}, {}, {}, 12});
    for (std::size_t i = 0; i < places.size(); ++i) {
        FoundLayout point;
        point.layout.gpus = 64;
        point.layout.ep = 1 << i;
        point.layout.dp = 64;
        point.estimate.step = Seconds{places[i].first};
        point.estimate.device = places[i].second * GiB;
        point.estimate.capacity = 80 * GiB;
        (i < 2 ? choices->line : choices->families).push_back(point);
    }
    return choices;
}

/// As an export does while the window shows another size.
void drawElsewhere(ReportView& view, double widthMm, double heightMm) {
    QImage paper(400, 300, QImage::Format_RGB32);
    FigureStyle style;
    style.widthMm = widthMm;
    style.heightMm = heightMm;
    view.drawFigure(&paper, 1, style);
}

template <class T> void give(AskingView& view, const std::shared_ptr<const T>& value) {
    view.setAnswer({view.question(), value});
}

void doubleClick(const PaintedView& view, int hit) {
    const QPoint at = view.canvas()->hits().at(hit).area.center().toPoint();
    QTest::mouseDClick(view.canvas(), Qt::LeftButton, {}, at);
}

} // namespace

class TradeoffViewsTest : public QObject {
    Q_OBJECT

    static void chooseFields(SensitivityView& view, const QString& key) {
        auto* fields = view.findChild<QComboBox*>("fields");
        for (int i = 0; i < fields->count(); ++i)
            if (entryKey(*fields, i) == key) fields->setCurrentIndex(i);
        emit fields->activated(fields->currentIndex());
    }

private slots:
    void initTestCase() { useTestFont(); }

    void everyPageAsksForTheReportItShows() {
        SensitivityView sensitivity;
        QSignalSpy bars(&sensitivity, &ReportView::asked);
        QVERIFY(sensitivity.question().key.isEmpty());
        const ReportPtr report = someReport();
        sensitivity.setReport(report);
        QCOMPARE(bars.size(), 1);
        QCOMPARE(sensitivity.question().key, QString("sensitivity"));
        QCOMPARE(sensitivity.question().report, report);
        QCOMPARE(sensitivity.question().arguments, QStringList("train.step_seconds"));
        Report serving = sampleReport();
        serving.scenario.train.reset();
        serving.train.reset();
        sensitivity.setReport(std::make_shared<const Report>(serving));
        QCOMPARE(bars.size(), 2);
        QCOMPARE(sensitivity.question().arguments, QStringList("serve.tpot_seconds"));

        FieldMapView map;
        map.setReport(someReport());
        QCOMPARE(map.question().arguments.value(0), QString("parallel.ep"));
        map.choose({"cluster.gpus=8,16", {}, "memory.device_bytes"});
        map.setReport(someReport());
        QCOMPARE(map.question().arguments,
                 (QStringList{"cluster.gpus", "parallel.pp", "memory.device_bytes"}));

        StudyView study;
        QSignalSpy studied(&study, &ReportView::asked);
        study.setReport(someReport());
        auto* box = study.findChild<QComboBox*>();
        QCOMPARE(box->count(), int(studies().size()));
        box->setCurrentIndex(2);
        emit box->activated(2);
        QCOMPARE(studied.size(), 2);
        QCOMPARE(study.question().arguments, QStringList("ep-degree"));
    }

    void theSameIsNotAskedTwice() {
        FieldMapView view;
        QSignalSpy asked(&view, &ReportView::asked), caughtUp(&view, &ReportView::caughtUp);
        const Report report = sampleReport();
        const auto shown = [&](const Report& one) { view.setReport(std::make_shared<const Report>(one)); };
        shown(report);
        const Question first = view.question();
        QVERIFY(view.isBehind());
        shown(report); // in more detail
        QCOMPARE(asked.size(), 1);
        view.setAnswer({first, someMap(), {}, true});
        QVERIFY2(view.isBehind() && view.summary().contains("5.00 s"), "a rough map, a finer one follows");
        view.setAnswer({first, someMap()});
        QVERIFY(!view.isBehind() && caughtUp.size() == 1);
        shown(report);
        QCOMPARE(asked.size(), 1);
        // An older answer is drawn all the same, and is not the last.
        Report other = report;
        other.scenario.parallel.ep *= 2;
        shown(other);
        QCOMPARE(asked.size(), 2);
        view.setAnswer({first, someMap()});
        QVERIFY(view.isBehind());
        // What was cancelled is asked again when the page is shown again.
        view.setAnswer({view.question(), {}, "cancelled"});
        QVERIFY(!view.isBehind());
        QCOMPARE(view.summary(), QString("cancelled"));
        shown(other);
        QCOMPARE(asked.size(), 3);
        view.setAnswer({view.question(), someMap(), {}, true});
        view.settle(); // cancelled before the finer one came
        shown(other);
        QCOMPARE(asked.size(), 4);
    }

    void nothingIsAskedOfWhatCannotBeAnswered() {
        LayoutsView view;
        view.setReport(someReport());
        const Question first = view.question();
        QSignalSpy asked(&view, &ReportView::asked);
        Report serving = sampleReport();
        serving.train.reset();
        view.setReport(std::make_shared<const Report>(serving));
        QCOMPARE(asked.size(), 1); // the search on its way is of no use
        QVERIFY(view.question().key.isEmpty() && !view.isBehind());
        view.setAnswer({first, layoutsAt({{5, 60}})});
        QVERIFY2(!view.answer().value.has_value(), "it comes too late");
    }

    void theParetoLineHasSteps_data() {
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("y");
        QTest::addColumn<QPolygonF>("line");
        QTest::addColumn<QPolygonF>("steps");
        const QPolygonF falling({{1, 9}, {2, 4}}), rising({{1, 4}, {2, 9}});
        // In the second one's time one still has what the first costs, and so on.
        QTest::newRow("both lower") << "train.step_seconds"
                                    << "memory.device_bytes" << falling
                                    << QPolygonF({{1, 9}, {2, 9}, {2, 4}});
        QTest::newRow("both lower, from the right")
            << "train.step_seconds"
            << "memory.device_bytes" << QPolygonF({{2, 4}, {1, 9}}) << QPolygonF({{2, 4}, {2, 9}, {1, 9}});
        QTest::newRow("x higher") << "train.mfu"
                                  << "memory.device_bytes" << rising << QPolygonF({{1, 4}, {1, 9}, {2, 9}});
        QTest::newRow("y higher") << "memory.device_bytes"
                                  << "train.mfu" << rising << QPolygonF({{1, 4}, {2, 4}, {2, 9}});
        QTest::newRow("both higher") << "train.mfu"
                                     << "train.tokens_per_second" << falling
                                     << QPolygonF({{1, 9}, {1, 4}, {2, 4}});
        QTest::newRow("one point") << "train.mfu"
                                   << "train.step_seconds" << QPolygonF({{1, 9}}) << QPolygonF({{1, 9}});
    }
    void theParetoLineHasSteps() {
        QFETCH(QString, x);
        QFETCH(QString, y);
        QFETCH(QPolygonF, line);
        const Metric *const xMetric = findMetric(x.toStdString()), *const yMetric =
                                                                       findMetric(y.toStdString());
        QVERIFY(xMetric && yMetric);
        QTEST(paretoSteps(line, *xMetric, *yMetric), "steps");
    }

    void barsSayWhatTheyChangeAndAreTaken() {
        const auto view = shownView<SensitivityView>(someReport());
        chooseFields(*view, "all");
        give(*view, someBars());
        view->grab();
        QVERIFY2(view->summary().contains("32 makes it 19.0 s instead of 10.0 s"),
                 qPrintable(view->summary()));
        QCOMPARE(view->canvas()->hits().size(), 3); // the notch that breaks a rule has no bar
        QVERIFY(view->canvas()->hits()[1].toolTip.contains("does not fit"));
        QVERIFY(view->csv().contains("16: must divide"));
        // Better and worse by the metric, whichever way the knob went.
        DrawnTexts drawn;
        FigureStyle style;
        style.widthMm = 200;
        style.heightMm = 100;
        view->drawFigure(&drawn, 1, style);
        const QString texts = drawn.texts.join('|');
        for (const char* wanted : {"▲ better", "▼ worse", "▲ 128", "▼ 32", "▲ 4"})
            QVERIFY2(texts.contains(QString::fromUtf8(wanted)), qPrintable(texts));
        QSignalSpy edited(view.get(), &ReportView::edited);
        doubleClick(*view, 0);
        QCOMPARE(edited.size(), 1);
        QCOMPARE(edited[0][0].value<Edits>(), (Edits{{"cluster.gpus", "128"}}));
    }

    void cellsSayTheirReasonAndAreTaken() {
        const auto view = shownView<FieldMapView>(someReport());
        give(*view, someMap());
        view->grab();
        const Hits& hits = view->canvas()->hits();
        QCOMPARE(hits.size(), 6);
        QVERIFY(hits[0].toolTip.contains("does not fit"));
        QVERIFY(hits[5].toolTip.contains("must divide"));
        QVERIFY(hits[0].area.top() > hits[3].area.top());                          // rows rise
        QVERIFY2(view->summary().contains("5.00 s"), qPrintable(view->summary())); // 5 s fits
        QSignalSpy edited(view.get(), &ReportView::edited);
        doubleClick(*view, 5);
        QCOMPARE(edited.size(), 0);
        doubleClick(*view, 4);
        QCOMPARE(edited[0][0].value<Edits>(), (Edits{{"parallel.ep", "2"}, {"parallel.pp", "2"}}));
        QCOMPARE(view->csv().count('\n'), 7);
    }

    void studiesShowTheirPointsAndAreTaken() {
        const auto view = shownView<StudyView>(someReport());
        give(*view, someStudy());
        view->grab();
        QVERIFY2(view->summary().contains("EP 2, 6.00 s"), qPrintable(view->summary()));
        QVERIFY(view->canvas()->hits()[2].toolTip.contains("must divide"));
        QSignalSpy edited(view.get(), &ReportView::edited);
        doubleClick(*view, 2);
        QCOMPARE(edited.size(), 0);
        doubleClick(*view, 1);
        QCOMPARE(edited[0][0].value<Edits>(), (Edits{{"parallel.ep", "2"}}));
        toolAction(*view, "Show data as table")->trigger();
        QCOMPARE(view->table()->model()->rowCount(), 3);
        Report dense = sampleReport();
        dense.scenario.moe.reset();
        view->setReport(std::make_shared<const Report>(dense));
        QVERIFY(view->summary().contains("no experts"));
    }

    void whyThereIsNothingIsSaid() {
        FieldMapView view;
        view.setReport(someReport());
        view.setAnswer({view.question(), {}, "parallel.ep: no"});
        QCOMPARE(view.summary(), QString("parallel.ep: no"));
    }

    // On a large sheet the first two layouts stand apart, on the screen on one spot: the lists differ.
    void aFigureLeavesWhatTheWindowShowsToBePicked() {
        const auto layouts = shownView<LayoutsView>(someReport());
        give(*layouts, layoutsAt({{5, 60}, {5.005, 60}, {7, 44}, {8, 36}}));
        layouts->grab();
        QCOMPARE(layouts->canvas()->hits().size(), 3);
        drawElsewhere(*layouts, 1500, 1000);
        QSignalSpy opened(layouts.get(), &ReportView::edited);
        doubleClick(*layouts, 2);
        QCOMPARE(opened.size(), 1);
        const Edits edits = opened[0][0].value<Edits>();
        QVERIFY(std::find(edits.begin(), edits.end(), Edits::value_type("parallel.ep", "8")) != edits.end());

        // A small sheet has room for fewer rows.
        const auto bars = shownView<SensitivityView>(someReport());
        chooseFields(*bars, "all");
        give(*bars, someBars());
        bars->grab();
        drawElsewhere(*bars, 40, 25);
        QSignalSpy nudged(bars.get(), &ReportView::edited);
        doubleClick(*bars, 2);
        QCOMPARE(nudged.size(), 1);
        QCOMPARE(nudged[0][0].value<Edits>(), (Edits{{"parallel.ep", "4"}}));

        const auto study = shownView<StudyView>(someReport());
        give(*study, someStudy());
        study->grab();
        drawElsewhere(*study, 40, 25);
        QSignalSpy taken(study.get(), &ReportView::edited);
        doubleClick(*study, 1);
        QCOMPARE(taken.size(), 1);
        QCOMPARE(taken[0][0].value<Edits>(), (Edits{{"parallel.ep", "2"}}));
    }

    void theLayoutUnderThePointerIsTheOneOpened() {
        const auto view = shownView<LayoutsView>(someReport());
        give(*view, layoutsAt({{5, 60}, {5.02, 60}, {7, 44}, {8, 36}}));
        view->grab();
        const Hits& hits = view->canvas()->hits();
        QCOMPARE(hits.size(), 4);
        const QPoint both = (hits[0].area & hits[1].area).center().toPoint();
        QVERIFY2(hits[0].area.contains(both) && hits[1].area.contains(both), "they overlap");
        QSignalSpy pointed(view.get(), &ReportView::readOut);
        QSignalSpy edited(view.get(), &ReportView::edited);
        hover(*view->canvas(), both);
        QTest::mouseDClick(view->canvas(), Qt::LeftButton, {}, both);
        QCOMPARE(edited.size(), 1);
        const auto layoutOf = [](const QString& text, const QString& before) {
            return text.section(before, -1, -1);
        };
        QCOMPARE(layoutOf(edited[0][1].toString(), "Use layout "),
                 layoutOf(pointed.last()[0].toString(), QStringLiteral(" GiB · ")));
    }

    void returnOpensALayout() {
        const auto view = shownView<LayoutsView>(someReport());
        give(*view, layoutsAt({{5, 60}, {6, 52}, {7, 44}, {8, 36}}));
        view->grab();
        QSignalSpy edited(view.get(), &ReportView::edited);
        QTest::keyClick(view->canvas(), Qt::Key_Right);
        QTest::keyClick(view->canvas(), Qt::Key_Right);
        QTest::keyClick(view->canvas(), Qt::Key_Return);
        QCOMPARE(edited.size(), 1);
        const Edits edits = edited[0][0].value<Edits>();
        QVERIFY(std::find(edits.begin(), edits.end(), Edits::value_type("parallel.ep", "2")) != edits.end());
    }

    /// 23.4 s, 46.8 s, 93.8 s, 3.13 min: nobody reads these off a scale.
    void theScaleOfAMapHasRoundTicks() {
        const auto view = shownView<FieldMapView>(someReport());
        auto map = std::make_shared<FieldMap>(*someMap());
        map->rows[0].cells[0].value = 23.4;
        map->rows[0].cells[1].value = 375;
        for (auto& row : map->rows)
            for (auto& cell : row.cells)
                if (std::isfinite(cell.value)) cell.value = std::clamp(cell.value, 23.4, 375.0);
        give(*view, FieldMapPtr(map));
        DrawnTexts paper;
        view->drawFigure(&paper, 1, FigureStyle{});
        const QStringList& texts = paper.texts;
        for (const char* tick : {"30.0 s", "60.0 s", "2.00 min", "5.00 min"})
            QVERIFY2(texts.contains(tick), qPrintable(texts.join(" | ")));
    }

    void heldColoursStayAndTheScaleNamesWhatLiesBeyond() {
        const auto view = shownView<FieldMapView>(someReport());
        const auto times = [](double factor) {
            auto map = std::make_shared<FieldMap>(*someMap());
            for (auto& row : map->rows)
                for (auto& cell : row.cells) cell.value *= factor;
            return FieldMapPtr(map);
        };
        const auto texts = [&] {
            DrawnTexts paper;
            FigureStyle style;
            style.widthMm = 60; // no numbers in the cells
            view->drawFigure(&paper, 1, style);
            return paper.texts;
        };
        give(*view, someMap()); // 5 to 9 s
        toolAction(*view, "Hold colours")->trigger();
        QCOMPARE(view->range(), QStringLiteral("train.step_seconds:5:9"));
        const QStringList before = texts();
        QVERIFY2(before.contains("6.00") && !before.contains("18.0 s"), qPrintable(before.join(" | ")));
        give(*view, times(2));
        const QStringList held = texts();
        QVERIFY2(held.contains("6.00") && held.contains("18.0 s"), qPrintable(held.join(" | ")));
        QVERIFY(view->grab().save(picturePath("fieldmap-held.png")));
        toolAction(*view, "Hold colours")->trigger();
        QVERIFY(!texts().contains("6.00"));
    }

    void sensitivityAsksForTheFieldsOneHasAHandIn() {
        const auto view = shownView<SensitivityView>(someReport());
        give(*view, someBars());
        const auto choose = [&](const QString& key) { chooseFields(*view, key); };
        // Layout and kernels, unless asked for more.
        QVERIFY2(view->summary().startsWith("Expert parallel moves"), qPrintable(view->summary()));
        QVERIFY(!view->csv().contains("cluster.gpus"));
        choose("machine");
        QVERIFY2(view->summary().startsWith("GPUs moves"), qPrintable(view->summary()));
        choose("model");
        QVERIFY2(view->summary().contains("leaves this metric as it is"), qPrintable(view->summary()));
        choose("all");
        QVERIFY(view->csv().contains("cluster.gpus"));
    }

    void pinsAndBrushOfTheScatter() {
        Report here = sampleReport();
        const auto view = shownView<LayoutsView>(std::make_shared<const Report>(here));
        give(*view, layoutsAt({{5, 60}, {6, 52}, {7, 44}, {8, 36}}));
        view->setPins({PinMark{1, "other", {}, {}, std::make_shared<const Report>(here), false}});
        view->grab();
        const Hits hits = view->canvas()->hits();
        QCOMPARE(hits.size(), 5);
        QVERIFY2(hits.back().toolTip.startsWith("B other"), qPrintable(hits.back().toolTip));
        // A frame round the first two points lists them alone.
        QRectF frame = hits[0].area.united(hits[1].area).adjusted(-3, -3, 3, 3);
        QTest::mousePress(view->canvas(), Qt::LeftButton, {}, frame.topLeft().toPoint());
        QMouseEvent move(QEvent::MouseMove, frame.bottomRight(),
                         view->canvas()->mapToGlobal(frame.bottomRight()), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(view->canvas(), &move);
        QTest::mouseRelease(view->canvas(), Qt::LeftButton, {}, frame.bottomRight().toPoint());
        QVERIFY(!view->table()->isVisible()); // the picture stays, and says how many of how many
        test::DrawnTexts shown;
        view->canvas()->render(&shown);
        QVERIFY2(shown.texts.join(' ').contains("2 of 4 points are in the frame"),
                 qPrintable(shown.texts.join('|')));
        test::DrawnTexts paper;
        view->drawFigure(&paper, 1, {});
        QVERIFY2(!paper.texts.join(' ').contains("frame"), qPrintable(paper.texts.join('|')));
        toolAction(*view, "Show data as table")->trigger();
        QCOMPARE(view->table()->model()->rowCount(), 2);
        toolAction(*view, "Show data as table")->trigger();
        view->grab();
        QTest::keyClick(view->canvas(), Qt::Key_Escape); // the way back
        toolAction(*view, "Show data as table")->trigger();
        QCOMPARE(view->table()->model()->rowCount(), 4);
        toolAction(*view, "Show data as table")->trigger();
        view->grab();
        QSignalSpy edited(view.get(), &ReportView::edited);
        doubleClick(*view, 0);
        QCOMPARE(edited.size(), 1);
        view->choose({"train.mfu", "loss.value"}); // which is no metric of a layout
        QCOMPARE(view->question().arguments, (QStringList{"train.mfu", "memory.device_bytes", "usual", ""}));
    }
};

MOE_TEST(TradeoffViewsTest)
#include "tradeoff_views_test.moc"
