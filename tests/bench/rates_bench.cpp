// SPDX-License-Identifier: GPL-3.0-or-later
// Requests per second within limits: the capacity, the rate, its band and the curve over arrivals, each with
// the simulations it takes, on one core.

#include "app/files/catalog_loader.h"
#include "models/engine/overview/overview.h"
#include "models/engine/overview/overview_serving.h"
#include "models/engine/scenario/fields.h"

#include <chrono>
#include <cstdio>

using namespace moe;

namespace {

template <class Call> double millisOf(const Call& call) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    call();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void inTurn(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

void timed(const char* name, Scenario scenario, const Catalog& catalog) {
    scenario.train.reset();
    Result<ServedLoad> made = rateLoad(scenario, catalog);
    if (!made) {
        std::printf("%-24s cannot be simulated\n", name);
        return;
    }
    ServedLoad load = std::move(made).value();
    const double capacity = millisOf([&] { load = withCapacity(load); });
    Goodput found;
    const double own = millisOf([&] { found = goodput(load); });
    Goodput slow, fast;
    const double band =
        millisOf([&] { slow = goodput(load, load.timeHigh), fast = goodput(load, load.timeLow); });
    ServedRate rate = servedRate(scenario, catalog, false, inTurn);
    const double curve = millisOf([&] { addArrivals(rate, scenario, catalog, inTurn); });
    std::printf("%-24s capacity %6.2f/s %5.0f ms; rate %6.3f/s by %lld requests %5.0f ms (%d runs); "
                "band %.3f to %.3f %5.0f ms (%d and %d); curve %5.0f ms\n",
                name, found.capacity, capacity, found.rate, static_cast<long long>(found.requests), own,
                found.runs, slow.rate, fast.rate, band, slow.runs, fast.runs, curve);
}

} // namespace

int main() {
    const app::ShippedCatalog shipped = app::shippedCatalog();
    const Catalog& catalog = *shipped.catalog;
    timed("Overview's start", *overviewStart(catalog), catalog);
    const char* llama[] = {"cluster.gpus=4", "parallel.tp=4", "parallel.pp=1"};
    for (const char* engine : {"vllm", "sglang", "trtllm"}) {
        Scenario scenario = catalog.preset("llama-3-70b")->scenario;
        scenario.train.reset();
        for (const std::string_view edit : llama)
            setField(scenario, std::string(edit.substr(0, edit.find('='))),
                     std::string(edit.substr(edit.find('=') + 1)));
        for (const auto& [key, value] : {std::pair("serve.engine", engine),
                                         {"serve.prompt", "1000"},
                                         {"serve.output", "500"},
                                         {"serve.slo_ttft", "1"},
                                         {"serve.slo_tpot", "0.03"}})
            setField(scenario, key, value);
        timed(engine, scenario, catalog);
    }
    return 0;
}
