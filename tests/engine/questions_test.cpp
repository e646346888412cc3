// SPDX-License-Identifier: GPL-3.0-or-later
// What was published on the questions this program answers beyond training and serving (reinforcement
// learning, tiers of keys, days of traffic, power), each number with its source, beside what is computed.
// Where a number is off, its row says by how much at most: that is what is known of the error, not a goal.
#include "models/engine/day/fleet.h"
#include "models/engine/evaluate.h"
#include "models/engine/measured/cases.h"
#include "models/engine/rl/rl_step.h"
#include "models/engine/shape/gpu_power.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/day/day_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace moe;
using namespace moe::test;

namespace {

double stepOfCase(const std::string& run) {
    const std::string name = "rl-nemo-" + run;
    const MeasuredCase one = valueOf(readCase(resourceText("cases/" + name + ".yaml"), name));
    return evaluate(one.scenario, numbersCatalog(), Detail::Numbers).rl->step.base;
}

QString text(double value) {
    return QString::number(value, 'g', 6);
}

/// Rounds of conversations on a server: share of a round's prompt tokens that is cached, and its mean time to
/// the first token.
struct Round {
    double hit = 0, ttft = 0;
};
std::vector<Round> rounds(const QString& tiers) {
    // 20 clients × 10 rounds, each 4,096 tokens more (the answer among them).
    TrafficTrace trace;
    double time = 0;
    for (int round = 0; round < 10; ++round)
        for (int client = 0; client < 20; ++client)
            trace.requests.push_back({time += 3, 4096 * (round + 1) - 64, 64, client});
    const Scenario scenario = scenarioOf(
        "model.layers=36 model.hidden=4096 model.ffn=12288 model.heads=32 model.kv_heads=8 "
        "model.head_dim=128 "
        "model.vocab=151936 model.sequence=40960 gpu.preset=a100-40g serve.engine=sglang serve.output=64 " +
        tiers);
    ServedLoad load = valueOf(servedLoad(scenario, measuredCatalog(), &trace));
    load.traffic.recordRequests = true;
    const TrafficReport report = simulate(load.traffic);
    std::vector<Round> made(10);
    for (std::size_t i = 0; i < report.requestRecords.size(); ++i) {
        const RequestRecord& one = report.requestRecords[i];
        made[i / 20].hit += static_cast<double>(one.cached) / one.input / 20;
        made[i / 20].ttft += (one.firstToken - one.arrival) / 20;
    }
    return made;
}

} // namespace

class QuestionsTest : public QObject {
    Q_OBJECT

private slots:
    /// Weights over the rate of their way, beside what was timed.
    void transfersTakeWhatWasTimed_data() {
        QTest::addColumn<int>("way");
        QTest::addColumn<double>("gigabytes");
        QTest::addColumn<double>("seconds");
        QTest::addColumn<double>("within");
        const auto row = [](const char* source, RlTransfer way, double bytes, double seconds, double within) {
            QTest::newRow(source) << int(way) << bytes << seconds << within;
        };
        const RlTransfer gather = RlTransfer::Gather, bucket = RlTransfer::Bucket,
                         broadcast = RlTransfer::Broadcast, p2p = RlTransfer::P2p;
        row("checkpoint-engine README: GLM-4.5-Air, 8 H800", broadcast, 212, 3.47, 0.08);
        row("checkpoint-engine README: Qwen3-235B, 8 H800", broadcast, 470, 6.22, 0.17);
        row("checkpoint-engine README: DeepSeek-V3.1 fp8, 16 H20", broadcast, 689, 10.19, 0.05);
        row("checkpoint-engine README: DeepSeek-V3.1 fp8, 256 H20", broadcast, 689, 11.33, 0.08);
        row("checkpoint-engine README: Kimi-K2 fp8, 16 H20", broadcast, 1030, 14.36, 0.11);
        row("checkpoint-engine README: Kimi-K2 fp8, 256 H20", broadcast, 1030, 16.04, 0.03);
        row("verl fully_async.md: Qwen3-30B-A3B, without its engine", gather, 61, 15.76, 0.36);
        row("verl fully_async.md: Qwen3-235B, without its engine", gather, 470, 58.57, 0.35);
        row("verl fully_async.md: Qwen3-30B-A3B, checkpoint engine", bucket, 61, 4.38, 0.08);
        row("verl fully_async.md: Qwen3-235B, checkpoint engine", bucket, 470, 23.70, 0.33);
        row("slime v0.1: GLM-4.5-355B bf16", bucket, 710, 48, 0.02);
        row("jd-unleashed RDMA: Kimi 1T fp8, 512 H100", p2p, 1030, 7, 0.03);
        row("jd-unleashed RDMA: GLM-5 744B bf16, 512 H100", p2p, 1488, 8.5, 0.18);
    }
    void transfersTakeWhatWasTimed() {
        QFETCH(int, way);
        QFETCH(double, gigabytes);
        QFETCH(double, seconds);
        QFETCH(double, within);
        const double error = gigabytes / rlTransfers()[std::size_t(way)].gbps / seconds - 1;
        QVERIFY2(std::abs(error) <= within, qPrintable(text(error)));
    }

