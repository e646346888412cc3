// SPDX-License-Identifier: GPL-3.0-or-later
// What a day is paid and what it gave are of one span of time, whatever it is asked to answer.
#include "models/engine/day/scaling.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/day/day_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace moe;
using namespace moe::test;

namespace {

bool warns(const std::vector<Warning>& warnings, const char* id) {
    return std::any_of(warnings.begin(), warnings.end(), [&](const Warning& one) { return one.id == id; });
}

/// 60 conversations of five turns, side by side.
std::vector<TrafficRequest> conversations() {
    std::vector<TrafficRequest> requests;
    double time = 0;
    for (int turn = 0; turn < 5; ++turn)
        for (int session = 0; session < 60; ++session)
            requests.push_back({time += 0.4, 700 * (turn + 1), 40, (session * 7) % 60});
    return requests;
}

} // namespace

class DaySpansTest : public QObject {
    Q_OBJECT

private slots:
    /// Twice what a full fleet is asked to answer makes its tokens no cheaper.
    void anOverrunIsNoCheaper() {
        const DayReport full = dayOf(fleet("serve.length_spread=0 day.replicas_max=1 day.requests=100000")),
                        more = dayOf(fleet("serve.length_spread=0 day.replicas_max=1 day.requests=200000"));
        QVERIFY(full.running > 10000);
        for (const DayReport& day : {full, more}) {
            QVERIFY2(day.busyShare > 0.9 && day.busyShare <= 1, qPrintable(QString::number(day.busyShare)));
            QVERIFY(day.outputTokens >= 100.0 * double(day.answered));
            QVERIFY(day.outputTokens <= 100.0 * double(day.answered + 1024)); // those that are decoded
            QVERIFY(day.inputTokens <= 1024.0 * double(day.answered + 1024));
            QCOMPARE(day.replicaHours, 1.0);
        }
        QVERIFY2(std::abs(*more.usdPerMillion / *full.usdPerMillion - 1) < 0.1,
                 qPrintable(QString::number(*more.usdPerMillion / *full.usdPerMillion)));
        QVERIFY2(std::abs(*more.kwh / *full.kwh - 1) < 0.1, qPrintable(QString::number(*more.kwh)));
    }
    /// All at once: the day ends with the last answer, not with the last arrival.
    void aTraceIsPaidUntilItsLastAnswer() {
        const std::vector<TrafficRequest> trace(400, {0, 1024, 100, -1});
        for (const char* policy : {"fixed", "load", "rate"}) {
            const DayLoad load = loadOf(fleet(QString("day.start_seconds=5 day.target=20 day.replica_rate=4 "
                                                      "day.cooldown=15 day.policy=%1")
                                                  .arg(QLatin1String(policy))),
                                        trace);
            const DayReport day = simulateDay(load, measuredCatalog());
            const double length = day.stretches.back().end;
            QVERIFY2(length > 5, qPrintable(QString::number(length)));
            QCOMPARE(day.running, std::size_t{0});
            QCOMPARE(day.answered, trace.size());
            QCOMPARE(day.outputTokens, 40000.0);
            QVERIFY(day.busyShare > 0 && day.busyShare <= 1);
            QVERIFY(day.replicaHours >= length / 3600 - 1e-9);
            QVERIFY(day.replicaHours <= 2 * length / 3600 + 1e-9);
            if (load.plan.day.policy == DayPolicy::Fixed) QCOMPARE(day.replicaHours, 2 * length / 3600);
        }
    }
    /// One request a second is seen as that at every look.
    void arrivalsAreCountedOnce() {
        for (const double interval : {15.0, 45.0, 50.0, 90.0}) {
            FleetPlan plan;
            plan.day.policy = DayPolicy::Rate;
            plan.day.interval = interval;
            plan.day.headroom = 0;
            plan.day.replicasMax = 1000;
            plan.replicaRate = 0.01;
            Scaling scaling(plan);
            for (int look = 1; look < 10; ++look) {
                for (double i = 0; i < interval; ++i) scaling.arrived();
                QCOMPARE(scaling.wanted(interval * look, 0, 1, 1), 100);
            }
        }
    }
    /// Servers of one replica get sessions whole, as those of simulate() do.
    void sessionsStayOnTheirServer() {
        const std::vector<TrafficRequest> trace = conversations();
        const TrafficTrace given(trace);
        const Scenario scenario = fleet("parallel.dp=2 day.replicas_max=1");
        const DayLoad load = loadOf(scenario, trace);
        QCOMPARE(load.plan.servers, 2);
        Scenario server = scenario;
        server.day.reset();
        TrafficScenario traffic = valueOf(servedLoad(server, measuredCatalog(), &given)).traffic;
        traffic.recordRequests = true;
        std::map<double, FleetAnswer> answers;
        FleetWatch watch;
        watch.answered = [&](const FleetAnswer& one) { answers[one.arrival] = one; };
        std::size_t at = 0;
        const auto next = [&] { return at < trace.size() ? std::optional(trace[at++]) : std::nullopt; };
        runFleet(load.plan, next, watch);
        double cached = 0;
        for (const RequestRecord& one : simulate(traffic).requestRecords) {
            QCOMPARE(answers.at(one.arrival).firstToken, one.firstToken);
            QCOMPARE(answers.at(one.arrival).finished, one.finished);
            QCOMPARE(answers.at(one.arrival).cached, one.cached);
            cached += one.cached;
        }
        QVERIFY(cached > 0);
        // kv finds as much of the one replica.
        const DayReport kv = simulateDay(
            loadOf(fleet("parallel.dp=2 day.replicas_max=1 day.router=kv"), trace), measuredCatalog());
        QVERIFY2(kv.cachedTokens > 0.95 * cached, qPrintable(QString::number(kv.cachedTokens / cached)));
    }
    void aReplicaIsCountedWithTheTracesLengths() {
        const auto rate = [](int input, int output) {
            std::vector<TrafficRequest> trace;
            for (int i = 0; i < 50; ++i) trace.push_back({0.5 * i, input, output, -1});
            return loadOf(
                fleet("day.policy=rate day.requests=77 serve.num_requests=400 serve.length_spread=0"), trace);
        };
        const DayLoad same = rate(1024, 100), longer = rate(4096, 400);
        const DayLoad drawn = loadOf(fleet("day.policy=rate serve.num_requests=400 serve.length_spread=0"));
        QCOMPARE(same.plan.replicaRate, drawn.plan.replicaRate);
        QVERIFY2(longer.plan.replicaRate < 0.5 * drawn.plan.replicaRate,
                 qPrintable(QString::number(longer.plan.replicaRate)));
        QVERIFY(warns(longer.warnings, "day-trace-lengths") && warns(longer.warnings, "day-keys-unused"));
        QVERIFY(!warns(drawn.warnings, "day-trace-lengths") && !warns(drawn.warnings, "day-keys-unused"));
    }
    /// While the backlog is answered, too.
    void aBacklogCanBeCancelled() {
        int asked = 0, after = 0;
        const DayReport day = simulateDay(loadOf(fleet("day.replicas_max=1 day.requests=150000")),
                                          measuredCatalog(), [&](double share) {
                                              ++asked;
                                              return share < 1 || ++after < 3;
                                          });
        QVERIFY(day.cancelled);
        QCOMPARE(after, 3);
    }
    /// Stretches that divide a quarter of an hour, and as many as the hours take.
    void theWorstQuarterIsOne_data() {
        QTest::addColumn<double>("hours");
        QTest::addColumn<double>("step");
        QTest::newRow("six minutes") << 0.1 << 1.25;
        QTest::newRow("an hour") << 1.0 << 15.0;
        QTest::newRow("seven hours") << 7.0 << 100.0;
    }
    void theWorstQuarterIsOne() {
        QFETCH(double, hours);
        QFETCH(double, step);
        const DayReport day = dayOf(fleet(QString("day.hours=%1 day.requests=500").arg(hours)));
        QCOMPARE(day.stretches.front().end, step);
        QCOMPARE(day.stretches.back().end, 3600 * hours);
        QCOMPARE(day.stretches.size(), std::size_t(std::ceil(3600 * hours / step - 1e-9)));
        if (hours < 0.25) return;
        QCOMPARE(std::fmod(900, step), 0.0);
        // Of every quarter.
        double worst = 1;
        const auto many = std::size_t(900 / step);
        for (std::size_t i = 0; i + many <= day.stretches.size(); ++i) {
            double arrived = 0, within = 0;
            for (std::size_t j = i; j < i + many; ++j)
                arrived += double(day.stretches[j].arrived), within += double(day.stretches[j].within);
            if (arrived > 0) worst = std::min(worst, within / arrived);
        }
        QCOMPARE(*day.worstWithin, worst);
    }
    void whatDoesNotComeIsSaid() {
        const auto broken = [](const char* more) {
            const Problems problems = validate(fleet(more), measuredCatalog());
            return problems.empty() ? QString() : QString::fromStdString(problems.front().key);
        };
        QCOMPARE(broken("day.curve=0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0"), QString("day.curve"));
        QCOMPARE(broken("day.curve=0,1,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0"), QString());
        QCOMPARE(broken("day.curve=0,1"), QString());
        // Turns after a pause that outlasts the day never come.
        QVERIFY(warns(dayOf(fleet("day.turns=5 day.think_seconds=20000")).warnings, "day-fewer-requests"));
        QVERIFY(dayOf(fleet("day.burst=0")).warnings.empty());
    }
};

MOE_TEST(DaySpansTest)
#include "day_spans_test.moc"
