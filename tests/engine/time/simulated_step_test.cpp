// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/schedule/schedules.h"
#include "models/engine/time/simulated_step.h"

#include "models/engine/evaluate.h"
#include "models/engine/memory/memory.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace moe;
using namespace moe::test;

namespace {

Scenario changed(Scenario scenario, const QStringList& edits) {
    for (const QString& edit : edits) {
        const Problems problems =
            setField(scenario, edit.section('=', 0, 0).toStdString(), edit.section('=', 1).toStdString());
        if (!problems.empty()) throw std::runtime_error(toString(problems));
    }
    if (const Problems problems = validate(scenario, shippedCatalog()); !problems.empty())
        throw std::runtime_error(toString(problems));
    return scenario;
}

/// 32 even layers on 8 stages, 32 micro-batches, hardly a vocabulary.
Scenario evenDense(const QStringList& edits) {
    return changed(
        scenarioOf("model: {layers: 32, hidden: 4096, ffn: 14336, heads: 32, vocab: 64, sequence: 4096}\n"
                   "train: {global_batch: 32, micro_batch: 1, fused_grad_accumulation: true}\n"
                   "parallel: {pp: 8}\n"
                   "cluster: {gpus: 8}\n"
                   "gpu: {preset: h100-sxm}\n"),
        edits);
}

Report reportOf(const Scenario& scenario) {
    return evaluate(scenario, shippedCatalog(), Detail::Numbers);
}

} // namespace

class SimulatedStepTest : public QObject {
    Q_OBJECT

private slots:
    // The closed form of 1F1B and interleaved 1F1B, and the simulation of the same even stages.
    void theClosedFormIsTheSimulationOfEvenStages_data() {
        QTest::addColumn<int>("chunks");
        for (int chunks : {1, 2, 4}) QTest::addRow("%d", chunks) << chunks;
    }
    void theClosedFormIsTheSimulationOfEvenStages() {
        QFETCH(int, chunks);
        const Scenario scenario = evenDense({QString("parallel.vpp=%1").arg(chunks)});
        const Setup setup = setupOf(scenario, shippedCatalog());
        const StepModel model = stepModel(setup);
        QVERIFY(!isSimulated(setup));
        const double closed = stepTime(model).pipeline.base;
        const double simulated = simulatedStep(model, nullptr).pipeline.base;
        QVERIFY2(std::abs(closed / simulated - 1) < 0.004, qPrintable(QString::number(closed / simulated)));
    }

    // Idle time by schedule as in the tables of arXiv 2401.10241 and deepseek-ai/DualPipe: each of these
    // waits less than the one before.
    void zeroBubbleSchedulesWaitLess() {
        double before = 1;
        for (const char* schedule : {"gpipe", "zb-h1", "zb-v"}) {
            const Report report = reportOf(evenDense({QString("train.schedule=") + schedule}));
            QVERIFY2(report.train->bubbleFraction < 0.9 * before, schedule);
            before = report.train->bubbleFraction;
            QCOMPARE(std::string(scheduleRow(report.train->pipeline.kind).key), std::string(schedule));
            double exposed = 0;
            for (const TimeTerm& term : report.train->terms) exposed += term.exposed.base;
            QVERIFY(std::abs(exposed / report.train->step.base - 1) < 1e-12);
        }
        const Report classic = reportOf(evenDense({})), gpipe = reportOf(evenDense({"train.schedule=gpipe"}));
        QVERIFY(std::abs(gpipe.train->makespan / classic.train->makespan - 1) < 0.004);
    }

    void theReportTellsWhatEachStageWaitsForAndHolds() {
        const Report plain = reportOf(evenDense({}));
        QCOMPARE(plain.train->ownIdle.size(), std::size_t(8));
        QCOMPARE(plain.train->peakInFlight, std::vector<double>({8, 7, 6, 5, 4, 3, 2, 1}));
        QVERIFY(plain.train->ownIdle[0] > plain.train->ownIdle[7]);
        QCOMPARE(reportOf(evenDense({"parallel.vpp=2"})).train->peakInFlight[0], 11.5);
        QCOMPARE(reportOf(evenDense({"train.schedule=dualpipe"})).train->peakInFlight,
                 std::vector<double>(8, 9));
        QCOMPARE(reportOf(evenDense({"train.schedule=zb-v"})).train->peakInFlight, std::vector<double>(8, 8));
        QCOMPARE(reportOf(evenDense({"train.schedule=gpipe"})).train->peakInFlight,
                 std::vector<double>(8, 32));
    }

