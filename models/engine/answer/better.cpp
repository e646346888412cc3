// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/answer/better.h"

#include "data/number.h"
#include "models/engine/answer/answer_gain.h"
#include "models/engine/answer/answer_marks.h"
#include "models/engine/answer/answer_parts.h"
#include "models/engine/answer/answer_words.h"
#include "models/engine/evaluate.h"
#include "models/engine/loss/report/scaling.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/edits/repair.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/estimate.h"
#include "models/engine/search/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

/// Knobs that leave the question as it is: layout and kernels of a training run, layout, kernels and number
/// formats of a server, whose GPUs may be more.
const char* const kTrainKnobs[] = {"parallel.tp",       "parallel.pp",       "parallel.vpp",
                                   "parallel.cp",       "parallel.ep",       "parallel.etp",
                                   "train.micro_batch", "train.recompute",   "train.zero",
                                   "train.dispatcher",  "train.ep_overlap",  "train.tp_overlap",
                                   "train.dp_overlap",  "train.cuda_graphs", "train.fused_grouped_mlp",
                                   "train.schedule",    "train.delay_wgrad", "parallel.sequence_parallel",
                                   "routing.placement"};
/// Of a step of reinforcement learning: both layouts, and how GPUs and weights change hands. What is sampled
/// and how far it may be ahead is the question's.
const char* const kRlKnobs[] = {"parallel.tp",      "parallel.pp",      "parallel.vpp",
                                "parallel.cp",      "parallel.ep",      "parallel.etp",
                                "train.recompute",  "train.zero",       "train.dispatcher",
                                "train.ep_overlap", "train.tp_overlap", "train.dp_overlap",
                                "train.schedule",   "rl.token_budget",  "rl.sleep_level",
                                "rl.transfer",      "rollout.tp",       "rollout.pp",
                                "rollout.ep",       "rollout.dp",       "parallel.sequence_parallel"};
const char* const kServeKnobs[] = {"parallel.tp",
                                   "parallel.pp",
                                   "parallel.ep",
                                   "parallel.etp",
                                   "precision.kv_cache",
                                   "precision.weights",
                                   "precision.compute",
                                   "cluster.gpus",
                                   "cluster.a2a",
                                   "cluster.overlap",
                                   "serve.disaggregated",
                                   "routing.placement",
                                   "serve.speculative_tokens"};
/// Of these only that value is an answer: number formats that were measured on servers, in place of wider
/// ones; and more GPUs, not fewer.
struct OneWay {
    const char* key;
    const char* value; ///< empty: the notch up
};
constexpr OneWay kOneWay[] = {{"cluster.gpus", ""},
                              {"precision.kv_cache", "fp8"},
                              {"precision.weights", "fp8"},
                              {"precision.compute", "fp8"}};

/// Smaller gains would be read as none: half a percent, and of a loss what its third digit shows.
double worthSaying(AnswerSide side) {
    return side == AnswerSide::Loss ? 1.0004 : 1.005;
}

/// The scenario with the edits; absent where that breaks a rule.
std::optional<Scenario> edited(Scenario scenario, const AnswerEdits& set, const Catalog& catalog) {
    for (const auto& [key, value] : set)
        if (!setField(scenario, key, value).empty()) return std::nullopt;
    if (!brokenRules(scenario, catalog).empty()) return std::nullopt;
    return scenario;
}

/// The edits, evaluated; those that are not valid or do not fit are left out.
struct TriedChange {
    AnswerEdits set;
    Report report;
};
std::vector<TriedChange> evaluated(AnswerSide side, const std::vector<AnswerEdits>& all, const Scenario& base,
                                   const Catalog& catalog, const ForEach& forEach) {
    std::vector<std::optional<TriedChange>> found(all.size());
    forEach(all.size(), [&](std::size_t i) {
        const std::optional<Scenario> scenario = edited(base, all[i], catalog);
        if (!scenario) return;
        Report report = evaluate(*scenario, catalog, Detail::Numbers);
        if (answerFit(side, report) != Fit::No) found[i] = TriedChange{all[i], std::move(report)};
    });
    std::vector<TriedChange> kept;
    for (std::optional<TriedChange>& one : found)
        if (one) kept.push_back(*std::move(one));
    return kept;
}

