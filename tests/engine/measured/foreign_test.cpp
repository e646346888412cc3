// SPDX-License-Identifier: GPL-3.0-or-later
// Recipes of other programs: read where they give a model its sizes, else named with what to do.

#include "models/engine/logs/flat_toml.h"
#include "models/engine/logs/foreign.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <random>

using namespace moe;
using namespace moe::test;

namespace {

constexpr const char* kNeMo = "name: megatron_gpt\n"
                              "trainer: {devices: 8, num_nodes: 2, precision: bf16, max_steps: 1000}\n"
                              "exp_manager: {explicit_log_dir: null}\n"
                              "model:\n"
                              "  micro_batch_size: 2\n  global_batch_size: 256\n"
                              "  tensor_model_parallel_size: 2\n  expert_model_parallel_size: 4\n"
                              "  expert_tensor_parallel_size: 1\n  encoder_seq_length: 4096\n"
                              "  num_layers: 32\n  hidden_size: 4096\n  ffn_hidden_size: 14336\n"
                              "  num_attention_heads: 32\n  num_query_groups: 8\n"
                              "  activation: fast-swiglu\n  normalization: rmsnorm\n  bias: false\n"
                              "  position_embedding_type: rope\n"
                              "  share_embeddings_and_output_weights: false\n"
                              "  num_moe_experts: 8\n  moe_router_topk: 2\n  window_size: [4096, 0]\n"
                              "  padded_vocab_size: 32000\n"
                              "  optim: {name: distributed_fused_adam, lr: 1e-4}\n";
constexpr const char* kBridge = "model: {seq_length: 8192, tensor_model_parallel_size: 2}\n"
                                "train: {train_iters: 20, global_batch_size: 8, micro_batch_size: 1}\n"
                                "optimizer: {lr: 0.0003}\n";
constexpr const char* kPrimus = "work_group: ${TEAM:amd}\n"
                                "exp_name: llama3\n"
                                "modules:\n"
                                "  pre_trainer:\n"
                                "    framework: megatron\n"
                                "    model: llama3_8B.yaml\n"
                                "    overrides: {train_iters: 50, micro_batch_size: 2, seq_length: 8192}\n";
constexpr const char* kTitan = "# torchtitan Config.toml\n"
                               "[job]\n"
                               "dump_folder = \"./outputs # here\"\n"
                               "\n"
                               "[model]\n"
                               "name = \"llama3\"\n"
                               "flavor = \"8B\"\n"
                               "[training]\n"
                               "local_batch_size = 1\n"
                               "seq_len = 8192 # tokens\n"
                               "[parallelism]\n"
                               "data_parallel_shard_degree = -1\n"
                               "tensor_parallel_degree = 2\n";
constexpr const char* kScript = "MODEL_ARGS=(\n"
                                "    --num-layers 16\n"
                                "    --hidden-size 2048\n"
                                "    --num-attention-heads 16\n"
                                "    --swiglu  # gated\n"
                                "    --ffn-hidden-size 1024\n"
                                "    --disable-bias-linear --normalization \"RMSNorm\"\n"
                                "    --num-experts 64 --moe-router-topk 8\n"
                                "    --moe-layer-freq ([0]*1+[1]*15)\n"
                                "    --vocab-size 50304 --use-rotary-position-embeddings\n"
                                "    --untie-embeddings-and-output-weights --qk-layernorm)\n";

Scenario withoutAssumed(Scenario scenario) {
    scenario.assumed.clear();
    return scenario;
}

std::string refusal(const std::string& text) {
    const auto made = foreignScenario(text, "file", shippedCatalog());
    return made && !*made ? toString(made->error()) : "";
}

} // namespace

class ForeignTest : public QObject {
    Q_OBJECT

private slots:
    void kinds() {
        const auto kind = [](const char* text) { return QString::fromStdString(foreignKind(text)); };
        QCOMPARE(kind(kNeMo), QString("NeMo recipe"));
        QCOMPARE(kind(kBridge), QString("Megatron-Bridge recipe"));
        QCOMPARE(kind("model:\n  _target_: megatron.bridge.models.Qwen3Provider\n"),
                 QString("Megatron-Bridge recipe"));
        QCOMPARE(kind(kPrimus), QString("Primus recipe"));
        QCOMPARE(kind(kTitan), QString("torchtitan recipe"));
        QCOMPARE(kind(kScript), QString("Megatron-LM arguments"));
    }

