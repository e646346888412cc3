// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A model as blocks: embedding, every type of layer by its parts, layers that predict further tokens, head.
// What pictures of the architecture draw.

#include "models/engine/scenario/edits/layer_painting.h"
#include "models/engine/shape/setup.h"

#include <string>
#include <vector>

namespace moe {

enum class BlockPart { Mixer, Norms, Mlp, Router, Experts, Shared, Embedding, Projection, Head };
const char* blockPartLabel(BlockPart part);

struct ArchitecturePart {
    BlockPart part = BlockPart::Mixer;
    const char* label = "";
    double params = 0, active = 0; ///< counts; `active`: of one token
    double flops = 0; ///< forward, of one token of a causal sequence, as stepFlops() counts: no norms, biases
                      ///< or router
    const char *paramsFormula = "", *flopsFormula = "", *cacheFormula = "", *source = "";
};

struct ArchitectureBlock {
    enum class Role { Embedding, Layer, Prediction, Head } role = Role::Layer;
    LayerType type; ///< of layers
    Count count = 1;
    std::vector<ArchitecturePart> parts;
    double kvBytesPerToken = 0;       ///< of one layer on all GPUs, while nothing has left a window or chunk
    double stateBytesPerSequence = 0; ///< likewise
    double params() const;
    double active() const;
    double flops() const;
};

struct Architecture {
    std::string name;
    double sequence = 0; ///< tokens that FLOPs are averaged over
    /// Embedding, types of layers in the order they first occur, predictions, head.
    std::vector<ArchitectureBlock> blocks;
    std::vector<std::uint8_t> of;     ///< block of every layer
    std::vector<LayerPeriod> periods; ///< of the layers
    double total = 0, active = 0;     ///< as ParamCounts has them: without predictions
    double flops = 0;                 ///< forward, of one token, predictions included
    double kvBytesPerToken = 0, stateBytesPerSequence = 0;
};
Architecture architecture(const Setup& setup);

} // namespace moe
