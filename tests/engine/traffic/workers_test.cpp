// SPDX-License-Identifier: GPL-3.0-or-later
// Drafts that passes verify, ranks that go through passes together, and workers that only prefill or only
// decode, with passes of known time: what is expected follows by counting.
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/kv_flows.h"
#include "models/engine/traffic/replicas.h"
#include "models/engine/traffic/schedulers.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace moe;
using namespace moe::test;

namespace {

TrafficScenario burst(ServeEngine engine, int count, int input, int output) {
    TrafficScenario scenario;
    scenario.engine = &engineRow(engine);
    scenario.policy = scenario.engine->policy;
    scenario.requests.assign(static_cast<std::size_t>(count), {0, input, output, -1});
    scenario.concurrency = count;
    scenario.limits.batchedTokens = 8192;
    scenario.limits.maxSeqs = 1024;
    scenario.limits.blockSize = scenario.engine->blockSize;
    scenario.limits.lookahead = false;
    scenario.time = [](const PassLoad&) { return 1.0; };
    scenario.recordPasses = scenario.recordRequests = true;
    return scenario;
}

TrafficScenario withPools(TrafficScenario scenario, int prefill, int decode, double bandwidth) {
    scenario.pools = {prefill, decode, 1, bandwidth};
    return scenario;
}

constexpr double kAtOnce = std::numeric_limits<double>::infinity();

} // namespace

class WorkersTest : public QObject {
    Q_OBJECT

private slots:
    /// A pass's use of the pool is what its own worker holds when it ends, whoever began a pass meanwhile: of
    /// two workers that prefill, each holds one prompt of 7 blocks of 100.
    void everyPassRecordsItsOwnPool() {
        TrafficScenario scenario = burst(ServeEngine::Vllm, 2, 112, 4);
        scenario.concurrency = 0;
        scenario.requests[0].arrival = 0;
        scenario.requests[1].arrival = 0.5; // while the first pass runs
        scenario.limits.blocks = 100;
        const TrafficReport report = simulate(withPools(scenario, 2, 1, kAtOnce));
        std::size_t prompts = 0;
        for (const PassRecord& pass : report.passRecords) {
            if (pass.prefillTokens == 0) continue;
            ++prompts;
            QVERIFY2(std::abs(pass.kvUse - 0.07) < 1e-9, qPrintable(QString::number(pass.kvUse)));
        }
        QCOMPARE(prompts, std::size_t{2});
    }

    void draftsThatAreNeverAcceptedLeaveOneTokenPerPass() {
        for (const ServingEngine& engine : engines()) {
            TrafficScenario scenario = burst(engine.engine, 4, 100, 30);
            const TrafficReport plain = simulate(scenario);
            scenario.speculation = {3, 0, 1};
            const TrafficReport drafted = simulate(scenario);
            QCOMPARE(drafted.passes, plain.passes);
            QCOMPARE(drafted.all.tpot.mean, plain.all.tpot.mean);
            QCOMPARE(drafted.all.ttft.mean, plain.all.ttft.mean);
        }
    }

    void draftsThatAreAlwaysAcceptedComeAllAtOnce() {
        TrafficScenario scenario = burst(ServeEngine::Vllm, 4, 100, 30);
        scenario.speculation = {3, 1, 1};
        const TrafficReport report = simulate(scenario);
        QCOMPARE(report.passes, std::int64_t(1 + 8)); // 29 tokens after the first, four a pass
        QCOMPARE(report.all.itl.p50, 1.0);            // pieces come by the pass
        QVERIFY(std::abs(report.all.tpot.mean - 8.0 / 29) < 1e-6);
    }

