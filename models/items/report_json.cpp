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
#include "models/items/warning_text.h"

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

QJsonValue json(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}
QJsonValue json(const std::string& text) {
    return QString::fromStdString(text);
}

/// Puts `value` at a dotted path, making objects on the way.
void put(QJsonObject& object, const QString& path, const QJsonValue& value) {
    const qsizetype dot = path.indexOf(QLatin1Char('.'));
    if (dot < 0) {
        object.insert(path, value);
        return;
    }
    QJsonObject inner = object.value(path.left(dot)).toObject();
    put(inner, path.mid(dot + 1), value);
    object.insert(path.left(dot), inner);
}

QJsonObject problemJson(const Problem& problem) {
    return {{"source", json(problem.source)},
            {"line", problem.line},
            {"column", problem.column},
            {"key", json(problem.key)},
            {"rule", json(toString(problem.rule))},
            {"value", json(problem.value)}};
}

QJsonValue fieldJson(const FieldValue& value) {
    if (const bool* flag = std::get_if<bool>(&value)) return *flag;
    if (const double* number = std::get_if<double>(&value)) return *number;
    if (const std::string* text = std::get_if<std::string>(&value)) return json(*text);
    return QJsonValue::Null;
}

/// Every metric of `section` at its place; `section.` is stripped.
QJsonObject metricsJson(const Report& report, const QString& section) {
    QJsonObject object;
    for (const Metric& metric : metrics()) {
        const QString key = QString::fromLatin1(metric.key);
        if (key.startsWith(section + QLatin1Char('.')))
            put(object, key.mid(section.size() + 1), json(metric.value(report)));
    }
    return object;
}

QJsonObject statisticsJson(const LoadStatistics& load) {
    return {{"mean", load.mean},
            {"std", load.std},
            {"cv", load.cv},
            {"max_over_mean", load.maxOverMean},
            {"gini", load.gini}};
}

constexpr const char* kFits[] = {"yes", "tight", "no"};

void addMemory(QJsonObject& object, const MemoryReport& memory) {
    object.insert("fits", kFits[static_cast<int>(memory.fits)]);
    object.insert("peak_phase", json(memory.heaviest().peakPhase));
    object.insert("worst_stage", memory.heaviest().stage);
    QJsonArray terms, stages, suggestions;
    for (std::size_t i = 0; i < memory.heaviest().terms.size(); ++i) {
        const MemoryTerm& row = memoryTerms()[i];
        terms.append(QJsonObject{{"key", row.key},
                                 {"label", row.label},
                                 {"group", groupText(row.group)},
                                 {"bytes", memory.heaviest().terms[i].base}});
    }
    for (const StageMemory& stage : memory.stages) {
        QJsonObject phases;
        for (std::size_t i = 0; i < kMemoryPhases; ++i)
            phases.insert(QLatin1String(phaseText(MemoryPhase(i))) + QStringLiteral("_bytes"),
                          stage.phases[i].base);
        stages.append(QJsonObject{{"stage", stage.stage},
                                  {"layers", static_cast<double>(stage.layers)},
                                  {"static_bytes", stage.fixed.base},
                                  {"peak_bytes", stage.peak.base},
                                  {"phases", phases},
                                  {"peak_phase", json(stage.peakPhase)}});
    }
    for (const MemorySuggestion& suggestion : memory.suggestions) {
        QJsonObject set;
        for (const auto& [key, value] : suggestion.set) set.insert(QString::fromStdString(key), json(value));
        suggestions.append(QJsonObject{{"set", set}, {"device_bytes", suggestion.device.base}});
    }
    object.insert("terms", terms);
    object.insert("stages", stages);
    object.insert("suggestions", suggestions);
}

void addTrain(QJsonObject& object, const TrainReport& train) {
    QJsonArray terms;
    for (std::size_t i = 0; i < train.terms.size(); ++i) {
        const TimeTermRow& row = timeTerms()[i];
        terms.append(QJsonObject{{"key", row.key},
                                 {"label", row.label},
                                 {"seconds", train.terms[i].seconds.base},
                                 {"exposed_seconds", train.terms[i].exposed.base},
                                 {"origin", originText(train.terms[i].origin)}});
    }
    object.insert("terms", terms);
    object.insert("typical_error", train.typicalError);
    object.insert("error_at_90_percent", train.ninetyError);
    QJsonArray stages;
    for (Seconds seconds : train.stages) stages.append(seconds.base);
    QJsonArray idle, held;
    for (Seconds seconds : train.ownIdle) idle.append(seconds.base);
    for (double units : train.peakInFlight) held.append(units);
    object.insert("schedule", scheduleRow(train.pipeline.kind).key);
    object.insert("own_idle_seconds", idle);
    object.insert("peak_in_flight", held);
    object.insert("micro_batches", train.microBatches);
    object.insert("stage_seconds", stages);
}

