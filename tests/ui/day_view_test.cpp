// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a day: what it asks for, says and draws.

#include "models/items/pair_text.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/serve/day_view.h"
#include "ui/views/page_list.h"

#include <algorithm>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

std::shared_ptr<const Report> ofADay() {
    Report report = sampleReport();
    report.scenario.day.emplace();
    return std::make_shared<const Report>(report);
}

/// Two replicas, then three; a tenth of the requests is late in the second half.
std::shared_ptr<DayPicture> twoThenThree() {
    auto picture = std::make_shared<DayPicture>();
    picture->load.scenario = ofADay()->scenario;
    picture->load.scenario.serve->sloTtft = 2;
    picture->load.plan.day = *picture->load.scenario.day;
    picture->load.plan.day.replicasMax = 3;
    DayReport& day = picture->day;
    for (int hour = 0; hour < 24; ++hour) {
        DaySlot slot;
        slot.begin = 3600 * hour, slot.end = 3600 * (hour + 1);
        slot.arrived = slot.answered = 1000;
        slot.within = hour < 12 ? 1000 : 900;
        slot.serving = hour < 12 ? 2 : 3;
        slot.starting = hour == 11 ? 0.5 : 0;
        slot.ttft50 = 0.2, slot.ttft95 = hour < 12 ? 0.5 : 3;
        day.stretches.push_back(slot);
    }
    day.requests = day.answered = 24000;
    day.within = 0.95, day.worstWithin = 0.9;
    day.replicaHours = 60.5;
    day.mostReplicas = 3;
    day.usd = 121;
    day.worstTtft95 = 3, day.worstBegin = 12 * 3600;
    return picture;
}

} // namespace

class DayViewTest : public QObject {
    Q_OBJECT

private slots:
    void asksWhereThereIsADay() {
        const auto view = shownView<DayView>(ofADay());
        QCOMPARE(view->question().key, QString("day"));
        QVERIFY2(view->summary().contains("Simulating"), qPrintable(view->summary()));
        Report none = sampleReport();
        none.scenario.day.reset();
        view->setReport(std::make_shared<const Report>(none));
        QVERIFY(view->question().key.isEmpty());
        QVERIFY2(view->summary().contains("day.requests"), qPrintable(view->summary()));
    }

    /// Two days have one axis, and are told apart by their own numbers.
    void twoDaysAreToldApart() {
        const auto view = shownView<DayView>(ofADay()), other = shownView<DayView>(ofADay());
        view->setAnswer({view->question(), std::shared_ptr<const DayPicture>(twoThenThree())});
        const auto dearer = twoThenThree();
        dearer->day.usd = 242;
        dearer->day.mostReplicas = 9;
        other->setAnswer({other->question(), std::shared_ptr<const DayPicture>(dearer)});
        items::PairTable table;
        QVERIFY(view->tellApart(*other, {"A", "B"}, table));
        QVERIFY2(table.why.startsWith("B against A: "), qPrintable(table.why));
        QVERIFY(std::any_of(table.rows.begin(), table.rows.end(), [](const items::PairRow& row) {
            return row.a == 121. && row.b == 242. && row.judgement == -1;
        }));
        QStringList shared;
        view->shareAxes(std::make_shared<const ShareAxes>([&](const QString& quantity, double low, double) {
            shared << quantity;
            return std::pair(low, 100.);
        }));
        view->grab();
        for (const char* quantity : {"hours", "replicas", "requests", "ttft"})
            QVERIFY2(shared.contains(quantity), quantity);
        view->shareAxes(nullptr);
    }

    void saysWhatTheDayComesTo_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(1100, 700);
        QTest::newRow("narrow") << QSize(480, 480);
    }
    void saysWhatTheDayComesTo() {
        QFETCH(QSize, size);
        const auto view = shownView<DayView>(ofADay(), false, size);
        view->setAnswer({view->question(), std::shared_ptr<const DayPicture>(twoThenThree())});
        QVERIFY(!view->grab().isNull());
        const QString says = view->summary();
        for (const char* part : {"1 to 3 replicas", "95.0 % within the limits", "60.5 replica-hours", "$ 121",
                                 "90.0 % in the worst quarter", "from 12:00"})
            QVERIFY2(says.contains(part), qPrintable(says));
        QVERIFY2(!says.contains("refused") && !says.contains("kWh"), qPrintable(says));
        // A column of each hour, which tells of it.
        const Hits& hits = view->canvas()->hits();
        QCOMPARE(hits.size(), 24);
        QVERIFY2(hits[13].readOut.contains("13:00 to 14:00") && hits[13].readOut.contains("90.0 %"),
                 qPrintable(hits[13].readOut));
        QVERIFY(std::abs(hits[0].area.right() - hits[1].area.left()) < 1);
        QCOMPARE(view->csv().trimmed().count(QLatin1Char('\n')), 24);
    }

    /// What was assumed stands before what came of it.
    void saysFirstWhatIsAssumed() {
        const auto picture = twoThenThree();
        picture->load.warnings.push_back(
            {"assumed", say("No fleet is given: %1 to %2 replicas are assumed.", 1, 8)});
        const auto view = shownView<DayView>(ofADay());
        view->setAnswer({view->question(), std::shared_ptr<const DayPicture>(picture)});
        QVERIFY2(view->summary().startsWith("No fleet is given: 1 to 8 replicas are assumed. 24"),
                 qPrintable(view->summary()));
    }

    /// The page is there where the scenario has a day.
    void hasAPageOfServing() {
        const auto row = std::find_if(pageList().begin(), pageList().end(),
                                      [](const PageRow& page) { return QString(page.key) == "day"; });
        QVERIFY(row != pageList().end());
        QVERIFY(row->room == items::Room::Serve);
        QVERIFY(row->fills(ofADay()->scenario));
        QVERIFY(!row->fills(sampleReport().scenario));
    }
};

MOE_TEST(DayViewTest)
#include "day_view_test.moc"
