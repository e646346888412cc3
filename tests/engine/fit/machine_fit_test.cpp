// SPDX-License-Identifier: GPL-3.0-or-later
// One fit of all that a person measured: what each kind of file moves, what it leaves, what is refused.
#include "models/engine/fit/machine_fit.h"

#include "data/number.h"
#include "models/engine/calibration/server_fit.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/mine_file.h"
#include "models/engine/report/odds.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/operator_cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

Scenario server() {
    Scenario scenario = presetScenario("llama-3-8b");
    scenario.train.reset();
    scenario.parallel = {};
    scenario.cluster.gpus = 1;
    scenario.serve.emplace();
    scenario.serve->engine = ServeEngine::Vllm;
    scenario.serve->prompt = 1000;
    scenario.serve->output = 100;
    return scenario;
}

/// What a server with other constants measures.
BenchRun measuredRun(const Scenario& truth, double concurrency) {
    BenchRun run;
    run.source = "c" + numberText(concurrency) + ".json";
    run.concurrency = concurrency;
    run.requests = 6 * concurrency;
    run.input = 1000;
    run.output = 100;
    const BenchFigures figures = valueOf(simulateBench(truth, run, measuredCatalog()));
    run.ttftMean = figures.ttftMean;
    run.ttftMedian = figures.ttftMedian;
    run.ttft99 = figures.ttft99;
    run.tpotMean = figures.tpotMean;
    run.outputTokensPerSecond = figures.outputTokensPerSecond;
    return run;
}

std::vector<BenchRun> measuredRuns(std::initializer_list<double> loads) {
    Scenario truth = server();
    truth.serve->passScale = 1.15;
    truth.serve->passSeconds = 1.5e-3;
    truth.serve->requestSeconds = 20e-3;
    std::vector<BenchRun> runs;
    for (const double concurrency : loads) runs.push_back(measuredRun(truth, concurrency));
    return runs;
}

/// As all_reduce_perf of nccl-tests prints it: 5 us and so many GB/s of bus bandwidth on four GPUs.
std::string ncclText(const std::string& gpu, double busGbps) {
    std::string text = "# all_reduce_perf\n";
    for (int rank = 0; rank < 4; ++rank)
        text +=
            "#  Rank  " + std::to_string(rank) + " Group  0 Pid  1 on node device  0 [0x01] " + gpu + "\n";
    text += "#       size  count  type  redop  root  time  algbw  busbw #wrong\n";
    for (double bytes = 1 << 20; bytes < 2e9; bytes *= 2) {
        const double us = 12 + 1.5 * bytes / (busGbps * 1e3);
        text += numberText(bytes) + " " + numberText(bytes / 4) + " float sum -1 " + numberText(us) +
                " 1 1 0 " + numberText(us) + "\n";
    }
    return text;
}

const FitPart* partOf(const MachineFit& fit, FitKind kind) {
    for (const FitPart& part : fit.parts)
        if (part.kind == kind) return &part;
    return nullptr;
}

const FitError* errorOf(const FitPart& part, const char* figure, const std::vector<FitError>& errors) {
    Q_UNUSED(part)
    for (const FitError& error : errors)
        if (error.figure == figure) return &error;
    return nullptr;
}

} // namespace

class MachineFitTest : public QObject {
    Q_OBJECT

private slots:
    /// How far the runs are off when a fit has not seen them is how wide this server's bands are; one run
    /// says nothing of that.
    void whatIsLeftOverIsTheErrorOfTheServer() {
        OwnRuns runs;
        runs.benchmarks = measuredRuns({1, 4, 16});
        for (BenchRun& run : runs.benchmarks) // a server that scatters by a tenth
            run.tpotMean = *run.tpotMean * (run.concurrency == 4 ? 1.1 : 1 / 1.1);
        const MachineFit fit = valueOf(fitMachine(server(), runs, measuredCatalog()));
        double squares = 0;
        int count = 0;
        for (const FitRow& row : partOf(fit, FitKind::Server)->rows)
            if (row.figure.starts_with("tpot") && row.leftOut)
                squares += std::pow(std::log(*row.leftOut / row.measured), 2), ++count;
        QVERIFY(count == 3 && fit.scenario.serve->tpotError && fit.scenario.serve->ttftError);
        // Four of five of a normal distribution lie within 1.2816 standard deviations.
        QVERIFY(std::abs(std::log1p(*fit.scenario.serve->tpotError) - 1.2816 * std::sqrt(squares / count)) <
                1e-4);
        QVERIFY(*fit.scenario.serve->tpotError > 0.05);
        OwnRuns one;
        one.benchmarks = measuredRuns({4});
        QVERIFY(!valueOf(fitMachine(server(), one, measuredCatalog())).scenario.serve->tpotError);
    }

