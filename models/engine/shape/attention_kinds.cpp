// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/layer_kind_rows.h"

#include <algorithm>

namespace moe {
namespace {

using Split = Projection::Split;

constexpr const char* kRing = "ring of key/value blocks, or all-to-all over heads";

double bias(const Setup& s) {
    const ModelSpec& model = s.scenario->model;
    return (model.linearBias || model.attentionBias) && !s.mla ? s.q + (s.ownsKv ? s.kv + s.values : 0) : 0;
}

/// Width of the key and value projections; global layers of Gemma 4 have no value projection.
double keysAndValues(const Setup& s) {
    if (!s.ownsKv) return 0;
    return s.kv + (s.scenario->model.keysAreValues && s.mixer == LayerKind::Full ? 0 : s.values);
}
/// What a GPU holds of it; key heads do not split below one per rank.
double heldKeysAndValues(const Setup& s) {
    return keysAndValues(s) * std::max(1 / s.tp, 1 / s.g);
}

bool hasSinks(const Setup& s) {
    const ModelSpec& model = s.scenario->model;
    return model.sinks || (model.slidingSinks && s.mixer == LayerKind::Sliding);
}

/// MLA: DeepSeek-V2, arXiv 2405.04434, section 2.1.
double latentParams(const Setup& s) {
    const double query =
        s.rq > 0 ? s.h * s.rq + s.rq * s.n * (s.dn + s.dr) + s.rq : s.h * s.n * (s.dn + s.dr);
    return query + s.h * (s.rkv + s.dr) + s.rkv * s.n * (s.dn + s.dv) + s.rkv + s.n * s.dv * s.h;
}

/// Heads by groups to a low rank and from all of them to the hidden size, or one matrix.
double outputMatrices(const Setup& s) {
    return s.groups > 0 ? s.found * s.groupRank + s.groups * s.groupRank * s.h : s.found * s.h;
}

/// DeepSeek-V4: compressed queries, one vector of every token as its key and value, grouped output.
MixerParams jointParams(const Setup& s) {
    MixerParams params;
    params.split = (s.rq > 0 ? s.rq : s.h) * s.q + outputMatrices(s);
    params.replicated = (s.rq > 0 ? s.h * s.rq + s.rq : 0) + s.h * s.d + s.d;
    if (hasSinks(s)) params.split += s.n;
    return params;
}

MixerParams attentionParams(const Setup& s) {
    const ModelSpec& model = s.scenario->model;
    if (s.jointKv) return jointParams(s);
    MixerParams params;
    if (s.mla) {
        params.split = latentParams(s);
        if (model.outputGate) params.split += s.h * s.n * s.dv;
    } else {
        const double narrow = keysAndValues(s);
        params.split = s.h * (s.q + narrow) + outputMatrices(s) + bias(s);
        params.replicatedKv = s.h * (heldKeysAndValues(s) - narrow / s.tp);
        if (model.headGate) params.split += s.h * s.n;
        if (model.outputGate) params.split += s.h * s.found;
        if (model.qkNorm == QkNorm::Head)
            params.replicated += (s.ownsKv || model.kvShareFactor > 1 ? 2 : 1) * s.d;
        // OlmoeAttention of Transformers: q_norm over the width of the queries, k_norm over that of the keys.
        if (model.qkNorm == QkNorm::Width) params.replicated += s.q + s.kv;
    }
    if (hasSinks(s)) params.split += s.n;
    if (model.linearBias || model.outputBias) params.replicated += s.h;
    return params;
}

/// wq_b, wk, its LayerNorm, weights_proj of DeepSeek-V3.2's indexer; every tensor rank holds all of it.
MixerParams sparseParams(const Setup& s) {
    MixerParams params = attentionParams(s);
    params.replicated += (s.rq > 0 ? s.rq : s.h) * s.nI * s.dI + s.h * s.dI + 2 * s.dI + s.h * s.nI;
    return params;
}

/// Of a DeepSeek-V4 compressor: keys and their gates over a window of R tokens, which overlap where R is
/// small (c = 2), positions and a norm; with an indexer the same for its keys, its queries and weights.
double overlapping(const Setup& s) {
    return s.mixer == LayerKind::Csa ? 2 : 1;
}
MixerParams compressedParams(const Setup& s) {
    const double c = overlapping(s);
    MixerParams params = attentionParams(s);
    params.replicated += 2 * s.h * c * s.d + s.ratio * c * s.d + s.d;
    if (s.mixer == LayerKind::Csa)
        params.replicated +=
            4 * s.h * s.dI + s.ratio * 2 * s.dI + s.dI + (s.rq > 0 ? s.rq : s.h) * s.nI * s.dI + s.h * s.nI;
    return params;
}

/// MLA splits part of its tokens over TP, which attentionLinears() counts; of it the gate alone stands here.
Projections attentionProjections(const Setup& s) {
    Projections list;
    const ModelSpec& model = s.scenario->model;
    if (s.mla) {
        if (model.outputGate) list.add(s.n * s.dv, s.h);
        return list;
    }
    if (s.jointKv) {
        list.add(s.q, s.rq > 0 ? s.rq : s.h);
        list.add(s.rq + s.d, s.h, Split::None);
    } else {
        const double gate = model.outputGate ? s.found : 0, perHead = model.headGate ? s.n : 0;
        list.add(s.q + gate + perHead + keysAndValues(s), s.h);
    }
    if (s.groups > 0) list.add(s.groups * s.groupRank, s.found / s.groups);
    list.add(s.h, s.groups > 0 ? s.groups * s.groupRank : s.found, Split::In);
    return list;
}

Projections compressedProjections(const Setup& s) {
    Projections list = attentionProjections(s);
    const bool indexed = s.mixer == LayerKind::Csa;
    list.add(2 * overlapping(s) * s.d + (indexed ? 4 * s.dI + s.nI : 0), s.h, Split::None);
    if (indexed) list.add(s.nI * s.dI, s.rq > 0 ? s.rq : s.h, Split::None);
    return list;
}

/// Index branch of MiniMax-M3 (minimax_m3_vl of Transformers): queries, one key, two norms.
MixerParams blockParams(const Setup& s) {
    MixerParams params = attentionParams(s);
    params.replicated += s.h * s.nI * s.dI + s.h * s.dI + 2 * s.dI;
    return params;
}
Projections blockProjections(const Setup& s) {
    Projections list = attentionProjections(s);
    list.add(s.nI * s.dI + s.dI, s.h, Split::None);
    return list;
}

Projections sparseProjections(const Setup& s) {
    Projections list = attentionProjections(s);
    list.add(s.nI * s.dI, s.rq > 0 ? s.rq : s.h, Split::None);
    list.add(s.dI + s.nI, s.h, Split::None);
    return list;
}

double perKey(const Setup& s) {
    return s.mla ? s.n * (s.dn + s.dr + s.dv) : s.q + s.found;
}
double windowMean(double window, double sequence) {
    return sequence <= window || window <= 0 ? sequence / 2 : window - window * window / (2 * sequence);
}
double attentionFlops(const Setup& s, double keys) {
    return 2 * keys * perKey(s);
}
/// The keys an earlier layer chose; a sparse MLA core works on latents (MQA). `keys` is the mean of a causal
/// sequence of twice as many.
double chosenFlops(const Setup& s, double keys) {
    return 2 * windowMean(s.kI, 2 * keys) * (s.mla ? s.n * (2 * s.rkv + s.dr) : s.q + s.found);
}
/// Every key is indexed, the chosen ones are attended to.
double sparseFlops(const Setup& s, double keys) {
    return 2 * s.nI * s.dI * keys / s.pool + chosenFlops(s, keys);
}
/// Keys of the window, and of the compressed ones all or those that were chosen.
double compressedFlops(const Setup& s, double keys) {
    const double sequence = 2 * keys, entries = sequence / s.ratio;
    const bool indexed = s.mixer == LayerKind::Csa;
    const double seen = windowMean(s.window, sequence) + windowMean(indexed ? s.kI : 0, entries);
    return 2 * seen * perKey(s) + (indexed ? 2 * s.nI * s.dI * entries / 2 : 0);
}

double halfOf(const Setup& s, double sequence) {
    const auto window = static_cast<double>(s.scenario->train ? s.scenario->train->attentionWindow : 0);
    const double half = sequence / 2;
    return window > 0 ? (half + std::min(window, half)) / 2 : half; // on alternate layers
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

double inIndex(const Setup& s, double context) {
    return s.kI > 0 ? std::min(context, s.kI) : context;
}
double compressedRead(const Setup& s, double context) {
    const double entries = context / s.ratio;
    return inWindow(s, context) + (s.mixer == LayerKind::Csa ? inIndex(s, entries) : entries);
}
/// The window in the type of the cache, and running windows of the compressor in fp32, on every rank.
double compressedState(const Setup& s) {
    const double c = overlapping(s), running = 4 * 2 * s.ratio * (c * s.d + (c > 1 ? 2 * s.dI : 0));
    return s.tp * (s.window * entryBytes(s) + running);
}

double attentionProjected(const Setup& s) {
    if (s.jointKv) return s.q + (s.rq + s.d) * s.tp;
    if (s.mla) return s.n * (2 * (s.dn + s.dr) + (s.scenario->model.outputGate ? 2 : 1) * s.dv);
    const double gate = s.scenario->model.outputGate ? s.found : 0;
    return s.q + gate + (s.kv + s.values) * std::max(1.0, s.tp / s.g); // at least one KV head per rank
}
double compressedProjected(const Setup& s) {
    const bool indexed = s.mixer == LayerKind::Csa;
    return attentionProjected(s) +
           (2 * overlapping(s) * s.d + (indexed ? 4 * s.dI + s.nI * s.dI + s.nI : 0)) * s.tp;
}
double sparseProjected(const Setup& s) {
    return attentionProjected(s) + (s.nI * s.dI + s.dI + s.nI) * s.tp;
}
double blockProjected(const Setup& s) {
    return attentionProjected(s) + (s.nI * s.dI + s.dI) * s.tp;
}
double attentionOutputs(const Setup& s) {
    return s.mla ? s.n * s.dv : s.found + s.groups * s.groupRank;
}

} // namespace

std::vector<LayerKindRow> attentionKinds() {
    static constexpr const char* kAttention =
        "h·n·d + 2·h·g·d + n·d·h; MLA: h·r_q + r_q + r_q·n·(d_n + d_r) + "
        "h·(r_kv + d_r) + r_kv + r_kv·n·(d_n + d_v) + n·d_v·h";
    static constexpr const char* kCompressed = "h·r + r·n·d + h·d + n·d·o + G·o·h + r + d + n + 2·h·c·d + "
                                               "R·c·d + d, c = 2 where windows overlap; with "
                                               "an indexer + 4·h·d_I + (2·R + 1)·d_I + r·n_I·d_I + h·n_I";
    static constexpr const char* kGroupsOverTp =
        "query heads and output groups over TP; keys, compressor and indexer on every rank";
    static constexpr const char* kCompressedRing = "compressed keys are gathered";
    static constexpr const char* kDeepSeekV4 = "DeepSeek-V4, deepseek_v4 of Hugging Face Transformers";
    using K = LayerKind;
    return {
        {.kind = K::Full,
         .params = attentionParams,
         .projections = attentionProjections,
         .coreFlops = attentionFlops,
         .meanKeys = halfOf,
         .decodeKeys = whole,
         .keptTokens = whole,
         .projected = attentionProjected,
         .output = attentionOutputs,
         .paramsFormula = kAttention,
         .flopsFormula = "4·n·d·keys; s/2 keys on average",
         .cacheFormula = "2·g·d·b per token; MLA (r_kv + d_r)·b",
         .tensorParallel = kHeadsOverTp,
         .contextParallel = kRing,
         .source = "Vaswani et al. 2017; DeepSeek-V2, arXiv 2405.04434"},
        {.kind = K::Sliding,
         .params = attentionParams,
         .projections = attentionProjections,
         .coreFlops = attentionFlops,
         .meanKeys = slidingMean,
         .decodeKeys = inWindow,
         .keptTokens = inWindow,
         .projected = attentionProjected,
         .output = attentionOutputs,
         .paramsFormula = kAttention,
         .flopsFormula = "4·n·d·keys; beyond the window w − w²/(2·s) keys on average",
         .cacheFormula = "2·g·d·b·min(context, w)",
         .tensorParallel = kHeadsOverTp,
         .contextParallel = "ring over the window's tokens",
         .source = "gpt-oss, arXiv 2508.10925; Gemma 3, arXiv 2503.19786"},
        {.kind = K::Chunked,
         .params = attentionParams,
         .projections = attentionProjections,
         .coreFlops = attentionFlops,
         .meanKeys = chunkedMean,
         .decodeKeys = chunkRead,
         .keptTokens = inChunk,
         .projected = attentionProjected,
         .output = attentionOutputs,
         .paramsFormula = kAttention,
         .flopsFormula = "4·n·d·keys; C/2 keys on average",
         .cacheFormula = "2·g·d·b·min(context, C)",
         .tensorParallel = kHeadsOverTp,
         .contextParallel = "ring over the chunk's tokens",
         .source = "Llama 4 of Hugging Face Transformers"},
        {.kind = K::Sparse,
         .params = sparseParams,
         .projections = sparseProjections,
         .coreFlops = sparseFlops,
         .meanKeys = causalMean,
         .decodeKeys = inIndex,
         .keptTokens = whole,
         .projected = sparseProjected,
         .output = attentionOutputs,
         .paramsFormula = "attention + r_q·n_I·d_I + h·d_I + 2·d_I + h·n_I",
         .flopsFormula = "2·n_I·d_I·keys, and the core over the chosen keys",
         .cacheFormula = "attention + d_I·b per token (fp8: d_I + 4 bytes)",
         .tensorParallel = "heads over TP, the indexer on every rank",
         .contextParallel = kRing,
         .source = "DeepSeek-V3.2, arXiv 2512.02556"},
        {.kind = K::SparseShared,
         .params = attentionParams,
         .projections = attentionProjections,
         .coreFlops = chosenFlops,
         .meanKeys = causalMean,
         .decodeKeys = inIndex,
         .keptTokens = whole,
         .projected = attentionProjected,
         .output = attentionOutputs,
         .paramsFormula = kAttention,
         .flopsFormula = "the core over the keys that an earlier layer chose",
         .cacheFormula = "as attention",
         .tensorParallel = kHeadsOverTp,
         .contextParallel = kRing,
         .source = "GLM-5.2, skip_topk of SGLang and vLLM"},
        {.kind = K::Blocks,
         .params = blockParams,
         .projections = blockProjections,
         .coreFlops = sparseFlops,
         .meanKeys = causalMean,
         .decodeKeys = inIndex,
         .keptTokens = whole,
         .projected = blockProjected,
         .output = attentionOutputs,
         .paramsFormula = "attention + h·n_I·d_I + h·d_I + 2·d_I",
         .flopsFormula = "2·n_I·d_I·keys, and the core over the chosen keys",
         .cacheFormula = "attention + d_I·b per token (fp8: d_I + 4 bytes)",
         .tensorParallel = "heads over TP, the indexer on every rank",
         .contextParallel = kRing,
         .source = "MiniMax-M3, minimax_m3_vl of Hugging Face Transformers"},
        {.kind = K::Csa,
         .params = compressedParams,
         .projections = compressedProjections,
         .coreFlops = compressedFlops,
         .meanKeys = causalMean,
         .decodeKeys = compressedRead,
         .keptTokens = whole,
         .stateBytes = compressedState,
         .projected = compressedProjected,
         .output = attentionOutputs,
         .paramsFormula = kCompressed,
         .flopsFormula = "4·n·d·(min(keys, w) + min(keys/R, k_I)) + 2·n_I·d_I·keys/R",
         .cacheFormula = "(d + d_I)·b/R per token; w·d·b and running windows of the compressor per sequence",
         .tensorParallel = kGroupsOverTp,
         .contextParallel = kCompressedRing,
         .source = kDeepSeekV4},
        {.kind = K::Hca,
         .params = compressedParams,
         .projections = compressedProjections,
         .coreFlops = compressedFlops,
         .meanKeys = causalMean,
         .decodeKeys = compressedRead,
         .keptTokens = whole,
         .stateBytes = compressedState,
         .projected = compressedProjected,
         .output = attentionOutputs,
         .paramsFormula = kCompressed,
         .flopsFormula = "4·n·d·(min(keys, w) + keys/R)",
         .cacheFormula = "d·b/R per token; w·d·b and running windows of the compressor per sequence",
         .tensorParallel = kGroupsOverTp,
         .contextParallel = kCompressedRing,
         .source = kDeepSeekV4},
    };
}

} // namespace moe
