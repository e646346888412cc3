// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Layers painted one by one, spelled as the fields of a scenario: patterns in their shortest periodic form,
// and what repeats along a model.

#include "models/engine/scenario/layers.h"

#include <optional>
#include <vector>

namespace moe {

/// Cycled over as many layers, the runs give these kinds; no other runs that do are fewer.
std::vector<LayerRun> shortestPattern(const std::vector<LayerKind>& kinds);

/// The type of every layer.
std::vector<LayerType> layerTypes(const Scenario& scenario);

/// `model.pattern` for these kinds, one a layer: empty where the scenario's other fields give them already.
std::vector<LayerRun> patternFor(const Scenario& scenario, const std::vector<LayerKind>& kinds);

/// `moe.layers` for a model where exactly these layers route: empty where every, offset and the dense first
/// layers say so already. Nullopt without experts, and where none is left to route, which no list says.
std::optional<std::vector<Count>> routedLayersFor(const Scenario& scenario, const std::vector<bool>& routes);

/// Layers first … first + length·repeats − 1 are `repeats` times the same `length` layers.
struct LayerPeriod {
    std::size_t first = 0, length = 1, repeats = 1;
    bool operator==(const LayerPeriod&) const = default;
};
/// All layers in order, `of` by type: each period is the one that reaches furthest from where it begins, the
/// shortest of those.
std::vector<LayerPeriod> layerPeriods(const std::vector<std::uint8_t>& of);

} // namespace moe
