// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One forward pass of a serving rank, prefill or decode, part by part. Two-batch overlap runs an MoE layer as
// two halves of the batch, one computing while the other is exchanged: T = max(A, C) + (1 − η)·min(A, C) with
// A and C of both halves, so that weights are read and kernels launched twice (Time and communication model,
// "Overlap"). Where that takes longer than the batch as a whole, it is not done.

#include "models/engine/cost/network.h"
#include "models/engine/cost/serve_operators.h"
#include "models/engine/report/report.h"
#include "models/engine/serve/measured_operators.h"
#include "models/engine/serve/serve_terms.h"

#include <memory>
#include <vector>

namespace moe {

class OperatorProfiles; // operator_profiles.h

/// What stands in for the analytic model's times; each may be null.
struct ServeSources {
    std::shared_ptr<const OperatorProfiles> profiles;   ///< of a device and this very model
    std::shared_ptr<const MeasuredOperators> operators; ///< surfaces of any shape
};
/// Profiles of operators come first where the scenario names no engine.
ServeSources serveSources(const Setup& setup, const Catalog& catalog);

/// What a rank's pass works on: decode steps of sequences, prompt tokens, or both in one pass (continuous
/// batching).
struct PassShape {
    double sequences = 0, context = 0;   ///< one token each, over `context` keys
    double promptTokens = 0, prompt = 0; ///< of prompts of `prompt` tokens
    double headRows = 0;
    ExchangeSkew exchange = {};
    ExpertShare experts = {};
};

struct ForwardPass {
    std::vector<TimeTerm> terms; ///< terms[i] belongs to serveTerms()[i]; exposed sums to `time`
    Seconds time, math;          ///< math: what its FLOPs would take at their dense peaks
    Bytes bytes;
    bool halved = false;                 ///< two-batch overlap was used
    std::vector<OperatorCost> operators; ///< measured ones, with what no table holds beside them
};
/// Row of serveTerms() and of ForwardPass::terms.
std::size_t rowOf(PassPart part);
/// `sources`: what was measured and stands in for the model's times; may be null.
ForwardPass forwardPass(const Setup& setup, const ServeRates& rates, const PassShape& shape,
                        const ServeSources* sources);

} // namespace moe
