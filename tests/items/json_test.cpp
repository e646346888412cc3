// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/report_json.h"

#include "models/engine/report/metrics.h"
#include "models/items/report_text.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"

#include <QJsonDocument>
#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::items;

/// The value at a dotted path; undefined where the path breaks off, null below a null section.
static QJsonValue at(QJsonValue value, const QString& path) {
    for (const QString& name : path.split('.')) {
        if (value.isNull()) return value;
        value = value.toObject().value(name);
    }
    return value;
}

class JsonTest : public QObject {
    Q_OBJECT
private slots:
    void everyMetricIsAPathInTheReport_data() {
        QTest::addColumn<int>("row");
        for (int i = 0; i < int(metrics().size()); ++i) QTest::newRow(metrics()[std::size_t(i)].key) << i;
    }
    void everyMetricIsAPathInTheReport() {
        QFETCH(int, row);
        const Metric& metric = metrics()[std::size_t(row)];
        for (const Report& report : {test::sampleReport(), test::servingReport(), Report{}}) {
            const QJsonValue found = at(reportJson(report), metric.key);
            const std::optional<double> value = metric.value(report);
            QVERIFY(!found.isUndefined());
            if (value)
                QCOMPARE(found.toDouble(std::nan("")), *value);
            else
                QVERIFY(found.isNull());
        }
    }

    void absentIsNullAndNotANumberIsNull() {
        Report report = test::sampleReport();
        report.loss->low.reset();
        report.train->mfu = std::nan("");
        report.train->usd = INFINITY;
        const QJsonObject json = reportJson(report);
        QVERIFY(at(json, "loss.low").isNull());
        QVERIFY(at(json, "train.mfu").isNull());
        QVERIFY(at(json, "train.usd").isNull());
        const QByteArray text = QJsonDocument(json).toJson();
        QVERIFY(!text.contains("nan") && !text.contains("inf\n"));
    }

