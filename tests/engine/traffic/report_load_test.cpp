// SPDX-License-Identifier: GPL-3.0-or-later
// Reports whose scenario names an engine: latencies of requests simulated one by one.
#include "models/engine/evaluate.h"
#include "models/engine/explain/explain.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/traffic/report_load.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/cases.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <utility>

using namespace moe;
using namespace moe::test;

namespace {

/// Llama 3 70B in FP8 on four H100.
Scenario llama(const QString& more = {}) {
    return scenarioOf("model.layers=80 model.hidden=8192 model.ffn=28672 model.heads=64 model.kv_heads=8 "
                      "model.vocab=128256 model.sequence=8192 gpu.preset=h100-sxm parallel.tp=4 "
                      "precision.weights=fp8 precision.compute=fp8 serve.prompt=1000 serve.output=200 "
                      "serve.requests=64 serve.length_spread=0.2 " +
                      more);
}

ServeReport served(const QString& more) {
    return *evaluate(llama(more), measuredCatalog(), Detail::Numbers).serve;
}

bool warns(const Report& report, std::string_view id) {
    return std::any_of(report.warnings.begin(), report.warnings.end(),
                       [&](const Warning& warning) { return warning.id == id; });
}

} // namespace

class ReportLoadTest : public QObject {
    Q_OBJECT

private slots:
    void steadyFormulasAreThoseWithoutAnEngine() {
        const ServeReport plain = served("serve.engine=steady");
        QVERIFY(!plain.simulated);
        const ServeReport engine = served("serve.engine=vllm");
        QVERIFY(engine.simulated);
        // A burst of 64 prompts and their waits are in the one and not in the other.
        QVERIFY(*engine.ttft > *engine.steadyTtft);
    }

    /// Requests of a report belong to no session, which alone find anything there.
    void tiersThatHoldNothingAreNamed() {
        for (const char* engine : {"serve.engine=vllm", "serve.engine=steady"}) {
            const QString more = QString(QLatin1String(engine)) + " serve.nvme_gib=100";
            QVERIFY(warns(evaluate(llama(more), measuredCatalog(), Detail::Numbers), "serve-tiers-unused"));
            QVERIFY(
                !warns(evaluate(llama(engine), measuredCatalog(), Detail::Numbers), "serve-tiers-unused"));
        }
    }
    void latenciesAreTheMediansThatSimulatePrints() {
        for (const char* key : {"vllm", "sglang", "trtllm"}) {
            const QString more = QStringLiteral("serve.engine=%1").arg(key);
            const ServeReport report = served(more);
            const Result<ServedLoad> load = servedLoad(llama(more), measuredCatalog());
            QVERIFY(load);
            const LoadReport run = simulateLoad(*load, 1);
            QCOMPARE(report.ttft->base, run.report.all.ttft.p50);
            QCOMPARE(report.tpot->base, run.report.all.tpot.p50);
            QCOMPARE(report.latency->base, run.report.all.e2e.p50);
        }
    }

    void bandsAreThoseThatSimulatePrints() {
        for (const char* key : {"vllm", "sglang", "trtllm"}) {
            const QString more = QStringLiteral("serve.engine=%1").arg(key);
            const ServeReport report = served(more);
            const LoadReport run = simulateLoad(valueOf(servedLoad(llama(more), measuredCatalog())));
            const LoadBand ttft = bandOf(run, "ttft_seconds.p50"), tpot = bandOf(run, "tpot_seconds.p50");
            QVERIFY(report.ttftBand && report.tpotBand && ttft.low && tpot.high);
            QCOMPARE(report.ttftBand->low.base, *ttft.low);
            QCOMPARE(report.ttftBand->high.base, *ttft.high);
            QCOMPARE(report.tpotBand->low.base, *tpot.low);
            QCOMPARE(report.tpotBand->high.base, *tpot.high);
        }
    }

    /// Pictures follow what the report beside them follows, `simulate` follows all.
    void whatStandsBesideAReportFollowsAsManyRequests() {
        const Scenario scenario = llama("serve.engine=vllm serve.num_requests=20000");
        const Report report = evaluate(scenario, measuredCatalog(), Detail::Numbers);
        QVERIFY(std::any_of(report.warnings.begin(), report.warnings.end(),
                            [](const Warning& one) { return one.id == "serve-fewer-requests"; }));
        const LoadReport beside = simulateLoad(
            valueOf(servedLoad(followedByReports(scenario, measuredCatalog()), measuredCatalog())));
        QCOMPARE(beside.report.all.ttft.p50, report.serve->ttft->base);
        const LoadReport whole = simulateLoad(valueOf(servedLoad(scenario, measuredCatalog())));
        QVERIFY(whole.report.ttft.size() > beside.report.ttft.size());
    }

    void accountSaysThatItIsSimulated() {
        const Report report = evaluate(llama("serve.engine=vllm"), measuredCatalog(), Detail::Numbers);
        for (const char* key : {"serve.ttft_seconds", "serve.tpot_seconds"}) {
            const std::optional<Account> told = account(key, report, measuredCatalog());
            QCOMPARE(told->origin, Origin::Simulated);
            // Engines and kernels are named as their makers do, not as files spell them.
            std::string all;
            for (const Message& assumption : told->assumptions) all += toString(assumption) + '\n';
            QVERIFY2(all.find("the scheduler of vLLM;") != std::string::npos, all.c_str());
            QVERIFY2(all.find("TensorRT-LLM ") != std::string::npos &&
                         all.find("trtllm") == std::string::npos,
                     all.c_str());
        }
        QCOMPARE(originText(Origin::Simulated), "simulated");
    }

    void aLoadThatNeverDrainsHasNoLatency() {
        const QString open = "serve.engine=vllm serve.arrival=poisson serve.rate=%1";
        const Report calm = evaluate(llama(open.arg(2)), measuredCatalog(), Detail::Numbers);
        QVERIFY(calm.serve->ttft);
        const Report flood = evaluate(llama(open.arg(5000)), measuredCatalog(), Detail::Numbers);
        QVERIFY(!flood.serve->ttft && !flood.serve->tpot);
        QVERIFY(warns(flood, "serve-saturated"));
    }

    /// Of more ranks than requests at once a part is simulated.
    void aPartOfManyRanksIsNamed() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.train.reset();
        const auto warnsOf = [&](const char* sequences) {
            for (const auto& [key, value] : {std::pair("parallel.pp", "1"),
                                             {"parallel.dp", "256"},
                                             {"parallel.ep", "256"},
                                             {"cluster.gpus", "256"},
                                             {"serve.engine", "sglang"},
                                             {"serve.arrival", "poisson"},
                                             {"serve.rate", "20"},
                                             {"serve.requests", "20000"},
                                             {"serve.max_seqs", sequences}})
                if (!setField(scenario, key, value).empty()) return false;
            return warns(evaluate(scenario, shippedCatalog(), Detail::Numbers), "serve-capacity-part");
        };
        QVERIFY(!warnsOf("64"));
        QVERIFY(warnsOf("512"));
    }

    void sameAtEveryDetail() {
        const Scenario scenario = llama("serve.engine=sglang");
        const Report coarse = evaluate(scenario, measuredCatalog(), Detail::Coarse);
        const Report numbers = evaluate(scenario, measuredCatalog(), Detail::Numbers);
        QCOMPARE(coarse.serve->ttft->base, numbers.serve->ttft->base);
    }
};

MOE_TEST(ReportLoadTest)
#include "report_load_test.moc"
