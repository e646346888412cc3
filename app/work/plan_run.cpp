// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/plan_run.h"

#include "app/files/parallel.h"
#include "models/engine/plan/plan_serving.h"
#include "models/engine/plan/plan_training.h"

#include <mutex>

namespace moe::app {

ForEach onThreads(unsigned jobs, const std::stop_token& stop, const Progress& progress) {
    return [=](std::size_t count, const std::function<void(std::size_t)>& work) {
        std::mutex mutex;
        std::size_t done = 0;
        inParallel(count, 1, jobs, stop, [&] {
            return [&](std::size_t first, std::size_t end) {
                for (std::size_t i = first; i < end; ++i) work(i);
                if (!progress) return;
                const std::lock_guard lock(mutex);
                done += end - first;
                progress(static_cast<double>(done), static_cast<double>(count));
            };
        });
    };
}

ServingFound runServingSearch(const ServingSearch& search, const Catalog& catalog, unsigned jobs,
                              const std::stop_token& stop, const Progress& progress) {
    ServingSearch stoppable = search;
    stoppable.stopped = [stop] { return stop.stop_requested(); };
    return searchedServing(stoppable, catalog, onThreads(jobs, stop, progress));
}

RlFound runRlSearch(const RlSearch& search, const Catalog& catalog, unsigned jobs,
                    const std::stop_token& stop, const Progress& progress) {
    RlSearch stoppable = search;
    stoppable.stopped = [stop] { return stop.stop_requested(); };
    return searchedRl(stoppable, catalog, onThreads(jobs, stop, progress));
}

GoodputMap runGoodputMap(const Scenario& scenario, const ServingSearch& search, const ServingFound& found,
                         const Catalog& catalog, const std::stop_token& stop, const Progress& progress) {
    constexpr std::size_t kLayouts = 8, kRates = 14;
    return goodputMap(scenario, catalog, search, found, kLayouts, kRates, onThreads(0, stop, progress));
}

Result<Plans> runPlan(const Scenario& base, const Catalog& catalog, const PlanGoal& goal, unsigned jobs,
                      const std::stop_token& stop, const Progress& progress) {
    const RunSearch search = [&](const SearchRequest& request) {
        SearchOutcome outcome = runSearch(request, catalog, jobs, stop, progress);
        return FoundLayouts{std::move(outcome.found), outcome.layouts};
    };
    const ForEach forEach = onThreads(jobs, stop, {});
    Result<Plans> plans =
        goal.trains ? trainingPlans(base, catalog, goal, search) : servingPlans(base, catalog, goal, forEach);
    if (stop.stop_requested()) return Problem{.rule = say("This was cancelled.")};
    return plans;
}

} // namespace moe::app
