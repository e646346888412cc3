// SPDX-License-Identifier: GPL-3.0-or-later
// Times per token composed of measured operators against published closed-loop runs.

#include "models/engine/calibration/serving_runs.h"

#include "tests/engine/operator_cases.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

constexpr const char* kRuns = "cases/serving/aiconfigurator-silicon.csv";

std::string line(const std::string& id, const std::string& degrees, const std::string& load,
                 const std::string& times) {
    return id + ",openai/gpt-oss-120b,H200-141GB SXM,trtllm,1.2,closed_loop,A," + degrees + "," + load + "," +
           times + "\n";
}
const std::string kHeader = "id,model,gpu,engine,engine_version,kind,quality,gpus,tp,pp,dp,ep,moe_tp,isl,osl,"
                            "length_dist,concurrency,ttft_ms_median,tpot_ms_median\n";

} // namespace

class ServingRunsTest : public QObject {
    Q_OBJECT

private slots:
    void readsDegreesAndMeanLengths() {
        const Result<ServingRuns> read = readServingRuns(
            kHeader + line("r_tp8_ep8_1", "64,1,1,64,8,8", "1024,512,\"uniform[0.8L,L]\",4", "50,5") +
                line("r_tp2_0_ep1_0_2", "2,2,1,1,1,2", "1024,512,fixed,8", "50,5") +
                line("r_tp2_ep1_3", "2,2,1,1,1,2", "1024,512,fixed,64", "50,9"),
            "runs.csv");
        QVERIFY(read);
        QCOMPARE(read->runs.size(), std::size_t{2}); // 64 requests are not few
        const ServingRun& ranks = read->runs.front();
        QCOMPARE(ranks.dp, 8.); // of the name, not TP × EP GPUs
        QCOMPARE(ranks.gpus, 8.);
        QCOMPARE(ranks.moeTp, 1.);
        QVERIFY(std::abs(ranks.prompt - 921.6) < 1e-9);
        QCOMPARE(read->runs.back().prompt, 1024.);
    }

    void namesWhatItLeavesOut() {
        const Result<ServingRuns> read =
            readServingRuns(kHeader + line("a_tp2_ep1", "2,2,1,1,1,2", "1024,512,fixed,1", "50,5") +
                                line("b_tp2_ep1", "2,2,1,1,1,2", "1024,512,fixed,2", "50,25") +
                                line("c_tp2_ep1", "2,2,1,1,1,2", "8192,128,fixed,8", "900,6"),
                            "runs.csv");
        QVERIFY(read);
        QVERIFY(unscored(read->runs[0], read->runs).empty());
        QVERIFY(!unscored(read->runs[1], read->runs).empty()); // five times the time of one request
        QVERIFY(!unscored(read->runs[2], read->runs).empty()); // seven prefills in 128 tokens
        ServingRun several = read->runs[0];
        several.model = "deepseek-ai/DeepSeek-R1";
        several.version = "1.2.0rc6.post3";
        QVERIFY(toString(unscored(several, {})).find("multi-token") != std::string::npos);
    }

    // In-sample where the layer constants of vLLM and the correlation of bands are concerned.
    void composedTimesPerTokenAreWithinReach() {
        const std::string text = sharedText(kRuns);
        MOE_NEED_SHARED(text, "cases/serving/aiconfigurator-silicon.csv");
        const Result<ServingRuns> runs = readServingRuns(text, kRuns);
        QVERIFY(runs);
        const ServingValidation result = validateServing(runs->runs, measuredCatalog());
        const auto summary = [&](const char* part) {
            for (const ServingSummary& one : result.summaries)
                if (one.part == part) return one;
            return ServingSummary{};
        };
        const ServingSummary trtllm = summary("trtllm"), vllm = summary("vllm");
        QVERIFY(trtllm.count >= 20 && vllm.count >= 84);
        QVERIFY2(trtllm.median <= 0.06, qPrintable(QString::number(trtllm.median)));
        QVERIFY2(vllm.median <= 0.08, qPrintable(QString::number(vllm.median)));
        QVERIFY(vllm.rawMedian > vllm.median); // what the constant is for
        double inside = 0;
        for (const ServingScore& score : result.scores)
            inside += score.low <= score.measured && score.measured <= score.high ? 1 : 0;
        QVERIFY2(inside / double(result.scores.size()) >= 0.8, qPrintable(QString::number(inside)));
    }
};

MOE_TEST(ServingRunsTest)
#include "serving_runs_test.moc"
