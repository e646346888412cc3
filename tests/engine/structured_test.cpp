// SPDX-License-Identifier: GPL-3.0-or-later
// Readers whose files are well formed and mean nonsense: arguments of logs, keys of model configurations,
// shipped documents with a few entries changed, texts of patterns, layouts and schedules. Nothing may end the
// program, take long or make a scenario outside its ranges; what is refused is refused with a word.
//
// MOE_STRUCTURED_CASES makes a run longer, MOE_PROPERTY_SEED another one (packaging/fuzz.sh --structured).

#include "models/engine/calibration/serving_runs.h"
#include "models/engine/cost/step_constants_file.h"
#include "models/engine/evaluate.h"
#include "models/engine/explain/lesson.h"
#include "models/engine/files/session_file.h"
#include "models/engine/logs/log_arguments.h"
#include "models/engine/logs/log_scenario.h"
#include "models/engine/measured/cases.h"
#include "models/engine/measured/run_list.h"
#include "models/engine/operators/operator_file.h"
#include "models/engine/operators/own_gpu.h"
#include "models/engine/profiles/profile_file.h"
#include "tests/engine/cases.h"
#include "tests/engine/hostile_values.h"
#include "tests/engine/random_scenarios.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

int cases(int usual) {
    const int asked = qEnvironmentVariableIntValue("MOE_STRUCTURED_CASES");
    return asked > 0 ? asked : std::max(1, usual / kSlower);
}

/// Empty when every key of the scenario lies in its range, and what is valid can be evaluated.
std::string nonsense(const Scenario& scenario) {
    for (const Field& field : fields()) {
        const FieldValue value = field.get(scenario);
        if (const double* number = std::get_if<double>(&value);
            number && *number != 0 && !(*number >= field.min && *number <= field.max)) // 0 is not given
            return std::string(field.key) + " is " + std::to_string(*number);
    }
    if (!brokenRules(scenario, numbersCatalog()).empty()) return {};
    evaluate(scenario, numbersCatalog(), Detail::Numbers);
    return {};
}

template <class T> std::string verdict(const Result<T>& result) {
    return result ? std::string() : unfit(result.error());
}
std::string verdict(const Result<Scenario>& result) {
    return result ? nonsense(*result) : unfit(result.error());
}
std::string verdict(const Result<LogScenario>& result) {
    if (!result) return unfit(result.error());
    for (const Measured& one : result->measured)
        if (!std::isfinite(one.value)) return "measured " + std::string(one.quantity->key);
    return nonsense(result->scenario);
}

struct Reader {
    const char* name;
    const char* folder; ///< of the resources, or one of them
    std::string (*read)(std::string_view text);
};

constexpr Reader kReaders[] = {
    {"scenarios", "presets", [](std::string_view text) { return verdict(readScenario(text, "f")); }},
    {"presets", "presets", [](std::string_view text) { return verdict(readPreset(text, "f")); }},
    {"GPUs", "gpus.yaml", [](std::string_view text) { return verdict(readGpus(text, "f")); }},
    {"machines", "gpus.yaml", [](std::string_view text) { return verdict(readMachines(text, "f")); }},
    {"clusters", "clusters.yaml", [](std::string_view text) { return verdict(readClusters(text, "f")); }},
    {"lessons", "lessons", [](std::string_view text) { return verdict(readLesson(text, "f")); }},
    {"cases", "cases", [](std::string_view text) { return verdict(readCase(text, "f")); }},
    {"runs", "runs", [](std::string_view text) { return verdict(readRunList(text, "f", numbersCatalog())); }},
    {"served runs", "runs", [](std::string_view text) { return verdict(readServingRuns(text, "f")); }},
    {"operators", "operators/b300-vllm.yaml",
     [](std::string_view text) {
         const Result<Document> document = parseDocument(text, "f");
         return document ? verdict(operatorsFrom(*document, "f")) : unfit(document.error());
     }},
    {"loss model", "loss/model.yaml",
     [](std::string_view text) {
         const Result<Document> document = parseDocument(text, "f");
         return document ? verdict(lossModelFrom(*document, "f")) : unfit(document.error());
     }},
};

