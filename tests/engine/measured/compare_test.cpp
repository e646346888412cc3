// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios side by side, and constants of one's own machine.

#include "data/recipe_runs.h"
#include "models/engine/calibration/calibrate.h"
#include "models/engine/evaluate.h"
#include "models/engine/measured/compare.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/search/waterfall.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time_report.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

ComparedColumn column(const Scenario& scenario) {
    return {"c", evaluate(scenario, shippedCatalog(), Detail::Numbers), {}, {}};
}

double sum(const std::vector<TermChange>& changes) {
    double total = 0;
    for (const TermChange& one : changes) total += one.change;
    return total;
}

} // namespace

class CompareTest : public QObject {
    Q_OBJECT

private slots:
    void onlyDifferingInputsAreListed() {
        const Scenario base = presetScenario("seed-moe64");
        Scenario other = base;
        other.parallel.ep = 8;
        other.train->microBatch = 4;
        const Comparison made = comparison({column(base), column(other)});
        QCOMPARE(made.inputs.size(), std::size_t(2));
        for (const InputDifference& difference : made.inputs)
            QVERIFY(std::string(difference.field->key) == "parallel.ep" ||
                    std::string(difference.field->key) == "train.micro_batch");
        QVERIFY(comparison({column(base), column(base)}).inputs.empty());
    }

    void changesAreAgainstTheFirst() {
        MetricLine line{findMetric("train.step_seconds"), {2.0, 3.0, std::nullopt, 2.0}};
        QCOMPARE(*line.change(1), 1.0);
        QCOMPARE(*line.relativeChange(1), 0.5);
        QVERIFY(!line.change(2));
        QCOMPARE(*line.change(3), 0.0);
        line.values.front() = 0.0;
        QVERIFY(line.change(1) && !line.relativeChange(1));
    }

    /// Losses of two recipes have no difference, here nor in a waterfall; rates and times have.
    void lossesOfTwoRecipesHaveNoDifference() {
        Catalog catalog = numbersCatalog();
        catalog.recipes["runs.csv"] = std::make_shared<const RecipeTable>(valueOf(readRecipeRuns(
            "params,tokens,loss\n1e8,2e9,3.6\n1e8,4e10,3.3\n1e9,2e10,2.9\n7e9,1.4e11,2.5\n7e9,4e12,2.3\n",
            "runs.csv")));
        const Scenario base = presetScenario("qwen3-30b-a3b");
        Scenario own = base;
        own.loss.recipe = "runs.csv";
        own.train->microBatch *= 2;
        Scenario unread = base;
        unread.loss.recipe = "nowhere.csv";
        const auto of = [&](const Scenario& scenario) {
            return ComparedColumn{"c", evaluate(scenario, catalog, Detail::Numbers), {}, {}};
        };
        const Comparison made = comparison({of(base), of(own), of(unread)});
        int losses = 0;
        for (const MetricLine& line : made.metrics) {
            const std::string_view key = line.metric->key;
            if (key == "loss.value" || key == "loss.optimal_loss") {
                ++losses;
                QVERIFY(line.values[1] && *line.values[1] != *line.values[0]);
                QVERIFY(line.isApart(1) && !line.change(1) && !line.relativeChange(1));
                QCOMPARE(line.change(2).value_or(1), 0.0); // both are the Step Law's
            } else if (!key.starts_with("loss.")) {
                QVERIFY2(line.change(1) || !line.values[1], line.metric->key);
            }
        }
        QCOMPARE(losses, 2);
        const Result<Waterfall> fall = waterfall(base, own, catalog, *findMetric("loss.value"));
        QVERIFY(!fall);
        QCOMPARE(toString(fall.error().front().rule),
                 "is of two recipes, so that the difference says nothing of the models");
        QVERIFY(waterfall(base, own, catalog, *findMetric("train.step_seconds")));
    }

