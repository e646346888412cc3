// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/kernel_names.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace moe {
namespace {

bool isUpperLetter(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isLowerLetter(char c) {
    return c >= 'a' && c <= 'z';
}
bool isWordCharacter(char c) {
    return isUpperLetter(c) || isLowerLetter(c) || (c >= '0' && c <= '9');
}

/// Behind what stands for an earlier part, "S5_", or a value, "Li128E", whose digits are no length; `at`
/// else.
std::size_t behindReference(std::string_view symbol, std::size_t at) {
    const bool value = symbol[at] == 'L' && at + 1 < symbol.size() && isLowerLetter(symbol[at + 1]);
    if (!value && symbol[at] != 'S') return at;
    std::size_t behind = at + (value ? 2 : 1);
    while (behind < symbol.size() &&
           ((symbol[behind] >= '0' && symbol[behind] <= '9') || (!value && isUpperLetter(symbol[behind]))))
        ++behind;
    return behind < symbol.size() && symbol[behind] == (value ? 'E' : '_') ? behind + 1 : at;
}

/// "_ZN5aiter24add_rmsnorm_quant_kernel…" as C++ spells it. Names with types that the library does not know
/// (vendors' half precision) keep the identifiers they hold: a length and as many characters.
std::string demangled(std::string_view name) {
    const std::string symbol(name.substr(0, name.find_first_of(" .[")));
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    if (status == 0 && text) return text.get();
    std::string words;
    for (std::size_t at = 2; at < symbol.size();) {
        if (const std::size_t behind = behindReference(symbol, at); behind > at) {
            at = behind;
            continue;
        }
        std::size_t length = 0, behind = at;
        while (behind < symbol.size() && symbol[behind] >= '0' && symbol[behind] <= '9' && length < 10000)
            length = length * 10 + static_cast<std::size_t>(symbol[behind++] - '0');
        if (length == 0 || behind + length > symbol.size()) {
            at = std::max(at + 1, behind);
            continue;
        }
        words += symbol.substr(behind, length) + "::";
        at = behind + length;
    }
    return words;
}

/// Words of a text, "_" behind each. A capital letter begins one (SendRecv), so does the last of several
/// (CUDAKernel).
void addWords(std::string_view text, std::string& to) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (!isWordCharacter(c)) {
            if (to.back() != '_') to += '_';
            continue;
        }
        const char before = i > 0 ? text[i - 1] : '_', after = i + 1 < text.size() ? text[i + 1] : '_';
        const bool begins =
            isUpperLetter(c) && (isLowerLetter(before) || (isUpperLetter(before) && isLowerLetter(after)));
        if (begins && to.back() != '_') to += '_';
        to += isUpperLetter(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    if (to.back() != '_') to += '_';
}

/// Without what stands in <…>, (…) and {…}, which may be cut off.
std::string outside(std::string_view name) {
    std::string kept;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '<' || c == '(' || c == '{') {
            ++depth;
        } else if (c == '>' || c == ')' || c == '}') {
            if (c == '>' && i > 0 && name[i - 1] == '-') continue; // an arrow
            depth = std::max(0, depth - 1);
            kept += ' ';
        } else if (depth == 0) {
            kept += c;
        }
    }
    return kept;
}

/// The template arguments of the first kernel, without lambdas and parameters.
std::string_view templateArguments(std::string_view name) {
    const std::size_t begin = name.find('<');
    if (begin == std::string_view::npos) return {};
    int depth = 0;
    for (std::size_t i = begin; i < name.size(); ++i) {
        if (name[i] == '<') ++depth;
        if (name[i] == '>' && name[i - 1] != '-' && --depth == 0) return name.substr(begin, i - begin);
        if (name[i] == '{') return name.substr(begin, i - begin);
    }
    return name.substr(begin);
}

bool hasWords(std::string_view words, std::string_view part) {
    return words.find(part) != std::string_view::npos;
}

/// Kernels that run what their template arguments name.
bool isLauncher(std::string_view words) {
    constexpr std::array kLaunchers{"_device_kernel_",    "_cutlass_kernel_", "_cutlass_kernel2_",
                                    "_cudnn_kernel_",     "_kentry_",         "_ck_kernel",
                                    "_ck_tile_",          "_deep_gemm_",      "_multi_tensor_apply_kernel_",
                                    "_trampoline_kernel_"};
    return std::any_of(kLaunchers.begin(), kLaunchers.end(),
                       [&](const char* part) { return hasWords(words, part); });
}

} // namespace

