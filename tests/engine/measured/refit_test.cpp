// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/refit.h"

#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;
using moe::test::scenarioOf;
using moe::test::trainingCatalog;

namespace {

/// Runs as a machine with other constants would have them.
std::vector<MeasuredCase> madeUp(const StepConstants& truth, const Catalog& catalog) {
    std::vector<MeasuredCase> cases;
    int number = 0;
    for (const char* gpu : {"h100-sxm", "a100-80g"}) {
        for (int hidden : {2048, 4096, 8192}) {
            for (int batch : {1, 4}) {
                MeasuredCase one;
                one.id = std::to_string(number++);
                one.publisher = number % 3 ? "one" : "other";
                one.model = std::to_string(hidden);
                one.vendor = "NVIDIA";
                one.scenario =
                    scenarioOf(QString("model.layers=24 model.heads=32 model.vocab=64000 "
                                       "model.sequence=4096 gpu.preset=%1 model.hidden=%2 model.ffn=%3 "
                                       "parallel.dp=8 train.micro_batch=%4 train.global_batch=%5")
                                   .arg(gpu)
                                   .arg(hidden)
                                   .arg(4 * hidden)
                                   .arg(batch)
                                   .arg(32 * batch));
                Setup setup = setupOf(one.scenario, catalog);
                setup.constants = &truth;
                one.measured = {{findCaseQuantity("step_seconds"), stepTime(stepModel(setup)).step.base}};
                cases.push_back(std::move(one));
            }
        }
    }
    return cases;
}

std::vector<const MeasuredCase*> pointers(const std::vector<MeasuredCase>& cases) {
    std::vector<const MeasuredCase*> all;
    for (const MeasuredCase& one : cases) all.push_back(&one);
    return all;
}

} // namespace

class RefitTest : public QObject {
    Q_OBJECT
private slots:
    void findsTheConstantsThatMadeTheRuns() {
        const Catalog catalog = trainingCatalog();
        StepConstants truth;
        findStepConstant("gemm_hopper")->set(truth, 0.64);
        findStepConstant("gemm_ampere")->set(truth, 0.82);
        const std::vector<MeasuredCase> cases = madeUp(truth, catalog);
        const StepRuns runs(pointers(cases), catalog);
        QCOMPARE(runs.size(), cases.size());
        const RefitStart start = refitStart(runs);
        const Refit found = refit(runs, start);
        QVERIFY(found.converged);
        QCOMPARE(found.runs, cases.size());
        for (std::size_t i = 0; i < runs.size(); ++i) {
            QVERIFY(std::abs(start.residuals[i]) > 0.02);
            QVERIFY2(std::abs(found.residuals[i]) < 0.5 * std::abs(start.residuals[i]),
                     qPrintable(QString::number(found.residuals[i])));
        }
        for (const char* key : {"gemm_hopper", "gemm_ampere"}) {
            const StepConstantRow& row = *findStepConstant(key);
            const double off = std::abs(std::log(row.get(found.constants) / row.get(truth)));
            QVERIFY2(off < 0.5 * std::abs(std::log(row.get(kStepConstants) / row.get(truth))), key);
        }
        // What no run depends on stays, and every variance is one.
        QCOMPARE(found.constants.allToAll, kStepConstants.allToAll);
        QCOMPARE(found.covariance.size(), found.moved.size());
        for (const auto& row : found.covariance) QVERIFY(row.back() > 0);
        for (const StepConstantRow& row : stepConstantRows())
            QVERIFY2(row.get(found.constants) >= row.low && row.get(found.constants) <= row.high, row.key);
    }

    /// One wild run among good ones does not bend the constants.
    void aWildRunHasLittlePull() {
        const Catalog catalog = trainingCatalog();
        std::vector<MeasuredCase> cases = madeUp(kStepConstants, catalog);
        cases.front().measured.front().value *= 3;
        const StepRuns runs(pointers(cases), catalog);
        const Refit found = refit(runs, refitStart(runs));
        QVERIFY(std::abs(found.residuals.front()) > 1);
        for (std::size_t i = 1; i < runs.size(); ++i) QVERIFY(std::abs(found.residuals[i]) < 0.02);
    }

    void aFamilyIsPredictedWithoutItself() {
        const Catalog catalog = trainingCatalog();
        StepConstants truth;
        findStepConstant("gemm_ampere")->set(truth, 0.78);
        const std::vector<MeasuredCase> cases = madeUp(truth, catalog);
        const StepRuns runs(pointers(cases), catalog);
        const RefitStart start = refitStart(runs);
        const Refit all = refit(runs, start);
        const std::vector<LeftOutFamily> families = leaveOut(runs, start, all, RunFamily::Gpu);
        QCOMPARE(families.size(), std::size_t(2));
        const LeftOutFamily& ampere = families[1];
        QCOMPARE(ampere.name, std::string("a100-80g"));
        QCOMPARE(ampere.runs.size(), std::size_t(6));
        // Without a run on it nothing says what it reaches.
        QCOMPARE(findStepConstant("gemm_ampere")->get(ampere.constants),
                 findStepConstant("gemm_ampere")->get(kStepConstants));
        for (std::size_t i = 0; i < ampere.runs.size(); ++i)
            QVERIFY(std::abs(ampere.leftOut[i]) > 2 * std::abs(ampere.inSample[i]));
        QCOMPARE(leaveOut(runs, start, all, RunFamily::Source).size(), std::size_t(2));
        QCOMPARE(leaveOut(runs, start, all, RunFamily::Model).size(), std::size_t(3));
        QCOMPARE(leaveOut(runs, start, all, RunFamily::Vendor).size(), std::size_t(1));
    }
};

MOE_TEST(RefitTest)
#include "refit_test.moc"
