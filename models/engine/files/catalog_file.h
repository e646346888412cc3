// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Readers of the shipped catalogue texts (resources/gpus.yaml, clusters.yaml, presets/*.yaml).

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// Map of GPU key → data-sheet figures with the unit in the key. Every unknown or missing key is located.
Result<std::vector<GpuSpec>> readGpus(std::string_view text, const std::string& source);
/// Map of cluster key → label and the scenario keys it sets.
Result<std::vector<ClusterPreset>> readClusters(std::string_view text, const std::string& source);
/// A person's own file: GPUs and clusters, told apart by their keys.
struct Machines {
    std::vector<GpuSpec> gpus;
    std::vector<ClusterPreset> clusters;
};
Result<Machines> readMachines(std::string_view text, const std::string& source);
/// What these read, written so that they read the same again.
std::string gpusText(const std::vector<GpuSpec>& gpus);
std::string clustersText(const std::vector<ClusterPreset>& clusters);
/// A scenario file whose name becomes the preset's label.
Result<ScenarioPreset> readPreset(std::string_view text, const std::string& key);

} // namespace moe
