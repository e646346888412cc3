// SPDX-License-Identifier: GPL-3.0-or-later
// One row per memory component. To add one: its row here, its expected row in
// tests/engine/memory/memory_terms_test.cpp.

#include "models/engine/memory/dispatcher_buffers.h"
#include "models/engine/memory/memory.h"
#include "models/engine/memory/memory_recipe.h"
#include "models/engine/memory/memory_saved.h"
#include "models/engine/memory/shared_terms.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/number_format.h"

#include <algorithm>

namespace moe {

namespace {

double number(Count count) {
    return static_cast<double>(count);
}

const TrainSpec& train(const StageContext& c) {
    return *c.setup->scenario->train;
}

/// Divisors of the ZeRO stage.
double denseShards(const StageContext& c) {
    return c.shared ? c.shared->denseShards : denseShards(*c.setup);
}
double expertShards(const StageContext& c) {
    return c.shared ? c.shared->expertShards : expertShards(*c.setup);
}

double weightShards(const StageContext& c, double shards) {
    return train(c).zero >= 3 ? shards : 1;
}
double gradientShards(const StageContext& c, double shards) {
    return train(c).zero >= 2 ? shards : 1;
}

Bytes denseWeights(const StageContext& c) {
    const double spared = sparedBytes(*c.setup), matrices = spared > 0 ? spared * c.linear : 0;
    return {(weightBytes(*c.setup) * c.denseParams - matrices) / weightShards(c, denseShards(c))};
}
Bytes expertWeights(const StageContext& c) {
    return {(weightBytes(*c.setup) - sparedBytes(*c.setup)) * c.expertParams /
            weightShards(c, expertShards(c))};
}

/// Its own shard is already counted.
Bytes gatheredLayer(const StageContext& c) {
    const Setup& s = *c.setup;
    const GatheredLayer layer = largestGathered(c);
    return {gatheredBytes(s) *
            (layer.dense * (1 - 1 / denseShards(c)) + layer.expert * (1 - 1 / expertShards(c)))};
}

/// One byte for each weight of a layer's products on this GPU.
Bytes shardedLinears(const StageContext& c) {
    const Setup& s = *c.setup;
    const double frozen = frozenCopies(s);
    return {(c.linear + frozen * c.frozen.linear) / weightShards(c, denseShards(c)) +
            (c.expertParams + frozen * c.frozen.expert) / weightShards(c, expertShards(c))};
}

// What is absent costs a search nothing: shards and transients are worked out for every layout.
Bytes frozenWeights(const StageContext& c) {
    if (c.frozen.all() <= 0) return {};
    const Setup& s = *c.setup;
    const double dense = weightShards(c, denseShards(c));
    return {keptFrozenBytes(s) *
                (c.frozen.linear / dense + c.frozen.expert / weightShards(c, expertShards(c))) +
            weightBytes(s) * c.frozen.other / dense};
}

/// `each` bytes of every adapter's parameter, over its shards.
Bytes ofAdapters(const StageContext& c, double each, double dense, double expert) {
    return {each * (c.frozen.adapters / dense + c.frozen.expertAdapters / expert)};
}
bool hasAdapters(const StageContext& c) {
    return c.frozen.adapters + c.frozen.expertAdapters > 0;
}
Bytes adapterWeights(const StageContext& c) {
    if (!hasAdapters(c)) return {};
    const double dense = denseShards(c), expert = expertShards(c);
    return ofAdapters(c, weightBytes(*c.setup), weightShards(c, dense), weightShards(c, expert));
}
Bytes adapterGradients(const StageContext& c) {
    if (!hasAdapters(c) || freesGradients(*c.setup)) return {};
    const double dense = denseShards(c), expert = expertShards(c);
    return ofAdapters(c, number(train(c).gradBytes), gradientShards(c, dense), gradientShards(c, expert));
}
Bytes adapterStates(const StageContext& c) {
    if (!hasAdapters(c)) return {};
    return ofAdapters(c, optimizerBytes(train(c)), denseShards(c), expertShards(c));
}

Bytes fp8Weights(const StageContext& c) {
    return narrowWeightBytes(*c.setup) * shardedLinears(c);
}
Bytes transposedWeights(const StageContext& c) {
    return transposedBytes(*c.setup) * shardedLinears(c);
}

/// Gradients that accumulate unsharded take the place of the sharded ones, which appear only when the last
/// micro-batch is reduced: two runs of one model on 4 and 8 GPUs differ by exactly half of weights and
/// moments.
Bytes denseGradients(const StageContext& c) {
    if (train(c).unshardedGrads || freesGradients(*c.setup)) return {};
    return {number(train(c).gradBytes) * c.denseParams / gradientShards(c, denseShards(c))};
}
Bytes expertGradients(const StageContext& c) {
    if (train(c).unshardedGrads || freesGradients(*c.setup)) return {};
    return {number(train(c).gradBytes) * c.expertParams / gradientShards(c, expertShards(c))};
}
Bytes unshardedGradients(const StageContext& c) {
    const bool there = train(c).unshardedGrads && !freesGradients(*c.setup);
    return {there ? 4 * (c.denseParams + c.expertParams) : 0};
}
Bytes gradientsOfStep(const StageContext& c) {
    return {stepGradientsBeyond(c)};
}

Bytes denseOptimizer(const StageContext& c) {
    const double saved = muonSavedBytes(train(c));
    const double matrices = saved > 0 ? saved * c.linear : 0;
    return {(optimizerBytes(train(c)) * c.denseParams - matrices) / denseShards(c)};
}
Bytes expertOptimizer(const StageContext& c) {
    const double each = optimizerBytes(train(c)) - muonSavedBytes(train(c));
    return {each * c.expertParams / expertShards(c)};
}

Bytes framework(const StageContext& c) {
    return frameworkBytes(*c.setup);
}

Bytes dispatcherBytes(const StageContext& c) {
    const DispatcherBuffers buffers = dispatcherBuffers(*c.setup);
    return {backwardRunsMoe(c) ? buffers.neighbours + buffers.network : 0};
}
/// A pair holds the tokens that one pass sends and the other receives at once.
Bytes pairedTokens(const StageContext& c) {
    const Setup& s = *c.setup;
    if (pairedShare(s) <= 0 || !backwardRunsMoe(c)) return {};
    return {c.imbalance * s.k * s.T / s.tp * exchangedTokenBytes(s)};
}

/// Bytes per token of one layer, over the stage's layers and the micro-batches in flight.
/// Multi-token-prediction layers run on the last chunk, which holds one micro-batch.
Bytes saved(const StageContext& c, double LayerSaved::*part) {
    const Setup& s = *c.setup;
    double layers = 0, extra = 0;
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        const double mtp = c.last && i == s.plan->mtp ? number(s.mtpLayers) : 0;
        if (c.layers.of[i] <= 0 && mtp <= 0) continue;
        const double each =
            c.shared ? c.shared->saved[i].*part : keptOf(s, s.plan->types[i], c.imbalance).*part;
        layers += number(c.layers.of[i]) * each;
        extra += mtp * each;
    }
    return {keptShare(s) * s.T * (c.inFlight * layers + extra)};
}

Bytes norms(const StageContext& c) {
    const Setup& s = *c.setup;
    return saved(c, &LayerSaved::norms) + Bytes{c.last ? s.T * (4 * s.h + 4) / s.sp : 0};
}
Bytes attention(const StageContext& c) {
    return saved(c, &LayerSaved::attention);
}
Bytes states(const StageContext& c) {
    return saved(c, &LayerSaved::states);
}
Bytes denseMlp(const StageContext& c) {
    return saved(c, &LayerSaved::denseMlp);
}
Bytes router(const StageContext& c) {
    return saved(c, &LayerSaved::router);
}
Bytes dispatched(const StageContext& c) {
    return saved(c, &LayerSaved::dispatched);
}
Bytes experts(const StageContext& c) {
    return saved(c, &LayerSaved::experts);
}
Bytes sharedExperts(const StageContext& c) {
    return saved(c, &LayerSaved::shared);
}
Bytes adapterInputs(const StageContext& c) {
    return saved(c, &LayerSaved::adapters);
}

Bytes inputs(const StageContext& c) {
    return {28 * c.setup->T};
}
Bytes mask(const StageContext& c) {
    const Setup& s = *c.setup;
    return {s.maskInLoader ? number(train(c).microBatch) * s.s * s.s : 0};
}

Bytes castGradients(const StageContext& c) {
    const double each = castGradientBytes(train(c));
    return {each > 0 ? each * castBucket(c) : 0};
}

Bytes dummyGradients(const StageContext& c) {
    const DummyShapes shapes = dummyShapes(c);
    return {2 * (shapes.tensor / c.setup->tp + shapes.expert / c.setup->etp)};
}

Transients passing(const StageContext& c) {
    return c.passing ? *c.passing : transients(c);
}
Bytes loss(const StageContext& c) {
    return {c.last ? passing(c).loss : 0};
}
Bytes lmHeadGradient(const StageContext& c) {
    return {c.last && c.setup->dummyGradients ? passing(c).lmHeadGradient : 0};
}
Bytes layerBackwardBytes(const StageContext& c) {
    return {passing(c).layerBackward};
}
Bytes recomputed(const StageContext& c) {
    return {passing(c).recomputed};
}
Bytes dequantised(const StageContext& c) {
    if (!isDequantised(*c.setup)) return {};
    return {passing(c).dequantised};
}

constexpr const char* kMegatron = "Megatron-LM, distributed optimizer";
constexpr const char* kSaved = "saved tensors, checked against Megatron-LM memory logs";
constexpr const char* kLora = "Hu et al. 2021, arXiv 2106.09685";
constexpr const char* kPeak = "peak phase, checked against Megatron-LM memory logs";

} // namespace

