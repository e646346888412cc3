// SPDX-License-Identifier: GPL-3.0-or-later
// The page of serving under load: what it asks for, says and draws.

#include "models/engine/serve/engines/engines.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/serve/load_view.h"

#include <QComboBox>
#include <QSignalSpy>

#include <algorithm>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

/// 20 requests of 100 + 10 tokens, 4 at a time; every pass takes 10 ms.
std::shared_ptr<LoadPicture> fourAtATime() {
    auto picture = std::make_shared<LoadPicture>();
    ServedLoad& load = picture->load;
    load.traffic.engine = &engineRow(ServeEngine::Vllm);
    load.traffic.requests = clientRequests({.count = 20, .prompt = 100, .output = 10});
    load.traffic.concurrency = 4;
    load.traffic.time = [](const PassLoad&) { return 0.01; };
    load.traffic.recordPasses = load.traffic.recordRequests = load.traffic.recordPaths = true;
    load.gpus = 2;
    picture->result.report = simulate(load.traffic);
    for (const std::size_t request : tellingRequests(picture->result.report))
        picture->telling.push_back(pathOf(load.traffic, picture->result.report, request));
    for (const std::size_t request : tellingLater(picture->result.report))
        picture->later.push_back(pathOf(load.traffic, picture->result.report, request));
    picture->result.bands.assign(loadMetrics().size(), {0.005, 0.02});
    return picture;
}

} // namespace

class LoadViewTest : public QObject {
    Q_OBJECT

private slots:
    void asksWhereThereIsServing() {
        const auto view = shownView<LoadView>(std::make_shared<const Report>(sampleReport()));
        QCOMPARE(view->question().key, QString("load"));
        QVERIFY2(view->summary().contains("Simulating"), qPrintable(view->summary()));
        Report training = sampleReport();
        training.scenario.serve.reset();
        training.serve.reset();
        view->setReport(std::make_shared<const Report>(training));
        QVERIFY(view->question().key.isEmpty());
        QVERIFY2(view->summary().contains("no serving section"), qPrintable(view->summary()));
    }

