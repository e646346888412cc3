// SPDX-License-Identifier: GPL-3.0-or-later
// A profiler's step as lanes: each instant is of one kind, and all of them add up to the step.
#include "models/engine/time/traced_step.h"

#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;

class TracedLanesTest : public QObject {
    Q_OBJECT

    /// ms: products from 0 to 10 and from 20 to 30, an all-reduce from 5 to 15, which 5 ms hide; nothing runs
    /// from 15 to 20, and the last product was launched at 18.
    static KernelTrace trace(bool hostSteps) {
        KernelTrace made;
        made.source = "trace.json";
        made.gpu = "NVIDIA H100 80GB HBM3";
        made.names = {"sm90_xmma_gemm_bf16bf16_bf16f32_f32", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL"};
        const auto add = [&](double start, double end, std::uint32_t name, double launch) {
            made.kernels.push_back({Seconds{1e-3 * start}, Seconds{1e-3 * (end - start)}, name, 0,
                                    hostSteps ? Seconds{1e-3 * (start - launch)} : Seconds{}});
        };
        add(0, 10, 0, -1);
        add(5, 15, 1, 0);
        add(20, 30, 0, 18);
        made.hostSteps = hostSteps;
        if (hostSteps) made.steps = {{Seconds{-2e-3}, Seconds{19e-3}}};
        return made;
    }
    static bool isMs(Seconds seconds, double wanted) { return std::abs(1e3 * seconds.base - wanted) < 1e-9; }

private slots:
    void everyInstantIsOfOneKind() {
        const TracedLanes lanes = tracedLanes(trace(true));
        QVERIFY(isMs(lanes.schedule.end, 30));
        const LaneUse use = laneUse(lanes.schedule, lanes.mix, 0, 0, {}, lanes.schedule.end);
        QVERIFY(isMs(use.compute, 20));
        QVERIFY(isMs(use.hidden, 5));
        QVERIFY(isMs(use.exchange, 5));
        QVERIFY(isMs(use.host, 3)); // until the launch
        QVERIFY(isMs(use.idle, 2)); // from there to the start
        QCOMPARE(lanes.steps, std::size_t(1));
        // The sums of all steps say the same of communication.
        QVERIFY(isMs(lanes.sums.exposed, 5));
    }

    void withoutLaunchesNobodyIsBlamed() {
        const TracedLanes lanes = tracedLanes(trace(false));
        const LaneUse use = laneUse(lanes.schedule, lanes.mix, 0, 0, {}, lanes.schedule.end);
        QVERIFY(isMs(use.host, 0) && isMs(use.idle, 5));
        QCOMPARE(lanes.steps, std::size_t(0));
    }

    void aPartIsOfThatPart() {
        const TracedLanes lanes = tracedLanes(trace(true));
        const LaneUse use = laneUse(lanes.schedule, lanes.mix, 0, 0, Seconds{4e-3}, Seconds{16e-3});
        QVERIFY(isMs(use.compute, 6) && isMs(use.exchange, 5) && isMs(use.host, 1) && isMs(use.idle, 0));
    }

    void oneStepOfSeveralIsDrawn() {
        KernelTrace many = trace(true);
        many.kernels.clear();
        many.steps.clear();
        for (int step = 0; step < 5; ++step) {
            const double at = 10 * step;
            many.steps.push_back({Seconds{1e-3 * at}, Seconds{1e-3 * (at + 10)}});
            many.kernels.push_back(
                {Seconds{1e-3 * (at + 1)}, Seconds{1e-3 * (2 + step)}, 0, 0, Seconds{1e-4}});
        }
        const TracedLanes lanes = tracedLanes(many);
        QCOMPARE(lanes.steps, std::size_t(5));
        QVERIFY(isMs(lanes.schedule.end, 4)); // the third
    }
};

MOE_TEST(TracedLanesTest)
#include "traced_lanes_test.moc"
