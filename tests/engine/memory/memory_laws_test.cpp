// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for every scenario.

#include "models/engine/memory/memory.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/shape/flops.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace moe;
using namespace moe::test;

namespace {

Bytes termBytes(const StageMemory& stage, const std::string& key) {
    for (std::size_t i = 0; i < memoryTerms().size(); ++i)
        if (memoryTerms()[i].key == key) return stage.terms[i];
    return {};
}

/// Scenarios that pass validation, drawn around small and large shapes.
class RandomScenarios {
public:
    Scenario next() {
        for (;;) {
            Scenario s = draw();
            if (brokenRules(s, shippedCatalog()).empty()) return s;
        }
    }

private:
    Count pick(std::initializer_list<Count> values) {
        return *(values.begin() + std::uniform_int_distribution<std::ptrdiff_t>(
                                      0, static_cast<std::ptrdiff_t>(values.size()) - 1)(m_random));
    }
    bool coin() { return pick({0, 1}) == 1; }

    Scenario draw() {
        Scenario s;
        s.model.layers = pick({1, 4, 13, 24, 61, 96});
        s.model.hidden = pick({512, 2048, 7168});
        s.model.heads = pick({4, 16, 64});
        s.model.kvHeads = pick({1, 4, 16});
        s.model.headDim = pick({56, 128});
        s.model.ffn = pick({1792, 18432});
        s.model.vocab = pick({32000, 151936});
        s.model.sequence = pick({1024, 8192});
        s.model.gated = coin();
        s.model.tiedEmbeddings = coin();
        s.model.linearBias = coin();
        s.model.norm = coin() ? Norm::LayerNorm : Norm::RmsNorm;
        s.model.mtpLayers = pick({0, 0, 1});
        if (coin()) {
            s.model.attention = Attention::Mla;
            s.model.kvHeads.reset();
            s.model.qRank = pick({0, 1536});
            s.model.kvRank = 512;
            s.model.nopeDim = 128;
            s.model.ropeDim = 64;
            s.model.vDim = 128;
        }
        if (coin()) {
            s.moe = MoeSpec{};
            s.moe->experts = pick({8, 64, 256});
            s.moe->topK = pick({1, 2, 8});
            s.moe->expertFfn = pick({704, 2048});
            s.moe->sharedFfn = pick({0, 2048});
            s.moe->capacityFactor = coin() ? 0 : 1.25;
            s.model.denseLayers = pick({0, 1});
        }
        s.train = TrainSpec{};
        s.train->globalBatch = pick({64, 1024});
        s.train->microBatch = pick({1, 2, 8});
        s.train->zero = pick({0, 1, 2, 3});
        s.train->stack = coin() ? Stack::Megatron2024 : Stack::Megatron2026;
        s.train->loss = static_cast<LossKernel>(pick({0, 1, 2, 3, 4, 5}));
        s.train->dropout = coin() ? 0.1 : 0;
        s.train->recompute.mode = static_cast<Recompute::Mode>(pick({0, 1, 2}));
        if (coin())
            s.train->recompute = {Recompute::Mode::Selective, {RecomputePart::CoreAttn, RecomputePart::Moe}};
        if (coin()) s.precision.compute = DataType::Fp8;
        s.parallel.tp = pick({1, 2, 8});
        s.parallel.pp = pick({1, 2, 4, 8});
        s.parallel.vpp = pick({1, 1, 2});
        s.parallel.cp = pick({1, 1, 2});
        s.parallel.ep = pick({1, 4, 8});
        s.parallel.etp = pick({1, 1, 2});
        s.parallel.sequenceParallel = coin();
        s.gpu.preset = coin() ? "h100-sxm" : "a100-80g";
        s.cluster.gpus = pick({8, 64, 512});
        return s;
    }

    std::mt19937 m_random{7};
};

} // namespace

class MemoryLawsTest : public QObject {
    Q_OBJECT

private slots:
    void randomScenarios() {
        RandomScenarios scenarios;
        for (int i = 0; i < 4000; ++i) {
            const Case c{scenarios.next()};
            const Setup setup = c.setup();
            const MemoryReport report = memoryWithoutSuggestions(setup);
            QCOMPARE(report.stages.size(), static_cast<std::size_t>(setup.pp));
            for (const StageMemory& stage : report.stages) {
                Bytes sum;
                for (Bytes term : stage.terms) {
                    QVERIFY(std::isfinite(term.base) && term.base >= 0);
                    sum += term;
                }
                QCOMPARE(sum.base, stage.peak.base);
                QVERIFY(stage.fixed <= stage.peak);
                QVERIFY(stage.peakLow <= stage.peak && stage.peak <= stage.peakHigh);
                QVERIFY(stage.peak <= report.heaviest().peak);
            }
            const StepFlops flops = stepFlops(setup);
            QVERIFY(flops.causal.base > 0 && flops.causal <= flops.fullAttention);
        }
    }