    void saysWhatClientsSaw_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(1100, 700);
        QTest::newRow("narrow") << QSize(480, 480);
    }
    void saysWhatClientsSaw() {
        QFETCH(QSize, size);
        const auto view = shownView<LoadView>(std::make_shared<const Report>(sampleReport()), false, size);
        const std::shared_ptr<LoadPicture> picture = fourAtATime();
        view->setAnswer({view->question(), std::shared_ptr<const LoadPicture>(picture)});
        view->grab();
        const QString says = view->summary();
        QVERIFY2(says.startsWith("20 requests, 4 at a time on vLLM"), qPrintable(says));
        QVERIFY2(says.contains("0 ms for each token (5.00 ms to 20.0 ms); 200 output tokens"),
                 qPrintable(says));
        QVERIFY2(!says.contains("aturat"), qPrintable(says));
        // Strips, and two marks on each of three curves: the burst, the rest, time per token.
        const Hits& hits = view->canvas()->hits();
        QVERIFY(hits.size() > 6);
        QVERIFY2(hits.front().readOut.contains("of the KV cache"), qPrintable(hits.front().readOut));
        const auto spread = std::count_if(
            hits.begin(), hits.end(), [](const HitArea& hit) { return hit.readOut.contains("99 % within"); });
        QCOMPARE(spread, std::ptrdiff_t(6));
        QCOMPARE(view->csv().count(QLatin1Char('\n')), qsizetype(loadMetrics().size() + 1));
    }

    /// Five stand for all; one is picked where it is drawn, and given back there.
    void saysWhereARequestsTimeWent() {
        const auto view =
            shownView<LoadView>(std::make_shared<const Report>(sampleReport()), false, QSize(1100, 700));
        const std::shared_ptr<LoadPicture> picture = fourAtATime();
        view->setAnswer({view->question(), std::shared_ptr<const LoadPicture>(picture)});
        view->grab();
        const auto rows = [&] {
            QStringList words;
            for (const HitArea& hit : view->canvas()->hits())
                if (hit.index < kFirstLimitHit && !hit.readOut.contains('%')) words << hit.readOut;
            return words;
        };
        // Before the first token and after it; there the rows are other requests, by that time.
        QCOMPARE(rows().size(), qsizetype(6)); // without those at 99 and 90 %
        QCOMPARE(rows().filter(": from the first to the last").size(), qsizetype(3));
        // 4 prompts of 100 tokens fit into a pass of 10 ms; nine more tokens follow one by one.
        QCOMPARE(rows()[2], QString("fastest, 100 tokens: first token after 10.0 ms = own prompt 10.0 ms"));
        QCOMPARE(rows()[5],
                 QString("fastest, 10 tokens: from the first to the last 90.0 ms = decode 90.0 ms"));
        emit view->canvas()->picked(0);
        view->grab();
        auto* box = view->findChild<QComboBox*>("request");
        QCOMPARE(box->currentText(), QString("slowest"));
        QVERIFY(!rows().isEmpty());
        QVERIFY2(rows().back().startsWith("decode"), qPrintable(rows().back()));
        emit view->canvas()->picked(0);
        QCOMPARE(box->currentIndex(), 0);
    }

    /// Another scheduler on the same requests stands beside, with the difference in words and numbers.
    void setsAnotherServerBeside() {
        const auto view =
            shownView<LoadView>(std::make_shared<const Report>(sampleReport()), false, QSize(1100, 700));
        QCOMPARE(view->question().arguments, QStringList("none"));
        view->choose({"sglang"});
        QCOMPARE(view->question().arguments, QStringList("sglang"));
        const std::shared_ptr<LoadPicture> picture = fourAtATime();
        // Its passes take twice as long.
        LoadRun& other = picture->beside.emplace(*picture);
        other.load.traffic.engine = &engineRow(ServeEngine::SgLang);
        other.load.traffic.time = [](const PassLoad&) { return 0.02; };
        other.result.report = simulate(other.load.traffic);
        const auto again = [&](std::vector<RequestPath>& paths) {
            for (RequestPath& path : paths)
                path = pathOf(other.load.traffic, other.result.report, path.request);
        };
        again(other.telling);
        again(other.later);
        view->setAnswer({view->question(), std::shared_ptr<const LoadPicture>(picture)});
        view->grab();
        QVERIFY2(view->summary().contains("SGLang on the same requests: first token after 20.0 ms (+100 %)"),
                 qPrintable(view->summary()));
        QVERIFY2(view->summary().contains("20.0 ms (+100 %) for each token, against 10"),
                 qPrintable(view->summary()));
        QVERIFY2(view->summary().endsWith("0 ms of vLLM."), qPrintable(view->summary()));
        const Hits& hits = view->canvas()->hits();
        const auto count = [&](const char* words) {
            return std::count_if(hits.begin(), hits.end(),
                                 [&](const HitArea& hit) { return hit.readOut.contains(words); });
        };
        // Every request is drawn under both, before its first token and after it; two marks on each curve.
        QCOMPARE(count("SGLang, 100 tokens: first token after 20.0 ms"), std::ptrdiff_t(5));
        QCOMPARE(count("99 % within"), std::ptrdiff_t(8));
        QVERIFY(view->csv().startsWith("Metric,Value,Low,High,SGLang\n"));
    }

    /// A limit follows the pointer, and becomes the scenario's in one step when it is let go.
    void limitsAreDragged() {
        Report report = sampleReport();
        report.scenario.serve->sloTtft = 0.0105;
        report.scenario.serve->sloTpot.reset();
        const auto view =
            shownView<LoadView>(std::make_shared<const Report>(report), false, QSize(1100, 700));
        view->setAnswer({view->question(), std::shared_ptr<const LoadPicture>(fourAtATime())});
        view->grab();
        QSignalSpy edited(view.get(), &ReportView::edited);
        const auto handle = [&](ServeLimit limit) {
            view->grab();
            for (const HitArea& hit : view->canvas()->hits())
                if (hit.index == kFirstLimitHit + int(limit)) return hit;
            return HitArea();
        };
        const HitArea first = handle(ServeLimit::Ttft);
        QVERIFY2(first.readOut.startsWith("Limit of the time to first token: 10.5 ms, met by 100 %"),
                 qPrintable(first.readOut));
        const QPoint from = first.area.center().toPoint(), to = from - QPoint(150, 0);
        QTest::mousePress(view->canvas(), Qt::LeftButton, {}, from);
        QTest::mouseMove(view->canvas(), to);
        QCOMPARE(edited.count(), 0);
        const HitArea moved = handle(ServeLimit::Ttft);
        QVERIFY(std::abs(moved.area.center().x() - to.x()) < 1.5);
        QVERIFY2(moved.readOut.contains("met by 0 %"), qPrintable(moved.readOut));
        QTest::mouseRelease(view->canvas(), Qt::LeftButton, {}, to);
        QCOMPARE(edited.count(), 1);
        const Edits edits = edited[0][0].value<Edits>();
        QCOMPARE(edits.size(), std::size_t(1));
        QCOMPARE(edits[0].first, std::string("serve.slo_ttft"));
        const double set = QString::fromStdString(edits[0].second).toDouble();
        QVERIFY2(set > 0.008 && set < 0.01, edits[0].second.c_str());
        // By keys: what is absent begins at the end of the axis.
        QVERIFY2(handle(ServeLimit::Tpot).readOut.contains("none"),
                 qPrintable(handle(ServeLimit::Tpot).readOut));
        for (int i = 0; i < view->canvas()->hits().size(); ++i)
            if (view->canvas()->hits()[i].index == kFirstLimitHit + 1) view->canvas()->choose(i);
        QTest::keyClick(view->canvas(), Qt::Key_Minus);
        QTest::keyClick(view->canvas(), Qt::Key_Minus);
        QCOMPARE(edited.count(), 1);
        QTest::keyClick(view->canvas(), Qt::Key_Return);
        QCOMPARE(edited.count(), 2);
        QCOMPARE(edited[1][0].value<Edits>()[0].first, std::string("serve.slo_tpot"));
        QVERIFY(QString::fromStdString(edited[1][0].value<Edits>()[0].second).toDouble() > 0);
        QTest::keyClick(view->canvas(), Qt::Key_Delete);
        QVERIFY(!handle(ServeLimit::Tpot).readOut.contains("met by"));
    }

    /// What has no upper end is not given one.
    void saturationIsSaid() {
        const auto view = shownView<LoadView>(std::make_shared<const Report>(sampleReport()));
        const std::shared_ptr<LoadPicture> picture = fourAtATime();
        picture->result.saturated = true;
        for (LoadBand& band : picture->result.bands) band.high.reset();
        view->setAnswer({view->question(), std::shared_ptr<const LoadPicture>(picture)});
        QVERIFY2(view->summary().contains("5.00 ms or more"), qPrintable(view->summary()));
        QVERIFY2(view->summary().contains("Saturated"), qPrintable(view->summary()));
    }
};

MOE_TEST(LoadViewTest)
#include "load_view_test.moc"
