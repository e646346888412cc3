// SPDX-License-Identifier: GPL-3.0-or-later
// validate: both sets of runs, fits to files, leaving families out, and what it refuses.

#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "tests/support/test_input.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using moe::test::explorer, moe::test::Outcome;

namespace {

/// mosaicml/llm-foundry@8c8dd48f7, scripts/train/benchmarking: MPT-7B on A100, as three batches.
QByteArray listText() {
    QByteArray text =
        "defaults: {source: mosaicml/llm-foundry@8c8dd48f7, gpu: A100 SXM 80GB, gpus: 8, tp: 1, pp: 1, "
        "cp: 1, ep: 1, dp: 8, seq: 2048, precision: bf16, micro_batch: 2, sharding: fsdp, "
        "shape: {layers: 32, hidden: 4096, ffn: 16384, heads: 32, vocab: 50368, gated: false}}\nrows:\n";
    for (int i = 1; i <= 3; ++i)
        text += QStringLiteral("- {id: run%1, model: mpt-7b, global_batch: %2, step_time_s: %3}\n")
                    .arg(i)
                    .arg(16 * i)
                    .arg(1.9 * i)
                    .toUtf8();
    return text;
}

} // namespace

class ValidateCommandTest : public QObject {
    Q_OBJECT

    QString write(const QString& name, const QByteArray& text) {
        return moe::test::writeInput(m_folder.filePath(name), text);
    }
    QTemporaryDir m_folder;

private slots:
    void bothSetsArePrintedByFamily() {
        const Outcome text = explorer({"validate"});
        QCOMPARE(text.code, 0);
        for (const char* part : {"step time by source", "step time by vendor", "step time by gpu",
                                 "step time by model", "NVIDIA/dgxc-benchmarking", "Huawei", "tpu-v5p",
                                 "left out", "Runs left out", "micro_batch is not stated"})
            QVERIFY2(text.out.contains(part), part);
        const QJsonObject json =
            QJsonDocument::fromJson(explorer({"validate", "--format", "json"}).out.toUtf8()).object();
        double known = 0;
        for (const QJsonValue& one : json["families"].toArray()) {
            if (one["by"] == "source" && one["name"] == "mosaicml/llm-foundry")
                known = one["count"].toDouble();
        }
        QCOMPARE(known, 45);
    }

