// SPDX-License-Identifier: GPL-3.0-or-later
// Decode context parallelism: what it divides, what it costs, where it is refused.

#include "models/engine/evaluate.h"
#include "models/engine/plan/launch_flags.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/serve_terms.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class ContextParallelTest : public QObject {
    Q_OBJECT

    /// Kimi-K2 in 4 bits on a node of B200, long contexts: the case that vLLM published.
    static Scenario kimi(const char* shares) {
        Scenario scenario = presetScenario("kimi-k2");
        for (const auto& [key, value] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"gpu.preset", "b200"},
                 {"cluster.gpus", "8"},
                 {"parallel.ep", "8"},
                 {"precision.weights", "nvfp4"},
                 {"serve.requests", "16"},
                 {"serve.prompt", "67000"},
                 {"serve.output", "1000"},
                 {"serve.decode_context_parallel", shares}})
            if (!setField(scenario, key, value).empty()) qFatal("%s", key);
        return scenario;
    }
    static Seconds part(const ServeReport& report, std::string_view key) {
        for (const ServePart& one : report.decodeParts)
            if (one.key == key) return one.seconds;
        return {};
    }
    static QString rules(const Scenario& scenario) {
        return QString::fromStdString(toString(validate(scenario, shippedCatalog())));
    }

private slots:
    /// "KV use 53 -> 7 % at c = 16" of Kimi-K2.6 on 8 B200 (vLLM): an eighth of the cache on each GPU.
    void keysAreDividedAndStatesAreNot() {
        const ServeReport whole = *evaluate(kimi("1"), shippedCatalog()).serve;
        const ServeReport shared = *evaluate(kimi("8"), shippedCatalog()).serve;
        QCOMPARE(shared.kvCache.base * 8, whole.kvCache.base);
        QCOMPARE(shared.kvPerToken.base * 8, whole.kvPerToken.base);
        QVERIFY(shared.largestRequests > 7 * whole.largestRequests);
        QCOMPARE(shared.weights.base, whole.weights.base);
        // Each GPU takes all heads over an eighth of the keys: less to read, the same to compute, and an
        // exchange.
        QVERIFY(part(shared, "attention") < part(whole, "attention"));
        QCOMPARE(part(whole, "cp").base, 0.0);
        QVERIFY(part(shared, "cp").base > 0);
        QVERIFY(*shared.tpot < *whole.tpot);
        QCOMPARE(shared.ttft->base, whole.ttft->base); // decoding alone is divided
    }

    /// With one request of few tokens there is nothing to gain, and the exchange is paid.
    void shortContextsPayTheExchange() {
        Scenario one = kimi("1"), eight = kimi("8");
        for (Scenario* scenario : {&one, &eight}) {
            QVERIFY(setField(*scenario, "serve.prompt", "64").empty());
            QVERIFY(setField(*scenario, "serve.output", "2").empty());
            QVERIFY(setField(*scenario, "serve.requests", "1").empty());
        }
        QVERIFY(*evaluate(eight, shippedCatalog()).serve->tpot >
                *evaluate(one, shippedCatalog()).serve->tpot);
    }

    void thePoolOfASimulationGrowsWithIt() {
        const Result<ServedLoad> one = servedLoad(kimi("1"), shippedCatalog(), nullptr);
        const Result<ServedLoad> eight = servedLoad(kimi("8"), shippedCatalog(), nullptr);
        QVERIFY(one && eight);
        const double ratio = double(eight->traffic.limits.blocks) / double(one->traffic.limits.blocks);
        QVERIFY2(std::abs(ratio - 8) < 0.01, qPrintable(QString::number(ratio)));
    }

    void onlyWhatIsHeldTwiceIsShared() {
        QVERIFY2(rules(kimi("8")).isEmpty(), qPrintable(rules(kimi("8"))));
        QVERIFY2(rules(kimi("3")).contains("must divide the 8 GPUs"), qPrintable(rules(kimi("3"))));
        Scenario llama = presetScenario("llama-3-70b"); // 8 KV heads on 8 GPUs: every one has its own
        llama.train.reset();
        QVERIFY(setField(llama, "cluster.gpus", "8").empty());
        QVERIFY(setField(llama, "parallel.pp", "1").empty());
        QVERIFY(setField(llama, "parallel.tp", "8").empty());
        QVERIFY2(rules(llama).isEmpty(), qPrintable(rules(llama)));
        QVERIFY(setField(llama, "serve.decode_context_parallel", "2").empty());
        QVERIFY2(rules(llama).contains("must divide the 1 GPUs"), qPrintable(rules(llama)));
        QVERIFY(setField(llama, "parallel.tp", "16").empty());
        QVERIFY(setField(llama, "cluster.gpus", "16").empty());
        QVERIFY2(rules(llama).isEmpty(), qPrintable(rules(llama)));
        Scenario windows = presetScenario("gpt-oss-120b");
        windows.train.reset();
        QVERIFY(setField(windows, "parallel.tp", "16").empty());
        QVERIFY(setField(windows, "cluster.gpus", "16").empty());
        QVERIFY(setField(windows, "serve.decode_context_parallel", "2").empty());
        QVERIFY2(rules(windows).contains("attends to all tokens"), qPrintable(rules(windows)));
    }
};

MOE_TEST(ContextParallelTest)
#include "context_parallel_test.moc"
