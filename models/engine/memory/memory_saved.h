// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tensors one layer keeps for its backward pass, in bytes per token of a micro-batch on one GPU.
// Frozen products keep no input but for an adapter's (arXiv 2106.09685).
// Source: memory model, "Tensors saved for the backward pass"; Korthikanti et al. 2022 (arXiv 2205.05198) for
// the dropout masks and unfused attention.

#include "models/engine/shape/setup.h"

namespace moe {

// The setup speaks of the layer's mixer (MixerView).

/// What is kept when nothing (Everything) or what the scenario says (AsChosen) is recomputed.
enum class Keep { Everything, AsChosen };

/// What precision, recompute and kernels leave of each tensor: the coefficients c of the formulas that
/// memoryTerms() shows. Bytes per value and token unless said otherwise.
struct NormBytes {
    double perHidden = 0; ///< c_h: block input, norm outputs, residual, dropout masks
    double perToken = 0;  ///< c_t: norm statistics
};
NormBytes normBytes(const Setup& setup, Keep keep);
struct AttentionBytes {
    double projected = 0;   ///< c_p: q, k, v
    double output = 0;      ///< c_a
    double perHead = 0;     ///< c_s: softmax statistics, or its scores when unfused
    double latent = 0;      ///< c_r: MLA latents
    double latentNorm = 0;  ///< c_n: outputs of MLA's inner norms
    double latentToken = 0; ///< c_l: statistics of MLA's inner norms, per token
};
AttentionBytes attentionBytes(const Setup& setup, Keep keep);
double latentBytes(const Setup& setup, const AttentionBytes& kept); ///< of MLA's latents per token
double projectedValues(const Setup& setup);           ///< of q, k, v per token, all ranks of TP together
double attentionOutput(const Setup& setup);           ///< values per token
double gemmInputBytes(const Setup& setup);            ///< FP8 recipes keep the quantised copy
double mlpBytes(const Setup& setup, Keep keep);       ///< c_f: first product and activation
double expertMlpBytes(const Setup& setup, Keep keep); ///< c_e: likewise of routed experts
double unpermuteBytes(const Setup& setup);            ///< c_k
double dispatchedBytes(const Setup& setup);           ///< c_g: of a value that reaches an expert
bool keepsDenseMlp(const Setup& setup, Keep keep);
bool keepsMoe(const Setup& setup, Keep keep);

double savedNorms(const Setup& setup, FeedForward feed,
                  Keep keep); ///< block input, norms, residual, dropout masks
double savedAttention(const Setup& setup, FeedForward feed,
                      Keep keep); ///< q, k, v, output, statistics; MLA latents; only of layers that attend
/// Of linear attention and state-space layers: inputs and outputs of the recurrence, states at chunk borders.
/// Operator counts of the parallel forms; not checked against a run.
double savedState(const Setup& setup, FeedForward feed, Keep keep);
double savedDenseMlp(const Setup& setup, FeedForward feed, Keep keep);
double savedRouter(const Setup& setup, FeedForward feed, Keep keep); ///< logits, probabilities, un-permute
/// Rows a rank receives are λ times its balanced share k·T: the experts of an expert-parallel group are
/// carved out of data parallelism, so EP does not shrink these.
double savedDispatched(const Setup& setup, FeedForward feed, Keep keep, double imbalance);
double savedExperts(const Setup& setup, FeedForward feed, Keep keep, double imbalance);
double savedShared(const Setup& setup, FeedForward feed, Keep keep);
/// A·x of every adapter, which its B's gradient reads.
double savedAdapters(const Setup& setup, FeedForward feed, Keep keep, double imbalance);

/// All of the above, and their sum.
struct LayerSaved {
    double norms = 0, attention = 0, states = 0, denseMlp = 0, router = 0, dispatched = 0, experts = 0,
           shared = 0, adapters = 0;
    double all() const {
        return norms + attention + states + denseMlp + router + dispatched + experts + shared + adapters;
    }
};
LayerSaved layerSaved(const Setup& setup, FeedForward feed, Keep keep, double imbalance);
double savedLayer(const Setup& setup, FeedForward feed, Keep keep, double imbalance);

} // namespace moe