// Changes

bool allowed(std::string_view key, std::string_view value, bool up) {
    const auto row = std::find_if(std::begin(kOneWay), std::end(kOneWay),
                                  [&](const OneWay& one) { return key == one.key; });
    if (row == std::end(kOneWay)) return true;
    return *row->value == 0 ? up : value == row->value;
}

/// Kernels that the operators of a part were measured as; empty where none was.
using Kernels = std::map<std::string, std::string>;
std::map<std::string_view, Kernels> kernelsOf(const std::vector<ServePart>& parts) {
    std::map<std::string_view, Kernels> all;
    for (const ServePart& part : parts) {
        Kernels& kernels = all[part.key];
        for (const ServedOperator& one : part.operators) kernels[one.op] = one.kernel;
    }
    return all;
}

bool sameKernels(const std::vector<ServePart>& before, const std::vector<ServePart>& after) {
    const auto was = kernelsOf(before), is = kernelsOf(after);
    for (const auto& [key, kernels] : is) {
        const auto old = was.find(key);
        if (old == was.end()) continue;
        if (kernels.empty() != old->second.empty()) return false;
        for (const auto& [op, kernel] : kernels)
            if (const auto same = old->second.find(op); same != old->second.end() && same->second != kernel)
                return false;
    }
    return true;
}

/// Are the times of both from the same sources? An operator that was measured in one and is computed in the
/// other, a profile of one model against operators of all: that is a difference of the sources, not of the
/// change.
bool sameSources(const Report& before, const Report& after) {
    const auto profiled = [](const Report& report) {
        return report.profiles && std::any_of(report.profiles->passes.begin(), report.profiles->passes.end(),
                                              [](const ProfiledPass& pass) {
                                                  return pass.used && std::string_view(pass.key) != "train";
                                              });
    };
    const ServeReport &was = *before.serve, &is = *after.serve;
    return profiled(before) == profiled(after) && was.tpotBand.has_value() == is.tpotBand.has_value() &&
           sameKernels(was.decodeParts, is.decodeParts) && sameKernels(was.prefillParts, is.prefillParts);
}

/// More GPUs are better where each of them does no less than before.
bool paysForItself(const Report& before, const Report& after) {
    const Metric& each = *findMetric("serve.tokens_per_second_per_gpu");
    const std::optional<double> was = each.value(before), is = each.value(after);
    const auto gpus = [](const ServeReport& serve) { return serve.gpus + serve.prefillGpus; };
    return gpus(*after.serve) <= gpus(*before.serve) || (was && is && *is >= *was);
}

/// No limit is broken that was kept.
bool keepsLimits(const Report& before, const Report& after) {
    const ServeSpec& serve = *before.scenario.serve;
    const auto kept = [](std::optional<double> limit, std::optional<Seconds> was, std::optional<Seconds> is) {
        return !limit || !was || was->base > *limit || (is && is->base <= *limit);
    };
    return kept(serve.sloTtft, before.serve->ttft, after.serve->ttft) &&
           kept(serve.sloTpot, before.serve->tpot, after.serve->tpot);
}

bool wanted(AnswerSide side, const Report& before, const Report& after) {
    return side != AnswerSide::Serve || (paysForItself(before, after) && keepsLimits(before, after));
}
bool comparable(AnswerSide side, const Report& before, const Report& after) {
    return side != AnswerSide::Serve || sameSources(before, after);
}

