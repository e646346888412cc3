// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/report_text.h"
#include "models/items/serve_text.h"

#include "data/csv.h"
#include "data/document.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/fields.h"
#include "models/items/key_tables.h"
#include "models/items/metric_rows.h"
#include "models/items/report_json.h"
#include "models/items/warning_text.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"

#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::items;

class ReportTextTest : public QObject {
    Q_OBJECT
private slots:
    /// A German dot stands between thousands: what ends in zeros keeps them.
    void countsOfServersKeepTheirZeros() {
        QCOMPARE(serveCountText(64), QString("64"));
        QCOMPARE(serveAxisText(2e6), QStringLiteral("2\u00a0M"));
        const test::German german;
        QCOMPARE(serveAxisText(1000), QString("1.000"));
        QCOMPARE(serveCountText(20000), QString("20.000"));
        QCOMPARE(serveAxisText(2.5), QString("2,5"));
        QCOMPARE(serveAxisText(2e6), QStringLiteral("2\u00a0Mio."));
    }

    void aGermanReportHasGermanColumnHeads() {
        const test::German german;
        QVERIFY(german.loaded);
        const QString text = reportMarkdown(test::sampleReport(), {});
        QVERIFY(text.contains("| Ergebnis | Wert | Herkunft |"));
        QVERIFY(!text.contains("| result |"));
        // The verdict and the parts of memory do not hang on the language.
        QVERIFY2(text.contains("| Urteil | passt |"), qPrintable(text));
        QVERIFY(text.count("\n### ") >= 2);
    }

    void aDocumentBeginsWithASummaryAndEndsWithItsInputs() {
        const Report report = test::sampleReport();
        const QString text = reportMarkdown(report);
        const qsizetype summary = text.indexOf("\n## Summary\n");
        QVERIFY(summary > 0 && summary < text.indexOf("\n## Parameters\n"));
        const QString first = text.mid(summary, text.indexOf("\n## Parameters\n") - summary);
        QVERIFY2(first.contains("| Step time | 3.42 s |"), qPrintable(first));
        QVERIFY2(first.contains("fits"), qPrintable(first));
        const QString inputs = text.mid(text.indexOf("\n## Inputs\n"));
        QVERIFY2(inputs.contains("| train.global_batch | 1024 |"), qPrintable(inputs));
        QVERIFY(text.indexOf("\n## Inputs\n") > text.indexOf("\n## Serving\n"));
        // A column that says nothing is left out.
        const auto headOf = [&](const char* section) {
            return text.mid(text.indexOf(QLatin1String(section))).section('\n', 3, 3);
        };
        QCOMPARE(headOf("\n## Serving\n"), QString("| result | value |"));
        QCOMPARE(headOf("\n## Parameters\n"), QString("| result | value | origin |"));
    }

    void textNamesTheScenarioEveryGroupAndTheVerdict() {
        const QString text = reportText(test::sampleReport());
        QVERIFY(text.startsWith("Coarse MoE 64×top-8 · 64 × h100-sxm\n"));
        qsizetype last = 0;
        for (const char* group : {"\nParameters\n", "\nLoss\n", "\nMemory\n", "\nTraining\n", "\nNetwork\n",
                                  "\nServing\n", "\nPlacement\n"}) {
            const qsizetype found = text.indexOf(group);
            QVERIFY2(found >= last, group);
            last = found;
        }
        QVERIFY(text.contains("fits\n"));
        QVERIFY(text.contains("61.3 GiB"));
        QVERIFY(text.contains("extrapolated"));
        QVERIFY(text.trimmed().endsWith("The loss is an extrapolation."));
        for (const QString& line : text.split('\n')) QVERIFY(!line.endsWith(' '));
    }

    void valuesStandInOneColumn() {
        const QStringList lines = reportText(test::sampleReport()).split('\n');
        const auto column = [&](const QString& label, const QString& value) {
            for (const QString& line : lines) {
                if (line.startsWith("  " + label + "  ")) return line.indexOf(value, label.size() + 2);
            }
            return qsizetype(-1);
        };
        QVERIFY(column("Step time", "3.42 s") > 0);
        QCOMPARE(column("Step time", "3.42 s"), column("Active parameters", "3.20 B"));
    }

