// SPDX-License-Identifier: GPL-3.0-or-later
// A training run: rows of fields().

#include "models/engine/scenario/field_rows.h"
#include "models/engine/scenario/recipes.h"

namespace moe {
namespace {

using S = Scale;
constexpr Heading<&Scenario::train> kTrainingRows{"Training"};

/// Choosing a recipe sets what it names.
Field recipeRow() {
    Field made = kTrainingRows.row<&TrainSpec::recipe>(
        "train.recipe", "Recipe", oneOf(recipeKeys()), {.everyday = true},
        "Named set of training keys of a published recipe; keys given beside it win; auto = none.");
    made.set = setRecipe;
    return made;
}

} // namespace

std::vector<Field> trainingFields() {
    return {
        recipeRow(),
        kTrainingRows.row<&TrainSpec::tokens>("train.tokens", "Training tokens", real(1, 1e18, S::Log),
                                              {.symbol = "D", .unit = "tokens", .everyday = true},
                                              "Tokens of the whole run."),
        kTrainingRows.row<&TrainSpec::globalBatch>(
            "train.global_batch", "Global batch", integer(1, 1e7, S::Log),
            {.unit = "sequences", .everyday = true}, "Sequences per optimizer step over all GPUs."),
        kTrainingRows.row<&TrainSpec::microBatch>(
            "train.micro_batch", "Micro-batch", integer(1, 65536, S::Divisor),
            {.symbol = "b", .unit = "sequences", .everyday = true}, "Sequences per GPU and pass."),
        kTrainingRows.row<&TrainSpec::lr>("train.lr", "Peak learning rate", real(1e-07, 1, S::Log),
                                          {.everyday = true}, "Peak of the schedule."),
        kTrainingRows.row<&TrainSpec::scheduleLr>(
            "train.schedule_lr", "Learning-rate schedule", oneOf<LrSchedule>(), {},
            "Cosine to 0 or to 10 % of the peak, warm-up–stable–decay, or "
            "constant: moves the best learning rate and the loss."),
        kTrainingRows.row<&TrainSpec::cooldown>(
            "train.cooldown", "Cooldown", real(0.01, 1), {.symbol = "c", .unit = "share"},
            "Share of the steps in which a WSD schedule lets the learning rate fall."),
        kTrainingRows.row<&TrainSpec::recompute>(
            "train.recompute", "Recompute", text(), {.everyday = true},
            "none, full, op-level, or parts: core_attn, layernorm, mlp, moe, moe_act, mla_up_proj."),
        kTrainingRows.row<&TrainSpec::stack>("train.stack", "Software stack", oneOf<Stack>(), {},
                                             "Sets loss kernel, attention kernel, probabilities and dummy "
                                             "gradients together; each can still be set. pytorch: plain "
                                             "modules, which free gradients between steps."),
        kTrainingRows.row<&TrainSpec::loss>("train.loss", "Loss kernel", oneOf<LossKernel>(), {},
                                            "Which cross-entropy; auto = as the stack."),
        kTrainingRows.row<&TrainSpec::attentionKernel>(
            "train.attention_kernel", "Attention kernel", oneOf<AttentionKernel>(), {},
            "Auto = as the stack; flash-1: kernels of 2022 and 2023 (Triton, CUTLASS 1); cudnn: cuDNN 9, on "
            "Hopper."),
        kTrainingRows.row<&TrainSpec::probabilities>(
            "train.probabilities", "Router probabilities", oneOf<Probabilities>(), {},
            "Applied at combine or folded into the activation; auto = as the stack."),
        kTrainingRows.row<&TrainSpec::dummyGradients>(
            "train.dummy_gradients", "Dummy weight gradients", flag(), {},
            "Transformer-Engine dummy weight gradients; auto = as the stack."),
        kTrainingRows.row<&TrainSpec::parallelLoss>(
            "train.parallel_loss", "Parallel loss", flag(), {},
            "Cross-entropy on logits split over TP (Megatron); off: every TP rank gathers all of them."),
        kTrainingRows.row<&TrainSpec::zero>(
            "train.zero", "ZeRO stage", integer(0, 3), {.everyday = true},
            "What is sharded over data-parallel ranks: 1 optimizer, 2 + gradients, 3 + weights (FSDP)."),
        kTrainingRows.row<&TrainSpec::shardGroup>(
            "train.shard_group", "Shard group", integer(1, 1e6, S::Divisor), {.symbol = "Z_h"},
            "Data-parallel ranks that share what ZeRO shards; copies are "
            "kept beyond them (HSDP); auto = all."),
        kTrainingRows.row<&TrainSpec::unshardedGrads>(
            "train.unsharded_grads", "Unsharded gradients", flag(), {},
            "FSDP that accumulates gradients without synchronising keeps them whole in fp32."),
        kTrainingRows.row<&TrainSpec::gradBytes>("train.grad_bytes", "Gradient bytes", integer(2, 4),
                                                 {.symbol = "b_g", .unit = "B"},
                                                 "Bytes per gradient element."),
        kTrainingRows.row<&TrainSpec::gradReduce>(
            "train.grad_reduce", "Gradient reduction", oneOf<GradReduce>(), {},
            "Type of gradients on their way between ranks; auto = as they are added up."),
        kTrainingRows.row<&TrainSpec::optimizer>(
            "train.optimizer", "Optimizer", oneOf<Optimizer>(), {},
            "Adam with two moments, or Muon: one moment and products that orthogonalise the update of each "
            "matrix; embeddings, head and norms keep Adam."),
        kTrainingRows.row<&TrainSpec::momentBytes>("train.moment_bytes", "Moment bytes", integer(1, 4),
                                                   {.unit = "B"}, "Bytes of each Adam moment."),
        kTrainingRows.row<&TrainSpec::masterWeights>("train.master_weights", "Master weights", flag(), {},
                                                     "Keeps an fp32 copy of the weights."),
        kTrainingRows.row<&TrainSpec::dropout>("train.dropout", "Dropout", real(0, 0.9), {},
                                               "Dropout probability."),
        kTrainingRows.row<&TrainSpec::imbalance>(
            "train.imbalance", "Load imbalance", real(1, 64), {.symbol = "λ"},
            "Rows the busiest rank receives over its balanced share; auto: the capacity factor, or what the "
            "routing gives, 1.15 at least; never more than the capacity factor lets in."),
        kTrainingRows.row<&TrainSpec::maskInLoader>(
            "train.mask_in_loader", "Mask made by loader", flag(), {},
            "The data loader makes a boolean attention mask; auto = no."),
        kTrainingRows.row<&TrainSpec::dispatcher>("train.dispatcher", "Token dispatcher", oneOf<Dispatcher>(),
                                                  {},
                                                  "Plain all-to-all, or one copy per destination: DeepEP, or "
                                                  "HybridEP, whose host need not know how many tokens come."),
        kTrainingRows.row<&TrainSpec::epOverlap>("train.ep_overlap", "Overlap all-to-all", flag(), {},
                                                 "Expert-parallel communication runs beside compute."),
        kTrainingRows.row<&TrainSpec::tpOverlap>("train.tp_overlap", "Overlap tensor parallel", flag(), {},
                                                 "Tensor-parallel communication runs beside GEMMs."),
        kTrainingRows.row<&TrainSpec::dpOverlap>(
            "train.dp_overlap", "Overlap data parallel", flag(), {},
            "Gradient reduction and parameter gathering run beside compute."),
        kTrainingRows.row<&TrainSpec::eager>("train.eager", "Eager framework", flag(), {},
                                             "Elementwise operators are not fused or compiled."),
        kTrainingRows.row<&TrainSpec::cudaGraphs>(
            "train.cuda_graphs", "CUDA graphs", oneOf<CudaGraphs>(), {},
            "Launches are recorded and replayed: of parts of a layer, or of the whole iteration, which needs "
            "static shapes; true means parts."),
        kTrainingRows.row<&TrainSpec::fusedGroupedMlp>(
            "train.fused_grouped_mlp", "Fused expert MLP", flag(), {},
            "Expert products, the activation between them and its quantisation run as one kernel."),
        kTrainingRows.row<&TrainSpec::delayWgrad>(
            "train.delay_wgrad", "Delayed weight gradients", flag(), {},
            "Weight gradients run apart and hide the backward dispatch; needs overlapped all-to-all."),
        kTrainingRows.row<&TrainSpec::narrowWeights>(
            "train.narrow_weights", "Weights in the compute type alone", flag(), {},
            "Matrices are made of the master weights in the compute type, without a bf16 copy beside it "
            "(Megatron-LM: fp8_param_gather); needs FP8 or narrower compute."),
        kTrainingRows.row<&TrainSpec::narrowActivations>(
            "train.narrow_activations", "Narrow saved activations", flag(), {},
            "For the backward pass inputs of activation functions are kept in 8 bits and the output of "
            "attention in 12 (DeepSeek-V3 report, 3.3.3); needs FP8 or narrower compute."),
        kTrainingRows.row<&TrainSpec::activationOffload>(
            "train.activation_offload", "Activation offload", real(0, 1), {},
            "Share of the saved activations that waits in the host's memory."),
        kTrainingRows.row<&TrainSpec::deterministic>("train.deterministic", "Deterministic", flag(), {},
                                                     "Deterministic attention backward."),
        kTrainingRows.row<&TrainSpec::fp8Attention>(
            "train.fp8_attention", "Attention in FP8", flag(), {},
            "Queries, keys and probabilities enter attention's products "
            "in 8 bits (Transformer Engine: fp8_dpa)."),
        kTrainingRows.row<&TrainSpec::fusedRope>(
            "train.fused_rope", "Fused rotation of MLA", flag(), {},
            "MLA's queries and keys are rotated, split and copied in one "
            "kernel each (Megatron-LM: apply_rope_fusion)."),
        kTrainingRows.row<&TrainSpec::schedule>("train.schedule", "Pipeline schedule", oneOf<ScheduleKind>(),
                                                {},
                                                "Order of the passes; auto = 1f1b, interleaved with virtual "
                                                "stages, combined-1f1b where the all-to-all overlaps too."),
        kTrainingRows.row<&TrainSpec::fusedGradAccumulation>("train.fused_grad_accumulation",
                                                             "Fused gradient sum", flag(), {},
                                                             "Weight-gradient GEMMs accumulate in place."),
        kTrainingRows.row<&TrainSpec::hostFactor>("train.host_factor", "Host factor", real(0.1, 10, S::Log),
                                                  {}, "Slowness of the host against a typical one."),
        kTrainingRows.row<&TrainSpec::memoryReserve>(
            "train.memory_reserve", "Reserved over allocated", real(1, 4), {},
            "What the caching allocator takes over what is allocated, as a fit to logs found; auto = 1.1."),
        kTrainingRows.row<&TrainSpec::contextGib>(
            "train.context_gib", "Context of a GPU", real(0, 1000), {.unit = "GiB"},
            "CUDA context, NCCL and other programs beside the allocator, as a fit to logs found; auto = 3."),
        kTrainingRows.row<&TrainSpec::memoryError>("train.memory_error", "Error of memory", real(0, 10),
                                                   {.unit = "share"},
                                                   "Four runs of five of this machine are off by less, as a "
                                                   "fit to them found: the odds of a verdict "
                                                   "are of it; auto = published runs."),
        kTrainingRows.row<&TrainSpec::attentionWindow>("train.attention_window", "Attention window",
                                                       integer(0, 16777216), {.unit = "tokens"},
                                                       "Sliding window on alternate layers; 0 = none."),
        kTrainingRows.row<&TrainSpec::trainable>(
            "train.trainable", "Trainable", oneOf<Trainable>(), {.everyday = true},
            "All weights, low-rank adapters beside frozen ones (LoRA), or none: a forward pass alone."),
        kTrainingRows.row<&TrainSpec::loraRank>("train.lora.rank", "Rank of adapters",
                                                integer(1, 8192, S::Log), {.symbol = "r"},
                                                "Of the two matrices beside each adapted one."),
        kTrainingRows.row<&TrainSpec::loraAlpha>(
            "train.lora.alpha", "Scale of adapters", real(0, 1e6), {.symbol = "α"},
            "What an adapter adds counts α/r times; moves neither bytes nor time."),
        kTrainingRows.row<&TrainSpec::loraTargets>(
            "train.lora.targets", "Adapted matrices", text(), {},
            "Comma-separated: qkv and fc1 as fused products, or q, k, v and gate, up apart; o; down."),
        kTrainingRows.row<&TrainSpec::loraExperts>(
            "train.lora.experts", "Adapters of experts", oneOf<LoraExperts>(), {},
            "Each routed expert has its own, those of a GPU share one in a layer, or they have none."),
        kTrainingRows.row<&TrainSpec::frozen>(
            "train.frozen", "Frozen parts", text(), {},
            "none, or what does not learn: embeddings, first-N (layers), comma-separated. Below the first "
            "part that learns nothing is kept and no gradient passes."),
        kTrainingRows.row<&TrainSpec::packed>(
            "train.packed", "Packed samples", text(), {.unit = "tokens"},
            "Mix of lengths of the samples packed into a sequence, with repeats: 300*8,1500. Attention stays "
            "within a sample; empty = one sample a sequence."),
    };
}

} // namespace moe
