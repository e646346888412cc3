// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of every kind: which layer is of which, what a kind holds, caches and computes, and models whose
// totals are published.

#include "models/engine/memory/memory.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/layer_kinds.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/shape/flops.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/number_format.h"
#include "models/engine/shape/params.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

/// h 1024, 8 heads of 128, 2 KV heads.
Scenario small(const std::string& model, const std::string& rest = {}) {
    return scenarioOf("model:\n  layers: 12\n  hidden: 1024\n  ffn: 4096\n  vocab: 32000\n  sequence: 4096\n"
                      "  attention: gqa\n  heads: 8\n  kv_heads: 2\n" +
                      model + rest);
}

std::string planText(const Scenario& scenario) {
    const LayerPlan plan = layerPlan(scenario);
    std::string text;
    for (const std::uint8_t index : plan.of) {
        const LayerType& type = plan.types[index];
        text += std::string(text.empty() ? "" : " ") + std::string(enumText(type.mixer)) +
                (type.feed == FeedForward::Moe    ? "+moe"
                 : type.feed == FeedForward::None ? "+none"
                                                  : "") +
                (type.ownsKv ? "" : "'");
    }
    return text;
}

double attentionParams(const Scenario& scenario, LayerKind kind) {
    const Setup setup = setupOf(scenario, shippedCatalog());
    const MixerView view(setup, {kind, FeedForward::Dense, true});
    const MixerParams params = layerKind(kind).params(*view);
    return params.split + params.replicated;
}

bool near(double value, double wanted, double share) {
    return std::abs(value / wanted - 1) <= share;
}

} // namespace

class LayerKindsTest : public QObject {
    Q_OBJECT

private slots:
    void tableIsInOrder() {
        const std::vector<std::string>& names = enumNames<LayerKind>();
        QCOMPARE(layerKinds().size(), names.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            QCOMPARE(layerKinds()[i].kind, static_cast<LayerKind>(i));
            QCOMPARE(layerFacts()[i].kind, static_cast<LayerKind>(i));
            QCOMPARE(std::string(layerFacts()[i].key), names[i]);
        }
        QCOMPARE(numberFormats().size(), enumNames<DataType>().size());
        for (std::size_t i = 0; i < numberFormats().size(); ++i)
            QCOMPARE(numberFormats()[i].type, static_cast<DataType>(i));
    }

