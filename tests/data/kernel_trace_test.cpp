// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/kernel_trace.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class KernelTraceTest : public QObject {
    Q_OBJECT

private slots:
    /// Shapes as torch.profiler writes them (Kineto's ChromeTraceLogger): only the GPU's work is kept.
    void keepsTheWorkOfTheGpu() {
        const Result<KernelTrace> read = readKernelTrace(R"json({
 "schemaVersion": 1,
 "deviceProperties": [{"id": 0, "name": "NVIDIA H100 80GB HBM3", "numSms": 132}],
 "distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 16},
 "traceEvents": [
 {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 10.0, "dur": 400,
  "args": {"External id": 1, "Input Dims": [[32, 32], [32, 32]]}},
 {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#4", "pid": 1, "tid": 1, "ts": 0, "dur": 500},
 {"ph": "X", "cat": "gpu_user_annotation", "name": "ProfilerStep#4", "pid": 0, "tid": 7, "ts": 90, "dur": 510.5},
 {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", "pid": 0,
  "tid": 20, "ts": 300.25, "dur": 40.5, "args": {
    "device" : 0, "Collective name" : "alltoallv", "name" : "no"}},
 {"ph": "X", "cat": "kernel", "name": "nvjet_tst_128x256", "pid": 0, "tid": 7, "ts": 100, "dur": 150,
  "args": {"device": 0, "stream": 7}},
 {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy DtoD", "pid": 0, "tid": 7, "ts": 250, "dur": 2},
 {"ph": "X", "cat": "kernel", "name": "broken", "pid": 0, "tid": 7, "ts": "now", "dur": 2},
 {"ph": "i", "s": "g", "name": "Record Window End", "ts": 999}]})json",
                                                         "f");
        QVERIFY(read);
        QCOMPARE(read->gpu, std::string("NVIDIA H100 80GB HBM3"));
        QCOMPARE(*read->rank, 3);
        QCOMPARE(*read->worldSize, 16);
        QCOMPARE(read->unusable, std::size_t(1));
        QCOMPARE(read->kernels.size(), std::size_t(3));
        QCOMPARE(read->names[read->kernels[0].name], std::string("nvjet_tst_128x256")); // by start
        QCOMPARE(read->kernels[0].start.base, 100e-6);
        QCOMPARE(read->kernels[0].duration.base, 150e-6);
        QCOMPARE(read->names[read->kernels[2].name],
                 std::string("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>) [alltoallv]"));
        // The host runs ahead: the GPU's own marks count.
        QCOMPARE(read->steps.size(), std::size_t(1));
        QCOMPARE(read->steps[0].start.base, 90e-6);
        QVERIFY(std::abs(read->steps[0].end.base - 600.5e-6) < 1e-15);
    }

    /// Marks of the host are of what it launched between them; calls and kernels share a correlation number.
    void kernelsOfTheHostsStepsAreThoseItLaunched() {
        const Result<KernelTrace> read = readKernelTrace(R"json([
 {"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","ts":0,"dur":100},
 {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","ts":90,"dur":4,"args":{"correlation":7}},
 {"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","ts":95,"dur":4,"args":{"correlation": 9}},
 {"ph":"X","cat":"kernel","name":"a","ts":130,"dur":5,"args":{"device":0,"correlation":7}},
 {"ph":"X","cat":"kernel","name":"b","ts":135,"dur":5,"args":{"device":0,"correlation":9}},
 {"ph":"X","cat":"kernel","name":"c","ts":140,"dur":5,"args":{"device":0,"correlation":9}},
 {"ph":"X","cat":"kernel","name":"d","ts":150,"dur":5,"args":{"device":0,"correlation":8}}])json",
                                                         "f");
        QVERIFY(read && read->hostSteps);
        QCOMPARE(read->replays.size(), std::size_t(1));
        const std::vector<TracedKernel>& kernels = read->kernels;
        QVERIFY(std::abs(kernels[0].ahead.base - 40e-6) < 1e-15 && !kernels[0].replayed);
        QVERIFY(std::abs(kernels[2].ahead.base - 45e-6) < 1e-15 && kernels[1].replayed &&
                kernels[2].replayed);
        QVERIFY(kernels[3].ahead.base == 0 && !kernels[3].replayed); // nobody launched it
    }

    /// Of a broken clock, or of nobody's: numbers that no sum holds.
    void timesOfNoClockAreLeftOut_data() {
        QTest::addColumn<QByteArray>("times");
        QTest::newRow("late") << QByteArray(R"("ts":1e300,"dur":1)");
        QTest::newRow("early") << QByteArray(R"("ts":-1e300,"dur":1)");
        QTest::newRow("long") << QByteArray(R"("ts":1,"dur":1e300)");
        QTest::newRow("backwards") << QByteArray(R"("ts":1,"dur":-1)");
    }
    void timesOfNoClockAreLeftOut() {
        QFETCH(QByteArray, times);
        const std::string text = (R"([{"ph":"X","cat":"kernel","name":"a",)" + times +
                                  R"(,"args":{"device":1e300}},)"
                                  R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1",)" +
                                  times + R"(},{"ph":"X","cat":"kernel","name":"b","ts":1.7e15,"dur":2}])")
                                     .toStdString();
        const Result<KernelTrace> read = readKernelTrace(text, "f");
        QVERIFY(read);
        QCOMPARE(read->unusable, std::size_t(1));
        QCOMPARE(read->kernels.size(), std::size_t(1));
        QVERIFY(read->steps.empty());
    }

    void aBareListIsATraceToo() {
        const Result<KernelTrace> read = readKernelTrace(
            R"([{"ph":"X","cat":"Kernel","name":"a","ts":1,"dur":2},{"ph":"X","cat":"Memset","name":"b","ts":0,"dur":1}])",
            "f");
        QVERIFY(read);
        QCOMPARE(read->kernels.size(), std::size_t(2));
        QVERIFY(!read->rank && read->gpu.empty() && read->steps.empty());
    }

    void saysWhyItIsNone_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("rule");
        QTest::newRow("empty") << QByteArray() << "expected a Chrome trace";
        QTest::newRow("other JSON") << QByteArray("{\"a\": 1}") << "expected a Chrome trace";
        QTest::newRow("cut") << QByteArray("{\"traceEvents\": [{\"ph\": \"X\"") << "expected a Chrome trace";
        QTest::newRow("packed") << QByteArray("\x1f\x8b\x08") << "gunzip";
        QTest::newRow("host only")
            << QByteArray(R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"a","ts":1,"dur":2}]})")
            << "holds no GPU kernels";
        QTest::newRow("no times")
            << QByteArray(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"a","ts":null,"dur":-2}]})")
            << "none of its 1 GPU events";
        QTest::newRow("events that are none")
            << QByteArray(R"({"traceEvents":[1,[2],{"args":[3]}]})") << "holds no GPU kernels";
    }
    void saysWhyItIsNone() {
        QFETCH(QByteArray, text);
        QFETCH(QString, rule);
        const Result<KernelTrace> read =
            readKernelTrace(std::string_view(text.constData(), std::size_t(text.size())), "f");
        QVERIFY(!read);
        QCOMPARE(read.error().size(), std::size_t(1));
        QVERIFY2(QString::fromStdString(toString(read.error())).contains(rule),
                 toString(read.error()).c_str());
    }
};

MOE_TEST(KernelTraceTest)
#include "kernel_trace_test.moc"