std::string kernelWords(std::string_view name) {
    std::string_view collective;
    if (name.ends_with(']')) {
        const std::size_t bracket = name.rfind(" [");
        if (bracket != std::string_view::npos) {
            collective = name.substr(bracket + 2, name.size() - bracket - 3);
            name = name.substr(0, bracket);
        }
    }
    std::string plain;
    if (name.starts_with("_Z")) name = plain = demangled(name);
    std::string words = "_";
    addWords(outside(name), words);
    if (isLauncher(words)) addWords(templateArguments(name), words);
    if (!collective.empty()) {
        words += "collectiveop_";
        addWords(collective, words);
    }
    return words;
}

const std::vector<KernelNames>& kernelNames() {
    static const std::vector<KernelNames> rows{
        {"copies", "CUDA and HIP runtimes, as Kineto names them", {"_memcpy_", "_memset_"}},
        // Their names hold those of other kinds: a store to a cache of flash attention, a norm in a product.
        {"memory_bound",
         "torch.compile, pointwise and reduction templates",
         {"_triton_poi_", "_triton_red_", "_triton_per_", "_triton_for_"}},
        {"memory_bound",
         "vLLM, SGLang and FlashInfer: caches, positions, indices",
         {"_reshape_and_cache", "_concat_and_cache", "_store_kvcache", "_set_kv_buffer", "_kv_indices",
          "_kv_cache_scatter", "_store_kv", "_rotary", "_rope_", "_gather_and_", "_copy_page",
          "_append_paged_kv", "_merge_attn_states_copy"}},
        {"memory_bound",
         "mixture-of-experts bookkeeping of vLLM, SGLang, TensorRT-LLM, Transformer Engine",
         {"_moe_align",
          "_moe_sum",
          "_moe_dev_",
          "_moe_permute",
          "_moe_unpermute",
          "_moe_sort",
          "_moe_topk",
          "_topk_",
          "_top_k_",
          "_expand_input_rows",
          "_finalize_moe",
          "_finalize_kernel",
          "_routing_",
          "_permute_kernel",
          "_unpermute_kernel",
          "_row_id_map",
          "_ep_scatter",
          "_ep_gather",
          "_deepgemm_compute_src",
          "_compute_problem_sizes",
          "_sort_chunks"}},
        {"memory_bound",
         "short convolutions of state-space models, causal-conv1d",
         {"_causal_conv1d", "_short_conv"}},
        {"memory_bound",
         "DeepSeek's training kernels, beside its grouped products",
         {"_grouped_gemm_cuda_utils_"}},
        {"memory_bound",
         "batch norms and layouts of cuDNN and MIOpen",
         {"_batch_norm", "_bn_fw", "_bn_bw", "_nchw_to_nhwc", "_nhwc_to_nchw", "_batched_transpose",
          "_sub_tensor_op"}},
        {"memory_bound",
         "quantisation beside products",
         {"_dequant", "_quantize", "_quant_8bit", "_quant_fp8", "_fp8_quant", "_group_quant", "_token_quant",
          "_tensor_quant", "_rmsnorm_quant", "_and_quant", "_fp4_quant", "_cast_transpose",
          "_cast_and_transpose"}},
        {"exchange",
         "DeepEP of DeepSeek, Hybrid-EP of NVIDIA, pplx-kernels, NVSHMEM",
         {"_deep_ep_", "_dpsk_ep_", "_hybrid_ep_", "_nvshmem", "_internode_", "_intranode_dispatch",
          "_intranode_combine", "_pplx", "_moe_a2a", "_moe_alltoall"}},
        {"exchange",
         "NCCL and RCCL; collectives as PyTorch names them",
         {"_send_recv_", "_sendrecv", "_alltoall", "_all_to_all", "_all2all", "_collectiveop_send",
          "_collectiveop_recv"}},
        {"collectives", "NCCL, RCCL, MSCCL", {"_nccl", "_rccl", "_msccl", "_collectiveop_"}},
        {"collectives",
         "custom all-reduces of vLLM, SGLang, TensorRT-LLM, AITER, PyTorch's symmetric memory, Transformer "
         "Engine",
         {"_all_reduce", "_allreduce", "_all_gather", "_allgather", "_reduce_scatter", "_reducescatter",
          "_multimem", "_cross_device_reduce", "_quick_reduce", "_quickreduce", "_lamport", "_userbuffers"}},
        {"embeddings",
         "FBGEMM and torchrec: tables of embeddings, with the optimizer inside",
         {"_split_embedding", "_fbgemm_gpu", "_bounds_check_indices", "_linearize_index",
          "_permute_pooled_embs", "_embedding_bag", "_embedding_backward", "_embedding_dense_backward",
          "_vocab_parallel_embedding", "_get_masked_input"}},
        {"memory_bound", "PyTorch's foreach copies", {"_copy_functor_"}},
        {"optimizer",
         "Apex, Transformer Engine, PyTorch (foreach and fused), bitsandbytes",
         {"_adam_", "_adamw_", "_fused_adam", "_multi_tensor_", "_lamb_", "_lamb_stage", "_muon_",
          "_adagrad_", "_lion_", "_sgd_", "_rmsprop_", "_optimizer", "_newton_schulz"}},
        {"attention",
         "FlashAttention, cuDNN, CUTLASS, AOTriton, SageAttention, AITER, Composable Kernel",
         {"_flash", "_fmha", "_attn_", "_attention", "_sdpa_", "_sage_", "_compute_attn", "_bwd_kernel_dk_dv",
          "_bwd_kernel_dq", "_bwd_dkdv", "_fa3_", "_fa2_", "_dot_do_o", "_convert_dq_"}},
        {"attention",
         "FlashInfer, FlashMLA, vLLM, TensorRT-LLM, DeepGEMM's indexer",
         {"_mla_", "_decode_with_paged", "_prefill_with_paged", "_prefill_with_ragged", "_batch_decode_",
          "_batch_prefill_", "_single_prefill_", "_single_decode_", "_merge_state", "_variable_length_merge",
          "_mha_", "_mmha_", "_mqa_", "_xqa", "_pa_fwd", "_pa_decode", "_splitkv_"}},
        {"attention",
         "state-space and linear attention: flash-linear-attention, mamba-ssm",
         {"_delta_rule", "_gated_delta", "_chunk_scan", "_chunk_state", "_selective_scan", "_state_passing",
          "_kda_", "_chunk_gla", "_lightning_attn", "_fused_recurrent"}},
        {"products",
         "DeepSeek's training kernels: dense products in the namespace of grouped ones (64 launches of the "
         "first are 16 a layer and pass; the second is weight gradients)",
         {"_grouped_gemm_cuda_fp8_"}},
        {"convolutions",
         "cuDNN, MIOpen, CUTLASS, Composable Kernel",
         {"_fprop_",     "_implicit_gemm", "_igemm_",         "_grouped_conv", "_conv2d",       "_conv3d",
          "_conv1d",     "_convolution",   "_conv_depthwise", "_conv_fwd",     "_conv_bwd",     "_winograd",
          "_cudnn_",     "_scudnn_",       "_hcudnn_",        "_fft2d_",       "_mi_open_conv", "_im2col",
          "_16816fprop", "_16816dgrad",    "_16816wgrad"}},
        {"expert_products",
         "CUTLASS, DeepGEMM (GemmType 1 to 3 of its types.hpp are grouped), Transformer Engine, Megablocks",
         {"_group_problem", "_grouped_gemm", "_group_gemm", "_groupgemm", "_gemm_grouped", "_m_grouped_",
          "_k_grouped_", "_gemm_type_1_", "_gemm_type_2_", "_gemm_type_3_", "_grouped_", "_ragged_dot",
          "_scatter2scatter", "_sdd_kernel", "_dsd_kernel"}},
        {"expert_products",
         "vLLM and SGLang (Triton, Marlin), TensorRT-LLM (trtllm-gen's bmm), triton_kernels, AITER",
         {"_fused_moe_kernel", "_moe_gemm", "_moe_fc_gemm", "_marlin_moe", "_moe_wna16", "_moe_mmk",
          "_bmm_mx", "_bmm_e4m3", "_bmm_e2m1", "_bmm_bfloat16", "_bmm_fp", "_matmul_ogs", "_fmoe", "_moe_ck",
          "_moe_stage", "_ck_moe", "_moe_mma", "_moe_gemv", "_cutlass_moe"}},
        {"products",
         "cuBLAS, hipBLASLt, rocBLAS, CUTLASS, MAGMA, DeepGEMM, Triton",
         {"gemm",
          "_nvjet",
          "_cublas",
          "_cutlass_",
          "_xmma_",
          "_splitk",
          "_split_k",
          "gemv",
          "_matmul",
          "_cijk_",
          "_wgmma",
          "_dot_kernel_",
          "_reduce_1block_kernel_",
          "_epilogue_impl_",
          "_mm_kernel",
          "_triton_tem_",
          "_scaled_mm",
          "_addmm",
          "_bmm_",
          "_wvsplitk",
          "_skinny_"}},
        {"products",
         "products with narrow weights: Marlin, Machete, AWQ, GPTQ",
         {"_marlin", "_machete", "_awq_", "_gptq", "_exllama", "_wna16", "_w4a16", "_w8a8", "_bitblas"}},
        {"memory_bound",
         "PyTorch's own kernels, CUB, Thrust, rocPRIM",
         {"_at_native_", "_at_cuda_detail_", "_cub_", "_thrust_", "_rocprim_", "_c10_"}},
        // Named by what they are made with, or what they do.
        {"memory_bound",
         "element by element, reductions, indices",
         {"elementwise",     "norm",     "softmax",   "soft_max",     "permute",     "_sort",
          "_reduce",         "triton",   "_index",    "_gather",      "_scatter",    "_cat_",
          "_rope",           "swiglu",   "silu",      "gelu",         "_relu",       "entropy",
          "dropout",         "_copy",    "_cast",     "_quant",       "transpose",   "_router",
          "_scan",           "_fill",    "embedding", "_act_and_mul", "_gating",     "_argmax",
          "_sampling",       "_bias",    "_pool",     "_upsample",    "_histogram",  "_ln_fwd",
          "_ln_bwd",         "_mean",    "_sum_",     "_cumsum",      "_mask",       "_activation",
          "_residual",       "_pad_",    "_unpad",    "_repeat",      "_add_kernel", "_mul_kernel",
          "_fused_mapping",  "_compare", "_where_",   "_random",      "_philox",     "_distribution",
          "_expand_to_fused"}},
    };
    return rows;
}

