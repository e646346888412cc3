// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/gpu_memory.h"

#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

namespace {

/// As nvidia-smi 550 prints it (NVIDIA's documentation of nvidia-smi, "Device status" table).
constexpr const char* kTable =
    "| NVIDIA-SMI 550.54.15    Driver Version: 550.54.15    CUDA Version: 12.4     |\n"
    "|   0  NVIDIA H100 80GB HBM3          On  |   00000000:18:00.0 Off |                    0 |\n"
    "| N/A   32C    P0             114W /  700W |   71234MiB /  81559MiB |     97%      Default |\n"
    "| N/A   33C    P0             116W /  700W |   71650MiB /  81559MiB |     99%      Default |\n";

} // namespace

class GpuMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void theFullestGpuOfATableCounts() {
        QVERIFY(isGpuMemory(kTable));
        const Result<GpuMemoryUse> read = readGpuMemory(kTable, "smi.txt");
        QVERIFY(read);
        QCOMPARE(read->lines, std::size_t(2));
        QCOMPARE(read->used.base, (71650 * MiB).base);
        QCOMPARE(read->total.base, (81559 * MiB).base);
    }

    void csvIsReadByItsHeader() {
        const char* text =
            "timestamp, memory.total [MiB], memory.used [MiB]\n"
            "2026/01/01 10:00:00, 81559 MiB, 60000 MiB\n2026/01/01 10:00:01, 81559 MiB, 61500 MiB\n";
        QVERIFY(isGpuMemory(text));
        const Result<GpuMemoryUse> read = readGpuMemory(text, "smi.csv");
        QVERIFY(read);
        QCOMPARE(read->used.base, (61500 * MiB).base);
        const Result<GpuMemoryUse> plain = readGpuMemory("memory.used [MiB]\n512\n", "a.csv");
        QVERIFY(plain);
        QVERIFY(plain->used.base == (512 * MiB).base && plain->total.base == 0);
    }

    void wrongNumbersAreLocatedAllAtOnce() {
        const Result<GpuMemoryUse> read = readGpuMemory(
            "memory.used [MiB], memory.total [MiB]\nmuch, 81559 MiB\n90000 MiB, 81559 MiB\n", "a.csv");
        QVERIFY(!read);
        QCOMPARE(read.error().size(), std::size_t(2));
        QCOMPARE(read.error()[0].line, 2);
        QCOMPARE(read.error()[1].line, 3);
    }

    void otherTextIsNone() {
        for (const char* text : {"", "iteration 1/10 | loss 2.3 | mem 70 / 80", "| 12MiB used |"}) {
            QVERIFY2(!isGpuMemory(text), text);
            QVERIFY(!readGpuMemory(text, "x"));
        }
    }
};

MOE_TEST(GpuMemoryTest)
#include "gpu_memory_test.moc"
