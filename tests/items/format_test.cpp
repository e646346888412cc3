// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/format.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe::items;

class FormatTest : public QObject {
    Q_OBJECT
private slots:
    /// Nobody reads three hundred digits, and a double has no more than sixteen of them.
    void numbersHaveAnEnd() {
        const QLocale c = QLocale::c();
        QCOMPARE(humanNumber(123456789012345, 3, c), QString("123456789012345"));
        QCOMPARE(humanNumber(1.5e15, 3, c), QString("1.5e+15"));
        QCOMPARE(humanNumber(-5.8e302, 3, c), QString("-5.8e+302"));
        QCOMPARE(humanValue(1e300, "s", c), QString("1.16e+295 d"));
        QCOMPARE(humanValue(1e300, "B", c), QString("9.31e+290 GiB"));
        QCOMPARE(humanValue(1e300, "tokens", c), QString("1e+288 T tokens"));
    }
};

MOE_TEST(FormatTest)
#include "format_test.moc"
