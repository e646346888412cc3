// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace {

using moe::test::Outcome;

Outcome simulated(const QStringList& more) {
    QStringList arguments{"simulate", "--preset", "gpt-oss-120b"};
    for (const char* set :
         {"train=null", "cluster.gpus=auto", "parallel.dp=auto", "parallel.tp=2", "gpu.preset=h200",
          "serve.requests=16", "serve.prompt=1000", "serve.output=200", "serve.length_spread=0.2"})
        arguments << "--set" << set;
    return moe::test::explorer(arguments + more);
}

QJsonObject objectOf(const Outcome& outcome) {
    return QJsonDocument::fromJson(outcome.out.toUtf8())["simulate"].toObject();
}

} // namespace

class SimulateCommandTest : public QObject {
    Q_OBJECT

private slots:
    void printsLatenciesThroughputAndBands() {
        QTemporaryDir folder;
        const QString path = folder.filePath("requests.csv");
        const Outcome outcome = simulated({"--format", "json", "--requests-out", path});
        QCOMPARE(outcome.code, 0);
        const QJsonObject object = objectOf(outcome);
        for (const char* key : {"ttft_seconds", "tpot_seconds", "itl_seconds", "e2e_seconds"})
            for (const char* part : {"mean", "p50", "p90", "p99"})
                QVERIFY2(object[key][part].toDouble() > 0, key);
        for (const char* key :
             {"requests_per_second", "output_tokens_per_second", "output_tokens_per_second_per_gpu",
              "total_tokens_per_second", "duration_seconds", "passes", "mean_batch", "kv_use_peak"})
            QVERIFY2(object[key].toDouble() > 0, key);
        QVERIFY(object["saturated"].isBool() && !object["saturated"].toBool());
        QVERIFY(object["preemptions"].isDouble());
        QVERIFY(object["slo_share"].isNull());
        QVERIFY(object["burst"]["ttft_seconds"]["mean"].toDouble() >
                object["steady"]["ttft_seconds"]["mean"].toDouble());
        QVERIFY(object["band"]["ttft_seconds"][0].toDouble() < object["band"]["ttft_seconds"][1].toDouble());
        QCOMPARE(object["origin"]["ttft_seconds"].toString(), QString("simulated"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.front(), QByteArray("id,arrival,queued,first_token,finished,input,output,preempted"));
        QCOMPARE(lines.size(), 161);
    }

    void loadThatIsNeverAnsweredHasNoBand() {
        const QJsonObject object = objectOf(
            simulated({"--set", "serve.arrival=poisson", "--set", "serve.rate=1000", "--format", "json"}));
        QVERIFY(object["saturated"].toBool());
        QVERIFY(object["band"]["ttft_seconds"][1].isNull());
    }

    void goodputNeedsLimits() {
        QCOMPARE(simulated({"--goodput"}).code, 1);
        const QJsonObject object = objectOf(simulated(
            {"--goodput", "--set", "serve.slo_ttft=1", "--set", "serve.slo_tpot=0.02", "--format", "json"}));
        const double rate = object["goodput_requests_per_second"].toDouble();
        QVERIFY(rate > 0);
        QVERIFY(object["band"]["goodput_requests_per_second"][0].toDouble() <= rate);
    }

    void badInputIsLocated() {
        QTemporaryDir folder;
        QFile file(folder.filePath("trace.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("arrival_s,input_tokens,output_tokens\n0,100,10\n-1,5,5\n");
        file.close();
        const Outcome trace = moe::test::explorer(
            {"simulate", "--preset", "llama-3-8b", "--set", "train=null", "--trace", file.fileName()});
        QCOMPARE(trace.code, 1);
        QVERIFY2(trace.err.contains("trace.csv:3: arrival_s"), qPrintable(trace.err));
        const Outcome both =
            simulated({"--trace", file.fileName(), "--set", "serve.rate=2", "--set", "serve.arrival=trace"});
        QCOMPARE(both.code, 1);
        QVERIFY2(both.err.contains("--set: serve.rate: comes from the trace"), qPrintable(both.err));
        QVERIFY2(!both.err.contains("serve.arrival"), qPrintable(both.err));
        const Outcome pool = simulated({"--set", "serve.kv_blocks=1"});
        QCOMPARE(pool.code, 1);
        QVERIFY2(pool.err.contains("serve.kv_blocks"), qPrintable(pool.err));
        QCOMPARE(simulated({"--seeds", "0"}).code, 2);
    }

    void fittedServerIsAPresetOfItsFile() {
        QTemporaryDir folder;
        const auto write = [&](const QString& name, const QByteArray& text) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        const QByteArray run =
            R"({"backend": "vllm", "request_rate": "inf", "max_concurrency": 16, "duration": 12.0,
                "completed": 160, "total_input_tokens": 144000, "total_output_tokens": 28800,
                "output_throughput": 2400.0, "mean_ttft_ms": 90.0, "median_ttft_ms": 60.0, "p99_ttft_ms": 300.0,
                "mean_tpot_ms": 6.2, "median_tpot_ms": 6.2})";
        write("c16.json", run);
        write("other.json", R"({"accuracy": 0.9})");
        const QString server = folder.filePath("my-server.yaml");
        const Outcome wrong = simulated({"--fit", folder.filePath("other.json"), "-o", server});
        QCOMPARE(wrong.code, 1);
        QVERIFY2(wrong.err.contains("other.json:1"), qPrintable(wrong.err));
        QVERIFY(!QFile::exists(server));
        const Outcome fitted =
            simulated({"--fit", folder.filePath("c16.json"), "-o", server, "--format", "json"});
        QVERIFY2(fitted.code == 0, qPrintable(fitted.err));
        const QJsonObject fit = QJsonDocument::fromJson(fitted.out.toUtf8())["fit"].toObject();
        QVERIFY(fit["constants"]["serve.pass_scale"].toDouble() > 0);
        QVERIFY(std::abs(fit["runs"][0]["tpot_mean_error"].toDouble()) < 0.04);
        const Outcome used = moe::test::explorer({"simulate", "--data", server, "--format", "json"});
        QVERIFY2(used.code == 0, qPrintable(used.err));
        const double tpot = objectOf(used).value("tpot_seconds")["mean"].toDouble();
        const Outcome named =
            moe::test::explorer({"simulate", "--data", server, "--preset", "my-server", "--format", "json"});
        QCOMPARE(objectOf(named).value("tpot_seconds")["mean"].toDouble(), tpot);
        const double before =
            objectOf(simulated({"--format", "json"})).value("tpot_seconds")["mean"].toDouble();
        QVERIFY(std::abs(tpot / 6.2e-3 - 1) < std::abs(before / 6.2e-3 - 1));
    }
};

MOE_TEST(SimulateCommandTest)
#include "simulate_command_test.moc"
