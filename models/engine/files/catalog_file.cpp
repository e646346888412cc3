// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/catalog_file.h"

#include "data/document.h"
#include "data/number.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"

#include <algorithm>

namespace moe {

template <> const std::vector<std::string>& enumNames<Generation>() {
    static const std::vector<std::string> names{"ampere", "hopper", "blackwell", "ada", "other"};
    return names;
}

namespace {

/// One key of a GPU entry that is a number in a stated unit.
struct GpuKey {
    std::string_view key;
    void (*set)(GpuSpec&, double);
};
constexpr GpuKey kGpuKeys[] = {
    {"memory_mib", [](GpuSpec& gpu, double value) { gpu.memory = value * MiB; }},
    {"bf16_tflops", [](GpuSpec& gpu, double value) { gpu.bf16 = value * Tflops; }},
    {"fp8_tflops", [](GpuSpec& gpu, double value) { gpu.fp8 = value * Tflops; }},
    {"fp4_tflops", [](GpuSpec& gpu, double value) { gpu.fp4 = value * Tflops; }},
    {"bandwidth_gbps", [](GpuSpec& gpu, double value) { gpu.hbm = value * GBps; }},
    {"nvlink_gbps", [](GpuSpec& gpu, double value) { gpu.nvlink = value * GBps; }},
    {"nic_gbps", [](GpuSpec& gpu, double value) { gpu.nic = value * GBps; }},
    {"domain", [](GpuSpec& gpu, double value) { gpu.domain = static_cast<Count>(value); }},
    {"clock_factor", [](GpuSpec& gpu, double value) { gpu.clockFactor = value; }},
    {"power_w", [](GpuSpec& gpu, double value) { gpu.powerW = value; }},
    {"mfu", [](GpuSpec& gpu, double value) { gpu.mfu = value; }},
    {"bandwidth_util", [](GpuSpec& gpu, double value) { gpu.bandwidthUtil = value; }},
    {"host_factor", [](GpuSpec& gpu, double value) { gpu.hostFactor = value; }},
};

/// Rule broken by one entry, empty when it was taken.
Message setGpuKey(GpuSpec& gpu, std::string_view key, const std::string& text) {
    if (key == "label") return gpu.label = text, "";
    if (key == "source") return gpu.source = text, "";
    if (key == "uncited") return gpu.uncited = text, "";
    if (key == "topology") return gpu.topology = text, "";
    if (key == "operators_like") return gpu.operatorsLike = text, "";
    if (key == "operator_factors") return gpu.operatorFactors = text, "";
    if (key == "generation")
        return parseEnum(text, gpu.generation) ? Message()
                                               : say("must be ampere, hopper, blackwell, ada or other");
    for (const GpuKey& known : kGpuKeys) {
        if (known.key != key) continue;
        const std::optional<double> number = parseNumber(text);
        if (!number || !(*number >= 0) || *number > 1e15) return say("must be a number from 0 to 1e15");
        known.set(gpu, *number);
        return "";
    }
    return say("is no key of a GPU");
}

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

Result<std::vector<GpuSpec>> readGpus(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    std::vector<GpuSpec> gpus;
    Problems problems = forEachOwned(
        *document, source, [&](const std::string& owner, const std::string& key, const std::string& value) {
            return setGpuKey(rowOf(gpus, owner), key, value);
        });
    for (const GpuSpec& gpu : gpus) {
        if (gpu.memory.base <= 0 || gpu.bf16.base <= 0 || gpu.hbm.base <= 0 || gpu.nvlink.base <= 0 ||
            gpu.nic.base <= 0)
            problems.push_back(
                {.source = source,
                 .key = gpu.key,
                 .rule = say("needs memory_mib, bf16_tflops, bandwidth_gbps, nvlink_gbps and nic_gbps")});
    }
    if (!problems.empty()) return problems;
    return gpus;
}

Result<std::vector<ClusterPreset>> readClusters(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    std::vector<ClusterPreset> clusters;
    Problems problems = forEachOwned(
        *document, source,
        [&](const std::string& owner, const std::string& key, const std::string& value) -> Message {
            ClusterPreset& cluster = rowOf(clusters, owner);
            if (key == "label") return cluster.label = value, "";
            if (key == "source") return "";
            const Field* field = findField(key);
            if (!field) return say("is no scenario key");
            const ParsedField parsed = parseField(*field, value);
            if (parsed.rule.empty()) cluster.set.emplace_back(key, value);
            return parsed.rule;
        });
    if (!problems.empty()) return problems;
    return clusters;
}

Result<ScenarioPreset> readPreset(std::string_view text, const std::string& key) {
    Result<Scenario> scenario = readScenario(text, key + ".yaml");
    if (!scenario) return scenario.error();
    ScenarioPreset preset{key, scenario->name.empty() ? key : scenario->name, *scenario};
    return preset;
}

} // namespace moe
