// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lower bounds on memory over all ways to place L layers on PP stages, and what was too much already.

#include "models/engine/memory/memory.h"
#include "models/engine/memory/shared_terms.h"
#include "models/engine/search/bound/search_stages.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace moe {

/// Sums are taken in another order than the estimate's; a bound must not exceed it by a rounding error.
inline constexpr double kBoundRounding = 1 - 1e-9;

using LeastContexts = std::array<StageContext, kLeastStages>;
using LeastBytes = std::array<Bytes, kLeastStages>; ///< zero behind `count`

/// By what a layer keeps and computes: TP, CP, EP, ETP, the micro-batch, and PP where residual values of all
/// blocks are kept, whose share a stage holds.
using LayerShape = std::array<Count, 6>;
LayerShape layerShape(const Scenario& scenario);

/// What the memory terms of bounds share, without recompute and with all of it: of layers of one shape.
class LeastTerms {
public:
    /// Of the setup's layout. Leaves the setup's scenario, which is `scenario`, without recompute.
    void read(const Setup& setup, Scenario& scenario);
    /// Once read() has been here; how states are shared is as in this setup.
    const SharedTerms& without(const Setup& setup);
    const SharedTerms& full() const { return *m_full; }

private:
    LayerShape m_shape{};
    std::optional<SharedTerms> m_without, m_full;
};

/// Steps and peaks that were too much. What is wanted is so with less of either, so that no more of both is.
class TooMuch {
public:
    bool covers(Seconds step, Bytes peak) const;
    void add(Seconds step, Bytes peak);
    void clear() { m_corners.clear(); }

private:
    struct Corner {
        Seconds step;
        Bytes peak;
    };
    std::vector<Corner> m_corners; ///< steps rising, peaks falling
};

/// Static bytes and the rest (activations and transients) of the bounding stages; each may be read for
/// another ZeRO stage or recompute choice alone.
struct LeastMemory {
    LeastBytes fixed, rest;
    Bytes peak() const { return std::max({fixed[0] + rest[0], fixed[1] + rest[1], fixed[2] + rest[2]}); }
};
/// `mostVirtual`: VPP goes up to it.
LeastContexts leastContexts(Setup& setup, const LeastStages& stages, Count mostVirtual, LeastTerms& terms);
LeastBytes leastFixed(const LeastContexts& contexts, LeastTerms& terms);
/// Static bytes that every stage has at least: which one is heaviest, its activations decide.
Bytes leastFixedOfAny(const Setup& setup, const LeastStages& stages, LeastTerms& terms);
/// Below the rest for every recompute choice: what full recompute saves and what none has in passing.
/// Leaves the setup's scenario, which is `scenario`, without recompute.
LeastBytes leastRestOfAny(const LeastContexts& contexts, LeastTerms& terms, Scenario& scenario);

/// Micro-batches of a PP-th of the layers, of which a rank that runs both ways holds two; of the kinds
/// whichever holds least.
double leastInFlight(const Setup& setup, const std::vector<ScheduleKind>& kinds, int rank);
/// `kinds`: of them whichever holds least in flight.
LeastContexts leastContexts(const Setup& setup, const LeastOthers& others,
                            const std::vector<ScheduleKind>& kinds, LeastTerms& terms);
Bytes leastFixedOfAny(const Setup& setup, const LeastOthers& others, LeastTerms& terms);

} // namespace moe
