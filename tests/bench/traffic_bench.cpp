// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated requests per second and core; the preview of a scenario's load while a slider is dragged (10
// requests for each in flight, with the table of pass times and without); a map of 20 × 20 loads with three
// seeds each.

#include "app/files/catalog_loader.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/serve_load.h"

#include <cstdio>
#include <ctime>

using namespace moe;

namespace {

/// Of a processor, so that other work on the machine does not count.
template <class Call> double secondsOf(const Call& call) {
    call();
    const std::clock_t start = std::clock();
    call();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Passes of gpt-oss-120b on an H200, as fitted in the prototype of the specification.
double linePass(const PassLoad& load) {
    return 0.0177 + 7.5e-5 * load.rows + 7e-9 * load.context + 39e-6 * load.prefillTokens;
}

void benchCore(const ServingEngine& engine, int inFlight, std::int64_t blocks) {
    TrafficScenario scenario;
    scenario.engine = &engine;
    scenario.policy = engine.policy;
    scenario.concurrency = inFlight;
    scenario.limits.maxSeqs = 1024;
    scenario.limits.blocks = blocks;
    scenario.limits.lookahead = engine.lookahead;
    scenario.jitter = 0.015;
    scenario.time = linePass;
    TrafficClient client;
    client.count = 100000;
    client.prompt = 8000;
    client.output = 1000;
    client.spread = 0.2;
    scenario.requests = clientRequests(client);
    const double seconds = secondsOf([&] { simulate(scenario); });
    std::printf("%-8s %5d in flight, pool %-8s %9.0f requests/s\n", engine.key.data(), inFlight,
                blocks > 0 ? "short" : "ample", static_cast<double>(client.count) / seconds);
}

} // namespace

int main() {
    for (const ServingEngine& engine : engines())
        for (const int inFlight : {8, 64, 256}) {
            benchCore(engine, inFlight, 0);
            benchCore(engine, inFlight, 400 * static_cast<std::int64_t>(inFlight));
        }
    const app::ShippedCatalog shipped = app::shippedCatalog();
    Scenario scenario = shipped.catalog->preset("gpt-oss-120b")->scenario;
    scenario.train.reset();
    scenario.gpu = {};
    scenario.gpu.preset = "h200";
    scenario.parallel = {};
    scenario.parallel.tp = 2;
    scenario.cluster.gpus.reset();
    ServeSpec& serve = scenario.serve.emplace();
    serve.prompt = 8000;
    serve.output = 1000;
    serve.lengthSpread = 0.2;
    serve.requests = 64;
    const Result<ServedLoad> load = servedLoad(scenario, *shipped.catalog);
    if (!load) {
        std::printf("%s", toString(load.error()).c_str());
        return 1;
    }
    std::printf("table of pass times       %8.2f ms\n",
                1e3 * secondsOf([&] { servedLoad(scenario, *shipped.catalog); }));
    std::printf("640 requests of the load  %8.2f ms\n", 1e3 * secondsOf([&] { simulate(load->traffic); }));
    TrafficScenario cell = load->traffic;
    std::printf("20 x 20 loads, 3 seeds    %8.2f s on one core\n", secondsOf([&] {
                    for (int i = 0; i < 400; ++i)
                        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                            cell.seed = seed;
                            cell.concurrency = 1 + i % 64;
                            simulate(cell);
                        }
                }));
    return 0;
}
