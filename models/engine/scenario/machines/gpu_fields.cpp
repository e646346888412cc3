// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/machines/gpu_fields.h"

#include "data/number.h"
#include "data/text.h"
#include "models/engine/scenario/enum_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>

namespace moe {

template <> const std::vector<std::string>& enumNames<Generation>() {
    static const std::vector<std::string> names{"ampere", "hopper", "blackwell", "ada", "other"};
    return names;
}
template <> const std::vector<std::string>& enumNames<Topology>() {
    static const std::vector<std::string> names{"switch", "full-mesh", "torus-2d", "torus-3d"};
    return names;
}

namespace {

template <auto member> double getUnit(const GpuSpec& gpu) {
    return (gpu.*member).base;
}
template <auto member> void setUnit(GpuSpec& gpu, double value) {
    (gpu.*member).base = value;
}
template <auto member> double getPlain(const GpuSpec& gpu) {
    return static_cast<double>(gpu.*member);
}
template <auto member> void setPlain(GpuSpec& gpu, double value) {
    gpu.*member = static_cast<std::remove_reference_t<decltype(gpu.*member)>>(value);
}

template <auto member>
GpuField withUnit(GpuField row, std::string_view unit, std::string_view baseUnit, double scale) {
    row.unit = unit;
    row.baseUnit = baseUnit;
    row.scale = scale;
    row.get = getUnit<member>;
    row.set = setUnit<member>;
    return row;
}
template <auto member> GpuField plain(GpuField row, std::string_view unit = "") {
    row.unit = row.baseUnit = unit;
    row.get = getPlain<member>;
    row.set = setPlain<member>;
    return row;
}

GpuField needed(GpuField row) {
    row.needed = true;
    return row;
}
GpuField usual(GpuField row) {
    row.usual = true;
    return row;
}

/// "peaks, memory MLPerf" is about three peaks and the memory.
const std::map<std::string, std::vector<std::string>, std::less<>>& citedWords() {
    static const std::map<std::string, std::vector<std::string>, std::less<>> words = [] {
        std::map<std::string, std::vector<std::string>, std::less<>> made;
        made["operators"] = {"operator_factors"}; // a fit's points are about no figure
        made["peaks"] = {"bf16_tflops", "fp8_tflops", "fp4_tflops"};
        for (const GpuField& field : gpuFields())
            if (!field.cited.empty()) made[std::string(field.cited)] = {std::string(field.key)};
        return made;
    }();
    return words;
}

/// Clauses of a source: what stands before the first of them is about every figure.
struct Sources {
    std::string general;
    std::map<std::string, std::string> of; ///< key → text
};

/// "; " outside of brackets parts clauses.
std::vector<std::string_view> clausesOf(std::string_view source) {
    std::vector<std::string_view> clauses;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '(') ++depth;
        if (source[i] == ')') --depth;
        if (source[i] != ';' || depth > 0) continue;
        clauses.push_back(trimmed(source.substr(begin, i - begin)));
        begin = i + 1;
    }
    clauses.push_back(trimmed(source.substr(begin)));
    return clauses;
}

/// Figures named at the head of a clause, "fp8, link ", which is cut off.
std::vector<std::string> takeHead(std::string_view& clause) {
    std::vector<std::string> keys;
    std::string_view rest = clause;
    while (true) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        std::string_view word = rest.substr(0, end);
        const bool more = !word.empty() && word.back() == ',';
        if (more) word.remove_suffix(1);
        const auto known = citedWords().find(word);
        if (known == citedWords().end()) break;
        keys.insert(keys.end(), known->second.begin(), known->second.end());
        rest.remove_prefix(std::min(rest.size(), end + 1));
        if (!more) break;
    }
    if (!keys.empty()) clause = rest;
    return keys;
}

void join(std::string& text, std::string_view more) {
    if (more.empty()) return;
    if (!text.empty()) text += "; ";
    text += more;
}

