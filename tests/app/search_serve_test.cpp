// SPDX-License-Identifier: GPL-3.0-or-later
// Servers searched from the command line: what a row says is what its scenario simulates to.

#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace {

using moe::test::explorer, moe::test::Outcome;

QJsonObject objectOf(const QStringList& arguments) {
    const Outcome outcome = explorer(arguments + QStringList{"--format", "json"});
    if (outcome.code != 0) qWarning("%s", qPrintable(outcome.err));
    return QJsonDocument::fromJson(outcome.out.toUtf8()).object();
}

/// 70B parameters in FP8, as many serve Llama 3.3 70B.
const QStringList kModel{"--preset", "llama-3-70b",           "--set", "precision.weights=fp8",
                         "--set",    "precision.compute=fp8", "--set", "serve.prompt=1000",
                         "--set",    "serve.output=500",      "--set", "serve.length_spread=0.2"};
const QStringList kSearch = QStringList{"search", "--serve", "--gpus", "4"} + kModel;
const QStringList kLimits{"--where", "serve.ttft_seconds<1", "--where", "serve.tpot_seconds<0.03"};

double metric(const QJsonValue& row, const char* key) {
    return row.toObject()["metrics"].toObject()[QLatin1String(key)].toDouble();
}

} // namespace

class SearchServeTest : public QObject {
    Q_OBJECT

private slots:
    void llamaOnFourH100WithinItsLimits() {
        const QJsonObject answer = objectOf(kSearch + kLimits);
        const QJsonArray rows = answer["results"].toArray();
        QVERIFY(rows.size() >= 3);
        double before = 1e300;
        for (const QJsonValue& row : rows) {
            QVERIFY(metric(row, "serve.ttft_seconds") < 1);
            QVERIFY(metric(row, "serve.tpot_seconds") < 0.03);
            QVERIFY(metric(row, "serve.tokens_per_second_per_gpu") <= before);
            before = metric(row, "serve.tokens_per_second_per_gpu");
        }
        QVERIFY(QStringList({"ttft", "tpot"}).contains(rows[0].toObject()["binds"].toString()));
        QVERIFY(!rows[0].toObject()["reason"].toString().isEmpty());
        QVERIFY(!answer["origin"].toString().isEmpty());

        // One eighth more requests at once break the limit that is said to bind.
        const auto simulated = [&](double factor) {
            QStringList arguments = QStringList{"simulate"} + kModel;
            const QJsonObject set = rows[0].toObject()["set"].toObject();
            for (const QString& key : set.keys()) {
                const bool counts = key == "serve.requests" || key == "serve.concurrency";
                const QString value = set[key].toString();
                arguments << "--set"
                          << key + '=' + (counts ? QString::number(int(factor * value.toInt())) : value);
            }
            return objectOf(arguments)["simulate"].toObject();
        };
        const QJsonObject own = simulated(1), more = simulated(1.125);
        const auto median = [](const QJsonObject& run, const char* of) {
            return run[QLatin1String(of)].toObject()["p50"].toDouble();
        };
        QCOMPARE(median(own, "ttft_seconds"), metric(rows[0], "serve.ttft_seconds"));
        QCOMPARE(median(own, "tpot_seconds"), metric(rows[0], "serve.tpot_seconds"));
        QCOMPARE(own["output_tokens_per_second_per_gpu"].toDouble(),
                 metric(rows[0], "serve.tokens_per_second_per_gpu"));
        QVERIFY(median(more, "ttft_seconds") >= 1 || median(more, "tpot_seconds") >= 0.03);
    }

    void paretoLineTradesSpeedForThroughput() {
        const QJsonArray line = objectOf(kSearch + QStringList{"--pareto"})["results"].toArray();
        QVERIFY(line.size() >= 5);
        for (int i = 1; i < line.size(); ++i) {
            QVERIFY(metric(line[i], "serve.tokens_per_second_per_gpu") <
                    metric(line[i - 1], "serve.tokens_per_second_per_gpu"));
            QVERIFY(metric(line[i], "serve.tokens_per_second_per_user") >
                    metric(line[i - 1], "serve.tokens_per_second_per_user"));
        }
    }

    void anotherNumberOfThreadsGivesTheSameAnswer() {
        QCOMPARE(explorer(kSearch + kLimits + QStringList{"-j", "1"}).out,
                 explorer(kSearch + kLimits + QStringList{"-j", "3"}).out);
    }

    void degreesAndPrecisionsAreChosenFrom() {
        const QJsonArray rows =
            objectOf(kSearch + QStringList{"--where", "parallel.tp<=2", "--precision", "bf16,fp8"})["results"]
                .toArray();
        QSet<QString> precisions;
        for (const QJsonValue& row : rows) {
            const QJsonObject set = row.toObject()["set"].toObject();
            QVERIFY(set["parallel.tp"].toString().toInt() <= 2);
            precisions.insert(set["precision.weights"].toString());
        }
        QCOMPARE(precisions, (QSet<QString>{"bf16", "fp8"}));
    }

    void limitsNobodyKeepsNameTheClosest() {
        const QJsonObject answer = objectOf(kSearch + QStringList{"--where", "serve.tpot_seconds<0.001"});
        QVERIFY(answer["results"].toArray().isEmpty());
        QCOMPARE(answer["closest"].toObject()["set"].toObject()["parallel.tp"].toString(), QString("4"));
        const Outcome told = explorer(kSearch + QStringList{"--where", "serve.tpot_seconds<0.001"});
        QVERIFY2(told.out.contains("Closest"), qPrintable(told.out));
    }

    void limitsOfTheScenarioHoldForItsShareOfRequests() {
        const QJsonArray rows = objectOf(kSearch + QStringList{"--set", "serve.slo_tpot=0.03", "--set",
                                                               "serve.slo_percentile=90"})["results"]
                                    .toArray();
        QVERIFY(!rows.isEmpty());
        for (const QJsonValue& row : rows) QVERIFY(metric(row, "serve.slo_share") >= 0.9);
        QCOMPARE(rows[0].toObject()["binds"].toString(), QString("tpot"));
        // At a rate of arrivals, which `simulate --goodput` finds too.
        const QJsonObject set = rows[0].toObject()["set"].toObject();
        QCOMPARE(set["serve.arrival"].toString(), QString("poisson"));
        QStringList arguments =
            QStringList{"simulate", "--goodput"} + kModel + QStringList{"--set", "serve.slo_percentile=90"};
        for (const QString& key : set.keys()) arguments << "--set" << key + '=' + set[key].toString();
        const QJsonObject run = objectOf(arguments)["simulate"].toObject();
        QCOMPARE(run["goodput_requests_per_second"].toDouble(), metric(rows[0], "serve.rate"));
        QCOMPARE(run["tpot_seconds"].toObject()["p50"].toDouble(), metric(rows[0], "serve.tpot_seconds"));
        QCOMPARE(run["slo_share"].toDouble(), metric(rows[0], "serve.slo_share"));
    }

    void wrongConditionsAreNamed() {
        const Outcome outcome = explorer(kSearch + QStringList{"--where", "train.mfu>0.5"});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("--where") && outcome.err.contains("serve.ttft_seconds"),
                 qPrintable(outcome.err));
        QCOMPARE(explorer({"search", "--precision", "fp8"}).code, 2);
    }
};

MOE_TEST(SearchServeTest)

#include "search_serve_test.moc"
