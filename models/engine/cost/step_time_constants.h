// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fitted constants of the training step-time model: 29 public runs, medians within 6 % on runs that were not
// used.

#include "models/engine/scenario/catalog.h"

namespace moe {

/// What the GPU's generation decides: shares of the dense bf16 peak.
struct GenerationConstants {
    double gemm;      ///< e, asymptotic GEMM efficiency
    double attention; ///< a, fused attention forward
};

/// `known` = the GPU is one of those the fit or its data sheet check covered; otherwise the class default
/// holds.
constexpr GenerationConstants generationConstants(Generation generation, bool known) {
    switch (generation) {
    case Generation::Ampere: return known ? GenerationConstants{0.89, 0.48} : GenerationConstants{0.89, 0.47};
    case Generation::Hopper: return known ? GenerationConstants{0.71, 0.48} : GenerationConstants{0.70, 0.47};
    case Generation::Blackwell:
        return known ? GenerationConstants{0.51, 0.44} : GenerationConstants{0.50, 0.47};
    case Generation::Ada:
    case Generation::Other: break;
    }
    return {0.65, 0.47};
}

/// One of the GPUs of the model's own table, by catalogue key.
bool isKnownGpu(const GpuSpec& gpu);

namespace step {

inline constexpr double kFp8Share = 0.95;        ///< r8: fp8 efficiency over bf16 efficiency
inline constexpr double kHalfDimension = 140;    ///< K0: half-saturation of each GEMM dimension
inline constexpr double kGroupedShare = 1.0;     ///< rg
inline constexpr double kHalfRows = 200;         ///< n0: half-saturation in rows per local expert
inline constexpr double kUnfusedAttention = 0.6; ///< batched GEMM of unfused attention over e
inline constexpr double kBackwardAttention = 0.85;
inline constexpr double kSdpa = 0.66; ///< FlashAttention-2 and torch SDPA on Hopper
inline constexpr double kDeterministic = 1.75;
inline constexpr double kMemory = 0.78; ///< achieved over nominal HBM bandwidth
inline constexpr double kEager = 2.7;
inline constexpr double kNvlink = 0.70, kNic = 0.76, kAllToAll = 0.69;
inline constexpr Bytes kTensorMessage{13.5e6}; ///< M0: added to each TP collective (finite-message bandwidth)
inline constexpr Seconds kCollectiveLatency{12e-6}, kAllToAllLatency{30e-6};
inline constexpr Seconds kDenseLayerHost{1.4e-3},
    kMoeLayerHost{4.2e-3}; ///< per layer and micro-batch, both passes
/// NCCL's tuning model of a ring with LL128: start, a hop over NVLink, a hop over the network.
inline constexpr Seconds kRingStart{14e-6}, kRingNvlinkHop{1.9e-6}, kRingNetworkHop{4e-6};
inline constexpr double kGraphs = 0.59;           ///< host time with CUDA graphs
inline constexpr Seconds kDispatcherSync{0.7e-3}; ///< per MoE layer and micro-batch
inline constexpr double kExpertOverlap = 0.38, kTensorOverlap = 0.5, kDataOverlap = 0.30;
inline constexpr double kDataHidden = 0.6; ///< share of a stage's time that can hide gradient traffic
inline constexpr double kFsdpOverlap = 0.74;
inline constexpr double kCoreHidesRing = 0.8;
inline constexpr Seconds kPerIteration{17e-3};
/// Linear attention and state-space kernels, of what GEMMs reach: a prior, no training step with them was
/// measured.
inline constexpr double kStateKernels = 0.3;

/// Host time that recomputing adds, as a share of forward + backward. core_attn and the pair layernorm +
/// moe_act follow from the regression rows; the split of that pair and the other three are priors.
inline constexpr double kHostFull = 0.5, kHostOpLevel = 0.25, kHostCoreAttention = 0.05,
                        kHostLayerNorm = 0.02, kHostMoeActivation = 0.02, kHostUpProjection = 0.05,
                        kHostMlp = 0.05, kHostMoe = 0.25;

/// Bytes per element of the logits, forward and backward.
constexpr double lossBytes(LossKernel kernel) {
    switch (kernel) {
    case LossKernel::Fused:
    case LossKernel::Chunked: return 11;
    case LossKernel::Compiled: return 24;
    case LossKernel::Jit: return 30;
    case LossKernel::Eager: return 36;
    case LossKernel::Unfused: return 50;
    }
    return 50;
}

} // namespace step
} // namespace moe
