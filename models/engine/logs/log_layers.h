// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How Megatron-LM says which layer is what: frequencies ("2", "([0]*3+[1]*58)", "[0, 1, 1]") as
// megatron/training/arguments.py evaluates them, patterns of hybrid models ("M-M*E") as
// megatron/core/ssm/mamba_hybrid_layer_allocation.py reads them, and layouts of pipelines ("Et*3|t*4|L") as
// megatron/core/transformer/pipeline_parallel_layer_layout.py reads them.

#include "models/engine/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// Every n-th layer, or one entry per layer.
struct LayerFrequency {
    Count every = 0; ///< 0: see `list`
    std::vector<Count> list;
};
/// Absent where the text is none of the spellings, or longer than any model.
std::optional<LayerFrequency> layerFrequency(std::string_view text);

/// One entry per layer, from 0; "every n-th" chooses where `one(layer, n)` says so. Absent when the list has
/// another length, or holds anything but 0 and 1.
std::optional<std::vector<bool>> layerChoice(const LayerFrequency& frequency, Count layers,
                                             bool (*one)(Count layer, Count every));

/// M Mamba-2, * attention, G gated delta net, - dense, E experts; '|' between stages. `ofMtp` is what stands
/// behind '/', the blocks of prediction layers. Absent where a letter means something else.
struct HybridPattern {
    std::vector<LayerKind> kinds;
    std::vector<Count> routed; ///< layers with experts, from 0
    Count mtpLayers = 0;
    std::vector<Count> stages; ///< layers between '|'; empty without one
};
std::optional<HybridPattern> hybridPattern(std::string_view text);

/// Without the quotes and blanks of shells and dumps.
std::string bare(std::string_view text);

/// Keys that "(128, 0)" lets a layer see, or 0 = all. Absent where the text is no window.
std::optional<Count> windowKeys(std::string_view text);

} // namespace moe
