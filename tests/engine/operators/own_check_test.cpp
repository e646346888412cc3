// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/own_check.h"

#include "models/engine/measured/own_kernels.h"
#include "models/engine/measured/own_passes.h"
#include "models/engine/time/step_time.h"
#include "tests/engine/operator_cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

namespace moe::test {
namespace {

/// As resources/scripts/gpu writes them; the numbers are made up.
constexpr const char* kHead = "# date: 2026-01-02 03:04 UTC\n"
                              "# gpu: NVIDIA H200\n"
                              "# software: PyTorch 2.11, CUDA 13.0, driver 580\n"
                              "# host: x86_64\n"
                              "# clocks: SM 1980 MHz, memory 3201 MHz at the start, SM 1755 MHz at the end\n"
                              "# script: resources/scripts/gpu/kernels.py, version 1\n";

} // namespace

class OwnCheckTest : public QObject {
    Q_OBJECT

private slots:
    void theCommentsSayWhenOnWhatAndWithWhat() {
        const MeasuredHead head = measuredHead(std::string(kHead) + "# gemm\nm,n,k,bf16_us\n");
        QCOMPARE(head.date, std::string("2026-01-02 03:04 UTC"));
        QCOMPARE(head.gpu, std::string("NVIDIA H200"));
        QCOMPARE(head.software, std::string("PyTorch 2.11, CUDA 13.0, driver 580"));
        QVERIFY(head.clocks.starts_with("SM 1980"));
        QCOMPARE(head.script, std::string("resources/scripts/gpu/kernels.py, version 1"));
        QVERIFY(measuredHead("m,n,k,bf16_us\n").gpu.empty());
    }

    /// Points that are the prediction, and such times one and a quarter, are off by what they were moved.
    void errorsAreThoseOfThePoints() {
        const GpuSpec* gpu = numbersCatalog().gpuNamed("NVIDIA H200");
        QVERIFY(gpu != nullptr);
        const auto text = [](const std::vector<double>& us) {
            std::string table = std::string(kHead) + "# gemm\nm,n,k,bf16_us,fp8_us\n";
            for (std::size_t i = 0; i < us.size(); ++i)
                table += std::to_string(1024 << i) + ",4096,4096," + std::to_string(us[i]) + ",\n";
            return table;
        };
        // 2·m·4096² FLOP at the peak of the data sheet: what the analytic prediction is a multiple of.
        std::vector<double> us;
        for (int i = 0; i < 4; ++i) us.push_back(2. * (1024 << i) * 4096 * 4096 / (gpu->bf16 / Tflops) / 1e6);
        const Result<OwnPoints> points = readOwnPoints(text(us), "h200-operators.csv");
        QVERIFY(points && points->problems.empty());
        QCOMPARE(points->points.size(), std::size_t{4});
        const std::vector<OwnErrors> errors = ownErrors(*points, {}, *gpu);
        QCOMPARE(errors.size(), std::size_t{1});
        QCOMPARE(errors[0].points, std::size_t{4});
        QCOMPARE(errors[0].origin, OperatorOrigin::Analytic);
        QVERIFY(errors[0].bias > 0); // no product takes what the peak allows
        for (double& one : us) one *= 1.25;
        const std::vector<OwnErrors> slower = ownErrors(*readOwnPoints(text(us), "h200.csv"), {}, *gpu);
        QVERIFY(std::abs((1 + slower[0].bias) * 1.25 / (1 + errors[0].bias) - 1) < 1e-4);
    }

