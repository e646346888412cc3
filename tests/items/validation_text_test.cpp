// SPDX-License-Identifier: GPL-3.0-or-later
// Predicted against measured as text and JSON.

#include "models/items/validation_text.h"
#include "tests/support/registry.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace moe;

class ValidationTextTest : public QObject {
    Q_OBJECT

    MeasuredCase m_case;
    Validation m_validation;

private slots:
    void initTestCase() {
        m_case.id = "some_run";
        m_case.group = "some-group";
        m_case.quality = "A";
        m_case.cause = "hosts are slow.";
        m_validation.rows = {{&m_case, findCaseQuantity("peak_bytes"), 100 * GiB.base, 101 * GiB.base, {}},
                             {&m_case, findCaseQuantity("step_seconds"), 2, 1, {}},
                             {&m_case, findCaseQuantity("ttft_seconds"), 1, std::nullopt, {}}};
        m_validation.summaries = {{"step time", "all", 1, 0.5, 0.5, 0.5}};
        m_validation.reaches = {{"step time within 15 %", 1, {1}, false}};
    }

    void textNamesWhatIsFarOff() {
        const QString text = items::validationText(m_validation);
        QVERIFY(text.contains("some-group\n  some_run"));
        QVERIFY2(text.contains(QRegularExpression("peak_bytes +100 GiB +101 GiB +\\+1.0 %")),
                 qPrintable(text));
        QVERIFY(text.contains("Beyond 25 %\n  some_run, step_seconds −50.0 %: hosts are slow.\n"));
        QVERIFY(!text.contains("peak_bytes +1.0 %:"));
        QVERIFY(text.contains("misses step time within 15 %: 1 of 1 rows beyond the limit"));
    }

    void jsonKeepsBaseUnitsAndNulls() {
        const QJsonObject json = items::validationJson(m_validation);
        QCOMPARE(json["schema"].toString(), "moe-explorer/validation/1");
        const QJsonArray rows = json["rows"].toArray();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0]["measured"].toDouble(), 100 * GiB.base);
        QCOMPARE(rows[1]["error"].toDouble(), -0.5);
        QVERIFY(rows[2]["predicted"].isNull() && rows[2]["error"].isNull());
        QCOMPARE(json["reach"][0]["beyond"][0].toString(), "some_run");
    }
};

MOE_TEST(ValidationTextTest)
#include "validation_text_test.moc"
