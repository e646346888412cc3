// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/tiers/hit_curve.h"

#include "data/gzip.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <list>
#include <optional>

using namespace moe;
using namespace moe::test;

namespace {

std::string sharedTrace(const char* name) {
    const std::string packed = sharedText(std::string("cases/requests/") + name);
    if (packed.empty()) return {};
    return valueOf(unpackedGzip(packed, name, std::size_t{1} << 28));
}

/// Twenty requests: four sessions share a first block, each turn adds two blocks to its own prefix.
HashTrace sessions() {
    std::string text;
    std::vector<std::vector<int>> chains(4, {0});
    int fresh = 1;
    for (int k = 0; k < 20; ++k) {
        std::vector<int>& chain = chains[static_cast<std::size_t>((k * k + k / 3) % 4)];
        chain.push_back(fresh++);
        chain.push_back(fresh++);
        text += "{\"timestamp\": " + std::to_string(1000 * k) +
                ", \"input_length\": " + std::to_string(512 * chain.size() - 100) +
                ", \"output_length\": 50, \"hash_ids\": [";
        for (std::size_t i = 0; i < chain.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(chain[i]);
        text += "]}\n";
    }
    return valueOf(readHashTrace(text, "sessions"));
}

/// Hits of each tier by doing it: lists, most recent first.
std::vector<double> byHand(const HashTrace& trace, const std::vector<double>& capacities, bool inclusive) {
    std::vector<std::list<std::uint32_t>> tiers(capacities.size());
    std::vector<double> hits(capacities.size(), 0.0);
    const auto put = [&](std::size_t tier, std::uint32_t block) -> std::optional<std::uint32_t> {
        tiers[tier].push_front(block);
        if (static_cast<double>(tiers[tier].size()) <= capacities[tier]) return std::nullopt;
        const std::uint32_t lost = tiers[tier].back();
        tiers[tier].pop_back();
        return lost;
    };
    for (const HashedRequest& request : trace.requests) {
        for (std::size_t i = request.first; i < request.first + request.count; ++i) {
            std::size_t where = 0;
            while (where < tiers.size() &&
                   std::find(tiers[where].begin(), tiers[where].end(), trace.blocks[i]) == tiers[where].end())
                ++where;
            if (where == tiers.size()) break;
            hits[where] += 1;
        }
        for (std::size_t i = request.first + request.count; i-- > request.first;) {
            const std::uint32_t block = trace.blocks[i];
            for (std::list<std::uint32_t>& tier : tiers) tier.remove(block);
            if (inclusive) {
                for (std::size_t t = 0; t < tiers.size(); ++t) put(t, block);
                continue;
            }
            std::optional<std::uint32_t> falls = block;
            for (std::size_t t = 0; t < tiers.size() && falls; ++t) falls = put(t, *falls);
        }
    }
    for (double& one : hits) one /= static_cast<double>(trace.blocks.size());
    return hits;
}

bool digits(double value, double printed) {
    return std::abs(value - printed) < 5.1e-7;
}

} // namespace

class HitCurveTest : public QObject {
    Q_OBJECT
private slots:
    // By hand: after the second request the order is 0 2 3 1, so block 1 has rank 4.
    void ranksByHand() {
        const HashTrace trace = valueOf(
            readHashTrace("{\"timestamp\":0,\"input_length\":1000,\"output_length\":1,\"hash_ids\":[0,1]}\n"
                          "{\"timestamp\":1,\"input_length\":1500,\"output_length\":1,\"hash_ids\":[0,2,3]}\n"
                          "{\"timestamp\":2,\"input_length\":1000,\"output_length\":1,\"hash_ids\":[0,1]}\n",
                          "hand"));
        const std::vector<std::uint32_t> ranks = blockRanks(trace);
        QCOMPARE(ranks, (std::vector<std::uint32_t>{0, 0, 1, 0, 0, 1, 4}));
        const std::vector<HitShare> curve = hitCurve(trace, ranks, {1, 3, 4});
        QCOMPARE(curve[0].blocks, 2.0 / 7);
        QCOMPARE(curve[1].blocks, 2.0 / 7);
        QCOMPARE(curve[2].blocks, 3.0 / 7);
    }

