// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of sessions below the KV pool: what is kept, what loading it takes, when it pays.
#include "models/engine/traffic/prefix_cache.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <map>
#include <numeric>
#include <random>

using namespace moe;
using namespace moe::test;

namespace {

std::int64_t all(const PrefixCache::Blocks& blocks) {
    return std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0});
}

/// Llama 3 70B in FP8 on four H100, with a pool of 3,000 blocks.
Scenario server(const QString& more = {}) {
    return scenarioOf("model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 "
                      "model.vocab=128256 model.sequence=8192 gpu.preset=h100-sxm parallel.tp=4 "
                      "precision.weights=fp8 precision.compute=fp8 serve.prompt=4000 serve.output=100 "
                      "serve.engine=vllm serve.kv_blocks=3000 " +
                      more);
}

/// 40 conversations of six turns, one after the other: each turn adds 1,000 tokens to the text.
std::vector<TrafficRequest> conversations() {
    std::vector<TrafficRequest> requests;
    double time = 0;
    for (int turn = 0; turn < 6; ++turn)
        for (int session = 0; session < 40; ++session)
            requests.push_back({time += 0.5, 1000 * (turn + 1), 50, session});
    return requests;
}

struct TierRun {
    TrafficReport report;
    double prompts = 0, cached = 0;
    double hits() const { return std::accumulate(report.tierTokens.begin(), report.tierTokens.end(), 0.0); }
};
TierRun runOf(const QString& more) {
    const TrafficTrace trace(conversations());
    ServedLoad load = valueOf(servedLoad(server(more), measuredCatalog(), &trace));
    load.traffic.recordRequests = true;
    TierRun run{simulate(load.traffic), 0, 0};
    for (const RequestRecord& one : run.report.requestRecords)
        run.prompts += one.input, run.cached += one.cached;
    return run;
}

} // namespace

