// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM training logs: whole, wrapped, interleaved and damaged.

#include "data/import.h"
#include "data/megatron_log.h"
#include "tests/support/registry.h"

#include <QTest>

#include <random>

using namespace moe;

namespace {

constexpr const char* kLine = " [2024-10-24 21:02:27] iteration       40/   40000 | consumed samples: 2560 | "
                              "elapsed time per iteration "
                              "(ms): 235.9 | throughput per GPU (TFLOP/s/GPU): 82.4 | learning rate: "
                              "2.400000E-05 | global batch size:    "
                              "64 | lm loss: 1.081154E+01 | load_balancing_loss: 1.314004E+00 | loss scale: "
                              "1.0 | grad norm: 2.226 | num "
                              "zeros: 56775512.0 | params norm: 315.029 | number of skipped iterations:   1 "
                              "| number of nan iterations:   "
                              "2 |\n";

std::string argument(const MegatronLog& log, const char* name) {
    const auto found = log.arguments.find(name);
    return found == log.arguments.end() ? "(absent)" : found->second.text;
}

} // namespace

class MegatronLogTest : public QObject {
    Q_OBJECT

private slots:
    /// As Primus writes them (AMD-AGI/Primus, print_rank_last_patches.py).
    void primusLinesAreRead() {
        const MegatronLog log = readMegatronLog(
            "[20251121 12:10:29][rank-31/32][INFO ] [--------trainer.py:2488] :  iteration    12125/   36000 "
            "| "
            "consumed samples:      3104000 | elapsed time per iteration (ms): 2701.3/2712.7 | hip mem "
            "usage/free/total/usage_ratio: 227.35GB/28.63GB/255.98GB/88.81% | throughput per GPU "
            "(TFLOP/s/GPU): "
            "210.5/217.3 | tokens per GPU (tokens/s/GPU): 12130.4/12525.5 | learning rate: 1.587349E-04 | "
            "global "
            "batch size:   256 | lm loss: 2.352391E+00 | loss scale: 1.0 | grad norm: 0.132 | number of "
            "skipped "
            "iterations:   0 | number of nan iterations:   0 |\n",
            "primus.log");
        QVERIFY2(log.problems.empty(), toString(log.problems).c_str());
        QCOMPARE(log.iterations.size(), std::size_t(1));
        QCOMPARE(log.iterations[0].iteration, 12125.0);
        QCOMPARE(log.iterations[0].milliseconds, 2701.3);
        QCOMPARE(log.iterations[0].tflops, 210.5);
        QCOMPARE(log.iterations[0].globalBatch, 256.0);
        QCOMPARE(log.printed.at("world_size").text, std::string("32"));
        QCOMPARE(log.year, 2025);
        QVERIFY(std::abs(*log.deviceUsed / GiB - 227.35) < 1e-9);
    }

    void aLineGivesEverySeries() {
        const MegatronLog log = readMegatronLog(kLine, "run.log");
        QVERIFY2(log.problems.empty(), toString(log.problems).c_str());
        QCOMPARE(log.iterations.size(), std::size_t(1));
        const MegatronIteration& row = log.iterations[0];
        QCOMPARE(row.iteration, 40.0);
        QCOMPARE(row.total, 40000.0);
        QCOMPARE(row.milliseconds, 235.9);
        QCOMPARE(row.tflops, 82.4);
        QCOMPARE(row.learningRate, 2.4e-5);
        QCOMPARE(row.globalBatch, 64.0);
        QCOMPARE(row.lmLoss, 10.81154);
        QCOMPARE(row.loadBalancingLoss, 1.314004);
        QCOMPARE(row.lossScale, 1.0);
        QCOMPARE(row.gradNorm, 2.226);
        QCOMPARE(row.zeros, 56775512.0);
        QCOMPARE(row.paramsNorm, 315.029);
        QCOMPARE(row.skipped, 1.0);
        QCOMPARE(row.nan, 2.0);
        QCOMPARE(log.year, 2024);
    }

    /// A terminal cuts lines anywhere; what belongs together is read as one.
    void wrappedLinesAreJoined() {
        const std::string line = kLine;
        for (std::size_t width : {80, 97, 121, 254}) {
            std::string wrapped;
            for (std::size_t at = 0; at < line.size(); at += width) wrapped += line.substr(at, width) + "\n";
            const MegatronLog log = readMegatronLog(wrapped, "run.log");
            QCOMPARE(log.iterations.size(), std::size_t(1));
            QCOMPARE(log.iterations[0].lmLoss, 10.81154);
            QCOMPARE(log.iterations[0].nan, 2.0);
        }
        const MegatronLog log = readMegatronLog("MODEL_ARGS: --disable-bias-linear --seq-length 2048 "
                                                "--num-layers 24 --hidden-size 512 --ffn-hidden-siz\n"
                                                "e 1792 --swiglu\n\nMOE_ARGS: --num-experts 64\n" +
                                                    line,
                                                "run.log");
        QCOMPARE(argument(log, "ffn_hidden_size"), std::string("1792"));
        QCOMPARE(argument(log, "swiglu"), std::string("True"));
        QCOMPARE(argument(log, "num_experts"), std::string("64"));
    }

