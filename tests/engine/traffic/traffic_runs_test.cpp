// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated benchmark runs against published ones. In-sample: the engines' constants were fitted to these
// runs.
#include "models/engine/calibration/traffic_runs.h"
#include "tests/engine/operator_cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

constexpr const char* kRuns = "cases/serving/closed-loop.csv";

void oneAfterAnother(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

} // namespace

class TrafficRunsTest : public QObject {
    Q_OBJECT

private slots:
    void simulationIsNearerThanTheSteadyFormulas() {
        const std::string text = sharedText(kRuns);
        MOE_NEED_SHARED(text, "cases/serving/closed-loop.csv");
        const Result<ServingRuns> runs = readServingRuns(text, kRuns, 1e9);
        QVERIFY(runs);
        const TrafficPoints points = trafficPoints(runs->runs, measuredCatalog(), oneAfterAnother);
        QVERIFY(points.points.size() >= 440);
        std::vector<const TrafficPoint*> each;
        for (const TrafficPoint& point : points.points) each.push_back(&point);
        const std::vector<TrafficSummary> simulated = summariesOf(scoreTraffic(each, oneAfterAnother));
        const std::vector<TrafficSummary> steady = summariesOf(steadyScores(each));
        QCOMPARE(simulated.size(), steady.size());
        for (std::size_t i = 0; i < simulated.size(); ++i) {
            if (simulated[i].part.find(' ') != std::string::npos) continue; // engines only
            QVERIFY2(simulated[i].ttftMedian < 0.22, simulated[i].part.c_str());
            QVERIFY2(steady[i].ttftMedian > 0.7, steady[i].part.c_str());
            QVERIFY2(simulated[i].tpotMedian < 0.12, simulated[i].part.c_str());
        }
    }

    // A step of 32 requests reads the experts that routers reach, not all that could be reached: the group
    // that was worst before.
    void groupsOfRequestsAreAlike() {
        const std::string text = sharedText(kRuns);
        MOE_NEED_SHARED(text, "cases/serving/closed-loop.csv");
        const Result<ServingRuns> runs = readServingRuns(text, kRuns, 1e9);
        QVERIFY(runs);
        QVERIFY(std::none_of(runs->runs.begin(), runs->runs.end(),
                             [](const ServingRun& run) { return run.kvCache.empty() || run.requests <= 0; }));
        const TrafficPoints points = trafficPoints(runs->runs, measuredCatalog(), oneAfterAnother);
        std::vector<const TrafficPoint*> each;
        for (const TrafficPoint& point : points.points) {
            if (point.run->concurrency == 32) each.push_back(&point);
            if (point.run->batchedTokens > 0)
                QCOMPARE(double(point.load.traffic.limits.batchedTokens), point.run->batchedTokens);
        }
        const TrafficSummary some = summaryOf("32", scoreTraffic(each, oneAfterAnother));
        QVERIFY2(some.tpotMedian < 0.1, qPrintable(QString::number(some.tpotMedian)));
    }

    // Of runs made with known constants, a fit leaves less than half the error.
    void fitFindsWhatWasPut() {
        const Result<ServingRuns> read = readServingRuns(
            "id,model,gpu,engine,engine_version,kind,quality,gpus,tp,pp,dp,ep,moe_tp,isl,osl,length_dist,"
            "concurrency,ttft_ms_median,tpot_ms_median\n"
            "a,openai/gpt-oss-120b,H200-141GB "
            "SXM,vllm,0.18,closed_loop,A,2,2,1,1,1,2,1024,512,\"uniform[0.8L,L]\",4,50,5\n"
            "b,openai/gpt-oss-120b,H200-141GB "
            "SXM,vllm,0.18,closed_loop,A,2,2,1,1,1,2,8192,512,\"uniform[0.8L,L]\",8,50,5\n"
            "c,openai/gpt-oss-120b,H200-141GB "
            "SXM,vllm,0.18,closed_loop,A,2,2,1,1,1,2,1024,512,\"uniform[0.8L,L]\",64,50,5\n",
            "runs.csv", 1e9);
        QVERIFY(read);
        std::vector<ServingRun> runs = read->runs;
        TrafficPoints points = trafficPoints(runs, measuredCatalog(), oneAfterAnother);
        QCOMPARE(points.points.size(), std::size_t(3));
        std::vector<const TrafficPoint*> each;
        for (const TrafficPoint& point : points.points) each.push_back(&point);
        const EngineOverheads put{.scale = 1.2, .prefillLayer = 1e-3};
        const std::vector<TrafficScore> measured = scoreTraffic(each, oneAfterAnother, &put);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            runs[i].ttft = measured[i].ttft;
            runs[i].tpot = measured[i].tpot;
        }
        const auto errorOf = [&](const EngineOverheads& one) {
            double sum = 0;
            for (const TrafficScore& score : scoreTraffic(each, oneAfterAnother, &one))
                sum += std::abs(score.tpotError()) + 0.5 * std::abs(score.ttftError());
            return sum;
        };
        QVERIFY(errorOf(fitOverheads(each, oneAfterAnother)) < 0.5 * errorOf({}));
    }
};

MOE_TEST(TrafficRunsTest)
#include "traffic_runs_test.moc"
