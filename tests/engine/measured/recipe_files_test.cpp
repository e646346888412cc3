// SPDX-License-Identifier: GPL-3.0-or-later
// Recipes that rest on other files and on variables, and what they leave open.
#include "models/engine/files/tokenizers.h"
#include "models/engine/logs/foreign.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <map>

using namespace moe;
using namespace moe::test;

class RecipeFilesTest : public QObject {
    Q_OBJECT

    static FileBeside files(std::map<std::string, std::string> all) {
        return [all](const std::string& path) -> std::optional<std::string> {
            const auto found = all.find(path);
            return found == all.end() ? std::nullopt : std::optional(found->second);
        };
    }
    static QString assumed(const Scenario& scenario) {
        QString all;
        for (const Assumption& one : scenario.assumed)
            all += QString::fromStdString(one.key + "|" + toString(one.text)) + '\n';
        return all;
    }
    static Result<LogScenario> read(const std::string& text, const FileBeside& beside = {},
                                    const std::string& source = "recipe.yaml") {
        const std::optional<Result<LogScenario>> made =
            foreignScenario(text, source, shippedCatalog(), beside);
        return made ? *made : Result<LogScenario>(Problem{.rule = "nobody's"});
    }

    /// As Primus writes a recipe: the model's sizes stand in its tree.
    static constexpr const char* kRecipe = R"(modules:
  pre_trainer:
    framework: megatron
    config: pre_trainer.yaml
    model: small.yaml
    overrides:
      micro_batch_size: 2
      global_batch_size: ${PRIMUS_GBS:64}
      seq_length: 2048
      tensor_model_parallel_size: 1
)";
    static std::map<std::string, std::string> tree() {
        return {
            {"primus/configs/models/megatron/small.yaml",
             "extends:\n  - base.yaml\nnum_layers: 4\nhidden_size: 256\nnum_attention_heads: 4\n"
             "tokenizer_type: HuggingFaceTokenizer\ntokenizer_model: meta-llama/Llama-3.1-8B\n"},
            {"primus/configs/models/megatron/base.yaml",
             "num_layers: 99\nswiglu: true\nffn_hidden_size: 512\nnormalization: RMSNorm\n"
             "untie_embeddings_and_output_weights: true\nadd_bias_linear: false\nposition_embedding_type: "
             "rope\n"},
            {"primus/configs/modules/megatron/pre_trainer.yaml",
             "seq_length: 1024\nmicro_batch_size: 8\nimg_h: 224\n"}};
    }