    void argumentsAndExports() {
        const MegatronLog log =
            readMegatronLog("#!/bin/bash\n"
                            "export TP=2\n# export EP=8\nexport VPP=\"none\"\n"
                            "MBSZ=8\nMODEL_ARGS=(\n    --num-layers 24\n    --swiglu\n"
                            "    --micro-batch-size ${MBSZ}\n    --lr $LR\n)\n"
                            "  num_layers ...................................... 32\n"
                            "  recompute_granularity ........................... None\n"
                            "    model-and-optimizer-setup ......................: (245.01, 247.40)\n",
                            "run.sh");
        QCOMPARE(argument(log, "num_layers"), std::string("32")); // the program's own dump wins
        QCOMPARE(argument(log, "swiglu"), std::string("True"));
        QCOMPARE(argument(log, "micro_batch_size"), std::string("8"));
        QCOMPARE(argument(log, "lr"), std::string("(absent)"));
        QCOMPARE(argument(log, "recompute_granularity"), std::string("None"));
        QCOMPARE(log.exports.at("TP").text, std::string("2"));
        QCOMPARE(log.exports.at("VPP").text, std::string("none"));
        QCOMPARE(log.exports.count("EP"), std::size_t(0));
    }

    /// What launchers set before each line is none of it (srun -l, torchrun, mpirun, Ray).
    void ranksBeforeLinesAreCut_data() {
        QTest::addColumn<QByteArray>("prefix");
        for (const char* prefix :
             {"0: ", " 3: ", "[default0]: ", "[rank7]:", "[1,0]<stdout>:", "(WorkerDict pid=459776) "})
            QTest::newRow(prefix) << QByteArray(prefix);
    }
    void ranksBeforeLinesAreCut() {
        QFETCH(QByteArray, prefix);
        const std::string before = prefix.toStdString();
        std::string text;
        for (const char* line :
             {"  num_layers ...................................... 32",
              " [2025-03-02 10:01:11.123456] iteration        1/      50 | consumed samples:          256 | "
              "elapsed time per iteration (ms): 3700.0 | global batch size:   256 |",
              "[Rank 0] (after 1 iterations) memory (MB) | allocated: 31000.1 | max allocated: 55321.5 | "
              "reserved: 60000.0 | max reserved: 60012.0"})
            text += before + line + "\n";
        const MegatronLog log = readMegatronLog(text, "slurm.out");
        QVERIFY2(log.problems.empty(), toString(log.problems).c_str());
        QCOMPARE(argument(log, "num_layers"), std::string("32"));
        QCOMPARE(log.iterations.size(), std::size_t(1));
        QCOMPARE(log.iterations.front().milliseconds, 3700.);
        QVERIFY(log.maxAllocated);
    }

    void severalAssignmentsOnALine() {
        const MegatronLog log =
            readMegatronArguments("TP=1; PP=16; EP=64\nNOTE=\"a; b\"\nCP=2 # was; CP=4\ntorchrun "
                                  "pretrain_gpt.py --num-layers 61 --hidden-size 7168 "
                                  "--tensor-model-parallel-size $TP --pipeline-model-parallel-size $PP\n",
                                  "run.sh");
        QCOMPARE(argument(log, "tensor_model_parallel_size"), std::string("1"));
        QCOMPARE(argument(log, "pipeline_model_parallel_size"), std::string("16"));
        QCOMPARE(log.exports.at("EP").text, std::string("64"));
        QCOMPARE(log.exports.at("NOTE").text, std::string("a; b"));
        QCOMPARE(log.exports.at("CP").text, std::string("2")); // the rest is a remark
    }

    /// The place of each value: of a flag also where a terminal cut the line.
    void valuesHaveAPlace() {
        const std::string wide(60, 'x');
        const MegatronLog log = readMegatronLog("export TP=0\n"
                                                "MODEL_ARGS: --num-layers 24 --tokenizer-model " +
                                                    wide +
                                                    " --num-exp\n"
                                                    "erts 64 --swiglu --lr=1e-4\n"
                                                    "  hidden_size ......... 512\n"
                                                    "using world size: 16, data-parallel size: 8\n",
                                                "run.log");
        const auto place = [](const ArgumentMap& map, const char* name) {
            const Place at = map.at(name).place;
            return std::pair(at.line, at.column);
        };
        QCOMPARE(place(log.exports, "TP"), std::pair(1, 11));
        QCOMPARE(place(log.arguments, "num_layers"), std::pair(2, 26));
        QCOMPARE(place(log.arguments, "num_experts"), std::pair(3, 6));
        QCOMPARE(place(log.arguments, "lr"), std::pair(3, 23));
        QCOMPARE(place(log.arguments, "hidden_size"), std::pair(4, 25));
        QCOMPARE(place(log.printed, "data_parallel_size"), std::pair(5, 43));
    }

