// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/serve/engines/engines.h"

#include "models/engine/scenario/enum_text.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// GPUs below get an engine's smaller limits (vLLM: 70 GiB).
constexpr double kLargeGpuBytes = 70 * 1024.0 * 1024 * 1024;

} // namespace

const std::vector<ServingEngine>& engines() {
    static const std::vector<ServingEngine> rows{vllmEngine(), sglangEngine(), tensorRtLlmEngine()};
    return rows;
}

template <> const std::vector<std::string>& enumNames<ServeEngine>() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> keys(kServingEngines, "");
        for (const ServingEngine& row : engines()) keys[static_cast<std::size_t>(row.engine)] = row.key;
        keys.emplace_back("steady");
        return keys;
    }();
    return names;
}

const ServingEngine& engineRow(ServeEngine engine) {
    for (const ServingEngine& row : engines())
        if (row.engine == engine) return row;
    return engines().front();
}

const ServingEngine* findEngine(std::string_view key) {
    for (const ServingEngine& row : engines())
        if (row.key == key) return &row;
    return nullptr;
}

bool namesEngine(const ServeSpec& serve) {
    return serve.engine && *serve.engine != ServeEngine::Steady;
}

void nameEngine(ServeSpec& serve) {
    serve.engine = servedEngine(serve).engine;
}

const ServingEngine& servedEngine(const ServeSpec& serve) {
    return namesEngine(serve) ? engineRow(*serve.engine) : engines().front();
}

const ServingEngine& unnamedKernels() {
    return engineRow(ServeEngine{}); // the first of the values
}

const std::vector<std::string_view>& engineBackends() {
    static const std::vector<std::string_view> backends = [] {
        std::vector<std::string_view> found;
        for (std::size_t i = 0; i < kServingEngines; ++i)
            found.emplace_back(engineRow(static_cast<ServeEngine>(i)).kernels.backend);
        return found;
    }();
    return backends;
}

std::optional<double> expertEra(const ServingEngine& engine, DataType experts, Generation generation) {
    for (const ExpertEra& one : engine.eras)
        if (one.experts == experts && one.generation == generation) return one.moePrefill;
    return std::nullopt;
}

const ExpertTile* expertTile(const ServingEngine& engine, DataType experts, Generation generation) {
    for (const ExpertTile& one : engine.tiles)
        if (one.experts == experts && one.generation == generation) return &one;
    return nullptr;
}

double widthWith(double inFlight, double width, double power) {
    if (!(inFlight > 0)) return width;
    return width * std::pow(std::clamp(inFlight, kFewestInFlight, kMostInFlight) / kWidthsAt, power);
}

BatchLimits batchLimits(const ServeSpec& serve, double gpuMemory) {
    const ServingEngine& engine = servedEngine(serve);
    const auto limit = [&](const LimitByMemory& own) -> Count {
        return gpuMemory >= kLargeGpuBytes ? own.large : own.small;
    };
    return {serve.maxSeqs.value_or(limit(engine.maxSeqs)),
            serve.maxBatchedTokens.value_or(limit(engine.batchedTokens))};
}

} // namespace moe
