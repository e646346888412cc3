// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What rows of serveTerms() work on. Private to the files of a pass.

#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/setup.h"

#include <array>

namespace moe {

struct LayerWork {
    const Setup& s; ///< T: this part of the batch
    const ServeRates& rates;
    const PassShape& shape;
    double batches;   ///< the rank's tokens over this part
    FeedForward feed; ///< what follows is of an MoE layer
    double share = 0; ///< tokens each GPU of a rank takes to the experts
    RoutedRows routed = {};
    AllToAll traffic = {};
};

struct PassWork {
    const Setup& s;
    const ServeRates& rates;
    const PassShape& shape;
};

/// By PassPart.
using Parts = std::array<Cost, static_cast<std::size_t>(PassPart::Queue) + 1>;

inline Cost& at(Parts& parts, PassPart part) {
    return parts[static_cast<std::size_t>(part)];
}

} // namespace moe
