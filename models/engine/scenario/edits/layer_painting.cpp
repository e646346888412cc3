// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/edits/layer_painting.h"

#include <algorithm>

namespace moe {
namespace {

/// Longer periods are told one layer at a time; none is published.
constexpr std::size_t kLongestPeriod = 64;

bool repeatsWith(const std::vector<LayerKind>& kinds, std::size_t period) {
    for (std::size_t i = period; i < kinds.size(); ++i)
        if (kinds[i] != kinds[i - period]) return false;
    return true;
}

/// Layers from `first` on that are as those `length` before them, in whole periods.
std::size_t repeatsFrom(const std::vector<std::uint8_t>& of, std::size_t first, std::size_t length) {
    std::size_t end = first + length;
    while (end < of.size() && of[end] == of[end - length]) ++end;
    return (end - first) / length;
}

} // namespace

std::vector<LayerRun> shortestPattern(const std::vector<LayerKind>& kinds) {
    std::vector<LayerRun> runs;
    if (kinds.empty()) return runs;
    // A longer period only adds runs behind those of the shortest.
    std::size_t period = 1;
    while (!repeatsWith(kinds, period)) ++period;
    for (std::size_t i = 0; i < period; ++i) {
        if (runs.empty() || runs.back().kind != kinds[i])
            runs.push_back({kinds[i], 1});
        else
            ++runs.back().count;
    }
    return runs;
}

std::vector<LayerType> layerTypes(const Scenario& scenario) {
    std::vector<LayerType> types;
    const Count layers = std::clamp<Count>(scenario.model.layers, 0, 100000);
    types.reserve(static_cast<std::size_t>(layers));
    for (Count i = 0; i < layers; ++i) types.push_back(layerTypeOf(scenario, i));
    return types;
}

std::vector<LayerRun> patternFor(const Scenario& scenario, const std::vector<LayerKind>& kinds) {
    Scenario without = scenario;
    without.model.pattern.clear();
    const std::vector<LayerType> types = layerTypes(without);
    const bool said = types.size() == kinds.size() &&
                      std::equal(types.begin(), types.end(), kinds.begin(),
                                 [](const LayerType& type, LayerKind kind) { return type.mixer == kind; });
    return said ? std::vector<LayerRun>{} : shortestPattern(kinds);
}

std::optional<std::vector<Count>> routedLayersFor(const Scenario& scenario, const std::vector<bool>& routes) {
    if (!scenario.moe || std::none_of(routes.begin(), routes.end(), [](bool one) { return one; }))
        return std::nullopt;
    Scenario without = scenario;
    without.moe->layers.clear();
    // What a layer of a one-block model routes depends on its kind too: a list for it would say no more.
    std::vector<Count> layers;
    bool said = true;
    for (std::size_t i = 0; i < routes.size(); ++i) {
        const auto layer = static_cast<Count>(i);
        if (routes[i]) layers.push_back(layer);
        said = said && (layerTypeOf(without, layer).feed == FeedForward::Moe) == routes[i];
    }
    return said ? std::vector<Count>{} : layers;
}

std::vector<LayerPeriod> layerPeriods(const std::vector<std::uint8_t>& of) {
    std::vector<LayerPeriod> periods;
    for (std::size_t first = 0; first < of.size();) {
        LayerPeriod best{first, 1, 1};
        for (std::size_t length = 1; length <= std::min(kLongestPeriod, (of.size() - first) / 2 + 1);
             ++length) {
            if (first + length > of.size()) break;
            const std::size_t repeats = repeatsFrom(of, first, length);
            if ((repeats > 1 || length == 1) && length * repeats > best.length * best.repeats)
                best = {first, length, repeats};
        }
        periods.push_back(best);
        first += best.length * best.repeats;
    }
    return periods;
}

} // namespace moe
