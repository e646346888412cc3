// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario with nothing left open: presets looked up, optional members derived. Every formula reads this.

#include "models/engine/routing/layer_loads.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/layers.h"
#include "models/engine/scenario/scenario.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace moe {

/// Symbols as in the memory and step-time models. Counts are doubles: products overflow 32 bits and enter
/// formulas.
struct Setup {
    const Scenario* scenario = nullptr;       ///< outlives the setup
    GpuSpec gpu;                              ///< preset with the scenario's overrides
    const ExpertLoads* loads = nullptr;       ///< the catalogue's measured loads, null when none are loaded
    const StepConstants* constants = nullptr; ///< the catalogue's refit; read them with constantsOf()

    // Model shape
    double h = 0, f = 0, V = 0, s = 0, L = 0;
    double n = 0, g = 0, d = 0;   ///< heads, kv heads, head dim
    double q = 0, kv = 0;         ///< n·d and g·d (MHA/GQA)
    double dw = 0;                ///< width of a value head (MHA/GQA): d, or a width of its own
    double values = 0, found = 0; ///< g·d_w and n·d_w: value values of a token, what its heads find
    bool mla = false;
    double rq = 0, rkv = 0, dn = 0, dr = 0, dv = 0;
    bool isMoe = false;
    double E = 0, k = 0, fe = 0, fs = 0; ///< routed experts, top-k, expert width, total shared width
    Count layers = 0, mtpLayers = 0;
    Count moeLayers = 0;          ///< of `layers`, those that route
    double matrices = 3;          ///< c: 3 gated, 2 not
    double up = 2;                ///< u: 2 gated, 1 not
    double latent = 0;            ///< width routed experts work on: h, or a projection of it
    double window = 0, chunk = 0; ///< w and C
    double nk = 0, nv = 0, dk = 0, dlv = 0,
           conv = 0; ///< linear attention: heads and widths of keys and values, taps
    double D = 0, N = 0, G = 0, mambaHeads = 0, mambaConv = 0, dtRank = 0; ///< state space
    double nI = 0, dI = 0, kI = 0;    ///< indexer: heads, width, keys kept
    double pool = 1;                  ///< tokens of one of its keys
    bool jointKv = false;             ///< key and value of a token are one vector of width d
    double ratio = 0;                 ///< R, tokens of a compressed key of this kind of layer; 0 = none
    double groups = 0, groupRank = 0; ///< output projection in parts: G groups of rank o
    double streams = 1;               ///< m, residual streams

    std::shared_ptr<const LayerPlan> plan; ///< which layer is of which type
    /// The mixer that the sizes above and formulas of one layer speak of: the only one, or the one that sees
    /// all keys. MixerView gives the others.
    LayerKind mixer = LayerKind::Full;
    bool ownsKv = true;
    bool frozen = false; ///< likewise: the layer does not learn (LayerType::frozen)

    // Layout
    double tp = 1, pp = 1, vpp = 1, cp = 1, ep = 1, etp = 1, dp = 1;
    double dcp = 1;         ///< GPUs of a serving rank that share the keys of a sequence
    double edp = 1;         ///< DP·CP·TP/(EP·ETP)
    double gpus = 1;        ///< TP·CP·DP·PP
    Count layerGroups = 1;  ///< moe::layerGroups() of the scenario, counted once
    double sp = 1;          ///< TP with sequence parallelism, else 1
    double expertSlots = 0; ///< physical expert slots, experts + redundant

    // Training (only when scenario->train)
    double T = 0;               ///< micro_batch · sequence / CP, tokens per rank and micro-batch
    double microBatches = 0;    ///< m = global_batch / (DP · micro_batch)
    double imbalance = 1;       ///< λ, as given, or what capacity or routing make of it
    double routedImbalance = 1; ///< λ of the routing alone, mean over the MoE layers
    std::shared_ptr<const LayerLoads> layerLoads; ///< null where all experts are alike
    LossKernel loss = LossKernel::Fused;
    double lossTp = 1; ///< ranks the logits are split over: TP, or 1 without a parallel loss
    AttentionKernel attentionKernel = AttentionKernel::Fused;
    Probabilities probabilities = Probabilities::Activation;
    bool dummyGradients = true;
    bool maskInLoader = false;

    // Cluster
    double domain = 8;     ///< GPUs per NVLink domain
    Bandwidth nvlink, nic; ///< per GPU and direction
    bool spine = true;     ///< false: leaves are not joined, a rail reaches only its own (fabric_curve.h)
};

/// A setup that speaks of layers of the given type: `setup` itself where it does already, else a copy with
/// that mixer's sizes. The setup outlives the view.
class MixerView {
public:
    MixerView(const Setup& setup, const LayerType& type);
    MixerView(const MixerView&) = delete;
    MixerView& operator=(const MixerView&) = delete;
    const Setup& operator*() const { return *m_setup; }
    const Setup* operator->() const { return m_setup; }

private:
    std::optional<Setup> m_own;
    const Setup* m_setup;
};

/// The scenario must be valid (validate.h). Scenario and catalogue outlive the setup.
Setup setupOf(const Scenario& scenario, const Catalog& catalog);

/// λ of the routing by ranks and GPUs of a rank, for one model, machine and routing.
using RoutedImbalances = std::map<std::pair<Count, Count>, double>;

/// Reads layout and training members again, after `parallel`, `train` or `cluster.gpus` of the setup's own
/// scenario changed; model, GPU and fabric stay. `known`: λ is looked up there and noted, since placing the
/// experts of every layer takes a hundred times as long as everything else about a layout.
void refreshLayout(Setup& setup, RoutedImbalances* known = nullptr);

/// Tokens one GPU brings to an MoE layer: a training micro-batch, a decode step or a prefill step.
double tokensPerGpu(const Setup& setup);

/// Bytes of one element, its share of the scales included (number_format.h).
double bytesOf(DataType type);

/// As the scenario says, or what its absence means.
ScheduleKind scheduleKind(const Setup& setup);
/// Share of the micro-batches whose passes run in pairs; 0 where nothing is exchanged, the overlap is off or
/// the schedule pairs no passes. On one stage the first forward and the last backward pass stand alone
/// (Megatron-LM, combined_1f1b_schedule_for_no_pipelining); of a pipeline that pairs the simulation knows
/// which.
double pairedShare(const Setup& setup);
/// The pipeline stage whose GPUs hold a chunk of the model, counted from the embedding.
int rankOfChunk(const Setup& setup, int chunk);
/// The stage whose chunk this one holds besides its own, where micro-batches come from both ends; else −1.
int twinRank(const Setup& setup, int rank);

/// Rows an expert takes at most, over the mean: the capacity factor, no more than all tokens; 0: any number.
double expertCapacity(const Setup& setup);
/// The expert-parallel group of one layer.
PlacementShape placementGroup(const Setup& setup);

/// Times a parameter is held besides its data-parallel replicas: 2 where two stages hold it.
double parameterCopies(const Setup& setup);

/// Layers of each pipeline chunk, from the embedding on: chunk c of stage r is at [r + c·PP] (rankOfChunk()).
/// floor(L/(PP·v)) each, the remainder one each to the middle chunks; `parallel.layout` overrides, or
/// balances them (balanced_layout.h). Sum = layers.
std::vector<Count> chunkLayers(const Setup& setup);

} // namespace moe
