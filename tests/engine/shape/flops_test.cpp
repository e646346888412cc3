// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/flops.h"
#include "tests/engine/cases.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class FlopsTest : public QObject {
    Q_OBJECT

    static double tflopsPerGpu(Flops step, double seconds) { return step.base / 8 / seconds / 1e12; }

private slots:
    void bothConventions() {
        const Case dense{presetScenario("seed-dense")};
        const StepFlops flops = stepFlops(dense.setup());
        QVERIFY(std::abs(tflopsPerGpu(flops.fullAttention, 0.2260) - 86.0) < 0.05); // log, iteration 160
        QVERIFY(std::abs(tflopsPerGpu(flops.causal, 0.2260) - 75.1) < 0.05); // current Megatron-LM formula
    }
    void expertsCountOnlyWhatATokenVisits() {
        const Case moe{presetScenario("seed-moe64")};
        const StepFlops flops = stepFlops(moe.setup());
        QVERIFY(std::abs(tflopsPerGpu(flops.fullAttention, 0.4163) - 46.7) < 0.05); // log, iteration 1120
    }
    void publishedFormula() {
        // 12·B·s·L·h²·(1 + g/n + s/h + 1.5·f/h + V/(2Lh)), Llama 3 8B, one step.
        const Case c{presetScenario("llama-3-8b")};
        const double h = 4096, s = 8192, L = 32;
        const double expected =
            12 * 512 * s * L * h * h * (1 + 8.0 / 32 + s / h + 1.5 * 14336 / h + 128256 / (2 * L * h));
        QVERIFY(std::abs(stepFlops(c.setup()).fullAttention.base / expected - 1) < 1e-12);
    }
    void aWindowShortensTheCausalCore() {
        Case c{presetScenario("llama-3-8b")};
        const StepFlops whole = stepFlops(c.setup());
        c.scenario.train->attentionWindow = 1024;
        const StepFlops windowed = stepFlops(c.setup());
        QVERIFY(windowed.causal < whole.causal);
        QCOMPARE(windowed.fullAttention.base, whole.fullAttention.base);
    }
};

MOE_TEST(FlopsTest)
#include "flops_test.moc"
