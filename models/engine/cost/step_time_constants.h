// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Constants of the training step-time model, as one value that a catalogue can hold another of (a refit), and
// the table that names each with its unit, its origin and the range it may lie in.

#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/machines/vendor.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace moe {

struct Setup;

/// What the GPU's generation decides: shares of the dense bf16 peak.
struct GenerationConstants {
    double gemm = 0;      ///< e, asymptotic GEMM efficiency
    double attention = 0; ///< a, fused attention forward
    double experts = 1;   ///< grouped products of experts over plain ones
};

/// The values here are the shipped ones; stepConstantRows() says where each is from.
struct StepConstants {
    /// By Generation (Ampere, Hopper, Blackwell): of GPUs that the fit or its data sheet check covered.
    std::array<GenerationConstants, 3> known = {{{0.92, 0.48}, {0.78, 0.48}, {0.60, 0.52}}};
    /// Of others of the class; last Ada.
    std::array<GenerationConstants, 4> ofClass = {{{0.92, 0.47}, {0.78, 0.47}, {0.60, 0.47}, {0.65, 0.47}}};
    /// By Vendor, of what is of no such class.
    std::array<GenerationConstants, 6> ofVendor = {
        {{0.65, 0.47}, {0.67, 0.47, 0.85}, {0.71, 0.47, 0.75}, {0.82, 0.47}, {0.65, 0.47}, {0.65, 0.47}}};
    /// Of Google's TPUs before v6e, whose matrix units are 128 wide instead of 256.
    GenerationConstants narrowUnits{0.92, 0.47, 0.75};
    /// Of TPU 7x, whose chip is two dies.
    GenerationConstants twoDies{0.76, 0.47, 0.75};

    double fp8Share = 0.95;                       ///< r8: fp8 efficiency over bf16 efficiency
    double fp8Hopper = 0.96, fp8Blackwell = 0.91; ///< r8 of these generations
    double fp8BlockHopper = 0.78;                 ///< r8 of scales per block on Hopper
    double fp4Gain = 1.6;                         ///< rate of FP4 products over FP8's
    double halfDimension = 140;                   ///< K0: half-saturation of each GEMM dimension
    double halfDimensionPlain = 60;               ///< the same of plain PyTorch's products (cuBLAS 13)
    /// e of plain PyTorch on Hopper as long as the GPU draws less than it may; what its products and
    /// attention lose per share of the time that they take beyond the share from which on it may not.
    double coolHopper = 0.82, powerSlope = 0.23, powerOnset = 0.35;
    double groupedShare = 1.0;     ///< rg
    double halfRows = 200;         ///< n0: half-saturation in rows per local expert
    double unfusedAttention = 0.6; ///< batched GEMM of unfused attention over e
    double backwardAttention = 0.85;
    double sdpa = 0.66;                              ///< FlashAttention-2 and torch SDPA on Hopper
    double flash1Ampere = 0.36, flash1Hopper = 0.20; ///< a of attention kernels of 2022 and 2023
    double cudnnHopper = 0.65;                       ///< a of cuDNN 9, likewise
    double shortAttention = 256; ///< tokens of a sequence at which fused attention takes twice its time
    double shortCudnn = 450;     ///< the same of cuDNN 9
    double deterministic = 1.75;
    double latentHopper = 1.12, latentBlackwell = 1.15; ///< MLA's core over that of heads of 128
    double fp8Attention = 1.33;                         ///< attention in 8 bits over bf16
    double stateKernels = 0.2; ///< linear attention and state-space kernels, of what GEMMs reach
    double memory = 0.78;      ///< achieved over nominal HBM bandwidth, operands of products
    double elementwise = 0.57; ///< the same of elementwise kernels
    double eager = 1.65;       ///< traffic without a compiler
    double eagerPlain = 1.9, compiledPlain = 0.86; ///< of plain modules, nothing fused; by torch.compile
    double coresPlain = 0.55; ///< of their time on an H100, what its multiprocessors take and not its memory
    double clampedActivation = 20; ///< bytes per value of an activation with clamps and biases in parts
    double nvlink = 0.70, nic = 0.76, allToAll = 0.69;
    double tensorLink = 0.74, fsdpLink = 0.62; ///< NVLink of tensor-parallel collectives and of FSDP
    double fusedExchange = 0.90;               ///< network of DeepEP's and HybridEP's kernels
    Bytes tensorMessage{13.5e6};               ///< M0: added to each TP collective (finite-message bandwidth)
    Seconds collectiveLatency{12e-6}, allToAllLatency{30e-6};
    Seconds ringStart{14e-6}, ringNvlinkHop{1.9e-6}, ringNetworkHop{4e-6};
    Seconds launch{28e-6};   ///< τ, host time of one kernel from an eager framework
    double olderLaunch = 2;  ///< τ of the stack of 2024 over that of later ones, software and hosts together
    Seconds graphNode{2e-6}; ///< of a kernel that a recorded graph replays
    // Kernels of a layer in a micro-batch, forward and backward.
    double denseKernels = 50;       ///< Transformer Engine, fused: 45 to 60 by its operators
    double moeKernels = 150;        ///< Megatron-LM, Qwen3-30B-A3B: 463,348 of 64 micro-batches and 48 layers
    double unfusedMoeKernels = 190; ///< Megatron-LM of 2024: an estimate that two A100 runs bear out
    double fusedMlpKernels = 16;    ///< fewer, with fused experts: products, activation, quantisation
    double blockwiseKernels = 246.0 / 151; ///< DeepSeek-V3's trace: 983 of four layers, 246 against 151
    double adapterKernels = 10; ///< two products, a scale, a sum forward; four, a scale, a sum backward
    Seconds productFloor{5.5e-6}, elementwiseFloor{2.5e-6}; ///< t0, the shortest a kernel takes
    Seconds kernelGap{3.3e-6}, graphGap{1.5e-6}; ///< between kernels on the GPU; within a graph of all
    double elementwiseKernels = 0.75;            ///< of a layer's kernels, those that are no products
    double graphs = 0.59;                        ///< host time with CUDA graphs
    Seconds dispatcherSync{0.7e-3};              ///< per MoE layer and micro-batch
    /// δ, the share of their own time that dispatch and combine stay outside of the computation beside them:
    /// first dispatch, last combine, waits between.
    double allToAllEdge = 0.145, deepEpEdge = 0.213, hybridEpEdge = 0.26;
    double delayedWeights = 0.95; ///< of δ, where weight gradients run apart
    double tensorOverlap = 0.53, dataOverlap = 0.30;
    double dataSlower = 1.1;         ///< exposed data-parallel traffic over what its bytes take
    double sendOverlap = 0.3;        ///< exposed share of send and receive of interleaved pipelines
    double fusedAccumulation = 0.45; ///< of the traffic of gradient sums, what a product that does them waits
    double head = 1.1;               ///< LM head over what its product takes
    double dataHidden = 0.6;         ///< share of a stage's time that can hide gradient traffic
    double fsdpOverlap = 0.74;
    double coreHidesRing = 0.8;
    Seconds perIteration{17e-3}, perGraphIteration{5e-3}; ///< the latter where a graph is the whole iteration
    /// Host time that recomputing adds, as a share of forward + backward.
    double hostFull = 0.5, hostOpLevel = 0.25, hostCoreAttention = 0.05, hostLayerNorm = 0.02,
           hostMoeActivation = 0.02, hostUpProjection = 0.05, hostMlp = 0.05, hostMoe = 0.25;
    /// Bytes per element of the logits, forward and backward.
    double lossFused = 11, lossCompiled = 24, lossJit = 30, lossEager = 36, lossUnfused = 50;
    double lossCompiledPlain = 9; ///< of torch.compile in plain PyTorch: two kernels

