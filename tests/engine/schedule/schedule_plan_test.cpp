// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/schedule/plan.h"

#include "models/engine/schedule/schedules.h"
#include "tests/support/registry.h"

#include <QTest>

#include <random>

using namespace moe;

class SchedulePlanTest : public QObject {
    Q_OBJECT

private slots:
    // To the last bit: a search shows what the report shows.
    void runsAsTheSimulationDoes() {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> length(0.5, 2);
        const auto some = [&] { return Seconds{length(random)}; };
        SchedulePlans plans;
        int ran = 0;
        for (const ScheduleRow& row : schedules())
            for (int ranks : {1, 2, 3, 6, 8})
                for (int microBatches : {1, 5, 12, 16, 48, 2000}) {
                    PipelineWork work;
                    work.kind = row.kind;
                    work.shape = rowShape(row, {ranks, microBatches, 3});
                    if (!row.rule(work.shape).empty()) continue;
                    work.send = {microBatches == 5 ? 0.01 : 0}; // then nothing is planned
                    for (int chunk = 0; chunk < work.shape.ranks * work.shape.chunks; ++chunk)
                        work.chunks.push_back({some(), some(), some(), some(), some(), 10 * some()});
                    const PipelineRun run = simulateLong(work);
                    for (int again = 0; again < 3; ++again) { // simulated, planned, planned before
                        const SchedulePlan::Ends ends = plans.run(work);
                        const QString where = QStringLiteral("%1 p %2 m %3: %4, not %5")
                                                  .arg(row.key)
                                                  .arg(ranks)
                                                  .arg(microBatches)
                                                  .arg(ends.makespan.base)
                                                  .arg(run.makespan.base);
                        QVERIFY2(ends.makespan.base == run.makespan.base, qPrintable(where));
                        QVERIFY2(ends.exposedReduce.base == run.exposedReduce.base, qPrintable(where));
                    }
                    ++ran;
                }
        QVERIFY2(ran > 100, qPrintable(QString::number(ran)));
    }

    // Two sweeps' worth of them, the second not full; of works from both ends the ranks' second half goes as
    // the first does.
    void runsManyWorksAsEachAlone_data() {
        QTest::addColumn<bool>("alike");
        QTest::newRow("ranks mirrored") << true;
        QTest::newRow("all ranks differ") << false;
    }
    void runsManyWorksAsEachAlone() {
        QFETCH(bool, alike);
        std::mt19937 random(4);
        std::uniform_real_distribution<double> length(0.5, 2);
        const auto some = [&] { return Seconds{length(random)}; };
        int halves = 0;
        for (const ScheduleRow& row : schedules())
            for (int microBatches : {16, 48, 4000}) {
                std::vector<PipelineWork> works(SchedulePlan::kLanes + 2);
                for (PipelineWork& work : works) {
                    work.kind = row.kind;
                    work.shape = rowShape(row, {8, microBatches, 2});
                    if (microBatches == 16) work.send = 0.01 * some();
                    for (int chunk = 0; chunk < 8 * work.shape.chunks; ++chunk)
                        work.chunks.push_back({some(), some(), some(), some(), some(), 10 * some()});
                    if (alike)
                        std::copy(work.chunks.begin(), work.chunks.end() - std::ssize(work.chunks) / 2,
                                  work.chunks.rbegin());
                }
                if (!row.rule(works[0].shape).empty()) continue;
                QCOMPARE(mirrored(works[0]), alike && row.places == ChunkPlaces::TwoWay);
                halves += mirrored(works[0]) ? 1 : 0;
                std::vector<const PipelineWork*> all;
                for (const PipelineWork& work : works) all.push_back(&work);
                std::vector<SchedulePlan::Ends> ends(works.size());
                SchedulePlans plans;
                plans.run(all, ends);
                for (std::size_t i = 0; i < works.size(); ++i) {
                    const PipelineRun run = simulateLong(works[i]);
                    QVERIFY2(ends[i].makespan.base == run.makespan.base, row.key);
                    QVERIFY2(ends[i].exposedReduce.base == run.exposedReduce.base, row.key);
                }
            }
        QCOMPARE(halves > 0, alike);
    }
};

MOE_TEST(SchedulePlanTest)
#include "schedule_plan_test.moc"
