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
MOE_NAMES(Stack, "megatron-2024", "megatron-2026", "pytorch")
MOE_NAMES(LossKernel, "unfused", "jit", "compiled", "eager", "fused", "chunked")
MOE_NAMES(AttentionKernel, "fused", "flash-copy", "sdpa", "unfused", "flash-1", "cudnn")
MOE_NAMES(Probabilities, "combine", "activation")
MOE_NAMES(LrSchedule, "cosine", "cosine-10", "wsd", "constant")
MOE_NAMES(Dispatcher, "alltoall", "deepep", "hybridep")
MOE_NAMES(CudaGraphs, "none", "scoped", "full")
MOE_NAMES(Optimizer, "adam", "muon")
MOE_NAMES(GradReduce, "bf16", "fp32")
MOE_NAMES(Trainable, "all", "lora", "none")
MOE_NAMES(LoraTarget, "qkv", "q", "k", "v", "o", "fc1", "gate", "up", "down")
MOE_NAMES(LoraExperts, "each", "shared", "none")
MOE_NAMES(FrozenType, "bf16", "fp8", "int8", "nf4", "nf4-double")
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
MOE_NAMES(TierPolicy, "load", "faster")
MOE_NAMES(TierWrites, "evicted", "through")
MOE_NAMES(ServeArrival, "closed", "poisson", "gamma", "trace")
MOE_NAMES(RlMode, "sync", "one-step-off", "async")
MOE_NAMES(RlPlacement, "colocated", "separate")
MOE_NAMES(RlLogprobs, "trainer", "engine")
MOE_NAMES(RlTransfer, "gather", "bucket", "broadcast", "p2p")
MOE_NAMES(DayPolicy, "fixed", "load", "rate", "curve", "planner")
MOE_NAMES(DayRouter, "round-robin", "least-requests", "two-choices", "session", "kv")
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

namespace {

/// "*5" behind an item, or nothing; false where it is no count.
bool parseRepeat(std::string_view item, Count most, Count& count) {
    const std::size_t star = item.find('*');
    if (star == std::string_view::npos) return true;
    const std::optional<double> repeat = parseNumber(item.substr(star + 1));
    if (!repeat || *repeat < 1 || *repeat > static_cast<double>(most) || *repeat != std::floor(*repeat))
        return false;
    count = static_cast<Count>(*repeat);
    return true;
}
std::string repeatText(Count count) {
    return count != 1 ? "*" + std::to_string(count) : std::string();
}

constexpr std::string_view kEmbeddings = "embeddings", kFirst = "first-";

} // namespace

std::string listText(const std::vector<LayerRun>& pattern) {
    std::string text;
    for (const LayerRun& run : pattern)
        text += (text.empty() ? "" : ",") + std::string(enumText(run.kind)) + repeatText(run.count);
    return text;
}

bool parseList(std::string_view text, std::vector<LayerRun>& pattern) {
    if (text.size() > 1 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
    std::vector<LayerRun> parsed;
    for (const std::string_view item : splitCommas(text)) {
        LayerRun run;
        if (!parseEnum(item.substr(0, item.find('*')), run.kind)) return false;
        if (!parseRepeat(item, kMostLayers, run.count)) return false;
        parsed.push_back(run);
    }
    pattern = std::move(parsed);
    return true;
}

std::string listText(const std::vector<LoraTarget>& targets) {
    std::string text;
    for (LoraTarget target : targets) text += (text.empty() ? "" : ",") + std::string(enumText(target));
    return text;
}
bool parseList(std::string_view text, std::vector<LoraTarget>& targets) {
    std::vector<LoraTarget> parsed;
    for (std::string_view item : splitCommas(text)) {
        LoraTarget target{};
        if (!parseEnum(item, target)) return false;
        parsed.push_back(target);
    }
    std::sort(parsed.begin(), parsed.end());
    parsed.erase(std::unique(parsed.begin(), parsed.end()), parsed.end());
    targets = std::move(parsed);
    return true;
}
std::vector<std::string> loraWords() {
    return enumNames<LoraTarget>();
}

std::string listText(const FrozenParts& frozen) {
    if (!frozen.embeddings && frozen.layers == 0) return "none";
    std::string text(frozen.embeddings ? kEmbeddings : "");
    if (frozen.layers > 0)
        text += (text.empty() ? "" : ",") + std::string(kFirst) + std::to_string(frozen.layers);
    return text;
}
bool parseList(std::string_view text, FrozenParts& frozen) {
    FrozenParts parsed;
    if (text != "none") {
        for (std::string_view item : splitCommas(text)) {
            const std::optional<double> layers =
                item.starts_with(kFirst) ? parseNumber(item.substr(kFirst.size())) : std::nullopt;
            if (item == kEmbeddings)
                parsed.embeddings = true;
            else if (layers && *layers >= 0 && *layers <= kMostLayers && *layers == std::floor(*layers))
                parsed.layers = static_cast<Count>(*layers);
            else
                return false;
        }
    }
    frozen = parsed;
    return true;
}

std::string listText(const std::vector<SampleRun>& samples) {
    std::string text;
    for (const SampleRun& run : samples)
        text += (text.empty() ? "" : ",") + std::to_string(run.tokens) + repeatText(run.count);
    return text;
}
bool parseList(std::string_view text, std::vector<SampleRun>& samples) {
    constexpr Count kMostSamples = 1000000;
    constexpr double kMostTokens = 16777216;
    std::vector<SampleRun> parsed;
    for (const std::string_view item : splitCommas(text)) {
        SampleRun run;
        const std::optional<double> tokens = parseNumber(item.substr(0, item.find('*')));
        if (!tokens || *tokens < 1 || *tokens > kMostTokens || *tokens != std::floor(*tokens)) return false;
        run.tokens = static_cast<Count>(*tokens);
        if (!parseRepeat(item, kMostSamples, run.count)) return false;
        parsed.push_back(run);
    }
    samples = std::move(parsed);
    return true;
}

std::string listText(const std::string& text) {
    return text;
}
bool parseList(std::string_view text, std::string& value) {
    return value = text, true;
}

} // namespace moe
