// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/architecture.h"

#include "models/engine/shape/flops.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

/// The shape of Qwen3-Next's config.json: three gated delta nets to one gated attention, 512 experts.
Scenario hybrid() {
    Scenario s = presetScenario("qwen3-30b-a3b");
    s.model.pattern = {{LayerKind::Gdn, 3}, {LayerKind::Full, 1}};
    s.model.linearKeyHeads = 16;
    s.model.linearValueHeads = 32;
    s.model.linearKeyDim = s.model.linearValueDim = 128;
    s.model.mtpLayers = 1;
    s.moe->sharedExperts = 1;
    s.moe->sharedGate = true;
    return s;
}

} // namespace

class ArchitectureTest : public QObject {
    Q_OBJECT

private slots:
    void blocksSumToTheModel_data() {
        QTest::addColumn<QString>("preset");
        for (const char* preset :
             {"deepseek-v3", "mixtral-8x7b", "llama-3-70b", "olmoe-1b-7b", "hybrid", "embeddings"})
            QTest::newRow(preset) << preset;
    }
    void blocksSumToTheModel() {
        QFETCH(QString, preset);
        const bool embeds = preset == "embeddings"; // of every layer, as Gemma 4's small models have them
        Case c{preset == "hybrid" ? hybrid() : presetScenario(embeds ? "llama-3-8b" : preset.toStdString())};
        if (embeds) c.scenario.model.layerEmbedding = 256;
        c.scenario.parallel = {}; // caches on one GPU are those of the model
        const Setup setup = c.setup();
        const Architecture made = architecture(setup);
        const ParamCounts counts = paramCounts(setup);
        QCOMPARE(made.total, counts.total);
        QCOMPARE(made.active, counts.active);
        double params = 0, flops = 0;
        Count layers = 0;
        for (const ArchitectureBlock& block : made.blocks) {
            const bool predicts = block.role == ArchitectureBlock::Role::Prediction;
            if (!predicts) params += double(block.count) * block.params();
            flops += double(block.count) * block.flops();
            if (block.role == ArchitectureBlock::Role::Layer) layers += block.count;
        }
        QCOMPARE(params, counts.total);
        QCOMPARE(layers, c.scenario.model.layers);
        QCOMPARE(std::size_t(layers), made.of.size());
        QCOMPARE(flops, made.flops);
        if (c.scenario.train) {
            const double tokens = double(c.scenario.train->globalBatch) * setup.s;
            QVERIFY(std::abs(3 * tokens * made.flops / stepFlops(setup).causal.base - 1) < 1e-12);
        }
        const SequenceCache cache = sequenceCache(setup, 1);
        QCOMPARE(made.kvBytesPerToken, cache.nextToken.base);
        QCOMPARE(made.stateBytesPerSequence, cache.states.base);
    }

    void cachesAreThoseOfAllGpus() {
        const Case c{presetScenario("llama-3-70b")}; // 2·8·128 values in 80 layers, bf16
        QCOMPARE(architecture(c.setup()).kvBytesPerToken, 80 * 2 * 8 * 128 * 2.0);
    }

    void layersStandInTheirOrder() {
        const Architecture made = architecture(Case{presetScenario("deepseek-v3")}.setup());
        QCOMPARE(made.periods.size(), std::size_t(2));
        QCOMPARE(made.periods[0], (LayerPeriod{0, 1, 3}));
        QCOMPARE(made.periods[1], (LayerPeriod{3, 1, 58}));
        QCOMPARE(made.blocks.front().role, ArchitectureBlock::Role::Embedding);
        QCOMPARE(made.blocks.back().role, ArchitectureBlock::Role::Head);
        QCOMPARE(made.blocks[made.of[0]].type.feed, FeedForward::Dense);
        QCOMPARE(made.blocks[made.of[60]].type.feed, FeedForward::Moe);
        // arXiv 2412.19437, section 4.2: one layer predicts a second token.
        QCOMPARE(made.blocks[3].role, ArchitectureBlock::Role::Prediction);
    }

    void everyPartSaysWhereItComesFrom() {
        const Scenario scenario = hybrid();
        for (const ArchitectureBlock& block : architecture(setupOf(scenario, shippedCatalog())).blocks)
            for (const ArchitecturePart& part : block.parts) {
                QVERIFY2(*part.label && *part.paramsFormula && *part.flopsFormula && *part.source,
                         part.label);
                QVERIFY(part.active <= part.params);
            }
    }
};

MOE_TEST(ArchitectureTest)
#include "architecture_test.moc"
