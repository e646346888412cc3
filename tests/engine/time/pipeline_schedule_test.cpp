// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/schedule/schedules.h"
#include "models/engine/time/pipeline_schedule.h"

#include "tests/support/registry.h"

#include <QTest>

#include <array>
#include <cmath>
#include <set>

using namespace moe;

class PipelineScheduleTest : public QObject {
    Q_OBJECT

private slots:
    // Length (m + (p − 1)/v)·t of equal stages, arXiv 2104.04473, section 2.2.
    void equalStagesTakeThePublishedTime_data() {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<int>("chunks");
        for (const auto& [p, m, v] : {std::array{1, 5, 1},
                                      {4, 8, 1},
                                      {4, 3, 1},
                                      {8, 32, 1},
                                      {4, 8, 2},
                                      {4, 16, 3},
                                      {8, 16, 4},
                                      {2, 4, 8}})
            QTest::addRow("p %d, m %d, v %d", p, m, v) << p << m << v;
    }
    void equalStagesTakeThePublishedTime() {
        QFETCH(int, stages);
        QFETCH(int, microBatches);
        QFETCH(int, chunks);
        const std::vector<Seconds> times(std::size_t(stages), Seconds{3});
        const PipelineSchedule schedule = pipelineSchedule(times, microBatches, chunks);
        QCOMPARE(schedule.passes.size(), std::size_t(2 * stages * microBatches * chunks));
        const double expected = 3 * (microBatches + (stages - 1.0) / chunks);
        QVERIFY2(std::abs(schedule.end.base / expected - 1) < 1e-12,
                 qPrintable(QString::number(schedule.end.base / expected)));
    }

    void aShortScheduleFillsAndDrainsThePipeline() {
        TrainReport train;
        train.pipeline.kind = ScheduleKind::Interleaved;
        train.pipeline.shape = {6, 100, 2};
        train.pipeline.chunks.assign(12, unpaired({1}, {1}, {1}));
        const PipelineSchedule some = shortSchedule(train, 1e5);
        QCOMPARE(some.stages, 6);
        QCOMPARE(some.microBatches, 12); // twice the stages
        QCOMPARE(some.chunks, 2);
        QVERIFY(some.kind == ScheduleKind::Interleaved);
        train.pipeline.shape.microBatches = 3;
        QCOMPARE(shortSchedule(train, 1e5).microBatches, 3);
        QVERIFY(shortSchedule(train, 2.0 * 3 * 6 * 2).stages == 6); // as many passes as may be
        QVERIFY(shortSchedule(train, 2.0 * 3 * 6 * 2 - 1).passes.empty());
    }

    // Enough micro-batches for every schedule to run, from both ends counted through.
    void everyScheduleIsDrawn() {
        for (const ScheduleRow& row : schedules()) {
            TrainReport train;
            train.pipeline.kind = row.kind;
            train.pipeline.shape = rowShape(row, {4, 240, 2});
            train.pipeline.chunks.assign(std::size_t(4 * train.pipeline.shape.chunks),
                                         unpaired({1}, {1}, {1}));
            const PipelineSchedule drawn = shortSchedule(train, 1e5);
            QCOMPARE(drawn.stages, 4);
            QVERIFY(drawn.microBatches == 8);
            std::set<int> forward, backward;
            for (const SchedulePass& pass : drawn.passes) {
                if (pass.stage != 0) continue;
                const bool pair = pass.kind == PassKind::Pair;
                if (pair || pass.kind == PassKind::Forward) forward.insert(pass.microBatch);
                if (pair) backward.insert(pass.backMicroBatch);
                if (pass.kind == PassKind::Backward || pass.kind == PassKind::Input)
                    backward.insert(pass.microBatch);
            }
            QCOMPARE(forward.size(), std::size_t(8));
            QCOMPARE(*forward.rbegin(), 7);
            QVERIFY(forward == backward);
        }
    }

    // Groups of three: eight micro-batches would leave two over.
    void aShortScheduleKeepsWholeGroups() {
        TrainReport train;
        train.pipeline.kind = ScheduleKind::Interleaved;
        train.pipeline.shape = {3, 99, 2};
        train.pipeline.chunks.assign(6, unpaired({1}, {1}, {1}));
        QCOMPARE(shortSchedule(train, 1e5).microBatches, 12);
        QCOMPARE(wholeSchedule(train, 1e5).microBatches, 99);
        QVERIFY(wholeSchedule(train, 1000).passes.empty());
    }

