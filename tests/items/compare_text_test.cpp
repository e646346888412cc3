// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios side by side as text, Markdown, CSV and JSON.

#include "models/items/compare_text.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace moe;

class CompareTextTest : public QObject {
    Q_OBJECT

    std::vector<ComparedColumn> m_columns;
    Comparison m_comparison;

private slots:
    void initTestCase() {
        Report other = moe::test::sampleReport();
        other.scenario.train->globalBatch = 2048;
        other.train->step = 6.84 * second;
        other.train->terms[moe::test::timeTerm("attention")].exposed = 5.82 * second;
        m_columns = {{"base", moe::test::sampleReport(), {}, {}},
                     {"a|b", other, {{findCaseQuantity("step_seconds"), 7}}, {"8 GPUs: a guess."}}};
        m_comparison = comparison(m_columns);
    }

    void textTellsWhatDiffers() {
        const QString text = items::compareText(m_columns, m_comparison);
        QVERIFY2(text.startsWith("Inputs that differ\n"), qPrintable(text));
        QVERIFY(text.contains(QRegularExpression("train.global_batch +1024 +2048")));
        QVERIFY2(text.contains(QRegularExpression("Step time +3.42 s +6.84 s +\\+3.42 s +×2.0")),
                 qPrintable(text));
        QVERIFY(text.contains("a|b, step: Attention core +3.42 s."));
        QVERIFY(text.contains(QRegularExpression("Step time +7(\\.00)? s +6.84 s +−2.3 %")));
        QVERIFY(text.contains("Assumed: 8 GPUs: a guess."));
    }

    void markdownEscapes() {
        const QString text = items::compareMarkdown(m_columns, m_comparison);
        QVERIFY(text.contains("| train.global_batch | 1024 | 2048 |"));
        QVERIFY(text.contains("a\\|b"));
    }

    void csvIsRectangularInBaseUnits() {
        const QStringList lines = items::compareCsv(m_columns, m_comparison).trimmed().split('\n');
        QCOMPARE(lines.front(), "kind,key,unit,base,a|b");
        QVERIFY(!lines.filter(QRegularExpression("^input,train.global_batch,\\w*,1024,2048$")).isEmpty());
        QVERIFY(lines.contains("result,train.step_seconds,s,3.42,6.84"));
        QVERIFY(lines.contains("measured,step_seconds,s,,7"));
        for (const QString& line : lines) QCOMPARE(line.count(','), 4);
    }

    void json() {
        const QJsonObject json = items::compareJson(m_columns, m_comparison);
        QCOMPARE(json["inputs"][0]["key"].toString(), "train.global_batch");
        QCOMPARE(json["inputs"][0]["values"][1].toDouble(), 2048.0);
        QCOMPARE(json["measured"][0]["predicted"].toDouble(), 6.84);
        QCOMPARE(json["columns"][1]["assumptions"][0].toString(), "8 GPUs: a guess.");
    }
};

MOE_TEST(CompareTextTest)
#include "compare_text_test.moc"
