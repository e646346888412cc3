// SPDX-License-Identifier: GPL-3.0-or-later
// Sensitivity and maps of two fields say what evaluating each point says.

#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/estimate.h"
#include "models/engine/search/field_map.h"
#include "models/engine/search/search_goal.h"
#include "models/engine/search/sensitivity.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

Sensitivities answerOf(const Scenario& base, const char* metric) {
    const SensitivityPlan plan = sensitivityPlan(base, shippedCatalog(), *findMetric(metric));
    std::vector<SweepCell> cells;
    for (std::size_t i = 0; i < plan.sweep.count(); ++i)
        cells.push_back(sweepCell(plan.sweep, shippedCatalog(), i));
    return sensitivities(plan, cells);
}

const Sensitivity* find(const std::vector<Sensitivity>& all, std::string_view key) {
    for (const Sensitivity& one : all)
        if (one.field->key == key) return &one;
    return nullptr;
}

double stepOf(const Scenario& scenario) {
    return evaluate(scenario, shippedCatalog(), Detail::Numbers).train->step.base;
}

FieldMapPlan planOf(const char* x, const char* y, const char* metric) {
    const Scenario base = presetScenario("deepseek-v3");
    return {base, valueOf(mapAxis(base, shippedCatalog(), x, 9)),
            valueOf(mapAxis(base, shippedCatalog(), y, 9)), findMetric(metric)};
}

} // namespace

class TradeoffsTest : public QObject {
    Q_OBJECT

private slots:
    void notchesAreThoseOfTheFormAndTheirValuesThoseOfTheReport() {
        const Scenario base = presetScenario("mixtral-8x7b");
        const Sensitivities answer = answerOf(base, "train.step_seconds");
        QCOMPARE(answer.here.value(), stepOf(base));
        const Sensitivity* batch = find(answer.fields, "train.global_batch");
        QVERIFY(batch);
        QCOMPARE(batch->here, std::to_string(base.train->globalBatch));
        Scenario larger = base;
        QVERIFY(setField(larger, "train.global_batch", batch->up.value).empty());
        QVERIFY(larger.train->globalBatch > base.train->globalBatch);
        QCOMPARE(batch->up.metric.value(), stepOf(larger));
        QCOMPARE(batch->effect, std::max(std::abs(*batch->up.metric - *answer.here),
                                         std::abs(batch->down.metric.value() - *answer.here)));
        // What the step does not read leaves it alone; what is switched has one side.
        QVERIFY(!find(answer.fields, "price.gpu_hour_usd"));
        QVERIFY(answer.without > 5);
        const Sensitivity* eager = find(answer.fields, "train.eager");
        QVERIFY(eager && eager->up.value == "true" && eager->down.value.empty());
        const Sensitivity* recompute = find(answer.fields, "train.recompute");
        QVERIFY(recompute && (recompute->up.value == "full" || recompute->down.value == "none"));
    }

    void largestEffectsComeFirst() {
        for (const char* metric : {"train.step_seconds", "memory.device_bytes", "params.per_gpu"}) {
            const Sensitivities answer = answerOf(presetScenario("deepseek-v3"), metric);
            QVERIFY(answer.fields.size() > 5);
            for (std::size_t i = 1; i < answer.fields.size(); ++i)
                QVERIFY(answer.fields[i - 1].effect >= answer.fields[i].effect);
            for (const Sensitivity& field : answer.fields) QVERIFY(field.effect > 0);
        }
    }

    void servingHasItsOwn() {
        Scenario base = presetScenario("deepseek-v3");
        base.train.reset();
        const Sensitivities answer = answerOf(base, "serve.tpot_seconds");
        QVERIFY(find(answer.fields, "serve.requests"));
        QVERIFY(!answerOf(base, "train.step_seconds").here);
    }

