// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time.h"
#include "tests/engine/training_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace moe;
using moe::test::scenarioOf;
using moe::test::trainingCatalog;

namespace {

constexpr double kPeak = 989.4e12; // NVIDIA H100 and H200 data sheets, dense bf16

/// resources/scripts/gpu/duty.py: a product of m x n x k for a share of the time, copies for the rest.
struct Product {
    double m = 0, n = 0, k = 0, share = 0, us = 0;
};

std::vector<Product> measuredProducts(const std::string& gpu) {
    std::vector<Product> products;
    const QString text = QString::fromStdString(moe::test::resourceText("runs/" + gpu + "-duty.csv"));
    for (const QString& line : text.split('\n')) {
        const QStringList cells = line.split(',');
        if (cells.size() < 5 || !cells[0].startsWith("gemm")) continue;
        const QStringList words = cells[1].split(' '), shape = words[0].split('x');
        products.push_back({shape[0].toDouble(), shape[1].toDouble(), shape[2].toDouble(),
                            words[2].toDouble(), cells[4].toDouble()});
    }
    return products;
}

/// Two layers as wide as those of Llama 3 70B.
Scenario dense(const QString& more) {
    return scenarioOf("model.layers=2 model.hidden=8192 model.ffn=28672 model.heads=64 model.head_dim=128 "
                      "model.kv_heads=8 model.vocab=32000 model.sequence=2048 gpu.preset=h100-sxm "
                      "cluster.gpus=1 parallel.tp=1 parallel.pp=1 train.micro_batch=2 train.global_batch=2 "
                      "precision.compute=bf16 " +
                      more);
}

} // namespace

class KernelRatesTest : public QObject {
    Q_OBJECT
private slots:
    /// One law for both GPUs, whose copies draw other powers.
    void productsBesideCopiesAreMet() {
        for (const std::string gpu : {"h100", "h200"}) {
            std::vector<double> off;
            for (const Product& one : measuredProducts(gpu)) {
                const double half = kStepConstants.halfDimensionPlain;
                const double filled =
                    one.m / (one.m + half) * one.n / (one.n + half) * one.k / (one.k + half);
                const double rate =
                    kPeak * kStepConstants.coolHopper * filled * clockAtPower(one.share, kStepConstants);
                off.push_back(std::abs(2 * one.m * one.n * one.k / rate / (one.us * 1e-6) - 1));
            }
            QCOMPARE(off.size(), std::size_t{20});
            std::sort(off.begin(), off.end());
            QVERIFY2(off[10] < 0.035 && off.back() < 0.075,
                     qPrintable(QString("%1 %2").arg(off[10]).arg(off.back())));
        }
    }

    void manyProductsSlowTheClockOfPlainPyTorchAlone() {
        const Catalog catalog = trainingCatalog();
        const auto left = [&](const QString& more) {
            const Scenario scenario = dense(more);
            const Setup setup = setupOf(scenario, catalog);
            const Rates cool = ratesOf(setup), at = kernelRates(setup);
            const double gemm = at.gemm / cool.gemm;
            if (std::abs(at.attention / cool.attention - gemm) > 1e-12 ||
                std::abs(at.linear / cool.linear - gemm) > 1e-12)
                return std::nan("");
            return gemm;
        };
        const double wide = left("train.stack=pytorch");
        QVERIFY2(wide > clockAtPower(1, kStepConstants) && wide < 0.93, qPrintable(QString::number(wide)));
        // Kernels that fuse nothing leave the products less of the time, narrow ones still less.
        QVERIFY(left("train.stack=pytorch train.eager=true") > wide);
        QVERIFY(left("train.stack=pytorch model.hidden=1024 model.ffn=2048 model.heads=8") > wide);
        QCOMPARE(left(""), 1.0);
        QCOMPARE(left("train.stack=pytorch gpu.preset=a100-80g"), 1.0);
        QCOMPARE(left("train.stack=pytorch gpu.mfu=0.5"), 1.0); // as measured: its clock is in it
    }

    /// Twice over, as maps and searches read the same model again and again.
    void kernelsReadAgainAreTheSame() {
        const Catalog catalog = trainingCatalog();
        const Scenario scenario = dense("train.stack=pytorch");
        const Setup setup = setupOf(scenario, catalog);
        StepModel model = stepModel(setup);
        const double once = model.headProducts.counted.base;
        readOperators(model);
        QCOMPARE(model.headProducts.counted.base, once);
    }

    /// Another memory leaves what the multiprocessors take: of an H100's time 0.55.
    void aFasterMemorySpeedsUpAPartOfPlainElementwiseKernels() {
        const Catalog catalog = trainingCatalog();
        const auto bandwidth = [&](const QString& more) {
            const Scenario scenario = dense(more);
            return ratesOf(setupOf(scenario, catalog)).elementwise.base;
        };
        const double gain = 4800.0 / 3350;
        QVERIFY(std::abs(bandwidth("train.stack=pytorch gpu.preset=h200") / bandwidth("train.stack=pytorch") -
                         1 / (0.45 / gain + 0.55)) < 1e-9);
        QVERIFY(std::abs(bandwidth("gpu.preset=h200") / bandwidth("") - gain) < 1e-9);
        QVERIFY(std::abs(bandwidth("train.stack=pytorch") / bandwidth("") - 1) < 1e-9);
    }
};

MOE_TEST(KernelRatesTest)
#include "kernel_rates_test.moc"
