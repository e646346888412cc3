// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/schedule/simulate.h"

#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace moe;

namespace {

/// Every chunk of every rank with times of its own.
PipelineWork unevenWork(const ScheduleRow& row, PipelineShape shape, std::mt19937& random) {
    std::uniform_real_distribution<double> length(0.1, 3), share(0.5, 1.1);
    PipelineWork work;
    work.kind = row.kind;
    work.shape = rowShape(row, shape);
    for (int i = 0; i < work.shape.ranks * work.shape.chunks; ++i) {
        ChunkTimes chunk = unpaired({length(random)}, {length(random)}, {length(random)});
        chunk.pairedForward = share(random) * chunk.pairedForward;
        chunk.pairedBackward = share(random) * chunk.pairedBackward;
        work.chunks.push_back(chunk);
    }
    work.send = {random() % 2 ? 0.0 : length(random)};
    return work;
}

} // namespace

class SimulateTest : public QObject {
    Q_OBJECT

private slots:
    void noScheduleIsFasterThanTheBound() {
        std::mt19937 random(3);
        int tight = 0;
        for (int i = 0; i < 3000; ++i) {
            const ScheduleRow& row = schedules()[random() % schedules().size()];
            const PipelineShape shape =
                rowShape(row, {2 + int(random() % 7), 1 + int(random() % 40), 2 + int(random() % 3)});
            if (!row.rule(shape).empty()) continue;
            const PipelineWork work = unevenWork(row, shape, random);
            const PipelineRun run = simulate(work);
            QVERIFY2(run.deadlock.empty(), row.key);
            QVERIFY2(leastMakespan(work) <= (1 + 1e-12) * run.makespan, row.key);
            if (leastMakespan(work) > 0.95 * run.makespan) ++tight;
        }
        QVERIFY(tight > 200); // no bound that holds because it says nothing
    }

    // With the slowest stage last the classic form is exact: Σ of the others + m times the last.
    void aSlowLastStageSetsThePace() {
        PipelineWork work;
        work.shape = {4, 9, 1};
        work.chunks.assign(4, unpaired({1}, {1}, {1}));
        work.chunks.back() = unpaired({2}, {2}, {1});
        QVERIFY(std::abs(simulate(work).makespan.base - (3 * 3 + 9 * 5)) < 1e-12);
        // A slow first stage hides the others behind its own forward passes.
        std::swap(work.chunks.front(), work.chunks.back());
        QVERIFY(simulate(work).makespan.base < 3 * 3 + 9 * 5 - 1);
    }

    void sendingTakesItsTimeBetweenRanksOnly() {
        PipelineWork work;
        work.shape = {4, 1, 1};
        work.chunks.assign(4, unpaired({1}, {1}, {1}));
        work.send = {0.25};
        QVERIFY(std::abs(simulate(work).makespan.base - (4 * 3 + 6 * 0.25)) < 1e-12);
        // The turning point of a vee is one rank: six of the seven boundaries cost, each way.
        work.kind = ScheduleKind::DualPipeV;
        work.shape = {4, 8, 2};
        work.chunks.assign(8, unpaired({1}, {1}, {1}));
        std::vector<TimedPass> passes;
        simulate(work, &passes);
        Seconds first{1e9};
        for (const TimedPass& pass : passes)
            if (pass.op.kind != PassKind::Forward) first = std::min(first, pass.start);
        QVERIFY(std::abs(first.base - (8 + 6 * 0.25)) < 1e-12);
    }

    // Two chunks are reduced one after the other, the first while the second still computes.
    void gradientsAreReducedBesideTheLastPasses() {
        PipelineWork work;
        work.kind = ScheduleKind::Interleaved;
        work.shape = {2, 4, 2};
        work.chunks.assign(4, unpaired({1}, {1}, {1}));
        const Seconds alone = simulate(work).makespan;
        QVERIFY(simulate(work).exposedReduce.base == 0);
        for (ChunkTimes& chunk : work.chunks) chunk.reduce = {3};
        const PipelineRun run = simulate(work);
        QCOMPARE(run.makespan.base, alone.base);
        // The last chunk of rank 0 ends with the step; the other had its last gradients 3·2 before it.
        QVERIFY(std::abs(run.exposedReduce.base - 3) < 1e-12);
        for (ChunkTimes& chunk : work.chunks) chunk.reduce = {10};
        const double exposed = simulate(work).exposedReduce.base;
        QVERIFY(exposed > 10 && exposed < 20);
    }

    void ranksThatWaitForEachOtherAreNamed() {
        PipelineWork work;
        work.shape = {2, 1, 1};
        work.chunks.assign(2, unpaired({1}, {1}, {1}));
        const OpLists crossed{{{PassKind::Backward, 0, 0}, {PassKind::Forward, 0, 0}},
                              {{PassKind::Forward, 0, 0}, {PassKind::Backward, 0, 0}}};
        QCOMPARE(simulate(work, crossed).deadlock, std::string("0: B 0.0, 1: F 0.0"));
    }

    void aLongRunGoesOnAtItsSteadyPace() {
        std::mt19937 random(9);
        for (const ScheduleRow& row : schedules()) {
            const PipelineWork work = unevenWork(row, {4, 200, 2}, random);
            const PipelineRun all = simulate(work), shortened = simulateLong(work, 100);
            QVERIFY2(std::abs(shortened.makespan / all.makespan - 1) < 2e-3, row.key);
            for (std::size_t rank = 0; rank < 4; ++rank) {
                QVERIFY(std::abs(shortened.ranks[rank].busy / all.ranks[rank].busy - 1) < 1e-9);
                QVERIFY(std::abs(shortened.ranks[rank].peak - all.ranks[rank].peak) < 1e-9);
            }
            QCOMPARE(simulateLong(work).makespan.base, all.makespan.base);
        }
    }

    void passesOfARankFollowEachOther() {
        std::mt19937 random(5);
        for (const ScheduleRow& row : schedules()) {
            const PipelineWork work = unevenWork(row, {4, 16, 2}, random);
            std::vector<TimedPass> passes;
            const PipelineRun run = simulate(work, &passes);
            std::vector<Seconds> end(4), busy(4);
            for (const TimedPass& pass : passes) {
                const auto rank = std::size_t(pass.rank);
                QVERIFY(pass.start >= end[rank] && pass.end > pass.start);
                end[rank] = pass.end;
                busy[rank] += pass.end - pass.start;
            }
            for (std::size_t rank = 0; rank < 4; ++rank) {
                QCOMPARE(end[rank].base, run.ranks[rank].end.base);
                QVERIFY(std::abs(busy[rank].base - run.ranks[rank].busy.base) < 1e-9);
                QVERIFY(run.ranks[rank].ownIdle().base > -1e-9);
            }
        }
    }
};

MOE_TEST(SimulateTest)
#include "simulate_test.moc"
