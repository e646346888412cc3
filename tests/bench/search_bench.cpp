// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates per second on one core and on all, with a reused setup as searches make them, and how long a
// search over every layout of a GPU count takes.

#include "app/catalog_loader.h"
#include "app/search_run.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

using namespace moe;
using namespace moe::app;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

SearchRequest requestOf(const Catalog& catalog, Count gpus) {
    const Result<SearchRequest> request =
        searchRequest(catalog.preset("deepseek-v3")->scenario, catalog,
                      searchGoal({*parseObjective("train.step_seconds", false)}, {}), gpus, gpus, 10);
    return *request;
}

/// Every layout in turn, each computed in full.
double estimatesPerSecond(const SearchRequest& request, const Catalog& catalog, unsigned jobs) {
    const std::vector<Layout> layouts = layoutSplits(request.space, request.most);
    std::atomic<double> sum = 0;
    std::atomic<std::size_t> count = 0;
    const Clock::time_point start = Clock::now();
    do {
        inParallel(layouts.size(), 4096, jobs, {}, [&] {
            return [&, searcher = std::make_shared<Searcher>(request, catalog)](std::size_t first,
                                                                                std::size_t end) {
                double own = 0;
                for (std::size_t i = first; i < end; ++i) {
                    const Estimate made = searcher->estimateOf(layouts[i]);
                    own += made.step.base + made.device.base;
                }
                sum += own;
                count += end - first;
            };
        });
    } while (secondsSince(start) < 2);
    if (!(sum > 0)) std::printf("(no layouts)\n");
    return static_cast<double>(count) / secondsSince(start);
}

void timeSearch(const Catalog& catalog, Count gpus, unsigned jobs) {
    const SearchRequest request = requestOf(catalog, gpus);
    const Clock::time_point start = Clock::now();
    const SearchOutcome outcome = runSearch(request, catalog, jobs);
    const double seconds = secondsSince(start);
    std::printf("search of DeepSeek-V3 on %5lld GPUs, %u threads: %.2f s for %.4g layouts, %.4g evaluated; "
                "best step %.3f s, "
                "%zu on the Pareto line\n",
                static_cast<long long>(gpus), jobs, seconds, outcome.layouts, outcome.found.evaluated,
                outcome.found.best().empty() ? 0 : outcome.found.best().front().estimate.step.base,
                outcome.found.line().points().size());
}

} // namespace

int main() {
    const ShippedCatalog shipped = shippedCatalog();
    const Catalog& catalog = *shipped.catalog;
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    std::printf("cores: %u\n", cores);
    const SearchRequest request = requestOf(catalog, 512);
    const double one = estimatesPerSecond(request, catalog, 1),
                 all = estimatesPerSecond(request, catalog, cores);
    std::printf("estimates per second: %.0f on one core, %.0f on %u (× %.2f)\n", one, all, cores, all / one);
    for (Count gpus : {512, 2048, 16384}) timeSearch(catalog, gpus, cores);
    return 0;
}
