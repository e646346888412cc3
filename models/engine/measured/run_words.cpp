// SPDX-License-Identifier: GPL-3.0-or-later
// Names of keys and switches in lists of published runs, and the keys of a scenario they stand for.

#include "models/engine/measured/run_list.h"

#include <algorithm>

namespace moe {
namespace {

/// Keys read below, or that describe the run without changing its scenario.
constexpr std::string_view kOthers[] = {"id",
                                        "file",
                                        "kind",
                                        "quality",
                                        "source",
                                        "path",
                                        "model",
                                        "gpu",
                                        "framework",
                                        "sharding",
                                        "precision",
                                        "recompute",
                                        "overlap",
                                        "dispatcher",
                                        "routing",
                                        "cuda_graph",
                                        "attention",
                                        "schedule",
                                        "step_time_s",
                                        "tokens_per_s_per_gpu",
                                        "samples_per_s",
                                        "tflops",
                                        "mfu",
                                        "hfu",
                                        "params",
                                        "peak_mem_gib",
                                        "peak_mem_note",
                                        "device_mem_gb",
                                        "notes",
                                        "grad_accum",
                                        "per_device_batch",
                                        "dp_slices",
                                        "recipe",
                                        "optimizer",
                                        "weight_dtype",
                                        "fused_grouped_mlp",
                                        "grad_reduce",
                                        "network",
                                        "fp8_attention",
                                        "offload",
                                        "shape.ffn",
                                        "shape.kv_heads",
                                        "shape.source",
                                        "shape.activation",
                                        "shape.block",
                                        "shape.bias",
                                        "shape.position",
                                        "shape.attention",
                                        "shape.global_head_dim",
                                        "shape.global_kv_heads",
                                        "shape.v_heads",
                                        "shape.kind",
                                        "shape.layer_cycle",
                                        "used_for_fit",
                                        "in_scope",
                                        "cause"};
constexpr std::string_view kBelow[] = {"other_releases.", "set."};

} // namespace

const std::vector<RunKey>& runKeys() {
    static const std::vector<RunKey> rows = {
        {"gpus", "cluster.gpus"},
        {"tp", "parallel.tp"},
        {"sp", "parallel.sequence_parallel"},
        {"pp", "parallel.pp"},
        {"vpp", "parallel.vpp"},
        {"cp", "parallel.cp"},
        {"ep", "parallel.ep"},
        {"etp", "parallel.etp"},
        {"dp", "parallel.dp"},
        {"pp_layout", "parallel.layout"},
        {"micro_batch", "train.micro_batch"},
        {"grad_bytes", "train.grad_bytes"},
        {"global_batch", "train.global_batch"},
        {"seq", "model.sequence"},
        {"mtp", "model.mtp_layers"},
        {"shape.layers", "model.layers"},
        {"shape.hidden", "model.hidden"},
        {"shape.heads", "model.heads"},
        {"shape.head_dim", "model.head_dim"},
        {"shape.vocab", "model.vocab"},
        {"shape.gated", "model.gated"},
        {"shape.tied", "model.tied_embeddings"},
        {"shape.q_lora", "model.q_rank"},
        {"shape.kv_lora", "model.kv_rank"},
        {"shape.d_nope", "model.nope_dim"},
        {"shape.d_rope", "model.rope_dim"},
        {"shape.d_v", "model.v_dim"},
        {"shape.chunk_window", "model.chunk"},
        {"shape.window", "model.window"},
        {"shape.experts", "moe.experts"},
        {"shape.top_k", "moe.top_k"},
        {"shape.expert_ffn", "moe.expert_ffn"},
        {"shape.shared_experts", "moe.shared_experts"},
        {"shape.first_dense", "model.dense_layers"},
        {"shape.moe_every", "moe.every"},
    };
    return rows;
}

const std::vector<FrameworkDefaults>& frameworkDefaults() {
    static const std::vector<FrameworkDefaults> rows = {
        // llm-foundry runs torch eagerly with flash attention and its fused
        // cross-entropy
        // (scripts/train/yamls/pretrain/mpt-*.yaml: attn_impl flash; loss_fn
        // fused_crossentropy).
        // Its attention of 2023 is Triton's.
        {"source", "mosaicml/llm-foundry",
         "train.eager=true train.attention_kernel=flash-1 train.loss=fused"},
        // These run torch, or Paddle, without a compiler.
        {"framework", "InternEvo", "train.eager=true"},
        {"framework", "InternLM", "train.eager=true"},
        {"framework", "Paddle", "train.eager=true"},
        {"framework", "XTuner", "train.eager=true"},
        {"framework", "AutoModel", "train.eager=true"},
        // resources/scripts/gpu: plain PyTorch on one GPU; layers and loss by torch.compile where that is
        // said.
        {"framework", "PyTorch, eager", "train.stack=pytorch train.zero=0 train.eager=true"},
        {"framework", "PyTorch, torch.compile", "train.stack=pytorch train.zero=0"},
        // Composer's "PURE" reduces gradients in bf16, "DEFAULT" in fp32.
        {"sharding", "mixed precision PURE", "train.grad_bytes=2"},
        // XLA compiles everything but attention.
        {"framework", "JAX", "train.loss=compiled"},
        // Gradients are reduced in bf16 in the performance recipes
        // (grad_reduce_in_fp32 False, v0.2.2 to v0.5.1).
        {"framework", "Megatron-Bridge", "train.grad_bytes=2 train.grad_reduce=bf16"},
        // Their data parallelism waits unless a script asks for overlap; Megatron-LM fuses the cross-entropy
        // only
        // where --cross-entropy-loss-fusion asks for it.
        {"framework", "MindSpeed-LLM", "train.dp_overlap=false train.loss=unfused"},
        // Llama on 32 trn1.32xlarge as in its benchmark: activations_checkpoint_recompute [CoreAttention,
        // LlamaMLP]
        // (aws-neuron/neuronx-distributed-training, examples/conf/hf_llama3.1_8B_config.yaml and _70B_).
        {"framework", "neuronx", "train.dp_overlap=false train.recompute=core_attn,mlp"},
    };
    return rows;
}

const std::vector<WordMeaning>& wordMeanings() {
    static const std::vector<WordMeaning> rows = {
        {"sharding", "fsdp", "train.zero=3"},
        {"sharding", "FSDP", "train.zero=3"},
        {"sharding", "ZeRO-3", "train.zero=3"},
        {"sharding", "none", "train.zero=0"},
        {"precision", "fp8", "precision.compute=fp8"},
        {"precision", "fp8_mx", "precision.compute=mxfp8", "precision.compute=fp8"},
        {"precision", "mxfp8", "precision.compute=mxfp8", "precision.compute=fp8"},
        {"precision", "fp8_sc", "precision.compute=fp8_block", "precision.compute=fp8"},
        {"precision", "subchannel", "precision.compute=fp8_block", "precision.compute=fp8"},
        {"precision", "fp8-block", "precision.compute=fp8_block", "precision.compute=fp8"},
        {"precision", "fp8_block", "precision.compute=fp8_block", "precision.compute=fp8"},
        {"precision", "blockwise", "precision.compute=fp8_block", "precision.compute=fp8"},
        {"precision", "block scal", "precision.compute=fp8_block", "precision.compute=fp8"},
        {"precision", "nvfp4", "precision.compute=nvfp4", "precision.compute=fp8"},
        {"overlap", "TP overlap", "train.tp_overlap=true"},
        {"overlap", "tp_comm_overlap", "train.tp_overlap=true"},
        {"overlap", "use-mc2", "train.tp_overlap=true"}, // products fused with their collectives
        {"overlap", "overlap-grad-reduce", "train.dp_overlap=true"},
        {"overlap", "EP all-to-all", "train.ep_overlap=true"},
        {"overlap", "delay_wgrad", "train.delay_wgrad=true"},
        {"dispatcher", "deepep", "train.dispatcher=deepep"},
        {"dispatcher", "hybridep", "train.dispatcher=hybridep", "train.dispatcher=deepep"},
        {"routing", "forced balance", "train.imbalance=1"},
        {"routing", "capacity factor 1.25", "moe.capacity_factor=1.25"},
        {"cuda_graph", "full_iteration", "train.cuda_graphs=full", "train.cuda_graphs=true"},
        {"cuda_graph", "full-iteration", "train.cuda_graphs=full", "train.cuda_graphs=true"},
        {"cuda_graph", "transformer_engine", "train.cuda_graphs=scoped", "train.cuda_graphs=true"},
        {"cuda_graph", "scoped", "train.cuda_graphs=scoped", "train.cuda_graphs=true"},
        {"cuda_graph", "local: attn", "train.cuda_graphs=scoped", "train.cuda_graphs=true"},
        {"cuda_graph", "local: mlp", "train.cuda_graphs=scoped", "train.cuda_graphs=true"},
        {"cuda_graph", "local: moe", "train.cuda_graphs=scoped", "train.cuda_graphs=true"},
        {"optimizer", "muon", "train.optimizer=muon"},
        {"grad_reduce", "bf16", "train.grad_reduce=bf16"},
        {"grad_reduce", "fp32", "train.grad_reduce=fp32"},
        {"fp8_attention", "true", "train.fp8_attention=true"},
        {"fused_grouped_mlp", "true", "train.fused_grouped_mlp=true"},
        {"schedule", "GPipe", "train.schedule=gpipe"},
        {"shape.activation", "gelu", "model.gated=false"},
        {"shape.activation", "relu", "model.gated=false"},
        {"shape.position", "learned", "model.position=learned"},
        {"shape.attention", "mla", "model.attention=mla"},
        {"shape.block", "gemma3", "model.global_every=6"}, // five local layers, one global: Gemma 3 report
        {"shape.block", "gemma4", "model.global_every=6"},
        // Norms before and behind both blocks (the same report, 2; modeling_gemma3.py,
        // post_feedforward_layernorm).
        {"shape.block", "gemma3", "model.four_norms=true"},
        {"shape.block", "gemma4", "model.four_norms=true"},
        {"shape.block", "llama4", "model.global_every=4"}, // three chunked layers, one global
        // Policies of MaxText and Paxml by what they keep: what is not kept is
        // computed again.
        {"recompute", "full", "train.recompute=full"},
        {"recompute", "mla_up_proj", "train.recompute=mla_up_proj"},
        {"recompute", "save_qkv_proj", "train.recompute=core_attn,layernorm,mlp"},
        {"recompute", "SAVE_QKV_OUT_PROJ", "train.recompute=core_attn,layernorm,mlp"},
        {"recompute", "SAVE_DOT_ONLY", "train.recompute=core_attn,layernorm"},
        {"recompute", "minimal (", "train.recompute=core_attn,layernorm"},
        {"recompute", "minimal_with_context", "train.recompute=layernorm"},
        {"recompute", "q/k/v recomputed", "train.recompute=full"},
        {"recompute", "recompute all but", "train.recompute=layernorm,mlp"},
        {"recompute", "rest recomputed", "train.recompute=core_attn,layernorm,mlp"},
    };
    return rows;
}

const std::vector<UnmodelledWord>& unmodelledWords() {
    static const std::vector<UnmodelledWord> rows = {
        {"framework", "InternEvo", "parameters broadcast rank after rank"},
        {"framework", "InternLM", "parameters broadcast rank after rank"},
        {"framework", "Paddle", "PaddleNLP"},
        {"framework", "transformers", "fine-tuning with Hugging Face and ZeRO-3"},
        {"framework", "Hugging Face", "fine-tuning with Hugging Face and ZeRO-3"},
        {"framework", "HuggingFace", "fine-tuning with Hugging Face and ZeRO-3"},
        {"framework", "LLaMA-Factory", "fine-tuning with Hugging Face and ZeRO-3"},
        {"routing", "token drop", "tokens dropped at a capacity"},
        {"dispatcher", "allgather", "experts by all-gather"},
        {"dispatcher", "all-gather", "experts by all-gather"},
        {"precision", "int8", "products of 8 bits on TPUs"},
    };
    return rows;
}

bool isRunKey(std::string_view key) {
    const auto same = [key](const RunKey& row) { return row.key == key; };
    return std::any_of(runKeys().begin(), runKeys().end(), same) ||
           std::find(std::begin(kOthers), std::end(kOthers), key) != std::end(kOthers) ||
           std::any_of(std::begin(kBelow), std::end(kBelow),
                       [key](std::string_view start) { return key.substr(0, start.size()) == start; }) ||
           key == "other_releases" || key == "set" || key == "shape";
}

} // namespace moe
