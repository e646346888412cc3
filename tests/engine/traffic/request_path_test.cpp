// SPDX-License-Identifier: GPL-3.0-or-later
// Where a request's time went: parts follow each other without a gap, sum to what the client measured, and
// are those that counting passes gives.
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/request_path.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace moe;

namespace {

TrafficScenario recorded(ServeEngine engine) {
    TrafficScenario scenario;
    scenario.engine = &engineRow(engine);
    scenario.policy = scenario.engine->policy;
    scenario.limits.blockSize = scenario.engine->blockSize;
    scenario.limits.lookahead = scenario.engine->lookahead;
    scenario.time = [](const PassLoad&) { return 1.0; };
    scenario.recordPasses = scenario.recordRequests = scenario.recordPaths = true;
    return scenario;
}

/// A load with chunks, preemption, spread lengths and a host that takes time.
TrafficScenario busy(ServeEngine engine) {
    TrafficScenario scenario = recorded(engine);
    scenario.requests =
        clientRequests({.count = 240, .rate = 0, .prompt = 3000, .output = 120, .spread = 0.5, .seed = 7});
    scenario.concurrency = 24;
    scenario.limits.batchedTokens = 2048;
    scenario.limits.blocks = 40000 / scenario.limits.blockSize;
    scenario.overheads = {0.004, 2e-6, 0.003, 1, 0.002};
    scenario.jitter = 0.015;
    scenario.time = [](const PassLoad& load) {
        return 0.005 + 1e-4 * load.prefillTokens + 2e-5 * load.rows + 3e-8 * load.context;
    };
    return scenario;
}

double secondsOf(const RequestPath& path, PathStep step) {
    double seconds = 0;
    for (const PathPart& part : path.parts) seconds += part.step == step ? part.seconds : 0;
    return seconds;
}

} // namespace

class RequestPathTest : public QObject {
    Q_OBJECT

private slots:
    void partsSumToWhatTheClientMeasures_data() {
        QTest::addColumn<int>("engine");
        QTest::addColumn<int>("kind");
        for (const ServingEngine& engine : engines()) {
            const auto name = [&](const char* kind) {
                return QByteArray::number(int(engine.engine)) + ' ' + kind;
            };
            QTest::newRow(name("one server")) << int(engine.engine) << 0;
            QTest::newRow(name("drafts")) << int(engine.engine) << 1;
            QTest::newRow(name("pools")) << int(engine.engine) << 2;
            QTest::newRow(name("ranks")) << int(engine.engine) << 3;
            QTest::newRow(name("held first piece")) << int(engine.engine) << 4;
        }
    }
    void partsSumToWhatTheClientMeasures() {
        QFETCH(int, engine);
        QFETCH(int, kind);
        TrafficScenario scenario = busy(ServeEngine(engine));
        if (kind == 1) scenario.speculation = {3, 0.7, 0.9};
        if (kind == 2) scenario.pools = {2, 1, 1e5, 1e9};
        if (kind == 3) scenario.ranks = 2;
        if (kind == 4) scenario.overheads.firstChunk = 10;
        const TrafficReport run = simulate(scenario);
        for (std::size_t i = 0; i < scenario.requests.size(); ++i) {
            const RequestPath path = pathOf(scenario, run, i);
            double at = 0, first = 0;
            int prompt = 0;
            for (std::size_t p = 0; p < path.parts.size(); ++p) {
                const PathPart& part = path.parts[p];
                QVERIFY2(std::abs(part.start - at) < 1e-9, qPrintable(QString::number(i)));
                at += part.seconds;
                if (p < path.firstParts) first += part.seconds;
                if (part.step == PathStep::Prefill) prompt += part.tokens;
            }
            QVERIFY(std::abs(first - path.ttft) < 1e-9);
            QVERIFY(std::abs(at - path.latency) < 1e-9);
            QVERIFY(std::abs(path.ttft - double(run.ttft[i])) < 1e-5 * path.ttft);
            if (path.record.preempted == 0) QCOMPARE(prompt, path.record.input);
            QCOMPARE(secondsOf(path, PathStep::Preempted) > 0, path.record.preempted > 0);
            QCOMPARE(secondsOf(path, PathStep::Transfer) > 0, kind == 2);
        }
    }

    // 10 prompts of 1000 tokens and a budget of 4096 tokens: the fifth is cut after 96 tokens.
    void chunksAndTheQueueAreThoseOfTheBudget() {
        TrafficScenario scenario = recorded(ServeEngine::Vllm);
        scenario.requests.assign(10, {0, 1000, 3, -1});
        scenario.concurrency = 10;
        scenario.limits.batchedTokens = 4096;
        scenario.limits.lookahead = false;
        const TrafficReport run = simulate(scenario);
        const RequestPath fifth = pathOf(scenario, run, 4);
        QCOMPARE(fifth.parts.size(), std::size_t(3)); // no queue: the first pass takes it
        QCOMPARE(fifth.parts[0].tokens, 96);
        QCOMPARE(fifth.parts[1].tokens, 904);
        QCOMPARE(fifth.firstParts, std::size_t(2));
        QCOMPARE(fifth.parts[2].step, PathStep::Decode);
        QCOMPARE(fifth.parts[2].seconds, 2.0);
        const RequestPath last = pathOf(scenario, run, 9);
        QCOMPARE(last.parts[0].step, PathStep::Queue);
        QCOMPARE(last.parts[0].seconds, 2.0); // 4096 + 4092 of 10,000 tokens come before
        QCOMPARE(last.ttft, 3.0);
    }

