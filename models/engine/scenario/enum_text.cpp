// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/enum_text.h"

#include "data/number.h"
#include "models/engine/schedule/schedules.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace moe {

#define MOE_NAMES(Enum, ...)                                                                                 \
    template <> const std::vector<std::string>& enumNames<Enum>() {                                          \
        static const std::vector<std::string> names{__VA_ARGS__};                                            \
        return names;                                                                                        \
    }

MOE_NAMES(Attention, "mha", "gqa", "mla")
MOE_NAMES(Norm, "rmsnorm", "layernorm")
MOE_NAMES(QkNorm, "none", "head", "width")
MOE_NAMES(Position, "rope", "learned")
MOE_NAMES(Stack, "megatron-2024", "megatron-2026")
MOE_NAMES(LossKernel, "unfused", "jit", "compiled", "eager", "fused", "chunked")
MOE_NAMES(AttentionKernel, "fused", "flash-copy", "sdpa", "unfused", "flash-1")
MOE_NAMES(Probabilities, "combine", "activation")
MOE_NAMES(LrSchedule, "cosine", "cosine-10", "wsd", "constant")
MOE_NAMES(Dispatcher, "alltoall", "deepep", "hybridep")
MOE_NAMES(CudaGraphs, "none", "scoped", "full")
MOE_NAMES(Optimizer, "adam", "muon")
MOE_NAMES(GradReduce, "bf16", "fp32")
MOE_NAMES(DataType, "fp32", "bf16", "fp8", "int8", "int4", "fp8_block", "mxfp8", "mxfp4", "nvfp4",
          "int4_by_64", "int4_by_32")
MOE_NAMES(CpComm, "ring", "a2a")
MOE_NAMES(A2aKernel, "low-latency", "normal")
MOE_NAMES(Distribution, "uniform", "zipf", "lognormal", "table")
MOE_NAMES(PlacementAlgorithm, "contiguous", "round-robin", "random", "lpt", "eplb", "eplb-swap",
          "fewest-activated")
MOE_NAMES(Phase, "prefill", "decode")
MOE_NAMES(OperatorSource, "auto", "measured", "analytic")
MOE_NAMES(ServePolicy, "prefill-first", "mixed")
MOE_NAMES(ServeArrival, "closed", "poisson", "gamma", "trace")
MOE_NAMES(RlMode, "sync", "one-step-off", "async")
MOE_NAMES(RlPlacement, "colocated", "separate")
MOE_NAMES(RlLogprobs, "trainer", "engine")
MOE_NAMES(RlTransfer, "gather", "bucket", "broadcast", "p2p")
MOE_NAMES(RecomputePart, "core_attn", "layernorm", "mlp", "moe", "moe_act", "mla_up_proj")

#undef MOE_NAMES

template <> const std::vector<std::string>& enumNames<ScheduleKind>() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> keys;
        for (const ScheduleRow& row : schedules()) keys.emplace_back(row.key);
        return keys;
    }();
    return names;
}

bool Recompute::has(RecomputePart part) const {
    return mode == Mode::Selective && std::find(parts.begin(), parts.end(), part) != parts.end();
}

namespace {

constexpr std::pair<std::string_view, Recompute::Mode> kWholeModes[] = {
    {"none", Recompute::Mode::None}, {"full", Recompute::Mode::Full}, {"op-level", Recompute::Mode::OpLevel}};

std::vector<std::string_view> splitCommas(std::string_view text) {
    std::vector<std::string_view> items;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        std::string_view item = text.substr(0, comma);
        while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
        while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
        items.push_back(item);
        if (comma == std::string_view::npos) break;
        text.remove_prefix(comma + 1);
    }
    return items;
}

} // namespace

std::vector<std::string> recomputeWords() {
    std::vector<std::string> words;
    for (const auto& [word, mode] : kWholeModes) words.emplace_back(word);
    const std::vector<std::string>& parts = enumNames<RecomputePart>();
    words.insert(words.end(), parts.begin(), parts.end());
    return words;
}

std::string listText(const Recompute& recompute) {
    for (const auto& [word, mode] : kWholeModes)
        if (mode == recompute.mode) return std::string(word);
    std::string text;
    for (RecomputePart part : recompute.parts) {
        if (!text.empty()) text += ",";
        text += enumText(part);
    }
    return text;
}

bool parseList(std::string_view text, Recompute& recompute) {
    if (text.empty()) return recompute = {}, true;
    for (const auto& [word, mode] : kWholeModes)
        if (word == text) return recompute = {mode, {}}, true;
    Recompute selective{Recompute::Mode::Selective, {}};
    for (std::string_view item : splitCommas(text)) {
        RecomputePart part{};
        if (!parseEnum(item, part)) return false;
        selective.parts.push_back(part);
    }
    std::sort(selective.parts.begin(), selective.parts.end());
    selective.parts.erase(std::unique(selective.parts.begin(), selective.parts.end()), selective.parts.end());
    recompute = std::move(selective);
    return true;
}

std::string listText(const std::vector<Count>& counts) {
    std::string text;
    for (Count count : counts) text += (text.empty() ? "" : ",") + std::to_string(count);
    return text;
}

bool parseList(std::string_view text, std::vector<Count>& counts) {
    std::vector<Count> parsed;
    for (std::string_view item : splitCommas(text)) {
        const std::optional<double> number = parseNumber(item);
        if (!number || *number < 0 || *number > 1e6 || *number != std::floor(*number)) return false;
        parsed.push_back(static_cast<Count>(*number));
    }
    counts = std::move(parsed);
    return true;
}

std::string listText(const std::vector<LayerRun>& pattern) {
    std::string text;
    for (const LayerRun& run : pattern) {
        text += (text.empty() ? "" : ",") + std::string(enumText(run.kind));
        if (run.count != 1) text += "*" + std::to_string(run.count);
    }
    return text;
}

bool parseList(std::string_view text, std::vector<LayerRun>& pattern) {
    if (text.size() > 1 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
    std::vector<LayerRun> parsed;
    for (const std::string_view item : splitCommas(text)) {
        LayerRun run;
        const std::size_t star = item.find('*');
        if (!parseEnum(item.substr(0, star), run.kind)) return false;
        if (star != std::string_view::npos) {
            const std::optional<double> count = parseNumber(item.substr(star + 1));
            if (!count || *count < 1 || *count > kMostLayers || *count != std::floor(*count)) return false;
            run.count = static_cast<Count>(*count);
        }
        parsed.push_back(run);
    }
    pattern = std::move(parsed);
    return true;
}

std::string listText(const std::string& text) {
    return text;
}
bool parseList(std::string_view text, std::string& value) {
    return value = text, true;
}

} // namespace moe