/// Every knob one notch either way.
template <std::size_t N>
std::vector<AnswerEdits> notches(const char* const (&knobs)[N], AnswerSide side, const Scenario& base,
                                 const Catalog& catalog) {
    const SensitivityPlan plan = sensitivityPlan(base, catalog, *findMetric(answerMetric(side, base)));
    std::vector<AnswerEdits> all;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const std::string& key = plan.sweep.keys[plan.steps[i].key];
        const bool known =
            std::any_of(std::begin(knobs), std::end(knobs), [&](const char* one) { return key == one; });
        const std::string& value = plan.sweep.rows[i + 1][plan.steps[i].key];
        if (known && allowed(key, value, plan.steps[i].up)) all.push_back({{key, value}});
    }
    return all;
}

AnswerChange changeOf(AnswerSide side, const TriedChange& tried, const AnswerGain& gain) {
    AnswerChange change;
    change.set = tried.set;
    change.metric = answerMetric(side, tried.report.scenario);
    change.value = findMetric(change.metric)->value(tried.report).value_or(0);
    change.gain = gain.gain;
    change.low = gain.low;
    change.high = gain.high;
    change.same = gain.same;
    change.what = answerEdits(tried.set);
    change.says = gain.same                  ? say("about the same")
                  : side == AnswerSide::Loss ? Message(answerNats(change.value))
                                             : answerGain(gain.gain);
    change.text = say("%1 (%2)", change.what, change.says);
    return change;
}

void addGains(Answer& answer, const Report& report, const std::vector<TriedChange>& all) {
    bool others = false; // seem better, by other sources of times
    for (const TriedChange& one : all) {
        const std::optional<AnswerGain> gain = gainOf(answer.side, report, one.report);
        if (!gain || gain->gain < worthSaying(answer.side) || !wanted(answer.side, report, one.report))
            continue;
        if (comparable(answer.side, report, one.report))
            answer.changes.push_back(changeOf(answer.side, one, *gain));
        else
            others = true;
    }
    // Two edits have to be better than one of them alone.
    double alone = 0;
    for (const AnswerChange& one : answer.changes)
        if (one.set.size() == 1) alone = std::max(alone, one.gain);
    if (answer.side == AnswerSide::Loss)
        std::erase_if(answer.changes,
                      [&](const AnswerChange& one) { return one.set.size() > 1 && one.gain <= alone; });
    // What is sure comes first, however small beside what may be nothing.
    std::stable_sort(answer.changes.begin(), answer.changes.end(),
                     [](const AnswerChange& a, const AnswerChange& b) {
                         return a.same != b.same ? b.same : a.gain > b.gain;
                     });
    if (answer.changes.size() > kMostChanges) answer.changes.resize(kMostChanges);
    std::vector<Message> texts;
    for (const AnswerChange& one : answer.changes) texts.push_back(one.text);
    if (texts.empty())
        answer.changed = others ? say("No single change is better whose times come from the same sources.")
                                : say("No single change is better.");
    else if (answer.changes.front().same)
        answer.changed =
            say("No single change is better by more than its band: %1.", listed(std::move(texts)));
    else
        answer.changed = say("Better: %1.", listed(std::move(texts)));
}

/// Twice as much of a knob, until it fits.
const char* const kServeRoom[] = {"parallel.tp", "parallel.ep", "parallel.pp", "cluster.gpus"};
constexpr int kDoublings = 6;

/// The edit, and what has to follow it where it breaks a rule.
AnswerEdits withFollowers(const Scenario& base, const Cure& wanted, const Catalog& catalog) {
    AnswerEdits set{{wanted.key, wanted.value}};
    if (edited(base, set, catalog)) return set;
    const std::vector<Cure> all = withWhatFollows(base, catalog, {wanted});
    if (all.empty()) return set;
    set.clear();
    for (const Cure& cure : all) set.emplace_back(cure.key, cure.value);
    return set;
}

