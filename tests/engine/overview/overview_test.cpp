// SPDX-License-Identifier: GPL-3.0-or-later
// Three answers of one scenario are those of its reports and of its simulation, and what an edit changed is
// told with the sign that it has.

#include "models/engine/evaluate.h"
#include "models/engine/overview/overview.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/cases.h"
#include "tests/engine/operator_cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

void inTurn(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

Scenario with(Scenario scenario, const AnswerEdits& set) {
    for (const auto& [key, value] : set)
        if (const Problems wrong = setField(scenario, key, value); !wrong.empty())
            throw std::runtime_error(toString(wrong));
    return scenario;
}

/// Qwen3-30B-A3B, trained and served on eight H100.
Scenario eightGpus() {
    Catalog catalog;
    catalog.presets.push_back({"qwen3-30b-a3b", "Qwen3-30B-A3B", presetScenario("qwen3-30b-a3b")});
    return *overviewStart(catalog);
}

Overview asked(const Scenario& scenario, const std::optional<Scenario>& before, const std::string& knob) {
    return overview({scenario, before, knob, Detail::Numbers}, numbersCatalog());
}

OverviewChange changeOf(const Overview& found, const char* key) {
    const OverviewDelta* delta = found.delta(key);
    return delta ? delta->change : OverviewChange::None;
}

} // namespace

class OverviewTest : public QObject {
    Q_OBJECT
private slots:
    void knobsAreFields_data() {
        QTest::addColumn<QString>("preset");
        QTest::newRow("experts") << "qwen3-30b-a3b";
        QTest::newRow("dense") << "llama-3-8b";
    }
    void knobsAreFields() {
        QFETCH(QString, preset);
        const Scenario scenario = presetScenario(preset.toStdString());
        const std::vector<std::string> knobs = overviewKnobs(scenario);
        QCOMPARE(knobs.size(), std::size_t(8));
        for (const std::string& knob : knobs) {
            const Field* field = findField(knob);
            QVERIFY2(field, knob.c_str());
            QVERIFY(field->get(scenario) != FieldValue());
        }
    }

    void startHasThreeAnswers() {
        QVERIFY(!overviewStart(numbersCatalog())); // without presets
        QVERIFY(brokenRules(eightGpus(), numbersCatalog()).empty());
        QCOMPARE(asked(eightGpus(), {}, "moe.experts").now.answers.size(), std::size_t(3));
        QVERIFY(hasArrivals(eightGpus()));
    }

    void answersAreThoseOfEachSide() {
        const Scenario scenario = eightGpus();
        const Overview found = asked(scenario, {}, "moe.experts");
        QCOMPARE(found.now.answers.size(), std::size_t(3));
        Scenario trained = scenario, served = scenario;
        trained.serve.reset();
        served.train.reset();
        const Report training = evaluate(trained, numbersCatalog(), Detail::Numbers);
        const Report serving = evaluate(served, numbersCatalog(), Detail::Numbers);
        QCOMPARE(found.now.answer(AnswerSide::Loss)->value("loss.value")->value, training.loss->value);
        QCOMPARE(found.now.training->memory->device.base, training.memory->device.base);
        QCOMPARE(found.now.serving->serve->device.base, serving.serve->device.base);
        QVERIFY(!found.before && found.deltas.empty());
        QCOMPARE(found.now.expertsPerGpu(), 16.0); // 128 experts on 8 GPUs
    }

    /// The rate is that of `simulate --goodput`: one simulation for one number.
    void rateIsThatOfTheSimulator() {
        const Scenario scenario = eightGpus();
        Overview found = asked(scenario, {}, "moe.experts");
        QVERIFY(hasArrivals(scenario) && !found.now.served);
        addServed(
            found,
            [](const Scenario& one, bool arrivals) {
                return servedRate(one, numbersCatalog(), arrivals, inTurn);
            },
            true);
        Scenario served = scenario;
        served.train.reset();
        const ServedLoad load = valueOf(openLoad(served, numbersCatalog()));
        const ServedRate& rate = *found.now.served;
        QVERIFY2(std::abs(rate.highest / goodput(load).rate - 1) < 1e-9,
                 qPrintable(QString::number(rate.highest)));
        QVERIFY(rate.low <= rate.highest && rate.highest <= rate.high && rate.low > 0);
        // Where the curve crosses the limit, there the highest rate is: each is a minute of arrivals.
        QVERIFY(rate.bound == ServingBound::Tpot);
        QVERIFY(rate.arrivals.size() >= 8);
        for (const ArrivalPoint& point : rate.arrivals) {
            QVERIFY(point.low <= point.tpot && point.tpot <= point.high);
            if (point.rate < 0.9 * rate.highest) QVERIFY(point.tpot <= 0.03);
            if (point.rate > 1.1 * rate.highest) QVERIFY(point.tpot > 0.03);
        }
    }