std::vector<Document> documentsOf(const Reader& reader) {
    std::vector<Document> documents;
    const QString path = QStringLiteral(":/") + QLatin1String(reader.folder);
    QStringList names = QDir(path).entryList({"*.yaml"}, QDir::Files, QDir::Name);
    if (names.isEmpty()) names << QString();
    for (const QString& name : std::as_const(names)) {
        const QString file = QLatin1String(reader.folder) + (name.isEmpty() ? "" : "/" + name);
        documents.push_back(valueOf(parseDocument(resourceText(file.toStdString()), file.toStdString())));
    }
    return documents;
}

/// Of a model with experts, with what such logs say.
const std::vector<std::pair<std::string, std::string>>& logBase() {
    static const std::vector<std::pair<std::string, std::string>> base{{"num-layers", "24"},
                                                                       {"hidden-size", "2048"},
                                                                       {"num-attention-heads", "16"},
                                                                       {"seq-length", "4096"},
                                                                       {"max-position-embeddings", "4096"},
                                                                       {"micro-batch-size", "1"},
                                                                       {"global-batch-size", "256"},
                                                                       {"tensor-model-parallel-size", "2"},
                                                                       {"pipeline-model-parallel-size", "2"},
                                                                       {"num-experts", "64"},
                                                                       {"moe-router-topk", "6"},
                                                                       {"moe-ffn-hidden-size", "1408"},
                                                                       {"expert-model-parallel-size", "8"},
                                                                       {"vocab-size", "50257"},
                                                                       {"world-size", "32"},
                                                                       {"ffn-hidden-size", "8192"},
                                                                       {"lr", "1e-4"},
                                                                       {"train-iters", "100"}};
    return base;
}

/// Arguments whose values are words, lists or patterns.
constexpr const char* kWordArguments[] = {"moe_layer_freq",
                                          "pipeline_model_parallel_layout",
                                          "hybrid_layer_pattern",
                                          "hybrid_override_pattern",
                                          "recompute_granularity",
                                          "recompute_method",
                                          "recompute_modules",
                                          "window_size",
                                          "window_attn_skip_freq",
                                          "linear_attention_freq",
                                          "experimental_attention_variant",
                                          "moe_router_load_balancing_type",
                                          "fp8_recipe",
                                          "fp8_format",
                                          "optimizer",
                                          "cp_comm_type",
                                          "spec",
                                          "normalization",
                                          "position_embedding_type",
                                          "bf16",
                                          "sequence_parallel",
                                          "use_distributed_optimizer",
                                          "group_query_attention",
                                          "multi_latent_attention",
                                          "swiglu",
                                          "untie_embeddings_and_output_weights",
                                          "moe_shared_expert_overlap",
                                          "no_rope_freq",
                                          "data_parallel_sharding_strategy",
                                          "hierarchical_context_parallel_sizes",
                                          "num_layers_at_start_in_bf16"};

