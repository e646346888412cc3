// SPDX-License-Identifier: GPL-3.0-or-later
// Another scheduler on the very same requests.
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/beside_server.h"
#include "tests/engine/cases.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/training_case.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

/// Qwen3-32B on two H200 under SGLang, 128 requests in flight of 1024 + 1024 tokens.
Scenario qwen(const QString& more = {}) {
    return scenarioOf(
        "model.layers=64 model.hidden=5120 model.ffn=25600 model.heads=64 model.kv_heads=8 "
        "model.head_dim=128 model.vocab=151936 model.sequence=8192 gpu.preset=h200-sxm "
        "parallel.tp=2 serve.kv_blocks=300000 serve.prompt=1024 serve.output=1024 serve.requests=128 "
        "serve.concurrency=128 serve.max_batched_tokens=8192 serve.engine=sglang serve.length_spread=0 " +
        more);
}

/// Its published passes: 8192 prompt tokens in 526 ms, decode passes of 26.35 ms on average.
double publishedPass(const PassLoad& load) {
    const double decode = load.rows > 0 ? 0.0150 + load.context * (0.01135 / 128 / 1536) : 0;
    return load.prefillTokens * (0.526 / 8192) + decode;
}

} // namespace

class BesideServerTest : public QObject {
    Q_OBJECT

private slots:
    void requestsAreTheSame_data() {
        QTest::addColumn<QString>("key");
        for (const BesideServer& row : besideServers())
            QTest::newRow(row.key.data()) << QString::fromLatin1(row.key.data(), qsizetype(row.key.size()));
    }
    void requestsAreTheSame() {
        QFETCH(QString, key);
        for (const char* arrival : {"", " serve.arrival=gamma serve.rate=2 serve.burstiness=0.5"}) {
            const Scenario scenario = qwen(QStringLiteral("serve.length_spread=0.4 serve.seed=11") + arrival);
            const Result<ServedLoad> own = servedLoad(scenario, measuredCatalog());
            QVERIFY2(own, own ? "" : toString(own.error()).c_str());
            const Result<ServedLoad> other = servedBeside(scenario, measuredCatalog(), key.toStdString());
            QVERIFY2(other, other ? "" : toString(other.error()).c_str());
            const auto &a = own->traffic.requests, &b = other->traffic.requests;
            QVERIFY(a.size() > 100 && a.size() == b.size());
            for (std::size_t i = 0; i < a.size(); ++i)
                QVERIFY(a[i].arrival == b[i].arrival && a[i].input == b[i].input &&
                        a[i].output == b[i].output);
            QCOMPARE(own->traffic.concurrency, other->traffic.concurrency);
        }
    }

    // ai-dynamo/aisimulate pull 120: prompts first 4,472 ms to the first token, mixed passes 961.
    void policyIsSetBeside() {
        const Scenario scenario = qwen();
        const Result<ServedLoad> own = servedLoad(scenario, measuredCatalog());
        QVERIFY2(own, own ? "" : toString(own.error()).c_str());
        const Result<ServedLoad> mixed = servedBeside(scenario, measuredCatalog(), "mixed");
        QVERIFY(mixed);
        QCOMPARE(own->traffic.policy, ServePolicy::PrefillFirst);
        QCOMPARE(mixed->traffic.policy, ServePolicy::Mixed);
        QCOMPARE(mixed->traffic.engine, own->traffic.engine);
        ServedLoad a = *own, b = *mixed;
        for (ServedLoad* load : {&a, &b}) {
            // Nothing but the schedulers, with the passes of the published example.
            load->traffic.time = publishedPass;
            load->traffic.jitter = 0;
            load->traffic.overheads = {};
            load->traffic.limits.blocks = 0;
            load->traffic.limits.lookahead = false;
        }
        const double first = simulate(a.traffic).all.ttft.mean;
        const double other = simulate(b.traffic).all.ttft.mean;
        QVERIFY2(std::abs(first / 4.472 - 1) < 0.002, qPrintable(QString::number(first)));
        QVERIFY2(std::abs(other / 0.961 - 1) < 0.02, qPrintable(QString::number(other)));
    }

    void unknownKeysAreTold() {
        const Scenario scenario = qwen();
        const Result<ServedLoad> own = servedLoad(scenario, measuredCatalog());
        QVERIFY(own);
        const Result<ServedLoad> other = servedBeside(scenario, measuredCatalog(), "orca");
        QVERIFY(!other);
        QVERIFY(toString(other.error()).find("orca") != std::string::npos);
    }
};

MOE_TEST(BesideServerTest)
#include "beside_server_test.moc"