double gatheredBytes(const Setup& s) {
    return s.scenario->train->trainable == Trainable::All ? weightBytes(s) : frozenBytes(s);
}

double weightBytes(const Setup& s) {
    return s.scenario->precision.weights == DataType::Fp32 ? 4 : 2;
}

bool freesGradients(const Setup& s) {
    return s.scenario->train->stack == Stack::PyTorch && s.microBatches <= 1;
}

/// Optimizers that keep fp32 weights beside bf16 ones step on gradients in fp32.
static bool copiesGradients(const TrainSpec& t) {
    return t.masterWeights && t.gradBytes == 2 && t.zero == 0 && t.momentBytes == 4;
}

std::array<Bytes, 2> stepGradients(const StageContext& c) {
    const TrainSpec& t = train(c);
    if (t.stack != Stack::PyTorch) return {};
    const double adapters = c.frozen.adapters, expertAdapters = c.frozen.expertAdapters;
    Bytes freed;
    if (freesGradients(*c.setup))
        freed = t.unshardedGrads
                    ? Bytes{4 * (c.denseParams + c.expertParams)}
                    : Bytes{number(t.gradBytes) *
                            ((c.denseParams + adapters) / gradientShards(c, denseShards(c)) +
                             (c.expertParams + expertAdapters) / gradientShards(c, expertShards(c)))};
    const double learning = c.denseParams + c.expertParams + adapters + expertAdapters;
    const Bytes copies{copiesGradients(t) ? 4 * learning : 0};
    return {freed, freed + copies};
}