std::string hostileLog(HostileDraw& draw) {
    std::vector<std::pair<std::string, std::string>> said = logBase();
    const std::vector<std::string_view> numbers = logNumberArguments();
    const auto name = [&] {
        return std::string(draw.oneIn(3) ? draw.pick(kWordArguments) : draw.pick(numbers));
    };
    for (std::size_t changes = 1 + draw.below(5); changes > 0; --changes) {
        switch (draw.below(5)) {
        case 0: said.erase(said.begin() + std::ptrdiff_t(draw.below(said.size()))); break;
        case 1: said[draw.below(said.size())].second = draw.value(); break;
        case 2: said.emplace_back(draw.pick(said).first, draw.value()); break;
        default: said.emplace_back(name(), draw.value());
        }
        if (said.empty()) said = logBase();
    }
    std::string text;
    for (std::size_t exports = draw.below(3); exports > 0; --exports) {
        static constexpr const char* kExports[] = {
            "TP",  "PP", "CP",          "EP",         "ETP",    "VPP",          "GBS",
            "MBS", "A",  "NUM_EXPERTS", "WORLD_SIZE", "NNODES", "GPUS_PER_NODE"};
        text += std::string("export ") + draw.pick(kExports) + "=" + draw.value() + "\n";
    }
    const bool dump = draw.oneIn(2);
    for (auto& [argument, value] : said) {
        std::string key = argument;
        std::replace(key.begin(), key.end(), dump ? '-' : '_', dump ? '_' : '-');
        text += dump ? "  " + key + " ............ " + value + "\n" : "--" + key + " " + value + " \\\n";
    }
    text += "\n number of parameters on (tensor, pipeline) model parallel rank (0, 0): " +
            (draw.oneIn(2) ? "1234567890" : draw.number()) + "\n";
    for (int i = 1; i < 4; ++i)
        text += " iteration " + (draw.oneIn(9) ? draw.number() : std::to_string(10 * i)) +
                "/ 100 | consumed samples: 5 | elapsed time per iteration (ms): " +
                (draw.oneIn(4) ? draw.number() : "500.0") +
                " | throughput per GPU (TFLOP/s/GPU): " + (draw.oneIn(4) ? draw.number() : "200") +
                " | lm loss: " + (draw.oneIn(4) ? draw.number() : "3") + " |\n";
    return text;
}

/// config.json of five families, with what they have of their own.
constexpr const char* kConfigs[] = {
    R"(model_type: llama
hidden_size: 4096
intermediate_size: 14336
num_attention_heads: 32
num_key_value_heads: 8
num_hidden_layers: 32
vocab_size: 128256
max_position_embeddings: 8192
head_dim: 128
tie_word_embeddings: false
torch_dtype: bfloat16
)",
    R"(model_type: mixtral
hidden_size: 4096
intermediate_size: 14336
num_attention_heads: 32
num_key_value_heads: 8
num_hidden_layers: 32
num_local_experts: 8
num_experts_per_tok: 2
sliding_window: null
vocab_size: 32000
max_position_embeddings: 32768
)",
    R"(model_type: deepseek_v3
hidden_size: 7168
intermediate_size: 18432
moe_intermediate_size: 2048
num_attention_heads: 128
num_key_value_heads: 128
num_hidden_layers: 61
n_routed_experts: 256
n_shared_experts: 1
num_experts_per_tok: 8
n_group: 8
topk_group: 4
first_k_dense_replace: 3
moe_layer_freq: 1
q_lora_rank: 1536
kv_lora_rank: 512
qk_nope_head_dim: 128
qk_rope_head_dim: 64
v_head_dim: 128
num_nextn_predict_layers: 1
vocab_size: 129280
max_position_embeddings: 163840
quantization_config: {quant_method: fp8, fmt: e4m3, weight_block_size: [128, 128]}
)",
    R"(model_type: qwen3_next
hidden_size: 2048
intermediate_size: 5120
moe_intermediate_size: 512
shared_expert_intermediate_size: 512
num_attention_heads: 16
num_key_value_heads: 2
head_dim: 256
num_hidden_layers: 48
full_attention_interval: 4
linear_num_key_heads: 16
linear_num_value_heads: 32
linear_key_head_dim: 128
linear_value_head_dim: 128
linear_conv_kernel_dim: 4
num_experts: 512
num_experts_per_tok: 10
decoder_sparse_step: 1
mlp_only_layers: []
vocab_size: 151936
max_position_embeddings: 262144
)",
    R"(model_type: gpt_oss
hidden_size: 2880
intermediate_size: 2880
num_attention_heads: 64
num_key_value_heads: 8
head_dim: 64
num_hidden_layers: 4
num_local_experts: 32
num_experts_per_tok: 4
sliding_window: 128
layer_types: [sliding_attention, full_attention, sliding_attention, full_attention]
vocab_size: 201088
max_position_embeddings: 131072
)"};

} // namespace

class StructuredTest : public QObject {
    Q_OBJECT