    void plan_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("rest");
        QTest::addColumn<QString>("plan");
        const auto row = [](const char* name, const char* model, const char* rest, const char* plan) {
            QTest::newRow(name) << model << rest << plan;
        };
        row("nothing said", "", "", "full full full full full full full full full full full full");
        row("a pattern is cycled", "  pattern: [full, sliding*2]\n  window: 128\n", "",
            "full sliding sliding full sliding sliding full sliding sliding full sliding sliding");
        row("global_every", "  window: 128\n  global_every: 4\n", "",
            "sliding sliding sliding full sliding sliding sliding full sliding sliding sliding full");
        row("window alone", "  window: 128\n", "",
            "sliding sliding sliding sliding sliding sliding sliding sliding sliding sliding sliding "
            "sliding");
        row("dense first", "  dense_layers: 2\n", "moe:\n  experts: 4\n  expert_ffn: 64\n",
            "full full full+moe full+moe full+moe full+moe full+moe full+moe full+moe full+moe full+moe "
            "full+moe");
        row("every second", "", "moe:\n  experts: 4\n  expert_ffn: 64\n  every: 2\n  offset: 1\n",
            "full full+moe full full+moe full full+moe full full+moe full full+moe full full+moe");
        row("a list", "", "moe:\n  experts: 4\n  expert_ffn: 64\n  layers: [1, 11]\n",
            "full full+moe full full full full full full full full full full+moe");
        row("one block a layer",
            "  one_block: true\n  pattern: [mamba2, ffn, full]\n  mamba: {inner: 2048, state: 128, heads: "
            "32}\n",
            "moe:\n  experts: 4\n  expert_ffn: 64\n",
            "mamba2+none ffn+moe full+none mamba2+none ffn+moe full+none mamba2+none ffn+moe full+none "
            "mamba2+none "
            "ffn+moe full+none");
        row("shared keys and values", "  kv_share_factor: 2\n", "",
            "full full' full full' full full' full full' full full' full full'");
        row("last layers share", "  kv_shared_layers: 3\n", "",
            "full full full full full full full full full full' full' full'");
    }
    void plan() {
        QFETCH(QString, model);
        QFETCH(QString, rest);
        QFETCH(QString, plan);
        const Scenario scenario = small(model.toStdString(), rest.toStdString());
        QCOMPARE(planText(scenario), plan.toStdString());
        const Problems problems = validate(scenario, shippedCatalog());
        QVERIFY2(problems.empty(), toString(problems).c_str());
    }

    /// LFM2: 4·h² + 3·h weights, two tokens of h values per sequence.
    void shortConvolutionsKeepTwoTokens() {
        const Scenario scenario = small("  pattern: [conv]\n  linear: {conv: 3}\n");
        const Problems problems = validate(scenario, shippedCatalog());
        QVERIFY2(problems.empty(), toString(problems).c_str());
        const Setup setup = setupOf(scenario, shippedCatalog());
        const MixerParams params = layerKind(LayerKind::Conv).params(setup);
        QCOMPARE(params.split + params.replicated, 4 * setup.h * setup.h + 3 * setup.h);
        QCOMPARE(layerKind(LayerKind::Conv).stateBytes(setup), 2 * 2 * setup.h);
        QCOMPARE(sequenceCache(setup, 1000).nextToken.base, 0.0);
        QCOMPARE(sequenceCache(setup, 1000).states.base, setup.L * 4 * setup.h);
    }

    /// Falcon-H1: weights, products, cache and state are those of both mixers; behind one norm.
    void attentionBesideAStateIsBoth() {
        const char* mamba = "  mamba: {inner: 2048, state: 128, heads: 32}\n";
        const Scenario scenario = small(std::string("  pattern: [full_mamba2]\n") + mamba);
        const Problems problems = validate(scenario, shippedCatalog());
        QVERIFY2(problems.empty(), toString(problems).c_str());
        const Scenario whole = small(mamba), states = small(std::string("  pattern: [mamba2]\n") + mamba);
        const Setup both = setupOf(scenario, shippedCatalog()), full = setupOf(whole, shippedCatalog()),
                    state = setupOf(states, shippedCatalog());
        const auto attention = [](const Setup& s) { return layerParams(s).attention; };
        QCOMPARE(attention(both), attention(full) + attention(state));
        QCOMPARE(layerParams(both).mixerReplicated, layerParams(full).mixerReplicated);
        QCOMPARE(mixerMatrices(both), mixerMatrices(full) + mixerMatrices(state));
        QCOMPARE(sequenceCache(both, 500).kept.base, sequenceCache(full, 500).kept.base);
        QCOMPARE(sequenceCache(both, 500).states.base, sequenceCache(state, 500).states.base);
        Scenario plain = states;
        plain.model.mambaNorm = false;
        QCOMPARE(attention(state) - attention(setupOf(plain, shippedCatalog())), 2048.0);
    }

    void oneNormFeedsBothBlocks() {
        const Scenario two = small(""), one = small("  shared_norm: true\n");
        const Setup pair = setupOf(two, shippedCatalog()), single = setupOf(one, shippedCatalog());
        QCOMPARE(paramCounts(pair).total - paramCounts(single).total, pair.L * pair.h);
    }

    void patternsKeepTheirText() {
        Scenario scenario = small("");
        QVERIFY(setField(scenario, "model.pattern", "[full, sliding*5]").empty());
        QCOMPARE(fieldText(findField("model.pattern")->get(scenario)), std::string("full,sliding*5"));
        QVERIFY(!setField(scenario, "model.pattern", "full,slidng").empty());
        QVERIFY(!setField(scenario, "model.pattern", "full*0").empty());
        QVERIFY(!setField(scenario, "model.pattern", "full*1.5").empty());
        QVERIFY(!setField(scenario, "model.pattern", "full*1e9").empty());
        scenario.model.window = 64;
        QCOMPARE(valueOf(readScenario(scenarioText(scenario), "again")), scenario);
    }

    void brokenPatterns_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("rest");
        QTest::addColumn<QString>("key");
        QTest::newRow("window missing") << "  pattern: [sliding]\n"
                                        << ""
                                        << "model.window";
        QTest::newRow("chunk missing") << "  pattern: [chunked]\n"
                                       << ""
                                       << "model.chunk";
        QTest::newRow("state missing") << "  pattern: [mamba2]\n"
                                       << ""
                                       << "model.mamba.inner";
        QTest::newRow("keys missing") << "  pattern: [gdn]\n"
                                      << ""
                                      << "model.linear.key_heads";
        QTest::newRow("indexer missing") << "  pattern: [sparse]\n"
                                         << ""
                                         << "model.index.heads";
        QTest::newRow("longer than the model") << "  pattern: [full*13]\n"
                                               << ""
                                               << "model.pattern";
        QTest::newRow("a layer that is not there") << ""
                                                   << "moe:\n  experts: 4\n  expert_ffn: 64\n  layers: [12]\n"
                                                   << "moe.layers";
        QTest::newRow("offset beyond the period")
            << ""
            << "moe:\n  experts: 4\n  expert_ffn: 64\n  every: 2\n  offset: 2\n"
            << "moe.offset";
        QTest::newRow("heads of a state over TP")
            << "  pattern: [gdn]\n  linear: {key_heads: 2, key_dim: 128}\n"
            << "parallel:\n  tp: 4\n"
            << "parallel.tp";
    }
    void brokenPatterns() {
        QFETCH(QString, model);
        QFETCH(QString, rest);
        QFETCH(QString, key);
        const Problems problems = validate(small(model.toStdString(), rest.toStdString()), shippedCatalog());
        QVERIFY(std::any_of(problems.begin(), problems.end(),
                            [&](const Problem& problem) { return problem.key == key.toStdString(); }));
    }

    // Sizes of published models, worked out by hand from their modelling code.
    void paramsOfAKind() {
        // Qwen3-Next: h 2048, K 16·128, V 32·128, convolution of 4.
        Scenario gdn = presetScenario("qwen3-next");
        const double K = 2048, V = 4096, h = 2048;
        QCOMPARE(attentionParams(gdn, LayerKind::Gdn),
                 h * (2 * K + 2 * V) + 2 * h * 32 + 4 * (2 * K + V) + 2 * 32 + 128 + V * h);
        // Nemotron 3 Nano: D 4096, 8 groups of state 128, 64 heads.
        Scenario nano = presetScenario("nemotron-3-nano");
        QCOMPARE(attentionParams(nano, LayerKind::Mamba2), 2688.0 * (2 * 4096 + 2 * 8 * 128 + 64) +
                                                               5 * (4096 + 2 * 8 * 128) + 3 * 64 + 4096 +
                                                               4096 * 2688.0);
        // DeepSeek-V3.2's indexer beside DeepSeek-V3's attention of 187107328.
        Scenario sparse = presetScenario("deepseek-v3.2");
        QCOMPARE(attentionParams(sparse, LayerKind::Sparse),
                 187107328.0 + 1536 * 64 * 128 + 7168 * 128 + 2 * 128 + 7168 * 64);
        // Jamba v0.1: D 8192, state 16, rank 256.
        const Scenario jamba = small("  pattern: [mamba1]\n  mamba: {inner: 2048, state: 16, dt_rank: 64}\n");
        QCOMPARE(attentionParams(jamba, LayerKind::Mamba1), 2 * 1024.0 * 2048 + 4 * 2048 + 2048 +
                                                                2048 * (64 + 32) + 64 * 2048 + 2048 +
                                                                2048 * 16 + 2048 + 2048 * 1024.0 + 64 + 32);
        // Kimi Linear: P = 32·128.
        const Scenario kda = small("  pattern: [kda]\n  linear: {key_heads: 8, key_dim: 128}\n");
        const double P = 1024;
        QCOMPARE(attentionParams(kda, LayerKind::Kda),
                 3 * 1024 * P + 12 * P + 2 * (1024 * 128 + 128 * P) + 1024 * 8 + 8 + P + 128 + P * 1024);
        // Kimi K3: one matrix as the gate. Its products are those of all matrices, in either form.
        Scenario whole = kda;
        whole.model.linearFullGate = true;
        const double vectors = 12 * P + 8 + P + 128;
        for (const Scenario* one : {&kda, static_cast<const Scenario*>(&whole)})
            QCOMPARE(mixerMatrices(setupOf(*one, shippedCatalog())),
                     attentionParams(*one, LayerKind::Kda) - vectors);
        QCOMPARE(attentionParams(whole, LayerKind::Kda) - attentionParams(kda, LayerKind::Kda),
                 1024 * P - (1024 * 128 + 128 * P));
    }

    void published_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<double>("published");
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("active");
        QTest::addColumn<double>("kvAll");
        QTest::addColumn<double>("kvNext");
        QTest::addColumn<double>("held");
        // Published total, 10⁹; then an independent count of the published configuration: total and active,
        // 10⁹, KV bytes of a token in bf16 over all layers and beyond windows, bytes that windows and states
        // hold.
        const auto row = [](const char* name, const char* preset, double published, double total,
                            double active, double kvAll, double kvNext, double held) {
            QTest::newRow(name) << preset << published << total << active << kvAll << kvNext << held;
        };
        row("Kimi K2, arXiv 2507.20534: 1.04 T, 32.6 B", "kimi-k2", 1040, 1026.41, 32.86, 70272, 70272, 0);
        row("DeepSeek-V3.2, arXiv 2512.02556: 671 B", "deepseek-v3.2", 671, 671.88, 38.40, 85888, 85888, 0);
        row("GLM-4.5, arXiv 2508.06471: 355 B, 32 B", "glm-4.5", 355, 352.80, 33.63, 376832, 376832, 0);
        row("GLM-5, published by Z.ai: 744 B, 40 B", "glm-5", 744, 743.91, 41.78, 109824, 109824, 0);
        row("gpt-oss-20b, arXiv 2508.10925: 20.91 B", "gpt-oss-20b", 20.91, 20.91, 0, 49152, 24576,
            24576 * 128.);
        row("gpt-oss-120b, arXiv 2508.10925: 116.83 B", "gpt-oss-120b", 116.83, 116.83, 0, 73728, 36864,
            36864 * 128.);
        row("Qwen3-Next, model card: 80 B, 3 B", "qwen3-next", 80, 79.67, 3.87, 24576, 24576, 36 * 2146304.);
        row("Qwen3.5-397B-A17B, model card", "qwen3.5-397b", 397, 396.35, 17.35, 30720, 30720, 192e6);
        row("Llama 4 Scout, model card: 109 B with vision", "llama-4-scout", 109, 107.77, 17.17, 196608,
            49152, 147456 * 8192.);
        row("Llama 4 Maverick, model card: 400 B", "llama-4-maverick", 400, 400.71, 17.18, 196608, 49152,
            147456 * 8192.);
        row("MiniMax-M2, model card: 230 B, 10 B", "minimax-m2", 230, 228.69, 11.03, 253952, 253952, 0);
        row("Gemma 3 27B, arXiv 2503.19786: 27.0 B", "gemma-3-27b", 27.0, 27.01, 27.01, 507904, 81920,
            425984 * 1024.);
        row("Nemotron 3 Nano, model card: 31.6 B, 3.6 B", "nemotron-3-nano", 31.6, 31.58, 3.58, 6144, 6144,
            0);
        row("Llama 3.1 405B, arXiv 2407.21783", "llama-3.1-405b", 405, 405.85, 405.85, 516096, 516096, 0);
    }
    void published() {
        QFETCH(QString, preset);
        QFETCH(double, published);
        QFETCH(double, total);
        QFETCH(double, active);
        QFETCH(double, kvAll);
        QFETCH(double, kvNext);
        QFETCH(double, held);
        Scenario scenario = presetScenario(preset.toStdString());
        scenario.parallel = {};
        scenario.cluster.gpus = {};
        scenario.precision = {};
        const Setup setup = setupOf(scenario, shippedCatalog());
        const ParamCounts counts = paramCounts(setup);
        QVERIFY2(near(counts.total, published * 1e9, 0.015), qPrintable(QString::number(counts.total)));
        QVERIFY2(near(counts.total, total * 1e9, 0.0005), qPrintable(QString::number(counts.total)));
        if (active > 0)
            QVERIFY2(near(counts.active, active * 1e9, 0.002), qPrintable(QString::number(counts.active)));
        QCOMPARE(sequenceCache(setup, 1).kept.base, kvAll);
        const SequenceCache far = sequenceCache(setup, 1e6);
        QCOMPARE(far.nextToken.base, kvNext);
        const double fixed = far.kept.base - 1e6 * kvNext + far.states.base;
        if (held > 0) QVERIFY2(near(fixed, held, 0.005), qPrintable(QString::number(fixed)));
    }

    void weightsInTheirOwnFormat() {
        // arXiv 2508.10925, table 1: checkpoint of 60.8 GiB, experts in MXFP4 and the rest in bf16.
        const Scenario scenario = presetScenario("gpt-oss-120b");
        const Setup setup = setupOf(scenario, shippedCatalog());
        const ParamCounts counts = paramCounts(setup);
        const double bytes =
            counts.expert * bytesOf(DataType::MxFp4) + counts.dense * bytesOf(DataType::Bf16);
        QVERIFY2(near(Bytes{bytes} / GiB, 60.8, 0.005), qPrintable(QString::number(Bytes{bytes} / GiB)));
        QCOMPARE(bytesOf(DataType::MxFp4) * 8, 4.25);
        QCOMPARE(bytesOf(DataType::NvFp4) * 8, 4.5);
        QVERIFY(near(bytesOf(DataType::Fp8Block) * 8, 8.002, 1e-4));
    }

    void windowsAndChunks() {
        const Scenario scenario = small("  pattern: [sliding, chunked, full]\n  window: 100\n  chunk: 400\n");
        const Setup setup = setupOf(scenario, shippedCatalog());
        const double each = 4 * 2 * 2 * 128 * 2; // four layers of a kind, two KV heads of 128 in bf16
        QCOMPARE(sequenceCache(setup, 50).kept.base, 3 * each * 50);
        QCOMPARE(sequenceCache(setup, 50).nextToken.base, 3 * each);
        QCOMPARE(sequenceCache(setup, 1000).kept.base, each * (100 + 400 + 1000));
        QCOMPARE(sequenceCache(setup, 1000).nextToken.base, each);
        const auto mean = [&](LayerKind kind, double sequence) {
            const MixerView view(setup, {kind, FeedForward::Dense, true});
            return layerKind(kind).meanKeys(*view, sequence);
        };
        QCOMPARE(mean(LayerKind::Full, 4000), 2000.0);
        QCOMPARE(mean(LayerKind::Sliding, 80), 40.0);
        QVERIFY(near(mean(LayerKind::Sliding, 4000), 100 - 100.0 * 99 / 8000, 1e-3)); // w − w(w−1)/2S
        QCOMPARE(mean(LayerKind::Chunked, 4000), 200.0);
    }

    /// One layer of each kind on each stage costs what its kind says, not a mean.
    void stagesHoldWhatTheirLayersAre() {
        Scenario scenario =
            small("  pattern: [full*6, mamba2*6]\n  mamba: {inner: 2048, state: 128, heads: 32}\n",
                  "train:\n  global_batch: 8\n  micro_batch: 1\nparallel:\n  pp: 2\n");
        const Setup setup = setupOf(scenario, shippedCatalog());
        const std::vector<StageLayers> stages = stageLayers(setup);
        const MixerView mamba(setup, {LayerKind::Mamba2, FeedForward::Dense, true});
        const double embedding = 32000.0 * 1024;
        QCOMPARE(stageParams(setup, stages, 0).dense,
                 6 * layerParams(setup).withoutExperts(FeedForward::Dense) + embedding);
        QCOMPARE(stageParams(setup, stages, 1).dense,
                 6 * layerParams(*mamba).withoutExperts(FeedForward::Dense) + embedding + 1024);
        // FLOPs: 6 per matrix value and token, and three times the core's forward.
        const double tokens = 8 * 4096.0;
        const double full = layerKind(LayerKind::Full).coreFlops(setup, 2048), state = 7.0 * 2048 * 128;
        QCOMPARE(stepFlops(setup).causal.base,
                 tokens * (6 * (6 * mixerMatrices(setup) + 6 * mixerMatrices(*mamba) +
                                12 * 3.0 * 1024 * 4096 + embedding) +
                           3 * (6 * full + 6 * state)));
    }
};

MOE_TEST(LayerKindsTest)
#include "layer_kinds_test.moc"
