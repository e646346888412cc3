// SPDX-License-Identifier: GPL-3.0-or-later
// profile of measured operators: one shape, tables of shapes, a person's own GPU.

#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace moe::test;

namespace {

QJsonObject answer(const QStringList& arguments) {
    const Outcome outcome = explorer(QStringList{"profile", "--format", "json"} + arguments);
    return QJsonDocument::fromJson(outcome.out.toUtf8()).object();
}

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class ProfileOperatorsTest : public QObject {
    Q_OBJECT
private slots:
    void tellsOneShape_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("origin");
        QTest::addColumn<double>("us");
        QTest::addColumn<double>("tolerance");
        const QStringList gemm{"--op", "gemm", "--dtype", "bf16", "--n", "4096", "--k", "4096"};
        // Rows of h100_sxm/gemm-trtllm-1.3.0rc20.csv and allreduce-trtllm-1.3.0rc20.csv; the third holds the
        // rate.
        QTest::newRow("GEMM") << QStringList{"--device", "h100-sxm", "--m", "4096"} + gemm << "interpolated"
                              << 174.3 << 0.1;
        QTest::newRow("another GPU of the generation")
            << QStringList{"--device", "h200", "--m", "4096"} + gemm << "transferred" << 174.3 << 0.15;
        QTest::newRow("behind the last row")
            << QStringList{"--device", "h100-sxm", "--m", "262144"} + gemm << "analytic" << 11300. << 0.15;
        QTest::newRow("all-reduce of a graph, 64 kB")
            << QStringList{"--device", "h100-sxm", "--op", "allreduce", "--ranks", "8", "--bytes", "65536"}
            << "measured" << 4.6 << 0.1;
        // gb200/alltoall-trtllm-1.3.0rc10: 19.27 us to dispatch, 27.53 to combine; to prepare 15.04 at 16 and
        // 14.86 at 128 tokens.
        QTest::newRow("all-to-all of an NVL72")
            << QStringList{"--device", "gb200", "--op",     "alltoall", "--dtype", "fp8", "--tokens",  "64",
                           "--ep",     "32",    "--hidden", "7168",     "--top-k", "8",   "--experts", "256"}
            << "interpolated" << 61.6 << 0.1;
    }
    void tellsOneShape() {
        QFETCH(QStringList, arguments);
        QFETCH(double, us);
        QFETCH(double, tolerance);
        const QJsonObject told = answer(arguments);
        QTEST(told["origin"].toString(), "origin");
        const double found = told["seconds"].toDouble() * 1e6;
        QVERIFY2(std::abs(found / us - 1) < tolerance, qPrintable(QString::number(found)));
        QVERIFY(told["low"].toDouble() <= told["seconds"].toDouble());
        QVERIFY(told["high"].toDouble() >= told["seconds"].toDouble());
        QVERIFY(told["kernel"].toString().contains("trtllm"));
        QVERIFY(told["analytic_seconds"].toDouble() > 0);
    }