void addLoss(QJsonObject& object, const LossReport& loss) {
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
        object.insert("recipe", QJsonObject{{"method", json(loss.recipe->method)},
                                            {"runs", loss.recipe->runs},
                                            {"in_sample_rms", loss.recipe->inSampleRms},
                                            {"loo_rms", loss.recipe->looRms ? QJsonValue(*loss.recipe->looRms)
                                                                            : QJsonValue(QJsonValue::Null)}});
    object.insert("group", loss.group.empty() ? QJsonValue(QJsonValue::Null) : json(loss.group));
}

QJsonArray operatorsJson(const std::vector<ServedOperator>& operators) {
    QJsonArray list;
    for (const ServedOperator& one : operators)
        list.append(QJsonObject{{"op", json(one.op)},
                                {"kernel", json(one.kernel)},
                                {"shape", json(one.shape)},
                                {"count", one.count},
                                {"seconds", one.seconds.base},
                                {"low_seconds", one.band.low.base},
                                {"high_seconds", one.band.high.base},
                                {"origin", originText(one.origin)}});
    return list;
}

QJsonArray servePartsJson(const std::vector<ServePart>& parts) {
    QJsonArray list;
    for (const ServePart& part : parts) {
        QJsonObject object{{"key", part.key},
                           {"label", part.label},
                           {"seconds", part.seconds.base},
                           {"exposed_seconds", part.exposed.base},
                           {"origin", originText(part.origin)}};
        if (!part.operators.empty()) object.insert("operators", operatorsJson(part.operators));
        list.append(object);
    }
    return list;
}

void addBand(QJsonObject& object, const char* name, const std::optional<TimeBand>& band) {
    const QString key = QLatin1String(name);
    object.insert(key + QStringLiteral("_low_seconds"), band ? QJsonValue(band->low.base) : QJsonValue());
    object.insert(key + QStringLiteral("_high_seconds"), band ? QJsonValue(band->high.base) : QJsonValue());
}

QJsonValue profilesJson(const std::optional<ProfileReport>& profiles) {
    if (!profiles) return QJsonValue::Null;
    QJsonArray passes;
    for (const ProfiledPass& pass : profiles->passes) {
        QJsonArray operators;
        for (const ProfiledOperator& one : pass.operators)
            operators.append(
                QJsonObject{{"op", one.op},
                            {"count", one.count},
                            {"seconds", one.profiled.base},
                            {"analytic_seconds",
                             one.analytic ? QJsonValue(one.analytic->base) : QJsonValue(QJsonValue::Null)},
                            {"origin", originText(one.origin)},
                            {"error", one.error ? QJsonValue(*one.error) : QJsonValue(QJsonValue::Null)}});
        passes.append(QJsonObject{{"pass", pass.key},
                                  {"used", pass.used},
                                  {"layer_seconds", pass.profiled().base},
                                  {"analytic_layer_seconds", pass.analytic().base},
                                  {"operators", operators}});
    }
    return QJsonObject{{"from", json(toString(profiles->from))}, {"passes", passes}};
}

void addServe(QJsonObject& object, const ServeReport& serve) {
    object.insert("network",
                  serve.network ? QJsonValue(networkJson(*serve.network)) : QJsonValue(QJsonValue::Null));
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
void addNothing(QJsonObject&, const NetworkReport&) {}
void addNothing(QJsonObject&, const GoodputReport&) {}
void addRl(QJsonObject& object, const RlReport& rl) {
    QJsonArray phases, running;
    for (std::size_t i = 0; i < rl.phases.size(); ++i)
        phases.append(QJsonObject{{"part", QLatin1String(rlParts()[i].key)},
                                  {"seconds", rl.phases[i].seconds.base},
                                  {"exposed_seconds", rl.phases[i].exposed.base},
                                  {"origin", originText(rl.phases[i].origin)}});
    for (const auto& [time, count] : rl.running) running.append(QJsonArray{time, count});
    object.insert("phases", phases);
    object.insert("running", running);
    object.insert("engines", rl.engines);
    object.insert("gpus_per_engine", rl.gpusPerEngine);
    object.insert("rollout_gpus", rl.rolloutGpus);
    object.insert("gpus", rl.gpus);
    object.insert("capacity_bytes", rl.capacity.base);
    object.insert("fits", kFits[static_cast<int>(rl.fits)]);
}

/// The metrics of an optional section plus what `add` knows beyond them; null with the section.
template <class Part>
void insertSection(QJsonObject& object, const Report& report, const char* name,
                   const std::optional<Part>& part, void (*add)(QJsonObject&, const Part&)) {
    if (!part) {
        object.insert(QLatin1String(name), QJsonValue::Null);
        return;
    }
    QJsonObject filled = metricsJson(report, QString::fromLatin1(name));
    add(filled, *part);
    object.insert(QLatin1String(name), filled);
}

bool hasSection(const Report& report, std::string_view section) {
    return section == "memory"      ? report.memory.has_value()
           : section == "train"     ? report.train.has_value()
           : section == "goodput"   ? report.goodput.has_value()
           : section == "rl"        ? report.rl.has_value()
           : section == "network"   ? report.network.has_value()
           : section == "serve"     ? report.serve.has_value()
           : section == "loss"      ? report.loss.has_value()
           : section == "placement" ? report.placement.has_value()
                                    : true;
}

} // namespace