    void aServersFilesTellItsPoolAndItsConstants() {
        OwnRuns runs;
        runs.benchmarks = measuredRuns({1, 4, 16, 48});
        runs.pools.push_back({"server.log", valueOf(readServerPool("INFO GPU KV cache size: 300,000 tokens\n",
                                                                   "server.log"))});
        const MachineFit fit = valueOf(fitMachine(server(), runs, measuredCatalog()));
        QVERIFY(fit.moved && !fit.gpu);
        QCOMPARE(*fit.scenario.serve->kvBlocks, Count(300000 / 16));
        const FitPart* pool = partOf(fit, FitKind::Pool);
        QVERIFY(pool);
        QCOMPARE(pool->rows.front().measured, 300000.);
        QCOMPARE(pool->rows.front().after, 300000.);
        QVERIFY(pool->rows.front().before > 0 && pool->rows.front().before != 300000);
        QVERIFY(!pool->rows.front().leftOut);
        const FitPart* part = partOf(fit, FitKind::Server);
        QVERIFY(part);
        const std::vector<FitError> errors = part->errors();
        const FitError* tpot = errorOf(*part, "tpot_mean", errors);
        QVERIFY(tpot && tpot->leftOut);
        QCOMPARE(tpot->rows, std::size_t(4));
        // The truth's kernels are 15 % slower; what a run that was left out is predicted by saw the others.
        QVERIFY2(tpot->before > 0.1, qPrintable(QString::number(tpot->before)));
        QVERIFY2(tpot->after < 0.01, qPrintable(QString::number(tpot->after)));
        QVERIFY2(*tpot->leftOut < 0.03, qPrintable(QString::number(*tpot->leftOut)));
        QVERIFY(std::abs(*fit.scenario.serve->passScale - 1.15) < 0.1);
        // What the client asked is not the server's.
        QCOMPARE(fit.scenario.serve->prompt, Count(1000));
        QCOMPARE(fit.scenario.serve->requests, server().serve->requests);
    }

    /// One step from the fit of all is what a fit of the others comes to.
    void leftOutRunsAreAsAFitOfTheOthers() {
        std::vector<BenchRun> runs = measuredRuns({1, 4, 12, 32, 48});
        runs[1].tpotMean = 1.05 * *runs[1].tpotMean; // no model meets all
        runs[3].ttftMean = 1.1 * *runs[3].ttftMean;
        const ServerFit all = valueOf(fitServer(server(), runs, measuredCatalog(), LeftOut::Too));
        std::vector<BenchRun> others = runs;
        others.erase(others.begin() + 3);
        const ServerFit without = valueOf(fitServer(server(), others, measuredCatalog()));
        Scenario scenario = without.scenario;
        const BenchFigures real = valueOf(simulateBench(scenario, runs[3], measuredCatalog()));
        QVERIFY(all.runs[3].leftOut);
        const BenchFigures& told = *all.runs[3].leftOut;
        QVERIFY2(std::abs(told.tpotMean / real.tpotMean - 1) < 0.02,
                 qPrintable(QString::number(told.tpotMean / real.tpotMean)));
        QVERIFY2(std::abs(told.ttftMean / real.ttftMean - 1) < 0.06,
                 qPrintable(QString::number(told.ttftMean / real.ttftMean)));
    }

