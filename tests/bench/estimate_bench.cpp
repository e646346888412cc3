// SPDX-License-Identifier: GPL-3.0-or-later
// How many scenarios one core estimates per second: presets with random layouts, setup included.

#include "app/files/catalog_loader.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/estimate.h"
#include "models/engine/time/simulated_step.h"

#include <chrono>
#include <cstdio>
#include <random>

using namespace moe;

namespace {

std::vector<Scenario> scenarios(const Catalog& catalog) {
    std::mt19937 random(5);
    const auto pick = [&](std::initializer_list<Count> values) {
        return values.begin()[random() % values.size()];
    };
    std::vector<Scenario> made;
    while (made.size() < 512) {
        const ScenarioPreset& preset = catalog.presets[random() % catalog.presets.size()];
        Scenario scenario = preset.scenario;
        if (!scenario.train) continue;
        scenario.parallel.tp = pick({1, 2, 4, 8});
        scenario.parallel.pp = pick({1, 2, 4, 8});
        scenario.parallel.vpp = 1;
        scenario.parallel.ep = scenario.moe ? pick({1, 2, 8, 16}) : 1;
        scenario.parallel.dp.reset();
        scenario.cluster.gpus = pick({64, 256, 1024});
        if (brokenRules(scenario, catalog).empty()) made.push_back(std::move(scenario));
    }
    return made;
}

} // namespace

int main() {
    const app::ShippedCatalog shipped = app::shippedCatalog();
    const std::vector<Scenario> list = scenarios(*shipped.catalog);
    using Clock = std::chrono::steady_clock;
    const auto perSecond = [&](auto evaluateOne, std::size_t size) {
        const auto start = Clock::now();
        std::size_t count = 0;
        double seconds = 0, sum = 0;
        do {
            for (std::size_t i = 0; i < size; ++i) sum += evaluateOne(i);
            count += size;
            seconds = std::chrono::duration<double>(Clock::now() - start).count();
        } while (seconds < 1.0);
        std::printf("  (checksum %.6g)\n", sum / static_cast<double>(count));
        return static_cast<double>(count) / seconds;
    };
    std::vector<Setup> setups;
    for (const Scenario& scenario : list) setups.push_back(setupOf(scenario, *shipped.catalog));
    const auto valueOf = [](const Estimate& made) { return made.step.base + made.peak.base; };
    const double whole =
        perSecond([&](std::size_t i) { return valueOf(estimate(list[i], *shipped.catalog)); }, list.size());
    const auto ofSetups = [&](const std::vector<Setup>& some) {
        return perSecond([&](std::size_t i) { return valueOf(estimate(some[i])); }, some.size());
    };
    std::printf("estimates per second on one core: %.0f from scenarios, %.0f from setups\n", whole,
                ofSetups(setups));
    std::vector<Setup> closed, simulated;
    for (const Setup& setup : setups) (isSimulated(setup) ? simulated : closed).push_back(setup);
    std::printf("%zu with a closed form: %.2f us each\n", closed.size(), 1e6 / ofSetups(closed));
    if (!simulated.empty())
        std::printf("%zu simulated: %.2f us each\n", simulated.size(), 1e6 / ofSetups(simulated));
    return 0;
}
