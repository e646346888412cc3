// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many tokens each expert of a layer gets: popularity of the experts → expected tokens under top-k
// routing without replacement. The load is an expectation, not a sample: it is exact, moves smoothly under a
// slider and costs the same for 32 tokens and for 32 million. What chance adds to it is uniformMaxOverMean().

#include "models/engine/scenario/scenario.h"

#include <vector>

namespace moe {

/// Rows of the busiest rank over the mean under a router without a capacity: never as even as its
/// expectation. Training times were fitted with it.
inline constexpr double kNaturalImbalance = 1.15;

/// Probability that a token's first choice is expert i; sums to 1, in expert order.
/// Zipf: rank^−skew, ranks dealt to experts by a seeded permutation. Log-normal: exp(skew · z), z standard
/// normal from the seed. Uniform, or skew 0: 1/experts. A table has no popularity: empty.
std::vector<double> popularity(Distribution distribution, double skew, Count experts, Count seed);

/// What Zipf's law gives the expert of a rank (from 1), before all sum to 1.
double zipfWeight(Count rank, double skew);
/// Deals values to experts by a seeded permutation.
void deal(std::vector<double>& values, Count seed);

/// Probability that a token uses expert i when it draws topK different experts, each draw proportional to the
/// popularity of those left (the Plackett–Luce model; adding Gumbel noise to ln p and taking the top k is the
/// same). Sums to topK. Exact to about 1e-6.
std::vector<double> inclusionProbability(const std::vector<double>& popularity, Count topK);

/// Tokens that expert i gets of `tokens` dispatched by the whole expert-parallel group; sums to tokens ·
/// topK.
std::vector<double> expectedLoad(const std::vector<double>& popularity, Count topK, double tokens);

/// Auxiliary load-balancing loss E·Σ f·p: f the share of assignments, p the mean router probability; 1 when
/// balanced (Switch Transformers, arXiv 2101.03961, eq. 4, with f over k assignments as training logs print
/// it).
double auxiliaryLoss(const std::vector<double>& load, const std::vector<double>& popularity);

/// Largest over mean load of `bins` equally likely bins with `meanLoad` tokens each, by chance alone:
/// 1 + sqrt(2L/µ)·(1 − L'/(4L)) + L/(3µ), L = ln N, L' = ln L + ln 4π. 1 for one bin.
double uniformMaxOverMean(double bins, double meanLoad);

} // namespace moe
