// SPDX-License-Identifier: GPL-3.0-or-later
// Whole requests on servers that are alike: nothing is served that did not arrive, nothing is divided.
#include "models/engine/evaluate.h"
#include "models/engine/traffic/replicas.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace moe;
using namespace moe::test;

namespace {

/// Llama 3 70B in FP8, four H100 a server.
Scenario llama(const QString& more = {}) {
    return scenarioOf("model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 "
                      "model.vocab=128256 model.sequence=8192 gpu.preset=h100-sxm parallel.tp=4 "
                      "precision.weights=fp8 precision.compute=fp8 serve.prompt=1024 serve.output=100 "
                      "serve.engine=vllm " +
                      more);
}

TrafficReport runOf(const Scenario& scenario, const TrafficTrace* trace = nullptr) {
    ServedLoad load = servedLoad(scenario, measuredCatalog(), trace).value();
    load.traffic.recordRequests = true;
    load.traffic.enough = 0;
    return simulate(load.traffic);
}

bool near(double a, double b, double share) {
    return std::abs(a / b - 1) < share;
}

} // namespace

class ReplicasTest : public QObject {
    Q_OBJECT

private slots:
    /// Where a sample of many servers tells for all, the passes of one of the sample are there to be drawn.
    void aSampleOfServersHasPassesToo() {
        TrafficScenario scenario;
        scenario.engine = &engineRow(ServeEngine::Vllm);
        scenario.policy = scenario.engine->policy;
        scenario.requests.assign(64, {0, 100, 10, -1});
        scenario.concurrency = 64;
        scenario.replicas = 16;
        scenario.enough = 8; // two servers of sixteen
        scenario.limits.batchedTokens = 8192;
        scenario.limits.maxSeqs = 64;
        scenario.limits.blockSize = 16;
        scenario.time = [](const PassLoad&) { return 1.0; };
        scenario.recordPasses = true;
        QVERIFY(!simulate(scenario).passRecords.empty());
    }

    void remaindersAreSpread() {
        TrafficScenario scenario;
        scenario.concurrency = 5;
        scenario.replicas = 2;
        scenario.requests.resize(23);
        QCOMPARE(inFlightOn(scenario, 0), 3);
        QCOMPARE(inFlightOn(scenario, 1), 2);
        // The first five, and every five after them, are dealt alike.
        const std::vector<int> to = dealt(scenario);
        for (std::size_t i = 0; i < to.size(); ++i) QCOMPARE(to[i], static_cast<int>(i % 5 % 2));
        scenario.replicas = 8; // three idle
        for (int i = 0; i < 8; ++i) QCOMPARE(inFlightOn(scenario, i), i < 5 ? 1 : 0);
    }

    void sessionsStayWhole() {
        TrafficScenario scenario;
        scenario.replicas = 3;
        for (int i = 0; i < 60; ++i) {
            TrafficRequest one;
            one.session = i % 4 == 0 ? -1 : i % 7;
            scenario.requests.push_back(one);
        }
        const std::vector<int> to = dealt(scenario);
        std::map<int, int> homes;
        std::vector<int> counts(3);
        for (std::size_t i = 0; i < to.size(); ++i) {
            ++counts[static_cast<std::size_t>(to[i])];
            const int session = scenario.requests[i].session;
            if (session >= 0) QCOMPARE(homes.try_emplace(session, to[i]).first->second, to[i]);
        }
        for (const int count : counts) QVERIFY(count > 8);
    }

    // One request in flight is one server's, however many stand beside it.
    void idleServersAddNothing() {
        const TrafficReport one = runOf(llama("serve.requests=1 cluster.gpus=4")),
                            many = runOf(llama("serve.requests=1 cluster.gpus=1024"));
        QVERIFY(near(many.outputTokensPerSecond, one.outputTokensPerSecond, 1e-9));
        QVERIFY(near(many.all.tpot.p50, one.all.tpot.p50, 1e-9));
        QCOMPARE(many.requestRecords.size(), one.requestRecords.size());
    }

