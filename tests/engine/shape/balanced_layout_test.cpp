// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/balanced_layout.h"

#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace moe;
using namespace moe::test;

class BalancedLayoutTest : public QObject {
    Q_OBJECT

private slots:
    // Two LM heads and a multi-token layer weigh as much as four layers of DeepSeek-V3: they fill the last
    // stage.
    void headsTakeTheRoomOfLayers() {
        Case c{presetScenario("deepseek-v3")};
        QVERIFY(setField(c.scenario, "parallel.layout", "auto").empty());
        const std::vector<Count> layers = chunkLayers(c.setup());
        QCOMPARE(layers.size(), std::size_t(16));
        QCOMPARE(std::accumulate(layers.begin(), layers.end(), Count{0}), Count{61});
        QVERIFY(layers.back() <= 1);
        for (std::size_t i = 0; i + 1 < layers.size(); ++i) QVERIFY(layers[i] == 4 || layers[i] == 5);
        const TokenWork work = tokenWork(c.setup());
        QVERIFY(work.end > 3.5 * work.of[1] && work.end < 5 * work.of[1]);
    }

    void evenWorkIsSpreadEvenly() {
        Case c{
            scenarioOf("model: {layers: 24, hidden: 4096, ffn: 14336, heads: 32, vocab: 64, sequence: 4096}\n"
                       "parallel: {pp: 8, vpp: 3, layout: auto}\n")};
        QCOMPARE(chunkLayers(c.setup()), std::vector<Count>(24, 1));
        c.scenario.parallel.vpp = 1;
        QCOMPARE(chunkLayers(c.setup()), std::vector<Count>(8, 3));
    }

    void aBalancedPipelineIsFaster() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.train->schedule.reset(); // of DualPipe's ranks each runs two stages, which evens them out
        const Report even = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        QVERIFY(setField(scenario, "parallel.layout", "auto").empty());
        const Report balanced = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        QVERIFY(balanced.train->step < 0.8 * even.train->step);
        const std::vector<Seconds>& stages = balanced.train->stages;
        QVERIFY(*std::max_element(stages.begin(), stages.end()) <
                *std::max_element(even.train->stages.begin(), even.train->stages.end()));
    }
};

MOE_TEST(BalancedLayoutTest)
#include "balanced_layout_test.moc"
