// One row per memory component. To add one: its row here, its expected row in
// tests/engine/memory_terms_test.cpp.

#include "models/engine/memory.h"
#include "models/engine/memory_saved.h"

#include <algorithm>

namespace moe {

namespace {

double number(Count count) {
    return static_cast<double>(count);
}

const TrainSpec& train(const StageContext& c) {
    return *c.setup->scenario->train;
}

double weightBytes(const Setup& s) {
    return s.scenario->precision.weights == DataType::Fp32 ? 4 : 2;
}

/// fp32 master weight, when kept, and Adam's two moments.
double optimizerBytes(const TrainSpec& t) {
    return (t.masterWeights ? 4 : 0) + 2 * number(t.momentBytes);
}

double weightShards(const StageContext& c, double shards) {
    return train(c).zero >= 3 ? shards : 1;
}
double gradientShards(const StageContext& c, double shards) {
    return train(c).zero >= 2 ? shards : 1;
}

Bytes denseWeights(const StageContext& c) {
    return {weightBytes(*c.setup) * c.denseParams / weightShards(c, denseShards(*c.setup))};
}
Bytes expertWeights(const StageContext& c) {
    return {weightBytes(*c.setup) * c.expertParams / weightShards(c, expertShards(*c.setup))};
}

/// ZeRO-3 gathers a layer before it runs; its own shard is already counted.
Bytes gatheredLayer(const StageContext& c) {
    if (train(c).zero < 3) return {};
    const Setup& s = *c.setup;
    const LayerParams layer = layerParams(s);
    const double dense = 1 - 1 / denseShards(s), expert = 1 - 1 / expertShards(s);
    double largest = 0;
    if (c.layers > c.moeLayers)
        largest = dense * ((layer.attention + layer.denseMlp) / s.tp + layer.replicated);
    if (c.moeLayers > 0)
        largest = std::max(
            largest, dense * ((layer.attention + layer.shared) / s.tp + layer.replicated + layer.router) +
                         expert * s.expertSlots / s.ep * layer.expert / s.etp);
    return {weightBytes(s) * largest};
}

Bytes fp8Weights(const StageContext& c) {
    const Setup& s = *c.setup;
    if (s.scenario->precision.compute != DataType::Fp8) return {};
    const LayerParams layer = layerParams(s);
    const double moeLayers = number(c.moeLayers), denseLayers = number(c.layers - c.moeLayers);
    const double dense =
        (denseLayers * (layer.attention + layer.denseMlp) + moeLayers * (layer.attention + layer.shared)) /
        s.tp;
    return {dense / weightShards(c, denseShards(s)) + c.expertParams / weightShards(c, expertShards(s))};
}

/// Gradients that accumulate unsharded take the place of the sharded ones, which appear only when the last
/// micro-batch is reduced: two runs of one model on 4 and 8 GPUs differ by exactly half of weights and
/// moments.
Bytes denseGradients(const StageContext& c) {
    if (train(c).unshardedGrads) return {};
    return {number(train(c).gradBytes) * c.denseParams / gradientShards(c, denseShards(*c.setup))};
}
Bytes expertGradients(const StageContext& c) {
    if (train(c).unshardedGrads) return {};
    return {number(train(c).gradBytes) * c.expertParams / gradientShards(c, expertShards(*c.setup))};
}
Bytes unshardedGradients(const StageContext& c) {
    return {train(c).unshardedGrads ? 4 * (c.denseParams + c.expertParams) : 0};
}

Bytes denseOptimizer(const StageContext& c) {
    return {optimizerBytes(train(c)) * c.denseParams / denseShards(*c.setup)};
}
Bytes expertOptimizer(const StageContext& c) {
    return {optimizerBytes(train(c)) * c.expertParams / expertShards(*c.setup)};
}

Bytes framework(const StageContext& c) {
    const Generation generation = c.setup->gpu.generation;
    const bool small = generation == Generation::Ampere || generation == Generation::Ada;
    return (small ? 28 : 100) * MiB;
}

/// Bytes per token of one layer, over the stage's layers and the micro-batches in flight.
/// Multi-token-prediction layers run on the last chunk, which holds one micro-batch.
template <class PerToken> Bytes saved(const StageContext& c, PerToken perToken) {
    const Setup& s = *c.setup;
    const double moeLayers = number(c.moeLayers), denseLayers = number(c.layers - c.moeLayers);
    double layers = 0;
    if (denseLayers > 0) layers += denseLayers * perToken(LayerKind::Dense);
    if (moeLayers > 0) layers += moeLayers * perToken(LayerKind::Moe);
    double extra = 0;
    if (c.last && s.mtpLayers > 0)
        extra = number(s.mtpLayers) * perToken(s.isMoe ? LayerKind::Moe : LayerKind::Dense);
    return {s.T * (c.inFlight * layers + extra)};
}

Bytes norms(const StageContext& c) {
    const Setup& s = *c.setup;
    const Bytes layers = saved(c, [&](LayerKind kind) { return savedNorms(s, kind, Keep::AsChosen); });
    return layers + Bytes{c.last ? s.T * (4 * s.h + 4) / s.sp : 0};
}
Bytes attention(const StageContext& c) {
    return saved(c, [&](LayerKind kind) { return savedAttention(*c.setup, kind, Keep::AsChosen); });
}
Bytes denseMlp(const StageContext& c) {
    return saved(c, [&](LayerKind kind) { return savedDenseMlp(*c.setup, kind, Keep::AsChosen); });
}
Bytes router(const StageContext& c) {
    return saved(c, [&](LayerKind kind) { return savedRouter(*c.setup, kind, Keep::AsChosen); });
}
Bytes dispatched(const StageContext& c) {
    return saved(
        c, [&](LayerKind kind) { return savedDispatched(*c.setup, kind, Keep::AsChosen, c.imbalance); });
}
Bytes experts(const StageContext& c) {
    return saved(c,
                 [&](LayerKind kind) { return savedExperts(*c.setup, kind, Keep::AsChosen, c.imbalance); });
}
Bytes sharedExperts(const StageContext& c) {
    return saved(c, [&](LayerKind kind) { return savedShared(*c.setup, kind, Keep::AsChosen); });
}

Bytes inputs(const StageContext& c) {
    return {28 * c.setup->T};
}
Bytes mask(const StageContext& c) {
    const Setup& s = *c.setup;
    return {s.maskInLoader ? number(train(c).microBatch) * s.s * s.s : 0};
}

Bytes dummyGradients(const StageContext& c) {
    const Setup& s = *c.setup;
    if (!s.dummyGradients) return {};
    const LayerParams layer = layerParams(s);
    const bool mtp = c.last && s.mtpLayers > 0;
    const bool hasMoe = c.moeLayers > 0 || (mtp && s.isMoe),
               hasDense = c.layers > c.moeLayers || (mtp && !s.isMoe);
    double shapes = layer.attention;
    if (hasDense) shapes += layer.denseMlp;
    if (hasMoe) shapes += layer.shared;
    return {2 * (shapes / s.tp + (hasMoe ? layer.expert / s.etp : 0))};
}

Bytes loss(const StageContext& c) {
    return {transients(c).loss};
}
Bytes lmHeadGradient(const StageContext& c) {
    return {transients(c).lmHeadGradient};
}
Bytes layerBackward(const StageContext& c) {
    return {transients(c).layerBackward};
}
Bytes recomputed(const StageContext& c) {
    return {transients(c).recomputed};
}

constexpr const char* kMegatron = "Megatron-LM, distributed optimizer";
constexpr const char* kSaved = "saved tensors, checked against Megatron-LM memory logs";
constexpr const char* kPeak = "peak phase, checked against Megatron-LM memory logs";

} // namespace

const char* groupText(MemoryGroup group) {
    switch (group) {
    case MemoryGroup::Parameters: return "parameters";
    case MemoryGroup::Gradients: return "gradients";
    case MemoryGroup::Optimizer: return "optimizer";
    case MemoryGroup::Activations: return "activations";
    case MemoryGroup::Transient: return "transient";
    case MemoryGroup::Framework: return "framework";
    }
    return "";
}

const std::vector<MemoryTerm>& memoryTerms() {
    using G = MemoryGroup;
    static const std::vector<MemoryTerm> kTerms = {
        {"dense_weights", "Weights, dense", G::Parameters, "b_w·P_dense [/Z_d with ZeRO-3]", kMegatron,
         denseWeights},
        {"expert_weights", "Weights, experts", G::Parameters, "b_w·P_expert [/Z_e with ZeRO-3]", kMegatron,
         expertWeights},
        {"fp8_weights", "FP8 weight copies", G::Parameters, "1·(layer linears), FP8 compute only",
         "Transformer Engine weight cache; analytic, not checked against a run", fp8Weights},
        {"gathered_layer", "Gathered layer", G::Parameters, "b_w·(largest layer)·(1 − 1/Z), ZeRO-3 only",
         "Rajbhandari et al. 2020, arXiv 1910.02054", gatheredLayer},
        {"dense_gradients", "Gradients, dense", G::Gradients, "b_g·P_dense [/Z_d from ZeRO-2]", kMegatron,
         denseGradients},
        {"expert_gradients", "Gradients, experts", G::Gradients, "b_g·P_expert [/Z_e from ZeRO-2]", kMegatron,
         expertGradients},
        {"unsharded_gradients", "Unsharded gradients", G::Gradients, "4·P/TP, instead of the sharded ones",
         "torch FSDP2, accumulation without synchronising", unshardedGradients},
        {"dense_optimizer", "Optimizer, dense", G::Optimizer, "b_o·P_dense/Z_d, Z_d = DP·CP", kMegatron,
         denseOptimizer},
        {"expert_optimizer", "Optimizer, experts", G::Optimizer, "b_o·P_expert/Z_e, Z_e = EDP", kMegatron,
         expertOptimizer},
        {"framework", "Framework", G::Framework, "28 MiB on A100, 100 MiB on Hopper and later",
         "cuBLAS and Transformer Engine workspaces; the Hopper figure is an estimate", framework},
        {"norms", "Norms and residual", G::Activations,
         "T·(8h + 8)/SP per layer, + T·(4h + 4)/SP on the last stage", kSaved, norms},
        {"attention", "Attention", G::Activations,
         "T·(2(q + 2kv) + 2q [+ 2q copy] + 4n)/TP; MLA: T·(2n(2(d_n + d_r) + d_v) + 2n·d_v + 4n)/TP + "
         "T·(4r_q + 4r_kv + 2d_r + 8)/SP",
         kSaved, attention},
        {"dense_mlp", "Dense MLP", G::Activations, "T·(4f + 2f)/TP gated, T·(2f + 2f)/TP not", kSaved,
         denseMlp},
        {"router", "Router and un-permute", G::Activations,
         "T·(8E + 18k [+ 2hk, probabilities applied at combine])/SP", kSaved, router},
        {"dispatched", "Dispatched tokens", G::Activations, "λ·k·T·2h·ETP/SP", kSaved, dispatched},
        {"expert_mlp", "Expert MLP", G::Activations, "λ·k·T·(4fe + 2fe)/TP gated, λ·k·T·(2fe + 2fe)/TP not",
         kSaved, experts},
        {"shared_expert", "Shared expert", G::Activations, "T·6fs/TP", kSaved, sharedExperts},
        {"inputs", "Input tokens", G::Activations, "28·T", kSaved, inputs},
        {"mask", "Attention mask", G::Activations, "b·s², made by the data loader", kSaved, mask},
        {"dummy_gradients", "Dummy weight gradients", G::Transient, "2·(one buffer per weight shape)/TP",
         "Transformer Engine, kept once allocated", dummyGradients},
        {"loss", "Logits and loss", G::Transient, "T·V·(2 + 4)/TP + 16T/TP unfused, 2·T·V/TP fused", kPeak,
         loss},
        {"lm_head_gradient", "LM-head gradient", G::Transient, "2·V·h/TP", kPeak, lmHeadGradient},
        {"layer_backward", "Last layer's backward", G::Transient, "T·(4f/TP + 2h); MoE λ·k·T·(2h + 4fe)",
         kPeak, layerBackward},
        {"recomputed_layer", "Recomputed layer", G::Transient, "T·(full set − kept set) of one layer",
         "Korthikanti et al. 2022, arXiv 2205.05198", recomputed},
    };
    return kTerms;
}

} // namespace moe