std::string_view kernelFamilyKey(std::string_view name) {
    const std::string words = kernelWords(name);
    for (const KernelNames& row : kernelNames())
        for (const char* part : row.words)
            if (hasWords(words, part)) return row.family;
    return "rest";
}

bool isTrainingKernel(std::string_view name) {
    const std::string words = kernelWords(name);
    // PyTorch's foreach kernels serve whoever has lists of tensors; the fused ones are optimizers.
    if (kernelFamilyKey(name) == "optimizer" && !hasWords(words, "_at_native_multi_tensor_apply_"))
        return true;
    if (hasWords(words, "_fused_optimizer_")) return true;
    constexpr std::array kParts{"_bwd_",       "_backward", "_grad_", "_dgrad",      "_wgrad",
                                "_grad_input", "_dk_dv",    "_dkdv",  "_bwd_kernel", "_flash_bwd"};
    return std::any_of(kParts.begin(), kParts.end(), [&](const char* part) { return hasWords(words, part); });
}

bool isAttentionBackward(std::string_view name) {
    if (kernelFamilyKey(name) != "attention") return false;
    const std::string words = kernelWords(name);
    const auto holds = [&](const char* part) { return hasWords(words, part); };
    constexpr std::array kBackward{"_bwd", "_bprop", "_backward"};
    constexpr std::array kBeside{"preprocess", "postprocess", "convert", "_dot_do_o", "_reduce", "_combine"};
    return std::any_of(kBackward.begin(), kBackward.end(), holds) &&
           std::none_of(kBeside.begin(), kBeside.end(), holds);
}

} // namespace moe
