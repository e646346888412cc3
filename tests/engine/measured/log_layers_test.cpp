// SPDX-License-Identifier: GPL-3.0-or-later
// Layers, windows, pipelines, sharding and number formats as Megatron-LM's arguments say them.

#include "models/engine/evaluate.h"
#include "models/engine/logs/log_layers.h"
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
    "--micro-batch-size 1\n--global-batch-size 64\n--seq-length 4096\n--use-distributed-optimizer\n"
    "--attention-dropout 0.0\n--hidden-dropout 0.0\n--normalization RMSNorm\n"
    "--position-embedding-type rope\n--untie-embeddings-and-output-weights\n"
    "using world size: 64, data-parallel size: 64, context-parallel size: 1\n"
    " [2026-01-02 03:04:05] iteration 20/ 100 | elapsed time per iteration (ms): 900 | lm loss: 9 |\n";

constexpr const char* kMaverick =
    "--num-layers 48\n--hidden-size 5120\n--num-attention-heads 40\n--group-query-attention\n"
    "--num-query-groups 8\n--kv-channels 128\n--swiglu\n--ffn-hidden-size 16384\n--num-experts 128\n"
    "--moe-router-topk 1\n--moe-ffn-hidden-size 8192\n--moe-shared-expert-intermediate-size 8192\n"
    "--expert-model-parallel-size 8\n--padded-vocab-size 202048\n--disable-bias-linear\n";
constexpr const char* kGlm =
    "--num-layers 92\n--hidden-size 5120\n--num-attention-heads 96\n--group-query-attention\n"
    "--num-query-groups 8\n--kv-channels 128\n--swiglu\n--add-qkv-bias\n--qk-layernorm\n"
    "--ffn-hidden-size 12288\n--num-experts 160\n--moe-router-topk 8\n--moe-ffn-hidden-size 1536\n"
    "--moe-shared-expert-intermediate-size 1536\n--moe-router-enable-expert-bias\n"
    "--expert-model-parallel-size 8\n--padded-vocab-size 151552\n--disable-bias-linear\n";
constexpr const char* kNext =
    "--num-layers 48\n--hidden-size 2048\n--num-attention-heads 16\n--group-query-attention\n"
    "--num-query-groups 2\n--kv-channels 256\n--swiglu\n--qk-layernorm\n--attention-output-gate\n"
    "--ffn-hidden-size 5120\n--num-experts 512\n--moe-router-topk 10\n--moe-ffn-hidden-size 512\n"
    "--moe-shared-expert-intermediate-size 512\n--moe-shared-expert-gate\n"
    "--experimental-attention-variant gated_delta_net\n--linear-attention-freq 4\n"
    "--linear-conv-kernel-dim 4\n--linear-key-head-dim 128\n--linear-value-head-dim 128\n"
    "--linear-num-key-heads 16\n--linear-num-value-heads 32\n--expert-model-parallel-size 8\n"
    "--padded-vocab-size 151936\n--disable-bias-linear\n";
constexpr const char* kOss =
    "--num-layers 24\n--hidden-size 2880\n--num-attention-heads 64\n--group-query-attention\n"
    "--num-query-groups 8\n--kv-channels 64\n--quick-geglu\n--ffn-hidden-size 2880\n--num-experts 32\n"
    "--moe-router-topk 4\n--moe-ffn-hidden-size 2880\n--softmax-type learnable\n--window-size 128,0\n"
    "--window-attn-skip-freq 2\n--padded-vocab-size 201088\n--expert-model-parallel-size 8\n";
constexpr const char* kNemotron =
    "--hybrid-override-pattern MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME\n"
    "--num-layers 52\n--hidden-size 2688\n--num-attention-heads 32\n--group-query-attention\n"
    "--num-query-groups 2\n--kv-channels 128\n--ffn-hidden-size 1856\n--squared-relu\n--num-experts 128\n"
    "--moe-router-topk 6\n--moe-ffn-hidden-size 1856\n--moe-shared-expert-intermediate-size 3712\n"
    "--moe-router-enable-expert-bias\n--mamba-num-heads 64\n--mamba-head-dim 64\n--mamba-state-dim 128\n"
    "--mamba-num-groups 8\n--padded-vocab-size 131072\n--expert-model-parallel-size 8\n--is-hybrid-model\n"
    "--spec megatron.core.models.mamba.mamba_layer_specs mamba_stack_spec\n--disable-bias-linear\n";
