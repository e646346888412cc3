// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/tradeoffs.h"

#include "app/files/parallel.h"
#include "app/work/plan_run.h"

#include <mutex>

namespace moe::app {

Problem cancelled() {
    return {.rule = say("This was cancelled. Show the page again to compute it.")};
}

Result<const Metric*> metricOf(const QString& key) {
    if (const Metric* metric = findMetric(key.toStdString())) return metric;
    return Problem{.rule = say("must be a metric (see `moe-explorer metrics`)"), .value = key.toStdString()};
}

namespace {

/// work(i) for every index, telling how many are done. Each thread has a copy of `work`.
template <class Work>
void forEach(std::size_t count, const std::stop_token& stop, const Progress& progress, Work work) {
    std::mutex mutex;
    std::size_t done = 0;
    inParallel(count, 1, 0, stop, [&] {
        return [&, own = work](std::size_t first, std::size_t end) mutable {
            for (std::size_t i = first; i < end; ++i) own(i);
            if (!progress) return;
            const std::lock_guard lock(mutex);
            done += end - first;
            progress(static_cast<double>(done), static_cast<double>(count));
        };
    });
}

Result<std::vector<SweepCell>> cellsOf(const SweepPlan& plan, const Catalog& catalog,
                                       const std::stop_token& stop, const Progress& progress) {
    std::vector<SweepCell> cells(plan.count());
    forEach(cells.size(), stop, progress, [&](std::size_t i) { cells[i] = sweepCell(plan, catalog, i); });
    if (stop.stop_requested()) return cancelled();
    return cells;
}

} // namespace

Result<ChoicesPtr> layoutChoices(const Scenario& scenario, const Catalog& catalog, const QString& xKey,
                                 const QString& yKey, const QString& schedules, const std::stop_token& stop,
                                 const Progress& progress) {
    QStringList unknown;
    const auto objective = [&](const QString& key) {
        const EstimateMetric* metric = findEstimateMetric(key.toStdString());
        if (!metric) unknown << key;
        return Objective{metric, metric && metric->better == Better::Higher, 1};
    };
    const Objective x = objective(xKey), y = objective(yKey);
    if (!unknown.isEmpty())
        return Problem{.source = "--x, --y",
                       .rule = say("must be metrics of a layout: %1", estimateMetricNames()),
                       .value = unknown.join(QLatin1Char(' ')).toStdString()};
    std::vector<Condition> conditions;
    if (schedules != QLatin1String("usual")) {
        const Result<Condition> asked = parseCondition("train.schedule=" + schedules.toStdString());
        if (!asked) return asked.error();
        conditions.push_back(*asked);
    }
    SearchGoal goal = searchGoal({x}, std::move(conditions));
    goal.y = y;
    const auto gpus = static_cast<Count>(setupOf(scenario, catalog).gpus);
    Result<SearchRequest> request = searchRequest(scenario, catalog, goal, gpus, gpus, 1);
    if (!request) return request.error();
    auto choices = std::make_shared<LayoutChoices>(LayoutChoices{*request, {}, {}, 0});
    SearchOutcome outcome = runSearch(choices->request, catalog, 0, stop, progress, true);
    if (outcome.families.empty() && !outcome.cancelled) {
        choices->request.goal.mustFit = false;
        outcome = runSearch(choices->request, catalog, 0, stop, progress, true);
    }
    if (outcome.cancelled) return cancelled();
    choices->families = std::move(outcome.families);
    choices->line = outcome.found.line().points();
    choices->lineThinned = outcome.found.line().thinned();
    choices->layouts = outcome.layouts;
    return ChoicesPtr(std::move(choices));
}

Result<ChoicesPtr> narrowedChoices(const LayoutChoices& whole, const std::string& within,
                                   const Catalog& catalog, const std::stop_token& stop,
                                   const Progress& progress) {
    auto choices = std::make_shared<LayoutChoices>(whole);
    choices->within = within;
    SearchRequest request = whole.request;
    Problems problems;
    for (const std::string& text : conditionTexts(within)) {
        Result<Condition> condition = parseCondition(text);
        if (condition)
            request.goal.conditions.push_back(*std::move(condition));
        else
            append(problems, condition.error());
    }
    if (!problems.empty()) return problems;
    SearchOutcome outcome = runSearch(request, catalog, 0, stop, progress, true);
    if (outcome.cancelled) return cancelled();
    choices->narrowed = outcome.found.line().points();
    choices->narrowed.insert(choices->narrowed.end(), outcome.families.begin(), outcome.families.end());
    return ChoicesPtr(std::move(choices));
}

Result<ServingChoicesPtr> serverChoices(const Scenario& scenario, const Catalog& catalog, const QString& xKey,
                                        const QString& yKey, const std::stop_token& stop,
                                        const Progress& progress) {
    const Result<ServingSearch> search =
        choicesSearch(scenario, catalog, xKey.toStdString(), yKey.toStdString());
    if (!search) return search.error();
    ServingFound found = runServingSearch(*search, catalog, 0, stop, progress);
    if (stop.stop_requested()) return cancelled();
    return ServingChoicesPtr(
        std::make_shared<const ServingChoices>(servingChoices(*search, std::move(found), scenario, catalog)));
}

Result<GoodputMapPtr> serverGoodput(const Scenario& scenario, const Catalog& catalog,
                                    const std::stop_token& stop, const Progress& progress) {
    const Result<ServingSearch> search = goodputSearch(scenario, catalog);
    if (!search) return search.error();
    const ServingFound found = runServingSearch(*search, catalog, 0, stop, progress);
    if (stop.stop_requested()) return cancelled();
    GoodputMap map = runGoodputMap(scenario, *search, found, catalog, stop, progress);
    if (stop.stop_requested()) return cancelled();
    return GoodputMapPtr(std::make_shared<const GoodputMap>(std::move(map)));
}

Result<SensitivitiesPtr> sensitivityAnswer(const Scenario& scenario, const Catalog& catalog,
                                           const QString& metric, const std::stop_token& stop,
                                           const Progress& progress) {
    const Result<const Metric*> found = metricOf(metric);
    if (!found) return found.error();
    const SensitivityPlan plan = sensitivityPlan(scenario, catalog, **found);
    const Result<std::vector<SweepCell>> cells = cellsOf(plan.sweep, catalog, stop, progress);
    if (!cells) return cells.error();
    return SensitivitiesPtr(std::make_shared<const Sensitivities>(sensitivities(plan, *cells)));
}

Result<FieldMapPtr> fieldMapAnswer(const Scenario& scenario, const Catalog& catalog, const QString& x,
                                   const QString& y, const QString& metric, std::size_t count,
                                   const std::stop_token& stop, const Progress& progress) {
    const Result<const Metric*> found = metricOf(metric);
    if (!found) return found.error();
    Result<SweepAxis> xAxis = mapAxis(scenario, catalog, x.toStdString(), count),
                      yAxis = mapAxis(scenario, catalog, y.toStdString(), count);
    if (!xAxis) return xAxis.error();
    if (!yAxis) return yAxis.error();
    if (xAxis->key == yAxis->key)
        return Problem{.key = xAxis->key, .rule = say("must not be on both axes of a map")};
    auto map = std::make_shared<FieldMap>();
    map->plan = {scenario, *xAxis, *yAxis, *found};
    map->coarse = count < kFullMap;
    map->rows.resize(map->plan.y.values.size());
    forEach(map->rows.size(), stop, progress,
            [&, mapper = FieldMapper(map->plan, catalog)](std::size_t row) mutable {
                map->rows[row] = mapper.row(row);
            });
    if (stop.stop_requested()) return cancelled();
    return FieldMapPtr(std::move(map));
}

Result<ui::StudyPtr> studyAnswer(const Scenario& scenario, const Catalog& catalog, const QString& study,
                                 const std::stop_token& stop, const Progress& progress) {
    Result<SweepPlan> plan = studyPlan(study.toStdString(), scenario, catalog);
    if (!plan) return plan.error();
    Result<std::vector<SweepCell>> cells = cellsOf(*plan, catalog, stop, progress);
    if (!cells) return cells.error();
    return ui::StudyPtr(std::make_shared<const ui::StudyAnswer>(
        ui::StudyAnswer{study.toStdString(), std::move(plan).value(), std::move(cells).value()}));
}

} // namespace moe::app