    /// The terms carry the whole difference of the step, but for those left out as too small.
    void termsExplainTheStep() {
        const Scenario base = presetScenario("qwen3-30b-a3b");
        Scenario other = base;
        other.train->recompute.mode = Recompute::Mode::Full;
        const ComparedColumn a = column(base), b = column(other);
        const Comparison made = comparison({a, b});
        const double difference = (b.report.train->step - a.report.train->step).base;
        const std::vector<TermChange>& step = made.explanations[1].step;
        QVERIFY(std::abs(sum(step) - difference) < 0.02 * std::abs(difference));
        QCOMPARE(std::string(step.front().label), std::string("Recompute"));
        QVERIFY(made.explanations[0].step.empty());
    }

    void measuredStandsBesidePredicted() {
        ComparedColumn one = column(presetScenario("seed-dense"));
        one.measured = {{findCaseQuantity("step_seconds"), 0.226}};
        const Comparison made = comparison({one});
        QCOMPARE(made.measured.size(), std::size_t(1));
        QCOMPARE(*made.measured[0].predicted, one.report.train->step.base);
        QVERIFY(!dominantTerms(*one.report.train).empty());
    }

    /// One step time: met, with efficiency and host both moved towards it and nothing else.
    void oneRunIsMetExactly_data() {
        QTest::addColumn<double>("share");
        QTest::newRow("slower") << 1.4;
        QTest::newRow("faster") << 0.95; // products cannot be faster than their tables
        QTest::newRow("as predicted") << 1.0;
    }
    void oneRunIsMetExactly() {
        QFETCH(double, share);
        const Scenario scenario = presetScenario("qwen3-30b-a3b");
        const Seconds step = trainingStep(setupOf(scenario, shippedCatalog())).step;
        const Calibration made = valueOf(calibration({{scenario, share * step}}, shippedCatalog()));
        QVERIFY(made.met);
        QVERIFY(std::abs(made.after[0] / (share * step) - 1) < 1e-3);
        if (share > 1) QVERIFY(made.efficiency < made.fittedEfficiency && made.hostFactor > 1);
        if (share < 1) QVERIFY(made.efficiency > made.fittedEfficiency && made.hostFactor < 1);
    }

    /// Two runs that weigh GEMMs and launches differently give both constants back.
    void twoRunsGiveBothConstants() {
        std::vector<TimedScenario> runs;
        for (const char* preset : {"llama-3-8b", "qwen3-30b-a3b"}) {
            Scenario scenario = presetScenario(preset), truth = scenario;
            truth.gpu.mfu = 0.6;
            truth.train->hostFactor = 2.5;
            runs.push_back({scenario, trainingStep(setupOf(truth, shippedCatalog())).step});
        }
        const Calibration made = valueOf(calibration(runs, shippedCatalog()));
        QVERIFY(made.met);
        QVERIFY(std::abs(made.efficiency / 0.6 - 1) < 0.01);
        QVERIFY(std::abs(made.hostFactor / 2.5 - 1) < 0.05);
    }

    /// The written preset is a GPU like any other and predicts the measured step.
    void thePresetCarriesTheConstants() {
        Scenario scenario = presetScenario("seed-moe64");
        const Calibration made = valueOf(calibration({{scenario, 0.437 * second}}, shippedCatalog()));
        const std::vector<GpuSpec> gpus = valueOf(readGpus(made.preset, "calibrated.yaml"));
        QCOMPARE(gpus.size(), std::size_t(1));
        Catalog catalog = shippedCatalog();
        catalog.gpus.push_back(gpus[0]);
        scenario.gpu.preset = gpus[0].key;
        const double step = trainingStep(setupOf(scenario, catalog)).step.base;
        QVERIFY2(std::abs(step / 0.437 - 1) < 1e-3, std::to_string(step).c_str());
    }

    void badRunsAreRefused() {
        QVERIFY(!calibration({}, shippedCatalog()));
        const Scenario scenario = presetScenario("llama-3-8b");
        QVERIFY(!calibration({{scenario, Seconds{}}}, shippedCatalog()));
        Scenario other = scenario;
        other.gpu.preset = "h200";
        QVERIFY(!calibration({{scenario, 1 * second}, {other, 1 * second}}, shippedCatalog()));
        const Calibration far = valueOf(calibration({{scenario, 1e-3 * second}}, shippedCatalog()));
        QVERIFY(!far.met); // no machine is that fast
    }
};

MOE_TEST(CompareTest)
#include "compare_test.moc"
