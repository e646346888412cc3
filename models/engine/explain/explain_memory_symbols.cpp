// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of memoryTerms() and of the memory totals.

#include "models/engine/explain/explain_symbols.h"
#include "models/engine/memory/dispatcher_buffers.h"
#include "models/engine/memory/memory.h"
#include "models/engine/memory/memory_recipe.h"
#include "models/engine/memory/memory_saved.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/sharding.h"

namespace moe {

using namespace explain;

namespace {

constexpr Keep kChosen = Keep::AsChosen;

/// Layers of the stage whose activations are held, each with its weight.
template <class Weight> double heldLayers(const ExplainFacts& f, Weight weight) {
    const LayerPlan& plan = *f.setup.plan;
    double held = 0;
    for (std::size_t i = 0; i < plan.types.size(); ++i) {
        const double mtp = f.stage.last && i == plan.mtp ? static_cast<double>(f.setup.mtpLayers) : 0;
        const double count = f.stage.inFlight * static_cast<double>(f.stage.layers.of[i]) + mtp;
        if (count <= 0) continue;
        const MixerView view(f.setup, plan.types[i]);
        if (!passesBack(*view)) continue;
        held += count * weight(*view, plan.types[i].feed);
    }
    return keptShare(f.setup) * held;
}
double heldWith(const ExplainFacts& f, FeedForward wanted) {
    return heldLayers(f, [&](const Setup&, FeedForward feed) { return feed == wanted ? 1.0 : 0.0; });
}
/// In layers with both blocks and the sizes of a full one.
double heldNorms(const ExplainFacts& f) {
    const NormBytes kept = normBytes(f.setup, kChosen);
    const double whole = (kept.perHidden * f.setup.h + kept.perToken) / f.setup.sp;
    return heldLayers(f,
                      [&](const Setup& s, FeedForward feed) { return savedNorms(s, feed, kChosen) / whole; });
}
double heldAttention(const ExplainFacts& f) {
    const double whole = savedAttention(f.setup, FeedForward::Dense, kChosen);
    return heldLayers(f, [&](const Setup& s, FeedForward feed) {
        if (s.mixer == f.setup.mixer) return attends(s.mixer) ? 1.0 : 0.0;
        return whole > 0 ? savedAttention(s, feed, kChosen) / whole : 0.0;
    });
}
double heldStates(const ExplainFacts& f) {
    return f.setup.tp *
           heldLayers(f, [](const Setup& s, FeedForward feed) { return savedState(s, feed, kChosen); });
}
bool runsDense(const ExplainFacts& f) {
    for (std::size_t i = 0; i < f.setup.plan->types.size(); ++i)
        if (f.setup.plan->types[i].feed == FeedForward::Dense && f.stage.layers.of[i] > 0) return true;
    return false;
}
double sumOf(const ExplainFacts& f, MemoryGroup group) {
    const StageMemory& stage = f.report.memory->heaviest();
    double sum = 0;
    for (std::size_t i = 0; i < stage.terms.size() && i < memoryTerms().size(); ++i)
        if (memoryTerms()[i].group == group) sum += stage.terms[i].base;
    return sum;
}
double holdsExperts(const ExplainFacts& f) {
    return backwardRunsMoe(f.stage) ? 1 : 0;
}
bool atHead(const ExplainFacts& f) {
    return f.phase.phase != PeakPhase::LayerBackward;
}

} // namespace

#define MOE_MEMORY(expression)                                                                               \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        if (!f.report.memory) return {};                                                                     \
        return expression;                                                                                   \
    }