    void absentSectionsSayWhy() {
        const QString text = reportText(test::servingReport());
        QVERIFY(text.contains("Network: – A dense model has no experts."));
        const QString markdown = reportMarkdown(test::servingReport());
        QVERIFY(markdown.contains("## Network\n\nA dense model has no experts.\n"));
    }

    /// What a scenario is not about is not missing in it; what it is about has its verdict.
    void aServedModelIsNotAskedForTraining() {
        Report report = test::servingReport();
        QVERIFY(!reportText(report).contains("Needs a training section"));
        QVERIFY(reportText(report).contains(QRegularExpression("Verdict +fits")));
        report.serve->fits = Fit::No;
        QVERIFY(reportText(report).contains(QRegularExpression("Verdict +does not fit")));
    }

    void missingReasonsAreSentences() {
        Report report = test::sampleReport();
        report.train->usd.reset();
        QCOMPARE(missingReason(report, "train.usd"), QString("The model cannot say."));
        report.scenario.price.gpuHourUsd = 0;
        QCOMPARE(missingReason(report, "train.usd"), QString("Set “Price” (price.gpu_hour_usd) for a cost."));
        report.scenario.train->tokens = 0;
        QCOMPARE(missingReason(report, "train.usd"),
                 QString("Set “Training tokens” (train.tokens) for the whole run."));
        for (const Metric& metric : metrics()) QVERIFY(missingReason(Report{}, metric.key).endsWith('.'));
    }

    void markdownTablesHaveTheSameColumnsInEachRow() {
        Report report = test::sampleReport();
        report.scenario.name = "a|b";
        qsizetype bars = 0;
        for (const QString& line : reportMarkdown(report).split('\n')) {
            if (!line.startsWith('|'))
                bars = 0;
            else if (bars == 0)
                bars = line.count('|');
            else
                QCOMPARE(line.count('|'), bars);
        }
    }

    void csvHasOneRowPerMetricInBaseUnits() {
        const Report report = test::sampleReport();
        const Result<CsvTable> table = readCsv(reportCsv(report).toStdString(), "report.csv");
        QVERIFY(table.has_value());
        QVERIFY(table->problems.empty());
        QCOMPARE(table->rows(), metrics().size());
        for (std::size_t i = 0; i < metrics().size(); ++i) {
            QCOMPARE(table->find("key")->text(i), std::string_view(metrics()[i].key));
            const std::optional<double> expected = metrics()[i].value(report);
            const double found = table->find("value")->numbers[i];
            if (expected)
                QCOMPARE(found, *expected);
            else
                QVERIFY(std::isnan(found));
        }
    }