    const GenerationConstants& of(const GpuSpec& gpu) const;
    double fp8ShareOf(const GpuSpec& gpu) const;
    double lossBytes(LossKernel kernel, Stack stack) const;
    /// LM head over what its product takes; plain PyTorch has nothing around it.
    double headOver(Stack stack) const { return stack == Stack::PyTorch ? 1 : head; }
    double edge(Dispatcher dispatcher) const;
};

inline constexpr StepConstants kStepConstants{};

/// Those of the setup's catalogue, else the shipped ones.
const StepConstants& constantsOf(const Setup& setup);

/// How a value came to be.
enum class ConstantOrigin {
    Fitted, ///< moved by measured runs
    Prior,  ///< what physics or a data sheet suggests; the runs did not decide it
    Counted ///< counted in the operators
};

struct StepConstantRow {
    const char* key;   ///< "gemm_hopper"
    const char* label; ///< in words
    const char* unit;  ///< base unit; "share" and "" have none
    double (*get)(const StepConstants&);
    void (*set)(StepConstants&, double);
    double low, high; ///< plausible range; a refit stays within
    ConstantOrigin origin;
    const char* source;     ///< what the value rests on
    const char* generation; ///< of GPUs; empty: all
};
/// Every constant of StepConstants, once.
const std::vector<StepConstantRow>& stepConstantRows();
const StepConstantRow* findStepConstant(std::string_view key);

/// One of the GPUs of the model's own table, by catalogue key.
bool isKnownGpu(const GpuSpec& gpu);

/// What a dispatcher's kernels take while they run.
double dispatcherMultiprocessors(Dispatcher dispatcher);
/// Streaming multiprocessors, by NVIDIA's white papers of A100 and H100 and B200's data sheet; of other
/// makers the share is taken to be Hopper's (prior).
double multiprocessors(const GpuSpec& gpu);

} // namespace moe
