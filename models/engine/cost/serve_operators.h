// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operators of inference: one smooth roofline t = t0 + (memory² + compute²)^½ for every product.

#include "models/engine/cost/operators.h"
#include "models/engine/report/report.h"

namespace moe {

/// What the GPU achieves when serving.
struct ServeRates {
    Rates dense; ///< of dense and shared MLPs: the training model's, with the memory rate below
    Rates attention,
        head; ///< likewise of the mixers' projections and of the LM head, whose weights differ in type
    Throughput expertPeak; ///< dense peak of the compute type
    Throughput expert;     ///< achieved by the grouped product of the experts
    Bandwidth memory;
    double weightBytes = 2, kvBytes = 2;
};
/// H100 expert GEMM: 0.65 of the peak, 2.8 of 3.35 TB/s; medians of others for A100 and B200; a user's MFU
/// and bandwidth utilisation replace both.
ServeRates serveRatesOf(const Setup& setup);

/// All local experts of one MoE layer for `tokens` tokens from each GPU of the expert-parallel group (a
/// rank's tokens over TP). Only activated experts are read: L(1 − (1 − k/E)^(tokens of the group)).
/// `share`: of the slowest GPU.
Cost expertGemm(const Setup& setup, const ServeRates& rates, double tokens, const ExpertShare& share);
/// The GPU whose experts take longest at `tokens`; rows at least `received` (λ). Over layers, the mean.
ExpertShare slowestShare(const Setup& setup, const ServeRates& rates, double tokens,
                         const PlacementReport* placement, double received = 1);
/// Attention of `sequences` decode steps over the keys a layer sees of `context`, or a step of its
/// recurrence, which reads and writes the state.
Cost decodeCore(const Setup& setup, const ServeRates& rates, double sequences, double context);
/// Causal attention, or the recurrence, of `tokens` prompt tokens in sequences of `prompt`.
Cost prefillCore(const Setup& setup, const ServeRates& rates, double tokens, double prompt);

/// n* = P·efficiency·bytes per weight/(2B), rows per expert where its GEMM turns compute-bound.
double kneeTokens(const ServeRates& rates);

} // namespace moe
