// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/overview/overview.h"

#include "data/number.h"
#include "models/engine/answer/answer_gain.h"
#include "models/engine/evaluate.h"
#include "models/engine/evaluate_formulas.h"
#include "models/engine/report/metrics.h"
#include "models/engine/report/ruler.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace moe {
namespace {

constexpr const char* kMoeKnobs[] = {"model.hidden", "moe.experts", "moe.top_k", "moe.expert_ffn",
                                     "parallel.ep",  "parallel.tp", kFp8Knob,    "gpu.preset"};
constexpr const char* kDenseKnobs[] = {"model.hidden",   "model.layers", "model.heads", "model.ffn",
                                       "model.sequence", "parallel.tp",  kFp8Knob,      "gpu.preset"};
constexpr const char* kStartPreset = "qwen3-30b-a3b";
/// Of that preset: eight GPUs, a training run of days, and requests with limits.
constexpr std::pair<const char*, const char*> kStart[] = {
    {"cluster.gpus", "8"},        {"parallel.ep", "8"},           {"train.tokens", "2e10"},
    {"train.global_batch", "64"}, {"train.lr", "1.8e-4"},         {"serve.engine", "vllm"},
    {"serve.arrival", "poisson"}, {"serve.rate", "10"},           {"serve.prompt", "1000"},
    {"serve.output", "500"},      {"serve.length_spread", "0.2"}, {"serve.slo_ttft", "1"},
    {"serve.slo_tpot", "0.03"},   {"serve.slo_percentile", "99"}};
/// Halvings and doublings of a number that a curve shows.
constexpr int kHalvings = 2, kDoublings = 3;
constexpr std::size_t kMostGpus = 6; ///< of a list, beside the scenario's own
/// Nine of ten measured peaks lie within (README, "How far to trust it": 16 runs).
constexpr double kMemoryNinety = 0.044;
constexpr double kNinety = 1.645; ///< standard deviations of a normal distribution

Scenario only(Scenario scenario, AnswerSide side) {
    if (side == AnswerSide::Serve)
        scenario.train.reset();
    else
        scenario.serve.reset();
    return scenario;
}

ReportPtr sideReport(const Scenario& scenario, AnswerSide side, const Catalog& catalog, Detail detail) {
    if (side == AnswerSide::Serve ? !scenario.serve : !scenario.train) return nullptr;
    return std::make_shared<const Report>(evaluate(only(scenario, side), catalog, detail));
}

/// `live`: a slider is down. What is simulated is then waited for, so that only memory is read of a server
/// with arrivals.
OverviewState stateOf(const Scenario& scenario, const Catalog& catalog, Detail detail, bool live) {
    OverviewState state;
    state.scenario = scenario;
    state.training = sideReport(scenario, AnswerSide::Train, catalog, detail);
    // A curve over requests at once is drawn where nothing arrives one by one.
    if (live && hasArrivals(scenario))
        state.serving = std::make_shared<const Report>(
            evaluateFormulas(only(scenario, AnswerSide::Serve), catalog, Detail::Numbers));
    else
        state.serving = sideReport(scenario, AnswerSide::Serve, catalog,
                                   hasArrivals(scenario) ? Detail::Numbers : Detail::Full);
    for (const ReportPtr& report : {state.training, state.serving})
        if (report)
            for (Answer& answer : answersOf(*report)) state.answers.push_back(std::move(answer));
    return state;
}

// The knob's axis

std::optional<double> numberOf(const Scenario& scenario, const Field& field) {
    const FieldValue value = field.get(scenario);
    const double* number = std::get_if<double>(&value);
    return number ? std::optional(*number) : std::nullopt;
}

/// So that the axis stands still while a slider moves, it is laid out round the state before.
std::vector<double> numbersOf(const OverviewRequest& request, const Catalog& catalog, const Field& field) {
    const std::optional<double> now = numberOf(request.scenario, field);
    if (!now) return {};
    const Scenario& anchor = request.before ? *request.before : request.scenario;
    const double middle = numberOf(anchor, field).value_or(*now);
    std::vector<double> values{*now, middle};
    if (field.scale == Scale::Divisor)
        for (const double notch : validNotches(request.scenario, catalog, field.key)) values.push_back(notch);
    else
        for (int i = -kHalvings; i <= kDoublings; ++i) values.push_back(std::round(std::ldexp(middle, i)));
    std::erase_if(values, [&](double value) { return value < field.min || value > field.max; });
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

/// The GPUs nearest in speed, slowest first; the own ones among them.
std::vector<std::string> gpusOf(const OverviewRequest& request, const Catalog& catalog) {
    std::vector<const GpuSpec*> all;
    for (const GpuSpec& gpu : catalog.gpus) all.push_back(&gpu);
    const GpuSpec* own = catalog.gpu(request.scenario.gpu.preset);
    const GpuSpec* old = request.before ? catalog.gpu(request.before->gpu.preset) : own;
    if (!own || !old) return {};
    const auto far = [&](const GpuSpec* gpu) {
        return gpu == own || gpu == old ? -1 : std::abs(std::log(gpu->bf16 / own->bf16));
    };
    std::stable_sort(all.begin(), all.end(), [&](auto* a, auto* b) { return far(a) < far(b); });
    if (all.size() > kMostGpus) all.resize(kMostGpus);
    std::stable_sort(all.begin(), all.end(), [](auto* a, auto* b) { return a->bf16 < b->bf16; });
    std::vector<std::string> keys;
    for (const GpuSpec* gpu : all) keys.push_back(gpu->key);
    return keys;
}

OverviewPoint pointOf(const OverviewRequest& request, const Catalog& catalog, std::string value,
                      double number) {
    OverviewPoint point;
    point.value = std::move(value);
    point.number = number;
    point.scenario = request.scenario;
    for (const auto& [key, text] : knobEdits(request.knob, point.value)) {
        const Problems wrong = setField(point.scenario, key, text);
        if (!wrong.empty()) {
            point.rule = wrong.front().rule;
            return point;
        }
    }
    const Problems broken = brokenRules(point.scenario, catalog);
    if (!broken.empty()) {
        point.rule = broken.front().rule;
        return point;
    }
    if (const ReportPtr training = sideReport(point.scenario, AnswerSide::Train, catalog, Detail::Numbers)) {
        if (const auto& loss = training->loss) {
            point.loss = loss->value;
            point.lossLow = loss->low, point.lossHigh = loss->high;
        }
        if (point.scenario.rl) { // of its fuller moment
            if (const auto& rl = training->rl) point.device = rl->device(), point.capacity = rl->capacity;
        } else if (const auto& memory = training->memory) {
            point.device = memory->device;
            point.capacity = memory->capacity;
        }
    }
    if (!hasArrivals(point.scenario))
        if (const ReportPtr serving = sideReport(point.scenario, AnswerSide::Serve, catalog, Detail::Numbers))
            point.tokensPerSecond = findMetric("serve.tokens_per_second")->value(*serving);
    return point;
}

void addPoints(Overview& overview, const OverviewRequest& request, const Catalog& catalog) {
    const Field* field = findField(request.knob);
    if (!field) return;
    std::vector<std::string> list;
    if (request.knob == kFp8Knob)
        list = {"bf16", "fp8"};
    else if (request.knob == "gpu.preset")
        list = gpusOf(request, catalog);
    overview.logarithmic = list.empty();
    for (std::size_t i = 0; i < list.size(); ++i)
        overview.points.push_back(pointOf(request, catalog, list[i], static_cast<double>(i)));
    if (!list.empty()) return;
    for (const double value : numbersOf(request, catalog, *field)) {
        OverviewPoint point = pointOf(request, catalog, numberText(value), value);
        if (point.rule.empty()) overview.points.push_back(std::move(point));
    }
}

// What an edit changed

/// Parts whose sum is looked at, bytes.
std::vector<double> memoryParts(const Report& report, AnswerSide side) {
    std::vector<double> parts;
    if (side == AnswerSide::Train) {
        for (const Bytes term : report.memory->heaviest().terms) parts.push_back(term.base);
        return parts;
    }
    const ServeReport& serve = *report.serve;
    for (const Bytes part : {serve.weights, serve.kvCache, serve.buffers, serve.activations})
        parts.push_back(part.base);
    return parts;
}

OverviewChange changeOf(double difference, bool fallingIsBetter, double band) {
    if (difference == 0) return OverviewChange::None;
    if (std::abs(difference) <= band) return OverviewChange::Same;
    return (difference < 0) == fallingIsBetter ? OverviewChange::Better : OverviewChange::Worse;
}

/// Parts that stay are off alike on both sides; those that move may each be off by the model's error. A
/// moment of reinforcement learning is known as a whole.
void addMemory(std::vector<OverviewDelta>& deltas, const char* key, const Report& before, const Report& after,
               std::optional<AnswerSide> side) {
    const Metric& metric = *findMetric(key);
    const std::optional<double> was = metric.value(before), is = metric.value(after);
    if (!was || !is) return;
    const std::vector<double> from = side ? memoryParts(before, *side) : std::vector{*was};
    const std::vector<double> to = side ? memoryParts(after, *side) : std::vector{*is};
    double moved = 0;
    for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) moved += std::abs(to[i] - from[i]);
    deltas.push_back({key, *was, *is, changeOf(*is - *was, true, kMemoryNinety * moved)});
}

void addGain(std::vector<OverviewDelta>& deltas, const char* key, AnswerSide side, const Report& before,
             const Report& after) {
    const Metric& metric = *findMetric(key);
    const std::optional<double> was = metric.value(before), is = metric.value(after);
    const std::optional<AnswerGain> gain = gainOf(side, before, after);
    if (!was || !is || !gain) return;
    OverviewDelta delta{key, *was, *is, OverviewChange::None};
    const bool within = gain->low && *gain->low <= 1 && (!gain->high || *gain->high >= 1);
    if (*was != *is)
        delta.change = within           ? OverviewChange::Same
                       : gain->gain > 1 ? OverviewChange::Better
                                        : OverviewChange::Worse;
    deltas.push_back(delta);
}

/// A rate's band of a difference: what of a pass the change moves may be off by its error, the rest is off
/// alike; beside it two runs scatter.
void addRate(std::vector<OverviewDelta>& deltas, const OverviewState& before, const OverviewState& after) {
    const std::optional<ServedRate>&was = before.served, &is = after.served;
    if (!was || !is || !was->problems.empty() || !is->problems.empty()) return;
    OverviewDelta delta{"serve.goodput_requests_per_second", was->highest, is->highest, OverviewChange::None};
    if (was->highest != is->highest) {
        double off = 0;
        const std::optional<AnswerGain> gain = gainOf(AnswerSide::Serve, *before.serving, *after.serving);
        if (gain && gain->low && *gain->low > 0) off = gain->gain / *gain->low - 1;
        const double scatter = kNinety * std::hypot(was->scatter, is->scatter);
        const double band = std::hypot(off, scatter);
        const double change = std::abs(std::log(std::max(is->highest, 1e-9) / std::max(was->highest, 1e-9)));
        delta.change = change <= std::log1p(band)   ? OverviewChange::Same
                       : is->highest > was->highest ? OverviewChange::Better
                                                    : OverviewChange::Worse;
    }
    deltas.push_back(delta);
}

} // namespace

