// SPDX-License-Identifier: GPL-3.0-or-later
// A server's constants fitted to result files of its benchmarks.
#include "data/csv.h"
#include "data/number.h"
#include "models/engine/calibration/server_fit.h"
#include "models/engine/calibration/serving_runs.h"
#include "tests/engine/operator_cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

/// gpt-oss-120b on one H200 under vLLM.
Scenario gptOss() {
    ServingRun run;
    run.model = "openai/gpt-oss-120b";
    run.gpu = "H200-141GB SXM";
    run.engine = "vllm";
    run.precision = "mxfp4";
    run.prompt = 7200;
    run.output = 900;
    Scenario scenario = *servingScenario(run, measuredCatalog());
    scenario.serve->prefixCaching = false;
    scenario.serve->maxSeqs = 256;
    return scenario;
}

BenchRun runOf(double concurrency, double count) {
    BenchRun run;
    run.concurrency = concurrency;
    run.requests = count;
    run.input = 7200;
    run.output = 900;
    run.shortest = 0.8;
    return run;
}

double numberAt(const CsvTable& table, const char* name, std::size_t row) {
    const CsvColumn* column = table.find(name);
    if (column == nullptr) return 0;
    return column->numeric ? column->numbers[row] : parseNumber(column->text(row)).value_or(0);
}

const char* kVllm = R"({"date": "20260607-101010", "backend": "vllm", "model_id": "openai/gpt-oss-120b",
 "num_prompts": 40, "request_rate": "inf", "burstiness": 1.0, "max_concurrency": 4, "duration": 70.2349,
 "completed": 40, "total_input_tokens": 287595, "total_output_tokens": 35872,
 "request_throughput": 0.569518, "output_throughput": 510.743, "total_token_throughput": 4605.5,
 "mean_ttft_ms": 396.833, "median_ttft_ms": 339.216, "std_ttft_ms": 195.4, "p99_ttft_ms": 1186.14,
 "mean_tpot_ms": 7.2647, "median_tpot_ms": 7.27116, "p99_tpot_ms": 7.70519})";

} // namespace

class ServerFitTest : public QObject {
    Q_OBJECT

private slots:
    void vllmsResultFileIsRead() {
        const Result<std::vector<BenchRun>> runs = readBench(kVllm, "a.json");
        QVERIFY2(runs, runs ? "" : toString(runs.error()).c_str());
        QCOMPARE(runs->size(), std::size_t(1));
        const BenchRun& run = runs->front();
        QCOMPARE(run.concurrency, 4.0);
        QCOMPARE(run.requests, 40.0);
        QCOMPARE(run.input, 287595 / 40.0);
        QCOMPARE(*run.ttft99, 1.18614);
        QCOMPARE(*run.tpotMean, 7.2647e-3);
        QCOMPARE(run.outputTokensPerSecond, 510.743);
        QVERIFY(!run.shortest);
    }