    // Micro-batches whose activations a rank holds, in those of all its chunks; peaks as in the golden table
    // of schedules_test.cpp.
    void memoryHoldsWhatTheScheduleHolds() {
        const auto inFlight = [](const QStringList& edits, int stage) {
            const Scenario scenario = evenDense(edits);
            return microBatchesInFlight(setupOf(scenario, shippedCatalog()), stage);
        };
        QCOMPARE(inFlight({}, 0), 8.0);
        QCOMPARE(inFlight({"train.schedule=gpipe"}, 5), 32.0);
        QCOMPARE(inFlight({"train.schedule=zb-h2"}, 0), 15.5);
        QCOMPARE(inFlight({"train.schedule=zb-v"}, 3), 8.0);
        QCOMPARE(inFlight({"train.schedule=dualpipe"}, 3), 4.5); // of both its stages
        QCOMPARE(inFlight({"parallel.vpp=2"}, 0), 11.5);
        QCOMPARE(inFlight({"parallel.vpp=2", "train.schedule=combined-1f1b"}, 0), 12.0);
        const auto parameters = [](const char* schedule) {
            return reportOf(evenDense({QString("train.schedule=") + schedule})).params.perGpu;
        };
        QVERIFY(std::abs(parameters("dualpipe") / parameters("1f1b") - 2) < 0.001);
        QVERIFY(std::abs(parameters("dualpipev") / parameters("1f1b") - 1) < 0.001);
    }

    void anAbsentScheduleIsWhatTheOthersImply() {
        const auto kind = [](const Scenario& scenario) {
            return std::string(scheduleRow(scheduleKind(setupOf(scenario, shippedCatalog()))).key);
        };
        QCOMPARE(kind(evenDense({})), std::string("1f1b"));
        QCOMPARE(kind(evenDense({"parallel.vpp=2"})), std::string("interleaved"));
        const Scenario experts = changed(presetScenario("deepseek-v3"), {"train.schedule=auto"});
        QVERIFY(experts.train->epOverlap);
        QCOMPARE(kind(experts), std::string("1f1b"));
        QCOMPARE(kind(changed(experts, {"parallel.vpp=2"})), std::string("combined-1f1b"));
    }

    // The loss of its own on the last chunk evens the stages out: its stage had been the slowest.
    void layoutsMoveLayersAndLoss() {
        const Scenario even = changed(presetScenario("deepseek-v3"), {"train.schedule=auto"});
        const Scenario placed = changed(even, {"parallel.layout=Et*4|(t*4|)*14tmL"});
        QVERIFY(reportOf(placed).train->makespan < 0.85 * reportOf(even).train->makespan);
        // A multi-token layer beside the loss or on the stage before it.
        const Report apart = reportOf(changed(even, {"parallel.layout=Et*5|(t*4|)*13t*4m|L"}));
        const std::vector<Seconds>& stages = apart.train->stages;
        QVERIFY(stages[14] > stages[13] && stages[15] < stages[13]);
    }

    void theBoundOfAStepIsNoLater() {
        for (const char* schedule : {"dualpipe", "dualpipev", "zb-v", "zb-h1", "zb-h2", "gpipe"}) {
            const Scenario scenario =
                changed(presetScenario("deepseek-v3"), {QString("train.schedule=") + schedule});
            const Setup setup = setupOf(scenario, shippedCatalog());
            const StepModel model = stepModel(setup);
            const double share = leastSimulatedStep(model, unrunStep(model)).step / stepTime(model).step;
            QVERIFY2(share <= 1 && share > 0.8, schedule);
        }
        const Scenario pairs =
            changed(presetScenario("deepseek-v3"), {"train.schedule=auto", "parallel.vpp=2"});
        const Setup setup = setupOf(pairs, shippedCatalog());
        const StepModel model = stepModel(setup);
        const double share = leastSimulatedStep(model, unrunStep(model)).step / stepTime(model).step;
        QVERIFY2(share <= 1 && share > 0.9, qPrintable(QString::number(share)));
    }

    // One pair hides the all-to-all that stands alone at the ends, where it takes longer.
    void pairsHideTheAllToAll() {
        const Scenario scenario = changed(presetScenario("deepseek-v3"), {"train.schedule=dualpipe"});
        const Setup setup = setupOf(scenario, shippedCatalog());
        const PipelineWork work = pipelineWork(stepModel(setup));
        for (const ChunkTimes& chunk : work.chunks) {
            const Seconds alone = chunk.forward + chunk.input + chunk.weight;
            QVERIFY(chunk.pairedForward + chunk.pairedBackward <= (1 + 1e-12) * alone);
            QVERIFY(chunk.forward.base > 0 && chunk.input > chunk.forward && chunk.weight < chunk.forward);
        }
        const ChunkTimes& middle = work.chunks[16]; // four MoE layers; the first stage has none
        const Seconds alone = middle.forward + middle.input + middle.weight;
        QVERIFY(middle.pairedForward + middle.pairedBackward < 0.85 * alone);
        const Report dual = reportOf(scenario), plain = reportOf(changed(scenario, {"train.schedule=auto"}));
        QVERIFY(dual.train->step < plain.train->step);
    }
};

MOE_TEST(SimulatedStepTest)
#include "simulated_step_test.moc"
