// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/layer_kind_rows.h"

namespace moe {
namespace {

using Split = Projection::Split;

constexpr double kStateBytes = 4; ///< recurrent states are kept in fp32
constexpr double kConvBytes = 2;  ///< inputs of short convolutions in bf16
constexpr double kKdaChunk = 64;  ///< tokens a chunk of the delta rule's parallel form takes
constexpr double kSsdChunk = 256; ///< of Mamba-2
constexpr const char* kHeadsOverCp = "all-to-all from tokens to heads and back, the state stays whole";

// Gated DeltaNet, arXiv 2412.06464; sizes as Qwen3-Next of Transformers has them.
double gdnKeys(const Setup& s) {
    return s.nk * s.dk;
}
double gdnValues(const Setup& s) {
    return s.nv * s.dlv;
}
MixerParams gdnParams(const Setup& s) {
    const double K = gdnKeys(s), V = gdnValues(s);
    return {s.h * (2 * K + 2 * V) + 2 * s.h * s.nv + s.conv * (2 * K + V) + 2 * s.nv + V * s.h, s.dlv, 0};
}
Projections gdnProjections(const Setup& s) {
    Projections list;
    list.add(2 * gdnKeys(s) + 2 * gdnValues(s) + 2 * s.nv, s.h);
    list.add(s.h, gdnValues(s), Split::In);
    return list;
}
double gdnFlops(const Setup& s, double) {
    return 8 * s.nv * s.dk * s.dlv + 2 * s.conv * (2 * gdnKeys(s) + gdnValues(s));
}
double gdnState(const Setup& s) {
    return kStateBytes * s.nv * s.dk * s.dlv + kConvBytes * (s.conv - 1) * (2 * gdnKeys(s) + gdnValues(s));
}
double gdnProjected(const Setup& s) {
    return 2 * (2 * gdnKeys(s) + gdnValues(s)) + gdnValues(s) + 2 * s.nv;
}
double gdnOutputs(const Setup& s) {
    return 2 * gdnValues(s);
}
double gdnSaved(const Setup& s) {
    return kStateBytes * s.nv * s.dk * s.dlv / kKdaChunk;
}

// Kimi Delta Attention, arXiv 2510.26692: one width for queries, keys and values.
double kdaWidth(const Setup& s) {
    return s.nk * s.dk;
}
MixerParams kdaParams(const Setup& s) {
    const double P = kdaWidth(s);
    const bool full = s.scenario->model.linearFullGate; // Kimi K3: the output gate is h·P
    const double lowRank = full ? 1 : 2;
    return {3 * s.h * P + 3 * s.conv * P + lowRank * s.dk * P + (full ? s.h * P : 0) + s.h * s.nk + s.nk + P +
                P * s.h,
            lowRank * s.h * s.dk + s.dk, 0};
}
Projections kdaProjections(const Setup& s) {
    const bool full = s.scenario->model.linearFullGate;
    const double P = kdaWidth(s), lowRank = full ? 1 : 2;
    Projections list;
    list.add((full ? 4 : 3) * P + s.nk, s.h);
    list.add(lowRank * s.dk, s.h, Split::None);
    list.add(lowRank * P, s.dk);
    list.add(s.h, kdaWidth(s), Split::In);
    return list;
}
double kdaFlops(const Setup& s, double) {
    return 6 * s.nk * s.dk * s.dk + 3 * s.nk * kKdaChunk * s.dk + s.nk * kKdaChunk * kKdaChunk;
}
double kdaState(const Setup& s) {
    return kStateBytes * s.nk * s.dk * s.dk + 3 * kConvBytes * (s.conv - 1) * kdaWidth(s);
}
double kdaProjected(const Setup& s) {
    return (s.scenario->model.linearFullGate ? 9 : 8) * kdaWidth(s) + s.nk;
}
double kdaOutputs(const Setup& s) {
    return 2 * kdaWidth(s);
}
double kdaSaved(const Setup& s) {
    return kStateBytes * s.nk * s.dk * s.dk / kKdaChunk;
}

// Lightning attention, MiniMax-01, arXiv 2501.08313.
MixerParams lightningParams(const Setup& s) {
    return {5 * s.h * s.q + s.q, 0, 0};
}
Projections lightningProjections(const Setup& s) {
    Projections list;
    list.add(4 * s.q, s.h);
    list.add(s.h, s.q, Split::In);
    return list;
}
double lightningFlops(const Setup& s, double) {
    return 4 * s.n * s.d * s.d;
}
double lightningState(const Setup& s) {
    return kStateBytes * s.n * s.d * s.d;
}
double lightningProjected(const Setup& s) {
    return 4 * s.q;
}
double lightningOutputs(const Setup& s) {
    return 2 * s.q;
}
double lightningSaved(const Setup& s) {
    return lightningState(s) / kSsdChunk;
}

// Mamba, arXiv 2312.00752; with the three inner norms of Jamba.
MixerParams mamba1Params(const Setup& s) {
    const double inner = s.dtRank + 2 * s.N;
    return {2 * s.h * s.D + s.mambaConv * s.D + s.D + s.D * inner + s.dtRank * s.D + s.D + s.D * s.N + s.D +
                s.D * s.h,
            inner, 0};
}
Projections mamba1Projections(const Setup& s) {
    Projections list;
    list.add(2 * s.D, s.h);
    list.add(s.dtRank + 2 * s.N, s.D, Split::In);
    list.add(s.D, s.dtRank);
    list.add(s.h, s.D, Split::In);
    return list;
}
double mambaFlops(const Setup& s, double) {
    return 7 * s.D * s.N;
}
double mamba1State(const Setup& s) {
    return kStateBytes * s.D * s.N + kConvBytes * (s.mambaConv - 1) * s.D;
}
double mamba1Projected(const Setup& s) {
    return 4 * s.D + (s.dtRank + 2 * s.N) * s.tp;
}
double mambaOutputs(const Setup& s) {
    return 2 * s.D;
}

// Mamba-2, arXiv 2405.21060.
double mamba2Mixed(const Setup& s) {
    return s.D + 2 * s.G * s.N;
}
MixerParams mamba2Params(const Setup& s) {
    return {s.h * (2 * s.D + 2 * s.G * s.N + s.mambaHeads) + (s.mambaConv + 1) * mamba2Mixed(s) +
                3 * s.mambaHeads + (s.scenario->model.mambaNorm ? s.D : 0) + s.D * s.h,
            0, 0};
}
Projections mamba2Projections(const Setup& s) {
    Projections list;
    list.add(2 * s.D + 2 * s.G * s.N + s.mambaHeads, s.h);
    list.add(s.h, s.D, Split::In);
    return list;
}
double mamba2State(const Setup& s) {
    return kStateBytes * s.D * s.N + kConvBytes * (s.mambaConv - 1) * mamba2Mixed(s);
}
double mamba2Projected(const Setup& s) {
    return 2 * mamba2Mixed(s) + s.D + s.mambaHeads;
}
double mamba2Saved(const Setup& s) {
    return kStateBytes * s.D * s.N / kSsdChunk;
}

// Gated short convolution: two gates and values, a convolution of each channel over a few tokens
// (Lfm2ShortConv of Transformers).
MixerParams convParams(const Setup& s) {
    return {4 * s.h * s.h + s.conv * s.h, 0, 0};
}
Projections convProjections(const Setup& s) {
    Projections list;
    list.add(3 * s.h, s.h);
    list.add(s.h, s.h, Split::In);
    return list;
}
double convFlops(const Setup& s, double) {
    return 2 * s.conv * s.h + 2 * s.h;
}
double convState(const Setup& s) {
    return kConvBytes * (s.conv - 1) * s.h;
}
double convProjected(const Setup& s) {
    return 4 * s.h; // with the gated values that the convolution reads
}
double convOutput(const Setup& s) {
    return s.h;
}

} // namespace

std::vector<LayerKindRow> stateKinds() {
    using K = LayerKind;
    return {
        {.kind = K::Gdn,
         .params = gdnParams,
         .projections = gdnProjections,
         .coreFlops = gdnFlops,
         .stateBytes = gdnState,
         .projected = gdnProjected,
         .output = gdnOutputs,
         .savedState = gdnSaved,
         .paramsFormula =
             "h·(2·K + 2·V) + 2·h·n_v + c·(2·K + V) + 2·n_v + d_v + V·h; K = n_k·d_k, V = n_v·d_v",
         .flopsFormula = "8·n_v·d_k·d_v + 2·c·(2·K + V)",
         .cacheFormula = "4·n_v·d_k·d_v + 2·(c − 1)·(2·K + V) bytes per sequence",
         .tensorParallel = kHeadsOverTp,
         .contextParallel = kHeadsOverCp,
         .source = "Gated Delta Networks, arXiv 2412.06464; Qwen3-Next"},
        {.kind = K::Kda,
         .params = kdaParams,
         .projections = kdaProjections,
         .coreFlops = kdaFlops,
         .stateBytes = kdaState,
         .projected = kdaProjected,
         .output = kdaOutputs,
         .savedState = kdaSaved,
         .paramsFormula = "3·h·P + 3·c·P + 2·(h·d + d·P) + h·n + n + P + d + P·h; P = n·d",
         .flopsFormula = "6·n·d² + 3·n·64·d + n·64²",
         .cacheFormula = "4·n·d² + 6·(c − 1)·P bytes per sequence",
         .tensorParallel = kHeadsOverTp,
         .contextParallel = kHeadsOverCp,
         .source = "Kimi Linear, arXiv 2510.26692"},
        {.kind = K::Lightning,
         .params = lightningParams,
         .projections = lightningProjections,
         .coreFlops = lightningFlops,
         .stateBytes = lightningState,
         .projected = lightningProjected,
         .output = lightningOutputs,
         .savedState = lightningSaved,
         .paramsFormula = "5·h·n·d + n·d",
         .flopsFormula = "4·n·d²",
         .cacheFormula = "4·n·d² bytes per sequence",
         .tensorParallel = kHeadsOverTp,
         .contextParallel = kHeadsOverCp,
         .source = "MiniMax-01, arXiv 2501.08313"},
        {.kind = K::Mamba1,
         .params = mamba1Params,
         .projections = mamba1Projections,
         .coreFlops = mambaFlops,
         .stateBytes = mamba1State,
         .projected = mamba1Projected,
         .output = mambaOutputs,
         .paramsFormula = "2·h·D + c·D + D + D·(r + 2·N) + r·D + D + D·N + D + D·h + r + 2·N",
         .flopsFormula = "7·D·N",
         .cacheFormula = "4·D·N + 2·(c − 1)·D bytes per sequence",
         .tensorParallel = "channels over TP",
         .contextParallel = kHeadsOverCp,
         .source = "Mamba, arXiv 2312.00752; Jamba of Hugging Face Transformers"},
        {.kind = K::Mamba2,
         .params = mamba2Params,
         .projections = mamba2Projections,
         .coreFlops = mambaFlops,
         .stateBytes = mamba2State,
         .projected = mamba2Projected,
         .output = mambaOutputs,
         .savedState = mamba2Saved,
         .paramsFormula = "h·(2·D + 2·G·N + n) + (c + 1)·(D + 2·G·N) + 3·n + D + D·h",
         .flopsFormula = "7·D·N",
         .cacheFormula = "4·D·N + 2·(c − 1)·(D + 2·G·N) bytes per sequence",
         .tensorParallel = "heads and groups over TP",
         .contextParallel = kHeadsOverCp,
         .source = "Mamba-2, arXiv 2405.21060"},
        {.kind = K::Conv,
         .params = convParams,
         .projections = convProjections,
         .coreFlops = convFlops,
         .stateBytes = convState,
         .projected = convProjected,
         .output = convOutput,
         .paramsFormula = "4·h² + c·h",
         .flopsFormula = "2·c·h + 2·h",
         .cacheFormula = "2·(c − 1)·h bytes per sequence",
         .tensorParallel = "channels over TP",
         .contextParallel = kHeadsOverCp,
         .source = "LFM2, lfm2 of Hugging Face Transformers"},
    };
}

} // namespace moe
