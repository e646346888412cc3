// SPDX-License-Identifier: GPL-3.0-or-later
// A person's own GPU: points read, fitted and refused.

#include "models/engine/operators/own_gpu.h"

#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <initializer_list>

using namespace moe;

namespace {

/// A GPU whose products follow a roof of 5 us, 60 and 80 %.
OperatorMachine plain() {
    OperatorModel model;
    model.dtype = "bf16";
    model.backend = "trtllm";
    model.numbers = operatorNumbers("bf16");
    OperatorSlice slice;
    slice.surface.roof = {5, 0.6, 0.8, 2};
    slice.surface.most = {20, 20, 20, 0};
    model.slices = {slice};
    return {measuredGpus()[1], {model}};
}

constexpr OperatorRates kOwn{400, 800, 0, 1000, 32};

/// A table of products that take what the roof says, times `off` of their rows.
template <class Off> std::string table(const Roof& roof, std::initializer_list<double> columns, Off off) {
    std::string text = "m,n,k,bf16_us\n";
    for (const double m : {1, 16, 64, 256, 1024, 4096})
        for (const double n : columns) {
            OperatorShape shape;
            shape.m = m;
            shape.n = n;
            shape.k = 4096;
            const double us =
                roof.us(operatorWork(OperatorOp::Gemm, shape, operatorNumbers("bf16"), kOwn).ideal);
            text += std::to_string(int(m)) + "," + std::to_string(int(n)) + ",4096," +
                    std::to_string(off(m) * us) + "\n";
        }
    return text;
}

/// Points of a GPU that starts in 8 us and reaches 45 and 70 % of its own data sheet.
std::string points(double scale = 1) {
    return table({8, 0.45, 0.7, 2}, {128, 8192}, [scale](double) { return scale; });
}

} // namespace

class OwnGpuTest : public QObject {
    Q_OBJECT
private slots:
    void movesStartAndRatesToThePoints() {
        const Result<OwnPoints> read = readOwnPoints(points(), "p.csv");
        QVERIFY(read.has_value() && read->problems.empty());
        QCOMPARE(read->points.size(), std::size_t{12});
        const OwnFit fit = fitOwnGpu(plain(), kOwn, *read);
        QVERIFY2(fit.problems.empty(), toString(fit.problems).c_str());
        QCOMPARE(fit.factors.size(), std::size_t{1});
        const OwnFactors& gemm = fit.factors.front();
        QVERIFY2(std::abs(gemm.start * 5 - 8) < 0.6, qPrintable(QString::number(gemm.start)));
        QVERIFY(std::abs(gemm.compute * 0.6 - 0.45) < 0.02);
        QVERIFY(std::abs(gemm.memory * 0.8 - 0.7) < 0.02);
        QVERIFY(gemm.before > 0.15 && gemm.after < 0.02);

        // The preset's text gives the same factors, and the moved machine answers with them.
        const Result<std::vector<OwnFactors>> factors = ownFactorsFrom(ownFactorsText(fit.factors));
        QVERIFY(factors.has_value());
        const std::vector<OperatorMachine> own{ownMachine(plain(), "my-gpu", Generation::Ada, *factors)};
        const OperatorTimer timer =
            operatorTimer(own, "my-gpu", Generation::Ada, kOwn, {OperatorOp::Gemm, "bf16", {}, {}});
        const OwnPoint& last = read->points.back();
        QVERIFY(std::abs(timer(last.shape).us / last.us - 1) < 0.02);
        QVERIFY(timer(last.shape).origin == OperatorOrigin::Transferred);
    }