    /// What a run of a thousand workers costs is its passes, not its workers times its passes.
    void workersWithoutWorkAreNotAsked() {
        static int asked = 0;
        TrafficScenario scenario = withPools(burst(ServeEngine::Vllm, 8, 100, 50), 500, 500, 1e6);
        static const FormPass form = schedulerOf(scenario);
        const TrafficReport expected = simulate(scenario);
        scenario.form = [](TrafficServer& server) {
            ++asked;
            form(server);
        };
        const TrafficReport report = simulate(scenario);
        QCOMPARE(report.passes, expected.passes);
        QCOMPARE(report.passes, std::int64_t(8 + 8 * 50)); // the first token comes from a decode worker
        QVERIFY2(asked <= 4 * int(report.passes), qPrintable(QString::number(asked)));
    }

    // EAGLE-3 drafts for Kimi-K2.5 (InferenceX golden_al_distribution/kimik2.5_eagle3.yaml, thinking
    // on): 1.83, 2.88 and 3.77 tokens per pass with 1, 3 and 8 drafts; the two constants fit within 1.1 %.
    void tokensPerPassFollowTheLawOfAcceptance() {
        const std::pair<int, double> measured[] = {{1, 1.83}, {3, 2.88}, {8, 3.77}};
        for (const auto& [drafts, committed] : measured) {
            const TrafficSpeculation speculation{drafts, 0.81, 0.96};
            QVERIFY(std::abs(committedTokens(speculation) / committed - 1) < 0.012);
            TrafficScenario scenario = burst(ServeEngine::Vllm, 200, 100, 4001);
            scenario.speculation = speculation;
            const TrafficReport report = simulate(scenario);
            const double perPass = 1 / report.all.tpot.mean;
            QVERIFY2(std::abs(perPass / committedTokens(speculation) - 1) < 0.01,
                     qPrintable(QString::number(perPass)));
        }
    }

    void draftsTakeTokensOfThePass() {
        TrafficScenario scenario = burst(ServeEngine::Vllm, 12, 1000, 50);
        scenario.limits.batchedTokens = 4096;
        scenario.speculation = {3, 0.5, 1};
        const TrafficReport report = simulate(scenario);
        QCOMPARE(report.passRecords[1].decodeRows, 4);
        QCOMPARE(report.passRecords[1].prefillTokens, 4096 - 4 * 4);
    }

    void draftsKeepWithinThePool() {
        for (const ServingEngine& engine : engines()) {
            TrafficScenario scenario = burst(engine.engine, 20, 100, 200);
            scenario.speculation = {5, 0.7, 0.9};
            scenario.limits.blocks = 900 / scenario.limits.blockSize; // three whole requests
            const TrafficReport report = simulate(scenario);
            QVERIFY(report.kvUsePeak <= 1);
            for (const RequestRecord& one : report.requestRecords) QVERIFY(one.finished > one.firstToken);
        }
    }

    void aPassTakesAsLongAsTheSlowestRank() {
        TrafficScenario scenario = burst(ServeEngine::Vllm, 2, 1000, 5);
        scenario.requests[1].input = 10;
        scenario.time = [](const PassLoad& load) { return 0.5 * load.rows + 1e-3 * load.prefillTokens; };
        scenario.ranks = 2;
        const TrafficReport report = simulate(scenario);
        QCOMPARE(report.requestRecords[0].firstToken, 1.0); // 1.01 s on one rank
        QCOMPARE(report.requestRecords[1].firstToken, 1.0);
        QCOMPARE(report.duration, 1.0 + 4 * 0.5); // one row each
        QCOMPARE(report.passes, std::int64_t(5));
    }

    void moreRanksThanRequestsAreAsOne() {
        TrafficScenario scenario = burst(ServeEngine::SgLang, 1, 1000, 50);
        const double alone = simulate(scenario).duration;
        for (const int ranks : {2, 4, 1000000}) {
            scenario.ranks = ranks;
            QCOMPARE(simulate(scenario).duration, alone);
        }
        // Those that are never asked have no rows, so that no prompt is held for them.
        scenario = burst(ServeEngine::TensorRtLlm, 3, 100, 30);
        scenario.limits.balancePasses = 100;
        std::vector<double> started;
        for (const int ranks : {4, 5, 1000000}) {
            scenario.ranks = ranks;
            started.push_back(simulate(scenario).requestRecords[2].started);
        }
        QCOMPARE(started, std::vector<double>(3, started.front()));
    }