    /// NVIDIA-NeMo/RL v0.6, docs/about/performance-summary.md: what doubling the GPUs, or going one step off,
    /// does to a step. The goal is 10 %; `within` is where it stands.
    void ratiosOfPublishedSteps_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<double>("published");
        QTest::addColumn<double>("within");
        QTest::newRow("DeepSeek-V3: 512 GPUs over 256") << "deepseek-v3-256-sync"
                                                        << "deepseek-v3-512-sync" << 111.0 / 134 << 0.35;
        QTest::newRow("DeepSeek-V3: one step off over in step, 512 GPUs")
            << "deepseek-v3-512-sync"
            << "deepseek-v3-512-one-off" << 64.1 / 111 << 0.65;
        QTest::newRow("Qwen3-235B: 256 GPUs over 128") << "qwen3-235b-128-sync"
                                                       << "qwen3-235b-256-sync" << 312.0 / 395 << 0.35;
        QTest::newRow("Qwen3-235B: one step off over in step, 256 GPUs")
            << "qwen3-235b-256-sync"
            << "qwen3-235b-256-one-off" << 231.0 / 312 << 0.35;
        QTest::newRow("Qwen3-30B-A3B: one step off over in step, 32 GPUs")
            << "qwen3-30b-32-sync"
            << "qwen3-30b-32-one-off" << 152.0 / 192 << 0.35;
    }
    void ratiosOfPublishedSteps() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(double, published);
        QFETCH(double, within);
        const double ratio = stepOfCase(to.toStdString()) / stepOfCase(from.toStdString());
        const QString said = QStringLiteral("%1 computed, %2 published: %3 %")
                                 .arg(text(ratio), text(published), text(100 * (ratio / published - 1)));
        qInfo().noquote() << said;
        QVERIFY2(std::abs(ratio / published - 1) <= within, qPrintable(said));
        QVERIFY(ratio < 1); // both help, as they did
    }

    /// Mooncake (FAST'25, section 4): 320 KiB of keys per token of Llama 3 70B, 3 million tokens in a
    /// terabyte.
    void keysOfATokenAreAsPublished() {
        const Scenario scenario = scenarioOf(QString(
            "model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 "
            "model.vocab=128256 model.sequence=8192 gpu.preset=h100-sxm parallel.tp=8 serve.prompt=8192 "
            "serve.output=1 serve.requests=1"));
        const double perGpu = evaluate(scenario, numbersCatalog(), Detail::Numbers).serve->kvPerToken.base;
        QCOMPARE(8 * perGpu, 320.0 * 1024);
        QVERIFY(std::abs(1e12 / (8 * perGpu) / 3e6 - 1) < 0.02);
    }

    /// The same section, equation 2: loading a prompt of 8,192 tokens pays from 6 GB/s on eight A800 and from
    /// 19 GB/s on eight H800. Those are for products at peak, so that real ones pay from less; the ratio
    /// stands.
    void loadingPaysWhereMooncakeSays() {
        const auto least = [](const char* gpu) {
            double low = 0.001, high = 100; // GB/s of a GPU
            for (int i = 0; i < 40; ++i) {
                const double middle = std::sqrt(low * high);
                const Scenario scenario = scenarioOf(
                    "model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 "
                    "model.vocab=128256 model.sequence=8192 parallel.tp=8 serve.engine=vllm "
                    "serve.prompt=8192 "
                    "serve.output=16 serve.max_batched_tokens=8192 serve.host_gib=100 gpu.preset=" +
                    QString(gpu) + " serve.host_gbps=" + QString::number(middle, 'g', 12));
                const TrafficScenario traffic = valueOf(servedLoad(scenario, numbersCatalog())).traffic;
                (traffic.limits.tiers[0].loads ? high : low) = middle;
            }
            return 8 * high;
        };
        const double a800 = least("a800"), h800 = least("h800");
        qInfo() << "loading pays from" << a800 << "and" << h800 << "GB/s";
        QVERIFY2(a800 > 0.3 * 6 && a800 < 6, qPrintable(text(a800)));
        // Its exchange between GPUs is no three times as fast: real passes are further from the peak.
        QVERIFY2(h800 > 0.25 * 19 && h800 < 19, qPrintable(text(h800)));
        QVERIFY2(h800 / a800 > 1.5 && h800 / a800 < 19.0 / 6, qPrintable(text(h800 / a800)));
    }

    /// Mooncake's documentation of its store on SSDs: Qwen3-8B on an A100 of 40 GB, 20 clients × 10 rounds of
    /// 4,096 tokens, 80 GB of host memory, written through: hits fall in round 7 (83 to 36 %) where there is
    /// no SSD and stay with it; with host and SSD the time to the first token was 57 % shorter than with GPU
    /// memory alone.
    void hitsFallWhereTheHostsMemoryEnds() {
        const std::vector<Round> alone = rounds(""),
                                 host = rounds("serve.host_gib=74.5 serve.tier_writes=through"),
                                 both = rounds("serve.host_gib=74.5 serve.nvme_gib=500 "
                                               "serve.tier_writes=through");
        const auto hits = [](const std::vector<Round>& all) {
            QString said;
            for (const Round& one : all) said += text(one.hit) + ' ';
            return said;
        };
        qInfo().noquote() << "hits by round, GPU alone:" << hits(alone) << "host:" << hits(host)
                          << "and SSD:" << hits(both);
        // A round later than measured: how long answers were, which are kept too, is not published.
        QVERIFY2(host[5].hit > 0.8 && host[6].hit < host[5].hit && host[7].hit < 0.45,
                 qPrintable(hits(host)));
        for (std::size_t i = 5; i < 10; ++i) QVERIFY2(both[i].hit > 0.8, qPrintable(hits(both)));
        QVERIFY(alone[9].hit < 0.1);
        const auto mean = [](const std::vector<Round>& all) {
            double sum = 0;
            for (const Round& one : all) sum += one.ttft / 10;
            return sum;
        };
        const double shorter = 1 - mean(both) / mean(alone);
        qInfo() << "first tokens sooner by" << shorter << "(0.57 published)";
        QVERIFY2(shorter > 0.3, qPrintable(text(shorter)));
    }

    /// ai-dynamo/dynamo pull 10574: agents on one to four workers behind a router that knows the caches; a
    /// new worker got a fifth of its first hundred requests and not its share of what was cached, as its own
    /// is cold. The sign: replicas that start find less of their first prompts than those that are there.
    void newReplicasAreCold() {
        const DayLoad load =
            loadOf(fleet("day.turns=8 day.think_seconds=20 day.requests=6000 day.policy=load "
                         "day.target=6 day.replicas_max=4 day.router=kv day.start_seconds=15 "
                         "day.burst=0 day.peak=1.7"));
        DayArrivals arrivals(load.plan.day, load.plan.client);
        std::vector<FleetAnswer> answers;
        FleetWatch watch;
        watch.answered = [&](const FleetAnswer& one) { answers.push_back(one); };
        const FleetRun run = runFleet(
            load.plan, [&] { return arrivals.next(); }, watch);
        QVERIFY(run.starts > 0);
        std::sort(answers.begin(), answers.end(),
                  [](const FleetAnswer& a, const FleetAnswer& b) { return a.arrival < b.arrival; });
        double cold = 0, coldPrompts = 0, warm = 0, warmPrompts = 0;
        std::vector<int> seen(run.replicas.size(), 0);
        for (const FleetAnswer& one : answers) {
            if (run.replicas[std::size_t(one.replica)].begun <= 0) continue; // there from the beginning
            const bool first = ++seen[std::size_t(one.replica)] <= 100;
            (first ? cold : warm) += one.cached;
            (first ? coldPrompts : warmPrompts) += one.input;
        }
        QVERIFY(coldPrompts > 0 && warmPrompts > 0);
        QVERIFY2(cold / coldPrompts < warm / warmPrompts,
                 qPrintable(text(cold / coldPrompts) + " " + text(warm / warmPrompts)));
    }

    /// boettiger-lab/nrp-carbon-api issue 3: Qwen3.5-397B on eight A100 drew 783 W at 18 tokens/s: GPUs that
    /// all but idle.
    void aServerWithLittleToDoDrawsItsIdlePower() {
        Scenario scenario = presetScenario("qwen3.5-397b");
        scenario.train.reset();
        scenario.rl.reset();
        scenario.parallel = {};
        for (const auto& [key, value] :
             {std::pair{"gpu.preset", "a100-80g"}, std::pair{"parallel.tp", "8"},
              std::pair{"cluster.gpus", "8"}, std::pair{"precision.weights", "int4"},
              std::pair{"serve.engine", "vllm"}, std::pair{"serve.arrival", "poisson"},
              std::pair{"serve.rate", "0.036"}, std::pair{"serve.num_requests", "50"},
              std::pair{"serve.prompt", "1000"}, std::pair{"serve.output", "500"}})
            QVERIFY2(setField(scenario, key, value).empty(), key);
        const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        QVERIFY(report.energy && report.energy->serveW);
        const double watts = 8 * *report.energy->serveW;
        qInfo() << "eight A100 at 18 tokens/s:" << watts << "W (783 measured)";
        QVERIFY2(std::abs(watts / 783 - 1) < 0.35, qPrintable(text(watts)));
    }
};

MOE_TEST(QuestionsTest)
#include "questions_test.moc"