    void refusesWhatIsNoFit_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problem");
        QTest::newRow("three points")
            << QByteArray("m,n,k,bf16_us\n1,2048,2048,20\n16,2048,2048,21\n64,2048,2048,22\n")
            << "p.csv: gemm: needs 8 points at least, got \"3\"";
        QTest::newRow("faster than the sheet")
            << QByteArray::fromStdString(points(0.1)) << "p.csv:3: is faster than the data sheet allows";
    }
    void refusesWhatIsNoFit() {
        QFETCH(QByteArray, text);
        QFETCH(QString, problem);
        const OwnFit fit = fitOwnGpu(plain(), kOwn, *readOwnPoints(text.toStdString(), "p.csv"));
        QVERIFY(fit.factors.empty());
        const QString said = QString::fromStdString(toString(fit.problems));
        QVERIFY2(said.contains(problem), qPrintable(said));
    }

    void saysWhatItMoves() {
        const OwnFit fit = fitOwnGpu(plain(), kOwn, *readOwnPoints(points(), "p.csv"));
        const OwnFactors& gemm = fit.factors.front();
        QCOMPARE(gemm.startUs, 5.0);
        QCOMPARE(gemm.computeShare, 0.6);
        QCOMPARE(gemm.memoryShare, 0.8);
    }

    /// Points that lie on the surface already, but for one that is far off, leave it where it is.
    void aFitIsNeverWorseThanNone() {
        const std::string text =
            table({5, 0.6, 0.8, 2}, {2048, 8192}, [](double m) { return m == 4096 ? 2.5 : 1; });
        const OwnFit fit = fitOwnGpu(plain(), kOwn, *readOwnPoints(text, "p.csv"));
        QCOMPARE(fit.factors.size(), std::size_t{1});
        QVERIFY(fit.factors.front().after <= fit.factors.front().before);
        QCOMPARE(fit.factors.front().compute, 1.0);
    }

    void readsSeveralTablesOfOneFile() {
        const Result<OwnPoints> read =
            readOwnPoints("m,n,k,bf16_us\n1,32,64,3\n\n# attn-generation\nb,s,n,g,d,w,bf16/bf16_us\n"
                          "1,2,8,8,64,0,9\n1,x,8,8,64,0,9\nop,gpus,elements,fp16_us\nall_gather,4,1024,8\n",
                          "p.csv");
        QVERIFY2(read.has_value(), read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->points.size(), std::size_t{3});
        QVERIFY(read->points[1].op == OperatorOp::AttnGeneration);
        QCOMPARE(read->points[1].line, 6);
        QVERIFY(read->points[2].op == OperatorOp::AllGather);
        QCOMPARE(read->points[2].shape.bytes, 2048.);
        const QString said = QString::fromStdString(toString(read->problems));
        QVERIFY2(said.contains("p.csv:7:3: s: expected a number > 0, got \"x\""), qPrintable(said));
    }

    void readsNcclTests() {
        // As all_reduce_perf of nccl-tests 2.13 prints it.
        const std::string text =
            "# nThread 1 nGpus 2 minBytes 8 maxBytes 134217728\n# all_reduce_perf\n# Using devices\n"
            "#  Rank  0 Group  0 Pid  1 on node device  0 [0x01] NVIDIA H100\n"
            "#  Rank  1 Group  0 Pid  1 on node device  1 [0x02] NVIDIA H100\n"
            "#       size         count      type   redop    root     time   algbw   busbw #wrong\n"
            "        1024           256     float     sum      -1     6.01    0.17    0.17      0     5.98\n"
            "     1048576        262144     float     sum      -1    14.20   73.84   73.84      0    14.10\n"
            "# Avg bus bandwidth    : 37.0\n";
        const Result<OwnPoints> read = readOwnPoints(text, "out.txt");
        QVERIFY2(read.has_value(), read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->points.size(), std::size_t{2});
        QCOMPARE(read->points[1].shape.bytes, 1048576.);
        QCOMPARE(read->points[1].shape.ranks, 2.);
        QCOMPARE(read->points[1].us, 14.2);
        QVERIFY(!readOwnPoints("# size time busbw\n", "out.txt").has_value());
    }

    void locatesBrokenFactors() {
        QVERIFY(!ownFactorsFrom("gemm 1 1").has_value());
        QVERIFY(!ownFactorsFrom("gem 1 1 1 0.1").has_value());
        QVERIFY(!ownFactorsFrom("gemm 0 1 1 0.1").has_value());
    }
};

MOE_TEST(OwnGpuTest)
#include "own_gpu_test.moc"