    void refuses_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("problem");
        const QStringList gemm{"--op", "gemm", "--m", "1", "--n", "4096", "--k", "4096"};
        QTest::newRow("device") << QStringList{"--device", "h1000"} + gemm << "--device: must be a GPU";
        QTest::newRow("type") << QStringList{"--device", "a100-80g", "--dtype", "fp8"} + gemm
                              << "a100-80g has no arithmetic of this type";
        QTest::newRow("no shape") << QStringList{"--device", "b200", "--op", "gemm", "--m", "1"}
                                  << "--n: must be given";
        QTest::newRow("negative") << QStringList{"--device", "b200", "--op", "gemm", "--m=-1",
                                                 "--n",      "1",    "--k",  "1"}
                                  << "--m: must be a number above 0";
        QTest::newRow("backend") << QStringList{"--device", "b200", "--backend", "tgi"} + gemm
                                 << "--backend: must be one of trtllm, vllm, sglang, nccl";
    }
    void refuses() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, problem);
        const Outcome outcome = explorer(QStringList{"profile"} + arguments);
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains(problem), qPrintable(outcome.err));
    }

    void predictsTheRowsOfATable() {
        QTemporaryDir folder;
        const QString rows = folder.filePath("rows.csv"), out = folder.filePath("out.csv");
        write(rows, "m,n,k,bf16_us\n4096,4096,4096,174.3\n0,1,1,1\n16,4096,4096,14\n");
        const Outcome outcome =
            explorer({"profile", "--device", "h100-sxm", "--op", "gemm", "--predict", rows, "-o", out});
        QCOMPARE(outcome.code, 1); // one row is no shape
        QVERIFY2(outcome.err.contains("rows.csv:3: is no shape of gemm"), qPrintable(outcome.err));
        const QList<QByteArray> lines = contents(out).trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0], QByteArray("m,n,k,bf16_us,predicted_us,low_us,high_us,origin"));
        QVERIFY(lines[1].startsWith("4096,4096,4096,174.3,") && lines[1].endsWith(",interpolated"));
        QCOMPARE(lines[2], QByteArray("0,1,1,1,,,,"));
    }

    void predictsPhasesOfAnExchange() {
        QTemporaryDir folder;
        const QString rows = folder.filePath("rows.csv"), out = folder.filePath("out.csv");
        // Rows of gb200/alltoall-trtllm-1.3.0rc10.
        write(rows, "op_name,moe_dtype,num_tokens,hidden_size,topk,num_experts,moe_ep_size,distribution,us\n"
                    "alltoall_dispatch,fp8,2048,7168,8,256,64,balanced,240\n"
                    "alltoall_combine,bfloat16,8192,7168,8,256,32,balanced,1832\n"
                    "alltoall_combine_low_precision,nvfp4,1024,7168,8,256,16,balanced,179.9\n");
        const Outcome outcome =
            explorer({"profile", "--device", "gb200", "--op", "alltoall", "--predict", rows, "-o", out});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const QList<QByteArray> lines = contents(out).trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        const double dispatch = lines[1].split(',')[9].toDouble(),
                     combine = lines[2].split(',')[9].toDouble(), low = lines[3].split(',')[9].toDouble();
        QVERIFY2(std::abs(dispatch / 232 - 1) < 0.1, lines[1]); // 224.3 at EP 32, 238 by their trend
        QVERIFY2(std::abs(combine / 1832 - 1) < 0.06, lines[2]);
        QVERIFY2(std::abs(low / 179.9 - 1) < 0.06, lines[3]);
        QVERIFY(lines[1].endsWith(",interpolated"));
    }

    void fitsAGpuToItsPoints() {
        QTemporaryDir folder;
        const QString points = folder.filePath("points.csv"), preset = folder.filePath("my-gpu.yaml");
        QByteArray text = "m,n,k,bf16_us\n";
        for (const char* row :
             {"1,4096,4096", "16,4096,4096", "64,4096,4096", "256,4096,4096", "1024,4096,4096",
              "4096,4096,4096", "1,8192,8192", "64,8192,8192", "1024,8192,8192", "4096,8192,8192"}) {
            const QStringList shape = QString(row).split(',');
            const double us = answer({"--device", "h100-sxm", "--op", "gemm", "--m", shape[0], "--n",
                                      shape[1], "--k", shape[2]})["seconds"]
                                  .toDouble() *
                              1e6;
            text += QByteArray(row) + ',' + QByteArray::number(1.25 * us) + '\n'; // a slower one
        }
        write(points, text);
        const Outcome fitted =
            explorer({"profile", "--fit-gpu", points, "--device", "h100-sxm", "-o", preset});
        QVERIFY2(fitted.code == 0, qPrintable(fitted.err));
        const QStringList shape{"--op", "gemm", "--m", "512", "--n", "4096", "--k", "4096"};
        const double own = answer(QStringList{"--data", preset, "--device", "my-gpu"} + shape)["seconds"]
                               .toDouble(),
                     base = answer(QStringList{"--device", "h100-sxm"} + shape)["seconds"].toDouble();
        QVERIFY2(std::abs(own / base - 1.25) < 0.04, qPrintable(QString::number(own / base)));
        // The file is a GPU preset for every other command.
        const Outcome report =
            explorer({"report", "--preset", "llama-3-8b", "--data", preset, "--set", "gpu.preset=my-gpu"});
        QVERIFY2(report.code == 0, qPrintable(report.err));
    }

    void printsTheScriptThatMeasures() {
        const Outcome outcome = explorer({"profile", "--fit-gpu", "--script"});
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.out.contains("import torch") && outcome.out.contains("\"bf16_us\""));
    }

    void keepsEachShippedFileSmall() {
        const QFileInfoList files = QDir(QStringLiteral(MOE_SOURCE_DIR "/resources/operators"))
                                        .entryInfoList({"*.yaml"}, QDir::Files);
        QVERIFY(files.size() >= 24);
        for (const QFileInfo& file : files) QVERIFY2(file.size() <= 300000, qPrintable(file.fileName()));
    }

    void shipsWhatTheTablesGive() {
        const QString tables = QStringLiteral(MOE_SHARED_DIR "/data/ops/a100_sxm");
        if (!QDir(tables).exists()) QSKIP("needs the tables of measured operators");
        QTemporaryDir folder;
        const Outcome outcome = explorer({"profile", "--derive", tables, "-o", folder.path()});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        for (const char* file : {"a100-80g-trtllm.yaml", "a100-80g-vllm.yaml", "a100-80g-sglang.yaml"}) {
            const QByteArray shipped =
                contents(QStringLiteral(MOE_SOURCE_DIR "/resources/operators/") + file);
            QVERIFY2(!shipped.isEmpty(), file);
            QVERIFY2(contents(folder.filePath(QStringLiteral("operators/") + file)) == shipped, file);
        }
    }

    void comparesWhatTablesGiveWithWhatIsShipped() {
        const QString tables = QStringLiteral(MOE_SHARED_DIR "/data/ops");
        if (!QDir(tables).exists()) QSKIP("needs the tables of measured operators");
        const auto lineOf = [](const Outcome& outcome) { return outcome.out.simplified(); };
        const Outcome same = explorer({"profile", "--derive", tables, "--check", "--only", "b300-vllm"});
        QVERIFY2(same.code == 0, qPrintable(same.err));
        QCOMPARE(lineOf(same), QStringLiteral("operators/b300-vllm.yaml 2.6 kB same"));

        // Of a table without its last row comes another file.
        QTemporaryDir folder;
        const QString inner = QStringLiteral("b300_sxm");
        QVERIFY(QDir(folder.path()).mkpath(inner));
        for (const QString& name : QDir(tables + '/' + inner).entryList({"*-vllm-*.csv"})) {
            const QByteArray table = contents(tables + '/' + inner + '/' + name).trimmed();
            write(folder.filePath(inner + '/' + name), table.left(table.lastIndexOf('\n') + 1));
        }
        const Outcome differs =
            explorer({"profile", "--derive", folder.path(), "--check", "--only", "b300-vllm"});
        QCOMPARE(differs.code, 1);
        QVERIFY2(lineOf(differs).endsWith("kB differs"), qPrintable(differs.out));
        const Outcome all = explorer({"profile", "--derive", folder.path(), "--check"});
        QCOMPARE(all.code, 1);
        QVERIFY2(lineOf(all).contains("has no tables"), qPrintable(all.out));
        QCOMPARE(explorer({"profile", "--derive", folder.path(), "--check", "-o", "x.yaml"}).code, 2);
        const Outcome unknown = explorer({"profile", "--derive", folder.path(), "--check", "--only", "h100"});
        QCOMPARE(unknown.code, 1);
        QVERIFY2(unknown.err.contains("--only: must be a file"), qPrintable(unknown.err));
    }
};

MOE_TEST(ProfileOperatorsTest)
#include "profile_operators_test.moc"
