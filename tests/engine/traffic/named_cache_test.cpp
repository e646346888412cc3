// SPDX-License-Identifier: GPL-3.0-or-later
// Prompts whose blocks have names, in simulated servers. With one request in flight and outputs of one token
// their hits are those of the stack distances (tiers/hit_curve.h), which are held to published traces; the
// numbers here are those of cases/requests/ORIGIN.md, which an independent program computed.
#include "models/engine/traffic/prefix_cache.h"

#include "data/gzip.h"
#include "models/engine/tiers/hit_curve.h"
#include "models/engine/traffic/serve_load.h"
#include "models/engine/traffic/trace.h"
#include "tests/engine/cases.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace moe;
using namespace moe::test;

namespace {

std::optional<HashTrace> sharedTrace(const char* name) {
    const std::string packed = sharedText(std::string("cases/requests/") + name);
    if (packed.empty()) return {};
    return valueOf(readHashTrace(valueOf(unpackedGzip(packed, name, std::size_t{1} << 28)), name));
}

TrafficLimits limitsOf(const HashTrace& trace, const std::vector<double>& capacities, bool through) {
    TrafficLimits limits;
    limits.blockSize = trace.blockTokens;
    limits.prefixCaching = true;
    limits.writesThrough = through;
    limits.blocks = static_cast<std::int64_t>(capacities[0]);
    for (std::size_t i = 1; i < capacities.size(); ++i)
        limits.tiers.push_back({static_cast<std::int64_t>(std::min(capacities[i], 1e12)), 0, true});
    return limits;
}

/// Share of all blocks that each tier gives, one request after the other.
std::vector<double> sharesOf(const HashTrace& trace, const std::vector<double>& capacities, bool through) {
    const TrafficTrace named = namedTrace(trace);
    const TrafficLimits limits = limitsOf(trace, capacities, through);
    NamedCache cache(*named.names, limits);
    std::vector<double> shares(capacities.size(), 0);
    double all = 0;
    for (const TrafficRequest& request : named.requests) {
        const NamedPrompt prompt{request.firstName, request.names, request.input};
        const NamedCache::Taken taken = cache.take(prompt, cache.find(prompt).names);
        for (std::size_t i = 0; i < shares.size(); ++i) shares[i] += static_cast<double>(taken.from[i]);
        cache.add(prompt, cache.find(prompt).names);
        cache.release(prompt, prompt.names);
        cache.evictTo(limits.blocks);
        all += request.names;
    }
    for (double& share : shares) share /= all;
    return shares;
}

/// A server that works on one request at a time, with answers of one token.
TrafficScenario oneAtATime(const HashTrace& trace, const std::vector<double>& capacities, bool through) {
    TrafficTrace named = namedTrace(trace);
    TrafficScenario scenario;
    scenario.requests = std::move(named.requests);
    scenario.names = named.names;
    for (TrafficRequest& request : scenario.requests) request.output = 1;
    scenario.concurrency = 1;
    scenario.limits = limitsOf(trace, capacities, through);
    scenario.limits.lookahead = false;
    scenario.time = [](const PassLoad&) { return 0.01; };
    return scenario;
}

bool isRounded(double value, double printed) {
    return std::abs(value - printed) <= 0.5000001e-6;
}

/// 600 requests of a few chains that share beginnings, in blocks of 64 tokens; `apart`: no two are alike.
TrafficTrace someChains(bool apart) {
    std::mt19937 draw(7);
    TrafficTrace trace;
    PromptNames names{{}, 64};
    std::uint32_t fresh = 0;
    std::vector<std::vector<std::uint32_t>> chains(12);
    for (int i = 0; i < 600; ++i) {
        std::vector<std::uint32_t>& chain = chains[draw() % chains.size()];
        if (chain.empty() || draw() % 8 == 0) {
            const std::vector<std::uint32_t>& other = chains[draw() % chains.size()];
            chain.assign(other.begin(), other.begin() + static_cast<long>(other.size() / 2));
        }
        for (unsigned more = 1 + draw() % 6; more > 0; --more) chain.push_back(fresh++);
        if (chain.size() > 60) chain.resize(60);
        const int rest = static_cast<int>(draw() % 64); // of a last block, without a name
        TrafficRequest request{0.02 * i, 64 * static_cast<int>(chain.size()) + rest,
                               1 + static_cast<int>(draw() % 40)};
        request.firstName = static_cast<std::uint32_t>(names.blocks.size());
        request.names = static_cast<int>(chain.size());
        for (const std::uint32_t name : chain)
            names.blocks.push_back(apart ? 1'000'000 + static_cast<std::uint32_t>(names.blocks.size())
                                         : name);
        trace.requests.push_back(request);
    }
    trace.names = std::make_shared<const PromptNames>(std::move(names));
    return trace;
}

TrafficScenario crowded(const TrafficTrace& trace, std::int64_t blocks) {
    TrafficScenario scenario;
    scenario.requests = trace.requests;
    scenario.names = trace.names;
    scenario.limits.prefixCaching = true;
    scenario.limits.blocks = blocks;
    scenario.limits.batchedTokens = 2048;
    scenario.limits.tiers = {{400, 1e-5, true}, {4000, 1e-4, true}};
    scenario.time = [](const PassLoad& pass) {
        return 0.004 + 1e-5 * pass.prefillTokens + 1e-7 * pass.context + 1e-4 * pass.rows;
    };
    scenario.recordRequests = true;
    return scenario;
}

} // namespace

