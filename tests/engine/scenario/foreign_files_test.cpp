// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other programs are named in one line.
#include "models/engine/files/foreign_files.h"
#include "models/engine/files/scenario_file.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class ForeignFilesTest : public QObject {
    Q_OBJECT

private slots:
    void oneLineNamesTheProgram_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("name");
        QTest::newRow("DeepSpeed") << QByteArray(
                                          R"({"train_batch_size": 32, "zero_optimization": {"stage": 2}})")
                                   << "DeepSpeed";
        QTest::newRow("GPT-NeoX") << QByteArray(
                                         "pipe_parallel_size: 1\nmodel_parallel_size: 2\nnum_layers: 4\n"
                                         "zero_optimization: {stage: 1}\n")
                                  << "GPT-NeoX";
        QTest::newRow("LLaMA-Factory")
            << QByteArray("model_name_or_path: a/b\nstage: sft\nfinetuning_type: lora\ntemplate: qwen\n")
            << "LLaMA-Factory";
        QTest::newRow("MaxText")
            << QByteArray("base_config: base.yml\nmodel_name: llama3\nici_fsdp_parallelism: 8\n")
            << "MaxText";
        QTest::newRow("TensorRT-LLM")
            << QByteArray("tp_size: 8\npp_size: 1\nbackend: pytorch\n") << "TensorRT-LLM";
        QTest::newRow("AIPerf") << QByteArray(
                                       R"({"request_throughput": {"avg": 1}, "request_latency": {"avg": 2}})")
                                << "AIPerf";
        // A dotted key beside its section, which no document of ours may have.
        QTest::newRow("inference-perf")
            << QByteArray(R"({"load_summary": {"p99": 1, "p99.9": 2}, "successes": {"count": 1}})")
            << "inference-perf";
        // Lists, and lines of JSON: the first object speaks for all.
        QTest::newRow("llama-bench")
            << QByteArray("[{\"build_commit\": \"8cf427ff\", \"n_gen\": 0, \"avg_ts\": 7285.6}, "
                          "{\"n_gen\": 128, \"avg_ts\": 118.9}]")
            << "llama-bench";
        QTest::newRow("ShareGPT")
            << QByteArray("[{\"id\": \"a\", \"conversations\": [{\"from\": \"human\", \"value\": \"}\"}]}]")
            << "ShareGPT";
        QTest::newRow("a list of nobody's") << QByteArray("[1, 2]") << "holds a list";
        QTest::newRow("Cargo") << QByteArray("[package]\nname = \"x\"\n") << "Cargo";
        QTest::newRow("LitGPT") << QByteArray("model_name: pythia-14m\nout_dir: out\nprecision: bf16-mixed\n"
                                              "train: {global_batch_size: 125, micro_batch_size: 5}\n")
                                << "LitGPT";
        QTest::newRow("llm-d") << QByteArray(
                                      "multinode: false\nmodelArtifacts: {uri: \"hf://Qwen/Qwen3-32B\"}\n"
                                      "decode: {replicas: 8}\n")
                               << "llm-d";
        QTest::newRow("fairseq") << QByteArray("common: {fp16: true}\ntask: {_name: language_modeling}\n"
                                               "distributed_training: {distributed_world_size: 8}\n")
                                 << "fairseq";
        QTest::newRow("llm-foundry") << QByteArray(
                                            "variables: {max_seq_len: 2048}\nmax_seq_len: 2048\nmodel: "
                                            "{d_model: 4096, expansion_ratio: 4}\n")
                                     << "llm-foundry";
        QTest::newRow("verl") << QByteArray("set -x\npython3 -m verl.trainer.main_ppo trainer.nnodes=1\n")
                              << "verl";
        QTest::newRow("what vllm bench prints")
            << QByteArray("============ Serving Benchmark Result ============\nSuccessful requests: 640\n")
            << "--save-result";
        QTest::newRow("Picotron") << QByteArray(R"({"distributed": {"tp_size": 4, "dp_size": 2},
 "training": {"seq_length": 1024, "micro_batch_size": 32}})")
                                  << "Picotron";
        QTest::newRow("Lingua") << QByteArray("dump_dir: !!CHANGETHIS!!\nname: large_lm\nsteps: 60_000\n")
                                << "Lingua";
        QTest::newRow("Megatron of ms-swift")
            << QByteArray(
                   "NPROC_PER_NODE=8 \\\nmegatron sft --load Qwen3-30B-A3B-Base-mcore --packing true\n")
            << "ms-swift";
        QTest::newRow("tuned kernels")
            << QByteArray(R"({"1": {"BLOCK_SIZE_M": 16, "BLOCK_SIZE_N": 64, "GROUP_SIZE_M": 1}})")
            << "tuned kernels of experts";
        QTest::newRow("one batch, twice")
            << QByteArray("{\"batch_size\": 1, \"input_throughput\": 3e3, \"last_gen_throughput\": 200.0}\n"
                          "{\"batch_size\": 2, \"input_throughput\": 4e3, \"last_gen_throughput\": 390.0}\n")
            << "SGLang";
        QTest::newRow("genai-perf as a table")
            << QByteArray("Metric,avg,min,max\nTime To First Token (ms),16.26,12.39,17.25\n") << "genai-perf";
        QTest::newRow("log of MLPerf") << QByteArray(":::MLLOG {\"key\": \"loadgen_version\"}\n") << "MLPerf";
        QTest::newRow("Locust")
            << QByteArray(
                   "Type,Name,Request Count,Failure Count,Median Response Time\nPOST,/v1,1200,0,2300\n")
            << "Locust";
        QTest::newRow("rocprof") << QByteArray("\"Name\",\"Calls\",\"TotalDurationNs\"\n\"Cijk\",960,8123\n")
                                 << "rocprof";
        QTest::newRow("averages of a profiler")
            << QByteArray("-----  -----\n Name  Self CPU %\naten::mm  1.2 %\nSelf CUDA time total: 1.9s\n")
            << "table of averages";
        QTest::newRow("requests of a batch")
            << QByteArray("{\"custom_id\": \"a\", \"method\": \"POST\", \"url\": \"/v1/chat/completions\"}\n"
                          "{\"custom_id\": \"b\", \"method\": \"POST\", \"url\": \"/v1/chat/completions\"}\n")
            << "OpenAI";
        QTest::newRow("a recipe in Python")
            << QByteArray("import nemo_run as run\nfrom nemo.collections import llm\n") << "Python";
        // Its schema is none of ours.
        QTest::newRow("execution trace")
            << QByteArray(
                   R"({"schema": "1.0.2-chakra.0.0.4", "pid": 1, "nodes": [{"id": 1, "ctrl_deps": 1}]})")
            << "execution trace";
        QTest::newRow("two keys in no section of ours")
            << QByteArray(R"({"type": "FeatureCollection", "features": []})") << "none of the 2 keys";
        QTest::newRow("nobody's") << QByteArray("a: 1\nb: 2\nc: 3\nd: 4\ne: 5\n") << "none of the 5 keys";
    }
    void oneLineNamesTheProgram() {
        QFETCH(QByteArray, text);
        QFETCH(QString, name);
        const Result<Scenario> read = readScenario(text.toStdString(), "file");
        QVERIFY(!read);
        QCOMPARE(read.error().size(), std::size_t(1));
        const QString said = QString::fromStdString(toString(read.error()));
        QVERIFY2(said.contains(name), qPrintable(said));
    }

    /// A scenario with mistakes stays one: each is told.
    void ourOwnFilesKeepTheirProblems() {
        const Result<Scenario> read = readScenario(
            "schema: moe-explorer/scenario/1\nmodel: {layerz: 2, hiden: 3}\nzero_optimization: 1\n", "f");
        QVERIFY(!read);
        QCOMPARE(read.error().size(), std::size_t(3));
        const Result<Scenario> part = readScenario("model: {layers: 2, hiden: 3}\n", "f");
        QVERIFY(!part);
        QVERIFY(toString(part.error()).find("did you mean") != std::string::npos);
    }

    void rowsAreComplete() {
        for (const ForeignFile& row : foreignFiles()) {
            QVERIFY(*row.kind && *row.program);
            QVERIFY2(!row.keys.empty() || !row.marks.empty(), row.program);
        }
    }
};

MOE_TEST(ForeignFilesTest)
#include "foreign_files_test.moc"