    void withoutEngineAndLimitsNothingArrives() {
        const Scenario scenario = presetScenario("qwen3-30b-a3b");
        QVERIFY(!hasArrivals(scenario));
        Overview found = asked(scenario, {}, "moe.experts");
        addServed(
            found,
            [](const Scenario&, bool) -> ServedRate {
                throw std::runtime_error("nothing is to be simulated");
            },
            true);
        QVERIFY(!found.now.served);
        for (const OverviewPoint& point : found.points) QVERIFY(point.tokensPerSecond);
    }

    /// Half the experts: less memory, a model that has learnt less.
    void editsAreToldWithTheirSign() {
        const Scenario many = eightGpus(), few = with(many, {{"moe.experts", "64"}});
        const Overview fewer = asked(few, many, "moe.experts"), more = asked(many, few, "moe.experts");
        QVERIFY(changeOf(fewer, "memory.device_bytes") == OverviewChange::Better);
        QVERIFY(changeOf(fewer, "serve.device_bytes") == OverviewChange::Better);
        QVERIFY(changeOf(fewer, "loss.value") == OverviewChange::Worse);
        QVERIFY(changeOf(more, "memory.device_bytes") == OverviewChange::Worse);
        QVERIFY(changeOf(more, "serve.device_bytes") == OverviewChange::Worse);
        QVERIFY(changeOf(more, "loss.value") == OverviewChange::Better);
        for (const OverviewDelta& delta : fewer.deltas) {
            const OverviewDelta* other = more.delta(delta.key);
            QVERIFY2(other, delta.key);
            QCOMPARE(delta.difference(), -other->difference());
        }
        // 93.9 GiB on a card of 79.6: regression value, which the presets' documentation shows too.
        QVERIFY(many.moe->experts == 128 && fewer.before->training->memory->fits == Fit::No);
        QVERIFY(fewer.now.training->memory->fits != Fit::No);
    }

    /// A layout does not change what is learnt; and what does not change is not told.
    void layoutLeavesTheLoss() {
        const Scenario wide = eightGpus(), narrow = with(wide, {{"parallel.ep", "4"}});
        const Overview found = asked(narrow, wide, "parallel.ep");
        QVERIFY(found.delta("loss.value"));
        QVERIFY(changeOf(found, "loss.value") == OverviewChange::None);
        QVERIFY(changeOf(found, "memory.device_bytes") == OverviewChange::Worse);
        const Overview same = asked(wide, wide, "parallel.ep");
        QVERIFY(!same.before && same.deltas.empty());
    }

    /// Two rates of one server with other random numbers are the same, nine times of ten.
    void scatterIsNoChange() {
        const Scenario one = eightGpus(), other = with(one, {{"serve.seed", "3"}});
        Overview found = asked(other, one, "moe.experts");
        addServed(
            found,
            [](const Scenario& scenario, bool) {
                return servedRate(scenario, numbersCatalog(), false, inTurn);
            },
            true);
        const OverviewDelta* delta = found.delta("serve.goodput_requests_per_second");
        QVERIFY(delta && delta->difference() != 0);
        QVERIFY(delta->change == OverviewChange::Same);
    }