    /// Ranks give what lists that are moved block by block give.
    void tiersAreWhatListsGive() {
        const HashTrace trace = sessions();
        const std::vector<std::uint32_t> ranks = blockRanks(trace);
        for (const std::vector<double>& capacities : std::vector<std::vector<double>>{
                 {3}, {9}, {3, 4}, {5, 12}, {9, kNoLimit}, {2, 5, 11}, {1, 1, 1, 40}}) {
            const std::vector<double> exclusive = byHand(trace, capacities, false);
            const std::vector<double> found = tierHits(trace, ranks, capacities, false);
            for (std::size_t i = 0; i < found.size(); ++i) QVERIFY(std::abs(found[i] - exclusive[i]) < 1e-12);
            const std::vector<double> inclusive = byHand(trace, capacities, true);
            const std::vector<double> both = tierHits(trace, ranks, capacities, true);
            for (std::size_t i = 0; i < both.size(); ++i) QVERIFY(std::abs(both[i] - inclusive[i]) < 1e-12);
        }
    }

    void laws() {
        const HashTrace trace = sessions();
        const std::vector<std::uint32_t> ranks = blockRanks(trace);
        const std::vector<HitShare> curve = hitCurve(trace, ranks, {1, 2, 4, 8, 16, 32, kNoLimit});
        for (std::size_t i = 1; i < curve.size(); ++i) QVERIFY(curve[i].blocks >= curve[i - 1].blocks);
        // Without a limit every block hits but where it is seen first.
        QVERIFY(std::abs(curve.back().blocks - (1 - static_cast<double>(trace.distinct) /
                                                        static_cast<double>(trace.blocks.size()))) < 1e-12);
        const RoutedHits one = routedHits(trace, 1, CacheRouter::RoundRobin, {9, kNoLimit});
        QVERIFY(std::abs(one.tiers[0] - tierHits(trace, ranks, {9}, false)[0]) < 1e-12);
        QCOMPARE(one.busiest, 1.0);
        // A prefix that all share sends everything to one instance (spec, Traps).
        QCOMPARE(routedHits(trace, 2, CacheRouter::Prefix, {9, kNoLimit}).busiest, 2.0);
        QVERIFY(routedHits(trace, 2, CacheRouter::Kv, {9, kNoLimit}).tiers[0] >=
                routedHits(trace, 2, CacheRouter::RoundRobin, {9, kNoLimit}).tiers[0]);
    }

    // First 2,000 requests of Mooncake's conversation trace (kvcache-ai/Mooncake FAST25-release), values of
    // an independent program to six digits.
    void theMooncakeTrace() {
        const std::string text = sharedTrace("mooncake-conversation-2000.jsonl.gz");
        MOE_NEED_SHARED(text, "cases/requests");
        const HashTrace trace = valueOf(readHashTrace(text, "mooncake"));
        QCOMPARE(trace.requests.size(), std::size_t{2000});
        QCOMPARE(trace.blocks.size(), std::size_t{54559});
        QCOMPARE(trace.distinct, std::uint32_t{38788});
        QCOMPARE(trace.tokens, 27441774.0);
        const std::vector<std::uint32_t> ranks = blockRanks(trace);
        const std::vector<double> at{100, 300, 1000, 3000, 10000, 20000, 30000, kNoLimit};
        const double blocks[] = {0.037372, 0.037666, 0.040653, 0.061291,
                                 0.209113, 0.270258, 0.287615, 0.289063};
        const double tokens[] = {0.038043, 0.038342, 0.041383, 0.062354,
                                 0.212764, 0.274986, 0.292638, 0.294112};
        const double whole[] = {0.038043, 0.038342, 0.041383, 0.062298,
                                0.212623, 0.274828, 0.292459, 0.293933};
        const std::vector<HitShare> curve = hitCurve(trace, ranks, at);
        const std::vector<HitShare> cut = hitCurve(trace, ranks, at, true);
        for (std::size_t i = 0; i < at.size(); ++i) {
            QVERIFY2(digits(curve[i].blocks, blocks[i]),
                     qPrintable(QString::number(curve[i].blocks, 'f', 7)));
            QVERIFY2(digits(curve[i].tokens, tokens[i]),
                     qPrintable(QString::number(curve[i].tokens, 'f', 7)));
            QVERIFY2(digits(cut[i].tokens, whole[i]), qPrintable(QString::number(cut[i].tokens, 'f', 7)));
        }
        const std::vector<double> exclusive = tierHits(trace, ranks, {1000, 9000, 20000}, false);
        const std::vector<double> inclusive = tierHits(trace, ranks, {1000, 10000, 30000}, true);
        for (const std::vector<double>& tiers : {exclusive, inclusive})
            QVERIFY(digits(tiers[0], 0.040653) && digits(tiers[1], 0.168460) && digits(tiers[2], 0.078502));
        QVERIFY(digits(tierHits(trace, ranks, {1000, 9000, kNoLimit}, false)[2], 0.079950));
    }