constexpr const char* kDeepSeek =
    "--num-layers 61\n--hidden-size 7168\n--num-attention-heads 128\n--multi-latent-attention\n"
    "--q-lora-rank 1536\n--kv-lora-rank 512\n--qk-head-dim 128\n--qk-pos-emb-head-dim 64\n"
    "--v-head-dim 128\n--swiglu\n--ffn-hidden-size 18432\n--num-experts 256\n--moe-router-topk 8\n"
    "--moe-ffn-hidden-size 2048\n--moe-shared-expert-intermediate-size 2048\n"
    "--moe-layer-freq ([0]*3+[1]*58)\n--experimental-attention-variant dsa\n--dsa-indexer-n-heads 64\n"
    "--dsa-indexer-head-dim 128\n--dsa-indexer-topk 2048\n--padded-vocab-size 129280\n"
    "--expert-model-parallel-size 8\n--disable-bias-linear\n";

std::string list(int zeros, int ones) {
    std::string made = "[";
    for (int i = 0; i < zeros + ones; ++i) made += (i == 0 ? "" : ", ") + std::string(i < zeros ? "0" : "1");
    return made + "]";
}

Result<LogScenario> tried(const std::string& text) {
    return scenarioFromLog(readMegatronLog(text + kRun, "run.log"), shippedCatalog());
}

Scenario made(const std::string& text) {
    return valueOf(tried(text)).scenario;
}

std::string leftOut(const std::string& text) {
    std::string joined;
    for (const std::string& each : made(text).leftOut) joined += (joined.empty() ? "" : "; ") + each;
    return joined;
}

std::string joined(const std::vector<Count>& numbers) {
    std::string text;
    for (const Count number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
}

} // namespace

