// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/report_json.h"

#include "models/engine/files/scenario_file.h"
#include "models/engine/report/metrics.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/items/answer_text.h"
#include "models/items/json_value.h"
#include "models/items/report_json_sections.h"
#include "models/items/warning_text.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe::items {
namespace {

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
    return {{"source", problem.source}, {"line", problem.line},           {"column", problem.column},
            {"key", problem.key},       {"rule", toString(problem.rule)}, {"value", problem.value}};
}

JsonValue fieldJson(const FieldValue& value) {
    if (const bool* flag = std::get_if<bool>(&value)) return *flag;
    if (const double* number = std::get_if<double>(&value)) return *number;
    if (const std::string* text = std::get_if<std::string>(&value)) return *text;
    return JsonValue();
}

/// Every metric of `section` at its place; `section.` is stripped.
JsonObject metricsOf(const Report& report, std::string_view section) {
    const std::string prefix = std::string(section) + ".";
    Paths paths;
    for (const Metric& metric : metrics())
        if (const std::string_view key = metric.key; key.starts_with(prefix))
            paths.put(key.substr(prefix.size()), metric.value(report));
    JsonObject object;
    paths.addTo(object);
    return object;
}

JsonObject statisticsJson(const LoadStatistics& load) {
    return {{"mean", load.mean},
            {"std", load.std},
            {"cv", load.cv},
            {"max_over_mean", load.maxOverMean},
            {"gini", load.gini}};
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
    return JsonObject{{"from", toString(profiles->from)}, {"passes", passes}};
}

bool hasSection(const Report& report, std::string_view key) {
    for (const JsonSection& section : jsonSections())
        if (key == section.key) return section.has(report);
    return key != "placement" || report.placement;
}

JsonObject placementOf(const PlacementReport& placement) {
    JsonArray replicas, layers;
    for (Count expert : placement.slotExperts) replicas.append(static_cast<double>(expert));
    JsonObject object{{"algorithm", std::string(enumText(placement.algorithm))},
                      {"experts", statisticsJson(placement.experts)},
                      {"gpus", statisticsJson(placement.gpus)},
                      {"nodes", statisticsJson(placement.nodes)},
                      {"activated", statisticsJson(placement.activated)},
                      {"replicas", replicas},
                      {"lower_bound", placement.lowerBound},
                      {"nodes_per_token", placement.nodesPerToken},
                      {"nodes_per_token_bound", placement.nodesPerTokenBound},
                      {"separated_pairs", placement.separatedPairs},
                      {"random", JsonValue()},
                      {"aux_loss", placement.auxLoss}};
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
    JsonObject object{
        {"schema", std::string(kScenarioSchema)}, {"name", scenario.name}, {"note", scenario.note}};
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
        warnings.append(JsonObject{{"id", warning.id}, {"text", text}});
        said.insert(text);
    }
    for (const Metric& metric : metrics()) {
        // Whatever is null inside a section that is there says why, each reason once.
        const std::string_view key = metric.key;
        if (metric.value(report) || !hasSection(report, key.substr(0, key.find('.')))) continue;
        const std::string reason = missingReason(report, key).toStdString();
        if (said.insert(reason).second)
            warnings.append(JsonObject{{"id", "null-" + std::string(metric.key)}, {"text", reason}});
    }
    object.insert("warnings", std::move(warnings));
    object.insert("answer", JsonValue::from(answerJson(answersOf(report))));
    JsonArray assumed;
    for (const Assumption& one : report.scenario.assumed)
        assumed.append(JsonObject{{"key", one.key}, {"text", toString(one.text)}});
    object.insert("assumed", std::move(assumed));
    object.insert("params", metricsOf(report, "params"));

    for (const JsonSection& section : jsonSections()) {
        if (!section.has(report)) {
            object.insert(section.key, JsonValue());
            continue;
        }
        JsonObject filled = metricsOf(report, section.key);
        if (section.add) section.add(filled, report);
        object.insert(section.key, std::move(filled));
    }
    object.insert("profiles", profilesJson(report.profiles));
    object.insert("placement", report.placement ? JsonValue(placementOf(*report.placement)) : JsonValue());
    return object;
}

} // namespace

JsonObject networkOf(const NetworkReport& network) {
    Report report;
    report.network = network;
    return metricsOf(report, "network");
}

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