    void linksMoveTheGpuAndNothingElse() {
        OwnRuns runs;
        runs.points.push_back(valueOf(readOwnPoints(ncclText("NVIDIA H100 80GB HBM3", 300), "nccl.txt")));
        QCOMPARE(runs.points.front().gpu, std::string("NVIDIA H100 80GB HBM3"));
        const MachineFit fit = valueOf(fitMachine(server(), runs, measuredCatalog()));
        QVERIFY(!fit.moved && fit.gpu);
        QCOMPARE(fit.gpu->key, std::string("my-h100-sxm"));
        QCOMPARE(fit.scenario.gpu.preset, std::string("my-h100-sxm"));
        QCOMPARE(fit.gpu->operatorsLike, std::string("h100-sxm"));
        QVERIFY(fit.gpu->called.empty());
        const FitPart* part = partOf(fit, FitKind::Operators);
        QVERIFY(part);
        const std::vector<FitError> errors = part->errors();
        QCOMPARE(errors.size(), std::size_t(1));
        QCOMPARE(errors.front().figure, std::string("allreduce"));
        QVERIFY(errors.front().after <= errors.front().before);
        QVERIFY(errors.front().leftOut && *errors.front().leftOut < errors.front().before + 1e-9);
        QCOMPARE(part->rows.size(), std::size_t(11));
    }

    void anotherMachineIsRefused_data() {
        QTest::addColumn<QString>("log");
        QTest::addColumn<QString>("said");
        QTest::newRow("engine") << "max_total_num_tokens=434816\n"
                                << "serve.engine: must be the engine of the log";
        QTest::newRow("layout") << "tensor_parallel_size=4, x\nGPU KV cache size: 300,000 tokens\n"
                                << "parallel.tp: must be 4 as in the log";
        QTest::newRow("gpu") << QString::fromStdString(ncclText("NVIDIA A100-SXM4-80GB", 200))
                             << "gpu.preset: must be the GPU of the file, NVIDIA A100-SXM4-80GB";
    }
    void anotherMachineIsRefused() {
        QFETCH(QString, log);
        QFETCH(QString, said);
        OwnRuns runs;
        const std::string text = log.toStdString();
        if (isServerLog(text))
            runs.pools.push_back({"a.log", valueOf(readServerPool(text, "a.log"))});
        else
            runs.points.push_back(valueOf(readOwnPoints(text, "a.log")));
        const Result<MachineFit> fit = fitMachine(server(), runs, measuredCatalog());
        QVERIFY(!fit);
        const QString problems = QString::fromStdString(toString(fit.error()));
        QVERIFY2(problems.contains(said), qPrintable(problems));
        QVERIFY2(problems.startsWith("a.log"), qPrintable(problems));
    }

    void trainingLogsTellEfficiencyAndHost() {
        OwnRuns runs;
        for (const int pp : {1, 2, 4}) {
            const Scenario scenario = llamaB200(1, pp);
            const Seconds step = stepTime(stepModel(setupOf(scenario, measuredCatalog()))).step;
            runs.steps.push_back({"pp" + std::to_string(pp) + ".log", {scenario, {1.1 * step.base}}});
        }
        const MachineFit fit = valueOf(fitMachine(llamaB200(1, 1), runs, measuredCatalog()));
        QVERIFY(fit.gpu && !fit.moved);
        QCOMPARE(fit.gpu->key, std::string("my-b200"));
        const FitError error = partOf(fit, FitKind::Step)->errors().front();
        QCOMPARE(error.rows, std::size_t(3));
        QVERIFY2(std::abs(error.before - (1 - 1 / 1.1)) < 1e-6, qPrintable(QString::number(error.before)));
        QVERIFY2(error.after < 0.01, qPrintable(QString::number(error.after)));
        QVERIFY2(error.leftOut && *error.leftOut < 0.03, qPrintable(QString::number(*error.leftOut)));
    }