    // SGLang computes prompts first: who decodes waits for every pass of them.
    void othersPromptsStallWhoDecodes() {
        TrafficScenario scenario = recorded(ServeEngine::SgLang);
        scenario.requests.assign(4, {0, 1000, 5, -1});
        scenario.concurrency = 4;
        scenario.limits.batchedTokens = 1000;
        scenario.limits.lookahead = false;
        const TrafficReport run = simulate(scenario);
        QCOMPARE(secondsOf(pathOf(scenario, run, 0), PathStep::Stalled), 3.0);
        QCOMPARE(secondsOf(pathOf(scenario, run, 0), PathStep::Decode), 4.0);
        QCOMPARE(secondsOf(pathOf(scenario, run, 3), PathStep::Stalled), 0.0);
        scenario.policy = ServePolicy::Mixed;
        const TrafficReport mixed = simulate(scenario);
        QCOMPARE(secondsOf(pathOf(scenario, mixed, 0), PathStep::Stalled), 0.0);
    }

    // Two ranks with two prompts each: a rank waits for its own prompts, not for those of the other.
    void othersPromptsStallTheirRankAlone() {
        TrafficScenario scenario = recorded(ServeEngine::SgLang);
        scenario.requests.assign(3, {0, 1000, 5, -1});
        scenario.concurrency = 3;
        scenario.ranks = 2;
        scenario.limits.batchedTokens = 1000;
        scenario.limits.lookahead = false;
        const TrafficReport run = simulate(scenario);
        QCOMPARE(secondsOf(pathOf(scenario, run, 0), PathStep::Stalled), 1.0);
        QCOMPARE(secondsOf(pathOf(scenario, run, 1), PathStep::Stalled), 0.0);
    }

    // The younger of two that need one block too many, as in TrafficTest::youngestIsPreempted: 17 tokens are
    // there when it is dropped, and the other sixteen follow once the first has ended.
    void whatWasLostIsComputedAnew() {
        TrafficScenario scenario = recorded(ServeEngine::Vllm);
        scenario.requests.assign(2, {0, 32, 33, -1});
        scenario.concurrency = 2;
        scenario.limits.lookahead = false;
        scenario.limits.blocks = 7;
        const TrafficReport run = simulate(scenario);
        const RequestPath younger = pathOf(scenario, run, 1);
        QCOMPARE(secondsOf(younger, PathStep::Prefill), 1.0);
        QCOMPARE(secondsOf(younger, PathStep::Preempted), 16.0);
        QCOMPARE(secondsOf(younger, PathStep::Recomputed), 1.0);
        QCOMPARE(secondsOf(younger, PathStep::Decode), 31.0);
        QCOMPARE(secondsOf(pathOf(scenario, run, 0), PathStep::Preempted), 0.0);
    }

    void recordingChangesNothing() {
        TrafficScenario scenario = busy(ServeEngine::Vllm);
        const TrafficReport with = simulate(scenario);
        scenario.recordPasses = scenario.recordRequests = scenario.recordPaths = false;
        const TrafficReport without = simulate(scenario);
        QVERIFY(!with.pathEvents.empty());
        QVERIFY(without.pathEvents.empty());
        QVERIFY(with.preemptions > 0);
        QVERIFY(with.ttft == without.ttft && with.tpot == without.tpot);
        QCOMPARE(with.duration, without.duration);
    }

    void tellingRequestsAreInOrder() {
        TrafficReport run;
        QVERIFY(tellingRequests(run).empty());
        for (int i = 0; i <= 100; ++i) run.ttft.push_back(float((37 * i) % 101)); // every number once
        const std::vector<std::size_t> telling = tellingRequests(run);
        QCOMPARE(telling.size(), kTellingRequests);
        const float wanted[] = {100, 99, 90, 50, 0};
        for (std::size_t i = 0; i < telling.size(); ++i) QCOMPARE(run.ttft[telling[i]], wanted[i]);
        // By the rest of their time these are others.
        QVERIFY(tellingLater(run).empty());
        for (int i = 0; i <= 100; ++i) {
            RequestRecord record;
            record.firstToken = run.ttft[std::size_t(i)];
            record.finished = record.firstToken + (11 * i) % 101;
            run.requestRecords.push_back(record);
        }
        const std::vector<std::size_t> later = tellingLater(run);
        QCOMPARE(later.size(), kTellingRequests);
        for (std::size_t i = 0; i < later.size(); ++i)
            QCOMPARE(run.requestRecords[later[i]].finished - run.requestRecords[later[i]].firstToken,
                     double(wanted[i]));
    }
};

MOE_TEST(RequestPathTest)
#include "request_path_test.moc"