class LogLayersTest : public QObject {
    Q_OBJECT

private slots:
    /// Totals and active parameters in billions. Published: Llama 4 Maverick 400 / 17, GLM-4.5 355 / 32,
    /// Qwen3-Next 80 / 3, gpt-oss-20b 20.9, Nemotron-3 Nano 31.6 / 3.6, DeepSeek-V3.2 671 without its
    /// indexers; the digits are those of the models' configurations, counted matrix by matrix.
    void modelsOfTheirArguments_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("active");
        QTest::newRow("every second layer") << QString(kMaverick) + "--moe-layer-freq 2\n" << 400.71 << 17.18;
        QTest::newRow("alternating list") << QString(kMaverick) + "--moe-layer-freq ([0,1]*24)\n"
                                          << 400.71 << 17.18;
        QTest::newRow("dense first, as a sum") << QString(kGlm) + "--moe-layer-freq ([0]*3+[1]*89)\n"
                                               << 352.80 << 33.63;
        QTest::newRow("dense first, quoted with blanks")
            << QString(kGlm) + "--moe-layer-freq \"([0]*3 + [1]*89)\"\n"
            << 352.80 << 33.63;
        QTest::newRow("dense first, as a list")
            << QString(kGlm) + "--moe-layer-freq " + QString::fromStdString(list(3, 89)) + "\n"
            << 352.80 << 33.63;
        QTest::newRow("gated delta net") << QString(kNext) << 79.67 << 3.87;
        QTest::newRow("windows and sinks") << QString(kOss) << 20.91 << 4.19;
        QTest::newRow("hybrid") << QString(kNemotron) << 31.58 << 3.58;
        QTest::newRow("indexer") << QString(kDeepSeek) << 671.88 << 38.40;
    }
    void modelsOfTheirArguments() {
        QFETCH(QString, arguments);
        QFETCH(double, total);
        QFETCH(double, active);
        const Scenario scenario = made(arguments.toStdString());
        QVERIFY2(scenario.leftOut.empty(), scenario.leftOut.empty() ? "" : scenario.leftOut[0].c_str());
        const Problems broken = validate(scenario, shippedCatalog());
        QVERIFY2(broken.empty(), toString(broken).c_str());
        const Report report = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        QVERIFY2(std::abs(report.params.total / 1e9 / total - 1) < 0.001,
                 qPrintable(QString::number(report.params.total / 1e9)));
        QVERIFY2(std::abs(report.params.active / 1e9 / active - 1) < 0.002,
                 qPrintable(QString::number(report.params.active / 1e9)));
    }

    void kindsOfLayers() {
        const Scenario next = made(kNext), oss = made(kOss), deep = made(kDeepSeek);
        QVERIFY((next.model.pattern == std::vector<LayerRun>{{LayerKind::Gdn, 3}, {LayerKind::Full, 1}}));
        QVERIFY(next.model.outputGate && next.moe->sharedGate);
        QVERIFY((oss.model.pattern == std::vector<LayerRun>{{LayerKind::Sliding, 1}, {LayerKind::Full, 1}}));
        QCOMPARE(oss.model.window, Count(128));
        QVERIFY(oss.model.sinks && oss.model.gated);
        QCOMPARE(deep.model.indexTopK, Count(2048));
        QCOMPARE(deep.model.denseLayers, Count(3));
        QCOMPARE(made(std::string(kMaverick) + "--moe-layer-freq ([0,1]*24)\n").moe->offset, Count(1));
        // No rule behind it: layer by layer.
        QCOMPARE(QString::fromStdString(joined(
                     made(std::string(kMaverick) + "--moe-layer-freq ([0]*2+[1]*3+[0]*43)\n").moe->layers)),
                 QString("2,3,4"));
    }

    void spellings() {
        QCOMPARE(layerFrequency("2")->every, Count(2));
        QCOMPARE(QString::fromStdString(joined(layerFrequency("([0]*1+[1,0]*2)*2")->list)),
                 QString("0,1,0,1,0,0,1,0,1,0"));
        for (const char* text : {"",
                                 "(",
                                 "[",
                                 "[0",
                                 "[0]*",
                                 "[0]*-1",
                                 "[0]*1e9",
                                 "[1]+",
                                 "0",
                                 "-2",
                                 "nan",
                                 "inf",
                                 "[0,,1]",
                                 "[2.5]",
                                 "([0]",
                                 "[0])",
                                 "two",
                                 "[0]*4097",
                                 "((((((((((((1",
                                 "[1]*4096*4096",
                                 "[0]*99999999999999999999"})
            QVERIFY2(!layerFrequency(text), text);
        QCOMPARE(*windowKeys("(127, 0)"), Count(128));
        QCOMPARE(*windowKeys("[4096, 0]"), Count(4096));
        QCOMPARE(*windowKeys("(-1, -1)"), Count(0));
        for (const char* text : {"", "(", "wide", "1e300,0", "(nan, 0)", "(1, 2, 3)", "-2,0"})
            QVERIFY2(!windowKeys(text), text);
    }

    void layouts() {
        const std::string eight = std::string(kMaverick) + "--pipeline-model-parallel-size 2\n";
        const auto layout = [&](const std::string& text) {
            return joined(made(eight + text).parallel.layout.layers);
        };
        QCOMPARE(QString::fromStdString(layout("--pipeline-model-parallel-layout Et*11|t*12|t*12|t*13L\n")),
                 QString("11,12,12,13"));
        QCOMPARE(made(eight + "--pipeline-model-parallel-layout Et*11|t*12|t*12|t*13L\n").parallel.vpp,
                 Count(2));
        QCOMPARE(QString::fromStdString(layout("--decoder-first-pipeline-num-layers 20\n")),
                 QString("20,28"));
        QCOMPARE(QString::fromStdString(layout("--pipeline-model-parallel-layout Et*48|L\n")),
                 QString("48,0"));
        QCOMPARE(QString::fromStdString(leftOut(eight + "--pipeline-model-parallel-layout Et*47|L\n")),
                 QString("pipeline_model_parallel_layout Et*47|L"));
    }

    /// The wrong length and what is no list are located, not passed over.
    void wrongPatternsAreRefusedInPlace_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* model, const char* line, const char* says) {
            QTest::newRow(line) << QString(model) + line + "\n" << says;
        };
        row(kMaverick, "--moe-layer-freq ([0,1]*23)",
            "run.log:16:18: moe_layer_freq: must list 0 or 1 for each of the 48 layers, lists 46");
        row(kMaverick, "--moe-layer-freq [0,2]*24", "moe_layer_freq: must list 0 or 1");
        row(kMaverick, "--moe-layer-freq sometimes", "moe_layer_freq: must be a number of layers, or a list");
        row(kMaverick, "--moe-layer-freq [1]*99999999999", "moe_layer_freq: must be a number of layers");
        row(kMaverick, "--window-size wide", "run.log:16:15: window_size: must be two numbers");
        row(kMaverick, "--hybrid-override-pattern M*X", "hybrid_override_pattern: must be a pattern of M");
        row(kMaverick, "--hybrid-override-pattern M*E-",
            "hybrid_override_pattern: must have one letter for each of the 48 layers, has 4");
        row(kNext, "--linear-attention-freq [1,1,1,0]*11", "linear_attention_freq: must list 0 or 1");
        row(kNext, "--linear-num-key-heads -16", "linear_num_key_heads: must be a whole number");
        row(kMaverick, "--experimental-attention-variant dsa", "dsa_indexer_topk: is needed for a scenario");
        row(kMaverick, "--tensor-model-parallel-size two",
            "run.log:16:30: tensor_model_parallel_size: must be");
        row(kMaverick, "--expert-model-parallel-size nan", "expert_model_parallel_size: must be");
        row(kMaverick, "--expert-tensor-parallel-size -inf", "expert_tensor_parallel_size: must be");
        row(kMaverick, "--context-parallel-size -1", "context_parallel_size: must be");
        row(kMaverick, "--use-megatron-fsdp --data-parallel-sharding-strategy all",
            "data_parallel_sharding_strategy: must be one of no_shard, optim");
        row(kMaverick, "--use-precision-aware-optimizer --exp-avg-dtype int7",
            "exp_avg_dtype: must be one of fp32, bf16, fp16, fp8");
    }
    void wrongPatternsAreRefusedInPlace() {
        QFETCH(QString, arguments);
        QFETCH(QString, says);
        const Result<LogScenario> result = tried(arguments.toStdString());
        QVERIFY(!result);
        const std::string problems = toString(result.error());
        QVERIFY2(QString::fromStdString(problems).contains(says), problems.c_str());
    }

    void shardingAndTypes() {
        const auto train = [](const std::string& text) { return *made(kMaverick + text).train; };
        QCOMPARE(train("--use-megatron-fsdp\n--data-parallel-sharding-strategy optim_grads_params\n").zero,
                 Count(3));
        QCOMPARE(train("--use-megatron-fsdp\n--data-parallel-sharding-strategy optim_grads\n").zero,
                 Count(2));
        QCOMPARE(train("--use-torch-fsdp2\n").zero, Count(3));
        const std::string aware =
            "--use-precision-aware-optimizer\n--exp-avg-dtype bf16\n--exp-avg-sq-dtype ";
        QCOMPARE(train(aware + "bf16\n--main-grads-dtype bf16\n").momentBytes, Count(2));
        QCOMPARE(train(aware + "bf16\n--main-grads-dtype bf16\n").gradBytes, Count(2));
        QCOMPARE(train(aware + "bf16\n  main_grads_dtype ....... torch.float32\n").gradBytes, Count(4));
        QCOMPARE(train("--exp-avg-dtype bf16\n").momentBytes, Count(4)); // no such optimizer
        QCOMPARE(QString::fromStdString(leftOut(kMaverick + aware + "fp8\n--main-params-dtype fp16\n")),
                 QString("exp_avg_dtype bf16; exp_avg_sq_dtype fp8; main_params_dtype fp16"));
        const auto compute = [](const std::string& text) { return made(kMaverick + text).precision.compute; };
        QCOMPARE(compute("--fp8-format hybrid\n"), DataType::Fp8);
        QCOMPARE(compute("--fp8-format e4m3\n--fp8-recipe blockwise\n"), DataType::Fp8Block);
        QCOMPARE(compute("--fp8-format e4m3\n--fp8-recipe mxfp8\n"), DataType::MxFp8);
        QCOMPARE(compute("--fp4-format e2m1\n"), DataType::NvFp4);
        QCOMPARE(compute("--fp8-recipe mxfp8\n"), DataType::Bf16); // a recipe alone does nothing
        QVERIFY(train("--fp8-format e4m3\n--fp8-param-gather\n").narrowWeights);
        QVERIFY(!train("--fp8-format e4m3\n").narrowWeights && !train("--fp8-param-gather\n").narrowWeights);
    }

    /// Structure that no key says is named; what changes nothing is not.
    void whatIsLeftOutIsNamed_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("names");
        const auto row = [](const char* line, const char* names) { QTest::newRow(line) << line << names; };
        row("--optimizer-cpu-offload", "optimizer_cpu_offload True");
        row("--optimizer lion", "optimizer lion");
        row("--cpu-offloading --cpu-offloading-num-layers 4",
            "cpu_offloading True; cpu_offloading_num_layers 4");
        row("--spec slime_plugins.models.other get_other_spec",
            "spec slime_plugins.models.other get_other_spec");
        row("--softmax-type off-by-one", "softmax_type off-by-one");
        row("--normalization L2Norm", "normalization L2Norm");
        row("--recompute-granularity selective --recompute-modules moe_act shared_experts",
            "recompute_modules shared_experts");
        row("--recompute-granularity full --recompute-method block --recompute-num-layers 4",
            "recompute_num_layers 4");
        row("--moe-layer-freq $FREQ", "moe_layer_freq $FREQ");
        row("--hybrid-attention-ratio 0.0 --moe-router-score-function sigmoid --moe-grouped-gemm "
            "--attention-softmax-in-fp32 --num-distributed-optimizer-instances 1 --window-size None",
            "");
    }
    void whatIsLeftOutIsNamed() {
        QFETCH(QString, arguments);
        QFETCH(QString, names);
        // The last --normalization wins, as in the program.
        std::string run = kRun;
        if (arguments.contains("normalization"))
            run.replace(run.find("--normalization RMSNorm"), 23, arguments.toStdString());
        const LogScenario result = valueOf(scenarioFromLog(
            readMegatronLog(kMaverick + arguments.toStdString() + "\n" + run, "run.log"), shippedCatalog()));
        std::string all;
        for (const std::string& each : result.scenario.leftOut) all += (all.empty() ? "" : "; ") + each;
        QCOMPARE(QString::fromStdString(all), names);
        const bool said = std::any_of(result.assumptions.begin(), result.assumptions.end(),
                                      [](const Message& one) { return toString(one).find("Left out") == 0; });
        QCOMPARE(said, !names.isEmpty());
    }

    void contextExchange() {
        const auto exchange = [](const std::string& text) {
            return made(std::string(kMaverick) + "--context-parallel-size 2\n" + text).parallel.cpComm;
        };
        QCOMPARE(exchange("--cp-comm-type a2a\n"), CpComm::AllToAll);
        QCOMPARE(exchange("  cp_comm_type ....... ['p2p']\n"), CpComm::Ring);
        QCOMPARE(QString::fromStdString(leftOut(std::string(kMaverick) +
                                                "--context-parallel-size 2\n--cp-comm-type allgather\n")),
                 QString("cp_comm_type allgather"));
    }

    /// Stages of a hybrid model stand in its pattern.
    void stagesOfAPattern() {
        const Scenario scenario = made("--hybrid-override-pattern MM*|M-\n--hidden-size 512\n"
                                       "--num-attention-heads 8\n--ffn-hidden-size 1024\n"
                                       "--pipeline-model-parallel-size 2\n--padded-vocab-size 32000\n");
        QCOMPARE(scenario.model.layers, Count(5));
        QCOMPARE(QString::fromStdString(joined(scenario.parallel.layout.layers)), QString("3,2"));
        QVERIFY(!scenario.moe && scenario.model.oneBlock);
        QCOMPARE(scenario.model.mambaHeads, Count(16)); // twice the hidden size by heads of 64
    }

    void dispatchersAndGraphs() {
        const auto train = [](const std::string& text) { return *made(kMaverick + text).train; };
        QVERIFY(train("--cuda-graph-impl local\n").cudaGraphs == CudaGraphs::Scoped);
        QVERIFY(train("--cuda-graph-impl none\n").cudaGraphs == CudaGraphs::None);
        QVERIFY(train("--cuda-graph-impl local\n--cuda-graph-scope full_iteration\n").cudaGraphs ==
                CudaGraphs::Full);
        QVERIFY(train("--cuda-graph-impl full_iteration\n").cudaGraphs == CudaGraphs::Full);
        QVERIFY(train("--delay-wgrad-compute\n").delayWgrad && !train("\n").delayWgrad);
        QVERIFY(train("--optimizer dist_muon\n").optimizer == Optimizer::Muon);
        QVERIFY(
            train("--moe-token-dispatcher-type flex\n--moe-flex-dispatcher-backend hybridep\n").dispatcher ==
            Dispatcher::HybridEp);
        QVERIFY(train("--overlap-moe-expert-parallel-comm\n").epOverlap);
    }
};

MOE_TEST(LogLayersTest)
#include "log_layers_test.moc"