    /// Files of this program stay its own, with their misspelt keys; so do logs, tables and anything else.
    void otherFilesAreLeftAlone() {
        for (const std::string& text :
             {std::string(), std::string("model: {num_layers: 3}\n"), std::string("model: [1"),
              scenarioText(presetScenario("mixtral-8x7b")),
              std::string("{\"model_type\": \"llama\", \"num_hidden_layers\": 2}"),
              std::string("lr,bs,smooth loss,D,N\n1,2,3,4,5\n"), std::string("[training]\nx\n"),
              std::string(" iteration 20/ 100 | elapsed time per iteration (ms): 900 |\n") + kScript,
              std::string("schema: moe-explorer/scenario/1\ntrainer: {devices: 8}\nmodel: {layers: 2}\n")})
            QVERIFY2(foreignKind(text).empty(), text.c_str());
    }

    /// Shells work out arithmetic, defaults and names; what a caller, a loop or branches decide is no
    /// default.
    void scriptsAreWorkedOut() {
        const std::string sizes = "--hidden-size 1024 --num-attention-heads $((H / 64)) --seq-length 2048 "
                                  "--vocab-size 32000 --micro-batch-size ${MBS} --global-batch-size "
                                  "$((MBS*GPUS)) --tensor-model-parallel-size ${TP:-2} --bf16\"\n";
        const std::string text =
            "#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --gres=gpu:8\nH=1024\nMBS=${MBS:-4}\n"
            "GPUS=16\nARGS=\"--num-layers 24 " +
            sizes + "torchrun --nproc_per_node 8 pretrain_gpt.py $ARGS\n";
        const auto read = foreignScenario(text, "run.sh", shippedCatalog());
        QVERIFY(read && *read);
        const Scenario& made = (*read)->scenario;
        QCOMPARE(made.model.heads, Count(16));
        QCOMPARE(made.train->microBatch, Count(4));
        QCOMPARE(made.train->globalBatch, Count(64));
        QCOMPARE(made.parallel.tp, Count(2));
        QCOMPARE(made.cluster.gpus, std::optional<Count>(16));

        const auto asked =
            foreignScenario("#!/bin/bash\nif [ $S = 7B ]; then\nLAYERS=32\nelif [ $S = 13B ]; then\n"
                            "LAYERS=40\nfi\nARGS=\"--num-layers $LAYERS " +
                                sizes,
                            "run.sh", shippedCatalog());
        QVERIFY(asked && !*asked);
        QCOMPARE(asked->error().size(), std::size_t(1));
        QVERIFY(toString(asked->error()).find("caller sets") != std::string::npos);
    }

    void aRecipeWithSizesIsRead() {
        const auto read = foreignScenario(kNeMo, "folder/nemo.yaml", shippedCatalog());
        QVERIFY(read);
        const LogScenario made = valueOf(*read);
        const Scenario expected = scenarioOf("name: nemo.yaml\n"
                                             "model: {layers: 32, hidden: 4096, ffn: 14336, heads: 32, "
                                             "kv_heads: 8, vocab: 32000, sequence: 4096,\n"
                                             "        window: 4096}\n"
                                             "moe: {experts: 8, top_k: 2, expert_ffn: 14336}\n"
                                             "train: {tokens: 1048576000, global_batch: 256, micro_batch: 2, "
                                             "lr: 1e-4, loss: unfused, dropout: 0.1,\n"
                                             "        dp_overlap: false}\n"
                                             "cluster: {gpus: 16}\n"
                                             "parallel: {tp: 2, ep: 4, dp: 8}\n");
        QCOMPARE(QString::fromStdString(scenarioText(withoutAssumed(made.scenario))),
                 QString::fromStdString(scenarioText(expected)));
        QVERIFY(!made.scenario.assumed.empty());
        QVERIFY(validate(made.scenario, shippedCatalog()).empty());
    }

    void aScriptIsAModel() {
        const auto read = foreignScenario(kScript, "model.sh", shippedCatalog());
        QVERIFY(read);
        const LogScenario made = valueOf(*read);
        const Scenario expected = scenarioOf(
            "name: model.sh\n"
            "model: {layers: 16, dense_layers: 1, hidden: 2048, ffn: 1024, heads: 16, attention: mha,\n"
            "        qk_norm: head, vocab: 50304, sequence: 4096}\n"
            "moe: {experts: 64, top_k: 8, expert_ffn: 1024}\n"
            "cluster: {gpus: 8}\nparallel: {dp: 8}\n");
        QCOMPARE(QString::fromStdString(scenarioText(withoutAssumed(made.scenario))),
                 QString::fromStdString(scenarioText(expected)));
        QVERIFY(!made.scenario.train);
        QVERIFY(made.measured.empty());
    }