    void pointsHoldTheScenario_data() {
        QTest::addColumn<QString>("knob");
        for (const std::string& knob : overviewKnobs(eightGpus()))
            QTest::newRow(knob.c_str()) << QString::fromStdString(knob);
    }
    void pointsHoldTheScenario() {
        QFETCH(QString, knob);
        const Scenario scenario = eightGpus();
        const Overview found = asked(scenario, {}, knob.toStdString());
        QVERIFY(found.points.size() >= 2);
        QVERIFY(std::is_sorted(found.points.begin(), found.points.end(),
                               [](const auto& a, const auto& b) { return a.number < b.number; }));
        const auto own = std::find_if(found.points.begin(), found.points.end(),
                                      [&](const OverviewPoint& point) { return point.scenario == scenario; });
        QVERIFY(own != found.points.end());
        QCOMPARE(*own->loss, found.now.training->loss->value);
        QCOMPARE(own->device->base, found.now.training->memory->device.base);
        for (const OverviewPoint& point : found.points) {
            QCOMPARE(point.rule.empty(), brokenRules(point.scenario, numbersCatalog()).empty());
            QCOMPARE(point.rule.empty(), point.loss.has_value());
        }
    }

    /// While a slider moves, the axis stays.
    void axisStandsStillWhileDragging() {
        const Scenario before = eightGpus();
        std::vector<double> first;
        for (const char* experts : {"96", "80", "64"}) {
            const Overview found = asked(with(before, {{"moe.experts", experts}}), before, "moe.experts");
            const std::vector<double> ends{found.points.front().number, found.points.back().number};
            if (first.empty()) first = ends;
            QCOMPARE(ends, first);
        }
    }

    void switchSetsProductsAndWeights() {
        const Scenario off = eightGpus(), on = with(off, fp8Edits(true));
        QVERIFY(!isFp8(off) && isFp8(on));
        QVERIFY(isFp8(presetScenario("deepseek-v3"))); // with scales per block
        QVERIFY(on.precision.weights == DataType::Fp8);
        QVERIFY(with(on, fp8Edits(false)) == off);
        const Overview found = asked(on, off, kFp8Knob);
        QVERIFY(!found.logarithmic);
        QCOMPARE(found.points.size(), std::size_t(2));
        QVERIFY(changeOf(found, "serve.device_bytes") == OverviewChange::Better); // a byte a weight, not two
    }

    void sidesThatAreNotThere() {
        Scenario served = eightGpus();
        served.train.reset();
        const Overview found = asked(served, {}, "moe.experts");
        QVERIFY(!found.now.training && found.now.serving);
        QCOMPARE(found.now.answers.size(), std::size_t(1));
        for (const OverviewPoint& point : found.points) QVERIFY(!point.loss && !point.device);
    }

    /// A pool that holds no request has no rate, and says why.
    void whatDoesNotFitHasNoRate() {
        const Scenario one =
            with(eightGpus(), {{"cluster.gpus", "1"}, {"parallel.ep", "1"}, {"gpu.memory_gib", "40"}});
        const ServedRate rate = servedRate(one, numbersCatalog(), true, inTurn);
        QVERIFY(!rate.problems.empty() && rate.highest == 0 && rate.arrivals.empty());
    }

    /// With a section rl memory is that of the step's fuller moment, on the curve and in what an edit did.
    void reinforcementIsOfTheStep() {
        const Scenario narrow = with(presetScenario("qwen3-30b-a3b-grpo"), {{"train.grad_bytes", "2"}});
        const Scenario wide = with(narrow, {{"train.grad_bytes", "4"}});
        const Overview found = asked(narrow, wide, "moe.experts");
        QVERIFY(found.now.training && found.now.training->rl);
        const RlReport& rl = *found.now.training->rl;
        const auto here = std::find_if(found.points.begin(), found.points.end(),
                                       [&](const OverviewPoint& point) { return point.scenario == narrow; });
        QVERIFY(here != found.points.end() && here->device && here->capacity);
        QCOMPARE(here->device->base, rl.device().base);
        QCOMPARE(here->capacity->base, rl.capacity.base);
        QVERIFY(rl.device() != found.now.training->memory->device);
        const OverviewDelta* delta = found.delta("rl.train_memory_bytes");
        QVERIFY(delta && delta->change == OverviewChange::Better);
        QCOMPARE(delta->after, rl.trainMemory.base);
        QVERIFY(found.delta("rl.rollout_memory_bytes") && !found.delta("memory.device_bytes"));
        // Plain training and an RL step are no two states of one number.
        Scenario plain = narrow;
        plain.rl.reset();
        const Overview other = asked(narrow, plain, "moe.experts");
        QVERIFY(!other.delta("memory.device_bytes") && !other.delta("rl.train_memory_bytes"));
    }
};

MOE_TEST(OverviewTest)
#include "overview_test.moc"