    /// A load that does not fit has a verdict and no speed, in a report, a sweep and a map; a smaller one has
    /// both.
    void whatDoesNotFitWhenServingHasAVerdict() {
        const Catalog catalog = test::numbersCatalog();
        Scenario scenario = test::presetScenario("llama-3-8b");
        scenario.train.reset();
        const double most = evaluate(scenario, catalog, Detail::Numbers).serve->largestRequests;
        QVERIFY(most > 1);
        const auto atMost = static_cast<Count>(most);
        for (const Count requests : {atMost, atMost + 1}) {
            const Fit wanted = requests > atMost ? Fit::No : Fit::Tight;
            scenario.serve->requests = requests;
            const Report report = evaluate(scenario, catalog, Detail::Numbers);
            QCOMPARE(report.serve->fits, wanted);
            QCOMPARE(report.serve->device > report.serve->capacity, wanted == Fit::No);
            const bool warned = std::any_of(report.warnings.begin(), report.warnings.end(),
                                            [](const Warning& one) { return one.id == "serve-memory"; });
            QCOMPARE(warned, wanted == Fit::No);
            for (const char* key : {"serve.tpot_seconds", "serve.ttft_seconds", "serve.latency_seconds",
                                    "serve.tokens_per_second", "serve.gpu_utilisation"})
                QCOMPARE(findMetric(key)->value(report).has_value(), wanted != Fit::No);

            SweepPlan plan;
            plan.base = scenario;
            plan.rows = {{}};
            plan.metrics = {findMetric("serve.tpot_seconds")};
            const SweepCell cell = sweepCell(plan, catalog, 0);
            QCOMPARE(cell.fits, std::optional<Fit>(wanted));
            QCOMPARE(cell.metrics[0].has_value(), wanted != Fit::No);
        }
        // With training beside it the verdict is on what is shown.
        const Report both = [&] {
            Scenario trained = test::presetScenario("llama-3-8b");
            trained.serve->requests = atMost + 1;
            return evaluate(trained, catalog, Detail::Numbers);
        }();
        if (both.serve->fits != Fit::No) QFAIL("the layout is the same");
        QCOMPARE(verdict(both, {findMetric("train.step_seconds")}), std::optional<Fit>(both.memory->fits));
        QCOMPARE(verdict(both, {findMetric("serve.tpot_seconds")}), std::optional<Fit>(Fit::No));
        QCOMPARE(verdict(both, {findMetric("train.mfu"), findMetric("serve.tpot_seconds")}),
                 std::optional<Fit>(Fit::No));
    }

    void axesSpreadRoundTheScenario() {
        const FieldMapPlan plan = planOf("parallel.ep", "gpu.mfu", "train.step_seconds");
        QVERIFY(std::find(plan.x.values.begin(), plan.x.values.end(), "64") != plan.x.values.end());
        QCOMPARE(plan.x.values.front(), std::string("1"));
        QCOMPARE(plan.x.values.back(),
                 std::string("256")); // one beyond the ranks of a stage, where the rule shows
        QVERIFY(plan.y.values.size() >= 2);
        const Scenario& base = plan.base;
        QCOMPARE(placeOnAxis(plan.x, base).value(), 6.0);
        QCOMPARE(valueOf(mapAxis(base, shippedCatalog(), "parallel.pp=8,16", 9)).values.size(),
                 std::size_t{2});
        QCOMPARE(valueOf(mapAxis(base, shippedCatalog(), "train.eager", 9)).values.size(), std::size_t{2});
        QCOMPARE(placeOnAxis({"parallel.ep", {"32", "96"}}, base).value(), 0.5);
        QVERIFY(!placeOnAxis({"parallel.ep", {"1", "2"}}, base));
        QVERIFY(!mapAxis(base, shippedCatalog(), "nothing", 9));
        QVERIFY(!mapAxis(base, shippedCatalog(), "train.recompute", 9)); // lists have no order
    }

    void everyNumberOfAScenarioMakesAnAxis() {
        const Scenario base = presetScenario("deepseek-v3");
        for (const Field& field : fields()) {
            if (field.kind != FieldKind::Integer && field.kind != FieldKind::Real) continue;
            const SweepAxis axis = valueOf(mapAxis(base, shippedCatalog(), field.key, 9));
            QVERIFY2(axis.values.size() >= 2, field.key);
            // Steps are numbers that somebody would set, but for the scenario's own and ends of a range.
            int odd = 0;
            for (const std::string& value : axis.values) {
                std::string digits;
                for (const char c : value)
                    if (c >= '0' && c <= '9') digits += c;
                while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
                while (digits.size() > 1 && digits.front() == '0') digits.erase(0, 1);
                odd += digits.size() > 2;
            }
            if (field.scale == Scale::Log && field.kind == FieldKind::Real) QVERIFY2(odd <= 3, field.key);
            for (const std::string& value : axis.values)
                QVERIFY2(parseField(field, value).rule.empty(), (field.key + (" " + value)).c_str());
        }
    }