private slots:
    void filesAreFollowedAndTheRecipeWins() {
        const Result<LogScenario> made = read(kRecipe, files(tree()));
        QVERIFY2(made, made ? "" : toString(made.error()).c_str());
        const Scenario& scenario = made->scenario;
        QCOMPARE(scenario.model.layers, Count(4)); // not the base's
        QCOMPARE(scenario.model.ffn, Count(512));
        QCOMPARE(scenario.model.sequence, Count(2048));
        QCOMPARE(scenario.train->microBatch, Count(2));
        QCOMPARE(scenario.train->globalBatch, Count(64));
        QCOMPARE(scenario.model.vocab, Count(128256)); // Llama 3.1's; 1002 × 128
        const QString said = assumed(scenario);
        QVERIFY2(said.contains("${PRIMUS_GBS:64}") && said.contains("model.vocab|Vocabulary 128256"),
                 qPrintable(said));
        QVERIFY2(said.contains("cluster.gpus|") && said.contains("PP"), qPrintable(said));
    }

    void whatIsMissingIsNamed() {
        const Result<LogScenario> made = read(kRecipe);
        QVERIFY(!made);
        QCOMPARE(made.error().size(), std::size_t(1));
        QVERIFY2(toString(made.error()).find("models/megatron/small.yaml") != std::string::npos,
                 toString(made.error()).c_str());
    }

    void circlesEnd() {
        const Result<LogScenario> made =
            read("extends: [a.yaml]\n",
                 files({{"a.yaml", "extends: [b.yaml]\n"}, {"b.yaml", "extends: [a.yaml]\n"}}));
        QVERIFY(!made); // no sizes, and no endless loop
    }

    void productsAreWorkedOut() {
        const Result<LogScenario> made = read(R"(exp_manager: {name: x}
trainer: {num_nodes: 2, devices: 8, max_steps: 10}
model:
  num_layers: 4
  hidden_size: 256
  ffn_hidden_size: ${multiply:3, ${.hidden_size}}
  num_attention_heads: 4
  micro_batch_size: 1
  global_batch_size: 32
  encoder_seq_length: 512
  tokenizer: {library: huggingface, type: mistralai/Mixtral-8x7B-v0.1}
)");
        QVERIFY2(made, made ? "" : toString(made.error()).c_str());
        QCOMPARE(made->scenario.model.ffn, Count(768));
        QCOMPARE(made->scenario.model.vocab, Count(32000));
        QCOMPARE(*made->scenario.cluster.gpus, Count(16));
    }

    void aNameOfAFileGivesGpusAndSaysSo() {
        const std::string text =
            "exp_manager: {name: x}\ntrainer: {devices: 8}\nmodel: {num_layers: 4, hidden_size: "
            "256, num_attention_heads: 4, micro_batch_size: 1, global_batch_size: 256, "
            "encoder_seq_length: 512}\n";
        const Result<LogScenario> made = read(text, {}, "/x/llama-256gpus-bf16.yaml");
        QVERIFY2(made, made ? "" : toString(made.error()).c_str());
        QCOMPARE(*made->scenario.cluster.gpus, Count(256));
        QVERIFY(assumed(made->scenario).contains("derived from the name"));
        QVERIFY(assumed(made->scenario).contains("model.vocab|Vocabulary 50304 (GPT-2"));
        // Or its folder's, or that of a machine of Google's cloud; no folder above.
        for (const auto& [path, gpu] : {std::pair{"/x/MI300X/llama.yaml", "mi300x"},
                                        {"/x/a3ultra_llama-256gpus.yaml", "h200"},
                                        {"/x/a4/llama.yaml", "b200"},
                                        {"/h200/x/llama.yaml", "h100-sxm"}}) {
            const Result<LogScenario> named = read(text, {}, path);
            QVERIFY2(named, named ? "" : toString(named.error()).c_str());
            QCOMPARE(named->scenario.gpu.preset, std::string(gpu));
            QVERIFY(!assumed(named->scenario).contains("BERT"));
        }
        const Result<LogScenario> both = read(text, {}, "/x/bert_tp1.yaml");
        QVERIFY(both && assumed(both->scenario).contains("BERT"));
    }

    void otherModelsAreRefusedByName() {
        const std::string sizes = "  --num-layers: 4\n  --hidden-size: 256\n  --num-attention-heads: 4\n"
                                  "  --micro-batch-size: 1\n  --global-batch-size: 8\n  --seq-length: 128\n";
        const Result<LogScenario> vision = read("MODEL_ARGS:\n" + sizes + "  --img-h: 336\n");
        QVERIFY(!vision);
        QVERIFY(toString(vision.error()).find("vision-language") != std::string::npos);
        const Result<LogScenario> bert =
            read("MODEL_ARGS:\n" + sizes + "  --tokenizer-type: BertWordPieceLowerCase\n");
        QVERIFY(!bert);
        QVERIFY(toString(bert.error()).find("BERT") != std::string::npos);
        const Result<LogScenario> data =
            read("MODEL_ARGS:\n" + sizes + "  --data-path: /d/my-bert_00_text_sentence\n");
        QVERIFY2(data, data ? "" : toString(data.error()).c_str());
        QVERIFY(assumed(data->scenario).contains("BERT"));
    }

    void tokenizersByTheirNames() {
        const auto words = [](const char* name) {
            const Tokenizer* found = findTokenizer(name);
            return found ? found->words : 0;
        };
        QCOMPARE(words("meta-llama/Meta-Llama-3.1-70B"), Count(128256));
        QCOMPARE(words("Llama2Tokenizer"), Count(32000));
        QCOMPARE(words("mistralai/Mistral-Nemo-Base-2407"), Count(131072));
        QCOMPARE(words("Qwen/Qwen2.5-7B"), Count(152064));
        QCOMPARE(words("Qwen/Qwen2.5-0.5B"), Count(151936));
        QCOMPARE(words("DeepSeekV3Tokenizer"), Count(129280));
        QCOMPARE(words("/data/tokenizer.model"), Count(0));
    }
};

MOE_TEST(RecipeFilesTest)
#include "recipe_files_test.moc"