    /// Logs that print what was allocated, reserved and held tell the allocator's reserve and what lies
    /// beside it; the odds go by how far off they are when each is left out.
    void memoryOfLogsTellsReserveAndContext() {
        OwnRuns runs;
        std::vector<double> residuals;
        for (const int pp : {1, 2, 4}) {
            const Scenario scenario = llamaB200(1, pp);
            const Setup setup = setupOf(scenario, measuredCatalog());
            OwnStep step{"pp.log", {scenario, stepTime(stepModel(setup)).step}};
            const double peak = evaluate(scenario, measuredCatalog()).memory->heaviest().peak.base;
            step.allocated = Bytes{(1 + 0.01 * pp) * peak}; // 1, 2 and 4 % more than predicted
            step.reserved = 1.25 * *step.allocated;
            step.device = *step.reserved + 2 * GiB;
            residuals.push_back(std::log(step.device->base / (1.25 * peak + 2 * GiB.base)));
            runs.steps.push_back(step);
        }
        const MachineFit fit = valueOf(fitMachine(llamaB200(1, 1), runs, measuredCatalog()));
        const TrainSpec& train = *fit.scenario.train;
        QVERIFY(fit.moved && std::abs(*train.memoryReserve - 1.25) < 1e-9);
        QVERIFY(std::abs(*train.contextGib - 2) < 1e-9);
        QVERIFY(std::abs(*train.memoryError - ownMemoryError(residuals)) < 1e-9);
        QVERIFY(*train.memoryError < publishedMemoryError());
        const FitPart* part = partOf(fit, FitKind::Memory);
        QVERIFY(part && part->rows.size() == 9);
        for (const FitError& error : part->errors())
            if (error.figure != "log_peak_bytes")
                QVERIFY2(error.after < error.before && *error.leftOut < 0.05, error.figure.c_str());
        // It is what the report then says, and with it the odds.
        Catalog catalog = measuredCatalog();
        if (fit.gpu) catalog.gpus.push_back(*fit.gpu);
        const Report with = evaluate(fit.scenario, catalog);
        const Bytes peak = with.memory->heaviest().peak;
        QVERIFY(std::abs(with.memory->reserved / peak - 1.25) < 1e-9);
        QVERIFY(std::abs((with.memory->device - with.memory->reserved) / GiB - 2) < 1e-6);
        QVERIFY(with.memory->ownError == train.memoryError);
        MineFile mine{{"pp.log"}, {}, fit.scenario};
        QVERIFY(valueOf(readMine(mineText(mine), "mine.yaml")).scenario == fit.scenario);
    }

    /// Reserves between 1.12 and 1.38 were measured (memory/memory.h): the one says nothing of the other.
    void whatScattersIsNotTaken() {
        OwnRuns runs;
        for (const double reserve : {1.11, 1.38}) {
            const Scenario scenario = llamaB200(1, runs.steps.empty() ? 1 : 2);
            const MemoryReport predicted = *evaluate(scenario, measuredCatalog()).memory;
            OwnStep step{"a.log", {scenario, Seconds{1}}};
            step.allocated = predicted.heaviest().peak;
            step.reserved = reserve * *step.allocated;
            runs.steps.push_back(step);
        }
        const MachineFit fit = valueOf(fitMachine(llamaB200(1, 1), runs, measuredCatalog()));
        QVERIFY(!fit.scenario.train->memoryReserve && !fit.scenario.train->contextGib);
        QVERIFY(std::abs(*fit.scenario.train->memoryError -
                         ownMemoryError({std::log(1.11 / 1.1), std::log(1.38 / 1.1)})) < 1e-9);
        const FitPart* part = partOf(fit, FitKind::Memory);
        QVERIFY(part && part->remarks.size() == 1);
        for (const FitRow& row : part->rows) QVERIFY(row.after == row.before && !row.leftOut);
        runs.steps.resize(1); // one alone tells nothing of the next
        QVERIFY(!valueOf(fitMachine(llamaB200(1, 1), runs, measuredCatalog())).scenario.train->memoryReserve);
    }

    /// A log of scenario `scenario` that reserves `reserve` times what it allocates, as predicted.
    static OwnStep logOf(const Scenario& scenario, double reserve) {
        OwnStep step{"a.log", {scenario, Seconds{1}}};
        step.allocated = evaluate(scenario, measuredCatalog()).memory->heaviest().peak;
        step.reserved = reserve * *step.allocated;
        return step;
    }

    /// Left out is a run, not a file: three logs of one run tell no more than one.
    void logsOfOneRunAreOneResidual() {
        OwnRuns runs;
        for (int i = 0; i < 3; ++i) runs.steps.push_back(logOf(llamaB200(1, 1), 1.75));
        const MachineFit fit = valueOf(fitMachine(llamaB200(1, 1), runs, measuredCatalog()));
        QVERIFY(!fit.scenario.train->memoryReserve);
        QVERIFY(std::abs(*fit.scenario.train->memoryError - ownMemoryError({std::log(1.75 / 1.1)})) < 1e-9);
        for (const FitRow& row : partOf(fit, FitKind::Memory)->rows) QVERIFY(!row.leftOut);
        // nvidia-smi of that very run counts with it.
        const MemoryReport predicted = *evaluate(llamaB200(1, 1), measuredCatalog()).memory;
        runs.memory = {{"smi.txt", {2 * predicted.device, predicted.capacity, 1}}};
        QCOMPARE(*valueOf(fitMachine(llamaB200(1, 1), runs, measuredCatalog())).scenario.train->memoryError,
                 *fit.scenario.train->memoryError);
    }