std::vector<ExplainSymbol> memorySymbols() {
    constexpr unsigned M = kMemory;
    // clang-format off
    return {
        knob("b_w", M, "bytes of a weight", "B", "precision.weights", MOE_TRAIN(weightBytes(f.setup))),
        knob("b_8", M, "bytes of a weight copy in the compute type: 1 with FP8, 1.03 MXFP8, 0.56 NVFP4, else 0", "B", "precision.compute", MOE_TRAIN(narrowWeightBytes(f.setup))),
        knob("b_t", M, "bytes of its transposed copy: 1 with FP8 on Hopper and Ada, whose units read along rows only; as the first with MXFP8 and NVFP4, whose rows and columns have scales of their own; else 0", "B", "precision.compute", MOE_TRAIN(transposedBytes(f.setup))),
        knob("b_x", M, "bytes of a matrix's weight that need not be kept beside its copies: all with narrow weights, else 0", "B", "train.narrow_weights", MOE_TRAIN(sparedBytes(f.setup))),
        knob("b_m", M, "bytes of state that Muon does not keep for a matrix: one moment; 0 with Adam", "B", "train.optimizer", MOE_TRAIN(muonSavedBytes(f.train()))),
        knob("b_c", M, "bytes of a gradient cast for its reduction; 0 where it is added up in the same type", "B", "train.grad_reduce", MOE_TRAIN(castGradientBytes(f.train()))),
        derived("P_bucket", M, "parameters that are reduced at a time: 40 million, or a million for each replica where that is more", "", "", MOE_TRAIN(castBucket(f.stage))),
        knob("kept", M, "share of the saved activations that stays on the GPU", "share", "train.activation_offload", MOE_TRAIN(keptShare(f.setup))),
        derived("S_layer", M, "bytes per token on their way to or from the host, of the larger kind of layer; 0 without offload", "B", "", MOE_TRAIN(offloadBuffers(f.stage).base / (2 * f.setup.T))),
        knob("b_g", M, "bytes of an accumulated gradient", "B", "train.grad_bytes", MOE_TRAIN(static_cast<double>(f.train().gradBytes))),
        knob("b_o", M, "bytes of optimizer state of a parameter: fp32 master weight 4, two moments, and 4 of a gradient in fp32 where gradients of two bytes are not sharded", "B", "train.moment_bytes", MOE_TRAIN(optimizerBytes(f.train()))),
        derived("s_most", M, "tokens of the longest sequence that the device holds, found by halving", "tokens", "", MOE_MEMORY(f.report.memory->longestSequence)),
        bound("s_most", M, "tokens of the longest sequence that the device holds; of fine-tuning alone"),
        knob("b_v", M | kTime, "bytes of a gathered weight: as it is kept", "B", "precision.frozen", MOE_TRAIN(gatheredBytes(f.setup))),
        knob("b_z", M | kTime, "bytes of a frozen matrix's value with its scales: 2, FP8 and int8 1, NF4 0.5625, with double quantisation 0.516; 0 where narrow copies are all there is", "B", "precision.frozen", MOE_TRAIN(keptFrozenBytes(f.setup))),
        knob("n_f", M, "1 where frozen matrices have copies in the compute type, 0 where they are kept narrow", "", "precision.frozen", MOE_TRAIN(frozenCopies(f.setup))),
        knob("r", M, "rank of the adapters", "", "train.lora.rank", MOE_TRAIN(static_cast<double>(f.train().loraRank))),
        derived("A_lora", M, "adapters whose inner values are held, those of experts λ·k times", "", "", MOE_TRAIN(heldLayers(f, [&](const Setup& s, FeedForward feed) { return savedAdapters(s, feed, kChosen, f.setup.imbalance) / (2 * static_cast<double>(f.train().loraRank)); }))),
        derived("W_f", M, "values of the largest frozen matrix that is made whole for its product; 0 where none is", "", "", MOE_TRAIN(dequantisedValues(f.stage))),
        knob("whole", M, "1 when gradients accumulate unsharded, else 0", "", "train.unsharded_grads", MOE_TRAIN(f.train().unshardedGrads ? 1 : 0)),
        knob("stay", M, "1 when gradients stay between steps; 0 with plain PyTorch and one micro-batch a step", "", "train.stack", MOE_TRAIN(freesGradients(f.setup) ? 0 : 1)),
        derived("G_step", M, "gradients, and their fp32 copies, while the optimizer of plain PyTorch steps, beyond what activations and transients leave", "B", "", MOE_TRAIN(stepGradientsBeyond(f.stage))),
        derived("Z_d", M, "ranks that share the dense optimizer states", "", "n_w·max(1, DP·CP/n_h)", MOE_TRAIN(f.train().zero >= 1 ? std::optional<double>(denseShards(f.setup)) : std::nullopt)),
        knob("Z_d", M, "ranks that share the dense optimizer states; 1 without a distributed optimizer", "", "train.zero", MOE_TRAIN(1.0)),
        derived("Z_e", M, "ranks that share an expert's optimizer states", "", "n_w·max(1, EDP/n_h)", MOE_TRAIN(f.train().zero >= 1 ? std::optional<double>(expertShards(f.setup)) : std::nullopt)),
        knob("Z_e", M, "ranks that share an expert's optimizer states; 1 without a distributed optimizer", "", "train.zero", MOE_TRAIN(1.0)),
        knob("Z_gd", M, "ranks that share dense gradients: Z_d from ZeRO-2 on, else 1", "", "train.zero", MOE_TRAIN(f.train().zero >= 2 ? denseShards(f.setup) : 1)),
        knob("Z_ge", M, "ranks that share expert gradients: Z_e from ZeRO-2 on, else 1", "", "train.zero", MOE_TRAIN(f.train().zero >= 2 ? expertShards(f.setup) : 1)),
        knob("Z_wd", M, "ranks that share dense weights: Z_d with ZeRO-3, else 1", "", "train.zero", MOE_TRAIN(f.train().zero >= 3 ? denseShards(f.setup) : 1)),
        knob("Z_we", M, "ranks that share expert weights: Z_e with ZeRO-3, else 1", "", "train.zero", MOE_TRAIN(f.train().zero >= 3 ? expertShards(f.setup) : 1)),
        derived("P_linear", M, "of the dense parameters, those of layer linears", "", "", MOE_TRAIN(f.stage.linear)),
        knob("U_dense", M, "dense parameters of the layer that is largest when gathered; 0 below ZeRO-3", "", "train.zero", MOE_TRAIN(largestGathered(f.stage).dense)),
        knob("U_expert", M, "expert parameters of that layer", "", "train.zero", MOE_TRAIN(largestGathered(f.stage).expert)),
        derived("B_node", M, "bytes that the dispatcher keeps for GPUs of the node: DeepEP 10·n·(r·(2·h_e + 2056) + 8·R + 12), n ranks of at most 8, R groups of them, r tokens in flight; HybridEP T/TP·EP·(2·h_e + 4·n·E/EP); else 0", "B", "", MOE_MEMORY(holdsExperts(f) * dispatcherBuffers(f.setup).neighbours)),
        derived("B_network", M, "bytes that DeepEP keeps for other nodes: 10·R·(256·(2·h_e + 2072) + 144) + 1 MiB, else 0", "B", "", MOE_MEMORY(holdsExperts(f) * dispatcherBuffers(f.setup).network)),
        knob("paired", M, "1 where passes of two micro-batches run beside each other, else 0", "", "train.ep_overlap", MOE_MEMORY(pairedShare(f.setup) > 0 ? holdsExperts(f) : 0.0)),
        knob("b_d", M, "bytes of a dispatched value", "B", "precision.dispatch", MOE_MEMORY(bytesOf(f.report.scenario.precision.dispatch))),
        knob("b_k", M, "bytes of a combined value", "B", "precision.combine", MOE_MEMORY(bytesOf(f.report.scenario.precision.combine))),
        {"C_fw", M, "workspaces of cuBLAS and Transformer Engine: 28 MiB up to Ada, 100 MiB from Hopper on", "B", "gpu.preset", "", "prior", "", MOE_TRAIN(frameworkBytes(f.setup).base)},

        knob("n_h", M, "copies of what ZeRO shards: DP·CP over the shard group, else 1", "", "train.shard_group", MOE_TRAIN(shardCopies(f.setup))),
        knob("n_w", M, "times a parameter is held by the stages: 2 with DualPipe, else 1", "", "train.schedule", MOE_GET(parameterCopies(f.setup))),
        derived("held", M, "micro-batches whose activations the stage holds (1F1B: PP − stage; interleaved: (PP·(v − 1) + 2·(PP − stage) − 1)/v; other schedules as simulated; at most m)", "", "", MOE_TRAIN(f.stage.inFlight)),
        derived("l", M, "layers of the stage", "", "", MOE_TRAIN(static_cast<double>(f.stage.layers.layers))),
        derived("l_moe", M, "MoE layers of the stage", "", "", MOE_TRAIN(static_cast<double>(f.stage.layers.moeLayers))),
        derived("l_mtp", M, "multi-token-prediction layers on the stage", "", "", MOE_TRAIN(f.stage.last ? static_cast<double>(f.setup.mtpLayers) : 0)),
        derived("A_norm", M, "layers whose norms and residuals are held: kept·(held·l + l_mtp); half of a layer with one block", "", "", MOE_TRAIN(heldNorms(f))),
        derived("A_att", M, "layers that attend whose activations are held, smaller heads with their share", "", "", MOE_TRAIN(heldAttention(f))),
        derived("A_state", M, "bytes per token of the layers without a cache of keys: inputs and outputs of their recurrences, states at chunk borders", "B", "", MOE_TRAIN(heldStates(f))),
        derived("A_dense", M, "dense layers whose MLP activations are held; 0 when recomputed", "", "", MOE_TRAIN(keepsDenseMlp(f.setup, kChosen) ? heldWith(f, FeedForward::Dense) : 0)),
        derived("A_moe", M, "MoE layers whose activations are held", "", "kept·(held·l_moe + l_mtp)", MOE_TRAIN(keepsMoe(f.setup, kChosen) && f.setup.isMoe ? std::optional<double>(heldWith(f, FeedForward::Moe)) : std::nullopt)),
        knob("A_moe", M, "MoE layers whose activations are held: none, the model is dense or they are recomputed", "", "train.recompute", MOE_TRAIN(0.0)),
        derived("last", M, "1 on the last stage, else 0", "", "", MOE_TRAIN(f.stage.last ? 1 : 0)),

        knob("c_h", M, "bytes kept per hidden value: block input, norm outputs, residual; only the input with full recompute", "B", "train.recompute", MOE_TRAIN(normBytes(f.setup, kChosen).perHidden)),
        knob("c_t", M, "bytes of norm statistics per token: 8 RMSNorm, 16 LayerNorm; 0 when recomputed", "B", "model.norm", MOE_TRAIN(normBytes(f.setup, kChosen).perToken)),
        knob("c_p", M, "bytes kept per value of q, k and v", "B", "train.recompute", MOE_TRAIN(attentionBytes(f.setup, kChosen).projected)),
        derived("qkv", M, "values of q, k and v per token, at least one KV head per rank", "", "q + 2·max(kv, d·TP)", MOE_TRAIN(f.setup.mla ? std::nullopt : std::optional<double>(projectedValues(f.setup)))),
        derived("qkv", M, "values of q, k and v per token", "", "n·(2·(d_n + d_r) + d_v)", MOE_TRAIN(projectedValues(f.setup))),
        knob("c_a", M, "bytes kept per value of the attention output; twice with the transposed copy of older FlashAttention, 1.5 where activations are kept narrow", "B", "train.attention_kernel", MOE_TRAIN(attentionBytes(f.setup, kChosen).output)),
        derived("o", M, "values of the attention output per token", "", "q", MOE_TRAIN(f.setup.mla ? std::nullopt : std::optional<double>(f.setup.q))),
        derived("o", M, "values of the attention output per token", "", "n·d_v", MOE_TRAIN(attentionOutput(f.setup))),
        knob("c_s", M, "softmax bytes kept per head and token: log-sum-exp 4; unfused: all its probabilities", "B", "train.attention_kernel", MOE_TRAIN(attentionBytes(f.setup, kChosen).perHead)),
        derived("latent", M, "bytes of MLA's latents and their norms per token", "B", "c_r·(r_q + r_kv + d_r) + c_n·(r_q + r_kv) + c_l", MOE_TRAIN(f.setup.mla ? std::optional<double>(latentBytes(f.setup, attentionBytes(f.setup, kChosen))) : std::nullopt)),
        knob("latent", M, "bytes of MLA's latents per token: none without MLA", "B", "model.attention", MOE_TRAIN(0.0)),
        knob("c_r", M, "bytes kept per value of MLA's latents", "B", "train.recompute", MOE_TRAIN(attentionBytes(f.setup, kChosen).latent)),
        knob("c_n", M, "bytes kept per value of their norms' outputs", "B", "train.narrow_activations", MOE_TRAIN(attentionBytes(f.setup, kChosen).latentNorm)),
        knob("c_l", M, "bytes of the statistics of MLA's inner norms per token", "B", "train.recompute", MOE_TRAIN(attentionBytes(f.setup, kChosen).latentToken)),
        knob("c_f", M, "bytes kept per value of MLP width: first products 2u, or u where they are kept narrow, activation 2, its factor 2 in eager PyTorch", "B", "train.recompute", MOE_TRAIN(mlpBytes(f.setup, kChosen))),
        knob("c_e", M, "bytes kept per value of expert width: first products 2u, or u where they are kept narrow, activation 2 unless recomputed, its factor 2 in eager PyTorch", "B", "train.recompute", MOE_TRAIN(expertMlpBytes(f.setup, kChosen))),
        knob("c_g", M, "bytes of a saved GEMM input: 2, 1 with FP8, 0.56 with NVFP4; 0 where its matrix is frozen without an adapter", "B", "precision.compute", MOE_TRAIN(dispatchedBytes(f.setup))),
        knob("c_k", M, "bytes per hidden value of an un-permuted row: 2 when probabilities are applied at combine, else 0", "B", "train.probabilities", MOE_TRAIN(unpermuteBytes(f.setup))),
        knob("made", M, "1 when the data loader makes an attention mask, else 0", "", "train.mask_in_loader", MOE_TRAIN(f.setup.maskInLoader ? 1 : 0)),

        knob("S_tensor", M, "values of the distinct weight shapes that TP splits; 0 without dummy gradients", "", "train.dummy_gradients", MOE_TRAIN(dummyShapes(f.stage).tensor)),
        knob("S_expert", M, "values of an expert's weight shapes", "", "train.dummy_gradients", MOE_TRAIN(dummyShapes(f.stage).expert)),
        derived("at_head", M, "1 when the LM head sets the peak, else 0", "", "", MOE_TRAIN(atHead(f) ? 1 : 0)),
        derived("at_gradient", M, "1 when the LM head's backward pass sets the peak, else 0", "", "", MOE_TRAIN(f.phase.phase == PeakPhase::LmHeadBackward ? 1 : 0)),
        derived("at_layer", M, "1 when the last layer's backward pass sets the peak, else 0", "", "", MOE_TRAIN(atHead(f) ? 0 : 1)),
        derived("at_dense", M, "1 when a dense layer's backward pass sets the peak, else 0", "", "", MOE_TRAIN(atHead(f) || backwardRunsMoe(f.stage) || !runsDense(f) ? 0 : 1)),
        derived("at_moe", M, "1 when an MoE layer's backward pass sets the peak, else 0", "", "", MOE_TRAIN(atHead(f) || !backwardRunsMoe(f.stage) ? 0 : 1)),
        knob("c_v", M, "bytes per logit: bf16 2, with fp32 copy 6, eager 14, or 12 in plain PyTorch, compiled 4; 4 more where they are gathered", "B", "train.loss", MOE_TRAIN(logitBytes(f.setup).perLogit)),
        knob("c_x", M, "bytes per token of the unfused cross-entropy", "B", "train.loss", MOE_TRAIN(logitBytes(f.setup).perToken)),
        knob("T_v", M, "tokens whose logits are held at a time: T, or a chunk of 1024", "tokens", "train.loss", MOE_TRAIN(logitBytes(f.setup).tokens)),
        knob("S_again", M, "bytes per token that recompute makes again in one layer: all it saves − what is kept", "B", "train.recompute", MOE_TRAIN(recomputedBytes(f.stage))),

        derived("mem_par", M, "parameters", "B", "", MOE_MEMORY(sumOf(f, MemoryGroup::Parameters))),
        derived("mem_grad", M, "gradients", "B", "", MOE_MEMORY(sumOf(f, MemoryGroup::Gradients))),
        derived("mem_opt", M, "optimizer states", "B", "", MOE_MEMORY(sumOf(f, MemoryGroup::Optimizer))),
        derived("mem_fw", M, "framework", "B", "", MOE_MEMORY(sumOf(f, MemoryGroup::Framework))),
        derived("mem_act", M, "saved activations", "B", "", MOE_MEMORY(sumOf(f, MemoryGroup::Activations))),
        derived("mem_trans", M, "what lives only at the peak", "B", "", MOE_MEMORY(sumOf(f, MemoryGroup::Transient))),
        derived("mem_shift", M, "activations and transients less at λ = 1", "B", "", MOE_MEMORY((f.report.memory->heaviest().peak - f.report.memory->heaviest().peakLow).base)),
        derived("mem_rise", M, "activations and transients more at the upper end of λ", "B", "", MOE_MEMORY((f.report.memory->heaviest().peakHigh - f.report.memory->heaviest().peak).base)),
        result("mem_static", M, "static memory", "B", "memory.static_bytes"),
        result("mem_peak", M, "peak allocated", "B", "memory.peak_bytes"),
        result("mem_res", M, "reserved by the allocator", "B", "memory.reserved_bytes"),
        knob("reserve", M, "what a caching allocator reserves over what is allocated (a prior where no fit says it: 1.12 to 1.38 was measured)", "", "train.memory_reserve", MOE_TRAIN(reserveOf(*f.setup.scenario->train))),
        knob("context", M, "CUDA context and NCCL buffers (a prior where no fit says it)", "B", "train.context_gib", MOE_TRAIN(contextOf(*f.setup.scenario->train).base)),
    };
    // clang-format on
}

} // namespace moe
