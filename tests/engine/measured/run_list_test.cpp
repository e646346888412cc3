// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/run_list.h"

#include "models/engine/measured/validation.h"
#include "models/engine/time/step_time.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace moe;
using moe::test::sharedText;
using moe::test::shippedCatalog;
using moe::test::valueOf;

namespace {

/// NVIDIA/dgxc-benchmarking@v25.01.1, llama3.1/README_8b.md, 16 GPUs, FP8.
const std::string kList =
    "defaults: {file: dgxc_benchmarking, source: NVIDIA/dgxc-benchmarking@v25.01.1, gpu: H100 SXM, seq: "
    "8192}\n"
    "rows:\n"
    "- {id: llama8b_16, path: llama3.1/README_8b.md, model: Llama-3.1-8B, quality: B, gpus: 16, tp: 1, pp: "
    "1, "
    "cp: 2, ep: 1, dp: 8, sharding: distributed optimizer (ZeRO-1), micro_batch: 1, global_batch: 256, "
    "precision: fp8, recompute: none, overlap: grad reduce and param gather overlapped, step_time_s: 9.73, "
    "other_releases: {26.06: [1, 2], 26.06.01: [3, 4]}, "
    "shape: {layers: 32, hidden: 4096, ffn: 14336, heads: 32, kv_heads: 8, vocab: 128256, gated: true}}\n";
const std::string kShape =
    "shape: {layers: 32, hidden: 4096, ffn: 14336, heads: 32, kv_heads: 8, vocab: 128256}";

RunList listOf(const std::string& rows) {
    return valueOf(readRunList(rows, "runs.yaml", shippedCatalog()));
}

std::string problemsOf(const std::string& rows) {
    const Result<RunList> read = readRunList(rows, "runs.yaml", shippedCatalog());
    return read ? "" : toString(read.error());
}

std::string rowText(const std::string& more, const std::string& shape = kShape) {
    return "rows:\n- {id: one, source: here, gpu: H100 SXM, gpus: 8, tp: 1, pp: 1, cp: 1, ep: 1, dp: 8, seq: "
           "4096, "
           "micro_batch: 1, global_batch: 8, step_time_s: 2, " +
           more + shape + "}\n";
}

} // namespace

class RunListTest : public QObject {
    Q_OBJECT
private slots:
    void aRunBecomesACase() {
        const RunList list = listOf(kList);
        QCOMPARE(list.cases.size(), std::size_t(1));
        const MeasuredCase& one = list.cases.front();
        QCOMPARE(one.publisher, std::string("NVIDIA/dgxc-benchmarking"));
        QCOMPARE(one.vendor, std::string("NVIDIA"));
        QCOMPARE(one.model, std::string("Llama-3.1-8B"));
        QCOMPARE(one.set, RunSet::Second);
        const Scenario& scenario = one.scenario;
        QCOMPARE(scenario.gpu.preset, std::string("h100-sxm"));
        QCOMPARE(scenario.precision.compute, DataType::Fp8);
        QCOMPARE(scenario.parallel.cp, Count(2));
        QCOMPARE(scenario.parallel.dp, std::optional<Count>(8));
        QCOMPARE(scenario.model.kvHeads, std::optional<Count>(8));
        QCOMPARE(scenario.model.sequence, Count(8192));
        QCOMPARE(one.measured.size(), std::size_t(1));
        QCOMPARE(one.measured.front().value, 9.73);
    }

    /// 10 000 tokens/s on each of 8 GPUs: 8·4096 tokens take 0.4096 s. 150 TFLOP/s of a count that takes all
    /// of attention: (6N + 12·L·n·d·s)·tokens.
    void aStepFollowsFromRates() {
        std::string text = rowText("tokens_per_s_per_gpu: 10000, ");
        text.erase(text.find("step_time_s: 2, "), 16);
        QVERIFY(std::abs(listOf(text).cases.front().measured.front().value - 0.4096) < 1e-12);
        text.replace(text.find("tokens_per_s_per_gpu: 10000"), 27, "tflops: 150");
        const double matrices =
            32. * (4096 * (4096 + 2 * 1024) + 4096 * 4096 + 3 * 4096. * 14336) + 128256. * 4096;
        const double flops = 8 * 4096 * (6 * matrices + 12. * 32 * 4096 * 4096);
        const double step = listOf(text).cases.front().measured.front().value;
        QVERIFY2(std::abs(step / (flops / (8 * 150e12)) - 1) < 0.01, qPrintable(QString::number(step)));
    }