    void cellsEqualTheReport_data() {
        QTest::addColumn<QByteArray>("metric");
        QTest::newRow("of the fast estimate") << QByteArray("train.step_seconds");
        QTest::newRow("of the whole report") << QByteArray("network.dispatch_seconds");
    }
    void cellsEqualTheReport() {
        QFETCH(QByteArray, metric);
        const FieldMapPlan plan = planOf("parallel.ep=32,64,100", "parallel.pp=8,16", metric.constData());
        const FieldMapRow row = FieldMapper(plan, shippedCatalog()).row(1);
        QCOMPARE(row.cells.size(), std::size_t{3});
        for (std::size_t x : {0u, 1u}) {
            Scenario scenario = plan.base;
            QVERIFY(setField(scenario, "parallel.ep", plan.x.values[x]).empty());
            const Report report = evaluate(scenario, shippedCatalog(), Detail::Numbers);
            QCOMPARE(row.cells[x].value, plan.metric->value(report).value());
            QCOMPARE(row.cells[x].fits.value(), report.memory->fits);
        }
        QVERIFY(std::isnan(row.cells[2].value));
        QVERIFY(
            toString(row.rules.at(std::size_t(row.cells[2].rule))).starts_with("parallel.ep: must divide"));
    }
    // A row of machines that only become faster is not worked out anew for every cell.
    void cellsOfMachinesEqualTheEstimate_data() {
        QTest::addColumn<std::string>("key");
        for (const Field& field : fields()) {
            const std::string_view group = field.group;
            const bool machine = group == "GPU" || group == "Cluster" || group == "Power";
            if (machine && (field.kind == FieldKind::Integer || field.kind == FieldKind::Real))
                QTest::newRow(field.key) << std::string(field.key);
        }
    }
    void cellsOfMachinesEqualTheEstimate() {
        QFETCH(std::string, key);
        // Adapters exchange in the midst of their products; so does a context that several GPUs share.
        for (const char* preset : {"deepseek-v3", "mixtral-8x7b", "llama-3-70b-lora"})
            for (const char* metric :
                 {"train.step_seconds", "memory.device_bytes", "train.energy_kwh", "energy.kwh_per_step"})
                for (const char* rows : {"train.zero=1,2", "cluster.nic_gbps=50,100", "gpu.mfu=0.4,0.5"}) {
                    Scenario base = presetScenario(preset);
                    if (base.train->trainable == Trainable::Lora)
                        base.parallel.cp = 2, base.cluster.gpus = 16;
                    const SweepAxis x = valueOf(mapAxis(base, shippedCatalog(), key, 6)),
                                    y = valueOf(parseAxis(rows));
                    if (x.key == y.key) continue;
                    const FieldMapPlan plan{base, x, y, findMetric(metric)};
                    FieldMapper mapper(plan, shippedCatalog());
                    mapper.row(0); // of which the next one may keep something
                    const FieldMapRow row = mapper.row(1);
                    Scenario scenario = base;
                    QVERIFY(setField(scenario, y.key, y.values[1]).empty());
                    for (std::size_t i = 0; i < x.values.size(); ++i) {
                        QVERIFY(setField(scenario, key, x.values[i]).empty());
                        const bool valid = brokenRules(scenario, shippedCatalog()).empty();
                        QCOMPARE(row.cells[i].rule < 0, valid);
                        if (!valid) continue;
                        const Estimate made = estimate(scenario, shippedCatalog());
                        const std::optional<double> value = findEstimateMetric(metric)->value(made);
                        QCOMPARE(std::isnan(row.cells[i].value), !value.has_value());
                        QVERIFY(!value || row.cells[i].value == *value);
                        QCOMPARE(row.cells[i].fits.value(), made.fits);
                    }
                }
    }
};

MOE_TEST(TradeoffsTest)
#include "tradeoffs_test.moc"
