// SPDX-License-Identifier: GPL-3.0-or-later
// Which changed knob bought how much of a metric.

#include "models/engine/evaluate.h"
#include "models/engine/search/waterfall.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

const Metric& stepTime() {
    return *findMetric("train.step_seconds");
}
double stepOf(const Scenario& scenario) {
    return evaluate(scenario, shippedCatalog(), Detail::Numbers).train->step.base;
}
Scenario with(Scenario scenario, const std::vector<std::pair<const char*, const char*>>& values) {
    for (const auto& [key, value] : values)
        if (!setField(scenario, key, value).empty()) qFatal("%s", key);
    return scenario;
}
Waterfall waterfallOf(const Scenario& from, const Scenario& to, const std::vector<std::string>& order = {},
                      const Metric& metric = stepTime()) {
    return valueOf(waterfall(from, to, shippedCatalog(), metric, order));
}
std::vector<std::string> keysOf(const WaterfallStep& step) {
    std::vector<std::string> keys;
    for (const Field* field : step.fields) keys.emplace_back(field->key);
    return keys;
}
bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

} // namespace

class WaterfallTest : public QObject {
    Q_OBJECT

private slots:
    /// Of two knobs everything can be said by hand: f, f(a), f(b), f(a, b).
    void twoKnobsComeToWhatTheReportsSay() {
        const Scenario from = presetScenario("mixtral-8x7b");
        const Scenario nic = with(from, {{"cluster.nic_gbps", "10"}});
        const Scenario tp = with(from, {{"train.recompute", "full"}});
        const Scenario both = with(nic, {{"train.recompute", "full"}});
        const double f = stepOf(from), fa = stepOf(nic), fb = stepOf(tp), fab = stepOf(both);
        QVERIFY(fa > f && fb > f);
        const Waterfall result = waterfallOf(from, both, {"train.recompute", "cluster.nic_gbps"});
        QCOMPARE(result.first, f);
        QCOMPARE(result.last, fab);
        QCOMPARE(result.steps.size(), std::size_t(2));
        const WaterfallStep &first = result.steps[0], &second = result.steps[1];
        QCOMPARE(keysOf(first), std::vector<std::string>{"train.recompute"});
        QCOMPARE(first.from, std::vector<std::string>{"none"});
        QCOMPARE(first.to, std::vector<std::string>{"full"});
        QVERIFY(near(first.change, fb - f));
        QVERIFY(near(second.change, fab - fb));
        QVERIFY(near(second.alone.value(), fa - f));
        QVERIFY(near(second.average.value(), ((fa - f) + (fab - fb)) / 2));
        QVERIFY(near(second.least.value(), std::min(fa - f, fab - fb)));
        QVERIFY(near(second.most.value(), std::max(fa - f, fab - fb)));
        QVERIFY(std::abs(result.interaction() - (fab - fa - fb + f)) < 1e-9 * f);
    }

    /// Without an order the knob that moves the metric most comes first, and every way adds up.
    void everyWayAddsUpToTheDifference() {
        const Scenario from = presetScenario("mixtral-8x7b");
        const Scenario to = with(from, {{"train.recompute", "full"},
                                        {"cluster.nic_gbps", "25"},
                                        {"train.micro_batch", "2"},
                                        {"model.sequence", "8192"},
                                        {"price.gpu_hour_usd", "3"}});
        const Waterfall result = waterfallOf(from, to);
        QCOMPARE(result.steps.size(), std::size_t(5));
        double changes = 0, averages = 0, largest = 0;
        for (const WaterfallStep& step : result.steps) {
            changes += step.change;
            averages += step.average.value();
            QVERIFY(*step.least <= *step.average && *step.average <= *step.most);
            QVERIFY(*step.least <= step.change && step.change <= *step.most);
            largest = std::max(largest, std::abs(step.alone.value()));
        }
        QVERIFY(near(changes, result.last - result.first));
        QVERIFY(near(averages, result.last - result.first));
        QVERIFY(near(result.aloneSum() + result.interaction(), result.last - result.first));
        QVERIFY(near(std::abs(result.steps.front().change), largest));
        const WaterfallStep& price = result.steps.back();
        QCOMPARE(keysOf(price), std::vector<std::string>{"price.gpu_hour_usd"});
        QVERIFY(!price.moves());
    }