double stepGradientsBeyond(const StageContext& c) {
    const std::array<Bytes, 2> gradients = stepGradients(c);
    if (!(gradients[1] > Bytes{})) return 0;
    // At the end of the backward pass what the last layer needs is there beside all gradients.
    const double most = std::max(gradients[1].base, gradients[0].base + phaseTransients(c).layer);
    double left = 0;
    for (const MemoryTerm& term : memoryTerms()) {
        const bool given = term.group == MemoryGroup::Activations || term.group == MemoryGroup::Transient;
        if (given && !term.lasts && !term.beyond) left += term.bytes(c).base;
    }
    return std::max(0.0, most - left);
}

/// fp32 master weight, when kept, and Adam's two moments; where gradients add up in two bytes and nothing is
/// sharded, a copy of them in fp32 beside the master weight (Megatron-LM, Float16OptimizerWithFloat16Params).
/// Plain PyTorch has that copy while it steps (stepGradients()).
double optimizerBytes(const TrainSpec& t) {
    const bool copied = copiesGradients(t) && t.stack != Stack::PyTorch;
    return (t.masterWeights ? 4 : 0) + (copied ? 4 : 0) + 2 * number(t.momentBytes);
}

Bytes frameworkBytes(const Setup& s) {
    const bool small = s.gpu.generation == Generation::Ampere || s.gpu.generation == Generation::Ada;
    return (small ? 28 : 100) * MiB;
}

static LayerParams paramsOf(const StageContext& c, std::size_t type) {
    return c.shared ? c.shared->params[type] : layerParams(*MixerView(*c.setup, c.setup->plan->types[type]));
}