    /// What no scenario may have is not written into one: the file would not be read again.
    void aReserveBeyondItsRangeIsLeftAsItIs() {
        OwnRuns runs;
        for (const int pp : {1, 2}) runs.steps.push_back(logOf(llamaB200(1, pp), 5));
        const MachineFit fit = valueOf(fitMachine(llamaB200(1, 1), runs, measuredCatalog()));
        QVERIFY(!fit.scenario.train->memoryReserve);
        const FitPart* part = partOf(fit, FitKind::Memory);
        QCOMPARE(part->remarks.size(), std::size_t(1));
        QVERIFY(toString(part->remarks.front()).find("train.memory_reserve would be 5") == 0);
        const MineFile mine{{"a.log"}, {}, fit.scenario};
        QVERIFY(valueOf(readMine(mineText(mine), "mine.yaml")).scenario == fit.scenario);
    }

    void logsOfTrainingSayNothingOfAServersMemory() {
        OwnRuns runs;
        for (const int pp : {1, 2}) runs.steps.push_back(logOf(llamaB200(1, pp), 1.6));
        Scenario served = llamaB200(1, 1);
        served.train.reset();
        served.serve.emplace().requests = 8;
        const MachineFit fit = valueOf(fitMachine(served, runs, measuredCatalog()));
        QVERIFY(!fit.scenario.serve->memoryError);
        const FitPart* part = partOf(fit, FitKind::Memory);
        QVERIFY(part && part->constants.empty() && part->rows.size() == 4);
        for (const FitRow& row : part->rows) QVERIFY(row.after == row.before && !row.leftOut);
    }

    /// As it is, is as the scenario has it, of a fit before this one too.
    void aSecondFitStartsFromTheFirst() {
        Scenario scenario = llamaB200(1, 1);
        scenario.train->memoryReserve = 1.3;
        OwnRuns runs;
        for (const int pp : {1, 2}) runs.steps.push_back(logOf(llamaB200(1, pp), 1.5));
        const MachineFit fit = valueOf(fitMachine(scenario, runs, measuredCatalog()));
        const FitConstant& reserve = partOf(fit, FitKind::Memory)->constants.front();
        QVERIFY(std::abs(*reserve.before - 1.3) < 1e-9 && std::abs(reserve.after - 1.5) < 1e-9);
    }

    void nvidiaSmiMovesTheOddsAlone() {
        const Scenario scenario = llamaB200(1, 1);
        const MemoryReport predicted = *evaluate(scenario, measuredCatalog()).memory;
        OwnRuns runs;
        for (const double off : {1.01, 1.02, 1.03}) // three readings of one run are one residual
            runs.memory.push_back({"smi.txt", {off * predicted.device, predicted.capacity, 1}});
        const MachineFit fit = valueOf(fitMachine(scenario, runs, measuredCatalog()));
        const TrainSpec& train = *fit.scenario.train;
        QVERIFY(!train.memoryReserve && !train.contextGib);
        QVERIFY(std::abs(*train.memoryError - ownMemoryError({std::log(1.02)})) < 1e-9);
        for (const FitRow& row : partOf(fit, FitKind::Memory)->rows) QVERIFY(row.after == row.before);
        runs.memory = {{"smi.txt", {2 * predicted.device, predicted.capacity, 1}}};
        const MachineFit off = valueOf(fitMachine(scenario, runs, measuredCatalog()));
        QVERIFY(*off.scenario.train->memoryError > publishedMemoryError()); // it widens them too
        runs.memory = {{"smi.txt", {predicted.device, 2 * predicted.capacity, 1}}};
        QVERIFY(!fitMachine(scenario, runs, measuredCatalog()));
    }