    /// The line of a batch holds what the report does, whatever its texts are made of.
    void aLineIsTheReport() {
        Report report = test::sampleReport();
        report.scenario.name = "a \"name\" \\ with\ttabs, breaks\n and \u00fcml\u00e4uts";
        std::string text;
        writeReport(report, 7, text);
        QVERIFY(text.find('\n') == std::string::npos);
        QJsonParseError error;
        QJsonObject read = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error).object();
        QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
        QCOMPARE(read.take("line").toInt(), 7);
        QCOMPARE(read, reportJson(report));
    }

    void keysAreSorted() {
        const QStringList lines =
            QString::fromUtf8(QJsonDocument(reportJson(test::sampleReport())).toJson()).split('\n');
        QStringList top;
        for (const QString& line : lines) {
            if (line.startsWith("    \"")) top.append(line.section('"', 1, 1));
        }
        QStringList sorted = top;
        sorted.sort();
        QCOMPARE(top, sorted);
        QVERIFY(top.contains("placement") && top.contains("warnings"));
    }

    void partsSumToTotals() {
        const QJsonObject json = reportJson(test::sampleReport());
        double peak = 0, step = 0;
        for (const QJsonValue& term : at(json, "memory.terms").toArray()) peak += term["bytes"].toDouble();
        for (const QJsonValue& term : at(json, "train.terms").toArray())
            step += term["exposed_seconds"].toDouble();
        QCOMPARE(peak, at(json, "memory.peak_bytes").toDouble());
        QCOMPARE(step, at(json, "train.step_seconds").toDouble());
    }

    void stagesSayTheirPhasesAndTheStepItsError() {
        Report report = test::sampleReport();
        report.memory->stages[0].phases = {50 * GiB, 55.5 * GiB, 52 * GiB, 41 * GiB};
        report.train->typicalError = 0.1;
        report.train->ninetyError = 0.2;
        report.serve->decodeParts = {{"head", "LM head", Seconds{2}, Seconds{1}}};
        const QJsonObject json = reportJson(report);
        const QJsonValue stage = at(json, "memory.stages").toArray().at(0);
        QCOMPARE(at(stage, "phases.loss_bytes").toDouble(), (55.5 * GiB).base);
        QCOMPARE(at(stage, "phases.optimizer_bytes").toDouble(), (41 * GiB).base);
        QCOMPARE(at(json, "train.typical_error").toDouble(), 0.1);
        QCOMPARE(at(json, "train.error_at_90_percent").toDouble(), 0.2);
        QCOMPARE(at(json, "serve.tpot_terms").toArray().at(0)["exposed_seconds"].toDouble(), 1.0);
        QVERIFY(at(json, "serve.ttft_terms").toArray().isEmpty());
    }

    void servedPartsSayWhoseKernelsTheyAre() {
        Report report = test::sampleReport();
        ServePart part{"gemm", "Attention projections", Seconds{2}, Seconds{2}, Origin::Transferred, {}};
        part.operators.push_back({"gemm",
                                  "trtllm 1.3.0rc20, h100-sxm",
                                  "m 8, n 4096, k 7168",
                                  61,
                                  Seconds{0.5},
                                  {Seconds{0.25}, Seconds{0.75}},
                                  Origin::Transferred});
        report.serve->decodeParts = {part};
        report.serve->tpotBand = TimeBand{Seconds{1.5}, Seconds{2.5}};
        const QJsonObject json = reportJson(report);
        const QJsonValue term = at(json, "serve.tpot_terms").toArray().at(0);
        QCOMPARE(term["origin"].toString(), QString("transferred"));
        const QJsonValue one = term["operators"].toArray().at(0);
        QCOMPARE(one["op"].toString(), QString("gemm"));
        QCOMPARE(one["kernel"].toString(), QString("trtllm 1.3.0rc20, h100-sxm"));
        QCOMPARE(one["count"].toDouble(), 61.0);
        QCOMPARE(one["low_seconds"].toDouble(), 0.25);
        QCOMPARE(one["high_seconds"].toDouble(), 0.75);
        QCOMPARE(one["origin"].toString(), QString("transferred"));
        QCOMPARE(at(json, "serve.tpot_low_seconds").toDouble(), 1.5);
        QCOMPARE(at(json, "serve.tpot_high_seconds").toDouble(), 2.5);
        QVERIFY(at(json, "serve.ttft_low_seconds").isNull());
    }

    void theScheduleSaysWhatStagesWaitForAndHold() {
        Report report = test::sampleReport();
        report.train->pipeline.kind = ScheduleKind::ZeroBubbleV;
        report.train->ownIdle = {Seconds{0.25}, Seconds{0}};
        report.train->peakInFlight = {2, 1.5};
        report.train->makespan = Seconds{3};
        report.train->exposedData = Seconds{0.5};
        const QJsonObject json = reportJson(report);
        QCOMPARE(at(json, "train.schedule").toString(), QString("zb-v"));
        QCOMPARE(at(json, "train.own_idle_seconds").toArray(), QJsonArray({0.25, 0}));
        QCOMPARE(at(json, "train.peak_in_flight").toArray(), QJsonArray({2, 1.5}));
        QCOMPARE(at(json, "train.makespan_seconds").toDouble(), 3.0);
        QCOMPARE(at(json, "train.exposed_dp_seconds").toDouble(), 0.5);
        QCOMPARE(at(json, "goodput.efficiency").toDouble(), 0.95);
        report.goodput.reset();
        QVERIFY(at(reportJson(report), "goodput").isNull());
    }

    void schemaNamesEveryMetric() {
        const std::string text = test::resourceText("schema/report.schema.json");
        const QJsonObject schema = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
        QVERIFY(!schema.isEmpty());
        for (const Metric& metric : metrics()) {
            const QStringList path = QString(metric.key).split('.');
            QJsonObject part = at(schema, "$defs." + path[0]).toObject();
            if (path.size() > 2) {
                const QString inner = at(part, "properties." + path[1])["$ref"].toString().section('/', -1);
                QVERIFY2(!inner.isEmpty(), metric.key);
                part = at(schema, "$defs." + inner).toObject();
            }
            const QJsonObject known = part["properties"].toObject();
            if (QString(metric.key) == QLatin1String("day.ttft_seconds.p95")) {
                QVERIFY(known.contains("p95"));
                continue;
            }
            QVERIFY2(part["required"].toArray().contains(path.last()), metric.key);
            QVERIFY2(part["properties"].toObject().contains(path.last()), metric.key);
        }
    }

    void problemsStandAlone() {
        const QJsonObject json = problemsJson({{"a.yaml", 3, 7, "train.lr", "must be > 0", "-1"}});
        QCOMPARE(json.keys(), QStringList({"problems", "schema"}));
        QCOMPARE(json["problems"].toArray().at(0)["line"].toInt(), 3);
    }
};

MOE_TEST(JsonTest)
#include "json_test.moc"
