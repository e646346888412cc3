// SPDX-License-Identifier: GPL-3.0-or-later
// Schedulers step by step with passes of constant time. What is expected follows from the engines' sources
// (engines.h) by counting passes.
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/simulate.h"
#include "tests/support/registry.h"

#include <QTest>

#include <thread>

using namespace moe;

namespace {

/// `count` requests of one length, all in flight at once; passes of one second.
TrafficScenario burstOf(ServeEngine engine, int count, int input, int output, int budget) {
    TrafficScenario scenario;
    scenario.engine = &engineRow(engine);
    scenario.policy = scenario.engine->policy;
    scenario.requests.resize(static_cast<std::size_t>(count));
    for (TrafficRequest& request : scenario.requests) request = {0, input, output, -1};
    scenario.concurrency = count;
    scenario.limits.batchedTokens = budget;
    scenario.limits.maxSeqs = 1024;
    scenario.limits.blockSize = scenario.engine->blockSize;
    scenario.limits.lookahead = false;
    scenario.time = [](const PassLoad&) { return 1.0; };
    scenario.recordPasses = scenario.recordRequests = true;
    return scenario;
}

/// Qwen3-32B, 128 requests in flight, 1024 tokens in and out: 8192 prompt tokens in 526 ms, and decode passes
/// of 26.35 ms on average, which the published 30.2 ms per token less the wait for other prompts leaves.
double qwenPass(const PassLoad& load) {
    const double decode = load.rows > 0 ? 0.0150 + load.context * (0.01135 / 128 / 1536) : 0;
    return load.prefillTokens * (0.526 / 8192) + decode;
}

} // namespace

class TrafficTest : public QObject {
    Q_OBJECT

private slots:
    void oneRequestTakesItsChunksAndItsTokens_data() {
        QTest::addColumn<int>("input");
        QTest::addColumn<int>("output");
        QTest::addColumn<int>("passes");
        QTest::newRow("one chunk") << 100 << 1 << 1;
        QTest::newRow("whole chunks") << 16384 << 10 << 2 + 9;
        QTest::newRow("a token more") << 16385 << 10 << 3 + 9;
    }
    void oneRequestTakesItsChunksAndItsTokens() {
        QFETCH(int, input);
        QFETCH(int, output);
        QFETCH(int, passes);
        for (const ServingEngine& engine : engines()) {
            const TrafficReport report = simulate(burstOf(engine.engine, 1, input, output, 8192));
            QCOMPARE(report.passes, passes);
            QCOMPARE(report.duration, double(passes));
            QCOMPARE(report.all.ttft.mean, double(passes - output + 1));
        }
    }

    // First token of the k-th of equal prompts after ⌈k·L/(M − decodes)⌉ passes; none decodes here, as every
    // output is one token.
    void burstIsServedInOrder() {
        const TrafficReport report = simulate(burstOf(ServeEngine::Vllm, 10, 1000, 1, 4096));
        for (int k = 1; k <= 10; ++k)
            QCOMPARE(report.requestRecords[std::size_t(k - 1)].firstToken, double((k * 1000 + 4095) / 4096));
    }

    // Sequences that decode take their tokens of the budget first: 4096, then 4096 − 4, …
    void decodesComeBeforePrompts() {
        const TrafficReport report = simulate(burstOf(ServeEngine::Vllm, 12, 1000, 50, 4096));
        QCOMPARE(report.passRecords[0].prefillTokens, 4096);
        QCOMPARE(report.passRecords[1].decodeRows, 4);
        QCOMPARE(report.passRecords[1].prefillTokens, 4092);
        QCOMPARE(report.passRecords[2].decodeRows, 8);
        QCOMPARE(report.passRecords[2].prefillTokens, 12000 - 4096 - 4092);
    }