    void noMoreIsServedThanArrives() {
        const TrafficReport run =
            runOf(llama("serve.arrival=poisson serve.rate=1 serve.num_requests=120 cluster.gpus=1024"));
        QCOMPARE(run.requestRecords.size(), std::size_t(120));
        QVERIFY2(run.requestsPerSecond < 1.3, qPrintable(QString::number(run.requestsPerSecond)));
        for (std::size_t i = 1; i < run.requestRecords.size(); ++i)
            QVERIFY(run.requestRecords[i].arrival >= run.requestRecords[i - 1].arrival);
    }

    // Rates are those of the list of requests; never more in flight than are sent; Little's law.
    void ratesAreThoseOfTheRequests_data() {
        QTest::addColumn<QString>("load");
        QTest::newRow("closed") << "serve.requests=37 cluster.gpus=16";
        QTest::newRow("closed, two requests") << "serve.requests=2 serve.num_requests=2 cluster.gpus=64";
        QTest::newRow("open") << "serve.arrival=poisson serve.rate=8 serve.num_requests=400 cluster.gpus=16";
    }
    void ratesAreThoseOfTheRequests() {
        QFETCH(QString, load);
        const Scenario scenario = llama(load);
        const TrafficReport run = runOf(scenario);
        double tokens = 0, latency = 0, last = 0;
        for (const RequestRecord& one : run.requestRecords) {
            tokens += one.output;
            latency += one.finished - one.arrival;
            last = std::max(last, one.finished);
            QVERIFY(one.firstToken > one.arrival && one.finished >= one.firstToken);
        }
        const double span = last - run.requestRecords.front().arrival;
        QVERIFY(near(run.outputTokensPerSecond, tokens / span, 1e-9));
        const auto count = static_cast<double>(run.requestRecords.size());
        QVERIFY(near(run.meanInFlight, run.requestsPerSecond * latency / count, 1e-6));
        if (scenario.serve->arrival == ServeArrival::Closed)
            QVERIFY(run.meanInFlight <= scenario.serve->inFlight() * (1 + 1e-9));
    }

    // Long and short requests in turn: no server gets the long ones alone, and none is left out.
    void tracesAreDealtWhole() {
        const auto traceOf = [](int first) {
            std::vector<TrafficRequest> trace(200);
            for (int i = 0; i < 200; ++i) {
                trace[static_cast<std::size_t>(i)].arrival = 0.2 * i;
                trace[static_cast<std::size_t>(i)].input = (i % 4 < 2) == (first == 0) ? 8000 : 16;
                trace[static_cast<std::size_t>(i)].output = 50;
            }
            return trace;
        };
        const Scenario scenario = llama("cluster.gpus=8");
        const TrafficTrace a(traceOf(0)), b(traceOf(1));
        const TrafficReport one = runOf(scenario, &a), other = runOf(scenario, &b);
        QCOMPARE(one.requestRecords.size(), std::size_t(200));
        QVERIFY(near(one.all.ttft.mean, other.all.ttft.mean, 0.1));
        QVERIFY(near(one.all.tpot.mean, other.all.tpot.mean, 0.1));
        QVERIFY(near(one.totalTokensPerSecond, other.totalTokensPerSecond, 0.02));
    }

    void someServersTellForAll() {
        ServedLoad load = servedLoad(llama("serve.requests=256 cluster.gpus=256"), measuredCatalog()).value();
        load.traffic.enough = 0;
        const TrafficReport all = simulate(load.traffic);
        load.traffic.enough = 640;
        const TrafficReport some = simulate(load.traffic);
        QVERIFY(some.ttft.size() < all.ttft.size() / 3);
        QVERIFY(near(some.all.tpot.p50, all.all.tpot.p50, 0.03));
        QVERIFY(near(some.outputTokensPerSecond, all.outputTokensPerSecond, 0.05));
    }