std::vector<AnswerEdits> serverRoom(const Report& report, const Catalog& catalog) {
    const Scenario& base = report.scenario;
    std::vector<AnswerEdits> all;
    const double most = report.serve->largestRequests;
    if (most >= 1) all.push_back({{"serve.requests", numberText(most)}});
    for (const char* key : kServeRoom) {
        const FieldValue value = findField(key)->get(base);
        const double* now = std::get_if<double>(&value);
        double wanted = now ? *now : report.serve->gpus;
        for (int i = 0; i < kDoublings; ++i) {
            wanted *= 2;
            const AnswerEdits set = withFollowers(base, {key, numberText(wanted)}, catalog);
            const std::optional<Scenario> scenario = edited(base, set, catalog);
            if (!scenario || evaluate(*scenario, catalog, Detail::Numbers).serve->fits == Fit::No) continue;
            all.push_back(set);
            break;
        }
    }
    for (const char* key : {"precision.kv_cache", "precision.weights"}) all.push_back({{key, "fp8"}});
    return all;
}

/// Of a step of reinforcement learning that does not fit: what makes room at either moment.
std::vector<AnswerEdits> rlRoom(const Report& report, const Catalog& catalog) {
    const Scenario& base = report.scenario;
    std::vector<AnswerEdits> all{{{"train.recompute", "full"}}, {{"train.grad_bytes", "2"}}};
    if (base.rl->sleepLevel == 0) all.push_back({{"rl.sleep_level", "1"}});
    if (base.train->zero < 3)
        all.push_back({{"train.zero", numberText(static_cast<double>(base.train->zero) + 1)}});
    const double tp = report.rl ? static_cast<double>(report.rl->engine.tp) : 1;
    const std::pair<const char*, double> kTwice[] = {{"rollout.tp", tp},
                                                     {"parallel.tp", static_cast<double>(base.parallel.tp)},
                                                     {"parallel.ep", static_cast<double>(base.parallel.ep)},
                                                     {"parallel.pp", static_cast<double>(base.parallel.pp)},
                                                     {"cluster.gpus", trainingGpus(*report.memory)}};
    for (auto [key, value] : kTwice)
        for (int i = 0; i < kDoublings; ++i) {
            value *= 2;
            const AnswerEdits set = withFollowers(base, {key, numberText(value)}, catalog);
            const std::optional<Scenario> scenario = edited(base, set, catalog);
            if (!scenario) continue;
            if (answerFit(AnswerSide::Train, evaluate(*scenario, catalog, Detail::Numbers)) == Fit::No)
                continue;
            all.push_back(set);
            break;
        }
    return all;
}

/// Layouts that fit, and the GPU nearest in speed of the maker's whose memory is enough.
std::vector<AnswerEdits> trainingRoom(const Report& report, const Catalog& catalog) {
    std::vector<AnswerEdits> all;
    for (const MemorySuggestion& one : report.memory->suggestions) all.push_back(one.set);
    const GpuSpec* own = catalog.gpu(report.scenario.gpu.preset);
    if (!own) return all;
    std::vector<const GpuSpec*> larger;
    for (const GpuSpec& gpu : catalog.gpus)
        if (gpu.vendor == own->vendor && gpu.memory.base > own->memory.base) larger.push_back(&gpu);
    const auto far = [&](const GpuSpec* gpu) { return std::abs(std::log(gpu->bf16 / own->bf16)); };
    std::stable_sort(larger.begin(), larger.end(), [&](auto* a, auto* b) { return far(a) < far(b); });
    for (const GpuSpec* gpu : larger) {
        const AnswerEdits set{{"gpu.preset", gpu->key}};
        const std::optional<Scenario> scenario = edited(report.scenario, set, catalog);
        if (!scenario || estimate(*scenario, catalog).fits == Fit::No) continue;
        all.push_back(set);
        break;
    }
    return all;
}