    /// What vLLM's pool leaves of its share is weights, activations and buffers.
    void aStartUpLogTellsHowFarOffAServersMemoryIs() {
        OwnRuns runs;
        runs.pools.push_back({"server.log", valueOf(readServerPool("INFO GPU KV cache size: 300,000 tokens\n",
                                                                   "server.log"))});
        Scenario fitted = valueOf(fitMachine(server(), runs, measuredCatalog())).scenario;
        const EnginePool predicted = enginePool(server(), measuredCatalog());
        const double share = predicted.share * evaluate(server(), measuredCatalog()).serve->capacity.base;
        QVERIFY(std::abs(*fitted.serve->memoryError -
                         ownMemoryError({std::log((share - 300000 * predicted.perToken) /
                                                  (share - predicted.bytes))})) < 1e-9);
        // The pool is known as long as it is the log's; of another layout there are odds.
        QVERIFY(!evaluate(fitted, measuredCatalog()).serve->fitChance);
        fitted.serve->kvBlocks.reset();
        const ServeReport fits = *evaluate(fitted, measuredCatalog()).serve;
        QVERIFY(fits.fits == Fit::Yes && *fits.fitChance > 0.9);
        fitted.serve->memoryError = 3;
        const ServeReport unsure = *evaluate(fitted, measuredCatalog()).serve;
        QVERIFY(*unsure.fitChance<*fits.fitChance&& * unsure.fitChance> 0.5);
        QVERIFY(!evaluate(server(), measuredCatalog()).serve->fitChance); // nobody has measured any
    }

    /// OLMo's ladder (resources/recipes/ORIGIN.md): the Step Law recipe is far off, its own runs are not.
    void runsOfARecipeTellItsLoss() {
        OwnRuns runs;
        runs.recipes.push_back(
            valueOf(readRecipeRuns(resourceText("recipes/olmo-ladder.csv"), "olmo-ladder.csv")));
        const MachineFit fit = valueOf(fitMachine(presetScenario("llama-3-8b"), runs, measuredCatalog()));
        QCOMPARE(fit.scenario.loss.recipe, std::string("olmo-ladder.csv"));
        const FitError error = partOf(fit, FitKind::Loss)->errors().front();
        QVERIFY(error.before > 0.03);
        QVERIFY(error.after < 0.01 && error.leftOut && *error.leftOut < 0.02);
    }

    void nothingIsNoFit() { QVERIFY(!fitMachine(server(), {}, measuredCatalog())); }

    void theFileReadsBack() {
        OwnRuns runs;
        runs.points.push_back(valueOf(readOwnPoints(ncclText("NVIDIA H100 80GB HBM3", 300), "nccl.txt")));
        const MachineFit fit = valueOf(fitMachine(server(), runs, measuredCatalog()));
        const MineFile mine{{"nccl.txt"}, {*fit.gpu}, fit.scenario};
        const std::string text = mineText(mine);
        QVERIFY(isMine(text));
        const MineFile read = valueOf(readMine(text, "mine.yaml"));
        QCOMPARE(read.fittedTo, mine.fittedTo);
        QCOMPARE(read.gpus.size(), std::size_t(1));
        QCOMPARE(read.gpus.front().operatorFactors, fit.gpu->operatorFactors);
        QVERIFY(read.scenario && *read.scenario == fit.scenario);
        QCOMPARE(mineText(read), text);
        for (const auto& [bad, said] :
             {std::pair{"schema: moe-explorer/mine/1\nwhat: 3\n", "m.yaml:2:7: what: is no key of a fit"},
              {"schema: moe-explorer/mine/1\nscenario:\n  model: {layers: x}\n",
               "m.yaml:3:19: scenario.model.layers"},
              {"schema: moe-explorer/mine/2\nscenario:\n  name: a\n", "m.yaml:1:9: schema: must be"},
              {"schema: moe-explorer/mine/1\nscenario:\n  name: a\n  case.step_seconds: 4\n",
               "m.yaml:4:22: scenario.case.step_seconds: is no key of a fit"},
              {"schema: moe-explorer/mine/1\nscenario: {train: null}\n", "m.yaml: holds neither"},
              {"schema: moe-explorer/mine/1\n", "m.yaml: holds neither"}}) {
            const Result<MineFile> wrong = readMine(bad, "m.yaml");
            QVERIFY2(!wrong, bad);
            QVERIFY2(toString(wrong.error()).find(said) != std::string::npos,
                     toString(wrong.error()).c_str());
        }
    }
};

MOE_TEST(MachineFitTest)
#include "machine_fit_test.moc"
