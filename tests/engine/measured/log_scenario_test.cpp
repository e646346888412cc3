// SPDX-License-Identifier: GPL-3.0-or-later
// Logs become scenarios: shapes, layout, what is assumed, what was measured.

#include "models/engine/evaluate.h"
#include "models/engine/logs/log_scenario.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

constexpr const char* kRun =
    " [2026-01-02 03:04:05] iteration 20/ 100 | elapsed time per iteration (ms): 900 | lm loss: 9 |\n"
    " [2026-01-02 03:04:06] iteration 40/ 100 | elapsed time per iteration (ms): 400 | lm loss: 8 |\n"
    " [2026-01-02 03:04:07] iteration 60/ 100 | elapsed time per iteration (ms): 410 | lm loss: 7 |\n"
    " [2026-01-02 03:04:08] iteration 80/ 100 | elapsed time per iteration (ms): 420 | lm loss: 6 |\n";

double measured(const LogScenario& made, const std::string& key) {
    for (const Measured& one : made.measured) {
        if (one.quantity->key == key) return one.value;
    }
    return 0;
}

LogScenario fromText(const std::string& text) {
    return valueOf(scenarioFromLog(readMegatronLog(text, "folder/run.log"), shippedCatalog()));
}

} // namespace

class LogScenarioTest : public QObject {
    Q_OBJECT

private slots:
    /// Every number of a log is checked before anything reckons with it or makes room for it, and each is
    /// named with its place.
    void numbersOutOfRangeAreRefusedInPlace_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* line, const char* says) { QTest::newRow(line) << line << says; };
        row("  tensor_model_parallel_size ....... 0",
            "run.log:2:38: tensor_model_parallel_size: must be a whole number from 1 to 1024, got \"0\"");
        row("--pipeline-model-parallel-size 0", "run.log:2:32: pipeline_model_parallel_size: must be");
        row("--pipeline-model-parallel-size 4294967296", "pipeline_model_parallel_size: must be");
        row("--context-parallel-size=0", "run.log:2:25: context_parallel_size: must be");
        row("--num-virtual-stages-per-pipeline-rank 1e9", "num_virtual_stages_per_pipeline_rank: must be");
        row("--make-vocab-size-divisible-by 0",
            "make_vocab_size_divisible_by: must be a whole number from 1 to 65536, got \"0\"");
        row("--make-vocab-size-divisible-by 1e-320", "make_vocab_size_divisible_by: must be");
        row("--num-experts 4294967296", "num_experts: must be a whole number from 1 to 65536");
        row("--num-experts -1", "num_experts: must be");
        row("--num-layers 2.5", "num_layers: must be a whole number from 1 to 1000");
        row("--hidden-size many", "hidden_size: must be a whole number from 64 to 65536, got \"many\"");
        row("--lr inf", "lr: must be a number from 1e-07 to 1, got \"inf\"");
        row("export TP=0", "run.log:2:11: TP: must be");
        row("export PP=0", "run.log:2:11: PP: must be");
        row("export CP=0", "run.log:2:11: CP: must be");
        row("using world size: 44444444444444444444, data-parallel size: 2",
            "run.log:2:19: world_size: must be a whole number from 1 to 1000000");
        row("using world size: 16, data-parallel size: -3", "run.log:2:43: data_parallel_size: must be");
        row(" > padded vocab (size: 50257) with 1 dummy tokens (new size: 1e300)",
            "run.log:2:62: padded_vocab_size: must be");
        row(" iteration 6/ 1e300 | global batch size: 1e300 | elapsed time per iteration (ms): 5 |",
            "run.log:2:1: global_batch_size: must be");
    }
    void numbersOutOfRangeAreRefusedInPlace() {
        QFETCH(QString, line);
        QFETCH(QString, says);
        const std::string shape = "--num-layers 8 --hidden-size 64 --num-attention-heads 4 --seq-length 128 "
                                  "--micro-batch-size 1 ";
        const std::string batch = line.contains("global batch") ? "\n" : "--global-batch-size 8\n";
        const std::string text =
            shape + batch + line.toStdString() +
            "\n > number of parameters on (tensor, pipeline) model parallel rank (0, 0): 1204838912\n";
        const Result<LogScenario> made = scenarioFromLog(readMegatronLog(text, "run.log"), shippedCatalog());
        QVERIFY(!made);
        const std::string problems = toString(made.error());
        QVERIFY2(QString::fromStdString(problems).contains(says), problems.c_str());
    }

    void allNumbersOutOfRangeAreNamedAtOnce() {
        const Result<LogScenario> made =
            scenarioFromLog(readMegatronLog("--num-layers 0 --tensor-model-parallel-size 0\n"
                                            "--make-vocab-size-divisible-by 0 --num-experts 0 --lr -1\n",
                                            "run.log"),
                            shippedCatalog());
        QVERIFY(!made);
        const QString problems = QString::fromStdString(toString(made.error()));
        for (const char* key :
             {"1:14: num_layers", "1:45: tensor_model", "2:32: make_vocab", "2:48: num_experts", "2:55: lr"})
            QVERIFY2(problems.contains(QString("run.log:%1").arg(key)), problems.toUtf8().constData());
        QVERIFY(problems.contains("hidden_size: is needed"));
        QVERIFY(!problems.contains("num_layers: is needed"));
    }

    /// What a script works out is a number; torchrun takes words, which say none.
    void wordsOfScriptsSayNothing() {
        const LogScenario made =
            fromText("export TP=$((1+1))\ntorchrun --nproc_per_node gpu\n--num-layers 2\n--hidden-size 64\n"
                     "--num-attention-heads 4\n--seq-length 128\n--nnodes 1:4\n--micro-batch-size 1\n"
                     "--global-batch-size 8\n--lr 1e-3\n");
        QCOMPARE(made.scenario.parallel.tp, Count(2));
        QCOMPARE(made.scenario.cluster.gpus, Count(8));
    }

    void argumentsBecomeKeys() {
        const LogScenario made = fromText(
            std::string(
                "--num-layers 16\n--hidden-size 1024\n--num-attention-heads 32\n--seq-length 4096\n"
                "--swiglu\n--ffn-hidden-size 4096\n--normalization RMSNorm\n--disable-bias-linear\n"
                "--position-embedding-type rope\n--untie-embeddings-and-output-weights\n"
                "--multi-latent-attention\n--q-lora-rank 1536\n--kv-lora-rank 512\n--qk-head-dim 128\n"
                "--qk-pos-emb-head-dim 64\n--v-head-dim 128\n--mtp-num-layers 1\n"
                "--num-experts 32\n--moe-router-topk 4\n--moe-ffn-hidden-size 1024\n"
                "--moe-shared-expert-intermediate-size 1024\n--moe-layer-freq ([0]*1+[1]*15)\n"
                "--moe-router-num-groups 4\n--moe-router-group-topk 2\n"
                "--tensor-model-parallel-size 2\n--pipeline-model-parallel-size 2\n"
                "--num-virtual-stages-per-pipeline-rank 4\n--expert-model-parallel-size 4\n"
                "--expert-tensor-parallel-size 1\n--sequence-parallel\n--use-distributed-optimizer\n"
                "--overlap-grad-reduce\n--cross-entropy-loss-fusion\n--attention-backend unfused\n"
                "--micro-batch-size 4\n--global-batch-size 32\n--attention-dropout 0.0\n"
                "--hidden-dropout 0.0\n--recompute-granularity selective\n"
                "--recompute-modules moe_act layernorm\n--lr 0.00015\n"
                " > padded vocab (size: 50257) with 1455 dummy tokens (new size: 51712)\n"
                "using world size: 8, data-parallel size: 2, context-parallel size: 1\n") +
            kRun);
        const Scenario expected = scenarioOf(
            "name: run.log\n"
            "model: {layers: 16, dense_layers: 1, mtp_layers: 1, hidden: 1024, ffn: 4096, heads: 32, "
            "attention: mla,\n"
            "        q_rank: 1536, kv_rank: 512, nope_dim: 128, rope_dim: 64, v_dim: 128, vocab: 51712, "
            "sequence: 4096}\n"
            "moe: {experts: 32, top_k: 4, expert_ffn: 1024, shared_ffn: 1024, groups: 4, group_limit: 2}\n"
            "train: {tokens: 13107200, global_batch: 32, micro_batch: 4, lr: 0.00015, attention_kernel: "
            "unfused, loss: jit,\n"
            "        recompute: [layernorm, moe_act]}\n"
            "cluster: {gpus: 8}\n"
            "parallel: {tp: 2, pp: 2, vpp: 4, ep: 4, dp: 2, sequence_parallel: true}\n");
        QVERIFY(!made.scenario.assumed.empty());
        Scenario said = made.scenario;
        said.assumed.clear();
        QCOMPARE(QString::fromStdString(scenarioText(said)), QString::fromStdString(scenarioText(expected)));
        // Warm: after the first third, 400 to 420 ms.
        QCOMPARE(measured(made, "step_seconds"), 0.410);
        QVERIFY(std::any_of(made.assumptions.begin(), made.assumptions.end(), [](const Message& assumption) {
            const std::string text = toString(assumption);
            return text.find("GPU h100-sxm: the file names none") == 0;
        }));
    }

    /// As nvidia-smi prints them: another memory is another GPU, and a GPU that the catalogue lacks is said.
    void gpusAreToldApart_data() {
        QTest::addColumn<QString>("printed");
        QTest::addColumn<QString>("gpu");
        const auto row = [](const char* printed, const char* gpu) {
            QTest::newRow(printed) << printed << gpu;
        };
        row("NVIDIA A100-SXM4-40GB", "a100-40g");
        row("NVIDIA A100-SXM4-80GB", "a100-80g");
        row("NVIDIA A100 80GB PCIe", "a100-pcie");
        row("NVIDIA H100 80GB HBM3", "h100-sxm");
        row("NVIDIA H100 PCIe", "h100-pcie");
        row("NVIDIA H100 NVL", "h100-nvl");
        row("NVIDIA H200", "h200");
        row("NVIDIA H200 NVL", "h200-nvl");
        row("NVIDIA H20", "h20");
        row("NVIDIA L40S", "l40s");
        row("NVIDIA RTX PRO 6000 Blackwell Server Edition", "rtx-pro-6000");
        row("NVIDIA GB200", "gb200");
        row("NVIDIA GH200 480GB", "");
        row("NVIDIA V100-SXM2-32GB", "");
    }
    void gpusAreToldApart() {
        QFETCH(QString, printed);
        QFETCH(QString, gpu);
        const GpuSpec* named = shippedCatalog().gpuNamed(printed.toStdString());
        QCOMPARE(QString::fromStdString(named ? named->key : ""), gpu);
        const LogScenario made =
            fromText("|   0  " + printed.toStdString() +
                     "  On  |\n--num-layers 2\n--hidden-size 64\n--num-attention-heads 4\n"
                     "--seq-length 128\n--vocab-size 100\n--micro-batch-size 1\n"
                     "--global-batch-size 8\n" +
                     kRun);
        const bool said =
            std::any_of(made.assumptions.begin(), made.assumptions.end(), [&](const Message& one) {
                return toString(one).find(printed.toStdString() + ", which is not in the catalogue") !=
                       std::string::npos;
            });
        QCOMPARE(said, gpu.isEmpty());
        if (!said) QCOMPARE(QString::fromStdString(made.scenario.gpu.preset), gpu);
    }

    void whatIsMissingIsNamed() {
        const Result<LogScenario> made = scenarioFromLog(readMegatronLog(kRun, "run.log"), shippedCatalog());
        QVERIFY(!made);
        const QString problems = QString::fromStdString(toString(made.error()));
        for (const char* key : {"num_layers", "hidden_size", "num_attention_heads", "seq_length",
                                "micro_batch_size", "global_batch_size"})
            QVERIFY2(problems.contains(QString("run.log: %1: is needed").arg(key)), key);
    }

    /// 8 x A100-SXM4-80GB, October 2024: the logs alone give the scenarios of the measured cases, the padded
    /// vocabulary of 128256 out of the number of parameters, and the memory within a per cent.
    void publishedLogs_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("preset");
        QTest::addColumn<double>("milliseconds");
        QTest::newRow("dense") << "dense.log"
                               << "seed-dense" << 229.2;
        QTest::newRow("64 experts") << "dmoe_ep4.log"
                                    << "seed-moe64" << 437.2;
    }
    void publishedLogs() {
        QFETCH(QString, file);
        QFETCH(QString, preset);
        QFETCH(double, milliseconds);
        const std::string text = sharedText("data/megatron-logs/" + file.toStdString());
        MOE_NEED_SHARED(text, "data/megatron-logs");
        const LogScenario made = fromText(text);
        QVERIFY(validate(made.scenario, shippedCatalog()).empty());
        const Scenario known = presetScenario(preset.toStdString());
        ModelSpec model = made.scenario.model;
        model.ffn = known.model.ffn;         // the preset leaves the unused dense width of an MoE out
        model.headDim = known.model.headDim; // hidden / heads when absent
        QVERIFY(model == known.model);
        QCOMPARE(made.scenario.moe, known.moe);
        QCOMPARE(made.scenario.gpu.preset, known.gpu.preset);
        QCOMPARE(made.scenario.parallel.ep, known.parallel.ep);
        QCOMPARE(made.scenario.train->zero, Count(1));
        QCOMPARE(made.scenario.train->stack, Stack::Megatron2024);
        QCOMPARE(measured(made, "step_seconds"), milliseconds / 1000);
        const Report report = evaluate(made.scenario, shippedCatalog(), Detail::Numbers);
        for (const char* key : {"allocated_bytes", "peak_bytes"}) {
            const double predicted = *findCaseQuantity(key)->predicted(report, 0);
            QVERIFY2(std::abs(predicted / measured(made, key) - 1) < 0.01, key);
        }
    }

    /// "Number of parameters in most loaded shard" is not divided by EP and leaves the router out; a bucket
    /// of the output layer alone (65 667 072 = 128 256 · 512 elements) is exact.
    void theVocabularyDoesNotDependOnExpertParallelism_data() {
        QTest::addColumn<int>("ep");
        QTest::addColumn<bool>("buckets");
        for (const int ep : {1, 2, 4, 8})
            for (const bool buckets : {true, false})
                QTest::addRow("EP %d%s", ep, buckets ? ", buckets" : "") << ep << buckets;
    }
    void theVocabularyDoesNotDependOnExpertParallelism() {
        QFETCH(int, ep);
        QFETCH(bool, buckets);
        const std::string text = sharedText("data/megatron-logs/dmoe_ep4.log");
        MOE_NEED_SHARED(text, "data/megatron-logs");
        QString changed = QString::fromStdString(text);
        changed.replace("expert-model-parallel-size 4", QString("expert-model-parallel-size %1").arg(ep));
        QStringList lines = changed.split('\n');
        for (QString& line : lines) {
            if (line.contains("expert_model_parallel_size")) line.replace(" 4", QString(" %1").arg(ep));
            if (line.contains("number of parameters on (tensor")) line.clear();
            if (!buckets && line.contains("Params for bucket")) line.clear();
        }
        const LogScenario made = fromText(lines.join('\n').toStdString());
        QCOMPARE(made.scenario.parallel.ep, Count(ep));
        QCOMPARE(made.scenario.model.vocab, Count(128256));
        QVERIFY(made.scenario.leftOut.empty());
    }

    /// A count that would take a vocabulary no model has is not taken for one.
    void aVocabularyBeyondReasonIsAProblem() {
        const std::string shape = "--num-layers 8\n--hidden-size 64\n--num-attention-heads 4\n--seq-length "
                                  "128\n--micro-batch-size 1\n"
                                  "--global-batch-size 8\n--untie-embeddings-and-output-weights\n";
        const auto problems = [&](const std::string& more) {
            const auto made =
                scenarioFromLog(readMegatronLog(shape + more + kRun, "run.log"), shippedCatalog());
            return made ? QString() : QString::fromStdString(toString(made.error()));
        };
        const std::string onRank =
            " > number of parameters on (tensor, pipeline) model parallel rank (0, 0): 1204838912\n";
        QVERIFY2(problems(onRank).contains("run.log:8:1: padded_vocab_size: would be 94"),
                 qPrintable(problems(onRank)));
        QVERIFY(problems("Number of parameters in most loaded shard in billions: 0.0001\n")
                    .contains("run.log:8:1: padded_vocab_size: would be -"));
        QVERIFY(problems("Number of parameters in most loaded shard in billions: 1e300\n")
                    .contains("padded_vocab"));
        QVERIFY(problems(onRank + "--padded-vocab-size 50304\n").isEmpty());
        QVERIFY(problems("--vocab-size 50257\n").isEmpty());
    }
};

MOE_TEST(LogScenarioTest)
#include "log_scenario_test.moc"