    // p 8, m 20 (24 where the schedule needs multiples of 8), all passes of a p-th of the layers 1 s: peak
    // and idle time of 1F1B, ZB1P and DualPipe stand in the README of deepseek-ai/DualPipe (3da1bbe), those
    // of ZB-V in arXiv 2405.15362; in one unit DualPipe's nine stages are nine, ZB-V's sixteen chunks eight.
    void whatIsHeldCountsAlikeForEverySchedule_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<double>("held");
        QTest::addColumn<double>("ownIdle");
        QTest::addColumn<double>("skew");
        const auto row = [](const char* name, ScheduleKind kind, int microBatches, double held,
                            double ownIdle, double skew) {
            QTest::newRow(name) << int(kind) << microBatches << held << ownIdle << skew;
        };
        row("1F1B", ScheduleKind::OneForwardOneBackward, 20, 8, 21, 0);
        row("interleaved by 2", ScheduleKind::Interleaved, 24, 11.5, 10.5, 0);
        row("ZB-H2", ScheduleKind::ZeroBubbleH2, 20, 15.5, 0, 7);
        row("ZB-V", ScheduleKind::ZeroBubbleV, 20, 8, 0, 3.5);
        row("DualPipe", ScheduleKind::DualPipe, 20, 9, 6, 0);
    }
    void whatIsHeldCountsAlikeForEverySchedule() {
        QFETCH(int, kind);
        QFETCH(int, microBatches);
        QFETCH(double, held);
        QFETCH(double, ownIdle);
        QFETCH(double, skew);
        TrainReport train;
        PipelineWork& work = train.pipeline;
        work.kind = ScheduleKind(kind);
        work.shape = rowShape(scheduleRow(work.kind), {8, microBatches, 2});
        const bool twoWay = scheduleRow(work.kind).places == ChunkPlaces::TwoWay;
        const Seconds each{twoWay ? 1 : 1.0 / work.shape.chunks};
        work.chunks.assign(std::size_t(8 * work.shape.chunks), unpaired(each, each, each));
        const PipelineUse use = pipelineUse(work);
        QCOMPARE(use.held, held);
        QVERIFY2(std::abs(use.ownIdle.base - ownIdle) < 1e-9, qPrintable(QString::number(use.ownIdle.base)));
        QVERIFY2(std::abs(use.skew().base - skew) < 1e-9, qPrintable(QString::number(use.skew().base)));
        const PipelineSchedule whole = wholeSchedule(train, 1e5);
        double most = 0;
        for (const std::vector<ActivationsHeld>& rank : whole.held) {
            QVERIFY(std::abs(rank.back().units) < 1e-9);
            for (std::size_t i = 0; i < rank.size(); ++i) {
                most = std::max(most, rank[i].units);
                QVERIFY(i == 0 || rank[i - 1].at < rank[i].at);
            }
        }
        QVERIFY(std::abs(most - held) < 1e-9);
    }

    void everyPassRunsAloneAndAfterWhatItNeeds() {
        const std::vector<Seconds> times{{1.0}, {1.4}, {1.2}, {2.0}};
        for (int chunks : {1, 2}) {
            const PipelineSchedule schedule = pipelineSchedule(times, 10, chunks);
            QCOMPARE(schedule.passes.size(), std::size_t(2 * 4 * 10 * chunks)); // 10 is no multiple of 4
            for (std::size_t i = 1; i < schedule.passes.size(); ++i) {
                const SchedulePass &before = schedule.passes[i - 1], &pass = schedule.passes[i];
                QVERIFY(pass.end > pass.start);
                if (before.stage == pass.stage) QVERIFY(pass.start >= before.end);
            }
            for (const SchedulePass& pass : schedule.passes) {
                if (pass.kind != PassKind::Forward) continue;
                for (const SchedulePass& next : schedule.passes)
                    if (next.stage == pass.stage + 1 && next.chunk == pass.chunk &&
                        next.kind == PassKind::Forward && next.microBatch == pass.microBatch)
                        QVERIFY(next.start >= pass.end);
            }
        }
    }
};

MOE_TEST(PipelineScheduleTest)
#include "pipeline_schedule_test.moc"