    void balancedRanksHoldAPromptForThoseOfOthers() {
        TrafficScenario scenario = burst(ServeEngine::TensorRtLlm, 4, 100, 30);
        scenario.concurrency = 0;
        scenario.ranks = 2;
        scenario.requests[2].arrival = 2.5;
        scenario.requests[3].arrival = 30;
        QCOMPARE(simulate(scenario).requestRecords[2].started, 3.0);
        scenario.limits.balancePasses = 5;
        QCOMPARE(simulate(scenario).requestRecords[2].started, 5.0);
        scenario.limits.balancePasses = 100;
        scenario.requests[3].arrival = 6.5; // now both ranks have one
        QCOMPARE(simulate(scenario).requestRecords[2].started, 7.0);
        QCOMPARE(simulate(scenario).requestRecords[3].started, 7.0);
    }

    void expertsSpreadOverRanksHoldThemTogether() {
        const QString moe = "moe.experts=64 moe.top_k=4 moe.expert_ffn=1024 model.layers=8 model.hidden=2048 "
                            "model.ffn=4096 model.heads=16 model.vocab=32000 gpu.preset=h100-sxm "
                            "serve.prompt=500 serve.output=20 serve.requests=32 cluster.gpus=4 ";
        const Result<ServedLoad> spread = servedLoad(scenarioOf(moe + "parallel.ep=4"), measuredCatalog());
        QVERIFY(spread);
        QCOMPARE(spread->traffic.ranks, 4);
        QCOMPARE(spread->traffic.concurrency, 32);
        QCOMPARE(spread->servers(), 1.0);
        const Result<ServedLoad> copies = servedLoad(scenarioOf(moe + "parallel.ep=1"), measuredCatalog());
        QVERIFY(copies);
        QCOMPARE(copies->traffic.ranks, 1);
        QCOMPARE(copies->traffic.concurrency, 32); // of all, eight on each
        QCOMPARE(inFlightOn(copies->traffic, 0), 8);
        QCOMPARE(copies->servers(), 4.0);
        const TrafficReport report = simulate(spread->traffic);
        QVERIFY(std::abs(report.meanInFlight / (report.requestsPerSecond * report.all.e2e.mean) - 1) < 1e-3);
    }

    // vLLM's decode worker computes the first token, TensorRT-LLM's and SGLang's prefill worker has it.
    void withoutAWaitForTheNetworkAPromptIsDecodedAtOnce() {
        const TrafficReport vllm = simulate(withPools(burst(ServeEngine::Vllm, 1, 100, 10), 1, 1, kAtOnce));
        QCOMPARE(vllm.all.ttft.mean, 2.0);
        QCOMPARE(vllm.all.e2e.mean, 11.0);
        for (const ServeEngine engine : {ServeEngine::SgLang, ServeEngine::TensorRtLlm}) {
            const TrafficReport report = simulate(withPools(burst(engine, 1, 100, 10), 1, 1, kAtOnce));
            QCOMPARE(report.all.ttft.mean, 1.0);
            QCOMPARE(report.all.e2e.mean, 10.0);
        }
    }

    void aTransferTakesItsBytesOverTheBandwidth() {
        const TrafficReport vllm = simulate(withPools(burst(ServeEngine::Vllm, 1, 100, 10), 1, 1, 50));
        QCOMPARE(vllm.all.ttft.mean, 4.0);
        const TrafficReport sglang = simulate(withPools(burst(ServeEngine::SgLang, 1, 100, 10), 1, 1, 50));
        QCOMPARE(sglang.all.ttft.mean, 1.0);
        QCOMPARE(sglang.all.itl.p99, 3.0); // the transfer lands in the first gap
        QCOMPARE(sglang.all.e2e.mean, 12.0);
    }

