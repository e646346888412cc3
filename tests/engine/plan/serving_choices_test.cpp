// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts of a server as a picture has them.

#include "models/engine/plan/serving_choices.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

void oneByOne(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

Scenario server() {
    Scenario scenario = presetScenario("llama-3-70b");
    scenario.train.reset();
    scenario.parallel = {};
    scenario.parallel.tp = 4;
    scenario.cluster.gpus = 4;
    scenario.precision.weights = scenario.precision.compute = DataType::Fp8;
    scenario.serve->prompt = 1000;
    scenario.serve->output = 100;
    scenario.serve->requests = 16;
    scenario.serve->lengthSpread = 0.2;
    return scenario;
}

constexpr const char *kUser = "serve.tokens_per_second_per_user", *kGpu = "serve.tokens_per_second_per_gpu";

ServingChoices choicesOf(const Scenario& scenario) {
    const ServingSearch search = valueOf(choicesSearch(scenario, shippedCatalog(), kUser, kGpu));
    return servingChoices(search, searchedServing(search, shippedCatalog(), oneByOne), scenario,
                          shippedCatalog());
}

} // namespace

class ServingChoicesTest : public QObject {
    Q_OBJECT
private slots:
    /// On a GPU below 70 GiB an engine takes fewer sequences and tokens; the search no more than the load.
    void smallGpusGetTheEnginesSmallerLimits() {
        Scenario scenario = server();
        scenario.model = presetScenario("llama-3-8b").model;
        for (const char* gpu : {"h100-sxm", "a100-40g"}) {
            scenario.gpu.preset = gpu;
            scenario.precision.weights = scenario.precision.compute = DataType::Bf16;
            const ServingSearch search = valueOf(servingSearch(scenario, shippedCatalog(), 4, 4, {}));
            const ServedLoad load = valueOf(servedLoad(search.base, shippedCatalog()));
            QCOMPARE(search.sequences, Count(load.traffic.limits.maxSeqs));
            QCOMPARE(search.batches.front(), Count(load.traffic.limits.batchedTokens));
            QCOMPARE(search.sequences, gpu == std::string_view("h100-sxm") ? Count(1024) : Count(256));
        }
    }

    void everyPointIsThereOnceTheBestFirst() {
        const ServingChoices choices = choicesOf(server());
        QVERIFY(choices.best >= 3 && choices.best == choices.found.best.size());
        QCOMPARE(choices.points.size(), choices.found.points.size());
        QCOMPARE(choices.reasons.size(), choices.points.size());
        for (std::size_t i = 1; i < choices.best; ++i)
            QVERIFY(choices.points[i - 1].numbers.perGpu >= choices.points[i].numbers.perGpu);
        for (const ServingPoint& point : choices.points) QCOMPARE(point.layout.gpus, 4);
        const auto onLine = std::count_if(choices.points.begin(), choices.points.end(),
                                          [](const ServingPoint& point) { return point.pareto; });
        QCOMPARE(std::size_t(onLine), choices.found.line.size());
    }

    /// What is drawn of the scenario is what the search draws of the same layout with the same requests.
    void theOwnServerIsSimulatedAsTheOthers() {
        ServingChoices choices = choicesOf(server());
        QVERIFY(choices.own && choices.ownProblems.empty());
        Scenario opened = server();
        const ServingPoint& last = choices.points.back();
        for (const auto& [key, value] : pointSettings(choices.search, last))
            QVERIFY(setField(opened, key, value).empty());
        const std::size_t before = choices.points.size();
        choices = choicesOf(opened);
        QCOMPARE(choices.own->perGpu, last.numbers.perGpu);
        QCOMPARE(choices.own->ttft, last.numbers.ttft);
        QCOMPARE(choices.own->requests, last.numbers.requests);
        QCOMPARE(choices.points.size(), before); // whoever opens a point goes on seeing the same ones
        opened.serve->arrival = ServeArrival::Poisson;
        opened.serve->rate = 1;
        opened.serve->engine = ServeEngine::Steady;
        opened.serve->concurrency.reset();
        opened.serve->requests = 8;
        QCOMPARE(choicesOf(opened).own->requests, 8.0);
    }

    /// A search that is stopped ends with the run it is in; one of long runs does without them, and says so.
    void longRunsAreLeftOutAndStopped() {
        ServingSearch search = valueOf(choicesSearch(server(), shippedCatalog(), kUser, kGpu));
        QVERIFY(!std::isinf(search.longest));
        const ServingFound all = searchedServing(search, shippedCatalog(), oneByOne);
        search.longest = 200;
        const ServingFound few = searchedServing(search, shippedCatalog(), oneByOne);
        QVERIFY(!few.points.empty() && few.points.size() < all.points.size() && few.runs < all.runs);
        for (const ServingPoint& point : few.points) QVERIFY(point.numbers.simulated <= 200);
        QVERIFY(few.note && !all.note);
        QVERIFY(toString(*few.note).find("200 requests") != std::string::npos);
        search.stopped = [] { return true; };
        QCOMPARE(searchedServing(search, shippedCatalog(), oneByOne).runs, std::size_t(0));
    }

    /// Limits that nothing keeps leave the closest; 70B parameters in bf16 do not fit on one GPU.
    void whatCannotRunSaysWhy() {
        Scenario scenario = server();
        scenario.serve->sloTpot = 1e-4;
        const ServingChoices strict = choicesOf(scenario);
        QVERIFY(strict.points.empty() && strict.found.closest && strict.own);
        scenario = server();
        scenario.parallel.tp = 1;
        scenario.precision.weights = scenario.precision.compute = DataType::Bf16;
        const ServingChoices large = choicesOf(scenario); // 141 GB of weights on one GPU
        QVERIFY(!large.own && !large.ownProblems.empty() && !large.points.empty());
        QVERIFY(!choicesSearch(server(), shippedCatalog(), kUser, "train.mfu"));
    }
};

MOE_TEST(ServingChoicesTest)
#include "serving_choices_test.moc"
