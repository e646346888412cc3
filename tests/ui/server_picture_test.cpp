// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts on the side of serving: what the page draws, says, lists and opens.

#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/servers/servers_view.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTableView>

#include <cmath>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

ReportPtr servingReport() {
    Report report = sampleReport();
    report.scenario.train.reset();
    report.train.reset();
    report.scenario.serve.emplace();
    report.scenario.serve->sloTpot = 0.05;
    return std::make_shared<const Report>(report);
}

/// TP 1, 2, 4, … with throughput and speed; the first two on the line, the last two on the way.
ServingChoicesPtr someServers() {
    auto choices = std::make_shared<ServingChoices>();
    choices->search.base = servingReport()->scenario;
    choices->search.objective = {findServingMetric("serve.tokens_per_second_per_gpu"), true};
    choices->search.other = {findServingMetric("serve.tokens_per_second_per_user"), true};
    const ServingBound bounds[] = {ServingBound::Slo, ServingBound::Memory, ServingBound::Requests,
                                   ServingBound::Requests};
    const std::pair<double, double> places[] = {{900, 20}, {500, 60}, {450, 40}, {300, 30}};
    for (int i = 0; i < 4; ++i) {
        ServingPoint point;
        point.layout.gpus = 8;
        point.layout.tp = 1 << i;
        point.layout.dp = 8 >> i;
        point.numbers.perGpu = places[i].first;
        point.numbers.perUser = places[i].second;
        point.numbers.tpot = 1 / places[i].second;
        point.numbers.ttft = 0.4;
        point.numbers.requests = 64;
        point.numbers.batchedTokens = 8192;
        point.bound = bounds[i];
        point.pareto = i < 2;
        choices->points.push_back(point);
        choices->reasons.push_back(say("Reason %1.", i + 1));
        if (i < 2) choices->found.line.push_back(point);
    }
    choices->best = 2;
    choices->found.best = {choices->points[0], choices->points[1]};
    choices->found.points = choices->points;
    choices->found.layouts = 12;
    choices->found.origin = say("Simulated in so many runs.");
    choices->own = choices->points[3].numbers;
    choices->own->perGpu = 200;
    return choices;
}

std::unique_ptr<ServersView> pageOf(const ServingChoicesPtr& choices, bool dark = false) {
    auto view = shownView<ServersView>(servingReport(), dark);
    view->setAnswer({view->question(), choices});
    view->grab();
    return view;
}

} // namespace

class ServerPictureTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { useTestFont(); }

    void theHeadlineSaysWhichIsBestAndWhatBinds() {
        const auto view = pageOf(someServers());
        const QString text = view->summary();
        for (const char* part :
             {"12 layouts", "8 GPUs", "DP 8", "900 tokens/s per GPU", "20.0 tokens/s per user",
              "64 requests at once", "TPOT ≤ 50.0 ms", "99 % of requests", "Reason 1."})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    }

    void thePictureHasEveryPointItsMarksAndTheList() {
        for (const bool dark : {false, true}) {
            const auto view = pageOf(someServers(), dark);
            savePicture(*view, dark, "servers");
            DrawnTexts drawn;
            view->drawFigure(&drawn, 1, {.widthMm = 180, .heightMm = 130, .dark = dark});
            const QString texts = drawn.texts.join('|');
            for (const char* text : {"Pareto line", "limits bind", "KV cache full", "more requests possible",
                                     "tokens/s per GPU", "TPOT", "Simulated in so many runs."})
                QVERIFY2(texts.contains(QString(text)), qPrintable(text + (": " + texts)));
            QVERIFY(!texts.contains("no more throughput")); // nothing is bound by it
            // Four points, the own one, two rows.
            QCOMPARE(view->canvas()->hits().size(), 7);
        }
    }

    /// Answers of one token have no time per token: such a point has no place, and Qt warns of an ellipse
    /// there.
    void aPointWithoutANumberIsNowhere() {
        auto choices = std::make_shared<ServingChoices>(*someServers());
        choices->points[2].numbers.perUser = std::nan("");
        const auto view = pageOf(choices);
        QCOMPARE(view->canvas()->hits().size(), 6); // of seven
    }

    void aPointOpensFromThePictureTheListAndTheTable() {
        const auto view = pageOf(someServers());
        QSignalSpy opened(view.get(), &ReportView::edited);
        const auto tpOf = [&] {
            if (opened.isEmpty()) return std::string("nothing");
            const Edits edits = opened.takeLast().at(0).value<Edits>();
            for (const auto& [key, value] : edits)
                if (key == "parallel.tp") return value;
            return std::string("none");
        };
        for (const HitArea& hit : Hits(view->canvas()->hits())) {
            QTest::mouseDClick(view->canvas(), Qt::LeftButton, {}, hit.area.center().toPoint());
            if (hit.index < 0)
                QVERIFY(opened.isEmpty());
            else
                QCOMPARE(tpOf(), std::to_string(1 << hit.index));
        }
        toolAction(*view, "Show data as table")->trigger();
        emit view->table()->activated(view->table()->model()->index(2, 0));
        QCOMPARE(tpOf(), std::string("4"));
    }

    void theTableHasColumnsOfServersAndSaysWhatBinds() {
        const auto view = pageOf(someServers());
        const QStringList lines = view->csv().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 5);
        for (const char* column : {"Tokens per second and GPU (1/s)", "Time to first token (s)",
                                   "Within the limits", "TP", "What binds", "Pareto"})
            QVERIFY2(lines[0].contains(column), column);
        QVERIFY2(lines[2].contains("KV cache full") && lines[2].contains("Reason 2."), qPrintable(lines[2]));
        QVERIFY(lines[3].contains("more requests possible"));
    }

    void nothingFoundSaysWhatComesClosest() {
        auto none = std::make_shared<ServingChoices>(*someServers());
        none->found.closest = none->points[1];
        none->points.clear();
        none->found.points.clear();
        none->best = 0;
        const auto view = pageOf(none);
        QVERIFY(!view->hasNumbers());
        for (const char* part : {"None of 12 layouts", "TPOT ≤ 50.0 ms", "TP 2", "first token after 400 ms"})
            QVERIFY2(view->summary().contains(QString::fromUtf8(part)), qPrintable(view->summary()));
    }

    void itsMetricsAreChosen() {
        const auto view = pageOf(someServers());
        auto* box = view->findChild<QComboBox*>("x");
        QVERIFY(box->findData("train.step_seconds") < 0);
        QSignalSpy asked(view.get(), &ReportView::asked);
        box->setCurrentIndex(box->findData("serve.ttft_seconds"));
        emit box->activated(box->currentIndex());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(view->question().arguments.value(0), QString("serve.ttft_seconds"));
        QVERIFY(!view->findChild<QComboBox*>("schedules"));
    }
};

MOE_TEST(ServerPictureTest)
#include "server_picture_test.moc"
