// SPDX-License-Identifier: GPL-3.0-or-later
// Times per token composed of measured operators against published closed-loop runs.

#include "models/engine/calibration/serving_runs.h"

#include "tests/engine/operator_cases.h"

#include <QTest>

#include <algorithm>
#include <array>
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

    // qwen3.5-fp4-b300-sglang was started with TP 2 and EP 2 (SemiAnalysisAI/InferenceX@56324839,
    // .github/configs/nvidia-master.yaml), its script for fp8 on H200 (@2116fc43) hands no EP on.
    void degreesAreThoseThatRan() {
        const std::string header =
            "id,model,gpu,engine,engine_version,precision,gpus,tp,pp,dp,ep,moe_tp,isl,osl,"
            "length_spread,concurrency,ttft_ms_mean,tpot_ms_mean,doubt\n";
        const std::string model = ",Qwen/Qwen3.5-397B-A17B,";
        const Result<ServingRuns> read = readServingRuns(
            header + "a_cfg736" + model +
                "B300-288GB SXM,sglang,0.5.10,fp4,4,4,1,1,2,2,1024,1024,0.2,32,300,14,\n" + "b_cfg737" +
                model + "B300-288GB SXM,sglang,0.5.10,fp4,4,4,1,1,1,4,1024,1024,0.2,32,300,14,\n" +
                "c_tp8_0_ep8_0_1" + model +
                "H200-141GB SXM,sglang,0.5.9,fp8,8,8,1,1,8,1,1024,1024,0.2,8,300,14,\n" + "d_cfg1" + model +
                "B300-288GB SXM,sglang,0.5.10,fp4,4,4,1,1,2,2,1024,1024,0.2,32,300,14,broken run\n",
            "runs.csv", kAnyRequests);
        QVERIFY(read);
        QCOMPARE(read->runs.size(), std::size_t(3));
        QCOMPARE(read->left.size(), std::size_t(1));
        QCOMPARE(read->left.front().first, std::string("d_cfg1"));
        const auto degrees = [](const ServingRun& run) {
            return std::array{run.gpus, run.tp, run.ep, run.moeTp};
        };
        QCOMPARE(degrees(read->runs[0]), (std::array{2., 2., 2., 1.}));
        QCOMPARE(degrees(read->runs[1]), (std::array{4., 4., 1., 4.}));
        QCOMPARE(degrees(read->runs[2]), (std::array{8., 8., 1., 8.}));
    }

    // A version of an engine has one launch script, and vLLM takes the keys that an NVFP4 checkpoint states.
    void conditionsAreThoseOfTheirVersion() {
        const std::string header =
            "id,date,model,gpu,engine,engine_version,precision,gpus,tp,pp,dp,ep,moe_tp,isl,osl,length_spread,"
            "concurrency,ttft_ms_mean,tpot_ms_mean,compute,kv_cache,memory_fraction,max_batched_tokens,"
            "doubt\n";
        const auto row = [](const std::string& id, const std::string& date, const std::string& version,
                            const std::string& degrees, const std::string& spread,
                            const std::string& conditions) {
            return id + "," + date + ",MiniMaxAI/MiniMax-M2.5,B200-180GB SXM,vllm," + version + ",fp8," +
                   degrees + ",8192,1024," + spread + ",64,900,20," + conditions + ",\n";
        };
        const std::string two = "2,2,1,1,1,2", four = "4,4,1,1,1,4";
        const ServingRuns read = valueOf(
            readServingRuns(header + row("earlier", "2026-04-03", "0.19.0", two, "0.2", "fp8,bf16,0.95,") +
                                row("later", "2026-04-22", "0.19.0", two, "0.2", "fp8,fp8,0.9,16384") +
                                row("version", "2026-03-11", "0.17.0", two, "0.2", "fp8,bf16,0.95,") +
                                row("layout", "2026-04-03", "0.19.0", four, "0.2", "fp8,bf16,0.95,") +
                                row("client", "2026-04-03", "0.19.0", two, "0", "fp8,bf16,0.95,") +
                                row("checkpoint", "2026-03-11", "0.18.0", two, "0.2", "nvfp4,bf16,0.9,"),
                            "runs.csv", kAnyRequests));
        QCOMPARE(read.runs.size(), std::size_t(6));
        const auto conditions = [&](std::size_t i) {
            const ServingRun& run = read.runs[i];
            return std::tuple{run.kvCache, run.memoryFraction, run.batchedTokens};
        };
        QCOMPARE(conditions(0), conditions(1));
        QCOMPARE(conditions(1), (std::tuple{std::string("fp8"), 0.9, 16384.}));
        for (const std::size_t other : {2, 3, 4})
            QCOMPARE(conditions(other), (std::tuple{std::string("bf16"), 0.95, 0.}));
        QCOMPARE(conditions(5), (std::tuple{std::string("fp8"), 0.9, 0.}));
    }

    // A row of every collected table is a run or named with its reason.
    void everyRowIsARunOrLeftOut_data() {
        QTest::addColumn<std::string>("file");
        QTest::addColumn<int>("least");
        QTest::newRow("closed loops") << std::string("closed-loop.csv") << 460;
        QTest::newRow("closed loops, disaggregated too") << std::string("aiconfigurator-silicon.csv") << 600;
        QTest::newRow("open loops") << std::string("blis-openloop-vllm.csv") << 9;
        QTest::newRow("offline, static batches") << std::string("trtllm-perf-overview.csv") << 300;
        QTest::newRow("static batches") << std::string("splitwise-static.csv") << 76;
        QTest::newRow("reruns") << std::string("inferencex-reruns.csv") << 49;
        QTest::newRow("others") << std::string("vllm-blog-serving.csv") << 0;
    }
    void everyRowIsARunOrLeftOut() {
        QFETCH(std::string, file);
        QFETCH(int, least);
        const std::string text = sharedText("cases/serving/" + file);
        MOE_NEED_SHARED(text, "cases/serving");
        const Result<ServingRuns> read = readServingRuns(text, file, kAnyRequests);
        QVERIFY(read);
        QVERIFY2(int(read->runs.size()) >= least, qPrintable(QString::number(read->runs.size())));
        const auto lines = std::count(text.begin(), text.end(), '\n') - 1;
        QCOMPARE(qsizetype(read->runs.size() + read->left.size()), qsizetype(lines));
        for (const auto& [id, why] : read->left) QVERIFY(!why.empty());
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