/// ZeRO-3 gathers a layer before it runs.
GatheredLayer largestGathered(const StageContext& c) {
    GatheredLayer largest;
    if (c.setup->scenario->train->zero < 3) return largest;
    const Setup& s = *c.setup;
    const auto grown = [&](const GatheredLayer& held) {
        return held.dense * (1 - 1 / denseShards(c)) + held.expert * (1 - 1 / expertShards(c));
    };
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        if (c.layers.of[i] <= 0) continue;
        const FeedForward feed = s.plan->types[i].feed;
        const LayerParams layer = paramsOf(c, i);
        const bool moe = feed == FeedForward::Moe;
        const double network = moe ? layer.shared : feed == FeedForward::Dense ? layer.denseMlp : 0;
        const GatheredLayer whole{(layer.attention + network) / s.tp + layer.replicated(feed) +
                                      (moe ? layer.router : 0),
                                  moe ? s.expertSlots / s.ep * layer.expert / s.etp : 0};
        if (grown(whole) > grown(largest)) largest = whole;
    }
    return largest;
}

/// One buffer per distinct shape: of each kind of mixer, of the dense network and of the shared experts.
DummyShapes dummyShapes(const StageContext& c) {
    const Setup& s = *c.setup;
    // They stand for gradients that a product adds to the main ones itself.
    if (!s.dummyGradients || !s.scenario->train->fusedGradAccumulation) return {};
    DummyShapes shapes;
    bool dense = false, moe = false;
    std::array<bool, 16> seen{};
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        const LayerType& type = s.plan->types[i];
        const bool mtp = c.last && s.mtpLayers > 0 && i == s.plan->mtp;
        if (c.layers.of[i] <= 0 && !mtp) continue;
        if (!trainsWeights(s, type)) continue;
        const LayerParams layer = paramsOf(c, i);
        bool& known = seen[static_cast<std::size_t>(type.mixer)];
        if (!known) shapes.tensor += layer.attention;
        known = true;
        if (type.feed == FeedForward::Dense && !dense) shapes.tensor += layer.denseMlp;
        if (type.feed == FeedForward::Moe && !moe) {
            shapes.tensor += layer.shared;
            shapes.expert = layer.expert;
        }
        dense = dense || type.feed == FeedForward::Dense;
        moe = moe || type.feed == FeedForward::Moe;
    }
    return shapes;
}

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
        {"dense_weights", "Weights, dense", G::Parameters, "(b_w·P_dense − b_x·P_linear)/Z_wd", kMegatron,
         denseWeights},
        {"expert_weights", "Weights, experts", G::Parameters, "(b_w − b_x)·P_expert/Z_we", kMegatron,
         expertWeights},
        {"fp8_weights", "FP8 weight copies", G::Parameters,
         "b_8·((P_linear + n_f·P_fl)/Z_wd + (P_expert + n_f·P_fe)/Z_we)",
         "Transformer Engine weight cache; analytic, not checked against a run", fp8Weights},
        {"fp8_transposes", "Transposed FP8 weights", G::Parameters,
         "b_t·((P_linear + n_f·P_fl)/Z_wd + (P_expert + n_f·P_fe)/Z_we)",
         "Transformer Engine, copies for the other direction; analytic, not checked against a run",
         transposedWeights},
        {"gathered_layer", "Gathered layer", G::Parameters,
         "b_v·(U_dense·(1 − 1/Z_d) + U_expert·(1 − 1/Z_e))", "Rajbhandari et al. 2020, arXiv 1910.02054",
         gatheredLayer},
        {"frozen_weights", "Frozen weights", G::Parameters, "b_z·(P_fl/Z_wd + P_fe/Z_we) + b_w·P_fo/Z_wd",
         "arXiv 2106.09685 and 2305.14314", frozenWeights},
        {"adapter_weights", "Adapters", G::Parameters, "b_w·(P_a/Z_wd + P_ae/Z_we)", kLora, adapterWeights},
        {"dense_gradients", "Gradients, dense", G::Gradients, "b_g·P_dense/Z_gd·(1 − whole)·stay", kMegatron,
         denseGradients},
        {"expert_gradients", "Gradients, experts", G::Gradients, "b_g·P_expert/Z_ge·(1 − whole)·stay",
         kMegatron, expertGradients},
        {"unsharded_gradients", "Unsharded gradients", G::Gradients, "4·(P_dense + P_expert)·whole·stay",
         "torch FSDP2, accumulation without synchronising", unshardedGradients},
        {"cast_gradients", "Gradients on their way", G::Gradients, "b_c·P_bucket",
         "Megatron-LM, bucket of distributed data parallel; analytic, not checked against a run",
         castGradients},
        {"adapter_gradients", "Gradients, adapters", G::Gradients, "b_g·(P_a/Z_gd + P_ae/Z_ge)·stay", kLora,
         adapterGradients},
        {"dense_optimizer", "Optimizer, dense", G::Optimizer, "(b_o·P_dense − b_m·P_linear)/Z_d", kMegatron,
         denseOptimizer},
        {"expert_optimizer", "Optimizer, experts", G::Optimizer, "(b_o − b_m)·P_expert/Z_e", kMegatron,
         expertOptimizer},
        {"adapter_states", "Optimizer, adapters", G::Optimizer, "b_o·(P_a/Z_d + P_ae/Z_e)", kLora,
         adapterStates},
        {"framework", "Framework", G::Framework, "C_fw",
         "cuBLAS and Transformer Engine workspaces; the Hopper figure is an estimate", framework},
        {"norms", "Norms and residual", G::Activations, "T·(A_norm·(c_h·h + c_t) + last·(4·h + 4))/SP",
         kSaved, norms},
        {"attention", "Attention", G::Activations, "T·A_att·((c_p·qkv + c_a·o + c_s·n)/TP + latent/SP)",
         kSaved, attention},
        {"state_mixers", "Linear attention and state space", G::Activations, "T·A_state/TP",
         "operator counts of the parallel forms; not checked against a run", states},
        {"dense_mlp", "Dense MLP", G::Activations, "T·A_dense·c_f·f/TP", kSaved, denseMlp},
        {"router", "Router and un-permute", G::Activations, "T·A_moe·(8·E + 18·k + c_k·k·h)/SP", kSaved,
         router},
        {"dispatched", "Dispatched tokens", G::Activations, "λ·k·T·A_moe·c_g·h_e·ETP/SP", kSaved, dispatched},
        {"expert_mlp", "Expert MLP", G::Activations, "λ·k·T·A_moe·c_e·fe/TP", kSaved, experts},
        {"shared_expert", "Shared expert", G::Activations, "T·A_moe·c_f·fs/TP", kSaved, sharedExperts},
        {"adapter_inputs", "Inside adapters", G::Activations, "2·r·T·A_lora", kLora, adapterInputs},
        {"offload_buffers", "Activations on their way to the host", G::Activations, "2·T·S_layer",
         "Transformer Engine, double-buffered offload; analytic, not checked against a run", offloadBuffers},
        {"paired_tokens", "Tokens of paired passes", G::Activations, "paired·λ·k·T/TP·h_e·(b_d + b_k)",
         "two micro-batches at once; a count, not checked alone", pairedTokens},
        {"inputs", "Input tokens", G::Activations, "28·T", kSaved, inputs},
        {"mask", "Attention mask", G::Activations, "made·b·s²", kSaved, mask},
        {"dummy_gradients", "Dummy weight gradients", G::Transient, "2·(S_tensor/TP + S_expert/ETP)",
         "Transformer Engine, kept once allocated", dummyGradients, true},
        {"dispatcher_buffers", "Dispatcher buffers", G::Transient, "B_node + B_network",
         "deepseek-ai/DeepEP, csrc/config.hpp and csrc/hybrid_ep/buffer; not checked against a run",
         dispatcherBytes, true},
        {"loss", "Logits and loss", G::Transient, "at_head·(c_v·T_v·V + c_x·T)/TP_v·(1 + L_mtp)", kPeak,
         loss},
        {"lm_head_gradient", "LM-head gradient", G::Transient, "at_gradient·2·V·h/TP", kPeak, lmHeadGradient},
        {"layer_backward", "Last layer's backward", G::Transient,
         "at_dense·T·(2·u·f/TP + 2·h) + at_moe·λ·k·T·(2·h_e·ETP/SP + 2·u·fe/TP)", kPeak, layerBackwardBytes},
        {"recomputed_layer", "Recomputed layer", G::Transient, "at_layer·T·S_again",
         "Korthikanti et al. 2022, arXiv 2205.05198", recomputed},
        {"dequantised", "Matrix in use, dequantised", G::Transient, "at_layer·2·W_f",
         "arXiv 2305.14314, storage and compute types", dequantised},
        {"step_gradients", "Gradients while stepping", G::Transient, "G_step",
         "steps of plain PyTorch measured on one H200, within 0.1 %", gradientsOfStep, false, true},
    };
    return kTerms;
}

} // namespace moe