    /// By the program that a script starts, whatever its arguments are.
    void scriptsOfOtherModelsAreNamed() {
        for (const auto& [program, model] : {std::pair{"pretrain_bert.py", "BERT"},
                                             {"pretrain_t5.py", "T5"},
                                             {"pretrain_vlm.py", "vision-language"}}) {
            const auto made = foreignScenario(std::string("torchrun ") + program +
                                                  " --num-layers 24 --hidden-size 1024 "
                                                  "--num-attention-heads 16 --seq-length 512\n",
                                              "run.sh", shippedCatalog());
            QVERIFY(made && !*made);
            QVERIFY2(toString(made->error()).find(model) != std::string::npos,
                     toString(made->error()).c_str());
            const auto mentioned = foreignScenario(std::string("# like ") + program +
                                                       "\ntorchrun pretrain_gpt.py --num-layers 24 "
                                                       "--hidden-size 1024 --num-attention-heads 16 "
                                                       "--seq-length 512\n",
                                                   "run.sh", shippedCatalog());
            QVERIFY(!mentioned || *mentioned ||
                    toString(mentioned->error()).find(model) == std::string::npos);
        }
    }

    /// Keys that make another model of it (Primus' configurations of 2026, pure gated delta nets): no number
    /// is given for the plain one.
    void otherModelsAreRefused_data() {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QString>("said");
        QTest::newRow("a type of its own") << QByteArray("  model_type: zaya1\n") << "zaya1";
        QTest::newRow("DeepSeek-V4") << QByteArray("  hc_mult: 4\n  compress_ratios: \"[0,4,128]\"\n")
                                     << "compress_ratios, hc_mult";
        QTest::newRow("MiniMax-M3") << QByteArray("  minimax_sparse_attention: true\n")
                                    << "minimax_sparse_attention";
        QTest::newRow("T5, NeMo") << QByteArray("  encoder: {num_layers: 24}\n  decoder: {num_layers: 24}\n")
                                  << "an encoder with a decoder";
        QTest::newRow("KDA layers by a spec")
            << QByteArray("  spec: \"['primus.layer_specs', 'kda_hybrid_stack_spec']\"\n")
            << "kda_hybrid_stack_spec";
        QTest::newRow("BERT, NeMo") << QByteArray(
                                           "  tokenizer: {library: megatron, type: BertWordPieceCase}\n")
                                    << "BERT";
    }
    void otherModelsAreRefused() {
        QFETCH(QByteArray, more);
        QFETCH(QString, said);
        const QString text = QString::fromStdString(refusal(kNeMo + more.toStdString()));
        QVERIFY2(text.contains(said), qPrintable(text));
        QCOMPARE(text.trimmed().count('\n'), 0);
        QVERIFY(foreignScenario(std::string(kNeMo) + "  hc_mult: 0\n  compress_ratios: null\n", "file",
                                shippedCatalog())
                    ->
                    operator bool());
    }

    /// NVIDIA/NeMo examples/nlp/language_modeling/conf/megatron_mamba_config.yaml begins so.
    void aRecipeNamesItsModel() {
        std::string text = kNeMo;
        text.replace(text.find("megatron_gpt"), std::string("megatron_gpt").size(), "megatron_mamba");
        QVERIFY2(refusal(text).find("is a NeMo recipe of a Mamba model") != std::string::npos,
                 refusal(text).c_str());
    }

