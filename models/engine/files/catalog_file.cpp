// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/catalog_file.h"

#include "data/document.h"
#include "models/engine/files/gpu_document.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/machines/gpu_fields.h"

#include <algorithm>
#include <set>

namespace moe {

namespace {

/// Calls take(owner key, rest of the key, entry) for every `owner.rest`; entries of one owner are adjacent.
template <class Take> Problems forEachOwned(const Document& document, const std::string& source, Take take) {
    Problems problems;
    for (const DocumentEntry& entry : document) {
        if (entry.key == "schema") continue;
        const std::size_t dot = entry.key.find('.');
        Message rule = say("must be a map");
        if (dot != std::string::npos)
            rule = take(entry.key.substr(0, dot), entry.key.substr(dot + 1), entry.text());
        if (!rule.empty())
            problems.push_back({source, entry.line, entry.column, entry.key, rule, entry.text()});
    }
    return problems;
}

template <class Row> Row& rowOf(std::vector<Row>& rows, const std::string& key) {
    if (rows.empty() || rows.back().key != key) {
        rows.emplace_back();
        rows.back().key = rows.back().label = key;
    }
    return rows.back();
}

} // namespace

Result<std::vector<GpuSpec>> gpusFrom(const Document& document, const std::string& source) {
    std::vector<GpuSpec> gpus;
    Problems problems = forEachOwned(
        document, source, [&](const std::string& owner, const std::string& key, const std::string& value) {
            return setGpuKey(rowOf(gpus, owner), key, value);
        });
    for (const GpuSpec& gpu : gpus) {
        for (const GpuField& field : gpuFields()) {
            const std::string key = gpu.key + "." + std::string(field.key);
            const bool told = std::any_of(problems.begin(), problems.end(),
                                          [&](const Problem& problem) { return problem.key == key; });
            if (field.needed && field.get(gpu) <= 0 && !told)
                problems.push_back({.source = source, .key = key, .rule = say("is needed, above 0")});
        }
        if (gpu.domain < 1)
            problems.push_back(
                {.source = source, .key = gpu.key + ".domain", .rule = say("must be 1 at least")});
    }
    if (!problems.empty()) return problems;
    return gpus;
}

namespace {

Result<std::vector<ClusterPreset>> clustersFrom(const Document& document, const std::string& source) {
    std::vector<ClusterPreset> clusters;
    Problems problems = forEachOwned(
        document, source,
        [&](const std::string& owner, const std::string& key, const std::string& value) -> Message {
            ClusterPreset& cluster = rowOf(clusters, owner);
            if (key == "label") return cluster.label = value, "";
            if (key == "source") return cluster.source = value, "";
            const Field* field = findField(key);
            if (!field) return say("is no scenario key");
            const ParsedField parsed = parseField(*field, value);
            if (parsed.rule.empty()) cluster.set.emplace_back(key, value);
            return parsed.rule;
        });
    if (!problems.empty()) return problems;
    return clusters;
}

void addEntry(Document& document, const std::string& owner, std::string_view key, std::string value,
              bool quoted) {
    if (!value.empty())
        document.push_back({owner + "." + std::string(key), {std::move(value)}, false, 0, 0, quoted});
}

/// Fits that nobody made and peaks that a GPU has not are left out.
bool isWritten(const GpuSpec& gpu, const GpuField& field) {
    if (field.key == "generation" || field.key == "domain") return true;
    return field.needed || gpuFieldText(gpu, field) != gpuFieldText(GpuSpec{}, field);
}

} // namespace

Result<std::vector<GpuSpec>> readGpus(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    return document ? gpusFrom(*document, source) : Result<std::vector<GpuSpec>>(document.error());
}

Result<std::vector<ClusterPreset>> readClusters(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    return document ? clustersFrom(*document, source) : Result<std::vector<ClusterPreset>>(document.error());
}

Result<Machines> readMachines(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    const auto ownerOf = [](const DocumentEntry& entry) { return entry.key.substr(0, entry.key.find('.')); };
    std::set<std::string> clusterKeys; // a cluster's keys are a scenario's, in sections
    for (const DocumentEntry& entry : *document)
        if (std::count(entry.key.begin(), entry.key.end(), '.') > 1) clusterKeys.insert(ownerOf(entry));
    Document ofGpus, ofClusters;
    for (const DocumentEntry& entry : *document)
        (clusterKeys.contains(ownerOf(entry)) ? ofClusters : ofGpus).push_back(entry);
    Result<std::vector<GpuSpec>> gpus = gpusFrom(ofGpus, source);
    Result<std::vector<ClusterPreset>> clusters = clustersFrom(ofClusters, source);
    Problems problems;
    if (!gpus) append(problems, gpus.error());
    if (!clusters) append(problems, clusters.error());
    if (!problems.empty()) return problems;
    return Machines{std::move(gpus).value(), std::move(clusters).value()};
}

Document gpusDocument(const std::vector<GpuSpec>& gpus) {
    Document document;
    for (const GpuSpec& gpu : gpus) {
        addEntry(document, gpu.key, "label", gpu.label, true);
        for (const GpuField& field : gpuFields()) {
            if (isWritten(gpu, field))
                addEntry(document, gpu.key, field.key, gpuFieldText(gpu, field), false);
        }
        addEntry(document, gpu.key, "operators_like", gpu.operatorsLike, false);
        addEntry(document, gpu.key, "operator_factors", gpu.operatorFactors, true);
        addEntry(document, gpu.key, "called", gpu.called, true);
        if (gpu.vendor) addEntry(document, gpu.key, "vendor", std::string(enumText(*gpu.vendor)), false);
        addEntry(document, gpu.key, "source", gpu.source, true);
        addEntry(document, gpu.key, "uncited", gpu.uncited, false);
    }
    return document;
}

std::string gpusText(const std::vector<GpuSpec>& gpus) {
    return documentText(gpusDocument(gpus));
}

std::string clustersText(const std::vector<ClusterPreset>& clusters) {
    Document document;
    for (const ClusterPreset& cluster : clusters) {
        addEntry(document, cluster.key, "label", cluster.label, true);
        for (const auto& [key, value] : cluster.set) addEntry(document, cluster.key, key, value, false);
        addEntry(document, cluster.key, "source", cluster.source, true);
    }
    return documentText(document);
}

Result<ScenarioPreset> readPreset(std::string_view text, const std::string& key) {
    Result<Scenario> scenario = readScenario(text, key + ".yaml");
    if (!scenario) return scenario.error();
    ScenarioPreset preset{key, scenario->name.empty() ? key : scenario->name, *scenario};
    return preset;
}

} // namespace moe
