// SPDX-License-Identifier: GPL-3.0-or-later
// What measured operators cost: a look-up, a decode step of 61 layers and a whole serving report, as ratios
// to the analytic model's; and training beside them, which asks none.

#include "app/files/catalog_loader.h"
#include "models/engine/evaluate.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"

#include <chrono>
#include <cstdio>

using namespace moe;

namespace {

/// Microseconds of one call.
template <class Call> double microsOf(const Call& call) {
    using Clock = std::chrono::steady_clock;
    call();
    std::size_t count = 0;
    const auto start = Clock::now();
    double micros = 0;
    do {
        for (int i = 0; i < 16; ++i) call();
        count += 16;
        micros = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    } while (micros < 5e5);
    return micros / static_cast<double>(count);
}

void print(const char* what, double measured, double analytic) {
    std::printf("%-44s %9.3f us, analytic %9.3f us, ratio %.2f\n", what, measured, analytic,
                measured / analytic);
}

} // namespace

int main() {
    const app::ShippedCatalog shipped = app::shippedCatalog();
    const Catalog& catalog = *shipped.catalog;
    Scenario scenario = catalog.preset("deepseek-v3")->scenario;
    scenario.train.reset();
    scenario.parallel = {};
    scenario.parallel.tp = scenario.parallel.ep = 8;
    scenario.cluster.gpus.reset();
    scenario.serve = ServeSpec{};
    scenario.serve->requests = 64;
    Scenario model = scenario;
    model.operators = OperatorSource::Analytic;
    const Setup setup = setupOf(scenario, catalog), plain = setupOf(model, catalog);
    const ServeSources sources = serveSources(setup, catalog), none;
    if (!sources.operators) {
        std::printf("no measured operators\n");
        return 1;
    }
    double sum = 0;
    OperatorShape shape;
    shape.m = 64;
    shape.n = 7168;
    shape.k = 2048;
    print("look-up of a product, all backends",
          microsOf([&] { sum += sources.operators->at(OperatorUse::Linear, PassPart::Mlp, shape).us; }),
          microsOf([&] {
              sum += gemmCost(serveRatesOf(plain).dense, {64, 7168, 2048}, GemmType::Linear).time.base;
          }));
    OperatorShape experts;
    experts.tokens = 512;
    experts.hidden = 7168;
    experts.expertFfn = 2048;
    experts.topK = 8;
    experts.experts = 256;
    experts.ep = 8;
    const auto oneLookUp = [&](const char* what, OperatorUse use, PassPart part, const OperatorShape& asked) {
        const OperatorTimer& timer = *sources.operators->at(use, part, asked).timer;
        print(what, microsOf([&] { sum += timer(asked).us; }),
              microsOf([&] { sum += timer.analyticUs(asked); }));
    };
    oneLookUp("look-up of a product, one backend", OperatorUse::Linear, PassPart::Mlp, shape);
    oneLookUp("look-up of experts, one backend", OperatorUse::Experts, PassPart::Experts, experts);
    const ServeRates rates = serveRatesOf(setup);
    const PassShape step{.sequences = 64, .context = 4096, .headRows = 64};
    print("decode step of 61 layers",
          microsOf([&] { sum += forwardPass(setup, rates, step, &sources).time.base; }),
          microsOf([&] { sum += forwardPass(plain, rates, step, &none).time.base; }));
    print("choice of sources", microsOf([&] { sum += serveSources(setup, catalog).operators != nullptr; }),
          microsOf([&] { sum += serveSources(plain, catalog).operators != nullptr; }));
    std::vector<Warning> warnings;
    print("serving report", microsOf([&] { sum += serving(setup, &sources, warnings).tpot->base; }),
          microsOf([&] { sum += serving(plain, &none, warnings).tpot->base; }));
    print("evaluation, numbers only",
          microsOf([&] { sum += evaluate(scenario, catalog, Detail::Numbers).serve->tpot->base; }),
          microsOf([&] { sum += evaluate(model, catalog, Detail::Numbers).serve->tpot->base; }));
    Scenario training = catalog.preset("deepseek-v3")->scenario, trainingModel = training;
    training.serve.reset();
    trainingModel.serve.reset();
    trainingModel.operators = OperatorSource::Analytic;
    print("training evaluation, numbers only",
          microsOf([&] { sum += evaluate(training, catalog, Detail::Numbers).train->step.base; }),
          microsOf([&] { sum += evaluate(trainingModel, catalog, Detail::Numbers).train->step.base; }));
    std::printf("(checksum %.6g)\n", sum);
    return 0;
}