QJsonObject networkJson(const NetworkReport& network) {
    Report report;
    report.network = network;
    return metricsJson(report, QStringLiteral("network"));
}

QJsonObject placementJson(const PlacementReport& placement) {
    QJsonArray replicas, layers;
    for (Count expert : placement.slotExperts) replicas.append(static_cast<double>(expert));
    QJsonObject object{{"algorithm", json(std::string(enumText(placement.algorithm)))},
                       {"experts", statisticsJson(placement.experts)},
                       {"gpus", statisticsJson(placement.gpus)},
                       {"nodes", statisticsJson(placement.nodes)},
                       {"activated", statisticsJson(placement.activated)},
                       {"replicas", replicas},
                       {"lower_bound", placement.lowerBound},
                       {"nodes_per_token", json(placement.nodesPerToken)},
                       {"nodes_per_token_bound", placement.nodesPerTokenBound},
                       {"separated_pairs", json(placement.separatedPairs)},
                       {"random", QJsonValue::Null},
                       {"aux_loss", json(placement.auxLoss)}};
    if (const auto& random = placement.random)
        object.insert("random", QJsonObject{{"p5", random->low},
                                            {"median", random->median},
                                            {"p95", random->high},
                                            {"draws", static_cast<double>(random->draws)}});
    if (placement.layers.empty()) return object;
    replicas = {};
    for (const PlacementReport& one : placement.layers) {
        QJsonObject layer = placementJson(one);
        replicas.append(layer.take("replicas"));
        layer.insert("layer", static_cast<double>(one.layer));
        layers.append(layer);
    }
    object.insert("replicas", replicas);
    object.insert("layers", layers);
    return object;
}

QJsonObject scenarioJson(const Scenario& scenario) {
    QJsonObject object{{"schema", json(std::string(kScenarioSchema))},
                       {"name", json(scenario.name)},
                       {"note", json(scenario.note)}};
    for (const Field& field : fields())
        if (scenario.rl || !std::string_view(field.key).starts_with("rollout."))
            put(object, QString::fromLatin1(field.key), fieldJson(field.get(scenario)));
    for (const OptionalSection& section : optionalSections())
        if (!section.has(scenario)) object.insert(QLatin1String(section.name), QJsonValue::Null);
    return object;
}

QJsonObject problemsJson(const Problems& problems) {
    QJsonArray list;
    for (const Problem& problem : problems) list.append(problemJson(problem));
    return {{"schema", "moe-explorer/report/1"}, {"problems", list}};
}

QJsonObject reportJson(const Report& report) {
    QJsonObject object = problemsJson({});
    object.insert("scenario", scenarioJson(report.scenario));
    QJsonArray warnings;
    for (const Warning& warning : report.warnings)
        warnings.append(QJsonObject{{"id", json(warning.id)}, {"text", json(toString(warning.text))}});
    for (const Metric& metric : metrics()) {
        // Whatever is null inside a section that is there says why, each reason once.
        const std::string_view key = metric.key;
        if (metric.value(report) || !hasSection(report, key.substr(0, key.find('.')))) continue;
        const QString reason = missingReason(report, key);
        const bool said = std::any_of(warnings.begin(), warnings.end(), [&](const QJsonValue& warning) {
            return warning[QLatin1String("text")] == reason;
        });
        if (!said)
            warnings.append(
                QJsonObject{{"id", QStringLiteral("null-") + QLatin1String(metric.key)}, {"text", reason}});
    }
    object.insert("warnings", warnings);
    object.insert("answer", answerJson(answersOf(report)));
    QJsonArray assumed;
    for (const Assumption& one : report.scenario.assumed)
        assumed.append(QJsonObject{{"key", json(one.key)}, {"text", json(toString(one.text))}});
    object.insert("assumed", assumed);
    object.insert("params", metricsJson(report, QStringLiteral("params")));

    insertSection(object, report, "memory", report.memory, addMemory);
    insertSection(object, report, "train", report.train, addTrain);
    insertSection<GoodputReport>(object, report, "goodput", report.goodput, addNothing);
    insertSection(object, report, "rl", report.rl, addRl);
    insertSection<NetworkReport>(object, report, "network", report.network, addNothing);
    insertSection(object, report, "serve", report.serve, addServe);
    insertSection(object, report, "loss", report.loss, addLoss);
    object.insert("profiles", profilesJson(report.profiles));
    object.insert("placement",
                  report.placement ? QJsonValue(placementJson(*report.placement)) : QJsonValue::Null);
    return object;
}

} // namespace moe::items