class NamedCacheTest : public QObject {
    Q_OBJECT

private slots:
    /// Tiers of ORIGIN.md's table, by blocks.
    void tiersHoldWhatStackDistancesSay_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QList<double>>("capacities");
        QTest::addColumn<bool>("through");
        QTest::addColumn<QList<double>>("printed");
        const char* mooncake = "mooncake-conversation-2000.jsonl.gz";
        QTest::newRow("exclusive") << mooncake << QList<double>{1000, 9000, 20000} << false
                                   << QList<double>{0.040653, 0.168460, 0.078502};
        QTest::newRow("inclusive") << mooncake << QList<double>{1000, 10000, 30000} << true
                                   << QList<double>{0.040653, 0.168460, 0.078502};
        QTest::newRow("no end") << mooncake << QList<double>{1000, 9000, kNoLimit} << false
                                << QList<double>{0.040653, 0.168460, 0.079950};
        QTest::newRow("agents") << "agentic-8.jsonl.gz" << QList<double>{3000, 7000, kNoLimit} << false
                                << QList<double>{0.702963, 0.222840, 0.009835};
    }
    void tiersHoldWhatStackDistancesSay() {
        QFETCH(QString, file);
        QFETCH(QList<double>, capacities);
        QFETCH(bool, through);
        QFETCH(QList<double>, printed);
        const std::optional<HashTrace> trace = sharedTrace(file.toUtf8().constData());
        if (!trace) QSKIP("needs cases/requests");
        const std::vector<double> shares = sharesOf(*trace, {capacities.begin(), capacities.end()}, through);
        for (std::size_t i = 0; i < shares.size(); ++i)
            QVERIFY2(isRounded(shares[i], printed[qsizetype(i)]),
                     qPrintable(QString::number(shares[i], 'f', 7)));
    }

    /// ORIGIN.md, tokens with whole blocks only, through the scheduler of a server.
    void aServerWithOneRequestFindsTheSame_data() {
        QTest::addColumn<double>("capacity");
        QTest::addColumn<double>("printed");
        QTest::newRow("300") << 300.0 << 0.038342;
        QTest::newRow("1,000") << 1000.0 << 0.041383;
        QTest::newRow("3,000") << 3000.0 << 0.062298;
        QTest::newRow("10,000") << 10000.0 << 0.212623;
        QTest::newRow("30,000") << 30000.0 << 0.292459;
    }
    void aServerWithOneRequestFindsTheSame() {
        QFETCH(double, capacity);
        QFETCH(double, printed);
        const std::optional<HashTrace> trace = sharedTrace("mooncake-conversation-2000.jsonl.gz");
        if (!trace) QSKIP("needs cases/requests");
        const TrafficReport report = simulate(oneAtATime(*trace, {capacity}, false));
        QCOMPARE(report.preemptions, 0);
        QVERIFY2(isRounded(report.tierTokens[0] / trace->tokens, printed),
                 qPrintable(QString::number(report.tierTokens[0] / trace->tokens, 'f', 7)));
    }
    void aPoolWithoutAnEndFindsTheMost() {
        const std::optional<HashTrace> trace = sharedTrace("mooncake-conversation-2000.jsonl.gz");
        if (!trace) QSKIP("needs cases/requests");
        QVERIFY(isRounded(unlimitedHits(namedTrace(*trace)), 0.293933));
    }
    /// … and in a pool with tiers below it together what one list of their size finds.
    void tiersOfAServerAreOneList() {
        const std::optional<HashTrace> trace = sharedTrace("mooncake-conversation-2000.jsonl.gz");
        if (!trace) QSKIP("needs cases/requests");
        for (const bool through : {false, true}) {
            const std::vector<double> sizes{1000, through ? 10000.0 : 9000.0};
            const TrafficReport report = simulate(oneAtATime(*trace, sizes, through));
            QVERIFY(isRounded((report.tierTokens[0] + report.tierTokens[1]) / trace->tokens, 0.212623));
            QVERIFY(report.tierTokens[1] > 3 * report.tierTokens[0]);
        }
    }

    /// Prompts that have nothing in common are served as if nobody knew.
    void namesOfTheirOwnChangeNothing() {
        // A prompt that was preempted would find itself.
        TrafficScenario named = crowded(someChains(true), 4000);
        named.limits.tiers.clear();
        TrafficScenario plain = named;
        plain.names = nullptr;
        const TrafficReport a = simulate(named), b = simulate(plain);
        QVERIFY(a.preemptions == 0 && b.preemptions == 0);
        QVERIFY(a.ttft == b.ttft && a.tpot == b.tpot);
        QCOMPARE(a.tierTokens[0], 0.0);
    }
    /// Under load, with preemptions: everything is answered, nothing is found twice, and more room never ends
    /// with less.
    void crowdedServersKeepTheirBooks() {
        const TrafficTrace trace = someChains(false);
        double before = -1;
        for (const std::int64_t blocks : {260, 700, 2000, 100000}) {
            const TrafficReport report = simulate(crowded(trace, blocks));
            QCOMPARE(report.requestRecords.size(), trace.requests.size());
            double cached = 0, prompts = 0;
            for (const RequestRecord& one : report.requestRecords) {
                QVERIFY(one.finished > one.firstToken - 1e-12 && one.firstToken > one.arrival);
                QVERIFY(one.cached >= 0 && one.cached < one.input);
                cached += one.cached, prompts += one.input;
            }
            const double found = std::accumulate(report.tierTokens.begin(), report.tierTokens.end(), 0.0);
            QVERIFY2(found >= cached, qPrintable(QString::number(found - cached)));
            if (report.preemptions == 0) QCOMPARE(found, cached);
            QVERIFY(report.kvUsePeak <= 1);
            const double share = cached / prompts;
            QVERIFY2(share > before - 0.02, qPrintable(QString::number(share)));
            before = share;
        }
        QVERIFY(before > 0.5);
    }
    /// Two that run at once with the same beginning hold it once.
    void whatIsSharedIsHeldOnce() {
        PromptNames names{{}, 64};
        for (std::uint32_t i = 0; i < 20; ++i) names.blocks.push_back(i);
        TrafficTrace trace;
        for (const double arrival : {0.0, 1.0}) {
            TrafficRequest request{arrival, 20 * 64 + 1, 2000};
            request.names = 20;
            trace.requests.push_back(request);
        }
        trace.names = std::make_shared<const PromptNames>(names);
        TrafficScenario scenario = crowded(trace, 1000);
        scenario.limits.tiers.clear();
        const TrafficReport shared = simulate(scenario);
        scenario.names = nullptr;
        const TrafficReport apart = simulate(scenario);
        QCOMPARE(shared.tierTokens[0], 1280.0);
        QVERIFY(std::abs((apart.kvUsePeak - shared.kvUsePeak) - 80.0 / 1000) < 2e-3);
    }

    /// Blocks of the trace must be whole ones of the pool, and nothing else may say what is cached.
    void whatDoesNotGoTogetherIsNamed() {
        const TrafficTrace trace = someChains(false);
        const auto keyOf = [&](const QString& more) {
            const Scenario scenario = scenarioOf(
                "model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 "
                "model.vocab=128256 model.sequence=8192 gpu.preset=h100-sxm serve.engine=vllm " +
                more);
            const Result<ServedLoad> made = servedLoad(scenario, measuredCatalog(), &trace);
            return made ? QString() : QString::fromStdString(made.error().front().key);
        };
        QCOMPARE(keyOf({}), QString());
        QCOMPARE(keyOf("serve.block_size=128"), QString("serve.block_size"));
        QCOMPARE(keyOf("serve.prefix_hit=0.5"), QString("serve.prefix_hit"));
    }

    void aStoppedRunEndsAtOnce() {
        std::stop_source source;
        source.request_stop();
        TrafficScenario scenario = crowded(someChains(false), 700);
        scenario.stop = source.get_token();
        QCOMPARE(simulate(scenario).passes, std::int64_t{0});
        const ServedLoad load = [&] {
            ServedLoad made = valueOf(servedLoad(
                scenarioOf(QString(
                    "model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 model.kv_heads=8 "
                    "model.vocab=128256 model.sequence=8192 gpu.preset=h100-sxm serve.engine=vllm "
                    "serve.arrival=poisson serve.rate=1 serve.num_requests=300000")),
                measuredCatalog()));
            made.traffic.stop = source.get_token();
            return made;
        }();
        QCOMPARE(simulateLoad(load).report.passes, std::int64_t{0}); // minutes otherwise
    }
};

MOE_TEST(NamedCacheTest)
#include "named_cache_test.moc"
