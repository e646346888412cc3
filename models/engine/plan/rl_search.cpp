// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/rl_search.h"

#include "data/number.h"
#include "data/quantity.h"
#include "data/text.h"
#include "models/engine/plan/rl_choices.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Engines that are simulated of one way to sample.
constexpr int kSimulatedEngines = 4;

// Goal

const char* const kLayoutFields[] = {"parallel.tp",  "parallel.pp",  "parallel.vpp", "parallel.cp",
                                     "parallel.ep",  "parallel.etp", "train.zero",   "rl.rollout_gpus",
                                     "cluster.gpus", "rollout.tp",   "rollout.pp",   "rollout.ep",
                                     "rollout.dp"};

std::string rlKeys(bool withFields) {
    std::string keys;
    for (const Metric& metric : metrics())
        if (std::string_view(metric.key).starts_with("rl."))
            keys += (keys.empty() ? "" : ", ") + std::string(metric.key);
    if (withFields)
        for (const char* key : kLayoutFields) keys += std::string(", ") + key;
    return keys;
}

const Metric* rlMetric(std::string_view key) {
    return key.starts_with("rl.") ? findMetric(key) : nullptr;
}

/// A report that has what metrics of the step read.
Report pointReport(const RlPoint& point) {
    Report report;
    report.scenario = point.scenario;
    report.rl = point.report;
    return report;
}

bool keeps(const RlCondition& condition, const Report& report) {
    std::optional<double> value;
    if (condition.metric) {
        value = condition.metric->value(report);
    } else {
        const FieldValue set = condition.field->get(report.scenario);
        if (const double* number = std::get_if<double>(&set))
            value = *number;
        else if (std::string_view(condition.field->key) == "rl.rollout_gpus")
            value = report.rl->rolloutGpus;
    }
    return value && holds(*value, condition.relation, condition.limit);
}

bool keepsAll(const RlSearch& search, const Report& report) {
    return std::all_of(search.conditions.begin(), search.conditions.end(),
                       [&](const RlCondition& one) { return keeps(one, report); });
}

/// Smaller is better.
double costOf(const RlSearch& search, const Report& report) {
    const std::optional<double> value = search.objective.metric->value(report);
    if (!value) return std::numeric_limits<double>::infinity();
    return search.objective.maximise ? -*value : *value;
}

// Sampling

struct SamplingChoice {
    RolloutSpec rollout;
    Rollout sampled;
    double engines = 0;
};

std::vector<std::pair<std::string, std::string>> editsBetween(const Scenario& from, const Scenario& to) {
    static constexpr const char* kKeys[] = {
        "cluster.gpus",   "parallel.tp",     "parallel.pp",  "parallel.vpp",    "parallel.cp",
        "parallel.ep",    "parallel.etp",    "parallel.dp",  "parallel.layout", "train.zero",
        "train.schedule", "train.recompute", "rl.placement", "rl.rollout_gpus", "rollout.tp",
        "rollout.pp",     "rollout.ep",      "rollout.etp",  "rollout.dp",      "parallel.sequence_parallel"};
    std::vector<std::pair<std::string, std::string>> edits;
    for (const char* key : kKeys) {
        const Field* field = findField(key);
        if (!field) continue;
        const std::string was = fieldText(field->get(from)), is = fieldText(field->get(to));
        if (was != is) edits.emplace_back(key, is.empty() ? "auto" : is);
    }
    return edits;
}

/// A pair, joined.
struct Joined {
    std::size_t split = 0, training = 0, sampling = 0;
    double cost = 0, memory = 0;
};

} // namespace

Result<RlCondition> parseRlCondition(std::string_view text) {
    const auto broken = [&](Message rule) {
        return Problem{.rule = std::move(rule), .value = std::string(text)};
    };
    const std::optional<RelationText> parts = relationIn(text);
    if (!parts) return broken(say("must be key<=value, key>=value, or key=value"));
    RlCondition condition;
    condition.relation = parts->relation;
    condition.metric = rlMetric(parts->key);
    if (std::find(std::begin(kLayoutFields), std::end(kLayoutFields), parts->key) != std::end(kLayoutFields))
        condition.field = findField(parts->key);
    if (!condition.metric && !condition.field) return broken(say("the key must be one of %1", rlKeys(true)));
    const char* unit = condition.metric ? condition.metric->unit : "";
    const TypedQuantity limit = readQuantity(parts->rest, unit);
    if (!limit.value || !std::isfinite(*limit.value))
        return broken(withUnit(say("expected a number after the relation"), unit, limit));
    condition.limit = *limit.value;
    return condition;
}