    /// Four experts cannot be spread over eight GPUs: EP has to be there first, or with them.
    void knobsThatKeepARuleTogetherAreOneStep() {
        const Scenario from = with(presetScenario("mixtral-8x7b"), {{"parallel.ep", "8"}});
        const Scenario to = with(
            from,
            {{"moe.experts", "4"}, {"parallel.ep", "4"}, {"cluster.nic_gbps", "25"}, {"moe.top_k", "1"}});
        // Eight experts on four GPUs each is possible, four experts on eight is not.
        const Waterfall alone = waterfallOf(from, to, {"parallel.ep", "moe.experts"});
        QCOMPARE(alone.steps.size(), std::size_t(4));
        QVERIFY(alone.steps[0].alone);
        QVERIFY(!alone.steps[1].alone);
        QVERIFY(alone.steps[1].average);
        const Waterfall together = waterfallOf(from, to, {"moe.experts", "parallel.ep"});
        QCOMPARE(together.steps.size(), std::size_t(3));
        QCOMPARE(keysOf(together.steps[0]), (std::vector<std::string>{"moe.experts", "parallel.ep"}));
        QVERIFY(near(together.steps[0].change, alone.steps[0].change + alone.steps[1].change));
        // Left to itself it finds an order that needs no pair.
        QCOMPARE(waterfallOf(from, to).steps.size(), std::size_t(4));
    }

    void modelsThatDifferInMuchDifferByGroups() {
        const Scenario from = presetScenario("mixtral-8x7b"), to = presetScenario("deepseek-v3");
        const Waterfall result = waterfallOf(from, to);
        QVERIFY2(result.steps.size() <= kMostKnobs, qPrintable(QString::number(result.steps.size())));
        std::size_t fieldsIn = 0, changed = 0;
        double changes = 0;
        for (const WaterfallStep& step : result.steps) {
            fieldsIn += step.fields.size();
            changes += step.change;
        }
        for (const Field& field : fields()) changed += field.get(from) != field.get(to);
        QCOMPARE(fieldsIn, changed);
        QCOMPARE(result.first, stepOf(from));
        QCOMPARE(result.last, stepOf(to));
        QVERIFY(near(changes, result.last - result.first));
    }

    /// A section that is in one of the two alone comes or goes whole.
    void sectionsComeAndGoWhole() {
        const Metric& parameters = *findMetric("params.total");
        Scenario from = presetScenario("mixtral-8x7b"), to = with(from, {{"model.vocab", "64000"}});
        to.train.reset();
        const Waterfall result = waterfallOf(from, to, {}, parameters);
        QCOMPARE(keysOf(result.steps.front()), std::vector<std::string>{"model.vocab"});
        QCOMPARE(result.steps.size(), std::size_t(2));
        QVERIFY(!result.steps.back().moves());
        QVERIFY(result.steps.back().fields.size() > 1);
        const auto missing = waterfall(from, to, shippedCatalog(), stepTime());
        QVERIFY(!missing.has_value());
        QCOMPARE(QString::fromStdString(toString(missing.error())),
                 QString("train.step_seconds: has no value in one of the two scenarios\n"));
    }

    void sameScenariosHaveNoSteps() {
        const Scenario from = presetScenario("mixtral-8x7b");
        Scenario renamed = from;
        renamed.name = "the same";
        const Waterfall result = waterfallOf(from, renamed);
        QVERIFY(result.steps.empty());
        QCOMPARE(result.interaction(), 0.0);
        QVERIFY(result.averaged());
    }

    void wrongKeysAndBrokenScenariosAreNamed() {
        const Scenario from = presetScenario("mixtral-8x7b"), to = with(from, {{"parallel.ep", "3"}});
        QVERIFY(!waterfall(from, to, shippedCatalog(), stepTime()).has_value());
        const auto key = waterfall(from, from, shippedCatalog(), stepTime(), {"parallel.banana"});
        QVERIFY(!key.has_value());
        QCOMPARE(key.error().front().key, std::string("parallel.banana"));
    }
};

MOE_TEST(WaterfallTest)
#include "waterfall_test.moc"
