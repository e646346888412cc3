// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/layer_kind_rows.h"

#include <algorithm>

namespace moe {
namespace {

using Split = Projection::Split;

constexpr const char* kRing = "ring of key/value blocks, or all-to-all over heads";

double bias(const Setup& s) {
    const ModelSpec& model = s.scenario->model;
    return (model.linearBias || model.attentionBias) && !s.mla ? s.q + (s.ownsKv ? 2 * s.kv : 0) : 0;
}

/// Key and value projections of a layer; global layers of Gemma 4 have no value projection.
double keyValueMatrices(const Setup& s) {
    if (!s.ownsKv) return 0;
    return s.scenario->model.keysAreValues && s.mixer == LayerKind::Full ? 1 : 2;
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
        if (model.outputGate) params.split += s.h * s.n * s.dv;
    } else {
        const double matrices = keyValueMatrices(s);
        params.split = s.h * (s.q + matrices * s.kv) + s.q * s.h + bias(s);
        params.replicatedKv = matrices * s.h * (std::max(s.kv / s.tp, s.d) - s.kv / s.tp);
        if (model.headGate) params.split += s.h * s.n;
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

/// MLA splits part of its tokens over TP, which attentionLinears() counts; of it the gate alone stands here.
Projections attentionProjections(const Setup& s) {
    Projections list;
    const ModelSpec& model = s.scenario->model;
    if (s.mla) {
        if (model.outputGate) list.add(s.n * s.dv, s.h);
        return list;
    }
    const double gate = model.outputGate ? 2 : 1, perHead = model.headGate ? s.n : 0;
    list.add(gate * s.q + perHead + keyValueMatrices(s) * s.kv, s.h);
    list.add(s.h, s.q, Split::In);
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
    return s.mla ? s.n * (s.dn + s.dr + s.dv) : 2 * s.q;
}
double attentionFlops(const Setup& s, double keys) {
    return 2 * keys * perKey(s);
}
/// The keys an earlier layer chose; a sparse MLA core works on latents (MQA).
double chosenFlops(const Setup& s, double keys) {
    return 2 * std::min(keys, s.kI) * (s.mla ? s.n * (2 * s.rkv + s.dr) : 2 * s.q);
}
/// Every key is indexed, the chosen ones are attended to.
double sparseFlops(const Setup& s, double keys) {
    return 2 * s.nI * s.dI * keys + chosenFlops(s, keys);
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
    if (s.mla) return s.n * (2 * (s.dn + s.dr) + (s.scenario->model.outputGate ? 2 : 1) * s.dv);
    const double gate = s.scenario->model.outputGate ? 2 : 1;
    return gate * s.q + 2 * std::max(s.kv, s.d * s.tp); // at least one KV head per rank
}
double sparseProjected(const Setup& s) {
    return attentionProjected(s) + (s.nI * s.dI + s.dI + s.nI) * s.tp;
}
double blockProjected(const Setup& s) {
    return attentionProjected(s) + (s.nI * s.dI + s.dI) * s.tp;
}
double attentionOutputs(const Setup& s) {
    return s.mla ? s.n * s.dv : s.q;
}

} // namespace

std::vector<LayerKindRow> attentionKinds() {
    static constexpr const char* kAttention =
        "h·n·d + 2·h·g·d + n·d·h; MLA: h·r_q + r_q + r_q·n·(d_n + d_r) + "
        "h·(r_kv + d_r) + r_kv + r_kv·n·(d_n + d_v) + n·d_v·h";
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
         .decodeKeys = whole,
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
         .decodeKeys = whole,
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
         .decodeKeys = whole,
         .keptTokens = whole,
         .projected = blockProjected,
         .output = attentionOutputs,
         .paramsFormula = "attention + h·n_I·d_I + h·d_I + 2·d_I",
         .flopsFormula = "2·n_I·d_I·keys, and the core over the chosen keys",
         .cacheFormula = "attention + d_I·b per token (fp8: d_I + 4 bytes)",
         .tensorParallel = "heads over TP, the indexer on every rank",
         .contextParallel = kRing,
         .source = "MiniMax-M3, minimax_m3_vl of Hugging Face Transformers"},
    };
}

} // namespace moe