Sources sourcesOf(const GpuSpec& gpu) {
    Sources sources;
    std::vector<std::string> about;
    for (std::string_view clause : clausesOf(gpu.source)) {
        if (const std::vector<std::string> keys = takeHead(clause); !keys.empty()) about = keys;
        if (about.empty()) join(sources.general, clause);
        for (const std::string& key : about) join(sources.of[key], clause);
    }
    return sources;
}

std::vector<std::string> wordsOf(std::string_view list) {
    std::vector<std::string> words;
    while (!(list = trimmed(list)).empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        words.emplace_back(list.substr(0, end));
        list.remove_prefix(end);
    }
    return words;
}

} // namespace

const std::vector<GpuField>& gpuFields() {
    using G = GpuSpec;
    // clang-format off
    static const std::vector<GpuField> rows{
        needed(withUnit<&G::memory>({"memory_mib", "Memory", "Device memory as the driver reports it.", "memory", "gpu.memory_gib"}, "MiB", "B", MiB.base)),
        needed(withUnit<&G::bf16>({"bf16_tflops", "bf16 peak", "Dense peak, without sparsity.", "bf16", "gpu.bf16_tflops"}, "TFLOP/s", "FLOP/s", Tflops.base)),
        withUnit<&G::fp8>({"fp8_tflops", "FP8 peak", "Dense peak; 0: the GPU has none.", "fp8", "gpu.fp8_tflops"}, "TFLOP/s", "FLOP/s", Tflops.base),
        withUnit<&G::fp4>({"fp4_tflops", "FP4 peak", "Dense peak; 0: the GPU has none.", "fp4", ""}, "TFLOP/s", "FLOP/s", Tflops.base),
        needed(withUnit<&G::hbm>({"bandwidth_gbps", "Memory bandwidth", "Nominal, of HBM or GDDR.", "bandwidth", "gpu.bandwidth_tbps"}, "GB/s", "B/s", GBps.base)),
        needed(withUnit<&G::nvlink>({"nvlink_gbps", "Link", "NVLink, Infinity Fabric, ICI or PCIe: sum of the links of one GPU, per direction.", "link", "cluster.nvlink_gbps"}, "GB/s", "B/s", GBps.base)),
        needed(withUnit<&G::nic>({"nic_gbps", "Network", "Network of one GPU, per direction.", "nic", "cluster.nic_gbps"}, "GB/s", "B/s", GBps.base)),
        usual(withUnit<&G::host>({"host_gbps", "Host link", "PCIe or NVLink-C2C of one GPU to its host, per direction; 0: PCIe of its generation.", "host", ""}, "GB/s", "B/s", GBps.base)),
        plain<&G::domain>({"domain", "Domain", "GPUs joined by these links: one node, one rack, one pod.", "domain", "cluster.gpus_per_node"}, "GPUs"),
        plain<&G::powerW>({"power_w", "Power", "Of one GPU under load.", "power", "gpu.power_w"}, "W"),
        usual(plain<&G::multiprocessors>({"multiprocessors", "Multiprocessors", "Streaming multiprocessors; 0: as usual in its generation.", "multiprocessors", ""})),
        {"topology", "Topology", "How the GPUs of a domain are joined: through switches, each to each, or as a torus.", "topology", ""},
        {"generation", "Generation", "Chooses the fitted constants of step time and memory.", "", ""},
        plain<&G::clockFactor>({"clock_factor", "Clock factor", "Share of the fitted efficiency that a lower power limit leaves.", "", ""}),
        plain<&G::fp4Factor>({"fp4_factor", "FP4 factor", "Of FP4 products, beside the clock factor.", "", ""}),
        plain<&G::mfu>({"mfu", "Achieved FLOP share", "Above 0 it stands for the fitted efficiency.", "", "gpu.mfu"}),
        plain<&G::bandwidthUtil>({"bandwidth_util", "Achieved bandwidth share", "Above 0 it stands for the fitted share.", "", "gpu.bandwidth_util"}),
        plain<&G::hostFactor>({"host_factor", "Host factor", "Launch time over the fitted one.", "", ""}),
    };
    // clang-format on
    return rows;
}

