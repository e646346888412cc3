// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <memory>
#include <set>
#include <string>

using namespace moe;
using moe::test::scenarioOf;
using moe::test::trainingCatalog;

namespace {

double stepOf(const Scenario& scenario, Catalog catalog, const StepConstants& constants) {
    catalog.stepConstants = std::make_shared<const StepConstants>(constants);
    const Setup setup = setupOf(scenario, catalog);
    return stepTime(stepModel(setup)).step.base;
}

} // namespace

class StepConstantsTest : public QObject {
    Q_OBJECT
private slots:
    void everyConstantHasOneRow() {
        // Grouped products have a share of their own for AMD and Google alone: 1 elsewhere, without a row.
        const StepConstants& shipped = kStepConstants;
        std::size_t alike = shipped.narrowUnits.experts == 1;
        alike += shipped.twoDies.experts == 1;
        for (const GenerationConstants& one : shipped.known) alike += one.experts == 1;
        for (const GenerationConstants& one : shipped.ofClass) alike += one.experts == 1;
        for (const GenerationConstants& one : shipped.ofVendor) alike += one.experts == 1;
        QCOMPARE((stepConstantRows().size() + alike) * sizeof(double), sizeof(StepConstants));
        std::set<std::string> keys;
        for (const StepConstantRow& row : stepConstantRows()) {
            QVERIFY2(keys.insert(row.key).second, row.key);
            QCOMPARE(findStepConstant(row.key), &row);
            QVERIFY2(*row.source, row.key);
            const double value = row.get(kStepConstants);
            QVERIFY2(row.low > 0 && row.low <= value && value <= row.high, row.key);
            StepConstants other;
            row.set(other, 2 * value);
            for (const StepConstantRow& each : stepConstantRows())
                QCOMPARE(each.get(other), (&each == &row ? 2 : 1) * each.get(kStepConstants));
        }
        QVERIFY(!findStepConstant("efficiency"));
    }

    void theCataloguesConstantsReachTheStep() {
        const Catalog catalog = trainingCatalog();
        const Scenario dense =
            scenarioOf("model.layers=32 model.hidden=4096 model.ffn=14336 model.heads=32 "
                       "model.head_dim=128 model.vocab=128256 model.sequence=4096 "
                       "gpu.preset=h100-sxm parallel.tp=2 parallel.dp=8 train.global_batch=64");
        StepConstants constants;
        constants.perIteration += Seconds{1};
        const double shipped = stepOf(dense, catalog, kStepConstants);
        QVERIFY(std::abs(stepOf(dense, catalog, constants) - shipped - 1) < 1e-9);
        // Each at 0.9 of its value; faster machinery gives a shorter step.
        for (const char* key :
             {"gemm_hopper", "attention_hopper", "backward_attention", "memory", "tensor_link", "nic"}) {
            QVERIFY2(findStepConstant(key), key);
            const StepConstantRow& row = *findStepConstant(key);
            constants = kStepConstants;
            row.set(constants, 0.9 * row.get(constants));
            QVERIFY2(stepOf(dense, catalog, constants) > shipped * (1 + 1e-5), key);
        }
        for (const char* key :
             {"half_dimension", "tensor_message", "collective_latency", "launch", "loss_fused"}) {
            QVERIFY2(findStepConstant(key), key);
            const StepConstantRow& row = *findStepConstant(key);
            constants = kStepConstants;
            row.set(constants, 0.9 * row.get(constants));
            QVERIFY2(stepOf(dense, catalog, constants) < shipped * (1 - 1e-7), key);
        }
        for (const char* key : {"gemm_ampere", "gemm_class_hopper", "moe_kernels", "sdpa", "cudnn_hopper"}) {
            QVERIFY2(findStepConstant(key), key);
            const StepConstantRow& row = *findStepConstant(key);
            constants = kStepConstants;
            row.set(constants, 0.9 * row.get(constants));
            QCOMPARE(stepOf(dense, catalog, constants), shipped);
        }
    }

    /// PyTorch's attention is cuDNN's on Hopper, unless another is asked for.
    void plainPyTorchHasAttentionOfItsOwn() {
        const Catalog catalog = trainingCatalog();
        StepConstants slower;
        slower.cudnnHopper *= 0.9;
        for (const auto& [gpu, kernel, uses] :
             {std::tuple{"h100-sxm", "", true}, std::tuple{"h100-sxm", "train.attention_kernel=fused", false},
              std::tuple{"a100-80g", "", false}}) {
            const Scenario plain = scenarioOf(
                QString("model.layers=4 model.hidden=2048 model.ffn=8192 model.heads=32 model.head_dim=64 "
                        "model.vocab=32000 model.sequence=4096 gpu.preset=%1 train.stack=pytorch %2")
                    .arg(gpu, kernel));
            const bool later = stepOf(plain, catalog, slower) > stepOf(plain, catalog, kStepConstants);
            QVERIFY2(later == uses, qPrintable(QString("%1 %2").arg(gpu, kernel)));
        }
    }
};

MOE_TEST(StepConstantsTest)
#include "step_constants_test.moc"