    /// A run of which no request came back is one problem; SGLang names its model among the server's
    /// arguments.
    void emptyRunsAndServersArguments() {
        const Result<std::vector<BenchRun>> none =
            readBench(R"({"completed": 0, "total_input_tokens": 655360, "total_output_tokens": 0,
                "output_throughput": 0.0, "mean_ttft_ms": 0.0})",
                      "a.json");
        QVERIFY(!none);
        QCOMPARE(none.error().size(), std::size_t(1));
        QCOMPARE(none.error().front().key, std::string("completed"));
        const Result<std::vector<BenchRun>> named =
            readBench(R"({"completed": 320, "total_input_tokens": 327680, "total_output_tokens": 163840,
                "output_throughput": 1635.1, "mean_ttft_ms": 210.3, "max_concurrency": 32,
                "server_info": {"model_path": "Qwen/Qwen3-30B-A3B"}})",
                      "b.jsonl");
        QVERIFY2(named, named ? "" : toString(named.error()).c_str());
        QCOMPARE(named->front().model, std::string("Qwen/Qwen3-30B-A3B"));
    }

    /// AIPerf and genai-perf write means and percentiles with units, inference-perf seconds; sweeps of vLLM a
    /// list.
    void otherClientsAreTranslated() {
        const Result<std::vector<BenchRun>> aiperf = readBench(R"({
 "request_throughput": {"unit": "requests/sec", "avg": 0.5}, "request_latency": {"unit": "ms", "avg": 4000},
 "request_count": {"unit": "requests", "avg": 64}, "input_sequence_length": {"unit": "tokens", "avg": 100},
 "output_sequence_length": {"unit": "tokens", "avg": 200}, "output_token_throughput": {"unit": "tokens/sec",
 "avg": 100.5}, "time_to_first_token": {"unit": "us", "avg": 30500, "p50": 30000, "p99": 40000},
 "inter_token_latency": {"unit": "ms", "avg": 18.5, "p50": 18}, "input_config": {"endpoint": {"model_names":
 ["Qwen/Qwen3-0.6B"]}}})",
                                                               "profile_export_aiperf.json");
        QVERIFY2(aiperf, aiperf ? "" : toString(aiperf.error()).c_str());
        const BenchRun& run = aiperf->front();
        QCOMPARE(run.model, std::string("Qwen/Qwen3-0.6B"));
        QCOMPARE(run.requests, 64.0);
        QCOMPARE(run.input, 100.0);
        QCOMPARE(run.output, 200.0);
        QCOMPARE(*run.ttftMean, 0.0305);
        QCOMPARE(*run.tpotMedian, 0.018);
        QCOMPARE(run.concurrency, 2.0); // 0.5 requests/s of 4 s each

        const Result<std::vector<BenchRun>> perf =
            readBench(R"({"load_summary": {"count": 10, "requested_rate": 2.0},
 "successes": {"count": 10, "latency": {"request_latency": {"mean": 2.5}, "time_to_first_token": {"mean": 0.25,
 "median": 0.2, "p99": 0.9}, "time_per_output_token": {"mean": 0.02}}, "throughput": {"output_tokens_per_sec":
 180.0}, "prompt_len": {"mean": 550.5}, "output_len": {"mean": 90.0}}, "failures": {"count": 0}})",
                      "summary_lifecycle_metrics.json");
        QVERIFY2(perf, perf ? "" : toString(perf.error()).c_str());
        QCOMPARE(perf->front().rate, 2.0);
        QCOMPARE(perf->front().input, 550.5);
        QCOMPARE(perf->front().ttftMean, std::optional(0.25));
        QCOMPARE(perf->front().tpotMean, std::optional(0.02));

        const Result<std::vector<BenchRun>> sweep =
            readBench("[" + std::string(kVllm) + ", " + kVllm + "]", "summary.json");
        QVERIFY2(sweep, sweep ? "" : toString(sweep.error()).c_str());
        QCOMPARE(sweep->size(), std::size_t(2));
        QCOMPARE(sweep->back().requests, 40.0);
    }

    void sglangWritesARunALine() {
        const std::string one =
            R"({"backend": "sglang", "dataset_name": "random", "request_rate": Infinity, )"
            R"("max_concurrency": 8, "random_input_len": 1024, "random_output_len": 512, )"
            R"("random_range_ratio": 0.8, "duration": 10.0, "completed": 80, )"
            R"("total_input_tokens": 73728, "total_output_tokens": 36864, )"
            R"("output_throughput": 3686.4, "mean_ttft_ms": 100.0, "mean_tpot_ms": 5.0})";
        std::string two = one;
        two.replace(two.find("Infinity"), 8, "4.0")
            .replace(two.find("\"max_concurrency\": 8"), 20, "\"max_concurrency\": null");
        const Result<std::vector<BenchRun>> runs = readBench(two + "\n\n" + two + "\n", "b.jsonl");
        QVERIFY2(runs, runs ? "" : toString(runs.error()).c_str());
        QCOMPARE(runs->size(), std::size_t(2));
        QCOMPARE(runs->back().rate, 4.0);
        QCOMPARE(runs->back().concurrency, 0.0);
        QCOMPARE(*runs->back().shortest, 0.8);
        QCOMPARE(runs->back().line, 3);
        const Result<std::vector<BenchRun>> atOnce = readBench(one, "c.json");
        QVERIFY2(atOnce, atOnce ? "" : toString(atOnce.error()).c_str());
        QCOMPARE(atOnce->front().concurrency, 8.0);
    }

    void filesOfAnotherToolAreLocated() {
        for (const char* text : {R"({"results": [1, 2]})", "arrival_s,input_tokens\n0,1\n", "", "[1, 2]"}) {
            const Result<std::vector<BenchRun>> runs = readBench(text, "other.json");
            QVERIFY(!runs);
            QCOMPARE(runs.error().front().source, std::string("other.json"));
        }
        std::string broken = kVllm;
        broken.replace(broken.find("510.743"), 7, "\"fast\"");
        const Result<std::vector<BenchRun>> runs = readBench(broken, "a.json");
        QVERIFY(!runs);
        QCOMPARE(runs.error().front().key, std::string("output_throughput"));
        QCOMPARE(runs.error().front().line, 4);
    }

    void filesOfAnotherModelAreRefused() {
        for (const char* model : {"facebook/opt-125m", "meta-llama/Llama-3.1-70B-Instruct"}) {
            BenchRun run = readBench(kVllm, "a.json")->front();
            run.model = model;
            const Result<ServerFit> fit = fitServer(gptOss(), {run}, measuredCatalog());
            QVERIFY2(!fit, model);
            QCOMPARE(fit.error().front().key, std::string("model_id"));
            QCOMPARE(fit.error().front().value, std::string(model));
        }
        BenchRun run = readBench(kVllm, "a.json")->front();
        QCOMPARE(run.model, std::string("openai/gpt-oss-120b"));
        const Result<ServerFit> fit = fitServer(gptOss(), {run}, measuredCatalog());
        QVERIFY(fit);
        // One load tells two constants; the scenario is the benchmark's.
        QCOMPARE(fit->constants, 2);
        const ServeSpec& serve = *fit->scenario.serve;
        QVERIFY(serve.passScale && serve.requestSeconds && !serve.rowSeconds && !serve.streamSeconds);
        QVERIFY(*serve.passScale >= 0.5 && *serve.passScale <= 3 && *serve.requestSeconds >= 0);
        QCOMPARE(serve.inFlight(), 4.0);
        QCOMPARE(*serve.numRequests, Count(40));
    }

    void knownConstantsAreFoundAgain() {
        Scenario truth = gptOss();
        ServeSpec& serve = *truth.serve;
        serve.passScale = 1.15;
        serve.passSeconds = 1.5e-3;
        serve.rowSeconds = 40e-6;
        serve.promptTokenSeconds = 15e-6;
        serve.requestSeconds = 20e-3;
        serve.streamSeconds = 0.3e-3;
        std::vector<BenchRun> runs;
        for (const double concurrency : {1.0, 4.0, 16.0, 64.0}) {
            BenchRun run = runOf(concurrency, 10 * concurrency);
            const Result<BenchFigures> figures = simulateBench(truth, run, measuredCatalog());
            QVERIFY(figures);
            run.ttftMean = figures->ttftMean;
            run.ttftMedian = figures->ttftMedian;
            run.ttft99 = figures->ttft99;
            run.tpotMean = figures->tpotMean;
            run.outputTokensPerSecond = figures->outputTokensPerSecond;
            runs.push_back(run);
        }
        const Result<ServerFit> fit = fitServer(gptOss(), runs, measuredCatalog());
        QVERIFY(fit);
        const ServeSpec& found = *fit->scenario.serve;
        // Scale, pass and rows trade off against each other; what they predict together does not.
        QVERIFY2(std::abs(*found.passScale - 1.15) < 0.1, qPrintable(QString::number(*found.passScale)));
        QVERIFY2(std::abs(*found.passSeconds - 1.5e-3) < 0.4e-3,
                 qPrintable(QString::number(*found.passSeconds)));
        QVERIFY2(std::abs(*found.requestSeconds - 20e-3) < 10e-3,
                 qPrintable(QString::number(*found.requestSeconds)));
        // What is left to the streams is what the time before the scheduler does not take.
        QVERIFY2(std::abs(*found.streamSeconds - 0.3e-3) < 0.4e-3,
                 qPrintable(QString::number(*found.streamSeconds)));
        // A load that the fit did not see.
        const BenchRun unseen = runOf(32, 320);
        const Result<BenchFigures> real = simulateBench(truth, unseen, measuredCatalog());
        const Result<BenchFigures> told = simulateBench(fit->scenario, unseen, measuredCatalog());
        QVERIFY(real && told);
        QVERIFY2(std::abs(told->tpotMean / real->tpotMean - 1) < 0.01,
                 qPrintable(QString::number(told->tpotMean / real->tpotMean)));
        QVERIFY2(std::abs(told->ttftMean / real->ttftMean - 1) < 0.03,
                 qPrintable(QString::number(told->ttftMean / real->ttftMean)));
        // Constants up to two of their deviations from the engine's are not met to the last per cent.
        for (const FittedRun& run : fit->runs) {
            const double first = run.after.ttftMean / *run.run.ttftMean - 1;
            QVERIFY2(std::abs(first) < 0.03, qPrintable(QString::number(first)));
            const double off = run.after.tpotMean / *run.run.tpotMean - 1;
            QVERIFY2(std::abs(off) < 0.01, qPrintable(QString::number(off)));
        }
    }

    // gpt-oss-120b on one H200, vLLM 0.22, 8000/1000 (GloriaXimingLu/inferencex-profiling@237385bf): fitted
    // to the four runs of its sweep, tried on the 42 others.
    void fourRunsOfAServerTellItsOthers() {
        const std::string text = sharedText("cases/serving/inferencex-reruns.csv");
        if (text.empty()) QSKIP("the measured runs are not here");
        const Result<CsvTable> table = readCsv(text, "runs", {{"concurrency", {}, false, true}});
        QVERIFY(table);
        std::vector<BenchRun> fitted, others;
        for (std::size_t i = 0; i < table->rows(); ++i) {
            const std::string id(table->find("id")->text(i));
            if (id.rfind("ixprof_exp_", 0) != 0) continue;
            BenchRun run = runOf(numberAt(*table, "concurrency", i), numberAt(*table, "num_prompts", i));
            run.input = numberAt(*table, "isl", i);
            run.output = numberAt(*table, "osl", i);
            run.ttftMean = 1e-3 * numberAt(*table, "ttft_ms_mean", i);
            run.ttftMedian = 1e-3 * numberAt(*table, "ttft_ms_median", i);
            run.ttft99 = 1e-3 * numberAt(*table, "ttft_ms_p99", i);
            run.tpotMean = 1e-3 * numberAt(*table, "tpot_ms_mean", i);
            run.outputTokensPerSecond = numberAt(*table, "output_tok_s", i);
            (id.find("sweep") != std::string::npos ? fitted : others).push_back(run);
        }
        QCOMPARE(fitted.size(), std::size_t(4));
        QVERIFY(others.size() > 30);
        const Result<ServerFit> fit = fitServer(gptOss(), fitted, measuredCatalog());
        QVERIFY2(fit, fit ? "" : toString(fit.error()).c_str());
        for (const FittedRun& one : fit->runs) {
            const double off = std::abs(one.after.ttftMean / *one.run.ttftMean - 1);
            QVERIFY2(off < 0.05, qPrintable(QString::number(off)));
        }
        std::vector<double> mean, last, token;
        for (const BenchRun& run : others) {
            const Result<BenchFigures> figures = simulateBench(fit->scenario, run, measuredCatalog());
            QVERIFY(figures);
            mean.push_back(std::abs(figures->ttftMean / *run.ttftMean - 1));
            last.push_back(std::abs(figures->ttft99 / *run.ttft99 - 1));
            token.push_back(std::abs(figures->tpotMean / *run.tpotMean - 1));
        }
        const auto median = [](std::vector<double> values) {
            std::sort(values.begin(), values.end());
            return values[values.size() / 2];
        };
        QVERIFY2(median(mean) < 0.08, qPrintable(QString::number(median(mean))));
        QVERIFY2(median(last) < 0.05, qPrintable(QString::number(median(last))));
        QVERIFY2(median(token) < 0.06, qPrintable(QString::number(median(token))));
    }
};

MOE_TEST(ServerFitTest)
#include "server_fit_test.moc"
