// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/layer_kinds.h"

#include "models/engine/shape/number_format.h"

#include <algorithm>

namespace moe {
namespace {

using Split = Projection::Split;

constexpr double kStateBytes = 4; ///< recurrent states are kept in fp32
constexpr double kConvBytes = 2;  ///< inputs of short convolutions in bf16
constexpr double kKdaChunk = 64;  ///< tokens a chunk of the delta rule's parallel form takes
constexpr double kSsdChunk = 256; ///< of Mamba-2

double zero(const Setup&) {
    return 0;
}
double zeroOf(const Setup&, double) {
    return 0;
}
double bias(const Setup& s) {
    const ModelSpec& model = s.scenario->model;
    return (model.linearBias || model.attentionBias) && !s.mla ? s.q + (s.ownsKv ? 2 * s.kv : 0) : 0;
}

/// MLA: DeepSeek-V2, arXiv 2405.04434, section 2.1.
double latentParams(const Setup& s) {
    const double query =
        s.rq > 0 ? s.h * s.rq + s.rq * s.n * (s.dn + s.dr) + s.rq : s.h * s.n * (s.dn + s.dr);
    return query + s.h * (s.rkv + s.dr) + s.rkv * s.n * (s.dn + s.dv) + s.rkv + s.n * s.dv * s.h;
}

MixerParams attentionParams(const Setup& s) {
    const ModelSpec& model = s.scenario->model;
    MixerParams params;
    if (s.mla) {
        params.split = latentParams(s);
    } else {
        params.split = s.h * (s.q + (s.ownsKv ? 2 * s.kv : 0)) + s.q * s.h + bias(s);
        if (s.ownsKv) params.replicatedKv = 2 * s.h * (std::max(s.kv / s.tp, s.d) - s.kv / s.tp);
        if (model.outputGate) params.split += s.h * s.q;
        if (model.qkNorm == QkNorm::Head) params.replicated += 2 * s.d;
        // OlmoeAttention of Transformers: q_norm over the width of the queries, k_norm over that of the keys.
        if (model.qkNorm == QkNorm::Width) params.replicated += s.q + s.kv;
    }
    if (model.sinks) params.split += s.n;
    if (model.linearBias || model.outputBias) params.replicated += s.h;
    return params;
}

/// wq_b, wk, its LayerNorm, weights_proj of DeepSeek-V3.2's indexer; every tensor rank holds all of it.
MixerParams sparseParams(const Setup& s) {
    MixerParams params = attentionParams(s);
    params.replicated += (s.rq > 0 ? s.rq : s.h) * s.nI * s.dI + s.h * s.dI + 2 * s.dI + s.h * s.nI;
    return params;
}

Projections attentionProjections(const Setup& s) {
    Projections list;
    if (s.mla) return list;
    const double gate = s.scenario->model.outputGate ? 2 : 1;
    list.add(gate * s.q + (s.ownsKv ? 2 * s.kv : 0), s.h);
    list.add(s.h, s.q, Split::In);
    return list;
}
Projections sparseProjections(const Setup& s) {
    Projections list = attentionProjections(s);
    list.add(s.nI * s.dI, s.rq > 0 ? s.rq : s.h, Split::None);
    list.add(s.dI + s.nI, s.h, Split::None);
    return list;
}

double perKey(const Setup& s) {
    return s.mla ? s.n * (s.dn + s.dr + s.dv) : 2 * s.q;
}
double attentionFlops(const Setup& s, double keys) {
    return 2 * keys * perKey(s);
}
/// Every key is indexed, the chosen ones are attended to; a sparse MLA core works on latents (MQA).
double sparseFlops(const Setup& s, double keys) {
    const double core = s.mla ? s.n * (2 * s.rkv + s.dr) : 2 * s.q;
    return 2 * s.nI * s.dI * keys + 2 * std::min(keys, s.kI) * core;
}

double halfOf(const Setup& s, double sequence) {
    const auto window = static_cast<double>(s.scenario->train ? s.scenario->train->attentionWindow : 0);
    const double half = sequence / 2;
    return window > 0 ? (half + std::min(window, half)) / 2 : half; // on alternate layers
}
double windowMean(double window, double sequence) {
    return sequence <= window || window <= 0 ? sequence / 2 : window - window * window / (2 * sequence);
}
double slidingMean(const Setup& s, double sequence) {
    return windowMean(s.window, sequence);
}
double chunkedMean(const Setup& s, double sequence) {
    return (s.chunk > 0 ? std::min(s.chunk, sequence) : sequence) / 2;
}
double causalMean(const Setup&, double sequence) {
    return sequence / 2;
}

double whole(const Setup&, double context) {
    return context;
}
double inWindow(const Setup& s, double context) {
    return s.window > 0 ? std::min(context, s.window) : context;
}
double inChunk(const Setup& s, double context) {
    return s.chunk > 0 ? std::min(context, s.chunk) : context;
}
/// Requests stand anywhere in their chunk.
double chunkRead(const Setup& s, double context) {
    return s.chunk > 0 && context > s.chunk ? (s.chunk + 1) / 2 : context;
}

double attentionProjected(const Setup& s) {
    if (s.mla) return s.n * (2 * (s.dn + s.dr) + s.dv);
    const double gate = s.scenario->model.outputGate ? 2 : 1;
    return gate * s.q + 2 * std::max(s.kv, s.d * s.tp); // at least one KV head per rank
}
double sparseProjected(const Setup& s) {
    return attentionProjected(s) + (s.nI * s.dI + s.dI + s.nI) * s.tp;
}
double attentionOutputs(const Setup& s) {
    return s.mla ? s.n * s.dv : s.q;
}

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
    return {3 * s.h * P + 3 * s.conv * P + 2 * s.dk * P + s.h * s.nk + s.nk + P + P * s.h,
            2 * s.h * s.dk + s.dk, 0};
}
Projections kdaProjections(const Setup& s) {
    Projections list;
    list.add(3 * kdaWidth(s) + s.nk, s.h);
    list.add(2 * s.dk, s.h, Split::None);
    list.add(2 * kdaWidth(s), s.dk);
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
    return 8 * kdaWidth(s) + s.nk;
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
                3 * s.mambaHeads + s.D + s.D * s.h,
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

MixerParams noParams(const Setup&) {
    return {};
}
Projections noProjections(const Setup&) {
    return {};
}

constexpr const char* kHeadsOverTp = "heads over TP, one all-reduce a layer";
constexpr const char* kRing = "ring of key/value blocks, or all-to-all over heads";
constexpr const char* kHeadsOverCp = "all-to-all from tokens to heads and back, the state stays whole";

} // namespace

const std::vector<LayerKindRow>& layerKinds() {
    static constexpr const char* kAttention =
        "h·n·d + 2·h·g·d + n·d·h; MLA: h·r_q + r_q + r_q·n·(d_n + d_r) + "
        "h·(r_kv + d_r) + r_kv + r_kv·n·(d_n + d_v) + n·d_v·h";
    using K = LayerKind;
    static const std::vector<LayerKindRow> rows{
        {K::Full,
         "full",
         "Full attention",
         true,
         attentionParams,
         attentionProjections,
         attentionFlops,
         halfOf,
         whole,
         whole,
         zero,
         attentionProjected,
         attentionOutputs,
         zero,
         kAttention,
         "4·n·d·keys; s/2 keys on average",
         "2·g·d·b per token; MLA (r_kv + d_r)·b",
         kHeadsOverTp,
         kRing,
         "Vaswani et al. 2017; DeepSeek-V2, arXiv 2405.04434"},
        {K::Sliding,
         "sliding",
         "Sliding window",
         true,
         attentionParams,
         attentionProjections,
         attentionFlops,
         slidingMean,
         inWindow,
         inWindow,
         zero,
         attentionProjected,
         attentionOutputs,
         zero,
         kAttention,
         "4·n·d·keys; beyond the window w − w²/(2·s) keys on average",
         "2·g·d·b·min(context, w)",
         kHeadsOverTp,
         "ring over the window's tokens",
         "gpt-oss, arXiv 2508.10925; Gemma 3, arXiv 2503.19786"},
        {K::Chunked,
         "chunked",
         "Chunked attention",
         true,
         attentionParams,
         attentionProjections,
         attentionFlops,
         chunkedMean,
         chunkRead,
         inChunk,
         zero,
         attentionProjected,
         attentionOutputs,
         zero,
         kAttention,
         "4·n·d·keys; C/2 keys on average",
         "2·g·d·b·min(context, C)",
         kHeadsOverTp,
         "ring over the chunk's tokens",
         "Llama 4 of Hugging Face Transformers"},
        {K::Sparse,
         "sparse",
         "Sparse attention with an indexer",
         true,
         sparseParams,
         sparseProjections,
         sparseFlops,
         causalMean,
         whole,
         whole,
         zero,
         sparseProjected,
         attentionOutputs,
         zero,
         "attention + r_q·n_I·d_I + h·d_I + 2·d_I + h·n_I",
         "2·n_I·d_I·keys, and the core over the chosen keys",
         "attention + d_I·b per token (fp8: d_I + 4 bytes)",
         "heads over TP, the indexer on every rank",
         kRing,
         "DeepSeek-V3.2, arXiv 2512.02556"},
        {K::Gdn,
         "gdn",
         "Gated delta net",
         false,
         gdnParams,
         gdnProjections,
         gdnFlops,
         zeroOf,
         zeroOf,
         zeroOf,
         gdnState,
         gdnProjected,
         gdnOutputs,
         gdnSaved,
         "h·(2·K + 2·V) + 2·h·n_v + c·(2·K + V) + 2·n_v + d_v + V·h; K = n_k·d_k, V = n_v·d_v",
         "8·n_v·d_k·d_v + 2·c·(2·K + V)",
         "4·n_v·d_k·d_v + 2·(c − 1)·(2·K + V) bytes per sequence",
         kHeadsOverTp,
         kHeadsOverCp,
         "Gated Delta Networks, arXiv 2412.06464; Qwen3-Next"},
        {K::Kda,
         "kda",
         "Kimi delta attention",
         false,
         kdaParams,
         kdaProjections,
         kdaFlops,
         zeroOf,
         zeroOf,
         zeroOf,
         kdaState,
         kdaProjected,
         kdaOutputs,
         kdaSaved,
         "3·h·P + 3·c·P + 2·(h·d + d·P) + h·n + n + P + d + P·h; P = n·d",
         "6·n·d² + 3·n·64·d + n·64²",
         "4·n·d² + 6·(c − 1)·P bytes per sequence",
         kHeadsOverTp,
         kHeadsOverCp,
         "Kimi Linear, arXiv 2510.26692"},
        {K::Lightning,
         "lightning",
         "Lightning attention",
         false,
         lightningParams,
         lightningProjections,
         lightningFlops,
         zeroOf,
         zeroOf,
         zeroOf,
         lightningState,
         lightningProjected,
         lightningOutputs,
         lightningSaved,
         "5·h·n·d + n·d",
         "4·n·d²",
         "4·n·d² bytes per sequence",
         kHeadsOverTp,
         kHeadsOverCp,
         "MiniMax-01, arXiv 2501.08313"},
        {K::Mamba1,
         "mamba1",
         "Mamba",
         false,
         mamba1Params,
         mamba1Projections,
         mambaFlops,
         zeroOf,
         zeroOf,
         zeroOf,
         mamba1State,
         mamba1Projected,
         mambaOutputs,
         zero,
         "2·h·D + c·D + D + D·(r + 2·N) + r·D + D + D·N + D + D·h + r + 2·N",
         "7·D·N",
         "4·D·N + 2·(c − 1)·D bytes per sequence",
         "channels over TP",
         kHeadsOverCp,
         "Mamba, arXiv 2312.00752; Jamba of Hugging Face Transformers"},
        {K::Mamba2,
         "mamba2",
         "Mamba-2",
         false,
         mamba2Params,
         mamba2Projections,
         mambaFlops,
         zeroOf,
         zeroOf,
         zeroOf,
         mamba2State,
         mamba2Projected,
         mambaOutputs,
         mamba2Saved,
         "h·(2·D + 2·G·N + n) + (c + 1)·(D + 2·G·N) + 3·n + D + D·h",
         "7·D·N",
         "4·D·N + 2·(c − 1)·(D + 2·G·N) bytes per sequence",
         "heads and groups over TP",
         kHeadsOverCp,
         "Mamba-2, arXiv 2405.21060"},
        {K::Ffn,
         "ffn",
         "Feed-forward only",
         false,
         noParams,
         noProjections,
         zeroOf,
         zeroOf,
         zeroOf,
         zeroOf,
         zero,
         zero,
         zero,
         zero,
         "0",
         "0",
         "0",
         "the network's own",
         "none needed",
         "Nemotron-H, arXiv 2504.03624"},
        {K::None,
         "none",
         "Nothing",
         false,
         noParams,
         noProjections,
         zeroOf,
         zeroOf,
         zeroOf,
         zeroOf,
         zero,
         zero,
         zero,
         zero,
         "0",
         "0",
         "0",
         "nothing to split",
         "nothing to split",
         "Puzzle, arXiv 2411.19146"},
    };
    return rows;
}

const LayerKindRow& layerKind(LayerKind kind) {
    return layerKinds()[static_cast<std::size_t>(kind)];
}

double kvBytes(const Setup& s) {
    if (!layerKind(s.mixer).attends || !s.ownsKv) return 0;
    const DataType type = s.scenario->precision.kvCache;
    const double bytes = bytesOf(type);
    const double cached = bytes * (s.mla ? s.rkv + s.dr : 2 * std::max(s.kv / s.tp, s.d));
    if (s.mixer != LayerKind::Sparse) return cached;
    // vLLM and SGLang keep the indexer's keys in fp8 with one fp32 scale each where the cache is fp8.
    return cached + (bytes < 2 ? s.dI + 4 : s.dI * bytes);
}

SequenceCache sequenceCache(const Setup& setup, double context) {
    SequenceCache cache;
    std::array<double, kMostLayerTypes> counts{};
    for (const std::uint8_t type : setup.plan->of) ++counts[type];
    for (std::size_t i = 0; i < setup.plan->types.size(); ++i) {
        const MixerView view(setup, setup.plan->types[i]);
        const LayerKindRow& kind = layerKind(view->mixer);
        const double each = counts[i] * kvBytes(*view);
        const double kept = kind.keptTokens(*view, context);
        cache.kept += Bytes{each * kept};
        if (kind.keptTokens(*view, context + 1) > kept) cache.nextToken += Bytes{each};
        cache.states += Bytes{counts[i] * kind.stateBytes(*view) / setup.tp};
    }
    return cache;
}

} // namespace moe
