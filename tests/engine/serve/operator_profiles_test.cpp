// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles in serving and beside training: used exactly where device, shape and TP fit.

#include "models/engine/evaluate.h"
#include "models/engine/profiles/profile_file.h"
#include "models/engine/profiles/profile_layer.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/serve/operator_profiles.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"
#include "tests/engine/operator_cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

const Catalog& catalogWithProfiles() {
    static const Catalog catalog = [] {
        Catalog made = shippedCatalog();
        ProfileSet set = valueOf(profileCurvesFrom(
            valueOf(parseDocument(resourceText("profiles/curves.yaml"), "curves.yaml")), "curves.yaml"));
        made.profiles = std::make_shared<const ProfileSet>(std::move(set));
        return made;
    }();
    return catalog;
}

/// Llama-2-70B on A100, TP 2: the one model whose attention is profiled too.
std::string llama70b(const std::string& more = {}) {
    return "model: {layers: 80, hidden: 8192, ffn: 28672, heads: 64, kv_heads: 8, head_dim: 128, vocab: "
           "32000, "
           "sequence: 4096}\ngpu: {preset: a100-80g}\ncluster: {gpus: 2}\nparallel: {tp: 2}\n"
           "serve: {phase: decode, requests: 32, prefill_tokens: 2048, prompt: 512, output: 128, context: "
           "1024}\n" +
           more;
}

} // namespace

