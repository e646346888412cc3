// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the tokens of one MoE layer choose their experts: drawn from a popularity law, or as a loaded table
// counted them. From it follow the load of each expert, which experts a token uses together, and sample
// tokens.

#include "models/engine/shape/setup.h"

#include <cstdint>
#include <vector>

namespace moe {

struct ExpertRouting {
    Count topK = 1;
    Count groups = 1, groupLimit = 0; ///< node-limited routing; 0 = no limit
    std::vector<double> inclusion;    ///< probability that a token uses expert i; sums to topK
    std::vector<double> popularity;   ///< share of first choices that reproduces `inclusion`
    bool routersOwn = false;      ///< `popularity` is the router's mean probability, not solved from loads
    std::vector<double> together; ///< measured probability that a token uses a and b, [a·E + b]; may be empty

    std::size_t experts() const { return inclusion.size(); }
    bool limited() const { return groupLimit > 0 && groupLimit < groups; }
    bool uniform() const; ///< every expert alike and no measured pairs
    std::vector<double> load(double tokens) const;
};

/// Layers that differ in their routing: those of the table; one when all are alike (uniform); else the
/// model's MoE layers, each with an order of its own.
Count routedLayers(const Setup& setup);
/// Layer 0 … routedLayers − 1; drawn with routing.seed + layer. No experts when a table is asked for and none
/// is loaded.
ExpertRouting layerRouting(const Setup& setup, Count layer);

/// From a popularity (see expert_load.h).
ExpertRouting drawnRouting(std::vector<double> popularity, Count topK, Count groups = 1,
                           Count groupLimit = 0);
/// From tokens per expert, in any unit; `pairs` in the same unit or empty.
ExpertRouting countedRouting(const std::vector<double>& tokens, const std::vector<double>& pairs, Count topK,
                             Count groups = 1, Count groupLimit = 0);

/// Largest number of experts whose pairs are held.
inline constexpr std::size_t kMostPairedExperts = 1024;

/// Probability that a token uses experts a and b, [a·E + b], 0 on the diagonal; rows sum to
/// (topK − 1)·inclusion. Measured pairs as they are; else the choice nearest to independence with these rows
/// (iterative proportional fitting), where a group limit favours pairs of one group by (G − 1)/(M − 1), the
/// ratio when any M of G groups are open alike. Empty above kMostPairedExperts.
std::vector<double> coActivation(const ExpertRouting& routing);

/// Experts of `tokens` tokens, topK each. Drawn one after the other without replacement, in proportion to
/// popularity, inside groups drawn the same way; with measured pairs the next expert is one that was used
/// together with one of those drawn.
std::vector<std::uint32_t> routedTokens(const ExpertRouting& routing, Count tokens, Count seed);

} // namespace moe