    // Steady formulas: a request is on one rank; the fullest decides.
    void requestsAreNotDivided() {
        const auto reportOf = [](const QString& more) {
            return *evaluate(llama("serve.engine=steady serve.context=4096 " + more), measuredCatalog(),
                             Detail::Numbers)
                        .serve;
        };
        const ServeReport few = reportOf("serve.requests=1 cluster.gpus=4"),
                          many = reportOf("serve.requests=1 cluster.gpus=1024");
        QCOMPARE(many.tpot->base, few.tpot->base);
        QCOMPARE(many.kvCache.base, few.kvCache.base);
        QCOMPARE(many.largestRequests, 256 * few.largestRequests);
        const ServeReport five = reportOf("serve.requests=5 cluster.gpus=16"),
                          eight = reportOf("serve.requests=8 cluster.gpus=16");
        QCOMPARE(five.tpot->base, eight.tpot->base); // two on the fullest of four
        QVERIFY(five.device.base == eight.device.base);
    }

    // One origin: what a report says of an engine is what its simulation prints, parts add up.
    void reportIsTheSimulation() {
        for (const char* load :
             {"serve.requests=64 cluster.gpus=4", "serve.requests=9 cluster.gpus=16",
              "serve.arrival=poisson serve.rate=4 serve.num_requests=300 cluster.gpus=8"}) {
            const Scenario scenario = llama(load);
            const ServeReport report = *evaluate(scenario, measuredCatalog(), Detail::Numbers).serve;
            const TrafficReport run = runOf(scenario);
            QVERIFY(report.simulated);
            QCOMPARE(report.ttft->base, run.all.ttft.p50);
            QCOMPARE(report.tpot->base, run.all.tpot.p50);
            QVERIFY(near(*report.tokensPerSecondPerGpu * report.gpus, run.outputTokensPerSecond, 1e-9));
            for (const auto& [parts, whole] : {std::pair(&report.prefillParts, *report.ttft),
                                               std::pair(&report.decodeParts, *report.tpot)}) {
                Seconds sum;
                for (const ServePart& part : *parts) sum += part.exposed;
                QVERIFY(near(sum.base, whole.base, 1e-9));
            }
        }
    }

    // A server asks nothing of how its model is trained.
    void trainingChangesNoServer() {
        for (const char* key : {"deepseek-v3", "mixtral-8x7b", "qwen3-235b-a22b"}) {
            Scenario scenario = presetScenario(key);
            if (!scenario.serve) scenario.serve.emplace();
            const Report with = evaluate(scenario, measuredCatalog(), Detail::Numbers);
            Scenario plain = scenario;
            plain.train.reset();
            const Report without = evaluate(plain, measuredCatalog(), Detail::Numbers);
            QCOMPARE(with.serve->device.base, without.serve->device.base);
            QCOMPARE(with.serve->tpot.has_value(), without.serve->tpot.has_value());
            if (with.serve->tpot) QCOMPARE(with.serve->tpot->base, without.serve->tpot->base);
        }
    }

    // The pool that the verdict counts is the simulator's.
    void onePoolForVerdictAndSimulator() {
        const Scenario scenario = llama("serve.requests=64 cluster.gpus=4");
        const ServeReport report = *evaluate(scenario, measuredCatalog(), Detail::Numbers).serve;
        const ServedLoad load = servedLoad(scenario, measuredCatalog()).value();
        QCOMPARE(report.kvPool->base, load.poolBytes);
        const ServeReport none = *evaluate(llama("serve.requests=64 cluster.gpus=4 serve.kv_blocks=10"),
                                           measuredCatalog(), Detail::Numbers)
                                      .serve;
        QVERIFY(none.fits == Fit::No);
        QCOMPARE(none.largestRequests, 0.0);
        QVERIFY(!none.ttft);
    }

    // Prompts that are sent again and again are in the cache but for their last block.
    void repeatedPromptsAreCached() {
        const TrafficReport run =
            runOf(llama("serve.requests=4 serve.num_requests=40 serve.distinct_prompts=10 cluster.gpus=4 "
                        "serve.prefix_caching=true"));
        for (std::size_t i = 0; i < run.requestRecords.size(); ++i) {
            const RequestRecord& one = run.requestRecords[i];
            QCOMPARE(one.cached, i < 10 ? 0 : (one.input - 1) / 16 * 16);
        }
    }
};

MOE_TEST(ReplicasTest)
#include "replicas_test.moc"