    void routersOfTheMooncakeTrace_data() {
        QTest::addColumn<int>("router");
        QTest::addColumn<double>("second");
        QTest::addColumn<double>("near");
        QTest::addColumn<double>("far");
        QTest::addColumn<double>("busiest");
        QTest::newRow("round robin") << 0 << kNoLimit << 0.089151 << 0.199912 << 1.0704;
        QTest::newRow("prefix") << 1 << kNoLimit << 0.052035 << 0.237028 << 4.0000;
        QTest::newRow("kv") << 2 << kNoLimit << 0.151396 << 0.137667 << 1.0278;
        QTest::newRow("round robin, 10,000") << 0 << 10000.0 << 0.089151 << 0.119962 << 1.0692;
        QTest::newRow("prefix, 10,000") << 1 << 10000.0 << 0.052035 << 0.157078 << 4.0000;
        QTest::newRow("kv, 10,000") << 2 << 10000.0 << 0.149416 << 0.059697 << 1.0350;
    }
    void routersOfTheMooncakeTrace() {
        QFETCH(int, router);
        QFETCH(double, second);
        QFETCH(double, near);
        QFETCH(double, far);
        QFETCH(double, busiest);
        const std::string text = sharedTrace("mooncake-conversation-2000.jsonl.gz");
        MOE_NEED_SHARED(text, "cases/requests");
        const HashTrace trace = valueOf(readHashTrace(text, "mooncake"));
        const RoutedHits found = routedHits(trace, 4, static_cast<CacheRouter>(router), {2500, second});
        QVERIFY2(digits(found.tiers[0], near), qPrintable(QString::number(found.tiers[0], 'f', 7)));
        QVERIFY2(digits(found.tiers[1], far), qPrintable(QString::number(found.tiers[1], 'f', 7)));
        QVERIFY(std::abs(found.busiest - busiest) < 5.1e-5);
    }

    // Eight coding-agent conversations (callanjfox/kv-cache-tester), all begun at once.
    void theAgentTrace() {
        const std::string text = sharedTrace("agentic-8.jsonl.gz");
        MOE_NEED_SHARED(text, "cases/requests");
        const HashTrace trace = valueOf(readHashTrace(text, "agentic"));
        QCOMPARE(trace.requests.size(), std::size_t{431});
        QCOMPARE(trace.blocks.size(), std::size_t{428873});
        QCOMPARE(trace.distinct, std::uint32_t{27603});
        QCOMPARE(trace.tokens, 27460800.0);
        QCOMPARE(trace.blockTokens, 64);
        const std::vector<std::uint32_t> ranks = blockRanks(trace);
        const std::vector<double> at{1000, 3000, 10000, 20000, kNoLimit};
        const double blocks[] = {0.276637, 0.702963, 0.925803, 0.935638, 0.935638};
        const double tokens[] = {0.276506, 0.702632, 0.925367, 0.935198, 0.935198};
        const std::vector<HitShare> curve = hitCurve(trace, ranks, at);
        for (std::size_t i = 0; i < at.size(); ++i)
            QVERIFY(digits(curve[i].blocks, blocks[i]) && digits(curve[i].tokens, tokens[i]));
        const std::vector<double> tiers = tierHits(trace, ranks, {3000, 7000, kNoLimit}, false);
        QVERIFY(digits(tiers[0], 0.702963) && digits(tiers[1], 0.222840) && digits(tiers[2], 0.009835));
    }
};

MOE_TEST(HitCurveTest)
#include "hit_curve_test.moc"