std::vector<std::string> overviewKnobs(const Scenario& scenario) {
    if (scenario.moe) return {std::begin(kMoeKnobs), std::end(kMoeKnobs)};
    return {std::begin(kDenseKnobs), std::end(kDenseKnobs)};
}

bool isFp8(const Scenario& scenario) {
    const DataType compute = scenario.precision.compute;
    return compute == DataType::Fp8 || compute == DataType::Fp8Block || compute == DataType::MxFp8;
}

AnswerEdits fp8Edits(bool on) {
    const std::string type = on ? "fp8" : "bf16";
    return {{"precision.compute", type}, {"precision.weights", type}};
}

AnswerEdits knobEdits(std::string_view knob, std::string_view value) {
    if (knob == kFp8Knob) return fp8Edits(value == "fp8");
    return {{std::string(knob), std::string(value)}};
}

std::optional<Scenario> overviewStart(const Catalog& catalog) {
    const ScenarioPreset* preset = catalog.preset(kStartPreset);
    if (!preset) return std::nullopt;
    Scenario scenario = preset->scenario;
    for (const auto& [key, value] : kStart)
        if (!setField(scenario, key, value).empty()) return std::nullopt;
    return scenario;
}

const Answer* OverviewState::answer(AnswerSide side) const {
    for (const Answer& one : answers)
        if (one.side == side) return &one;
    return nullptr;
}