Result<RlObjective> parseRlObjective(std::string_view text, bool maximise) {
    const Metric* metric = rlMetric(text);
    if (!metric) return Problem{.rule = say("must be one of %1", rlKeys(false)), .value = std::string(text)};
    return RlObjective{metric, maximise};
}

Result<RlSearch> rlSearch(const Scenario& base, const Catalog& catalog, Count gpus,
                          std::vector<RlCondition> conditions, std::vector<RlObjective> objectives) {
    if (!base.train || !base.rl)
        return Problem{.key = "rl.prompts",
                       .rule = say("is required: the search is over steps of reinforcement learning (add "
                                   "--set rl.prompts=64)")};
    if (objectives.size() > 1)
        return Problem{.source = "--minimise",
                       .rule = say("one metric ranks steps of reinforcement learning")};
    RlSearch search{base, gpus, {findMetric("rl.step_seconds"), false}, std::move(conditions), 10, {}};
    if (!objectives.empty()) search.objective = objectives.front();
    if (gpus < 1) {
        const double train = setupOf(base, catalog).gpus;
        const bool apart = base.rl->placement == RlPlacement::Separate;
        search.gpus = std::llround(train + (apart ? rolloutGpusOf(*base.rl, train) : 0));
    }
    std::vector<Warning> warnings;
    if (!rlResponses(*base.rl, catalog, warnings))
        return Problem{.key = "rl.lengths", .rule = warnings.front().text};
    return search;
}