    void flowsShareTheCardsOfBothEnds() {
        KvFlows flows(2, 2, 60);
        flows.start(0, 0, 0, 0, 120);
        QCOMPARE(flows.nextEnd(), 2.0);
        flows.start(0, 1, 0, 1, 60); // shares the sender
        QCOMPARE(flows.nextEnd(), 2.0);
        flows.start(0, 2, 1, 1, 60); // shares the second one's receiver
        QCOMPARE(flows.nextEnd(), 2.0);
        const std::vector<KvFlows::Flow> ended = flows.takeEnded(2);
        QCOMPARE(ended.size(), std::size_t(2));
        QCOMPARE(ended[0].request, 1);
        QCOMPARE(flows.nextEnd(), 3.0); // half of it alone
    }

    void aPromptKeepsItsBlocksUntilItIsPulled() {
        TrafficScenario scenario = withPools(burst(ServeEngine::Vllm, 2, 160, 2), 1, 1, 16);
        scenario.limits.blocks = 12; // one request of 10 blocks and its output
        const TrafficReport report = simulate(scenario);
        QCOMPARE(report.requestRecords[0].firstToken, 12.0); // prefilled in 1 s, pulled in 10
        QCOMPARE(report.requestRecords[1].started, 11.0);
    }

    void poolsAreCountedInFiguresPerGpu() {
        const QString llama = "model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 "
                              "model.kv_heads=8 model.vocab=128256 gpu.preset=h100-sxm cluster.gpus=1 "
                              "serve.prompt=1000 serve.output=100 serve.requests=32 ";
        const Result<ServedLoad> plain = servedLoad(scenarioOf(llama), measuredCatalog());
        const Result<ServedLoad> pools = servedLoad(
            scenarioOf(llama + "serve.prefill_workers=1 serve.decode_workers=3 serve.transfer_gbps=100"),
            measuredCatalog());
        QVERIFY(plain && pools);
        QCOMPARE(pools->gpus, 4 * plain->gpus);
        QCOMPARE(pools->traffic.pools.bandwidth, 0.8 * 100e9);
        // Keys and values of 8 heads of 128 in 32 layers, two bytes each.
        QCOMPARE(pools->traffic.pools.bytesPerToken, 2 * 8 * 128 * 32 * 2.0);
        const TrafficReport report = simulate(pools->traffic);
        QVERIFY(std::abs(report.meanInFlight / (report.requestsPerSecond * report.all.e2e.mean) - 1) < 1e-3);
        // Decodes no longer wait for prompts.
        QVERIFY(report.all.tpot.p50 < simulate(plain->traffic).all.tpot.p50);
    }

    void rateIsThatOfTheScarcerPool() {
        TrafficScenario scenario = burst(ServeEngine::SgLang, 40, 8192, 11);
        scenario.requests.resize(400, {0, 8192, 11, -1});
        const double one = simulate(withPools(scenario, 1, 4, kAtOnce)).requestsPerSecond;
        const double two = simulate(withPools(scenario, 2, 4, kAtOnce)).requestsPerSecond;
        // A prompt each second and worker; the last one decodes for ten.
        QVERIFY2(std::abs(one - 400 / 410.0) < 0.01, qPrintable(QString::number(one)));
        QVERIFY2(std::abs(two - 400 / 210.0) < 0.02, qPrintable(QString::number(two)));
    }

    void bothPoolsOrNone() {
        const Scenario scenario = scenarioOf(QString("serve.requests=8 serve.prefill_workers=2"));
        const Problems problems = brokenRules(scenario, measuredCatalog());
        QVERIFY(std::any_of(problems.begin(), problems.end(),
                            [](const Problem& one) { return one.key == "serve.decode_workers"; }));
    }
};

MOE_TEST(WorkersTest)
#include "workers_test.moc"