    // ai-dynamo/aisimulate pull 120, Qwen3-32B, 1280 requests: prompts first 4,472 ms to the first token,
    // 30.2 ms per token, 30 ms of ITL p99, 3,708 tokens/s; mixed passes 961, 33.6, 552 and 3,704.
    void policyMovesTheFirstTokenAtEqualThroughput() {
        TrafficScenario scenario = burstOf(ServeEngine::SgLang, 128, 1024, 1024, 8192);
        scenario.requests.resize(1280, {0, 1024, 1024, -1});
        scenario.time = qwenPass;
        const TrafficReport first = simulate(scenario);
        QVERIFY2(std::abs(first.all.ttft.mean / 4.472 - 1) < 0.002,
                 qPrintable(QString::number(first.all.ttft.mean)));
        QVERIFY(std::abs(first.all.tpot.mean / 0.0302 - 1) < 0.01);
        QVERIFY(std::abs(first.all.itl.p99 / 0.030 - 1) < 0.02);
        QVERIFY(std::abs(first.outputTokensPerSecond / 3708 - 1) < 0.002);
        scenario.policy = ServePolicy::Mixed;
        const TrafficReport mixed = simulate(scenario);
        QVERIFY2(std::abs(mixed.all.ttft.mean / 0.961 - 1) < 0.02,
                 qPrintable(QString::number(mixed.all.ttft.mean)));
        QVERIFY(std::abs(mixed.all.tpot.mean / 0.0336 - 1) < 0.01);
        QVERIFY(std::abs(mixed.all.itl.p99 / 0.552 - 1) < 0.05);
        QVERIFY(std::abs(mixed.outputTokensPerSecond / 3704 - 1) < 0.002);
    }

    // Two requests that together need one block more than there are: the younger is computed anew.
    void youngestIsPreempted() {
        TrafficScenario scenario = burstOf(ServeEngine::Vllm, 2, 32, 33, 8192);
        scenario.limits.blocks = 7; // each ends with 32 + 32 tokens in 4 blocks
        const TrafficReport report = simulate(scenario);
        QCOMPARE(report.preemptions, std::int64_t(1));
        QCOMPARE(report.requestRecords[0].preempted, 0);
        QCOMPARE(report.requestRecords[1].preempted, 1);
        QCOMPARE(report.requestRecords[0].finished, 33.0);
        // 16 + 1 tokens were made when the fourth blocks were wanted, after 48 tokens in the pool of each;
        // the other sixteen follow once the first has ended, the first of them with the prompt computed anew.
        QCOMPARE(report.requestRecords[1].finished, 33.0 + 16);
        scenario.limits.blocks = 8;
        QCOMPARE(simulate(scenario).preemptions, std::int64_t(0));
    }

    // Guaranteed no eviction: ⌊pool/(input + output)⌋ requests in flight.
    void tensorRtLlmStartsWhatItCanFinish() {
        TrafficScenario scenario = burstOf(ServeEngine::TensorRtLlm, 10, 64, 65, 8192);
        scenario.limits.blocks = 4 * 3 + 3; // 128 tokens of each in 4 blocks of 32
        const TrafficReport report = simulate(scenario);
        int most = 0;
        for (const PassRecord& pass : report.passRecords) most = std::max(most, pass.decodeRows);
        QCOMPARE(most, 3);
        QCOMPARE(report.preemptions, std::int64_t(0));
    }

    // Whole blocks, and the last token is always computed.
    void prefixHitsAreWholeBlocks_data() {
        QTest::addColumn<int>("input");
        QTest::addColumn<int>("hit");
        QTest::newRow("33") << 33 << 32;
        QTest::newRow("32") << 32 << 16;
        QTest::newRow("16") << 16 << 0;
    }
    void prefixHitsAreWholeBlocks() {
        QFETCH(int, input);
        QFETCH(int, hit);
        TrafficScenario scenario = burstOf(ServeEngine::Vllm, 1, input, 1, 8192);
        scenario.limits.prefixCaching = true;
        scenario.limits.blocks = 100;
        scenario.requests.assign(2, {0, input, 1, 7});
        const TrafficReport report = simulate(scenario);
        QCOMPARE(report.requestRecords[0].cached, 0);
        QCOMPARE(report.requestRecords[1].cached, hit);
    }
    // The least recently used session goes first when others need its blocks.
    void prefixIsForgottenWhenThePoolIsNeeded() {
        TrafficScenario scenario = burstOf(ServeEngine::Vllm, 1, 160, 1, 8192);
        scenario.limits.prefixCaching = true;
        for (const auto& [blocks, hit] : {std::pair(20, 144), std::pair(15, 80), std::pair(10, 0)}) {
            scenario.limits.blocks = blocks;
            scenario.requests = {{0, 160, 1, 1}, {0, 160, 1, 2}, {0, 160, 1, 1}};
            QCOMPARE(simulate(scenario).requestRecords[2].cached, hit);
        }
    }

