// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/report_json_sections.h"

#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/odds.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/time/step_time_report.h"

#include <cmath>
#include <type_traits>

namespace moe::items {
namespace {

constexpr const char* kFits[] = {"yes", "tight", "no"};

void addMemory(JsonObject& object, const MemoryReport& memory) {
    object.insert("fits", kFits[static_cast<int>(memory.fits)]);
    if (const std::optional<double> chance = chanceFits(memory)) object.insert("fit_chance", *chance);
    object.insert("peak_phase", memory.heaviest().peakPhase);
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
                                 {"peak_phase", stage.peakPhase}});
    }
    for (const MemorySuggestion& suggestion : memory.suggestions) {
        JsonObject set;
        for (const auto& [key, value] : suggestion.set) set.insert(key, value);
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
    object.insert("fit", toString(loss.fitOrigin));
    // Only where they say something: the fitted runs' own schedule and recipe have neither.
    if (loss.optimalLrLow && loss.optimalLrHigh) {
        object.insert("optimal_lr_low", *loss.optimalLrLow);
        object.insert("optimal_lr_high", *loss.optimalLrHigh);
    }
    if (loss.scheduleGap) object.insert("schedule_gap", *loss.scheduleGap);
    if (loss.recipe)
        object.insert("recipe", JsonObject{{"method", loss.recipe->method},
                                           {"runs", loss.recipe->runs},
                                           {"in_sample_rms", loss.recipe->inSampleRms},
                                           {"loo_rms", loss.recipe->looRms ? JsonValue(*loss.recipe->looRms)
                                                                           : JsonValue()}});
    object.insert("group", loss.group.empty() ? JsonValue() : loss.group);
}

JsonArray operatorsJson(const std::vector<ServedOperator>& operators) {
    JsonArray list;
    for (const ServedOperator& one : operators)
        list.append(JsonObject{{"op", one.op},
                               {"kernel", one.kernel},
                               {"shape", one.shape},
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

void addServe(JsonObject& object, const ServeReport& serve) {
    object.insert("network", serve.network ? JsonValue(networkOf(*serve.network)) : JsonValue());
    object.insert("kv_cache_bytes", serve.kvCache.base);
    object.insert("buffer_bytes", serve.buffers.base);
    object.insert("activation_bytes", serve.activations.base);
    object.insert("capacity_bytes", serve.capacity.base);
    object.insert("largest_requests", serve.largestRequests);
    object.insert("fits", kFits[static_cast<int>(serve.fits)]);
    if (serve.fitChance) object.insert("fit_chance", *serve.fitChance);
    object.insert("ttft_terms", servePartsJson(serve.prefillParts));
    object.insert("tpot_terms", servePartsJson(serve.decodeParts));
    addBand(object, "ttft", serve.ttftBand);
    addBand(object, "tpot", serve.tpotBand);
    if (serve.kvPool) object.insert("kv_pool_bytes", serve.kvPool->base);
    if (serve.withinLimits) object.insert("slo_share", *serve.withinLimits);
    if (serve.ttftChance) object.insert("slo_ttft_chance", *serve.ttftChance);
    if (serve.tpotChance) object.insert("slo_tpot_chance", *serve.tpotChance);
    if (serve.memoryShare) object.insert("memory_share", *serve.memoryShare);
    if (!serve.simulated) return;
    for (const char* key : {"ttft_origin", "tpot_origin", "tokens_per_second_origin"})
        object.insert(key, originText(Origin::Simulated));
    if (serve.steadyTokensPerSecondPerGpu)
        object.insert("steady_tokens_per_second_per_gpu", *serve.steadyTokensPerSecondPerGpu);
    object.insert("steady_ttft_seconds", serve.steadyTtft->base);
    object.insert("steady_tpot_seconds", serve.steadyTpot->base);
}
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

template <auto Part> bool has(const Report& report) {
    return (report.*Part).has_value();
}
template <auto Part, auto Add> JsonSection section(const char* key) {
    return {key, has<Part>, [](JsonObject& object, const Report& report) { Add(object, *(report.*Part)); }};
}

} // namespace

const std::vector<JsonSection>& jsonSections() {
    static const std::vector<JsonSection> sections{
        section<&Report::memory, addMemory>("memory"),
        section<&Report::train, addTrain>("train"),
        {"goodput", has<&Report::goodput>, nullptr},
        section<&Report::rl, addRl>("rl"),
        section<&Report::energy, addPower>("power"),
        section<&Report::energy, addEnergy>("energy"),
        section<&Report::energy, addCost>("cost"),
        {"day", [](const Report& report) { return report.day != nullptr; }, nullptr},
        {"network", has<&Report::network>, nullptr},
        section<&Report::serve, addServe>("serve"),
        section<&Report::loss, addLoss>("loss"),
    };
    return sections;
}

} // namespace moe::items
