// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class ParamsTest : public QObject {
    Q_OBJECT

private slots:
    void published_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("active");
        QTest::newRow("DeepSeek-V3, arXiv 2412.19437: 671B, 37B") << "deepseek-v3" << 671e9 << 37e9;
        QTest::newRow("Mixtral 8x7B, arXiv 2401.04088: 46.7B, 12.9B") << "mixtral-8x7b" << 46.7e9 << 12.9e9;
        QTest::newRow("Qwen3-30B-A3B, arXiv 2505.09388: 30.5B, 3.3B") << "qwen3-30b-a3b" << 30.5e9 << 3.3e9;
        QTest::newRow("Qwen3-235B-A22B, arXiv 2505.09388: 235B, 22B") << "qwen3-235b-a22b" << 235e9 << 22e9;
        QTest::newRow("OLMoE, arXiv 2409.02060: 6.92B, 1.28B") << "olmoe-1b-7b" << 6.92e9 << 1.28e9;
        QTest::newRow("Llama 3 8B, model card: 8.03B") << "llama-3-8b" << 8.03e9 << 8.03e9;
        QTest::newRow("Llama 3 70B, model card: 70.55B") << "llama-3-70b" << 70.55e9 << 70.55e9;
    }
    void published() {
        QFETCH(QString, preset);
        QFETCH(double, total);
        QFETCH(double, active);
        const Case c{presetScenario(preset.toStdString())};
        const ParamCounts counts = paramCounts(c.setup());
        QVERIFY2(std::abs(counts.total / total - 1) < 0.002,
                 qPrintable(QString::number(counts.total, 'f', 0)));
        // Active counts are published with two digits.
        QVERIFY2(std::abs(counts.active / active - 1) < 0.018,
                 qPrintable(QString::number(counts.active, 'f', 0)));
        QCOMPARE(counts.total, counts.dense + counts.expert);
    }

    void megatronLogs() {
        const Case dense{presetScenario("seed-dense")};
        QCOMPARE(paramCounts(dense.setup()).total, 213148160.0);
        const Case moe{presetScenario("seed-moe64")}; // "number of parameters on rank (0, 0)"
        const StageParams onRank = stageParams(moe.setup(), 0);
        QCOMPARE(onRank.dense + onRank.expert, 1204838912.0);
        QCOMPARE(paramCounts(moe.setup()).perGpu, 1204838912.0);
    }

    void latentAttention() {
        // DeepSeek-V3 config.json, one attention block without its block norms: 187107328.
        const Case c{presetScenario("deepseek-v3")};
        const ParamCounts counts = paramCounts(c.setup());
        QCOMPARE(counts.shared, 61 * 187107328.0 + 3 * 3.0 * 7168 * 18432);
        QCOMPARE(counts.expert, 58.0 * 256 * 3 * 7168 * 2048);
    }

    void stepLaw_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<double>("params");
        QTest::addColumn<double>("activeParams");
        QTest::newRow("1in89") << "step-law-1in89" << 2150612992.0 << 187973632.0;
        QTest::newRow("2in88") << "step-law-2in88" << 2150612992.0 << 232579072.0;
        QTest::newRow("1in8") << "step-law-1in8" << 2155174912.0 << 590436352.0;
        QTest::newRow("3in8") << "step-law-3in8" << 2156188672.0 << 1241270272.0;
    }
    /// N and Na of the Step Law table leave out router and norms, which nonEmbedding has.
    void stepLaw() {
        QFETCH(QString, preset);
        QFETCH(double, params);
        QFETCH(double, activeParams);
        const Case c{presetScenario(preset.toStdString())};
        const ParamCounts counts = paramCounts(c.setup());
        const double routerAndNorms = 15 * c.setup().E * 1408 + (2 * 16 + 1) * 1408;
        QCOMPARE(counts.nonEmbedding, params + routerAndNorms);
        QCOMPARE(counts.activeNonEmbedding, activeParams + routerAndNorms);
        QVERIFY(std::abs(counts.nonEmbedding / params - 1) < 0.002);
        QCOMPARE(counts.shared, 143368192.0);
    }

    void referenceExperts() {
        // 2·7168·18432 B per FP8 expert; 15.3 GB of experts per GPU when 256 GPUs hold all layers, 245 GB
        // on 16.
        Case own{presetScenario("reference")};
        QCOMPARE(own.setup().gpus, 14848.0);
        QCOMPARE(stageParams(own.setup(), 0).expert, 264241152.0);
        own.scenario.parallel.layersShareGpus = true;
        own.scenario.cluster.gpus = 256;
        QCOMPARE(stageParams(own.setup(), 0).expert, 58 * 264241152.0);
        const Case baseline{presetScenario("reference-baseline")};
        QCOMPARE(stageParams(baseline.setup(), 0).expert, 16 * 58 * 264241152.0);
    }

    void stagesHoldTheModel_data() {
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("vpp");
        for (const auto& [pp, vpp] : {std::pair{1, 1}, {2, 1}, {4, 2}, {5, 3}, {16, 1}})
            QTest::addRow("PP %d VPP %d", pp, vpp) << pp << vpp;
    }
    void stagesHoldTheModel() {
        QFETCH(int, pp);
        QFETCH(int, vpp);
        Case c{presetScenario("qwen3-30b-a3b")};
        c.scenario.parallel = {};
        c.scenario.parallel.pp = pp;
        c.scenario.parallel.vpp = vpp;
        c.scenario.cluster.gpus.reset();
        const Setup setup = c.setup();
        double held = 0;
        Count layers = 0;
        for (int stage = 0; stage < pp; ++stage) {
            const StageParams params = stageParams(setup, stage);
            held += params.dense + params.expert;
            layers += params.held.layers;
        }
        QCOMPARE(layers, Count{48});
        QCOMPARE(held, paramCounts(setup).total);
    }

    void remainderGoesToTheMiddle() {
        Case c{presetScenario("deepseek-v3")};
        c.scenario.parallel.pp = 8;
        const std::vector<Count> layers = chunkLayers(c.setup()); // 61 = 8·7 + 5
        QCOMPARE(layers, (std::vector<Count>{7, 8, 8, 8, 8, 8, 7, 7}));
        c.scenario.parallel.layout.layers = {4, 8, 8, 8, 8, 8, 8, 9};
        QCOMPARE(chunkLayers(c.setup()), c.scenario.parallel.layout.layers);
    }
};

MOE_TEST(ParamsTest)
#include "params_test.moc"