    // An arrival joins the pass after the one that it falls into, or with a scheduler that works ahead the
    // one after that.
    void lookaheadDelaysAdmissionByOnePass() {
        TrafficScenario scenario = burstOf(ServeEngine::Vllm, 1, 100, 100, 8192);
        scenario.concurrency = 0;
        scenario.requests = {{0, 100, 100, -1}, {10.5, 100, 2, -1}};
        QCOMPARE(simulate(scenario).requestRecords[1].firstToken, 12.0);
        scenario.limits.lookahead = true;
        QCOMPARE(simulate(scenario).requestRecords[1].firstToken, 13.0);
    }

    // A scheduler that looks for requests every tenth decode pass, and at once after a prompt: SGLang's
    // scheduler-recv-interval.
    void requestsAreLookedForNowAndThen() {
        TrafficScenario scenario = burstOf(ServeEngine::Vllm, 1, 100, 100, 8192);
        scenario.concurrency = 0;
        scenario.requests = {{0, 100, 100, -1}, {12.5, 100, 2, -1}};
        scenario.limits.receiveEvery = 10;
        // The prompt's pass ends at 1, looks after 0, 10 and 20 decode passes; the pass after the last has
        // it.
        QCOMPARE(simulate(scenario).requestRecords[1].firstToken, 22.0);
        QCOMPARE(simulate(scenario).requestRecords[0].firstToken, 1.0);
    }
    // Ten tokens in the first piece: nine passes more until the client has one.
    void firstPieceMayHoldSeveralTokens() {
        TrafficScenario scenario = burstOf(ServeEngine::TensorRtLlm, 1, 100, 100, 8192);
        scenario.overheads.firstChunk = 10;
        QCOMPARE(simulate(scenario).requestRecords[0].firstToken, 10.0);
        QCOMPARE(simulate(scenario).requestRecords[0].finished, 100.0);
    }

    // Runs of decode passes give what single passes give.
    void fastForwardChangesNothing() {
        TrafficScenario scenario = burstOf(ServeEngine::Vllm, 16, 3000, 400, 4096);
        TrafficClient client;
        client.count = 160;
        client.prompt = 3000;
        client.output = 400;
        client.spread = 0.5;
        scenario.requests = clientRequests(client);
        scenario.limits.blocks = 2000;
        scenario.limits.lookahead = true;
        scenario.time = [](const PassLoad& load) {
            return 0.005 + 1e-4 * load.rows + 1e-8 * load.context + 4e-5 * load.prefillTokens;
        };
        const TrafficReport fast = simulate(scenario);
        QVERIFY(fast.preemptions > 0);
        double passes = 0, seconds = 0;
        for (const PassRecord& pass : fast.passRecords) {
            QVERIFY(pass.passes == 1 || pass.prefillTokens == 0);
            QVERIFY(pass.kvUse >= 0 && pass.kvUse <= 1);
            passes += double(pass.passes);
            seconds += pass.seconds;
        }
        QCOMPARE(passes, double(fast.passes));
        QVERIFY(double(fast.passRecords.size()) < passes / 3);
        QVERIFY(std::abs(seconds / fast.duration - 1) < 1e-9);
        double gaps = 0, tokens = 0; // mean gap from the requests themselves
        for (const RequestRecord& one : fast.requestRecords) {
            gaps += one.finished - one.firstToken;
            tokens += one.output - 1;
        }
        QVERIFY(std::abs(fast.all.itl.mean / (gaps / tokens) - 1) < 0.02);
    }