    /// What recipes do without printing it.
    void whatIsNotPrintedFollowsFromTheSoftware() {
        const auto made = [](const std::string& framework, const std::string& more = {}) {
            std::string text =
                rowText("framework: " + framework + ", " + more,
                        "shape: {layers: 2, hidden: 512, heads: 8, vocab: 1000, experts: 16, top_k: 2, "
                        "expert_ffn: 512}");
            text.replace(text.find("tp: 1"), 5, "tp: 2");
            text.replace(text.find("dp: 8"), 5, "dp: 4");
            return listOf(text).cases.front().scenario;
        };
        QCOMPARE(made("NeMo 24.12").parallel.etp, Count(2));
        QCOMPARE(made("NeMo 25.04").parallel.etp, Count(1));
        QCOMPARE(made("NeMo 24.12", "etp: 1, ").parallel.etp, Count(1));
        QVERIFY(made("NeMo 25.04").train->tpOverlap && !made("InternEvo").train->tpOverlap);
        QVERIFY(!made("NeMo 25.04", "precision: nvfp4, ").train->tpOverlap);
        QVERIFY(made("InternEvo").train->eager && !made("NeMo 25.04").train->eager);
        QCOMPARE(made("NeMo 25.04", "model: deepseek-v3, ").moe->groupLimit, Count(4));
        QCOMPARE(made("NeMo 25.04").moe->groupLimit, Count(0));
        QCOMPARE(made("other", "precision: fp8 blockwise, ").precision.compute, DataType::Fp8Block);
        const Recompute again = made("neuronx-nemo-megatron").train->recompute;
        QVERIFY(again.has(RecomputePart::CoreAttn) && again.has(RecomputePart::Mlp));
        const RunList gemma =
            listOf(rowText("", "shape: {layers: 12, hidden: 512, heads: 8, kv_heads: 4, ffn: "
                               "1024, vocab: 1000, window: 64, block: gemma3}"));
        QVERIFY(gemma.cases.front().scenario.model.fourNorms);
        const ClusterSpec cards = made("other", "notes: 4 x 100 Gb/s per node of 8 GPUs, ").cluster;
        QCOMPARE(cards.nicsPerNode, std::optional<Count>(4));
        QCOMPARE(cards.nicGbps, std::optional<double>(12.5));
    }

    /// Recipes of NeMo and Megatron-Bridge adapt the fused projection alone.
    void adaptersAreRead() {
        const RunList nemo = listOf(rowText("kind: lora, framework: NeMo 25.04, "));
        QCOMPARE(nemo.cases.size(), std::size_t(1));
        const TrainSpec& train = *nemo.cases.front().scenario.train;
        QCOMPARE(train.trainable, Trainable::Lora);
        QCOMPARE(train.loraTargets, std::vector<LoraTarget>{LoraTarget::Qkv});
        QCOMPARE(listOf(rowText("kind: pretrain, ")).cases.front().scenario.train->trainable, Trainable::All);
    }

