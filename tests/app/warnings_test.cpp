// SPDX-License-Identifier: GPL-3.0-or-later
// A warning of Qt or of the program fails the test that it comes in.

#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QCoreApplication>
#include <QTest>

/// Run by WarningsTest alone.
class WarningSamples : public QObject {
    Q_OBJECT
private slots:
    void quiet() {}
    void warns() { qWarning("a stray warning"); }
    void warnsAgain() { qCritical("a stray error"); }
    void expects() {
        QTest::ignoreMessage(QtWarningMsg, "an expected warning");
        qWarning("an expected warning");
    }
    void ofThePlatform() { qWarning("This plugin does not support propagateSizeHints()"); }
};

class WarningsTest : public QObject {
    Q_OBJECT
private slots:
    void aStrayWarningFailsItsFunction() {
        const QString program = QCoreApplication::applicationFilePath();
        const moe::test::Outcome outcome = moe::test::run(program, {"WarningSamples"});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.out.contains("FAIL!  : WarningSamples::warns()"), qPrintable(outcome.out));
        QVERIFY(outcome.out.contains("FAIL!  : WarningSamples::warnsAgain()"));
        for (const char* passes : {"quiet", "expects", "ofThePlatform"})
            QVERIFY2(outcome.out.contains(QString("PASS   : WarningSamples::%1()").arg(passes)), passes);
    }
};

MOE_TEST_WHEN_NAMED(WarningSamples)
MOE_TEST(WarningsTest)
#include "warnings_test.moc"