class CacheTiersTest : public QObject {
    Q_OBJECT

private slots:
    /// Tiers that hold a block in one place each keep together what one cache of their size keeps (LRU is a
    /// stack: Mattson et al. 1970).
    void tiersAreOneCacheInPieces() {
        std::mt19937 random(5);
        const std::int64_t sizes[] = {50, 30, 20};
        PrefixCache pieces({{sizes[1], 0, true}, {sizes[2], 0, true}}), whole;
        for (int i = 0; i < 4000; ++i) {
            const auto session = static_cast<int>(random() % 25);
            const auto blocks = static_cast<std::int64_t>(1 + random() % 15);
            for (PrefixCache* cache : {&pieces, &whole}) {
                cache->take(session);
                cache->keep(session, blocks);
            }
            pieces.evictTo(sizes[0]);
            whole.evictTo(sizes[0] + sizes[1] + sizes[2]);
            std::int64_t held[3]{};
            for (int each = 0; each < 25; ++each) {
                const PrefixCache::Blocks kept = pieces.kept(each);
                QCOMPARE(all(kept), all(whole.kept(each)));
                for (std::size_t tier = 0; tier < 3; ++tier) held[tier] += kept[tier];
            }
            for (std::size_t tier = 0; tier < 3; ++tier) QVERIFY(held[tier] <= sizes[tier]);
        }
    }
    void whatIsLostIsFoundBelow() {
        const TierRun none = runOf(""), host = runOf("serve.host_gib=200"),
                      pool = runOf("serve.kv_blocks=200000");
        QVERIFY(none.report.tierTokens[1] == 0 && none.report.loadSeconds == 0);
        QCOMPARE(none.hits(), none.cached);
        QCOMPARE(host.hits(), host.cached);
        // A pool without an end finds what pool and host find together.
        QVERIFY2(none.cached < 0.5 * pool.cached, qPrintable(QString::number(none.cached / pool.cached)));
        QVERIFY2(std::abs(host.cached / pool.cached - 1) < 0.02,
                 qPrintable(QString::number(host.cached / pool.cached)));
        QVERIFY(host.report.tierTokens[1] > host.report.tierTokens[0]);
        // Tokens come sooner than without, later from a slow tier than if loading took nothing.
        QVERIFY2(host.report.all.ttft.mean < 0.8 * none.report.all.ttft.mean,
                 qPrintable(QString::number(host.report.all.ttft.mean / none.report.all.ttft.mean)));
        const TierRun atOnce = runOf("serve.host_gib=200 serve.host_gbps=100000");
        const TierRun slow = runOf("serve.host_gib=200 serve.host_gbps=3 serve.tier_policy=load");
        QVERIFY(slow.report.all.ttft.mean > 1.1 * atOnce.report.all.ttft.mean);
        // Loads take their bytes' time: 80 layers of 8 heads of 128 keys and values of two bytes, a quarter
        // of them on each GPU.
        const double bytes = host.report.tierTokens[1] * 80 * 8 * 128 * 2 * 2 / 4;
        const TierRun quick = runOf("serve.host_gib=200 serve.host_gbps=40");
        QVERIFY2(std::abs(quick.report.loadSeconds /
                              (quick.report.tierTokens[1] / host.report.tierTokens[1] * bytes / 40e9) -
                          1) < 1e-6,
                 qPrintable(QString::number(quick.report.loadSeconds)));
    }
    /// Every request is in one class; found text makes first tokens sooner, though those prompts are longer.
    void foundTextMakesFirstTokensSooner() {
        const TierRun none = runOf(""), host = runOf("serve.host_gib=200");
        std::size_t requests = 0;
        double sum = 0;
        for (const HitLatency& one : host.report.ttftByHit) {
            QVERIFY(one.upTo == 0 || one.above < one.upTo);
            requests += one.requests;
            sum += static_cast<double>(one.requests) * one.ttft.mean;
        }
        QCOMPARE(requests, conversations().size());
        QVERIFY(std::abs(sum / static_cast<double>(requests) / host.report.all.ttft.mean - 1) < 1e-6);
        std::map<double, std::size_t> expected; // 16-token blocks: the classes by what records say was found
        const TrafficTrace trace(conversations());
        ServedLoad load = valueOf(servedLoad(server("serve.host_gib=200"), measuredCatalog(), &trace));
        load.traffic.recordRequests = true;
        for (const RequestRecord& one : simulate(load.traffic).requestRecords)
            ++expected[std::ceil(4.0 * one.cached / one.input) / 4];
        QCOMPARE(host.report.ttftByHit.size(), expected.size());
        for (const HitLatency& one : host.report.ttftByHit) QCOMPARE(one.requests, expected[one.upTo]);
        load.traffic.brief = true;
        QVERIFY(simulate(load.traffic).ttftByHit.empty());
        // The last class of a run without a host tier waits longer than that of one with it.
        QVERIFY(host.report.ttftByHit.back().upTo == 1);
        QVERIFY(host.report.ttftByHit.back().ttft.mean < none.report.all.ttft.mean);
    }
    /// sgl-project/sglang#26305: a store slower than computing made first tokens later than without it.
    void aSlowStoreIsRefused() {
        const TierRun none = runOf(""), slow = runOf("serve.remote_gib=200 serve.remote_gbps=0.05"),
                      forced = runOf("serve.remote_gib=200 serve.remote_gbps=0.05 serve.tier_policy=load");
        QCOMPARE(slow.report.all.ttft.mean, none.report.all.ttft.mean);
        QCOMPARE(slow.report.loadSeconds, 0.0);
        QVERIFY(forced.report.all.ttft.mean > 1.2 * none.report.all.ttft.mean);
        QVERIFY(forced.report.tierTokens[3] > 0);
    }
    /// A slow tier without room stands before none; one that holds text does.
    void anEmptyTierHidesNothing() {
        const TierRun remote = runOf("serve.remote_gib=200 serve.remote_gbps=100"),
                      behind = runOf("serve.remote_gib=200 serve.remote_gbps=100 serve.host_gbps=0.1"),
                      hidden = runOf("serve.remote_gib=200 serve.remote_gbps=100 serve.host_gbps=0.1 "
                                     "serve.host_gib=1");
        QVERIFY(remote.report.tierTokens[3] > 0);
        QCOMPARE(behind.report.tierTokens[3], remote.report.tierTokens[3]);
        QCOMPARE(behind.report.all.ttft.mean, remote.report.all.ttft.mean);
        QCOMPARE(hidden.report.tierTokens[1], 0.0);
        QVERIFY(hidden.report.tierTokens[3] < remote.report.tierTokens[3]);
    }
    void roomBelowAPoolThatSufficesIsNothing() {
        const TierRun pool = runOf("serve.kv_blocks=200000"),
                      more = runOf("serve.kv_blocks=200000 serve.host_gib=100 serve.nvme_gib=100");
        QCOMPARE(more.report.all.ttft.p99, pool.report.all.ttft.p99);
        QCOMPARE(more.report.duration, pool.report.duration);
    }
    /// More room never finds less.
    void moreRoomFindsMore() {
        double before = 0;
        for (const double gib : {0.0, 0.5, 1.0, 2.0, 4.0, 8.0}) {
            const TierRun run = runOf(QString("serve.host_gib=%1").arg(gib));
            QVERIFY(run.cached >= before);
            before = run.cached;
        }
    }
};

MOE_TEST(CacheTiersTest)
#include "cache_tiers_test.moc"