    /// What else recipes and arguments say of a run.
    void restOfARun() {
        const auto read = [](const std::string& text) {
            return valueOf(*foreignScenario(text, "file", shippedCatalog())).scenario;
        };
        const auto with = [](const char* text, const char* from, const char* to) {
            std::string made = text;
            return made.replace(made.find(from), std::string(from).size(), to);
        };
        // NeMo's other name for a distributed optimizer, and for its overlap.
        const Scenario other = read(with(kNeMo, "optim: {name: distributed_fused_adam",
                                         "optim: {name: mcore_distributed_optim, overlap_grad_sync: true"));
        QCOMPARE(other.train->zero, read(kNeMo).train->zero);
        QVERIFY(other.train->zero > 0 && other.train->dpOverlap);
        const std::string script = "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 2 --hidden-size "
                                   "64 --num-attention-heads 4 --seq-length 128 --max-position-embeddings "
                                   "128 --micro-batch-size 1 --global-batch-size 8 --lr 1e-4 --bf16 "
                                   "--vocab-size 1000 --num-experts 8 ";
        QCOMPARE(read(script + "--train-samples 3000").train->tokens, 3000.0 * 128);
        QCOMPARE(read(script + "--train-iters 10 --train-samples 3000").train->tokens, 10.0 * 8 * 128);
        // Megatron-DeepSpeed.
        QCOMPARE(read(script + "--deepspeed --zero-stage=3").train->zero, Count(3));
        const Scenario file = read(script + "--deepspeed --deepspeed_config ds.json");
        QVERIFY(std::any_of(file.assumed.begin(), file.assumed.end(),
                            [](const Assumption& one) { return one.key == "train.zero"; }));
        QCOMPARE(read(script + "--cpu-optimizer").leftOut.size(), std::size_t(1));
        // AMD-AGI/Primus docs: use_turbo_deepep "enables the DeepEP optimization for MoE all-to-all".
        QCOMPARE(read(script + "--use-turbo-deepep true").train->dispatcher, Dispatcher::DeepEp);
        QVERIFY(read(script + "--use-turbo-deepep true --enable-primus-turbo false").train->dispatcher !=
                Dispatcher::DeepEp);
        QVERIFY(!read(script).train->imbalance);
        QCOMPARE(read(script + "--moe-router-force-load-balancing").train->imbalance, 1.0);
        QCOMPARE(read(script + "--recompute-granularity full --recompute-method block "
                               "--recompute-num-layers 0")
                     .train->recompute.mode,
                 Recompute::Mode::None);
    }

    /// NVIDIA-NeMo/Megatron-Bridge, the override file of a Kimi-K2 proxy that fits in one node.
    void aProxyKeepsItsSizes() {
        const std::string text =
            refusal("model: {seq_length: 4096, num_layers: 8, num_moe_experts: 48, "
                    "moe_layer_freq: [0, 1, 1, 1, 1, 1, 1, 1]}\ntrain: {train_iters: 100, "
                    "global_batch_size: 16}\n");
        for (const char* part : {"--set model.layers=8", "--set moe.experts=48",
                                 "what it changes of the model besides: moe_layer_freq"})
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
    }

    /// NeMo's words for a gate, a norm, biases and a vocabulary (launcher_scripts/conf/training: grok1_proxy,
    /// chatglm3-6b, nemotron_8b).
    void neMosWords() {
        const auto read = [](std::string text, const char* from, const char* to) {
            text.replace(text.find(from), std::string(from).size(), to);
            return valueOf(*foreignScenario(text, "file", shippedCatalog())).scenario;
        };
        QVERIFY(read(kNeMo, "fast-swiglu", "fast-geglu").model.gated);
        QVERIFY(!read(kNeMo, "fast-swiglu", "squared-relu").model.gated);
        const Scenario norm = read(kNeMo, "normalization: rmsnorm", "normalization: layernorm1p");
        QCOMPARE(norm.model.norm, Norm::LayerNorm);
        QVERIFY(norm.leftOut.empty());
        const Scenario bias = read(kNeMo, "bias: false", "bias: false\n  qkv_bias: true");
        QVERIFY(bias.model.attentionBias);
        QCOMPARE(read(kNeMo, "padded_vocab_size: 32000", "override_vocab_size: 65024").model.vocab,
                 Count(65024));
        // 1280 · TP 2 would make 130560 of it.
        QCOMPARE(read(kNeMo, "padded_vocab_size: 32000",
                      "vocab_size: 129280\n  should_pad_vocab: false\n  make_vocab_size_divisible_by: 1280")
                     .model.vocab,
                 Count(129280));
    }