RlFound searchedRl(const RlSearch& search, const Catalog& catalog, const ForEach& forEach) {
    RlFound result;
    std::vector<Warning> unused;
    const std::optional<RlResponses> responses = rlResponses(*search.base.rl, catalog, unused);
    if (!responses) return result;
    const auto domain = std::max<Count>(1, std::llround(setupOf(search.base, catalog).domain));
    const std::vector<GpuSplit> splits = splitsOf(search, domain);
    const auto stopped = [&] { return search.stopped && search.stopped(); };

    // Training, by the GPUs that it has and what shares them.
    std::vector<std::vector<TrainingChoice>> trainings(splits.size());
    std::vector<double> layouts(splits.size(), 0.0);
    forEach(splits.size(), [&](std::size_t i) {
        if (!stopped()) trainings[i] = trainingsOf(search, catalog, *responses, splits[i], layouts[i]);
    });
    for (const double count : layouts) result.trainings += count;

    // Sampling.
    struct Task {
        std::size_t split;
        RolloutSpec rollout;
    };
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < splits.size(); ++i)
        if (!trainings[i].empty())
            for (const RolloutSpec& one : enginesOf(search.base, catalog, splits[i].sample))
                tasks.push_back({i, one});
    std::vector<std::optional<Result<SamplingChoice>>> tried(tasks.size());
    forEach(tasks.size(), [&](std::size_t t) {
        if (stopped()) return;
        const Task& task = tasks[t];
        Scenario scenario = trainings[task.split].front().scenario;
        scenario.rl->rollout = task.rollout;
        if (!brokenRules(scenario, catalog).empty()) return;
        const double perEngine = static_cast<double>(*engineScenario(scenario, catalog, 0).cluster.gpus);
        const double engines = std::floor(static_cast<double>(splits[task.split].sample) / perEngine);
        if (engines < 1) return;
        double taken = 1e30;
        for (const TrainingChoice& one : trainings[task.split])
            taken = std::min(taken, takenWhileSampling(*scenario.rl, one.training));
        Result<Rollout> sampled = rollout(scenario, catalog, responses->sampled, static_cast<int>(engines),
                                          taken, kSimulatedEngines);
        tried[t] =
            sampled
                ? Result<SamplingChoice>(SamplingChoice{task.rollout, std::move(sampled).value(), engines})
                : Result<SamplingChoice>(sampled.error());
    });
    std::vector<std::vector<SamplingChoice>> samplings(splits.size());
    for (std::size_t t = 0; t < tasks.size(); ++t) {
        if (!tried[t]) continue;
        if (*tried[t])
            samplings[tasks[t].split].push_back(std::move(*tried[t]).value());
        else if (result.problems.empty())
            result.problems = tried[t]->error();
    }
    for (const std::vector<SamplingChoice>& all : samplings) result.engines += all.size();

    // Every pair.
    const auto pointOf = [&](const Joined& pair) {
        const TrainingChoice& training = trainings[pair.split][pair.training];
        const SamplingChoice& sampling = samplings[pair.split][pair.sampling];
        RlPoint point;
        point.scenario = training.scenario;
        point.scenario.rl->rollout = sampling.rollout;
        point.report = joinedStep(point.scenario, catalog, *responses, training.training, sampling.sampled,
                                  sampling.engines);
        return point;
    };
    std::vector<std::vector<Joined>> kept(splits.size());
    std::vector<std::optional<Joined>> least(splits.size());
    forEach(splits.size(), [&](std::size_t s) {
        for (std::size_t t = 0; t < trainings[s].size() && !stopped(); ++t)
            for (std::size_t k = 0; k < samplings[s].size(); ++k) {
                Joined pair{s, t, k, 0, 0};
                const Report report = pointReport(pointOf(pair));
                pair.cost = costOf(search, report);
                pair.memory = report.rl->device().base;
                if (report.rl->fits != Fit::No && keepsAll(search, report)) kept[s].push_back(pair);
                if (!least[s] || pair.memory < least[s]->memory) least[s] = pair;
            }
    });
    std::vector<Joined> all;
    for (std::size_t s = 0; s < splits.size(); ++s) {
        result.joined += trainings[s].size() * samplings[s].size();
        all.insert(all.end(), kept[s].begin(), kept[s].end());
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Joined& a, const Joined& b) { return a.cost < b.cost; });

    // The best as a report has them.
    const auto whole = [&](RlPoint& point) {
        std::vector<Warning> warnings;
        const std::optional<RlReport> report = rlStep(point.scenario, catalog, warnings);
        if (!report) return false;
        point.report = *report;
        const Report shown = pointReport(point);
        point.value = search.objective.metric->value(shown);
        point.set = editsBetween(search.base, point.scenario);
        return true;
    };
    const std::size_t wanted = std::min(all.size(), 2 * search.top);
    std::vector<std::optional<RlPoint>> points(wanted);
    forEach(wanted, [&](std::size_t i) {
        RlPoint point = pointOf(all[i]);
        if (stopped() || !whole(point)) return;
        if (point.report.fits != Fit::No && keepsAll(search, pointReport(point)))
            points[i] = std::move(point);
    });
    for (std::optional<RlPoint>& one : points)
        if (one) result.best.push_back(*std::move(one));
    RlPoint own;
    own.scenario = search.base;
    if (!stopped() && whole(own) && std::llround(own.report.gpus) == search.gpus) {
        if (own.report.fits != Fit::No && keepsAll(search, pointReport(own))) result.best.push_back(own);
        result.own = std::move(own);
    }
    std::stable_sort(result.best.begin(), result.best.end(), [&](const RlPoint& a, const RlPoint& b) {
        return costOf(search, pointReport(a)) < costOf(search, pointReport(b));
    });
    const auto same = [](const RlPoint& a, const RlPoint& b) { // by whatever keys
        return a.report.step == b.report.step && a.report.trainMemory == b.report.trainMemory &&
               a.report.rolloutMemory == b.report.rolloutMemory && a.report.engines == b.report.engines;
    };
    result.best.erase(std::unique(result.best.begin(), result.best.end(), same), result.best.end());
    if (result.best.size() > search.top) result.best.resize(search.top);
    if (result.best.empty() && !stopped()) {
        const Joined* closest = nullptr;
        for (const std::optional<Joined>& one : least)
            if (one && (!closest || one->memory < closest->memory)) closest = &*one;
        if (closest) {
            RlPoint point = pointOf(*closest);
            if (whole(point)) result.closest = std::move(point);
        }
    }
    return result;
}

} // namespace moe
