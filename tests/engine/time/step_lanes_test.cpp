// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/evaluate.h"
#include "models/engine/time/step_lanes.h"
#include "models/engine/time/step_terms.h"

#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

/// Two ranks of a plain pipeline with terms made by hand: 6 s of passes on each, of which 1.2 s wait for
/// communication and 0.3 s for the host.
TrainReport twoRanks() {
    TrainReport train;
    train.pipeline.shape = {2, 2, 1};
    train.pipeline.chunks.assign(2, unpaired({1}, {1}, {1}));
    train.terms.assign(timeTerms().size(), TimeTerm{});
    for (std::size_t i = 0; i < timeTerms().size(); ++i) {
        if (timeTerms()[i].part == StepPart::Gemm) train.terms[i] = {Seconds{4.5}, Seconds{4.5}};
        if (timeTerms()[i].part == StepPart::AllToAll) train.terms[i] = {Seconds{2.0}, Seconds{1.2}};
        if (timeTerms()[i].part == StepPart::Host) train.terms[i] = {Seconds{0.3}, Seconds{0.3}};
    }
    return train;
}

Scenario scheduled(ScheduleKind kind) {
    Scenario scenario = presetScenario("deepseek-v3");
    scenario.train->schedule = kind;
    return scenario;
}

bool near(double a, double b, double within = 1e-9) {
    return std::abs(a - b) <= within * std::max(1.0, std::abs(b));
}

} // namespace

class StepLanesTest : public QObject {
    Q_OBJECT

private slots:
    /// 1F1B of equal passes F = 1, B = 2 on p = 2, m = 2 takes (m + p − 1)·(F + B) = 9, a rank idles
    /// (p − 1)·(F + B) = 3 of it (Narayanan et al. 2021, arXiv 2104.04473, section 2.2).
    void aWholeStepAddsUpToItsTerms() {
        const TrainReport train = twoRanks();
        const PipelineSchedule schedule = wholeSchedule(train, 1e5);
        const StepMix mix = stepMix(train, schedule);
        const LaneUse use = laneUse(schedule, mix, 0, 1, {}, schedule.end);
        QCOMPARE(use.ranks, 2);
        QVERIFY(near(use.length.base, 9) && near(use.idle.base, 3));
        QVERIFY2(near(use.exchange.base, 1.2), qPrintable(QString::number(use.exchange.base)));
        QVERIFY(near(use.host.base, 0.3));
        QVERIFY(near(use.hidden.base, 0.8));
        QVERIFY(near((use.compute + use.exchange + use.host + use.idle).base, use.length.base));
    }

    /// Both passes exchange the same bytes: the shorter one waits for a larger share of its time.
    void forwardAndBackwardWaitAsLong() {
        const TrainReport train = twoRanks();
        const StepMix mix = stepMix(train, wholeSchedule(train, 1e5));
        const PassMix &forward = mix[std::size_t(PassKind::Forward)],
                      &back = mix[std::size_t(PassKind::Backward)];
        QVERIFY(near(1 * forward.exchange, 2 * back.exchange) && forward.exchange > 0);
    }

    /// What lies in two halves adds up to the whole, and one rank's use to the mean of both.
    void stretchesAndRanksAddUp() {
        const TrainReport train = twoRanks();
        const PipelineSchedule schedule = wholeSchedule(train, 1e5);
        const StepMix mix = stepMix(train, schedule);
        for (const double cut : {0.1, 2.5, 4.0, 8.999}) {
            const LaneUse whole = laneUse(schedule, mix, 0, 1, {}, schedule.end),
                          before = laneUse(schedule, mix, 0, 1, {}, Seconds{cut}),
                          behind = laneUse(schedule, mix, 0, 1, Seconds{cut}, schedule.end);
            QVERIFY(near((before.compute + behind.compute).base, whole.compute.base));
            QVERIFY(near((before.idle + behind.idle).base, whole.idle.base));
        }
        const LaneUse first = laneUse(schedule, mix, 0, 0, {}, Seconds{2}),
                      second = laneUse(schedule, mix, 1, 1, {}, Seconds{2}),
                      both = laneUse(schedule, mix, 0, 1, {}, Seconds{2});
        QVERIFY(near(both.idle.base, 0.5 * (first.idle + second.idle).base));
        QVERIFY(near(second.idle.base, 1)); // the second stage waits for the first micro-batch
        QVERIFY(near(first.idle.base, 0));
        QVERIFY(laneUse(schedule, mix, 3, 5, {}, Seconds{2}).ranks == 0);
        QVERIFY(laneUse(schedule, mix, 0, 1, Seconds{2}, Seconds{2}).ranks == 0);
    }

    void binsHoldWhatTheRanksAreBusy() {
        const TrainReport train = twoRanks();
        const PipelineSchedule schedule = wholeSchedule(train, 1e5);
        const std::vector<double> shares = busyShares(schedule, 0, 1, {}, schedule.end, 7);
        double sum = 0;
        for (const double share : shares) {
            QVERIFY(share >= 0 && share <= 1 + 1e-9);
            sum += share;
        }
        QVERIFY2(near(sum / 7, 6.0 / 9), qPrintable(QString::number(sum / 7)));
    }

    /// DeepSeek-V3, arXiv 2412.19437, section 3.2.1: DualPipe runs the all-to-all beside the other
    /// direction's computing; a schedule without pairs hides none of it there.
    void dualPipeHidesWhatZeroBubbleWaitsFor() {
        const auto use = [](ScheduleKind kind) {
            const Report report = evaluate(scheduled(kind), shippedCatalog());
            const PipelineSchedule schedule = wholeSchedule(*report.train, 1e6);
            return laneUse(schedule, stepMix(*report.train, schedule), 0, schedule.stages - 1, {},
                           schedule.end);
        };
        const LaneUse pairs = use(ScheduleKind::DualPipe), alone = use(ScheduleKind::ZeroBubbleV);
        QVERIFY2(pairs.hidden > pairs.exchange, qPrintable(QString::number(pairs.hidden.base)));
        QVERIFY2(alone.exchange > 2 * pairs.exchange, qPrintable(QString::number(alone.exchange.base)));
        QVERIFY(alone.hidden < 0.25 * pairs.hidden); // what it sends from stage to stage
    }
};

MOE_TEST(StepLanesTest)
#include "step_lanes_test.moc"