void addCures(Answer& answer, const Scenario& base, const std::vector<TriedChange>& all) {
    const bool trains = answer.side == AnswerSide::Train;
    const Metric& metric = *findMetric(answerMetric(answer.side, base));
    for (const TriedChange& one : all) {
        const std::optional<double> value = metric.value(one.report);
        if (!value) continue;
        AnswerChange change;
        change.set = one.set;
        change.metric = metric.key;
        change.value = *value;
        change.mends = true;
        change.what = answerEdits(one.set);
        change.says =
            trains ? say("%1 a step", answerTime(Seconds{*value})) : say("%1 tokens/s", answerRate(*value));
        change.text = say("%1 (%2)", change.what, change.says);
        answer.changes.push_back(std::move(change));
    }
    const bool rising = metric.better == Better::Lower;
    std::stable_sort(answer.changes.begin(), answer.changes.end(),
                     [&](const AnswerChange& a, const AnswerChange& b) {
                         return rising ? a.value < b.value : a.value > b.value;
                     });
    if (answer.changes.size() > kMostChanges) answer.changes.resize(kMostChanges);
    std::vector<Message> texts;
    for (const AnswerChange& one : answer.changes) texts.push_back(one.text);
    answer.changed = texts.empty() ? say("No change of one knob makes it fit.")
                                   : say("It fits with, fastest first: %1.", listed(std::move(texts)));
}

/// The best learning rate and the nearest batch that the layout can hold.
std::vector<AnswerEdits> bestHyperparameters(const Report& report, const Catalog& catalog) {
    const LossReport& loss = *report.loss;
    const double sequences = loss.optimalBatchTokens / static_cast<double>(report.scenario.model.sequence);
    const std::optional<double> batch =
        nearestValid(report.scenario, catalog, "train.global_batch", std::max(1.0, std::round(sequences)));
    constexpr int kDigits = 3;
    const std::string lr = rounded(loss.optimalLr, kDigits);
    std::vector<AnswerEdits> all{{{"train.lr", lr}}};
    if (batch) {
        all.push_back({{"train.global_batch", numberText(*batch)}});
        all.push_back({{"train.lr", lr}, {"train.global_batch", numberText(*batch)}});
    }
    return all;
}

/// What the same compute would give on another model and as many tokens as suit it.
void addBestSplit(Answer& answer, const Scenario& base, const Catalog& catalog) {
    const Report report = evaluate(base, catalog, Detail::Coarse); // with curves
    if (!report.loss || !report.loss->scaling) return;
    const ComputeOptimum& best = report.loss->scaling->optimum;
    if (!(best.params > 0 && best.loss < report.loss->optimalLoss)) return;
    answer.changed = listed(
        {*answer.changed, say("The same compute spent best: %1 parameters on %2 tokens, %3.",
                              answerCount(best.params), answerCount(best.tokens), answerNats(best.loss))},
        " ");
}

} // namespace

void addChanges(Answer& answer, const Report& report, const Catalog& catalog, const ForEach& forEach) {
    const Scenario& base = report.scenario;
    std::vector<AnswerEdits> all;
    const bool cures = answer.fits == Fit::No;
    if (answer.values.empty()) return;
    switch (answer.side) {
    case AnswerSide::Train:
        if (base.rl)
            all = cures ? rlRoom(report, catalog) : notches(kRlKnobs, answer.side, base, catalog);
        else if (!cures)
            all = notches(kTrainKnobs, answer.side, base, catalog);
        else
            all = trainingRoom(report, catalog);
        break;
    case AnswerSide::Serve:
        if (!cures && !answer.value(answerMetric(answer.side, base))) return;
        all = cures ? serverRoom(report, catalog) : notches(kServeKnobs, answer.side, base, catalog);
        break;
    case AnswerSide::Loss: all = bestHyperparameters(report, catalog); break;
    }
    const std::vector<TriedChange> tried = evaluated(answer.side, all, base, catalog, forEach);
    if (cures)
        addCures(answer, base, tried);
    else
        addGains(answer, report, tried);
    if (answer.side == AnswerSide::Loss) addBestSplit(answer, base, catalog);
}

} // namespace moe