    void memoryAndSizes() {
        const MegatronLog log = readMegatronLog(
            "Theoretical memory footprints: weight and optimizer=1524.73 MB\n"
            " > number of parameters on (tensor, pipeline) model parallel rank (0, 0): 1204838912\n"
            "using world size: 16, data-parallel size: 8, context-parallel size: 1\n"
            "[Rank 0] (after 20 iterations) memory (MB) | allocated: 10.5 | max allocated: 20 | reserved: 30 "
            "| max reserved: 40\n"
            "[Rank 8] (after 20 iterations) memory (MB) | allocated: 11.5 | max allocated: 19 | reserved: 30 "
            "| max reserved: 40\n"
            "|   5  NVIDIA A100-SXM4-80GB          On  | 00000000:CA:00.0 Off |\n"
            "| N/A   54C    P0             201W / 400W |  45634MiB / 81920MiB |     97%\n",
            "x");
        QCOMPARE(*log.allocated / MiB, 11.5);
        QCOMPARE(*log.maxAllocated / MiB, 20.0);
        QCOMPARE(*log.maxReserved / MiB, 40.0);
        QCOMPARE(*log.theoreticalState / MiB, 1524.73);
        QCOMPARE(*log.paramsOnRank, 1204838912.0);
        QCOMPARE(log.printed.at("world_size").text, std::string("16"));
        QCOMPARE(log.printed.at("data_parallel_size").text, std::string("8"));
        QCOMPARE(log.gpuName, std::string("NVIDIA A100-SXM4-80GB"));
        QCOMPARE(*log.deviceUsed / MiB, 45634.0);
    }

