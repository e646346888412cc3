// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/answer_search.h"

#include "app/work/plan_run.h"
#include "app/work/tradeoffs.h"
#include "models/engine/answer/searched.h"
#include "models/engine/plan/serving_choices.h"
#include "models/engine/shape/setup.h"

namespace moe::app {

constexpr std::size_t kEveryLayout = 1000000;

static Problems addTraining(Answer& answer, const Report& report, const Catalog& catalog, unsigned jobs,
                            const std::stop_token& stop, const Progress& progress) {
    const auto gpus = static_cast<Count>(setupOf(report.scenario, catalog).gpus);
    SearchGoal goal = searchGoal({*parseObjective("train.step_seconds", false)}, {});
    goal.y = goal.x; // no Pareto line is asked for
    const Result<SearchRequest> request =
        searchRequest(report.scenario, catalog, std::move(goal), gpus, gpus, 1);
    if (!request) return request.error();
    const SearchOutcome outcome = runSearch(*request, catalog, jobs, stop, progress);
    if (outcome.cancelled) return {};
    const std::vector<FoundLayout>& best = outcome.found.best();
    addSearched(answer, report, catalog, *request, best.empty() ? nullptr : &best.front(), outcome.layouts);
    return {};
}

static Problems addReinforcement(Answer& answer, const Report& report, const Catalog& catalog, unsigned jobs,
                                 const std::stop_token& stop, const Progress& progress) {
    Result<RlSearch> made = rlSearch(report.scenario, catalog, 0, {}, {});
    if (!made) return made.error();
    RlSearch search = std::move(made).value();
    search.top = 1;
    const RlFound found = runRlSearch(search, catalog, jobs, stop, progress);
    if (!stop.stop_requested()) addSearched(answer, report, found);
    return {};
}

Problems addLayoutSearch(Answer& answer, const Report& report, const Catalog& catalog, unsigned jobs,
                         const std::stop_token& stop, const Progress& progress) {
    if (answer.side == AnswerSide::Train && report.scenario.rl)
        return addReinforcement(answer, report, catalog, jobs, stop, progress);
    if (answer.side == AnswerSide::Train) return addTraining(answer, report, catalog, jobs, stop, progress);
    const ServeSpec& serve = *report.scenario.serve;
    if (serve.phase != Phase::Prefill && (serve.sloTtft || serve.sloTpot)) {
        const Result<GoodputMapPtr> map = serverGoodput(report.scenario, catalog, stop, progress);
        if (!map) return stop.stop_requested() ? Problems() : map.error();
        addGoodput(answer, report.scenario, **map);
        return {};
    }
    Result<ServingSearch> made = choicesSearch(report.scenario, catalog, "serve.tokens_per_second_per_user",
                                               "serve.tokens_per_second_per_gpu");
    if (!made) return made.error();
    ServingSearch search = std::move(made).value();
    search.top = kEveryLayout; // the scenario's own is among them, however slow
    const ServingFound found = runServingSearch(search, catalog, jobs, stop, progress);
    if (!stop.stop_requested()) addSearched(answer, report.scenario, search, found);
    return {};
}

} // namespace moe::app
