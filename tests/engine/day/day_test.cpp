// SPDX-License-Identifier: GPL-3.0-or-later
// A day of a fleet: one server has one set of numbers, nothing is lost, more is never less.
#include "models/engine/scenario/validate.h"
#include "tests/engine/day/day_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace moe;
using namespace moe::test;

namespace {

/// Of the day's own arrivals, every request by its arrival.
std::map<double, FleetAnswer> answersOf(const DayLoad& load) {
    std::map<double, FleetAnswer> answers;
    DayArrivals arrivals(load.plan.day, load.plan.client);
    FleetWatch watch;
    watch.answered = [&](const FleetAnswer& one) { answers[one.arrival] = one; };
    runFleet(
        load.plan, [&] { return arrivals.next(); }, watch);
    return answers;
}

} // namespace

class DayTest : public QObject {
    Q_OBJECT

private slots:
    /// e/I0(1) = 2.71828/1.26607 (Abramowitz and Stegun, table 9.8).
    void theCurvesPeakIsAsGiven() {
        QVERIFY(std::abs(narrownessOf(2.718281828459045 / 1.2660658777520082) - 1) < 1e-9);
        for (const double peak : {1.0, 1.7, 5.0}) {
            DaySpec day;
            day.peak = peak;
            const DayCurve curve(day);
            const double mean = static_cast<double>(day.requests) / 86400;
            QVERIFY(std::abs(curve.at(day.peakHour * 3600) / mean / peak - 1) < 1e-3);
            QVERIFY(std::abs(curve.mean(0, 86400) / mean - 1) < 1e-3);
            QVERIFY(curve.at(3 * 3600) <= mean + 1e-9);
        }
    }
    /// A curve that is given is gone through in a straight line from middle to middle of its parts.
    void aGivenCurveIsFollowed() {
        DaySpec day;
        day.curve = "1, 3";
        const DayCurve curve(day);
        const double mean = static_cast<double>(day.requests) / 86400;
        QVERIFY(std::abs(curve.at(6 * 3600) / mean - 0.5) < 1e-9);
        QVERIFY(std::abs(curve.at(18 * 3600) / mean - 1.5) < 1e-9);
        QVERIFY(std::abs(curve.at(12 * 3600) / mean - 1) < 1e-9);
        for (const char* wrong : {"1", "1,x", "0,0", "1,,2", "1,-2", "1,inf"}) QVERIFY(!dayRates(wrong));
        const Problems problems = validate(fleet("day.curve=1,-2"), measuredCatalog());
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(problems.front().key), QString("day.curve"));
    }
    /// Variance over mean of the requests of a minute is 1 + mean·σ², which is how σ of Azure's conversations
    /// (16 of 332 a minute) was counted: σ = 0.21.
    void minutesDifferAsGiven() {
        const double sigma = std::sqrt(15.0 / 332);
        QVERIFY(std::abs(sigma - 0.21) < 0.005);
        DaySpec day;
        day.requests = 332 * 1440;
        day.peak = 1;
        day.burst = sigma;
        DayArrivals arrivals(day, {});
        std::vector<double> minutes(1440, 0);
        double last = 0;
        while (const std::optional<TrafficRequest> one = arrivals.next()) {
            QVERIFY(one->arrival >= last && one->arrival < 86400);
            last = one->arrival;
            ++minutes[static_cast<std::size_t>(last / 60)];
        }
        double mean = 0, squares = 0;
        for (const double one : minutes) mean += one / 1440;
        for (const double one : minutes) squares += (one - mean) * (one - mean) / 1439;
        QVERIFY2(std::abs(mean / 332 - 1) < 0.03, qPrintable(QString::number(mean)));
        QVERIFY2(std::abs(squares / mean / 16 - 1) < 0.15, qPrintable(QString::number(squares / mean)));
    }

    void oneReplicaIsTheSimulator_data() {
        QTest::addColumn<QString>("more");
        QTest::newRow("vLLM") << "";
        QTest::newRow("SGLang") << "serve.engine=sglang";
        QTest::newRow("TensorRT-LLM") << "serve.engine=trtllm";
        QTest::newRow("drafts") << "serve.speculative_tokens=3 day.requests=500";
        QTest::newRow("autoscaled, of one") << "day.policy=load day.replica_rate=1 day.target=4";
        QTest::newRow("crowded") << "day.requests=20000 serve.kv_blocks=600";
    }
    void oneReplicaIsTheSimulator() {
        QFETCH(QString, more);
        const DayLoad load = loadOf(fleet("day.replicas_max=1 " + more));
        TrafficScenario server = load.load.traffic;
        server.requests = arrivalsOf(load);
        server.recordRequests = true;
        const TrafficReport report = simulate(server);
        const std::map<double, FleetAnswer> answers = answersOf(load);
        QCOMPARE(answers.size(), report.requestRecords.size());
        for (const RequestRecord& one : report.requestRecords) {
            const FleetAnswer& other = answers.at(one.arrival);
            QCOMPARE(other.firstToken, one.firstToken);
            QCOMPARE(other.finished, one.finished);
        }
    }
    /// In turn, several servers are those of simulate() too.
    void replicasInTurnAreItsServers() {
        const DayLoad load = loadOf(fleet("day.replicas_max=3"));
        TrafficScenario servers = load.load.traffic;
        servers.requests = arrivalsOf(load);
        servers.recordRequests = true;
        servers.replicas = 3;
        servers.enough = 0;
        const std::map<double, FleetAnswer> answers = answersOf(load);
        for (const RequestRecord& one : simulate(servers).requestRecords) {
            QCOMPARE(answers.at(one.arrival).firstToken, one.firstToken);
            QCOMPARE(answers.at(one.arrival).finished, one.finished);
        }
    }
    /// A trace gives what `simulate --trace` gives.
    void aTraceIsTheSimulators() {
        const std::vector<TrafficRequest> trace = arrivalsOf(loadOf(fleet()));
        const TrafficTrace given(trace);
        const DayReport day = simulateDay(loadOf(fleet("day.replicas_max=1"), trace), measuredCatalog());
        Scenario server = fleet();
        server.day.reset();
        const TrafficReport report = simulate(valueOf(servedLoad(server, measuredCatalog(), &given)).traffic);
        QCOMPARE(day.ttft.p99, report.all.ttft.p99);
        QCOMPARE(day.tpot.p50, report.all.tpot.p50);
        QCOMPARE(day.requests, trace.size());
    }

    void nothingIsLost_data() {
        QTest::addColumn<QString>("more");
        for (const char* router : {"round-robin", "least-requests", "two-choices", "session", "kv"})
            for (const char* policy : {"fixed", "load", "rate", "curve", "planner"})
                QTest::addRow("%s, %s", router, policy)
                    << QString("day.router=%1 day.policy=%2 day.replica_rate=0.5 day.target=2 "
                               "day.start_seconds=60 day.cooldown=60 day.replicas_max=5")
                           .arg(QLatin1String(router), QLatin1String(policy));
        QTest::newRow("sessions") << "day.turns=4 day.think_seconds=20 day.router=kv";
        QTest::newRow("refused") << "day.refuse_above=3 day.requests=20000";
        QTest::newRow("overrun") << "day.requests=40000 day.replicas_max=1";
    }
    void nothingIsLost() {
        QFETCH(QString, more);
        const DayReport day = dayOf(fleet("day.burst=1 " + more));
        QVERIFY(day.requests > 100);
        QCOMPARE(day.answered + day.refused + day.running, day.requests);
        std::size_t arrived = 0, answered = 0, refused = 0;
        double serving = 0, starting = 0, draining = 0, inFlight = 0;
        for (const DaySlot& slot : day.stretches) {
            const double hours = (slot.end - slot.begin) / 3600;
            arrived += slot.arrived, answered += slot.answered, refused += slot.refused;
            serving += slot.serving * hours, starting += slot.starting * hours;
            draining += slot.draining * hours, inFlight += slot.inFlight * hours;
            QVERIFY(slot.within <= slot.answered);
            QVERIFY(slot.serving > 0.99);
        }
        QCOMPARE(arrived, day.requests);
        QCOMPARE(refused, day.refused);
        QCOMPARE(answered, day.answered + day.running);
        QVERIFY(std::abs(serving + starting + draining - day.replicaHours) < 1e-6);
        QVERIFY(std::abs(starting - day.startHours) < 1e-6);
        QVERIFY(std::abs(draining - day.drainHours) < 1e-6);
        QCOMPARE(day.gpuHours, 4 * day.replicaHours);
        QCOMPARE(*day.usd, 2 * day.gpuHours);
        QVERIFY(std::abs(*day.kwhPrompt + *day.kwhOutput + *day.kwhIdle - *day.kwh) < 1e-9 * *day.kwh);
        QVERIFY(*day.within >= 0 && *day.within <= 1 && *day.worstWithin <= *day.within + 1e-9);
        QVERIFY(day.worstTtft95 >= day.ttft95 * 0.999);
    }

    /// More replicas that are always on never cost less, answer fewer or keep fewer within the limits.
    void moreIsNeverLess() {
        std::optional<DayReport> before;
        for (int replicas = 1; replicas <= 5; ++replicas) {
            DayReport day = dayOf(fleet(
                QString("day.requests=30000 day.router=least-requests day.replicas_max=%1").arg(replicas)));
            QCOMPARE(day.replicaHours, double(replicas));
            if (before) {
                QVERIFY(*day.usd > *before->usd);
                QVERIFY(day.answered >= before->answered);
                QVERIFY(*day.within >= *before->within - 0.002);
                QVERIFY(day.ttft.p99 <= before->ttft.p99 * 1.02);
                QVERIFY(*day.kwhIdle > *before->kwhIdle);
            }
            before = std::move(day);
        }
    }
    /// A step of the load: an autoscaler whose replicas serve at once is no worse than one whose replicas
    /// take a while, which is no worse than one whose replicas never serve; nor is it better than all always
    /// on.
    void startsBracket() {
        const auto with = [](const QString& more) {
            return dayOf(fleet("day.requests=30000 day.curve=0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,"
                               "0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,0.2,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
                               "1,1,1,1,1,1,1,1,1,1 day.hours=1 day.policy=load day.router=least-requests "
                               "day.target=20 day.replica_rate=1000 day.replicas_max=6 day.interval=15 " +
                               more));
        };
        const DayReport all = with("day.policy=fixed"), atOnce = with("day.start_seconds=0"),
                        later = with("day.start_seconds=300"), never = with("day.start_seconds=80000"),
                        one = with("day.replicas_max=1");
        QVERIFY(*all.within >= *atOnce.within - 0.002);
        QVERIFY(*atOnce.within >= *later.within - 0.002);
        QVERIFY(*later.within >= *never.within - 0.002);
        QVERIFY(*atOnce.usd <= *all.usd && *later.usd <= *all.usd);
        QCOMPARE(atOnce.startHours, 0.0);
        QVERIFY(later.startHours > 0);
        QCOMPARE(never.ttft.p99, one.ttft.p99); // replicas that never serve change nothing
        QVERIFY(*never.usd > *one.usd);         // but cost
    }
    /// Dynamo's planner: arrivals give the floor, requests in flight what is above it. With replicas that one
    /// of the two needs none of, the other one decides alone.
    void aPlannerIsFloorAndLoad() {
        const auto with = [](const char* policy, const char* more) {
            return dayOf(fleet(QString("day.requests=20000 day.peak=3 day.burst=1 day.replicas_max=6 "
                                       "day.interval=5 day.start_seconds=30 day.policy=%1 %2")
                                   .arg(QLatin1String(policy), QLatin1String(more))));
        };
        const char* noFloor = "day.target=4 day.replica_rate=1000000";
        const DayReport load = with("load", noFloor), planner = with("planner", noFloor);
        QCOMPARE(planner.replicaHours, load.replicaHours);
        QCOMPARE(planner.ttft.p99, load.ttft.p99);
        QVERIFY(load.starts > 0);
        const char* noLoad = "day.target=1000000 day.replica_rate=1.5";
        const DayReport minute = with("rate", noLoad);
        const DayReport floor = with("planner", (std::string(noLoad) + " day.rate_interval=60").c_str());
        QCOMPARE(floor.replicaHours, minute.replicaHours);
        QCOMPARE(floor.ttft.p99, minute.ttft.p99);
        const char* both = "day.target=4 day.replica_rate=1.5 day.rate_interval=60";
        QVERIFY(with("planner", both).replicaHours >= with("rate", both).replicaHours);
    }
    /// Sessions that stay where their text is cached compute less of it (round robin over private caches, and
    /// a replica that is new, know nothing).
    void routersFindCaches() {
        const auto hits = [](const char* router) {
            return dayOf(fleet(QString("day.turns=6 day.think_seconds=10 day.replicas_max=4 day.router=%1")
                                   .arg(QLatin1String(router))));
        };
        const DayReport turns = hits("round-robin"), session = hits("session"), kv = hits("kv");
        const auto share = [](const DayReport& day) { return day.cachedTokens / day.inputTokens; };
        QVERIFY2(share(session) > 1.2 * share(turns), qPrintable(QString::number(share(turns))));
        QVERIFY2(share(kv) > 1.2 * share(turns), qPrintable(QString::number(share(kv))));
        QVERIFY(share(session) < 1);
        // The same sessions whoever serves them; those that think beyond the end differ by answers alone.
        QVERIFY(std::abs(double(turns.requests) / double(session.requests) - 1) < 0.02);
        QVERIFY(std::abs(double(turns.requests) / 3000 - 1) < 0.35);
    }
    /// What bursts do to a fleet that follows them late.
    void theLeastFixedFleetIsAsGoodAndNoLarger() {
        const DayLoad load = loadOf(fleet("day.requests=20000 day.policy=load day.replicas_max=6 "
                                          "day.router=least-requests day.start_seconds=60"));
        const DayReport day = simulateDay(load, measuredCatalog());
        const std::optional<FixedFleet> fixed = leastFixedFleet(load, measuredCatalog(), *day.within);
        QVERIFY(fixed);
        QVERIFY(*fixed->report.within >= *day.within);
        QVERIFY(fixed->replicas >= 1 && fixed->replicas <= 6);
        if (fixed->replicas > 1) {
            DayLoad fewer = load;
            fewer.plan.day.policy = DayPolicy::Fixed;
            fewer.plan.day.replicasMin = fewer.plan.day.replicasMax = fixed->replicas - 1;
            QVERIFY(*simulateDay(fewer, measuredCatalog()).within < *day.within);
        }
        QVERIFY(!leastFixedFleet(load, measuredCatalog(), 2));
    }
    void startsHaveParts() {
        const DayLoad load = loadOf(fleet());
        QCOMPARE(load.plan.start,
                 load.start.image + load.start.weights + load.start.engine + load.start.graphs);
        // 70.6 B parameters of one byte, embeddings and head of two, at 2 GB/s.
        QVERIFY2(load.weightBytes > 70e9 && load.weightBytes < 76e9,
                 qPrintable(QString::number(load.weightBytes)));
        QCOMPARE(load.start.weights, load.weightBytes / 2e9);
        QCOMPARE(loadOf(fleet("day.start_seconds=7")).plan.start, 7.0);
    }
    void aDayCanBeCancelled() {
        int asked = 0;
        const DayReport day = simulateDay(loadOf(fleet()), measuredCatalog(),
                                          [&](double share) { return ++asked < 2 && share >= 0; });
        QVERIFY(day.cancelled);
        QCOMPARE(asked, 2);
    }
    void wrongKeysAreNamed() {
        const auto key = [](const QString& more) {
            const Problems problems = validate(fleet(more), measuredCatalog());
            return problems.empty() ? QString() : QString::fromStdString(problems.front().key);
        };
        QCOMPARE(key(""), QString());
        QCOMPARE(key("day.replicas_min=9"), QString("day.replicas_min"));
        const Result<DayLoad> pools =
            dayLoad(fleet("serve.prefill_workers=1 serve.decode_workers=1"), measuredCatalog());
        QVERIFY(!pools);
        QCOMPARE(QString::fromStdString(pools.error().front().key), QString("serve.prefill_workers"));
        const TrafficTrace trace({{0, 100, 10, -1}, {1, 100, 10, -1}});
        QVERIFY(!dayLoad(fleet("day.policy=curve"), measuredCatalog(), trace));
    }
};

MOE_TEST(DayTest)
#include "day_test.moc"
