// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of an axis, whatever its ends are: of ends that rounding tells apart there is one, not one after
// another without end.
#include "tests/support/registry.h"
#include "ui/plots/kit/plot_support.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace moe::ui;

class TicksTest : public QObject {
    Q_OBJECT
private slots:
    void stepsAreOfOneTwoOrFive() {
        QCOMPARE(linearTicks(0, 1, 5).ticks.size(), 6);
        QCOMPARE(linearTicks(0, 1, 5).decimals, 1);
        QCOMPARE(linearTicks(0, 40, 4).ticks, (QVector<double>{0, 10, 20, 30, 40}));
    }
    void endsThatRoundingTellsApartHaveOne() {
        for (const double value : {5.0, 0.0312, 1e-9, 1e300, -7.25}) {
            double other = value;
            for (int ulps = 1; ulps <= 64; ulps *= 4) {
                for (int i = 0; i < ulps; ++i) other = std::nextafter(other, INFINITY);
                QCOMPARE(linearTicks(value, other, 6).ticks, QVector<double>{value});
            }
        }
        QCOMPARE(linearTicks(5, 5 * (1 + 1e-9), 4).ticks.size(), 3); // 0, 2 and 4 nano more
    }
    void endlessOrNoAxesHaveNone() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        for (const auto& [low, high] : {std::pair{0.0, double(INFINITY)},
                                        {-double(INFINITY), 0.0},
                                        {nan, 1.0},
                                        {0.0, nan},
                                        {1.0, 1.0},
                                        {2.0, 1.0}})
            QVERIFY(linearTicks(low, high, 5).ticks.isEmpty());
    }
};

MOE_TEST(TicksTest)
#include "ticks_test.moc"
