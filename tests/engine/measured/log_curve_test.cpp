// SPDX-License-Identifier: GPL-3.0-or-later
// Losses as a log printed them.

#include "models/engine/logs/log_scenario.h"
#include "models/engine/measured/log_curve.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>

using namespace moe;

class LogCurveTest : public QObject {
    Q_OBJECT

private slots:
    void linesOfTheLastRun() {
        const std::string text = test::sharedText("data/megatron-logs/dmoe_ep4.log");
        MOE_NEED_SHARED(text, "megatron-logs/dmoe_ep4.log");
        const LogCurve curve = logCurve(readMegatronLog(text, "dmoe_ep4.log"));
        QVERIFY(curve.hasBalance() && !curve.finished());
        // First and last iteration line of the file.
        QCOMPARE(*curve.firstLoss(), 11.55841);
        QCOMPARE(*curve.firstBalance(), 1.436934);
        QCOMPARE(curve.planned, 40000.0);
        QCOMPARE(curve.iteration.size(), curve.loss.size());
        QCOMPARE(curve.iteration.size(), curve.balance.size());
    }

    void aDenseLogHasNoBalance() {
        const std::string text = test::sharedText("data/megatron-logs/dense.log");
        MOE_NEED_SHARED(text, "megatron-logs/dense.log");
        const LogCurve curve = logCurve(readMegatronLog(text, "dense.log"));
        QVERIFY(!curve.hasBalance() && !curve.lastBalance());
        QCOMPARE(*curve.share(), 0.005);
        QCOMPARE(*curve.lastLoss(), 6.760830);
    }

    void nothingPrintedIsNoCurve() {
        const LogCurve curve = logCurve(readMegatronLog("", "empty.log"));
        QVERIFY(curve.iteration.empty() && !curve.share() && !curve.lastLoss() && !curve.finished());
    }
};

MOE_TEST(LogCurveTest)
#include "log_curve_test.moc"