double OverviewState::expertsPerGpu() const {
    if (serving && serving->serve) return serving->serve->expertsPerGpu;
    if (!scenario.moe) return 0;
    return static_cast<double>(scenario.routing.replicas.value_or(scenario.moe->experts)) /
           static_cast<double>(scenario.parallel.ep);
}

const OverviewDelta* Overview::delta(const char* key) const {
    for (const OverviewDelta& one : deltas)
        if (std::string_view(one.key) == key) return &one;
    return nullptr;
}

std::vector<OverviewDelta> overviewDeltas(const OverviewState& before, const OverviewState& after) {
    std::vector<OverviewDelta> deltas;
    if (before.training && after.training) {
        const Report &was = *before.training, &is = *after.training;
        if (hasOneRuler("loss.value", was, is)) addGain(deltas, "loss.value", AnswerSide::Loss, was, is);
        const bool plain = !was.scenario.rl && !is.scenario.rl;
        if (plain && was.memory && is.memory)
            addMemory(deltas, "memory.device_bytes", was, is, AnswerSide::Train);
        if (was.rl && is.rl) {
            for (const char* moment : {"rl.rollout_memory_bytes", "rl.train_memory_bytes"})
                addMemory(deltas, moment, was, is, std::nullopt);
            addGain(deltas, "rl.step_seconds", AnswerSide::Train, was, is);
        } else if (plain && was.train && is.train) {
            addGain(deltas, "train.step_seconds", AnswerSide::Train, was, is);
            addGain(deltas, "train.days", AnswerSide::Train, was, is);
        }
    }
    if (before.serving && after.serving && before.serving->serve && after.serving->serve) {
        addMemory(deltas, "serve.device_bytes", *before.serving, *after.serving, AnswerSide::Serve);
        if (hasArrivals(after.scenario) && hasArrivals(before.scenario))
            addRate(deltas, before, after);
        else
            addGain(deltas, "serve.tokens_per_second", AnswerSide::Serve, *before.serving, *after.serving);
    }
    return deltas;
}

