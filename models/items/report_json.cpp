// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/report_json.h"

#include "models/engine/files/scenario_file.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/metrics.h"
#include "models/engine/report/report.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/time/step_time_report.h"
#include "models/items/answer_text.h"
#include "models/items/json_value.h"
#include "models/items/warning_text.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe::items {
namespace {

JsonValue json(const std::optional<double>& value) {
    return value;
}
JsonValue json(const std::string& text) {
    return text;
}

/// Values at dotted paths. Each object is made once, when all that is in it is there.
class Paths {
public:
    void put(std::string_view path, JsonValue value) {
        const std::size_t dot = path.find('.');
        if (dot == std::string_view::npos)
            m_values.emplace_back(path, std::move(value));
        else
            inner(path.substr(0, dot)).put(path.substr(dot + 1), std::move(value));
    }
    void addTo(JsonObject& object) const {
        for (const auto& [key, value] : m_values) object.insert(key, value);
        for (const auto& [key, paths] : m_inner) {
            JsonObject made;
            paths.addTo(made);
            object.insert(key, std::move(made));
        }
    }

private:
    Paths& inner(std::string_view key) {
        for (auto& [name, paths] : m_inner)
            if (name == key) return paths;
        return m_inner.emplace_back(key, Paths()).second;
    }
    std::vector<std::pair<std::string_view, JsonValue>> m_values;
    std::vector<std::pair<std::string_view, Paths>> m_inner;
};

JsonObject problemJson(const Problem& problem) {
    return {{"source", json(problem.source)},
            {"line", problem.line},
            {"column", problem.column},
            {"key", json(problem.key)},
            {"rule", json(toString(problem.rule))},
            {"value", json(problem.value)}};
}

JsonValue fieldJson(const FieldValue& value) {
    if (const bool* flag = std::get_if<bool>(&value)) return *flag;
    if (const double* number = std::get_if<double>(&value)) return *number;
    if (const std::string* text = std::get_if<std::string>(&value)) return json(*text);
    return JsonValue();
}

/// Every metric of `section` at its place; `section.` is stripped.
JsonObject metricsOf(const Report& report, std::string_view section) {
    const std::string prefix = std::string(section) + ".";
    Paths paths;
    for (const Metric& metric : metrics())
        if (const std::string_view key = metric.key; key.starts_with(prefix))
            paths.put(key.substr(prefix.size()), json(metric.value(report)));
    JsonObject object;
    paths.addTo(object);
    return object;
}

JsonObject networkOf(const NetworkReport& network) {
    Report report;
    report.network = network;
    return metricsOf(report, "network");
}

JsonObject statisticsJson(const LoadStatistics& load) {
    return {{"mean", load.mean},
            {"std", load.std},
            {"cv", load.cv},
            {"max_over_mean", load.maxOverMean},
            {"gini", load.gini}};
}

constexpr const char* kFits[] = {"yes", "tight", "no"};

void addMemory(JsonObject& object, const MemoryReport& memory) {
    object.insert("fits", kFits[static_cast<int>(memory.fits)]);
    object.insert("peak_phase", json(memory.heaviest().peakPhase));
    object.insert("worst_stage", memory.heaviest().stage);
    JsonArray terms, stages, suggestions;
    for (std::size_t i = 0; i < memory.heaviest().terms.size(); ++i) {
        const MemoryTerm& row = memoryTerms()[i];
        terms.append(JsonObject{{"key", row.key},
                                {"label", row.label},
                                {"group", groupText(row.group)},
                                {"bytes", memory.heaviest().terms[i].base}});
    }
    for (const StageMemory& stage : memory.stages) {
        JsonObject phases;
        for (std::size_t i = 0; i < kMemoryPhases; ++i)
            phases.insert(std::string(phaseText(MemoryPhase(i))) + "_bytes", stage.phases[i].base);
        stages.append(JsonObject{{"stage", stage.stage},
                                 {"layers", static_cast<double>(stage.layers)},
                                 {"static_bytes", stage.fixed.base},
                                 {"peak_bytes", stage.peak.base},
                                 {"phases", phases},
                                 {"peak_phase", json(stage.peakPhase)}});
    }
    for (const MemorySuggestion& suggestion : memory.suggestions) {
        JsonObject set;
        for (const auto& [key, value] : suggestion.set) set.insert(key, json(value));
        suggestions.append(JsonObject{{"set", set}, {"device_bytes", suggestion.device.base}});
    }
    object.insert("terms", std::move(terms));
    object.insert("stages", std::move(stages));
    object.insert("suggestions", std::move(suggestions));
}

void addTrain(JsonObject& object, const TrainReport& train) {
    JsonArray terms;
    for (std::size_t i = 0; i < train.terms.size(); ++i) {
        const TimeTermRow& row = timeTerms()[i];
        terms.append(JsonObject{{"key", row.key},
                                {"label", row.label},
                                {"seconds", train.terms[i].seconds.base},
                                {"exposed_seconds", train.terms[i].exposed.base},
                                {"origin", originText(train.terms[i].origin)}});
    }
    object.insert("terms", std::move(terms));
    object.insert("typical_error", train.typicalError);
    object.insert("error_at_90_percent", train.ninetyError);
    JsonArray stages;
    for (Seconds seconds : train.stages) stages.append(seconds.base);
    JsonArray idle, held;
    for (Seconds seconds : train.ownIdle) idle.append(seconds.base);
    for (double units : train.peakInFlight) held.append(units);
    object.insert("schedule", scheduleRow(train.pipeline.kind).key);
    object.insert("own_idle_seconds", idle);
    object.insert("peak_in_flight", held);
    object.insert("micro_batches", train.microBatches);
    object.insert("stage_seconds", std::move(stages));
}

void addLoss(JsonObject& object, const LossReport& loss) {
    object.insert("origin", originText(loss.origin));
    object.insert("bound", loss.dataBound ? "data" : "parameters");
    object.insert("active_share", loss.activeShare);
    object.insert("fit", json(toString(loss.fitOrigin)));
    // Only where they say something: the fitted runs' own schedule and recipe have neither.
    if (loss.optimalLrLow && loss.optimalLrHigh) {
        object.insert("optimal_lr_low", *loss.optimalLrLow);
        object.insert("optimal_lr_high", *loss.optimalLrHigh);
    }
    if (loss.scheduleGap) object.insert("schedule_gap", *loss.scheduleGap);
    if (loss.recipe)
        object.insert("recipe", JsonObject{{"method", json(loss.recipe->method)},
                                           {"runs", loss.recipe->runs},
                                           {"in_sample_rms", loss.recipe->inSampleRms},
                                           {"loo_rms", loss.recipe->looRms ? JsonValue(*loss.recipe->looRms)
                                                                           : JsonValue()}});
    object.insert("group", loss.group.empty() ? JsonValue() : json(loss.group));
}

JsonArray operatorsJson(const std::vector<ServedOperator>& operators) {
    JsonArray list;
    for (const ServedOperator& one : operators)
        list.append(JsonObject{{"op", json(one.op)},
                               {"kernel", json(one.kernel)},
                               {"shape", json(one.shape)},
                               {"count", one.count},
                               {"seconds", one.seconds.base},
                               {"low_seconds", one.band.low.base},
                               {"high_seconds", one.band.high.base},
                               {"origin", originText(one.origin)}});
    return list;
}

JsonArray servePartsJson(const std::vector<ServePart>& parts) {
    JsonArray list;
    for (const ServePart& part : parts) {
        JsonObject object{{"key", part.key},
                          {"label", part.label},
                          {"seconds", part.seconds.base},
                          {"exposed_seconds", part.exposed.base},
                          {"origin", originText(part.origin)}};
        if (!part.operators.empty()) object.insert("operators", operatorsJson(part.operators));
        list.append(object);
    }
    return list;
}

void addBand(JsonObject& object, const char* name, const std::optional<TimeBand>& band) {
    const std::string key = name;
    object.insert(key + "_low_seconds", band ? JsonValue(band->low.base) : JsonValue());
    object.insert(key + "_high_seconds", band ? JsonValue(band->high.base) : JsonValue());
}

JsonValue profilesJson(const std::optional<ProfileReport>& profiles) {
    if (!profiles) return JsonValue();
    JsonArray passes;
    for (const ProfiledPass& pass : profiles->passes) {
        JsonArray operators;
        for (const ProfiledOperator& one : pass.operators)
            operators.append(
                JsonObject{{"op", one.op},
                           {"count", one.count},
                           {"seconds", one.profiled.base},
                           {"analytic_seconds", one.analytic ? JsonValue(one.analytic->base) : JsonValue()},
                           {"origin", originText(one.origin)},
                           {"error", one.error ? JsonValue(*one.error) : JsonValue()}});
        passes.append(JsonObject{{"pass", pass.key},
                                 {"used", pass.used},
                                 {"layer_seconds", pass.profiled().base},
                                 {"analytic_layer_seconds", pass.analytic().base},
                                 {"operators", operators}});
    }
    return JsonObject{{"from", json(toString(profiles->from))}, {"passes", passes}};
}

void addServe(JsonObject& object, const ServeReport& serve) {
    object.insert("network", serve.network ? JsonValue(networkOf(*serve.network)) : JsonValue());
    object.insert("kv_cache_bytes", serve.kvCache.base);
    object.insert("buffer_bytes", serve.buffers.base);
    object.insert("activation_bytes", serve.activations.base);
    object.insert("capacity_bytes", serve.capacity.base);
    object.insert("largest_requests", serve.largestRequests);
    object.insert("fits", kFits[static_cast<int>(serve.fits)]);
    object.insert("ttft_terms", servePartsJson(serve.prefillParts));
    object.insert("tpot_terms", servePartsJson(serve.decodeParts));
    addBand(object, "ttft", serve.ttftBand);
    addBand(object, "tpot", serve.tpotBand);
    if (serve.kvPool) object.insert("kv_pool_bytes", serve.kvPool->base);
    if (serve.withinLimits) object.insert("slo_share", *serve.withinLimits);
    if (serve.memoryShare) object.insert("memory_share", *serve.memoryShare);
    if (!serve.simulated) return;
    for (const char* key : {"ttft_origin", "tpot_origin", "tokens_per_second_origin"})
        object.insert(key, originText(Origin::Simulated));
    if (serve.steadyTokensPerSecondPerGpu)
        object.insert("steady_tokens_per_second_per_gpu", *serve.steadyTokensPerSecondPerGpu);
    object.insert("steady_ttft_seconds", serve.steadyTtft->base);
    object.insert("steady_tpot_seconds", serve.steadyTpot->base);
}
void addNothing(JsonObject&, const NetworkReport&) {}
void addNothing(JsonObject&, const GoodputReport&) {}
void addRl(JsonObject& object, const RlReport& rl) {
    JsonArray phases, running;
    for (std::size_t i = 0; i < rl.phases.size(); ++i)
        phases.append(JsonObject{{"part", rlParts()[i].key},
                                 {"seconds", rl.phases[i].seconds.base},
                                 {"exposed_seconds", rl.phases[i].exposed.base},
                                 {"origin", originText(rl.phases[i].origin)}});
    for (const auto& [time, count] : rl.running) {
        JsonArray point;
        point.append(time);
        point.append(count);
        running.append(std::move(point));
    }
    object.insert("phases", std::move(phases));
    object.insert("running", std::move(running));
    object.insert("engines", rl.engines);
    object.insert("gpus_per_engine", rl.gpusPerEngine);
    object.insert("engine_layout", JsonObject{{"tp", static_cast<double>(rl.engine.tp)},
                                              {"pp", static_cast<double>(rl.engine.pp)},
                                              {"ep", static_cast<double>(rl.engine.ep)},
                                              {"dp", static_cast<double>(rl.engine.dp)}});
    object.insert("ninety_error", rl.ninetyError);
    object.insert("rollout_gpus", rl.rolloutGpus);
    object.insert("gpus", rl.gpus);
    object.insert("capacity_bytes", rl.capacity.base);
    object.insert("fits", kFits[static_cast<int>(rl.fits)]);
}

JsonArray energyParts(const std::vector<EnergyPart>& parts) {
    JsonArray array;
    for (const EnergyPart& part : parts)
        array.append(JsonObject{{"part", part.key}, {"joules", part.joules}});
    return array;
}
void addPower(JsonObject& object, const EnergyReport& energy) {
    object.insert("idle_w", energy.idleW);
    object.insert("full_w", energy.fullW);
    object.insert("rack_gpus", energy.rackGpus);
    object.insert("to_meter", energy.toMeter);
}
void addEnergy(JsonObject& object, const EnergyReport& energy) {
    object.insert("step_parts", energyParts(energy.stepParts));
    object.insert("request_parts", energyParts(energy.requestParts));
}
void addCost(JsonObject& object, const EnergyReport& energy) {
    object.insert("usd_per_gpu_hour", energy.usdPerGpuHour);
}

/// The metrics of an optional section plus what `add` knows beyond them; null with the section.
template <class Part>
void insertSection(JsonObject& object, const Report& report, const char* name,
                   const std::optional<Part>& part, void (*add)(JsonObject&, const Part&)) {
    if (!part) {
        object.insert(name, JsonValue());
        return;
    }
    JsonObject filled = metricsOf(report, name);
    add(filled, *part);
    object.insert(name, std::move(filled));
}

bool hasSection(const Report& report, std::string_view section) {
    return section == "memory"                                              ? report.memory.has_value()
           : section == "train"                                             ? report.train.has_value()
           : section == "goodput"                                           ? report.goodput.has_value()
           : section == "rl"                                                ? report.rl.has_value()
           : section == "power" || section == "energy" || section == "cost" ? report.energy.has_value()
           : section == "day"                                               ? report.day != nullptr
           : section == "network"                                           ? report.network.has_value()
           : section == "serve"                                             ? report.serve.has_value()
           : section == "loss"                                              ? report.loss.has_value()
           : section == "placement"                                         ? report.placement.has_value()
                                                                            : true;
}

JsonObject placementOf(const PlacementReport& placement) {
    JsonArray replicas, layers;
    for (Count expert : placement.slotExperts) replicas.append(static_cast<double>(expert));
    JsonObject object{{"algorithm", json(std::string(enumText(placement.algorithm)))},
                      {"experts", statisticsJson(placement.experts)},
                      {"gpus", statisticsJson(placement.gpus)},
                      {"nodes", statisticsJson(placement.nodes)},
                      {"activated", statisticsJson(placement.activated)},
                      {"replicas", replicas},
                      {"lower_bound", placement.lowerBound},
                      {"nodes_per_token", json(placement.nodesPerToken)},
                      {"nodes_per_token_bound", placement.nodesPerTokenBound},
                      {"separated_pairs", json(placement.separatedPairs)},
                      {"random", JsonValue()},
                      {"aux_loss", json(placement.auxLoss)}};
    if (const auto& random = placement.random)
        object.insert("random", JsonObject{{"p5", random->low},
                                           {"median", random->median},
                                           {"p95", random->high},
                                           {"draws", static_cast<double>(random->draws)}});
    if (placement.layers.empty()) return object;
    replicas = {};
    for (const PlacementReport& one : placement.layers) {
        JsonObject layer = placementOf(one);
        replicas.append(layer.take("replicas"));
        layer.insert("layer", static_cast<double>(one.layer));
        layers.append(std::move(layer));
    }
    object.insert("replicas", std::move(replicas));
    object.insert("layers", std::move(layers));
    return object;
}

JsonObject scenarioOf(const Scenario& scenario) {
    JsonObject object{{"schema", json(std::string(kScenarioSchema))},
                      {"name", json(scenario.name)},
                      {"note", json(scenario.note)}};
    Paths paths;
    for (const Field& field : fields())
        if (scenario.rl || !std::string_view(field.key).starts_with("rollout."))
            paths.put(field.key, fieldJson(field.get(scenario)));
    paths.addTo(object);
    for (const OptionalSection& section : optionalSections())
        if (!section.has(scenario)) object.insert(section.name, JsonValue());
    return object;
}

JsonObject problemsOf(const Problems& problems) {
    JsonArray list;
    for (const Problem& problem : problems) list.append(problemJson(problem));
    return {{"schema", "moe-explorer/report/1"}, {"problems", list}};
}

JsonObject reportOf(const Report& report) {
    JsonObject object = problemsOf({});
    object.insert("scenario", scenarioOf(report.scenario));
    JsonArray warnings;
    std::set<std::string> said;
    for (const Warning& warning : report.warnings) {
        const std::string text = toString(warning.text);
        warnings.append(JsonObject{{"id", json(warning.id)}, {"text", json(text)}});
        said.insert(text);
    }
    for (const Metric& metric : metrics()) {
        // Whatever is null inside a section that is there says why, each reason once.
        const std::string_view key = metric.key;
        if (metric.value(report) || !hasSection(report, key.substr(0, key.find('.')))) continue;
        const std::string reason = missingReason(report, key).toStdString();
        if (said.insert(reason).second)
            warnings.append(
                JsonObject{{"id", json("null-" + std::string(metric.key))}, {"text", json(reason)}});
    }
    object.insert("warnings", std::move(warnings));
    object.insert("answer", JsonValue::from(answerJson(answersOf(report))));
    JsonArray assumed;
    for (const Assumption& one : report.scenario.assumed)
        assumed.append(JsonObject{{"key", json(one.key)}, {"text", json(toString(one.text))}});
    object.insert("assumed", std::move(assumed));
    object.insert("params", metricsOf(report, "params"));

    insertSection(object, report, "memory", report.memory, addMemory);
    insertSection(object, report, "train", report.train, addTrain);
    insertSection<GoodputReport>(object, report, "goodput", report.goodput, addNothing);
    insertSection(object, report, "rl", report.rl, addRl);
    insertSection(object, report, "power", report.energy, addPower);
    insertSection(object, report, "energy", report.energy, addEnergy);
    insertSection(object, report, "cost", report.energy, addCost);
    object.insert("day", report.day ? JsonValue(metricsOf(report, "day")) : JsonValue());
    insertSection<NetworkReport>(object, report, "network", report.network, addNothing);
    insertSection(object, report, "serve", report.serve, addServe);
    insertSection(object, report, "loss", report.loss, addLoss);
    object.insert("profiles", profilesJson(report.profiles));
    object.insert("placement", report.placement ? JsonValue(placementOf(*report.placement)) : JsonValue());
    return object;
}

} // namespace

QJsonObject reportJson(const Report& report) {
    return reportOf(report).qt();
}

void writeReport(const Report& report, int line, std::string& to) {
    JsonObject object = reportOf(report);
    object.insert("line", line);
    JsonValue(std::move(object)).write(to);
}

QJsonObject scenarioJson(const Scenario& scenario) {
    return scenarioOf(scenario).qt();
}

QJsonObject problemsJson(const Problems& problems) {
    return problemsOf(problems).qt();
}

QJsonObject networkJson(const NetworkReport& network) {
    return networkOf(network).qt();
}

QJsonObject placementJson(const PlacementReport& placement) {
    return placementOf(placement).qt();
}

} // namespace moe::items