class OperatorProfilesTest : public QObject {
    Q_OBJECT

private slots:
    void onlyAFittingScenarioUsesThem_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("fits");
        const auto row = [](const char* name, const std::string& text, bool fits) {
            QTest::newRow(name) << QString::fromStdString(text) << fits;
        };
        const auto with = [](const std::string& from, const std::string& to) {
            std::string text = llama70b();
            text.replace(text.find(from), from.size(), to);
            return text;
        };
        row("as profiled", llama70b(), true);
        row("another GPU", with("a100-80g", "b200"), false);
        row("another hidden size", with("hidden: 8192", "hidden: 4096"), false);
        row("another number of KV heads", with("kv_heads: 8", "kv_heads: 16"), false);
        row("TP that was not profiled", with("tp: 2", "tp: 16"), false);
        row("fp8", llama70b("precision: {weights: fp8, compute: fp8}\n"), false);
        row("own memory rate", with("preset: a100-80g", "preset: a100-80g, bandwidth_util: 0.7"), false);
        row("experts", llama70b("moe: {experts: 8, top_k: 2, expert_ffn: 28672}\n"), false);
    }
    void onlyAFittingScenarioUsesThem() {
        QFETCH(QString, text);
        QFETCH(bool, fits);
        const Scenario scenario = scenarioOf(text.toStdString());
        const auto match = [&](const Catalog& catalog) {
            return OperatorProfiles::match(setupOf(scenario, catalog), catalog);
        };
        QCOMPARE(match(catalogWithProfiles()) != nullptr, fits);
        QVERIFY(match(shippedCatalog()) == nullptr);
    }

    void decodePartsAreSumsOfTheirOperators() {
        const Report report = evaluate(scenarioOf(llama70b()), catalogWithProfiles(), Detail::Numbers);
        const auto part = [&](std::string_view key) {
            for (const ServePart& one : report.serve->decodeParts)
                if (key == one.key) return one;
            return ServePart{};
        };
        // By hand: 80 layers of the operators that `profile` answers for one.
        ProfileQuery query;
        query.device = "a100";
        query.model = "Llama-2-70b-hf";
        query.network = "a100_dgx";
        query.tp = 2;
        const auto ask = [&](const char* op) {
            query.op = op;
            return valueOf(profileAnswer(*catalogWithProfiles().profiles, catalogWithProfiles(), query))
                .seconds;
        };
        query.tokens = 32;
        const Seconds mlp = ask("mlp_up_proj") + ask("mlp_down_proj");
        const Seconds projections = ask("attn_pre_proj") + ask("attn_post_proj");
        query.batch = 32;
        query.kv = 1024;
        const Seconds core = ask("attn_decode");
        query.tp.reset();
        query.workers = query.devicesPerNode = 2;
        query.size = 2.0 * 32 * 8192;
        const Seconds reduce = 2 * ask("all_reduce");
        for (const auto& [key, seconds] :
             {std::pair{"mlp", mlp}, {"gemm", projections}, {"attention", core}, {"tp", reduce}}) {
            QVERIFY2(std::abs(part(key).seconds / (80 * seconds) - 1) < 1e-9, key);
            QVERIFY2(part(key).origin == Origin::Interpolated, key);
        }
        QVERIFY(part("head").origin == Origin::Analytic && part("engine").origin == Origin::Analytic);
    }
    void withoutAttentionRowsTheCoreStaysAnalytic() {
        std::string text = llama70b();
        text.replace(text.find("tp: 2"), 5, "tp: 4");
        const Report report = evaluate(scenarioOf(text), catalogWithProfiles(), Detail::Numbers);
        for (const ServePart& one : report.serve->decodeParts) {
            if (std::string_view(one.key) == "attention") QVERIFY(one.origin == Origin::Analytic);
            if (std::string_view(one.key) == "mlp") QVERIFY(one.origin == Origin::Interpolated);
        }
    }
    /// An A100 profile of Llama 2 70B, as vLLM was in 2024, against operators measured on today's kernels:
    /// heads that were not profiled would be compared with those.
    void aProfileThatSaysSomethingElseIsWarnedOf() {
        const auto warned = [](const Scenario& scenario) {
            const Report report = evaluate(scenario, measuredCatalog(), Detail::Numbers);
            return std::any_of(report.warnings.begin(), report.warnings.end(),
                               [](const Warning& one) { return one.id == "serve-profile"; });
        };
        Scenario scenario = presetScenario("llama-3-70b");
        QVERIFY(warned(scenario));
        scenario.model.kvHeads = 16; // not of the profile
        QVERIFY(!warned(scenario));
        scenario.model.kvHeads = 8;
        scenario.serve->engine = ServeEngine::Steady; // operators come first
        QVERIFY(!warned(scenario));
    }
    void partsStillSumToTheStep() {
        const Report report = evaluate(scenarioOf(llama70b()), catalogWithProfiles(), Detail::Full);
        Seconds sum;
        for (const ServePart& part : report.serve->decodeParts) sum += part.exposed;
        QVERIFY(std::abs(sum / *report.serve->tpot - 1) < 1e-9);
        const ServePoint& here = report.serveCurves->batch[report.serveCurves->batchHere];
        QVERIFY(std::abs(here.tpot / *report.serve->tpot - 1) < 1e-9); // the curves use them too
    }
    void trainingShowsBothAndUsesTheModel() {
        const Scenario scenario = scenarioOf(
            "model: {layers: 80, hidden: 8192, ffn: 28672, heads: 64, kv_heads: 8, head_dim: 128, vocab: "
            "32000, "
            "sequence: 4096}\ngpu: {preset: a100-80g}\ncluster: {gpus: 16}\nparallel: {tp: 2, dp: 8}\n"
            "train: {global_batch: 8, micro_batch: 1}\n");
        const Report with = evaluate(scenario, catalogWithProfiles(), Detail::Numbers);
        const Report without = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        QCOMPARE(with.train->step.base, without.train->step.base);
        QVERIFY(!without.profiles);
        QVERIFY(with.profiles && with.profiles->passes.size() == 1);
        const ProfiledPass& pass = with.profiles->passes.front();
        QVERIFY(!pass.used);
        for (const ProfiledOperator& one : pass.operators) {
            if (std::string_view(one.op) != "mlp_up_proj") continue;
            QVERIFY(one.analytic && one.error);
            QVERIFY(std::abs(*one.analytic / one.profiled - 1) < 0.25); // 4096 × 28672 × 8192 at TP 2
        }
        QVERIFY(pass.operators.size() >= 12);
    }
};

MOE_TEST(OperatorProfilesTest)
#include "operator_profiles_test.moc"