    void problemsAreLocated_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no number")
            << " iteration 20/ 40 | elapsed time per iteration (ms): fast | lm loss: 1 |\n"
            << "x:1:54: elapsed time per iteration (ms): expected a number, got \"fast\"";
        QTest::newRow("cut off") << "\n iteration 20/ 40 | consumed samples: 12\n"
                                 << "x:2:1: elapsed time per iteration (ms): is missing";
        QTest::newRow("restart") << " iteration 40/ 80 | elapsed time per iteration (ms): 1 |\n"
                                    " iteration 20/ 80 | elapsed time per iteration (ms): 2 |\n"
                                 << "x:2:12: iteration: goes back";
        QTest::newRow("nothing") << "hello\n"
                                 << "x:1:1: expected \"iteration N/ M";
        QTest::newRow("memory") << "[Rank 0] memory (MB) | allocated: lots |\n"
                                << "x:1:1: memory (MB): expected";
    }
    void problemsAreLocated() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const MegatronLog log = readMegatronLog(text.toStdString(), "x");
        const QString problems = QString::fromStdString(toString(log.problems));
        QVERIFY2(problems.contains(says), qPrintable(problems));
    }

    void onlyTheLastRunCounts() {
        const MegatronLog log = readMegatronLog(" iteration 40/ 80 | elapsed time per iteration (ms): 1 |\n"
                                                " iteration 20/ 80 | elapsed time per iteration (ms): 2 |\n"
                                                " iteration 40/ 80 | elapsed time per iteration (ms): 3 |\n",
                                                "x");
        QCOMPARE(log.iterations.size(), std::size_t(3));
        QCOMPARE(log.lastRun().size(), std::size_t(2));
        QCOMPARE(log.lastRun()[0].milliseconds, 2.0);
    }

    /// Cut anywhere or full of noise, a log never crashes the reader.
    void survivesDamage() {
        const std::string whole = std::string("MODEL_ARGS: --num-layers 24 --lr\nexport TP=1\n  a .. b\n") +
                                  kLine +
                                  "[Rank 0] memory (MB) | allocated: 1 |\n| NVIDIA A100  x| 1MiB / 2MiB |\n";
        for (std::size_t end = 0; end <= whole.size(); ++end) readMegatronLog(whole.substr(0, end), "x");
        std::mt19937 random(3);
        for (int i = 0; i < 2000; ++i) {
            std::string damaged = whole;
            for (int k = 0; k < 8; ++k) damaged[random() % damaged.size()] = static_cast<char>(random());
            readMegatronLog(damaged, "x");
        }
        readMegatronLog(std::string(1 << 20, '|'), "x");
        readMegatronLog(std::string(1 << 20, '-'), "x");
    }

    void isImported() {
        const ImportSummary summary = summarise(kLine, "run.log");
        QCOMPARE(summary.kind, std::string("Megatron-LM training log"));
        QCOMPARE(summary.rows, std::size_t(1));
        QVERIFY(!summary.rejected && summary.problems.empty());
    }

    void publishedLogs() {
        const std::string dense = moe::test::sharedText("data/megatron-logs/dense.log");
        const std::string experts = moe::test::sharedText("data/megatron-logs/dmoe_ep4.log");
        MOE_NEED_SHARED(experts, "data/megatron-logs");
        const MegatronLog a = readMegatronLog(dense, "dense.log"),
                          b = readMegatronLog(experts, "dmoe_ep4.log");
        QVERIFY2(a.problems.empty() && b.problems.empty(), toString(b.problems).c_str());
        QCOMPARE(a.iterations.size(), std::size_t(10));
        QCOMPARE(b.iterations.size(), std::size_t(13));
        QCOMPARE(argument(b, "ffn_hidden_size"), std::string("1792")); // wrapped in the middle of the flag
        QCOMPARE(argument(b, "moe_router_topk"), std::string("1"));
        QCOMPARE(argument(b, "use_distributed_optimizer"), std::string("True"));
        QCOMPARE(a.exports.at("GBSZ").text, std::string("64"));
        QCOMPARE(b.iterations[12].loadBalancingLoss, 0.9977578);
        QCOMPARE(*a.maxAllocated / MiB, 20561.49462890625);
        QVERIFY(b.attentionMask.value_or(false));
    }

    /// A shell array ends with ')'; lists keep their brackets, remarks are no values.
    void bracketsOfListsStay() {
        const MegatronLog log = readMegatronArguments("MODEL_ARGS=(--num-layers 24 --swiglu # gated\n"
                                                      "  --hidden-size 64\n"
                                                      "  --moe-layer-freq ([0]*3+[1]*21)\n"
                                                      "  --window-size (128, 0) --layout (tt|)*29,m|L\n"
                                                      "  --freq $FREQ --bf16)\n",
                                                      "model.sh");
        QVERIFY(log.problems.empty());
        QCOMPARE(argument(log, "num_layers"), std::string("24"));
        QCOMPARE(argument(log, "swiglu"), std::string("True"));
        QCOMPARE(argument(log, "moe_layer_freq"), std::string("([0]*3+[1]*21)"));
        QCOMPARE(argument(log, "window_size"), std::string("(128, 0)"));
        QCOMPARE(argument(log, "layout"), std::string("(tt|)*29,m|L"));
        QCOMPARE(argument(log, "bf16"), std::string("True"));
        QCOMPARE(argument(log, "freq"), std::string("(absent)"));
        QCOMPARE(log.unexpanded.at("freq").text, std::string("$FREQ"));
    }

    /// Only a bucket of the output layer or the embedding alone tells their size.
    void bucketsOfTheVocabulary() {
        const auto bucket = [](const std::string& text) {
            return readMegatronLog(text, "a.log").embeddingBucket;
        };
        const std::string head =
            "Params for bucket 1 (65667072 elements):\n        module.output_layer.weight\n";
        QCOMPARE(bucket(head), std::optional<double>(65667072));
        QCOMPARE(bucket("Params for bucket 1 (65667072 elements, 65667200 padded size):\n"
                        "\tmodule.embedding.word_embeddings.weight\nParams for bucket 2 (7 elements):\n"),
                 std::optional<double>(65667072));
        QVERIFY(!bucket(head + "        module.decoder.final_layernorm.weight\n"));
        for (const char* text : {"Params for bucket", "Params for bucket 1 (",
                                 "Params for bucket 1 (-5 elements):\n"
                                 "  module.output_layer.weight",
                                 "Params for bucket 1 (many elements):\n"
                                 "  module.output_layer.weight",
                                 "Params for bucket 1 (5 elements):"})
            QVERIFY2(!bucket(text), text);
    }

    void argumentsAlone() {
        QVERIFY(isMegatronArguments("--num-layers 2\n--hidden-size 64\n"));
        QVERIFY(isMegatronArguments("  num_layers .... 2\n  hidden_size .... 64\n"));
        QVERIFY(!isMegatronArguments("--num-layers 2\n"));
        QVERIFY(!isMegatronArguments("num_layers: 2\nhidden_size: 64\n"));
        QVERIFY(!isMegatronArguments(""));
        QCOMPARE(readMegatronLog("--num-layers 2\n", "a.log").problems.size(), std::size_t(1));
    }
};

MOE_TEST(MegatronLogTest)
#include "megatron_log_test.moc"