    void whatNoScenarioCanSayLeavesARunOut_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");
        QTest::newRow("vocabulary")
            << QString::fromStdString(
                   rowText("", "shape: {layers: 2, hidden: 512, ffn: 2048, heads: 8, vocab: null}"))
            << "shape.vocab is not stated";
        QTest::newRow("two formats") << QString::fromStdString(rowText("precision: nvfp4_or_fp8, "))
                                     << "precision is not stated";
        std::string dash = rowText("");
        dash.replace(dash.find("ep: 1"), 5, "ep: \"-\"");
        QTest::newRow("dash") << QString::fromStdString(dash) << "ep is not stated";
        QTest::newRow("other work") << QString::fromStdString(rowText("quality: C, "))
                                    << "the figure includes other work, or is not plausible";
    }
    void whatNoScenarioCanSayLeavesARunOut() {
        QFETCH(QString, text);
        QFETCH(QString, reason);
        const RunList list = listOf(text.toStdString());
        QVERIFY(list.cases.empty());
        QCOMPARE(list.leftOut.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(toString(list.leftOut.front().reason)), reason);
        QCOMPARE(list.leftOut.front().id, std::string("one"));
    }

    void wrongRunsAreLocated() {
        QVERIFY(problemsOf(rowText("speed: 3, ")).starts_with("runs.yaml:2:"));
        QVERIFY2(problemsOf(rowText("speed: 3, ")).find("speed: is no key of a run, got \"3\"") !=
                     std::string::npos,
                 problemsOf(rowText("speed: 3, ")).c_str());
        QVERIFY(problemsOf(rowText("vpp: none, ")).find("vpp: ") != std::string::npos);
        // Eight experts over three ranks: a rule of the scenario.
        const std::string broken =
            rowText("etp: 1, ", "shape: {layers: 2, hidden: 512, heads: 8, vocab: 1000, "
                                "experts: 12, top_k: 2, expert_ffn: 512}");
        std::string ep = broken;
        ep.replace(ep.find("ep: 1"), 5, "ep: 8");
        QVERIFY2(problemsOf(ep).starts_with("runs.yaml:2: parallel.ep: "), problemsOf(ep).c_str());
        QVERIFY(problemsOf("lines: 3\n").find("is no part of a list of runs") != std::string::npos);
        QVERIFY(problemsOf("defaults: {seq: 1}\n").find("rows: is missing") != std::string::npos);
    }

    void shippedListsAreRead_data() {
        QTest::addColumn<int>("runs");
        QTest::newRow("dgxc-benchmarking") << 120;
        QTest::newRow("llm-foundry") << 45;
        QTest::newRow("maxtext") << 23;
        QTest::newRow("megatron-bridge") << 21;
        QTest::newRow("mindspeed-llm") << 22;
        QTest::newRow("primus") << 10;
        QTest::newRow("tpu-recipes") << 13;
    }
    void shippedListsAreRead() {
        QFETCH(int, runs);
        const std::string name = "runs/" + std::string(QTest::currentDataTag()) + ".yaml";
        const RunList list = listOf(moe::test::resourceText(name));
        QCOMPARE(list.cases.size() + list.leftOut.size(), std::size_t(runs));
        QVERIFY(!list.cases.empty());
        for (const MeasuredCase& one : list.cases)
            QVERIFY2(!one.vendor.empty() && !one.model.empty(), one.id.c_str());
    }

    /// What is said of the step's accuracy is what runs show that no fit saw, to a point.
    void saidAccuracyIsThatOfRunsNotFittedTo() {
        std::map<const StepAccuracy*, std::vector<double>> errors;
        for (const char* name :
             {"dgxc-benchmarking", "llm-foundry", "maxtext", "megatron-bridge", "mindspeed-llm", "primus",
              "tpu-recipes", "h100-slice-steps", "h200-slice-steps"}) {
            for (const MeasuredCase& one :
                 listOf(moe::test::resourceText("runs/" + std::string(name) + ".yaml")).cases) {
                if (isInSample(one)) continue;
                const Setup setup = setupOf(one.scenario, shippedCatalog());
                const double step = stepTime(stepModel(setup)).step.base;
                errors[&stepAccuracy(setup)].push_back(std::abs(step / one.measured.front().value - 1));
            }
        }
        for (const StepAccuracy& said : stepAccuracies())
            QVERIFY2(said.count == 0 || errors.count(&said), said.runs);
        for (const auto& [said, found] : errors) {
            if (said->count == 0) continue; // promised, not measured: software that is not modelled
            QCOMPARE(static_cast<std::size_t>(said->count), found.size());
            const double typical = quantileOf(found, 0.5), ninety = quantileOf(found, 0.9);
            QVERIFY2(std::abs(typical - said->typical) < 0.01,
                     qPrintable(said->runs + QStringLiteral(" %1 %2").arg(typical).arg(ninety)));
            QVERIFY2(std::abs(ninety - said->ninety) < 0.01,
                     qPrintable(said->runs + QString::number(ninety)));
        }
    }

    void everyPublishedRunIsACaseOrLeftOutWithAReason() {
        const std::string text = sharedText("cases/training2.yaml");
        MOE_NEED_SHARED(text, "cases/training2.yaml");
        const RunList list = listOf(text);
        QCOMPARE(list.cases.size() + list.leftOut.size(), std::size_t(260));
        QVERIFY(list.cases.size() >= 224);
        for (const LeftOutRun& run : list.leftOut) QVERIFY2(!run.reason.empty(), run.id.c_str());
    }
};

MOE_TEST(RunListTest)
#include "run_list_test.moc"