    void kernelsAreSharesOfTheDataSheet() {
        const GpuSpec* gpu = numbersCatalog().gpu("h200");
        QVERIFY(gpu != nullptr);
        const double peak = gpu->bf16 / Tflops, hbm = gpu->hbm / GBps;
        const std::string table =
            std::string(kHead) + "# kernels\nkernel,case,flop,bytes,us,watts,sm_mhz\n" +
            "attention,batch 2 tokens 900 heads 8 d 64/64," + std::to_string(peak * 1e6) +
            ",1000,2,,\n" +                                              // twice what the peak takes
            "copy,b,0," + std::to_string(hbm * 1e3 * 100) + ",125,,\n" + // 100 us of bandwidth
            "copy,c,0," + std::to_string(hbm * 1e3 * 100) + ",200,700,1700\n" + "adamw,d,0,28,oops,,\n";
        QVERIFY(isOwnKernels(table) && !isOwnKernels("m,n,k,bf16_us\n"));
        const Result<OwnKernels> read = readOwnKernels(table, "h200-kernels.csv");
        QVERIFY(read);
        QCOMPARE(read->rows.size(), std::size_t{3});
        QCOMPARE(read->problems.size(), std::size_t{1});
        QCOMPARE(read->problems.front().line, 12);
        const std::vector<OwnKernelShare> shares = ownKernelShares(read->rows, *gpu, kStepConstants);
        QCOMPARE(shares.size(), std::size_t{2});
        QVERIFY(std::abs(*shares[0].compute - .5) < 1e-6);
        // Nothing ran beside it, so that the clock was that of the power limit.
        const double alone = clockAtPower(1, kStepConstants) * kStepConstants.cudnnHopper;
        QVERIFY(std::abs(*shares[0].constant - alone) < 1e-12);
        // 1 us of peak at that share against 2 us; 900 tokens take 1.5 times it, heads of 64 1/0.75 times.
        QVERIFY(std::abs(*shares[0].bias - (1.5 / .75 / *shares[0].constant / 2 - 1)) < 1e-6);
        QVERIFY(!shares[1].compute);
        QVERIFY(std::abs(*shares[1].bytes - (.8 + .5) / 2) < 1e-6);
        QCOMPARE(shares[1].rows, std::size_t{2});
    }

    /// Of a model whose decode pass reads its weights: 2 B of each of 1.24 G parameters at 4.8 TB/s is 0.52
    /// ms.
    void passesStandBesideThoseOfAServer() {
        const std::string columns =
            "model,phase,batch,context,layers,hidden,ffn,heads,kv_heads,head_dim,vocab,"
            "experts,top_k,us\n";
        const std::string shape = "16,2048,8192,32,8,64,128256,1,1,";
        const std::string table = std::string(kHead) + "# passes\n" + columns + "a,decode,1,1024," + shape +
                                  "1488\na,decode,64,8192," + shape + "5625\na,prefill,1,8192," + shape +
                                  "44811\na,train,1,8," + shape + "1\n";
        QVERIFY(isOwnPasses(table) && !isOwnKernels(table) && !isOwnPasses("m,n,k,bf16_us\n"));
        const Result<OwnPasses> read = readOwnPasses(table, "h200-passes.csv");
        QVERIFY(read);
        QCOMPARE(read->rows.size(), std::size_t{3});
        QCOMPARE(read->problems.size(), std::size_t{1});
        QCOMPARE(
            readOwnPasses(columns + "a,decode,1.5,1024," + shape + "1\na,decode,1,1e12," + shape + "1\n", "f")
                ->problems.size(),
            std::size_t{2});
        QVERIFY(read->problems[0].line == 12 && read->problems[0].value == "train");
        const Catalog& catalog = measuredCatalog();
        const GpuSpec* gpu = catalog.gpu("h200");
        const std::optional<double> us = predictedPass(read->rows[0], *gpu, catalog);
        QVERIFY(us && *us > 520 && *us < 1200);
        const std::vector<OwnPassErrors> errors = ownPassErrors(*read, *gpu, catalog);
        QCOMPARE(errors.size(), std::size_t{2});
        QVERIFY(errors[0].decode && errors[0].points == 2 && errors[0].bias == -errors[0].median);
        QVERIFY(!errors[1].decode && errors[1].points == 1 && std::abs(errors[1].bias) < 0.3);
    }
};

} // namespace moe::test

using moe::test::OwnCheckTest;
MOE_TEST(OwnCheckTest)
#include "own_check_test.moc"
