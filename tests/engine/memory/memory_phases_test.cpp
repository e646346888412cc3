// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/evaluate.h"
#include "models/engine/memory/memory.h"
#include "models/engine/serve/serve.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

class MemoryPhasesTest : public QObject {
    Q_OBJECT

    static void presets() {
        QTest::addColumn<QByteArray>("preset");
        for (const char* preset :
             {"deepseek-v3", "qwen3-235b-a22b", "llama-3-70b", "step-law-2in88", "seed-dense", "reference"})
            QTest::addRow("%s", preset) << QByteArray(preset);
    }

private slots:
    void theLargestPhaseIsThePeak_data() { presets(); }
    void theLargestPhaseIsThePeak() {
        QFETCH(QByteArray, preset);
        const Scenario scenario = presetScenario(preset.toStdString());
        const Setup setup = setupOf(scenario, shippedCatalog());
        const MemoryReport memory = trainingMemory(setup, shippedCatalog());
        for (const StageMemory& stage : memory.stages) {
            const Bytes most = *std::max_element(stage.phases.begin(), stage.phases.end());
            QVERIFY(std::abs(most / stage.peak - 1) < 1e-12);
            // Only ranks of the last stage compute a loss; the optimizer holds no activations.
            const int last = static_cast<int>(setup.pp) - 1;
            if (stage.stage != last && twinRank(setup, stage.stage) != last)
                QCOMPARE(stage.phases[1].base, stage.phases[0].base);
            QVERIFY(stage.phases[3] >= stage.fixed);
            QVERIFY(stage.phases[3] < stage.phases[0]);
        }
    }

    // 61 layers · (512 + 64) · 2 B = 70 272 B per token (DeepSeek-V3, bf16); a rank holds requests / dp.
    void servingHoldsTheCacheOfItsSequences() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.precision.kvCache = DataType::Bf16;
        scenario.parallel.pp = 1;
        scenario.parallel.layout = {};
        scenario.serve->context = 4096;
        const Setup setup = setupOf(scenario, shippedCatalog());
        scenario.serve->requests = static_cast<Count>(32 * setup.dp);
        std::vector<Warning> warnings;
        const ServeReport serve = serving(setup, nullptr, warnings);
        QCOMPARE(serve.kvPerToken.base, 70272.0);
        QCOMPARE(serve.kvCache.base, 70272.0 * 4096 * 32);
        QCOMPARE(serve.capacity.base, setup.gpu.memory.base);
        scenario.cluster.a2a = A2aKernel::Normal;
        QCOMPARE(serving(setup, nullptr, warnings).buffers.base, 0.0);
    }

    void theLargestBatchJustFits_data() { presets(); }
    void theLargestBatchJustFits() {
        QFETCH(QByteArray, preset);
        Scenario scenario = presetScenario(preset.toStdString());
        scenario.serve->phase = Phase::Decode;
        const Setup setup = setupOf(scenario, shippedCatalog());
        std::vector<Warning> warnings;
        const auto held = [&](double requests) {
            scenario.serve->requests = static_cast<Count>(requests);
            const ServeReport serve = serving(setup, nullptr, warnings);
            return serve.weights + serve.kvCache + serve.buffers + serve.activations;
        };
        const double most = serving(setup, nullptr, warnings).largestRequests;
        if (most >= 1) QVERIFY(held(most) <= setup.gpu.memory);
        QVERIFY(held(most + 1) > setup.gpu.memory);
    }

    void partsOfAPassSumToItsTime_data() { presets(); }
    void partsOfAPassSumToItsTime() {
        QFETCH(QByteArray, preset);
        const Scenario scenario = presetScenario(preset.toStdString());
        std::vector<Warning> warnings;
        const ServeReport serve = serving(setupOf(scenario, shippedCatalog()), nullptr, warnings);
        const auto sum = [](const std::vector<ServePart>& parts) {
            double seconds = 0;
            for (const ServePart& part : parts) seconds += part.exposed.base;
            return seconds;
        };
        QCOMPARE(serve.ttft.has_value(), !serve.prefillParts.empty());
        if (!serve.ttft) return;
        QVERIFY(std::abs(sum(serve.prefillParts) / serve.ttft->base - 1) < 1e-12);
        QVERIFY(std::abs(sum(serve.decodeParts) / serve.tpot->base - 1) < 1e-12);
    }
};

MOE_TEST(MemoryPhasesTest)
#include "memory_phases_test.moc"