    // Requests in flight = rate × latency, in the long run.
    void littlesLaw() {
        for (const ServingEngine& engine : engines()) {
            TrafficScenario scenario = burstOf(engine.engine, 16, 500, 100, 8192);
            TrafficClient client;
            client.count = 64000;
            client.prompt = 500;
            client.output = 100;
            client.spread = 0.4;
            scenario.requests = clientRequests(client);
            scenario.recordPasses = scenario.recordRequests = false;
            scenario.limits.lookahead = engine.lookahead;
            scenario.jitter = 0.02;
            scenario.time = qwenPass;
            const TrafficReport report = simulate(scenario);
            QVERIFY2(std::abs(report.requestsPerSecond * report.all.e2e.mean / 16 - 1) < 1e-3,
                     engine.key.data());
            QVERIFY(std::abs(report.meanInFlight / (report.requestsPerSecond * report.all.e2e.mean) - 1) <
                    1e-6);
        }
    }

    void sameSeedOnAnyThread() {
        TrafficScenario scenario = burstOf(ServeEngine::Vllm, 32, 500, 100, 8192);
        TrafficClient client;
        client.count = 320;
        client.prompt = 500;
        client.output = 100;
        client.spread = 0.2;
        client.seed = 5;
        scenario.requests = clientRequests(client);
        scenario.jitter = 0.02;
        scenario.time = qwenPass;
        const TrafficReport here = simulate(scenario);
        std::vector<TrafficReport> there(4);
        std::vector<std::thread> threads;
        for (TrafficReport& one : there) threads.emplace_back([&] { one = simulate(scenario); });
        for (std::thread& thread : threads) thread.join();
        for (const TrafficReport& one : there) {
            QCOMPARE(one.ttft, here.ttft);
            QCOMPARE(one.duration, here.duration);
        }
        scenario.seed = 2;
        QVERIFY(simulate(scenario).ttft != here.ttft);
    }

    // The last requests run in ever smaller batches: fewer are in flight than the client keeps.
    void drainIsPartOfTheRun() {
        TrafficScenario scenario = burstOf(ServeEngine::Vllm, 8, 100, 64, 8192);
        scenario.requests.resize(12, {0, 100, 64, -1});
        const TrafficReport report = simulate(scenario);
        QVERIFY(report.meanInFlight < 8);
        QCOMPARE(report.burst.requests, std::size_t(8));
        QCOMPARE(report.steady.requests, std::size_t(4));
        QCOMPARE(report.requestsPerSecond, 12 / report.duration);
    }

    // numpy.percentile([1, 2, 3, 4], [50, 90, 99]) = 2.5, 3.7, 3.97
    void percentilesAreNumpys() {
        const std::vector<float> values{1, 2, 3, 4};
        QCOMPARE(percentileOfSorted(values, 0.5), 2.5);
        QVERIFY(std::abs(percentileOfSorted(values, 0.9) - 3.7) < 1e-12);
        QVERIFY(std::abs(percentileOfSorted(values, 0.99) - 3.97) < 1e-12);
    }

    // Mean gap of a rate, and variance 1/shape of gamma gaps.
    void arrivalsHaveTheirRateAndShape() {
        for (const double shape : {0.5, 1.0, 4.0}) {
            TrafficClient client;
            client.arrival = ServeArrival::Gamma;
            client.count = 200000;
            client.rate = 4;
            client.burstiness = shape;
            const std::vector<TrafficRequest> requests = clientRequests(client);
            double last = 0, squares = 0;
            for (const TrafficRequest& request : requests) {
                const double gap = 4 * (request.arrival - last);
                squares += (gap - 1) * (gap - 1);
                last = request.arrival;
            }
            QVERIFY(std::abs(last / 50000 - 1) < 0.01);
            QVERIFY(std::abs(squares / 200000 * shape - 1) < 0.05);
        }
    }
};

MOE_TEST(TrafficTest)
#include "traffic_test.moc"