    /// What went wrong with a text, and how to see it again.
    static QByteArray told(const std::string& wrong, unsigned seed, int number, const std::string& text) {
        return QByteArray::fromStdString(wrong + "; seed " + std::to_string(seed) + ", case " +
                                         std::to_string(number) + ":\n" + text.substr(0, 4000));
    }
    /// `read` on `count` texts that `draw` makes.
    template <class Make, class Read> void ask(unsigned seed, int count, Make make, Read read) {
        HostileDraw draw(seed);
        for (int i = 0; i < count; ++i) {
            const std::string text = make(draw);
            QElapsedTimer clock;
            clock.start();
            std::string wrong;
            try {
                wrong = read(text);
            } catch (const std::exception& error) {
                wrong = std::string("throws ") + error.what();
            }
            QVERIFY2(wrong.empty(), told(wrong, seed, i, text));
            if (const qint64 took = clock.elapsed(); took > kLongest * kSlower)
                QFAIL(told("takes " + std::to_string(took) + " ms", seed, i, text));
        }
    }
    static constexpr qint64 kLongest = 5000; ///< ms, on a machine that does other things too

private slots:
    void argumentsOfLogs() {
        ask(seedOf(51), cases(3000), hostileLog, [](const std::string& text) {
            return verdict(scenarioFromLog(readMegatronLog(text, "f"), numbersCatalog()));
        });
    }

    void keysOfModelConfigurations() {
        static const std::vector<Document> bases = [] {
            std::vector<Document> made;
            for (const char* text : kConfigs) {
                made.push_back(valueOf(parseDocument(text, "config.json")));
                valueOf(scenarioFrom(made.back(), "config.json"));
            }
            return made;
        }();
        ask(
            seedOf(52), cases(3000),
            [](HostileDraw& draw) { return documentText(draw.changed(draw.pick(bases))); },
            [](const std::string& text) { return verdict(readScenario(text, "config.json")); });
    }

    void entriesOfDocuments_data() {
        QTest::addColumn<int>("reader");
        for (int i = 0; i < int(std::size(kReaders)); ++i) QTest::newRow(kReaders[i].name) << i;
    }
    void entriesOfDocuments() {
        QFETCH(int, reader);
        const Reader& asked = kReaders[reader];
        const std::vector<Document> bases = documentsOf(asked);
        for (const Document& base : bases) QVERIFY(!base.empty());
        ask(
            seedOf(53), cases(400),
            [&](HostileDraw& draw) { return documentText(draw.changed(draw.pick(bases))); },
            [&](const std::string& text) { return asked.read(text); });
    }

    void textsOfPatternsAndLayouts() {
        static constexpr const char* kKeys[] = {"model.pattern",   "parallel.layout", "train.schedule",
                                                "train.recompute", "model.windows",   "moe.pattern"};
        static constexpr const char* kParts[] = {
            "full", "sliding", "chunked", "gdn",  "mamba2",     "ffn",       "none", "sparse", "*", ",",
            "|",    "3",       "0",       "-",    "1000000000", "E",         "t",    "d",      "m", "L",
            "(",    ")",       "auto",    "1f1b", "zb-v",       "core_attn", "mlp",  " ",      "="};
        const std::string base = scenarioText(presetScenario("mixtral-8x7b"));
        ask(
            seedOf(54), cases(4000),
            [&](HostileDraw& draw) {
                std::string text;
                for (std::size_t parts = draw.below(12); parts > 0; --parts) text += draw.pick(kParts);
                return std::string(draw.pick(kKeys)) + "=" + (draw.oneIn(4) ? draw.text() : text);
            },
            [&](const std::string& text) -> std::string {
                Scenario scenario = presetScenario("mixtral-8x7b");
                const std::size_t equals = text.find('=');
                const Problems problems = setField(scenario, text.substr(0, equals), text.substr(equals + 1));
                return problems.empty() ? nonsense(scenario) : unfit(problems);
            });
    }
};

MOE_TEST(StructuredTest)
#include "structured_test.moc"
