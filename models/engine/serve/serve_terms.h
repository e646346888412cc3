// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row per part of a prefill or a decode step, with its formula and function.

#include "models/engine/report/time_term_row.h"

#include <cstddef>
#include <vector>

namespace moe {

enum class PassPart : std::size_t {
    Core,
    Projections,
    Mlp,
    Experts,
    Small,
    Dispatch,
    Combine,
    AllReduce,
    Shards,
    Head,
    Hops,
    Engine,
    Prefills,
    Queue,
};

struct Cost;
struct LayerWork; ///< one layer of a pass: serve_pass.cpp
struct PassWork;  ///< a pass: serve_pass.cpp

/// Of a prefill or a decode step, ServeReport's. A part costs something in each layer or once in a pass; what
/// other requests cost is added where they are known (serve.cpp).
struct PassTermRow : TimeTermRow {
    PassPart part;
    Cost (*layer)(const LayerWork&);
    Cost (*pass)(const PassWork&);
};
const std::vector<PassTermRow>& serveTerms();

} // namespace moe
