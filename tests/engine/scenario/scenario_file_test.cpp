// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/scenario_file.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class ScenarioFileTest : public QObject {
    Q_OBJECT
private slots:
    // A shipped measured case opens as the scenario that it is.
    void measurementsOfACaseAreNoneOfItsKeys() {
        const Result<Scenario> read =
            readScenario("case: {id: a, measured: {ttft_seconds: 1}}\nname: b\n", "x");
        QVERIFY(read);
        QCOMPARE(read->name, std::string("b"));
    }

    /// Defaults of a file (the contract of the scenario keys), never those of the start-up example.
    void anEmptyFileHasTheDefaults() {
        const Result<Scenario> scenario =
            readScenario("model: {hidden: 512}\ntrain: {micro_batch: 1}\n", "s.yaml");
        QVERIFY(scenario.has_value());
        QVERIFY(!scenario->moe && !scenario->serve && scenario->train);
        const TrainSpec& train = *scenario->train;
        QCOMPARE(train.zero, Count(1));
        QCOMPARE(train.gradBytes, Count(4));
        QCOMPARE(train.momentBytes, Count(4));
        QVERIFY(train.masterWeights && train.dpOverlap && train.fusedGradAccumulation);
        QVERIFY(train.stack == Stack::Megatron2026 && train.recompute.mode == Recompute::Mode::None);
        const ParallelSpec& p = scenario->parallel;
        QCOMPARE(p.tp * p.pp * p.vpp * p.cp * p.ep * expertTp(*scenario), Count(1));
        QVERIFY(!p.etp);
        QVERIFY(!p.dp && !p.sequenceParallel && p.layersShareGpus);
        QVERIFY(scenario->cluster.a2a == A2aKernel::LowLatency && scenario->cluster.overlap == 0);
        QVERIFY(scenario->routing.distribution == Distribution::Uniform);
        QVERIFY(scenario->precision.compute == DataType::Bf16 &&
                scenario->precision.kvCache == DataType::Bf16);
    }

    void whatIsWrittenReadsBackEqual() {
        Scenario scenario;
        scenario.name = "Eine Studie: 64 × top-8";
        scenario.note = "two\nlines # not a comment";
        scenario.model.hidden = 4096;
        scenario.model.attention = Attention::Mla;
        scenario.model.headDim = 56;
        scenario.moe.emplace().sharedFfn = 1024;
        scenario.train.emplace().recompute = {Recompute::Mode::Selective,
                                              {RecomputePart::LayerNorm, RecomputePart::MoeAct}};
        scenario.train->lr = 1.0 / 3;
        scenario.train->tokens = 1.5e12;
        scenario.parallel.dp = 16;
        scenario.parallel.layout.layers = {3, 4, 5};
        scenario.serve.emplace();
        scenario.gpu.memoryGib = 79.6;
        const std::string text = scenarioText(scenario);
        const Result<Scenario> again = readScenario(text, "again.yaml");
        QVERIFY2(again.has_value(), text.c_str());
        QVERIFY2(*again == scenario, text.c_str());
        QVERIFY2(text.find("disaggregated: false") != std::string::npos, text.c_str()); // a default, but said
        QCOMPARE(scenarioText(*again), text);
    }

    void everyProblemIsLocatedAtOnce() {
        const Result<Scenario> scenario = readScenario("schema: moe-explorer/scenario/2\n"
                                                       "model:\n"
                                                       "  hiden: 4096\n"
                                                       "  layers: many\n"
                                                       "train:\n"
                                                       "  zero: 7\n"
                                                       "  lr: [1, 2]\n"
                                                       "extra: 1\n",
                                                       "run.yaml");
        QVERIFY(!scenario.has_value());
        const std::string text = toString(scenario.error());
        for (const char* expected :
             {"run.yaml:1:9: schema: is newer",
              "run.yaml:3:10: model.hiden: is no scenario key (did you mean model.hidden?), got \"4096\"",
              "run.yaml:4:11: model.layers: must be a whole number from 1 to 1000, got \"many\"",
              "run.yaml:6:9: train.zero: must be a whole number from 0 to 3, got \"7\"",
              "run.yaml:7:7: train.lr", "run.yaml:8:8: extra: is no scenario key"})
            QVERIFY2(text.find(expected) != std::string::npos,
                     (std::string(expected) + "\nin\n" + text).c_str());
        QCOMPARE(scenario.error().size(), std::size_t(6));
    }

    void recomputeTakesAListOrCommas() {
        const Result<Scenario> list = readScenario("train: {recompute: [moe_act, layernorm]}", "a.yaml");
        const Result<Scenario> commas = readScenario("train: {recompute: \"layernorm, moe_act\"}", "b.yaml");
        QVERIFY(list && commas);
        QVERIFY(list->train->recompute == commas->train->recompute);
        QVERIFY(list->train->recompute.has(RecomputePart::MoeAct) &&
                !list->train->recompute.has(RecomputePart::Mlp));
    }

    /// A section says that it is there by a key that reads back: tokens that are not given are no zero
    /// tokens.
    void sectionsWithoutTheirFirstKeyReadBack() {
        for (const char* section : {"train: {cuda_graphs: true}", "train: {global_batch: 64}",
                                    "moe: {top_k: 2}", "serve: {prompt: 8}"}) {
            const Result<Scenario> read = readScenario(section, "s.yaml");
            QVERIFY(read);
            const Result<Scenario> again = readScenario(scenarioText(*read), "again.yaml");
            QVERIFY2(again && *again == *read, scenarioText(*read).c_str());
        }
        Scenario bare;
        bare.train.emplace(), bare.moe.emplace(), bare.serve.emplace();
        const Result<Scenario> again = readScenario(scenarioText(bare), "bare.yaml");
        QVERIFY2(again && *again == bare, scenarioText(bare).c_str());
    }

    void nullAndAutoMeanAbsent() {
        const Result<Scenario> scenario = readScenario("model: {q_rank: null, kv_heads: auto}\nparallel: "
                                                       "{dp: auto}\nmoe:\ntrain: null\nserve: {prompt: 8}\n",
                                                       "n.yaml");
        QVERIFY(scenario.has_value());
        QVERIFY(scenario->model.qRank == 0 && !scenario->model.kvHeads && !scenario->parallel.dp);
        QVERIFY(!scenario->moe && !scenario->train && scenario->serve);
    }
};

MOE_TEST(ScenarioFileTest)
#include "scenario_file_test.moc"