    /// Megatron-LM computes in fp32 where nothing says otherwise; here it is bf16, and said.
    void aRunWithoutAFormatSaysWhatIsTaken() {
        const auto assumed = [](const char* format) {
            const auto made = foreignScenario(
                std::string("torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 2 --hidden-size 256 "
                            "--num-attention-heads 2 --seq-length 256 --micro-batch-size 1 "
                            "--global-batch-size 8 --vocab-size 32000 --train-iters 7") +
                    format + "\n",
                "run.sh", shippedCatalog());
            std::string all;
            if (made && *made)
                for (const Assumption& one : valueOf(*made).scenario.assumed)
                    all += toString(one.text) + "\n";
            return all;
        };
        QVERIFY2(assumed("").find("neither bf16 nor fp16") != std::string::npos, assumed("").c_str());
        QVERIFY(!assumed(" --bf16").empty());
        QVERIFY(assumed(" --bf16").find("neither") == std::string::npos);
        QVERIFY(assumed(" --fp16").find("neither") == std::string::npos);
    }

    /// What only names its model says what to do, with what it does say as --set takes it.
    void withoutSizesItSaysWhatToDo() {
        const auto has = [](const std::string& text, const char* part) {
            return QString::fromStdString(text).contains(part);
        };
        QVERIFY2(has(refusal(kTitan),
                     "file:7:10: model.flavor: is a torchtitan recipe without the sizes of its "
                     "model; take a preset (--preset) or the config.json of the model "
                     "(--scenario) and add --set train.micro_batch=1 --set model.sequence=8192 "
                     "--set parallel.tp=2, got \"8B\""),
                 refusal(kTitan).c_str());
        QVERIFY2(has(refusal(kBridge), "is a Megatron-Bridge recipe without"), refusal(kBridge).c_str());
        QVERIFY2(has(refusal(kBridge), "--set train.lr=3e-04"), refusal(kBridge).c_str());
        QVERIFY2(has(refusal(kPrimus), "modules.pre_trainer.model: is a Primus recipe without"),
                 refusal(kPrimus).c_str());
        for (const char* text : {kTitan, kBridge, kPrimus})
            QVERIFY(!has(refusal(text), "is no scenario key"));
    }

    /// Empty, cut, huge, of other types: a refusal in place, never a crash.
    void hostileText() {
        const std::pair<const char*, const char*> faults[] = {
            {"num_layers: 32", "num_layers: 1e300"},
            {"num_layers: 32", "num_layers: many"},
            {"num_layers: 32", "num_layers: [1, 2]"},
            {"num_layers: 32", "num_layers: -1"},
            {"hidden_size: 4096", "hidden_size: nan"},
            {"micro_batch_size: 2", "micro_batch_size: 0"},
            {"tensor_model_parallel_size: 2", "tensor_model_parallel_size: 1e18"},
            {"devices: 8", "devices: 99999999999999999999"},
            {"lr: 1e-4", "lr: inf"},
            {"window_size: [4096, 0]", "window_size: {a: 1}\n  window_size2: [9"},
            {"num_moe_experts: 8", "num_moe_experts: true"}};
        for (const auto& [from, to] : faults) {
            std::string text = kNeMo;
            text.replace(text.find(from), std::string(from).size(), to);
            const auto made = foreignScenario(text, "nemo.yaml", shippedCatalog());
            QVERIFY2(!made || !*made, to);
        }
        for (const char* whole : {kNeMo, kBridge, kPrimus, kTitan, kScript}) {
            const std::string text = whole;
            for (std::size_t length = 0; length <= text.size(); length += 3)
                foreignScenario(text.substr(0, length), "cut", shippedCatalog());
            std::mt19937 random(7);
            for (int round = 0; round < 60; ++round) {
                std::string hurt = text;
                for (int i = 0; i < 4; ++i)
                    hurt[random() % hurt.size()] = "[]()*|#=\"'$-9eE\n"[random() % 16];
                foreignScenario(hurt, "hurt", shippedCatalog());
            }
        }
    }

    void tomlLines() {
        const Document made = flatToml("top = 1\n[a.b]\nlist = [\"x\", 'y']\nempty =\n= 3\nbad key = 4\n"
                                       "[[table]]\nnumber=0x10#remark\n[unclosed\nlast = \"a # b\"");
        QCOMPARE(made.size(), std::size_t(4));
        QCOMPARE(made[0].key, std::string("top"));
        QCOMPARE(made[1].key, std::string("a.b.list"));
        QVERIFY(made[1].list && made[1].values == (std::vector<std::string>{"x", "y"}));
        QCOMPARE(made[1].line, 3);
        QCOMPARE(made[3].values[0], std::string("a # b"));
    }
};

MOE_TEST(ForeignTest)
#include "foreign_test.moc"
