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
                    work.send = {0.01};
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
};

MOE_TEST(SchedulePlanTest)
#include "schedule_plan_test.moc"