Overview overview(const OverviewRequest& request, const Catalog& catalog) {
    Overview found;
    found.knob = request.knob;
    const bool live = request.detail != Detail::Full;
    found.now = stateOf(request.scenario, catalog, request.detail, live);
    // The map of the state before is an outline: that it is coarse is not seen.
    if (request.before && !(*request.before == request.scenario))
        found.before = stateOf(*request.before, catalog, Detail::Coarse, live);
    if (found.before) found.deltas = overviewDeltas(*found.before, found.now);
    addPoints(found, request, catalog);
    return found;
}

void addServed(Overview& overview, const RateOf& rateOf, bool arrivals) {
    const auto add = [&](OverviewState& state) {
        if (hasArrivals(state.scenario)) state.served = rateOf(state.scenario, arrivals);
    };
    add(overview.now);
    if (!overview.before) return;
    add(*overview.before);
    overview.deltas = overviewDeltas(*overview.before, overview.now);
}

void addServedPoints(Overview& overview, const RateOf& rateOf, const ForEach& forEach) {
    forEach(overview.points.size(), [&](std::size_t i) {
        OverviewPoint& point = overview.points[i];
        if (point.rule.empty() && hasArrivals(point.scenario)) point.served = rateOf(point.scenario, false);
    });
}

} // namespace moe
