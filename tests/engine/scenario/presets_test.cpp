// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped catalogue: every preset is there, valid, complete, and fits its GPUs unless it says that it
// does not.

#include "models/engine/evaluate.h"
#include "models/engine/memory/memory.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/serve.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

class PresetsTest : public QObject {
    Q_OBJECT

    static const std::vector<const char*>& keys() {
        static const std::vector<const char*> kKeys = {
            "reference", "reference-baseline", "deepseek-v3", "mixtral-8x7b", "qwen3-30b-a3b",
            "qwen3-235b-a22b", "olmoe-1b-7b", "llama-3-8b", "llama-3-70b", "seed-dense", "seed-moe64",
            "step-law-1in89", "step-law-2in88", "step-law-1in8", "step-law-3in8",
            // of today's models: how they are served, and how they were trained where that is published
            "kimi-k2", "deepseek-v3.2", "glm-4.5", "glm-5", "gpt-oss-20b", "gpt-oss-120b", "qwen3-next",
            "qwen3.5-397b", "llama-4-scout", "llama-4-maverick", "minimax-m2", "gemma-3-27b",
            "nemotron-3-nano", "llama-3.1-405b-serve", "kimi-k2-train", "llama-3.1-405b", "deepseek-v4-flash",
            "deepseek-v4-pro", "kimi-k3", "minimax-m3", "gemma-4-26b-a4b", "gemma-4-31b", "glm-5.2",
            "nemotron-3-super"};
        return kKeys;
    }

private slots:
    void preset_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : keys()) QTest::newRow(key) << key;
    }
    void preset() {
        QFETCH(QString, key);
        const Scenario scenario = presetScenario(key.toStdString());
        const Problems problems = validate(scenario, shippedCatalog());
        QVERIFY2(problems.empty(), toString(problems).c_str());
        QVERIFY(!scenario.name.empty() && !scenario.note.empty());
        QVERIFY(scenario.train || scenario.serve);
        const Setup setup = setupOf(scenario, shippedCatalog());
        QCOMPARE(setup.gpus, static_cast<double>(*scenario.cluster.gpus));
        if (scenario.serve) {
            std::vector<Warning> warnings;
            const ServeReport served = serving(setup, nullptr, warnings);
            const bool fits = served.largestRequests >= static_cast<double>(scenario.serve->requests);
            if (!scenario.train)
                QVERIFY2(fits, qPrintable(QString("at most %1 requests").arg(served.largestRequests)));
        }
        if (!scenario.train) return;
        QVERIFY(scenario.train->tokens > 0 && scenario.train->lr > 0);
        const MemoryReport memory = trainingMemory(setup, shippedCatalog());
        // 16 experts × 58 layers per GPU is the reference experiment's point: it does not fit.
        QCOMPARE(memory.fits == Fit::No, key == "reference-baseline");
    }

    /// Totals that the publishers name, which round and now and then count towers or prediction layers;
    /// cached bytes of a further token in bf16 as an independent reference in Python counts them.
    void modelsOf2026AsPublished_data() {
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("active");
        QTest::addColumn<double>("cache");
        QTest::addColumn<double>("held"); // bytes of a sequence that do not grow: windows, states
        const auto row = [](const char* key, double total, double active, double cache, double held) {
            QTest::newRow(key) << total << active << cache << held;
        };
        row("deepseek-v4-flash", 284, 13, 6880, 16982016); // DeepSeek-V4-Flash-284B-A13B
        row("deepseek-v4-pro", 1600, 49, 9848, 25477120);  // DeepSeek-V4-Pro-1.6T-A49B
        row("kimi-k3", 2780, 104, 27648, 449372160);       // Kimi K3's model card: 2.8 T, 104 B
        row("minimax-m3", 428, 23, 137472, 0);             // with the vision tower; active without embeddings
        row("gemma-4-26b-a4b", 25.2, 3.8, 20480, 209715200); // Gemma 4's model card
        row("gemma-4-31b", 30.7, 30.7, 81920, 838860800);    // likewise
        row("glm-5.2", 744, 40, 95232, 0);                   // GLM-5.2's model card
        row("nemotron-3-super", 120, 12, 8192, 170229760);   // Nemotron-3-Super-120B-A12B
    }
    void modelsOf2026AsPublished() {
        QFETCH(double, total);
        QFETCH(double, active);
        Scenario scenario = presetScenario(QTest::currentDataTag());
        scenario.precision.kvCache = DataType::Bf16;
        scenario.parallel = {};
        const Setup setup = setupOf(scenario, shippedCatalog());
        const ParamCounts counts = paramCounts(setup);
        QVERIFY2(std::abs(counts.total / 1e9 / total - 1) < 0.02, qPrintable(QString::number(counts.total)));
        QVERIFY2(std::abs(counts.active / 1e9 / active - 1) < 0.14,
                 qPrintable(QString::number(counts.active)));
        const SequenceCache far = sequenceCache(setup, 1e6);
        QTEST(far.nextToken.base, "cache");
        QFETCH(double, cache);
        QFETCH(double, held);
        const double fixed = far.kept.base - 1e6 * cache + far.states.base;
        QVERIFY2(std::abs(fixed - held) < 1e-6 * held + 1, qPrintable(QString::number(fixed)));
    }

    /// What was never measured is said, of training and of serving.
    void modelsOf2026SayWhatWasNotMeasured() {
        for (const char* key : {"deepseek-v4-flash", "deepseek-v4-pro", "kimi-k3", "minimax-m3"}) {
            Scenario scenario = presetScenario(key);
            const auto says = [&](const char* what) {
                const Report report = evaluate(scenario, shippedCatalog(), Detail::Numbers);
                return std::any_of(report.warnings.begin(), report.warnings.end(),
                                   [&](const Warning& warning) { return warning.id == what; });
            };
            QVERIFY2(says("serve-not-measured"), key);
        }
    }

    /// 2.664 M H800-hours for 14.8 T tokens on 2048 GPUs (DeepSeek-V3 technical report, arXiv 2412.19437, 1).
    void deepSeekAsPublished() {
        const Scenario scenario = presetScenario("deepseek-v3");
        const Report report = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        QVERIFY(std::abs(*report.train->gpuHours / 2.664e6 - 1) < 0.05);
        QVERIFY(report.memory->fits != Fit::No);
        Scenario wide = scenario; // 3.3.3 of the report is what makes it fit
        wide.train->narrowActivations = false;
        QCOMPARE(evaluate(wide, shippedCatalog(), Detail::Numbers).memory->fits, Fit::No);
        wide = scenario;
        wide.train->narrowWeights = false;
        QCOMPARE(evaluate(wide, shippedCatalog(), Detail::Numbers).memory->fits, Fit::No);
        // a name that scripts know
        QCOMPARE(shippedCatalog().preset("deepseek-v3-dualpipe"), shippedCatalog().preset("deepseek-v3"));
    }

    void gpus() {
        const std::vector<const char*> expected = {
            "reference-h100", "h100-sxm",  "h800",     "h200",     "h20",    "a100-80g",     "a100-pcie",
            "a800",           "a40",       "b200",     "gb200",    "b300",   "gb300",        "rtx4090",
            "a100-40g",       "h100-pcie", "h100-nvl", "h200-nvl", "l40s",   "rtx-pro-6000", "rtx5090",
            "mi250x-gcd",     "mi300x",    "mi325x",   "mi350x",   "mi355x", "tpu-v4",       "tpu-v5e",
            "tpu-v5p",        "tpu-v6e",   "tpu-7x",   "gaudi2",   "gaudi3", "ascend-910b",  "ascend-910c",
            "trn1",           "trn1-core", "trn2",     "trn3"};
        QCOMPARE(shippedCatalog().gpus.size(), expected.size());
        for (const char* key : expected) {
            const GpuSpec* gpu = shippedCatalog().gpu(key);
            QVERIFY2(gpu, key);
            QVERIFY2(!gpu->source.empty() && !gpu->label.empty(), key);
            QVERIFY2(gpu->fp8.base == 0 || gpu->fp8 >= gpu->bf16, key);
        }
        QVERIFY(!shippedCatalog().gpu("no such GPU"));
        // Dense peaks: Blackwell data sheets lead with twice that.
        QCOMPARE(shippedCatalog().gpu("b200")->bf16 / Tflops, 2250.0);
        QCOMPARE(shippedCatalog().gpu("a100-80g")->fp8.base, 0.0);
        // dgxc-benchmarking and MLPerf's system descriptions: HBM of the HGX parts, ConnectX-7 beside GB200.
        QCOMPARE(shippedCatalog().gpu("b200")->hbm / GBps, 7700.0);
        QCOMPARE(shippedCatalog().gpu("b300")->hbm / GBps, 7700.0);
        QCOMPARE(shippedCatalog().gpu("gb200")->nic / GBps, 50.0);
        QCOMPARE(shippedCatalog().gpu("b200")->fp4 / Tflops, 9000.0);
        // Rates of products against B200's, of 675 equal shapes in operator tables; FP4 apart.
        const GpuSpec& first = *shippedCatalog().gpu("b200");
        const auto rated = [&](const char* key, double wide, double four) {
            const GpuSpec& gpu = *shippedCatalog().gpu(key);
            const double rate = gpu.clockFactor * (gpu.bf16 / first.bf16);
            return std::abs(rate - wide) < 5e-3 && std::abs(rate * gpu.fp4Factor - four) < 5e-3;
        };
        QVERIFY(rated("b200", 1, 1) && rated("gb200", 1.07, 1.07));
        QVERIFY(rated("b300", 1.07, 1.19) && rated("gb300", 1.23, 1.28));
        // Figures without a document are named.
        QCOMPARE(shippedCatalog().gpu("gaudi2")->uncited, std::string("fp8_tflops nic_gbps"));
        QCOMPARE(shippedCatalog().gpu("mi300x")->topology, Topology::FullMesh);
        QCOMPARE(shippedCatalog().gpu("h100-sxm")->memory / MiB, 81559.0);
    }

    void clusters() {
        QVERIFY(!shippedCatalog().clusters.empty());
        for (const ClusterPreset& cluster : shippedCatalog().clusters) {
            Scenario scenario = presetScenario("seed-dense");
            for (const auto& [key, text] : cluster.set) {
                const Problems problems = setField(scenario, key, text);
                QVERIFY2(problems.empty(), toString(problems).c_str());
            }
            QVERIFY2(shippedCatalog().gpu(scenario.gpu.preset), cluster.key.c_str());
        }
    }

    void overridesReplaceThePreset() {
        Case c{presetScenario("seed-dense")};
        c.scenario.gpu.memoryGib = 40;
        c.scenario.gpu.mfu = 0.5;
        c.scenario.cluster.nicGbps = 50;
        c.scenario.cluster.nicsPerNode = 4;
        const Setup setup = c.setup();
        QCOMPARE(setup.gpu.memory / GiB, 40.0);
        QCOMPARE(setup.gpu.mfu, 0.5);
        QCOMPARE(setup.gpu.bf16 / Tflops, 312.0);
        QCOMPARE(setup.nic / GBps, 25.0); // four adapters for eight GPUs
        QCOMPARE(setup.nvlink / GBps, 300.0);
    }
};

MOE_TEST(PresetsTest)
#include "presets_test.moc"
