// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates per second on one core and on all, with a reused setup as searches make them, and how long a
// search over every layout of a GPU count takes.

#include "app/catalog_loader.h"
#include "app/search_run.h"
#include "models/engine/schedule/schedules.h"

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

SearchRequest requestOf(const Catalog& catalog, Count gpus, bool everySchedule = false) {
    std::vector<Condition> conditions;
    if (everySchedule) conditions.push_back(*parseCondition("train.schedule=any"));
    const Result<SearchRequest> request = searchRequest(
        catalog.preset("deepseek-v3")->scenario, catalog,
        searchGoal({*parseObjective("train.step_seconds", false)}, std::move(conditions)), gpus, gpus, 10);
    return *request;
}

/// 16 stages of 120 micro-batches (112 where a schedule needs multiples of 16), one layout over and over.
void timeSchedules(const Catalog& catalog) {
    for (const ScheduleRow& row : schedules()) {
        const bool chunked = row.chunks == 0;
        SearchRequest request = requestOf(catalog, 1024);
        request.space.schedules = {row.kind};
        request.space.base.train->globalBatch = 64 * (chunked ? 112 : 120);
        Layout layout;
        layout.gpus = 1024;
        layout.pp = 16;
        layout.dp = 64;
        layout.ep = 64;
        layout.vpp = chunked ? 2 : 1;
        Searcher searcher(request, catalog);
        const Clock::time_point start = Clock::now();
        double sum = 0, count = 0;
        do {
            for (int i = 0; i < 200; ++i, ++count) sum += searcher.estimateOf(layout).step.base;
        } while (secondsSince(start) < 0.5);
        const double rate = count / secondsSince(start);
        const double goal = row.kind == ScheduleKind::OneForwardOneBackward ? 300'000 : 20'000;
        std::printf(
            "%-14s 16 stages, %3d micro-batches: %7.0f per second and core, %5.2f of %.0f (step %.2f s)\n",
            row.key, chunked ? 112 : 120, rate, rate / goal, goal, sum / count);
    }
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

void timeSearch(const Catalog& catalog, Count gpus, unsigned jobs, bool everySchedule) {
    const SearchRequest request = requestOf(catalog, gpus, everySchedule);
    const Clock::time_point start = Clock::now();
    const SearchOutcome outcome = runSearch(request, catalog, jobs);
    const double seconds = secondsSince(start);
    std::printf(
        "search of DeepSeek-V3 on %5lld GPUs, %s, %u threads: %.2f s for %.4g layouts, %.4g evaluated; "
        "best step %.3f s, "
        "%zu on the Pareto line\n",
        static_cast<long long>(gpus), everySchedule ? "all schedules" : "usual schedules", jobs, seconds,
        outcome.layouts, outcome.found.evaluated,
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
    timeSchedules(catalog);
    for (const bool everySchedule : {false, true})
        for (Count gpus : {512, 2048, 16384}) timeSearch(catalog, gpus, cores, everySchedule);
    return 0;
}
