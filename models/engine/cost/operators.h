// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operators of a training layer: what each costs, forward and backward. Formulas of the step-time model: a
// smooth roofline t = (compute⁴ + memory⁴)^¼ with σ = Π 1/(1 + K0/dimension) for small GEMMs.

#include "models/engine/shape/setup.h"

namespace moe {

/// Seconds on the GPU, the part of them the step counts (the rest is overlapped), the time its FLOPs would
/// take at the dense peak of their type, and the bytes it moves through device memory.
struct Cost {
    Seconds time, counted, math;
    Bytes bytes;

    constexpr Cost& operator+=(const Cost& other) {
        time += other.time;
        counted += other.counted;
        math += other.math;
        bytes += other.bytes;
        return *this;
    }
    friend constexpr Cost operator+(Cost a, const Cost& b) { return a += b; }
    friend constexpr Cost operator*(double factor, const Cost& c) {
        return {factor * c.time, factor * c.counted, factor * c.math, factor * c.bytes};
    }
};

struct Passes {
    Cost forward, backward;

    constexpr Passes& operator+=(const Passes& other) {
        forward += other.forward;
        backward += other.backward;
        return *this;
    }
    friend constexpr Passes operator+(Passes a, const Passes& b) { return a += b; }
    constexpr Cost both() const { return forward + backward; }
};

/// What this setup's GPU and fabric achieve.
struct Rates {
    Throughput peak, gemm;          ///< bf16: dense peak, and P·e
    double gemmShare = 0;           ///< e
    Throughput linearPeak, linear;  ///< the same for layer linears, fp8 when computing in fp8
    Throughput attention;           ///< P·a with the kernel's factor
    double experts = 1;             ///< grouped products over plain ones
    Throughput unfused;             ///< batched GEMM of unfused attention
    double halfDimension = 0;       ///< K0 of the products
    Seconds productFloor;           ///< the shortest a product takes
    double linearBytes = 2;         ///< bytes of a weight of a layer linear
    double inputBytes = 2;          ///< of an element of its input
    double castBytes = 0;           ///< moved to quantise an element of an input
    bool fp8 = false;               ///< layer linears compute in eight bits or less
    Bandwidth memory;               ///< B = HBM·η_mem, operands of products
    Bandwidth elementwise;          ///< B_e, elementwise kernels
    Bandwidth nvlink, nic;          ///< N and W, with their efficiencies
    Bandwidth tensorLink, fsdpLink; ///< N of tensor-parallel collectives and of FSDP
    Bandwidth allToAllNvlink, allToAllNic;
    double eager = 1;            ///< factor on elementwise traffic
    bool weightGradients = true; ///< products have one: their matrices learn
    double tensorExposed = 1;
};
/// Of plain PyTorch on Hopper with the clock of a GPU that draws less than it may: kernelRates() of
/// time/step_time.h.
Rates ratesOf(const Setup& setup);
/// Lets layer linears compute in `type`, at the efficiency that bf16 has.
void setLinear(Rates& rates, const Setup& setup, DataType type);

/// Lets products have a gradient of their weights or not.
Rates withGradients(Rates rates, bool weights);

/// C[m×n] = A[m×k]·B[k×n].
struct Gemm {
    double m = 0, n = 0, k = 0;
};
enum class GemmType { Linear, Bf16 }; ///< Linear: the compute type; Bf16: router, LM head

/// One product; w_i·MK + w·KN + 2MN bytes.
Cost gemmCost(const Rates& rates, Gemm shape, GemmType type);
/// Forward (m,n,k), backward (m,k,n) + (k,n,m), the latter where the weights learn.
Passes gemmPasses(const Rates& rates, Gemm shape, GemmType type = GemmType::Linear);
/// Device-memory traffic, backward twice the forward.
Passes memoryPasses(const Rates& rates, Bytes forward);

// A setup given to an operator of a layer speaks of that layer's mixer (MixerView).

/// Projections of the mixer; `upForward` is what "mla_up_proj" recomputes.
struct AttentionLinears {
    Passes all;
    Cost upForward;
};
AttentionLinears attentionLinears(const Setup& setup, const Rates& rates);
/// softmax(QKᵀ)V, causal, over the keys the kind of layer sees; or the recurrence of a linear kind.
Passes attentionCore(const Setup& setup, const Rates& rates);
/// What heads narrower than 128 leave of the core's rate.
double attentionFill(double width);
/// δ: what of its rate the size of a head and 8 bits leave the core.
double coreFill(const Setup& setup, const Rates& rates);
/// δ_f: what MLA's wider heads gain forward; no table has their backward pass.
double latentShare(const Setup& setup);
/// Gated or plain MLP of the given width over all tokens.
Passes denseMlp(const Setup& setup, const Rates& rates, double width);
/// Norms, residuals, RoPE and dropout of one layer, without the MLP's activation.
Bytes elementwiseBytes(const Setup& setup, FeedForward feed);
/// Products of so many blocks' connections to several residual streams (connectionProducts()), at the rate of
/// large ones: they are narrow, and what reads the streams anyway computes them (elementwiseBytes()). With
/// those of the layer's own embedding, as the FLOP of a model count them (furtherProducts()).
Passes connections(const Setup& setup, const Rates& rates, double blocks);
/// Into the latent width of routed experts and back; nothing where they work on the hidden size.
Passes latentProjections(const Setup& setup, const Rates& rates, double tokens);
Bytes activationBytes(const Setup& setup, double width);

/// Routed rows on one GPU.
struct RoutedRows {
    double tokens = 0;    ///< T_r = T/TP
    double rows = 0;      ///< R_e
    double perExpert = 0; ///< n, rows of one local expert
    double experts = 0;   ///< local experts
};
RoutedRows routedRows(const Setup& setup);
/// Grouped GEMM of the local experts, all matrices.
Passes groupedGemm(const Setup& setup, const Rates& rates, const RoutedRows& routed);
/// Permute, unpermute, expert activation and router traffic, forward.
Bytes permuteBytes(const Setup& setup, const RoutedRows& routed);
/// What fp8 reads and writes to quantise the inputs of the products of a dense layer with an MLP of `width`,
/// and of an MoE layer; forward.
Bytes castBytes(const Setup& setup, const Rates& rates, double width);
Bytes castBytes(const Setup& setup, const Rates& rates, const RoutedRows& routed);
/// One all-to-all (dispatch or combine) of `tokenBytes` for each copy of a token, with the gather over ETP.
Cost trainingAllToAll(const Setup& setup, const Rates& rates, const RoutedRows& routed, double tokenBytes);

/// One all-gather + reduce-scatter (or all-reduce) of a layer's activations over TP.
Cost tensorPair(const Setup& setup, const Rates& rates);
/// The logits gathered on every rank where the loss is not parallel, forward; else nothing.
Cost gatheredLogits(const Setup& setup, const Rates& rates);
/// The extra gather that sequence parallelism adds to the backward pass of a dense layer.
Cost sequenceParallelExtra(const Setup& setup, const Rates& rates);
/// Two small products beside every adapted one, forward and backward, at what bytes and launches leave them:
/// A·x is summed or gathered over TP, what B gives is scaled and added.
Passes adapterProducts(const Setup& setup, const Rates& rates, FeedForward feed);
/// One pass over the frozen matrices of a layer that are kept narrow: read, and written in bf16.
Cost dequantisation(const Setup& setup, const Rates& rates, FeedForward feed);
/// Context parallelism: ring (mostly behind the core) or all-to-all (exposed).
Passes contextParallel(const Setup& setup, const Rates& rates, const Passes& core);

} // namespace moe