    void yamlQuotesWhatItWouldMisread_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("yaml");
        QTest::newRow("plain") << "h100-sxm"
                               << "h100-sxm";
        QTest::newRow("sentence") << "It fits, barely"
                                  << "It fits, barely";
        QTest::newRow("empty") << ""
                               << "\"\"";
        QTest::newRow("number") << "1e9"
                                << "\"1e9\"";
        QTest::newRow("version, YAML 1.1 sexagesimal") << "1:30"
                                                       << "\"1:30\"";
        QTest::newRow("flag") << "No"
                              << "\"No\"";
        QTest::newRow("null") << "null"
                              << "\"null\"";
        QTest::newRow("key-like") << "a: note"
                                  << "\"a: note\"";
        QTest::newRow("comment") << "a #b"
                                 << "\"a #b\"";
        QTest::newRow("lines") << "a\n\"b\""
                               << "\"a\\n\\\"b\\\"\"";
        QTest::newRow("list-like") << "- a"
                                   << "\"- a\"";
        QTest::newRow("minus sign") << "−∂L"
                                    << "−∂L";
    }
    void yamlQuotesWhatItWouldMisread() {
        QFETCH(QString, text);
        QFETCH(QString, yaml);
        QCOMPARE(yamlOf({{"key", text}}), "key: " + yaml + "\n");
        const Result<Document> read = parseDocument(yamlOf({{"key", text}}).toStdString(), "y");
        QVERIFY(read.has_value());
        QCOMPARE(QString::fromStdString((*read)[0].text()), text);
    }

    void yamlIsSortedAndNested() {
        const QJsonObject tree{{"b", QJsonArray{1, 2.5, 1e-5, QJsonValue::Null}},
                               {"a", QJsonObject{{"z", true}, {"x", QJsonObject{}}}},
                               {"c", QJsonArray{QJsonObject{{"k", 1}, {"l", "x"}}, QJsonObject{{"k", 2}}}},
                               {"d", QJsonArray{QJsonArray{1, 2}, QJsonArray{}}}};
        QCOMPARE(yamlOf(tree),
                 QString("a:\n  x: {}\n  z: true\nb: [1, 2.5, 1.0e-05, null]\nc:\n  - k: 1\n    l: x\n"
                         "  - k: 2\nd:\n  - [1, 2]\n  - []\n"));
    }

    void yamlOfAReportReadsBack() {
        const Report report = test::sampleReport();
        const Result<Document> read = parseDocument(yamlOf(reportJson(report)).toStdString(), "report.yaml");
        QVERIFY2(read.has_value(), read ? "" : toString(read.error()).c_str());
        bool all64 = false, note = false;
        for (const DocumentEntry& entry : *read) {
            all64 = all64 || (entry.key == "placement.replicas" && entry.values.size() == 64);
            note = note || (entry.key == "scenario.note" && entry.text() == "a: note");
        }
        QVERIFY(all64);
        QVERIFY(note);
    }

    void changeAgainstBase_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("base");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<bool>("relative");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("judgement");
        QTest::newRow("lower loss is better") << 2.214 << 2.245 << "nats/token" << false << "−0.031" << 1;
        QTest::newRow("more cost is worse") << 412.0 << 378.0 << "USD" << true << "+9.0 %" << -1;
        QTest::newRow("halved") << 1.5 << 3.0 << "s" << true << "−50.0 %" << 1;
        QTest::newRow("just twice") << 6.0 << 3.0 << "s" << true << "×2.0" << -1;
        QTest::newRow("points of a share") << 0.4 << 0.42 << "share" << false << "−2.00 pp" << 1;
        QTest::newRow("the same") << 3.4 << 3.4 << "s" << true << "=" << 0;
        QTest::newRow("below what is shown") << 2.2141 << 2.2140 << "nats/token" << false << "=" << 0;
        QTest::newRow("doubled and more") << 9.0 << 3.0 << "s" << true << "×3.0" << -1;
        QTest::newRow("base is zero") << 1.0 << 0.0 << "s" << true << "+1.00 s" << -1;
    }
    void changeAgainstBase() {
        QFETCH(double, value);
        QFETCH(double, base);
        QFETCH(QString, unit);
        QFETCH(bool, relative);
        const MetricChange change = metricChange(value, base, unit, Better::Lower,
                                                 relative ? ChangeStyle::Relative : ChangeStyle::Absolute);
        QTEST(change.text, "text");
        QTEST(change.judgement, "judgement");
    }

    void keyTablesListEveryRow() {
        QCOMPARE(metricListJson().size(), qsizetype(metrics().size()));
        QCOMPARE(fieldListJson().size(), qsizetype(fields().size()));
        for (const Metric& metric : metrics()) QVERIFY(metricListText().contains(metric.key));
        const QString text = fieldListText();
        for (const Field& field : fields()) {
            QVERIFY(text.contains(field.key));
            QVERIFY(text.contains(QString::fromStdString(toString(rangeText(field)))));
        }
    }
};

MOE_TEST(ReportTextTest)
#include "report_text_test.moc"