    void moreExpertParallelismNeverRaisesExpertBytes() {
        Case c{presetScenario("qwen3-235b-a22b")};
        c.scenario.parallel.tp = c.scenario.parallel.pp = 1;
        Bytes before{1e300}, activations;
        for (Count ep : {1, 2, 4, 8, 16, 32, 64, 128}) {
            c.scenario.parallel.ep = ep;
            const StageMemory stage = memoryWithoutSuggestions(c.setup()).heaviest();
            const Bytes experts = termBytes(stage, "expert_weights") + termBytes(stage, "expert_gradients") +
                                  termBytes(stage, "expert_optimizer");
            QVERIFY(experts < before);
            before = experts;
            // The tokens a rank receives do not shrink: expert parallelism is carved out of data parallelism.
            const Bytes routed = termBytes(stage, "dispatched") + termBytes(stage, "expert_mlp");
            if (ep > 1) QCOMPARE(routed.base, activations.base);
            activations = routed;
        }
    }

    void higherZeroStagesNeverNeedMore() {
        RandomScenarios scenarios;
        for (int i = 0; i < 300; ++i) {
            Case c{scenarios.next()};
            c.scenario.train->zero = 0;
            Bytes before = memoryWithoutSuggestions(c.setup()).heaviest().peak;
            // Under tensor parallelism ZeRO-3 keeps the embedding whole on each rank, which may cost more.
            const Count last = c.scenario.parallel.tp > 1 ? 2 : 3;
            for (Count zero = 1; zero <= last; ++zero) {
                c.scenario.train->zero = zero;
                const Bytes peak = memoryWithoutSuggestions(c.setup()).heaviest().peak;
                QVERIFY(peak.base <= before.base * (1 + 1e-12));
                before = peak;
            }
        }
    }

    void recomputeNeverKeepsMore() {
        Case c{presetScenario("deepseek-v3")};
        const auto peak = [&](Recompute recompute) {
            c.scenario.train->recompute = std::move(recompute);
            return memoryWithoutSuggestions(c.setup()).heaviest().peak;
        };
        const Bytes none = peak({});
        const Bytes activation = peak({Recompute::Mode::Selective, {RecomputePart::MoeAct}});
        const Bytes block = peak({Recompute::Mode::Selective, {RecomputePart::Moe}});
        const Bytes full = peak({Recompute::Mode::Full, {}});
        QVERIFY(full < block && block < activation && activation < none);
    }

    void withoutAParallelLossEveryRankHoldsAllLogits() {
        Case c{presetScenario("llama-3-8b")};
        c.scenario.train->loss = LossKernel::Eager;
        const auto logits = [&] { return memoryWithoutSuggestions(c.setup()).stages.back(); };
        const double alone = termBytes(logits(), "loss").base;
        c.scenario.train->parallelLoss = false;
        QCOMPARE(termBytes(logits(), "loss").base, alone); // TP 1 has nothing to gather
        c.scenario.parallel.tp = 4;
        const double perLogit = termBytes(logits(), "loss").base / (c.setup().T * c.setup().V);
        QCOMPARE(perLogit, 14.0 + 4.0); // eager, and the chunks before and after torch concatenates them
        c.scenario.train->parallelLoss = true;
        QCOMPARE(termBytes(logits(), "loss").base, alone / 4);
    }

    void logitsAreNotHeldPerMicroBatchInFlight() {
        Case c{presetScenario("llama-3-8b")};
        const Bytes logits = termBytes(memoryWithoutSuggestions(c.setup()).stages.back(), "loss");
        c.scenario.parallel.vpp = 4; // more micro-batches in flight on the last stage
        QCOMPARE(termBytes(memoryWithoutSuggestions(c.setup()).stages.back(), "loss").base, logits.base);
    }
};

MOE_TEST(MemoryLawsTest)
#include "memory_laws_test.moc"
