// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/schedule_effect.h"

#include "models/engine/loss/model/loss_coordinates.h"
#include "models/engine/loss/report/scaling.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

namespace moe::test {

class ScheduleEffectTest : public QObject {
    Q_OBJECT

private slots:
    /// fabian-sp/lr-scheduling@8ace3a3, 124 M, 2.56 B tokens: best learning rate over that of cosine to 0,
    /// and the loss at it over cosine's 2.9561.
    void theMeasuredSchedulesAreMet_data() {
        QTest::addColumn<int>("schedule");
        QTest::addColumn<double>("cooldown");
        QTest::addColumn<double>("factor");
        QTest::addColumn<double>("loss");
        const auto row = [](const char* name, LrSchedule schedule, double cooldown, double factor,
                            double loss) {
            QTest::newRow(name) << static_cast<int>(schedule) << cooldown << factor << loss;
        };
        row("WSD .1", LrSchedule::Wsd, .1, .55, 2.9802);
        row("WSD .2", LrSchedule::Wsd, .2, .63, 2.9645);
        row("WSD .4", LrSchedule::Wsd, .4, .75, 2.9530);
        row("WSD .6", LrSchedule::Wsd, .6, .85, 2.9496);
        row("WSD .8", LrSchedule::Wsd, .8, .93, 2.9512);
        row("WSD 1", LrSchedule::Wsd, .994, 1.03, 2.9546);
        row("cosine", LrSchedule::Cosine, .2, 1, 2.9561);
        row("cosine to 10 %", LrSchedule::Cosine10, .2, .66, 2.9819);
        row("constant", LrSchedule::Constant, .2, .23, 3.1065);
    }
    void theMeasuredSchedulesAreMet() {
        QFETCH(const int, schedule);
        QFETCH(const double, cooldown);
        QFETCH(const double, factor);
        QFETCH(const double, loss);
        const ScheduleEffect effect = scheduleEffect(static_cast<LrSchedule>(schedule), cooldown);
        QVERIFY(std::abs(std::log(effect.lrFactor / factor)) < 0.05); // c^0.27 against the runs
        QVERIFY(std::abs(effect.gap - std::log(loss / 2.9561)) < 0.003);
    }

    void farAboveTheBestCostsLessWithWsd() {
        const ScheduleEffect wsd = scheduleEffect(LrSchedule::Wsd, 0.2), cosine;
        const double best = 1e-3, own = best * wsd.lrFactor;
        QVERIFY(std::abs(cosineLr(wsd, best, own) - best) < 1e-12);
        QVERIFY(cosineLr(wsd, best, 4 * own) < 4 * best);
        QVERIFY(std::abs(cosineLr(wsd, best, own / 4) - best / 4) < 1e-12); // below it nothing changes
        QCOMPARE(cosineLr(cosine, best, 7e-3), 7e-3);
    }

    void reportsFollow() {
        LossReport report;
        report.value = report.optimalLoss = 2.5;
        report.low = 2.48;
        report.high = 2.52;
        report.optimalLr = 1e-3;
        NearOptimal& near = report.nearOptimal.emplace_back();
        near.share = 0.001;
        near.lrLow = 5e-4;
        near.lrHigh = 2e-3;
        auto map = std::make_shared<LossMap>();
        map->lr = {5e-4, 1e-3, 2e-3};
        map->batchTokens = {1e6};
        map->loss = {2.51, 2.5, 2.53};
        map->best = 2.5;
        report.map = map;
        const ScheduleEffect effect = scheduleEffect(LrSchedule::Cosine10, 0.2);
        applySchedule(report, effect);
        QVERIFY(std::abs(report.optimalLoss / 2.5 - std::exp(effect.gap)) < 1e-12);
        QVERIFY(std::abs(report.map->best - report.optimalLoss) < 1e-12);
        QVERIFY(std::abs(report.map->lr[1] - report.optimalLr) < 1e-12);
        QVERIFY(*report.optimalLrLow < report.optimalLr && report.optimalLr < *report.optimalLrHigh);
        QVERIFY(*report.high - *report.low > 0.04); // wider than cosine's
        QVERIFY(report.nearOptimal[0].lrLow < 5e-4);
    }
};

} // namespace moe::test

using moe::test::ScheduleEffectTest;
MOE_TEST(ScheduleEffectTest)
#include "schedule_effect_test.moc"
