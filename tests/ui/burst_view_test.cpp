// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of first bursts says and draws.

#include "ui/plots/serve/burst_view.h"

#include "tests/support/registry.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/view_fixture.h"

#include <QTest>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class BurstViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { useTestFont(); }

    void saysHowFarStepsAreFromWhatWasMeasured() {
        FirstBurst burst;
        burst.runs = 5;
        burst.simulated = {1, 2, 3, 4};
        burst.mean = {0, 2, 2};
        burst.marks = {{2.5, 2.4, 2.6}, {3.97, 4, 5}};
        QCOMPARE(burst.simulatedMean(), 2.5);
        QCOMPARE(burst.simulatedAt(2.5), 2.5);
        QCOMPARE(burst.simulatedAt(9), 4.0);
        BurstView view("A server", {{"4 requests at once", burst}});
        QVERIFY2(
            view.summary().startsWith("A server. 4 requests at once: first token after 2.50 s on average, "
                                      "measured 2.00 s (+25 %)."),
            qPrintable(view.summary()));
        DrawnTexts paper;
        FigureStyle style;
        style.widthMm = 180, style.heightMm = 120;
        view.drawFigure(&paper, 1, style);
        const QString drawn = paper.texts.join('|');
        for (const QString& part : {QString("4 requests at once"), QString("Requests with their first token"),
                                    QString("Time to first token (s)"), QString("simulated"),
                                    QString("measured, least to most of 5 runs")})
            QVERIFY2(drawn.contains(part), qPrintable(drawn));
        QCOMPARE(view.csv().trimmed().count(QLatin1Char('\n')), 6);
    }
};

MOE_TEST(BurstViewTest)
#include "burst_view_test.moc"
