// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Constants of the training step-time model, as one value that a catalogue can hold another of (a refit), and
// the table that names each with its unit, its origin and the range it may lie in.

#include "models/engine/cost/vendor.h"
#include "models/engine/scenario/catalog.h"

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
};

/// The values here are the shipped ones; stepConstantRows() says where each is from.
struct StepConstants {
    /// By Generation (Ampere, Hopper, Blackwell): of GPUs that the fit or its data sheet check covered.
    std::array<GenerationConstants, 3> known = {{{0.89, 0.48}, {0.71, 0.48}, {0.51, 0.44}}};
    /// Of others of the class; last Ada.
    std::array<GenerationConstants, 4> ofClass = {{{0.89, 0.47}, {0.70, 0.47}, {0.50, 0.47}, {0.65, 0.47}}};
    /// By Vendor, of what is of no such class.
    std::array<GenerationConstants, 6> ofVendor = {
        {{0.65, 0.47}, {0.65, 0.47}, {0.65, 0.47}, {0.65, 0.47}, {0.65, 0.47}, {0.65, 0.47}}};
    /// Of Google's TPUs before v6e, whose matrix units are 128 wide instead of 256.
    GenerationConstants narrowUnits{0.92, 0.47};

    double fp8Share = 0.95;        ///< r8: fp8 efficiency over bf16 efficiency
    double fp4Gain = 0.47;         ///< rate of FP4 products over FP8's = (fp4/fp8 peak)^fp4Gain
    double halfDimension = 140;    ///< K0: half-saturation of each GEMM dimension
    double groupedShare = 1.0;     ///< rg
    double halfRows = 200;         ///< n0: half-saturation in rows per local expert
    double unfusedAttention = 0.6; ///< batched GEMM of unfused attention over e
    double backwardAttention = 0.85;
    double sdpa = 0.66; ///< FlashAttention-2 and torch SDPA on Hopper
    double deterministic = 1.75;
    double stateKernels = 0.3; ///< linear attention and state-space kernels, of what GEMMs reach
    double memory = 0.78;      ///< achieved over nominal HBM bandwidth
    double eager = 2.7;
    double nvlink = 0.70, nic = 0.76, allToAll = 0.69;
    Bytes tensorMessage{13.5e6}; ///< M0: added to each TP collective (finite-message bandwidth)
    Seconds collectiveLatency{12e-6}, allToAllLatency{30e-6};
    Seconds ringStart{14e-6}, ringNvlinkHop{1.9e-6}, ringNetworkHop{4e-6};
    Seconds launch{28e-6};   ///< τ, host time of one kernel from an eager framework
    double olderLaunch = 2;  ///< τ of the stack of 2024 over that of later ones, software and hosts together
    Seconds graphNode{2e-6}; ///< of a kernel that a recorded graph replays
    /// Kernels of a layer in a micro-batch, both passes: kernelCounts() (time/host_time.h).
    double denseKernels = 50, moeKernels = 150, unfusedMoeKernels = 190, fusedMlpKernels = 16,
           blockwiseKernels = 246.0 / 151;
    Seconds productFloor{5.5e-6}, elementwiseFloor{2.5e-6}; ///< t0, the shortest a kernel takes
    double elementwiseKernels = 0.75; ///< of a layer's kernels, those that are no products
    double graphs = 0.59;             ///< host time with CUDA graphs
    Seconds dispatcherSync{0.7e-3};   ///< per MoE layer and micro-batch
    /// δ, the share of their own time that dispatch and combine stay outside of the computation beside them:
    /// first dispatch, last combine, waits between.
    double allToAllEdge = 0.145, deepEpEdge = 0.163, hybridEpEdge = 0.26;
    double delayedWeights = 0.95; ///< of δ, where weight gradients run apart
    double tensorOverlap = 0.5, dataOverlap = 0.30;
    double dataHidden = 0.6; ///< share of a stage's time that can hide gradient traffic
    double fsdpOverlap = 0.74;
    double coreHidesRing = 0.8;
    Seconds perIteration{17e-3};
    /// Host time that recomputing adds, as a share of forward + backward.
    double hostFull = 0.5, hostOpLevel = 0.25, hostCoreAttention = 0.05, hostLayerNorm = 0.02,
           hostMoeActivation = 0.02, hostUpProjection = 0.05, hostMlp = 0.05, hostMoe = 0.25;
    /// Bytes per element of the logits, forward and backward.
    double lossFused = 11, lossCompiled = 24, lossJit = 30, lossEager = 36, lossUnfused = 50;

    const GenerationConstants& of(const GpuSpec& gpu) const;
    double lossBytes(LossKernel kernel) const;
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
double multiprocessors(Generation generation);

} // namespace moe