const GpuField* findGpuField(std::string_view key) {
    for (const GpuField& field : gpuFields())
        if (field.key == key) return &field;
    return nullptr;
}

std::vector<std::string> gpuChoices(std::string_view key) {
    if (key == "generation") return enumNames<Generation>();
    if (key == "topology") return enumNames<Topology>();
    return {};
}

std::string gpuFieldText(const GpuSpec& gpu, const GpuField& field) {
    if (field.get != nullptr) return numberText(field.get(gpu) / field.scale);
    return std::string(field.key == "topology" ? enumText(gpu.topology) : enumText(gpu.generation));
}

Message setGpuKey(GpuSpec& gpu, std::string_view key, const std::string& text) {
    if (key == "label") return gpu.label = text, "";
    if (key == "source") return gpu.source = text, "";
    if (key == "called") return gpu.called = text, "";
    if (key == "uncited") return gpu.uncited = text, "";
    if (key == "operators_like") return gpu.operatorsLike = text, "";
    if (key == "operator_factors") return gpu.operatorFactors = text, "";
    if (key == "generation")
        return parseEnum(text, gpu.generation) ? Message()
                                               : say("must be ampere, hopper, blackwell, ada or other");
    if (key == "vendor") {
        Vendor vendor{};
        if (!parseEnum(text, vendor))
            return say("must be one of %1", listed({enumNames<Vendor>().begin(), enumNames<Vendor>().end()}));
        gpu.vendor = vendor;
        return {};
    }
    if (key == "topology")
        return parseEnum(text, gpu.topology) ? Message()
                                             : say("must be switch, full-mesh, torus-2d or torus-3d");
    const GpuField* field = findGpuField(key);
    if (field == nullptr) return say("is no key of a GPU");
    const std::optional<double> number = parseNumber(text);
    if (!number || !(*number >= 0) || *number > 1e15) return say("must be a number from 0 to 1e15");
    field->set(gpu, *number * field->scale);
    return "";
}

Citation citationOf(const GpuSpec& gpu, const GpuField& field) {
    if (field.cited.empty()) return {};
    const std::vector<std::string> uncitedKeys = wordsOf(gpu.uncited);
    if (std::find(uncitedKeys.begin(), uncitedKeys.end(), field.key) != uncitedKeys.end()) return {{}, true};
    const Sources sources = sourcesOf(gpu);
    const auto own = sources.of.find(std::string(field.key));
    std::string text = own != sources.of.end() ? own->second : sources.general;
    // Switches are the rule: nothing is claimed where a topology is not named. Nor is a peak that is absent.
    const bool claims = field.get != nullptr ? field.get(gpu) > 0 : gpu.topology != Topology::Switch;
    const bool uncited = text.empty() && claims;
    return {std::move(text), uncited};
}

GpuSpec withCitation(GpuSpec gpu, const GpuField& field, const std::string& text) {
    Sources sources = sourcesOf(gpu);
    sources.of.erase(std::string(field.key));
    std::string uncited;
    for (const std::string& key : wordsOf(gpu.uncited))
        if (key != field.key) uncited += (uncited.empty() ? "" : " ") + key;
    if (text.empty())
        uncited += (uncited.empty() ? "" : " ") + std::string(field.key);
    else
        sources.of[std::string(field.key)] = text;
    gpu.uncited = uncited;
    gpu.source = sources.general;
    for (const GpuField& one : gpuFields())
        if (const auto own = sources.of.find(std::string(one.key)); own != sources.of.end())
            join(gpu.source, std::string(one.cited) + " " + own->second);
    return gpu;
}

} // namespace moe