    void aFitIsWrittenAndUsed() {
        const QString runs = write("runs.yaml", listText()), constants = m_folder.filePath("constants.yaml");
        const Outcome fit = explorer({"validate", "--refit", runs, "-o", constants});
        QVERIFY2(fit.code == 0, qPrintable(fit.err));
        QVERIFY(fit.out.contains("to 3 of 3 runs"));
        QVERIFY(fit.out.contains("gemm_ampere"));
        QFile file(constants);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.startsWith("schema: moe-explorer/step-constants/1\n"));
        QVERIFY(text.contains("covariance:") && text.contains("mosaicml/llm-foundry"));
        const QStringList report{"report",   "--preset", "llama-3-8b", "--set", "gpu.preset=a100-80g",
                                 "--format", "json"};
        const Outcome before = explorer(report), after = explorer(report + QStringList{"--data", constants});
        QVERIFY2(after.code == 0, qPrintable(after.err));
        QVERIFY(before.out != after.out);
        QCOMPARE(explorer({"validate", "--constants", constants}).code, 0);
    }

    void familiesAreLeftOut() {
        const QString runs =
            write("two.yaml", listText() + "- {id: run4, model: mpt-30b, global_batch: 16, step_time_s: "
                                           "3.1}\n");
        const Outcome left = explorer({"validate", "--leave-out", "model", runs});
        QVERIFY2(left.code == 0, qPrintable(left.err));
        QVERIFY(left.out.contains("mpt-30b") && left.out.contains("left out") &&
                left.out.contains("in sample"));
    }

    void whatItRefuses_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("said");
        const QString unknown =
            write("unknown.yaml", "schema: moe-explorer/step-constants/1\nconstants: {mfu: 0.4}\n");
        const QString broken = write("broken.yaml", listText().replace("tp: 1", "tp: 3"));
        const QString wrong = write("wrong.yaml", listText().replace("gpus: 8", "gpus: eight"));
        const auto row = [](const char* name, const QStringList& arguments, int code, const QString& said) {
            QTest::newRow(name) << arguments << code << said;
        };
        row("unknown family", {"validate", "--leave-out", "colour"}, 2, "source, vendor, gpu or model");
        row("both fits", {"validate", "--refit", "--leave-out", "gpu"}, 2, "cannot be combined");
        row("output alone", {"validate", "-o", "x.yaml"}, 2, "-o needs --refit");
        row("bursts as a table", {"validate", "--serving", "x.csv", "-o", "x.yaml"}, 2,
            "must end in .pdf, .svg or .png");
        row("unknown constant", {"validate", "--constants", unknown}, 1,
            unknown + ":2:18: constants.mfu: is no constant of the step-time model");
        row("wrong value", {"validate", wrong}, 1, wrong + ":1:");
        row("no such file", {"validate", "--refit", "/nowhere.yaml"}, 1, "/nowhere.yaml");
        row("nowhere to write",
            {"validate", "--refit", write("ok.yaml", listText()), "-o", "/nowhere/x.yaml"}, 1,
            "/nowhere/x.yaml");
        row("contradiction", {"validate", broken}, 0, {});
    }
    void firstBurstsAreDrawn() {
        const QString head = "id,kind,quality,model,gpu,gpus,tp,engine,engine_version,isl,osl,length_dist,"
                             "concurrency,num_prompts,ttft_ms_mean,ttft_ms_median,ttft_ms_p99,tpot_ms_mean\n";
        const auto table = [&](const char* name, int requests) {
            return write(name,
                         (head + QString("a,closed_loop,A,openai/gpt-oss-120b,H200-141GB SXM,1,1,vllm,"
                                         "0.22.0,7200.5,880.5,\"uniform[0.8L,L]\",4,%1,880,915,1260,6.6\n")
                                     .arg(requests))
                             .toUtf8());
        };
        const QString picture = m_folder.filePath("stairs.svg");
        const Outcome drawn = explorer({"validate", "--serving", table("burst.csv", 4), "-o", picture});
        QVERIFY2(drawn.code == 0, qPrintable(drawn.err));
        QFile file(picture);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("<svg"));
        QVERIFY2(!drawn.err.contains("are drawn"), qPrintable(drawn.err));
        // One picture, one server: of another in the table it says that it is not drawn.
        const QByteArray another =
            "b,closed_loop,A,openai/gpt-oss-120b,H200-141GB SXM,2,2,vllm,0.22.0,7200.5,"
            "880.5,\"uniform[0.8L,L]\",4,4,880,915,1260,6.6\n";
        QFile both(table("two.csv", 4));
        QVERIFY(both.open(QIODevice::Append) && both.write(another) > 0);
        both.close();
        const Outcome one = explorer({"validate", "--serving", both.fileName(), "-o", picture});
        QVERIFY2(one.code == 0 && one.err.contains("1 of the 2 first bursts"), qPrintable(one.err));
        const Outcome none = explorer({"validate", "--serving", table("loop.csv", 40), "-o", picture});
        QVERIFY(none.code == 1 && none.err.contains("holds no first burst"));
    }
    /// Tables as resources/scripts/gpu writes them, with made-up numbers.
    void tablesOfOnesOwnGpuStandBesideThePrediction() {
        const QByteArray head =
            "# date: 2026-01-02 03:04 UTC\n# gpu: NVIDIA H200\n# software: PyTorch 2.11\n";
        const QString operators = write(
            "own-operators.csv", head + "# gemm\nm,n,k,bf16_us,fp8_us\n4096,4096,4096,200,\n"
                                        "# attn-context\nb,s,n,g,d,w,bf16/bf16_us\n1,4096,32,32,128,0,400\n");
        const QString kernels =
            write("own-kernels.csv", head + "# kernels\nkernel,case,flop,bytes,us,watts,sm_mhz\n"
                                            "copy,16384x8192,0,536870912,200,,\n");
        const Outcome text = explorer({"validate", operators, kernels});
        QVERIFY2(text.code == 0, qPrintable(text.err));
        QVERIFY2(text.out.contains("Measured on h200") && text.out.contains("attn-context"),
                 qPrintable(text.out));
        const Outcome json = explorer({"validate", operators, kernels, "--format", "json"});
        const QJsonArray own = QJsonDocument::fromJson(json.out.toUtf8()).object()["own_gpu"].toArray();
        const auto first = own.size() - 2; // behind those that are shipped
        QVERIFY(first >= 6);
        QCOMPARE(own[first]["software"].toString(), QString("PyTorch 2.11"));
        QCOMPARE(own[first]["operators"].toArray().size(), 2);
        // 0.54 GB in 200 us of 4.8 TB/s.
        QVERIFY(std::abs(own[first + 1]["kernels"][0]["share_of_bandwidth"].toDouble() - .5592) < 1e-3);
        const Outcome nameless = explorer({"validate", write("nameless.csv", "m,n,k,bf16_us\n1,2,3,4\n")});
        QCOMPARE(nameless.code, 1);
        QVERIFY(nameless.err.contains("# gpu: NAME"));
    }

    void aRunThatTakesAnothersPlaceIsNamed() {
        const QByteArray other =
            listText().replace("mosaicml", "somebody").replace("step_time_s: 1.9}", "step_time_s: 2}");
        const QString runs = write("first.yaml", listText()), same = write("same.yaml", listText()),
                      changed = write("changed.yaml", other);
        const Outcome alike = explorer({"validate", runs, same});
        QVERIFY2(alike.code == 0 && !alike.out.contains("takes its place"), qPrintable(alike.err));
        const Outcome one = explorer({"validate", runs, changed});
        QVERIFY2(one.code == 0, qPrintable(one.err));
        QVERIFY(one.out.contains("a run of " + changed + " has the same id and takes its place: run1\n"));
    }

    void whatItRefuses() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, said);
        const Outcome outcome = explorer(arguments);
        QVERIFY2(outcome.code == code, qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
        if (code == 0) QVERIFY(outcome.out.contains("TP·PP·CP·DP is 24, but the run had 8 devices"));
    }
};

MOE_TEST(ValidateCommandTest)
#include "validate_command_test.moc"
