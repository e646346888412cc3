// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/formula_checks.h"

#include "models/engine/cost/fabric.h"
#include "models/engine/cost/network.h"
#include "models/engine/cost/serve_operators.h"
#include "models/engine/evaluate.h"
#include "models/engine/placement/load_statistics.h"
#include "models/engine/report/report.h"
#include "models/engine/routing/expert_load.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace moe {
namespace {

using Rows = std::vector<FormulaCheck>;

constexpr const char* kAllToAll = "All-to-all, low-latency kernels on H100";
constexpr const char* kGemm = "Expert GEMM on H100, FP8";
constexpr const char* kDecode = "Decode throughput of DeepSeek-V3";
constexpr const char* kDeepEp = "DeepEP on H100, 400 Gb/s per GPU: hidden 7168, top-8 of 256, FP8 dispatch";

std::string text(double value) {
    return std::to_string(static_cast<Count>(value));
}

/// The served DeepSeek-V3 on `ranks` GPUs; bf16 cache, low-latency kernels, nothing of its own cluster.
std::optional<Scenario> deepSeek(const Catalog& catalog, const char* gpu, Count ranks) {
    const ScenarioPreset* preset = catalog.preset("deepseek-v3");
    if (!preset) return std::nullopt;
    Scenario scenario = preset->scenario;
    scenario.train.reset();
    scenario.moe->groups = 1;
    scenario.moe->groupLimit = 0;
    scenario.gpu = {};
    scenario.gpu.preset = gpu;
    scenario.cluster = {};
    scenario.parallel = {};
    scenario.parallel.ep = ranks;
    scenario.parallel.dp = ranks;
    scenario.precision.kvCache = DataType::Bf16;
    scenario.routing = {};
    return scenario;
}

void addAllToAll(Rows& rows, const Catalog& catalog) {
    struct Point {
        double tokens, nodes, dispatch, combine; // µs
    };
    static constexpr Point kPoints[] = {{8, 1, 16.1, 14.4},   {8, 2, 23.6, 36.2},     {8, 4, 32.0, 41.8},
                                        {64, 1, 27.8, 40.9},  {64, 2, 58.1, 102.2},   {64, 4, 82.9, 151.7},
                                        {128, 1, 39.8, 72.4}, {128, 2, 102.1, 186.2}, {128, 4, 143.0, 263.3}};
    for (const Point& point : kPoints) {
        const auto scenario = deepSeek(catalog, "h100-sxm", 8 * static_cast<Count>(point.nodes));
        if (!scenario) return;
        const AllToAll got = allToAll(setupOf(*scenario, catalog), point.tokens, {});
        const std::string where = ", " + text(point.tokens) + " tokens per GPU, " + text(point.nodes) +
                                  (point.nodes > 1 ? " nodes" : " node");
        const auto add = [&](const char* name, Seconds time, double published) {
            rows.push_back({kAllToAll, name + where, "s", time.base, published * 1e-6, 0.10, kDeepEp});
        };
        add("dispatch", got.dispatch.time, point.dispatch);
        add("combine", got.combine.time, point.combine);
    }
}

void addExpertGemm(Rows& rows, const Catalog& catalog) {
    struct Point {
        Count ranks;
        double tokens, published; // µs
    };
    static constexpr Point kPoints[] = {{256, 2048, 37},  {256, 4096, 39},  {256, 8192, 44},
                                        {256, 16384, 61}, {256, 32768, 92}, {128, 2048, 56},
                                        {128, 4096, 59},  {128, 8192, 66},  {128, 16384, 94}};
    for (const Point& point : kPoints) {
        const auto scenario = deepSeek(catalog, "h100-sxm", point.ranks);
        if (!scenario) return;
        const Setup setup = setupOf(*scenario, catalog);
        const Cost cost =
            expertGemm(setup, serveRatesOf(setup), point.tokens / static_cast<double>(point.ranks), {});
        rows.push_back({kGemm,
                        "EP" + std::to_string(point.ranks) + ", " + text(point.tokens) + " tokens in all",
                        "s", cost.time.base, point.published * 1e-6, 0.065,
                        "Published H100 points: hidden 7168, width 2048 gated, top-8 of 256, uniform"});
    }
}

void addDecode(Rows& rows, const Catalog& catalog) {
    struct Point {
        const char* text;
        const char* gpu;
        Count ranks, slots, requests, context;
        double overlap, published, tolerance;
        const char* source;
    };
    static constexpr const char* kSglang = "SGLang, large-scale EP on H100, May 2025";
    static constexpr Point kPoints[] = {
        {"EP128, 16 nodes of H800, 128 requests per GPU, 4 K context", "h800", 128, 256, 16384, 4096, 0.65,
         2324, 0.15, "DeepSeek profile data"},
        {"EP72 on H100, 256 requests per GPU, 2 K, two-batch overlap", "h100-sxm", 72, 288, 18432, 2048, 0.65,
         2785, 0.20, kSglang},
        {"the same without overlap", "h100-sxm", 72, 288, 18432, 2048, 0, 2219, 0.20, kSglang}};
    for (const Point& point : kPoints) {
        std::optional<Scenario> scenario = deepSeek(catalog, point.gpu, point.ranks);
        if (!scenario) return;
        scenario->routing.replicas = point.slots;
        scenario->cluster.overlap = point.overlap;
        scenario->serve = ServeSpec{};
        scenario->serve->requests = point.requests;
        scenario->serve->context = point.context;
        scenario->serve->disaggregated = true; // measured on the GPUs that decode
        const Report report = evaluate(*scenario, catalog, Detail::Numbers);
        rows.push_back({kDecode, point.text, "1/s",
                        report.serve->tokensPerSecondPerUser.value_or(0) *
                            static_cast<double>(point.requests) / report.serve->gpus,
                        point.published, point.tolerance, point.source});
    }
}

void addDecodeBound(Rows& rows) {
    DecodeBoundInput input{32, 9, 7000, 1, 2, 61, 2, 50 * GBps};
    const auto add = [&](const char* link, double layer, double token) {
        const DecodeBound got = decodeBound(input);
        const std::string where =
            std::string(" at ") + link + ": 32 tokens, 9 copies, 7000 wide, 1 + 2 bytes";
        constexpr const char* kGroup = "Expert-parallel decode bound";
        constexpr const char* kSource = "arXiv 2505.09343, limit of inference speed";
        rows.push_back({kGroup, "layer and micro-batch" + where, "s", got.layer.base, layer, 0.001, kSource});
        rows.push_back({kGroup, "token, 61 layers × 2" + where, "s", got.token.base, token, 0.001, kSource});
    };
    add("50 GB/s", 120.96e-6, 14.76e-3);
    input.bandwidth = 900 * GBps;
    add("900 GB/s", 6.72e-6, 0.82e-3);
}

void addCounts(Rows& rows, const Catalog& catalog) {
    constexpr const char* kGroup = "Bytes and GPUs";
    if (const auto served = deepSeek(catalog, "h100-sxm", 8))
        rows.push_back({kGroup, "KV cache of a token of DeepSeek-V3, bf16", "B",
                        sequenceCache(setupOf(*served, catalog), 1).kept.base, 70272, 0,
                        "61 layers × (512 + 64) × 2 bytes, arXiv 2505.09343, comparison of KV caches"});
    const ScenarioPreset* reference = catalog.preset("reference");
    if (!reference) return;
    const Setup setup = setupOf(reference->scenario, catalog);
    const double experts = setup.E * static_cast<double>(setup.moeLayers);
    rows.push_back({kGroup, "one expert of the reference experiment, FP8", "B",
                    paramCounts(setup).expert / experts * bytesOf(reference->scenario.precision.weights),
                    264241152, 0, "2 · 7168 · 18432"});
    rows.push_back({kGroup, "GPUs of the reference experiment", "", setup.gpus, 14848, 0, "256 · 58"});
}

void addFabrics(Rows& rows) {
    struct Point {
        const char* text;
        Count endpoints, planes;
        double switches, links;
    };
    static constexpr Point kPoints[] = {
        {"two-level fat tree, 2048 endpoints", 2048, 1, 96, 2048},
        {"three-level fat tree, 65536 endpoints", 65536, 1, 5120, 131072},
        {"eight planes of two levels, 16384 endpoints", 16384, 8, 768, 16384}};
    for (const Point& point : kPoints) {
        const FabricCounts counts = fabricCounts({point.endpoints, 64, point.planes, 1});
        const auto add = [&](const char* what, Count computed, double published) {
            rows.push_back({"Fabric of 64-port switches", point.text + std::string(what), "",
                            static_cast<double>(computed), published, 0,
                            "arXiv 2505.09343, comparison of network topologies"});
        };
        add(": switches", counts.switches(), point.switches);
        add(": links between switches", counts.links, point.links);
    }
}

void addImbalance(Rows& rows) {
    constexpr const char* kGroup = "Load imbalance";
    constexpr int kShuffles = 64, kRanks = 32;
    double cv = 0, peak = 0;
    for (int seed = 1; seed <= kShuffles; ++seed) {
        const std::vector<double> load =
            expectedLoad(popularity(Distribution::Zipf, 0.7, 256, seed), 8, 4096);
        std::vector<double> ranks(kRanks, 0.0);
        for (std::size_t i = 0; i < load.size(); ++i) ranks[i / 8] += load[i];
        const LoadStatistics statistics = loadStatistics(std::move(ranks));
        cv += statistics.cv / kShuffles;
        peak += statistics.maxOverMean / kShuffles;
    }
    constexpr const char* kShuffled = "Mean of 64 shuffles; DeepSeek-R1 was measured at 0.480 and 2.564";
    rows.push_back({kGroup, "Zipf 0.7, 256 experts, top-8, 8 per rank: CV of ranks", "", cv, 0.465,
                    0.03 / 0.465, kShuffled});
    rows.push_back({kGroup, "the same: busiest rank over mean", "", peak, 2.65, 0.25 / 2.65, kShuffled});
    constexpr const char* kBins = "Maximum of N Poisson bins, two terms";
    rows.push_back({kGroup, "uniform, 256 bins of 32 tokens: busiest over mean", "",
                    uniformMaxOverMean(256, 32), 1.53, 0.005 / 1.53, kBins});
    rows.push_back({kGroup, "uniform, 32 bins of 1024 tokens: busiest over mean", "",
                    uniformMaxOverMean(32, 1024), 1.06, 0.005 / 1.06, kBins});
}

double meanLimit(const std::string& group) {
    return group == kAllToAll ? 0.05 : group == kGemm ? 0.04 : 0;
}

} // namespace

bool FormulaCheck::holds() const {
    return tolerance > 0 ? std::abs(error()) <= tolerance : computed == published;
}

FormulaChecks formulaChecks(const Catalog& catalog) {
    FormulaChecks checks;
    addAllToAll(checks.rows, catalog);
    addExpertGemm(checks.rows, catalog);
    addDecode(checks.rows, catalog);
    addDecodeBound(checks.rows);
    addCounts(checks.rows, catalog);
    addFabrics(checks.rows);
    addImbalance(checks.rows);
    for (const FormulaCheck& row : checks.rows) {
        if (checks.groups.empty() || checks.groups.back().group != row.group)
            checks.groups.push_back({row.group, 0, 0, 0, meanLimit(row.group), true});
        FormulaCheckGroup& group = checks.groups.back();
        ++group.count;
        group.mean += std::abs(row.error());
        group.worst = std::max(group.worst, std::abs(row.error()));
        group.holds = group.holds && row.holds();
    }
    for (FormulaCheckGroup& group : checks.groups) {
        group.mean /= static_cast<double>(group.count);
        if (group.meanLimit > 0) group.holds = group.holds && group.mean <= group.meanLimit;
    }
    return checks;
}

} // namespace moe
