// SPDX-License-Identifier: GPL-3.0-or-later
// Origin and plausible range of every constant of the step-time model.

#include "models/engine/cost/step_time_constants.h"

#include "models/engine/shape/setup.h"

#include <algorithm>

namespace moe {
namespace {

template <class E> constexpr std::size_t at(E value) {
    return static_cast<std::size_t>(value);
}

/// Matrix units of 128 × 128; from v6e on they are 256 × 256 (Cloud TPU pages, TPU architecture).
bool hasNarrowUnits(std::string_view gpu) {
    return gpu.starts_with("tpu-v4") || gpu.starts_with("tpu-v5");
}
bool hasTwoDies(std::string_view gpu) {
    return gpu.starts_with("tpu-7x");
}

constexpr const char* k29Runs = "29 public runs (Megatron-LM, torchtitan, NeMo, 2022 to 2025)";
constexpr const char* kClass = "default of the class; no run covers it";
constexpr const char* kNarrow =
    "18 runs of MaxText on TPU v5e and v5p; matrix units of 128 × 128 (Cloud TPU pages)";
constexpr const char* kOthers = "36 published runs (MindSpeed-LLM 22, tpu-recipes 13, Primus 1)";
constexpr const char* kTables =
    "operator tables, large shapes: 0.84 of the peak at best, 0.78 to 0.80 on H100, 0.65 to "
    "0.70 on B200, sustained at 0.93 of that";
constexpr const char* kPublished = "208 published runs of six vendors, 2023 to 2026";
constexpr const char* kFlash1 = "llm-foundry, sequences of 16 384 to 65 536 tokens, heads of 64 and 128";
constexpr const char* kTraces = "times of kernels in traces of six steps of plain PyTorch 2.11 on one H100 "
                                "and one H200 (resources/runs/README.md)";
constexpr const char* kOwn =
    "cuDNN 9 on one H100 and one H200, d 64 to 192, 1024 to 65,536 tokens (resources/runs/*-kernels.csv)";
constexpr const char* kPower = "products beside copies that take none to four fifths of the time, one H100 "
                               "and one H200 (resources/runs/*-duty.csv)";
constexpr const char* kBoth = "the same kernels and steps on one H100 and one H200 "
                              "(resources/runs/README.md): eager ones 0.5 to 0.8, compiled "
                              "ones 0.1 to 0.7";
constexpr const char* kPhysical = "physical default; the 29 runs do not decide it";
constexpr const char* kNccl = "NCCL src/graph/tuning.cc, ring with LL128";
constexpr const char* kOperators = "count of the kernels' reads and writes";

} // namespace

// clang-format off
#define MOE_CONSTANT(member) \
    [](const StepConstants& c) -> double { return c.member; }, [](StepConstants& c, double value) { c.member = value; }

const std::vector<StepConstantRow>& stepConstantRows() {
    using O = ConstantOrigin;
    static const std::vector<StepConstantRow> rows = {
        {"gemm_ampere", "large products over the dense bf16 peak", "share", MOE_CONSTANT(known[at(Generation::Ampere)].gemm), 0.75, 0.95, O::Counted, kTables, "ampere"},
        {"attention_ampere", "fused attention forward over the dense bf16 peak", "share", MOE_CONSTANT(known[at(Generation::Ampere)].attention), 0.25, 0.7, O::Fitted, k29Runs, "ampere"},
        {"gemm_hopper", "large products over the dense bf16 peak", "share", MOE_CONSTANT(known[at(Generation::Hopper)].gemm), 0.55, 0.82, O::Counted, kTables, "hopper"},
        {"attention_hopper", "fused attention forward over the dense bf16 peak", "share", MOE_CONSTANT(known[at(Generation::Hopper)].attention), 0.25, 0.7, O::Fitted, k29Runs, "hopper"},
        {"gemm_blackwell", "large products over the dense bf16 peak", "share", MOE_CONSTANT(known[at(Generation::Blackwell)].gemm), 0.4, 0.74, O::Counted, kTables, "blackwell"},
        {"attention_blackwell", "fused attention forward over the dense bf16 peak", "share", MOE_CONSTANT(known[at(Generation::Blackwell)].attention), 0.25, 0.7, O::Fitted, "0.44 on nine runs of one B200 whose products reach 0.506 instead of 0.60", "blackwell"},
        {"gemm_class_ampere", "large products of GPUs of the class that no run covers", "share", MOE_CONSTANT(ofClass[at(Generation::Ampere)].gemm), 0.75, 0.95, O::Prior, kClass, "ampere"},
        {"attention_class_ampere", "fused attention of GPUs of the class that no run covers", "share", MOE_CONSTANT(ofClass[at(Generation::Ampere)].attention), 0.25, 0.7, O::Prior, kClass, "ampere"},
        {"gemm_class_hopper", "large products of GPUs of the class that no run covers", "share", MOE_CONSTANT(ofClass[at(Generation::Hopper)].gemm), 0.55, 0.82, O::Prior, kClass, "hopper"},
        {"attention_class_hopper", "fused attention of GPUs of the class that no run covers", "share", MOE_CONSTANT(ofClass[at(Generation::Hopper)].attention), 0.25, 0.7, O::Prior, kClass, "hopper"},
        {"gemm_class_blackwell", "large products of GPUs of the class that no run covers", "share", MOE_CONSTANT(ofClass[at(Generation::Blackwell)].gemm), 0.4, 0.74, O::Prior, kClass, "blackwell"},
        {"attention_class_blackwell", "fused attention of GPUs of the class that no run covers", "share", MOE_CONSTANT(ofClass[at(Generation::Blackwell)].attention), 0.25, 0.7, O::Prior, kClass, "blackwell"},
        {"gemm_class_ada", "large products of GPUs of the class that no run covers", "share", MOE_CONSTANT(ofClass[at(Generation::Ada)].gemm), 0.4, 0.9, O::Prior, kClass, "ada"},
        {"attention_class_ada", "fused attention of GPUs of the class that no run covers", "share", MOE_CONSTANT(ofClass[at(Generation::Ada)].attention), 0.25, 0.7, O::Prior, kClass, "ada"},
        {"gemm_other", "large products of another NVIDIA GPU over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Nvidia)].gemm), 0.3, 0.95, O::Prior, kClass, "other"},
        {"attention_other", "fused attention of another NVIDIA GPU over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Nvidia)].attention), 0.15, 0.8, O::Prior, kClass, "other"},
        {"gemm_amd", "large products of AMD over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Amd)].gemm), 0.3, 0.95, O::Fitted, kOthers, "amd"},
        {"experts_amd", "grouped over plain products of AMD", "share", MOE_CONSTANT(ofVendor[at(Vendor::Amd)].experts), 0.5, 1.1, O::Fitted, kOthers, "amd"},
        {"attention_amd", "fused attention of AMD over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Amd)].attention), 0.15, 0.8, O::Prior, kClass, "amd"},
        {"gemm_google", "large products of Google TPU v6e over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Google)].gemm), 0.3, 0.95, O::Fitted, kOthers, "google"},
        {"experts_google", "grouped over plain products of Google TPU v6e", "share", MOE_CONSTANT(ofVendor[at(Vendor::Google)].experts), 0.5, 1.1, O::Fitted, kOthers, "google"},
        {"attention_google", "fused attention of Google TPU v6e over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Google)].attention), 0.15, 0.8, O::Prior, kClass, "google"},
        {"gemm_google_narrow", "large products of Google TPUs before v6e over the dense bf16 peak", "share", MOE_CONSTANT(narrowUnits.gemm), 0.3, 0.95, O::Fitted, kNarrow, "google"},
        {"attention_google_narrow", "fused attention of Google TPUs before v6e over the dense bf16 peak", "share", MOE_CONSTANT(narrowUnits.attention), 0.15, 0.8, O::Prior, kClass, "google"},
        {"experts_google_narrow", "grouped over plain products of Google TPUs before v6e", "share", MOE_CONSTANT(narrowUnits.experts), 0.5, 1.1, O::Prior, kOthers, "google"},
        {"gemm_google_7x", "large products of Google TPU 7x over the dense bf16 peak", "share", MOE_CONSTANT(twoDies.gemm), 0.3, 0.95, O::Fitted, kOthers, "google"},
        {"attention_google_7x", "fused attention of Google TPU 7x over the dense bf16 peak", "share", MOE_CONSTANT(twoDies.attention), 0.15, 0.8, O::Prior, kClass, "google"},
        {"experts_google_7x", "grouped over plain products of Google TPU 7x", "share", MOE_CONSTANT(twoDies.experts), 0.5, 1.1, O::Fitted, kOthers, "google"},
        {"gemm_huawei", "large products of Huawei over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Huawei)].gemm), 0.3, 0.95, O::Fitted, kOthers, "huawei"},
        {"attention_huawei", "fused attention of Huawei over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Huawei)].attention), 0.15, 0.8, O::Prior, kClass, "huawei"},
        {"gemm_intel", "large products of Intel over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Intel)].gemm), 0.3, 0.95, O::Prior, kClass, "intel"},
        {"attention_intel", "fused attention of Intel over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Intel)].attention), 0.15, 0.8, O::Prior, kClass, "intel"},
        {"gemm_amazon", "large products of Amazon over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Amazon)].gemm), 0.3, 0.95, O::Prior, kClass, "amazon"},
        {"attention_amazon", "fused attention of Amazon over the dense bf16 peak", "share", MOE_CONSTANT(ofVendor[at(Vendor::Amazon)].attention), 0.15, 0.8, O::Prior, kClass, "amazon"},
        {"fp8_share", "fp8 over bf16 efficiency", "share", MOE_CONSTANT(fp8Share), 0.6, 1, O::Fitted, "one fp8 run", ""},
        {"fp8_hopper", "fp8 over bf16 efficiency on Hopper", "share", MOE_CONSTANT(fp8Hopper), 0.6, 1, O::Counted, kTables, "hopper"},
        {"fp8_block_hopper", "the same with scales per block of 128 x 128, whose sums leave the matrix units every 128 values", "share", MOE_CONSTANT(fp8BlockHopper), 0.5, 0.96, O::Counted, "operator tables of H100, the faster of TensorRT-LLM and SGLang, 601 shapes from 4096 x 2048 x 2048 on: 0.75 to 0.79 at the median", "hopper"},
        {"fp8_blackwell", "fp8 over bf16 efficiency on Blackwell", "share", MOE_CONSTANT(fp8Blackwell), 0.6, 1, O::Counted, kTables, "blackwell"},
        {"fp4_gain", "gain of FP4 over FP8 products", "", MOE_CONSTANT(fp4Gain), 1.3, 2, O::Counted, "operator tables of TensorRT-LLM (aiconfigurator): 1.49 on B200, 1.54 on GB200, 1.63 to 1.72 on B300 and GB300", "blackwell"},
        {"half_dimension", "half-saturation of each dimension of a product", "", MOE_CONSTANT(halfDimension), 40, 300, O::Fitted, k29Runs, ""},
        {"half_dimension_plain", "the same of plain PyTorch, cuBLAS 13", "", MOE_CONSTANT(halfDimensionPlain), 10, 140, O::Counted, kPower, ""},
        {"cool_hopper", "large products of plain PyTorch over the dense bf16 peak, as long as the GPU draws less than it may", "share", MOE_CONSTANT(coolHopper), 0.76, 0.85, O::Counted, kPower, "hopper"},
        {"power_slope", "what its products and attention lose of it per share of the time beyond power_onset", "", MOE_CONSTANT(powerSlope), 0.05, 0.4, O::Counted, kPower, "hopper"},
        {"power_onset", "share of the time in products and attention from which on the power limit holds the clock", "share", MOE_CONSTANT(powerOnset), 0.2, 0.6, O::Counted, kPower, "hopper"},
        {"grouped_share", "grouped over plain product", "share", MOE_CONSTANT(groupedShare), 0.6, 1.1, O::Prior, kPhysical, ""},
        {"half_rows", "half-saturation in rows of a local expert", "", MOE_CONSTANT(halfRows), 60, 500, O::Prior, kPhysical, ""},
        {"unfused_attention", "batched product of unfused attention over a plain one", "share", MOE_CONSTANT(unfusedAttention), 0.3, 0.9, O::Prior, kPhysical, ""},
        {"backward_attention", "backward over forward efficiency of fused attention", "share", MOE_CONSTANT(backwardAttention), 0.6, 1, O::Fitted, k29Runs, ""},
        {"sdpa", "FlashAttention-2 and torch SDPA over fused attention on Hopper", "share", MOE_CONSTANT(sdpa), 0.45, 0.95, O::Prior, "FlashAttention-3 against 2, arXiv 2407.08608", "hopper"},
        {"flash1_ampere", "attention kernels of 2022 and 2023 forward over the dense bf16 peak", "share", MOE_CONSTANT(flash1Ampere), 0.2, 0.5, O::Fitted, kFlash1, "ampere"},
        {"flash1_hopper", "the same on Hopper and later", "share", MOE_CONSTANT(flash1Hopper), 0.1, 0.35, O::Fitted, kFlash1, "hopper"},
        {"short_attention", "length of a sequence at which fused attention takes twice its time", "tokens", MOE_CONSTANT(shortAttention), 100, 1000, O::Prior, kPhysical, ""},
        {"cudnn_hopper", "attention of cuDNN 9 forward over the dense bf16 peak, as long as the GPU draws less than it may", "share", MOE_CONSTANT(cudnnHopper), 0.45, 0.75, O::Counted, kOwn, "hopper"},
        {"cudnn_tokens", "length of a sequence at which it takes twice its time", "tokens", MOE_CONSTANT(shortCudnn), 200, 1000, O::Counted, kOwn, "hopper"},
        {"latent_hopper", "MLA's attention core over that of heads of 128, Hopper and before", "", MOE_CONSTANT(latentHopper), 1, 1.3, O::Counted, "operator tables of H100, sequences from 4096 on (TensorRT-LLM, aiconfigurator)", ""},
        {"latent_blackwell", "the same on Blackwell", "", MOE_CONSTANT(latentBlackwell), 1, 1.3, O::Counted, "operator tables, sequences from 4096 on: 1.19 on B200, 1.15 on GB200 and B300, 1.06 on GB300 (TensorRT-LLM, aiconfigurator)", "blackwell"},
        {"fp8_attention", "attention in 8 bits over bf16", "", MOE_CONSTANT(fp8Attention), 1.1, 1.7, O::Counted, "operator tables, sequences from 4096 on: 1.38 on H100, 1.29 on B200, 1.32 on GB200, 1.44 on B300, 1.33 on GB300 (TensorRT-LLM, aiconfigurator)", ""},
        {"deterministic", "slow-down of a deterministic attention backward", "", MOE_CONSTANT(deterministic), 1.2, 2.5, O::Fitted, "two runs", ""},
        {"state_kernels", "linear attention and state-space kernels over products", "share", MOE_CONSTANT(stateKernels), 0.1, 0.6, O::Prior, "unfused scans between products; no training step with them was measured", ""},
        {"memory", "device memory bandwidth over nominal, operands of products", "share", MOE_CONSTANT(memory), 0.6, 0.95, O::Fitted, k29Runs, ""},
        {"elementwise", "device memory bandwidth over nominal, elementwise kernels", "share", MOE_CONSTANT(elementwise), 0.4, 0.9, O::Fitted, kPublished, ""},
        {"eager", "elementwise traffic without fused kernels", "", MOE_CONSTANT(eager), 1.2, 4, O::Fitted, kPublished, ""},
        {"eager_plain", "the same of plain PyTorch, which fuses nothing, on an H100", "", MOE_CONSTANT(eagerPlain), 1.2, 4, O::Counted, kTraces, ""},
        {"compiled_plain", "the same of plain PyTorch by torch.compile", "", MOE_CONSTANT(compiledPlain), 0.6, 1.2, O::Counted, kTraces, ""},
        {"cores_plain", "of its elementwise time on an H100, what the multiprocessors take: another memory leaves it as it is", "share", MOE_CONSTANT(coresPlain), 0.2, 0.8, O::Counted, kBoth, ""},
        {"clamped_activation", "bytes per value of a clamped activation with expert biases, in parts", "B", MOE_CONSTANT(clampedActivation), 6, 30, O::Prior, "unfused: each clamp, bias and product reads and writes (gpt-oss); not measured", ""},
        {"nvlink", "NVLink bandwidth of a collective over nominal", "share", MOE_CONSTANT(nvlink), 0.5, 0.9, O::Fitted, "29 public runs; 0.73 to 0.75 on H100, 0.65 to 0.71 on B200 (openxla/xla collective_interpolator_data.h)", ""},
        {"tensor_link", "NVLink bandwidth of a tensor-parallel collective over nominal", "share", MOE_CONSTANT(tensorLink), 0.5, 0.9, O::Fitted, kPublished, ""},
        {"fsdp_link", "bandwidth of FSDP's collectives inside a domain over nominal", "share", MOE_CONSTANT(fsdpLink), 0.4, 0.9, O::Fitted, kPublished, ""},
        {"nic", "network bandwidth of a collective over nominal", "share", MOE_CONSTANT(nic), 0.5, 0.95, O::Prior, kPhysical, ""},
        {"all_to_all", "bandwidth of an all-to-all over nominal", "share", MOE_CONSTANT(allToAll), 0.4, 0.95, O::Fitted, k29Runs, ""},
        {"fused_exchange", "network bandwidth of DeepEP and HybridEP over nominal", "share", MOE_CONSTANT(fusedExchange), 0.7, 0.97, O::Counted, "41 to 47 of 50 GB/s (deepseek-ai/DeepEP, README)", ""},
        {"tensor_message", "bytes added to each tensor-parallel collective", "B", MOE_CONSTANT(tensorMessage.base), 4e6, 30e6, O::Fitted, "29 public runs; 40 us x 386 GB/s = 15 MB (openxla/xla collective_interpolator_data.h)", ""},
        {"collective_latency", "latency of a collective", "s", MOE_CONSTANT(collectiveLatency.base), 4e-6, 60e-6, O::Prior, kPhysical, ""},
        {"all_to_all_latency", "latency of an all-to-all", "s", MOE_CONSTANT(allToAllLatency.base), 10e-6, 100e-6, O::Prior, kPhysical, ""},
        {"ring_start", "start of a ring across nodes", "s", MOE_CONSTANT(ringStart.base), 10e-6, 20e-6, O::Prior, kNccl, ""},
        {"ring_nvlink_hop", "hop of that ring over NVLink", "s", MOE_CONSTANT(ringNvlinkHop.base), 1e-6, 3e-6, O::Prior, kNccl, ""},
        {"ring_network_hop", "hop of that ring over the network", "s", MOE_CONSTANT(ringNetworkHop.base), 2e-6, 10e-6, O::Prior, kNccl, ""},
        {"launch", "host time of one kernel", "s", MOE_CONSTANT(launch.base), 10e-6, 60e-6, O::Fitted, "29 public runs: 4.2 ms of an MoE layer over 150 kernels; a bare torch.matmul takes 11.3 to 17.7 us (NVIDIA/dgxc-benchmarking, cpu_overhead)", ""},
        {"older_launch", "the same of the stack of 2024, over that of later ones", "", MOE_CONSTANT(olderLaunch), 1, 3.5, O::Fitted, "two runs of one A100 server (h 512, 24 layers, dense and 64 experts) differ by 7.9 ms per layer", ""},
        {"graph_node", "host time of a kernel that a recorded graph replays", "s", MOE_CONSTANT(graphNode.base), 1e-6, 4e-6, O::Prior, "1.5 to 2.5 us per node", ""},
        {"dense_kernels", "kernels of a dense layer and micro-batch, both passes", "", MOE_CONSTANT(denseKernels), 40, 65, O::Counted, "Transformer Engine, fused: 45 to 60 by its operators", ""},
        {"moe_kernels", "kernels of an MoE layer and micro-batch, both passes", "", MOE_CONSTANT(moeKernels), 140, 160, O::Counted, "Qwen3-30B-A3B in Megatron-LM: 463 348 kernels of 64 micro-batches and 48 layers", ""},
        {"unfused_moe_kernels", "the same without fused permutation and router", "", MOE_CONSTANT(unfusedMoeKernels), 160, 230, O::Prior, kPhysical, ""},
        {"fused_mlp_kernels", "kernels that a fused grouped MLP saves", "", MOE_CONSTANT(fusedMlpKernels), 6, 30, O::Prior, kPhysical, ""},
        {"blockwise_kernels", "kernels with fp8 blocks over those without", "", MOE_CONSTANT(blockwiseKernels), 1.2, 1.9, O::Counted, "DeepSeek-V3's trace: 246 against 151 (deepseek-ai/profile-data, train.json)", ""},
        {"adapter_kernels", "kernels beside each adapted product, both passes", "", MOE_CONSTANT(adapterKernels), 6, 16, O::Counted, "two products, a scale and a sum forward; four products, a scale and a sum backward", ""},
        {"product_floor", "shortest time of a product", "s", MOE_CONSTANT(productFloor.base), 3e-6, 9e-6, O::Counted, "375 shapes of openxla/xla matmul_interpolator_data.h: 5.5 us on sm_90, 5.5 to 6 on sm_100", ""},
        {"elementwise_floor", "shortest time of another kernel", "s", MOE_CONSTANT(elementwiseFloor.base), 1.5e-6, 5e-6, O::Prior, kPhysical, ""},
        {"kernel_gap", "time between two kernels on the GPU", "s", MOE_CONSTANT(kernelGap.base), 2e-6, 6e-6, O::Fitted, "3.0 to 4.2 us in every variant of a fit on 208 published runs; 2.5 to 5.5 us in tables of short kernels", ""},
        {"graph_gap", "the same within a graph of the whole iteration", "s", MOE_CONSTANT(graphGap.base), 0.5e-6, 3e-6, O::Prior, kPhysical, ""},
        {"elementwise_kernels", "kernels of a layer that are no products", "share", MOE_CONSTANT(elementwiseKernels), 0.5, 0.9, O::Prior, "12 products of 50 kernels in a fused dense layer", ""},
        {"graphs", "launch time with CUDA graphs", "share", MOE_CONSTANT(graphs), 0.1, 1, O::Prior, kPhysical, ""},
        {"dispatcher_sync", "added per MoE layer and micro-batch by the dispatcher", "s", MOE_CONSTANT(dispatcherSync.base), 0.1e-3, 2e-3, O::Prior, kPhysical, ""},
        {"all_to_all_edge", "share of an all-to-all that overlap leaves outside", "share", MOE_CONSTANT(allToAllEdge), 0.03, 0.5, O::Fitted, "Qwen3-30B-A3B on 16 H100, 41.25 to 31.31 s (NVIDIA-NeMo/Megatron-Bridge, card of the expert-parallel overlap)", ""},
        {"deepep_edge", "share of DeepEP's exchange that overlap leaves outside", "share", MOE_CONSTANT(deepEpEdge), 0.03, 0.5, O::Fitted, "118.2 ms of computation that take 129.0, of the 51 ms that the exchanges of those four balanced layers of DeepSeek-V3 take here (deepseek-ai/profile-data@4496024, train.json)", ""},
        {"hybridep_edge", "share of HybridEP's exchange that overlap leaves outside", "share", MOE_CONSTANT(hybridEpEdge), 0.03, 0.5, O::Fitted, "Qwen3-30B-A3B on 16 H100 with HybridEP, 24.714 to 20.992 s (NVIDIA-NeMo/Megatron-Bridge, the same card)", ""},
        {"delayed_weights", "share of what overlap leaves outside, with weight gradients apart", "share", MOE_CONSTANT(delayedWeights), 0.5, 1, O::Fitted, "Qwen3-30B-A3B on 16 H100, 31.31 to 31.20 s (NVIDIA-NeMo/Megatron-Bridge, the same card)", ""},
        {"tensor_overlap", "exposed share of tensor-parallel collectives with their overlap", "share", MOE_CONSTANT(tensorOverlap), 0.1, 1, O::Fitted, kPublished, ""},
        {"data_overlap", "least exposed share of data-parallel traffic with overlap", "share", MOE_CONSTANT(dataOverlap), 0.02, 0.8, O::Prior, kPhysical, ""},
        {"data_slower", "exposed data-parallel traffic over what its bytes take", "", MOE_CONSTANT(dataSlower), 1, 1.5, O::Fitted, kPublished, ""},
        {"send_overlap", "exposed share of send and receive of interleaved pipelines", "share", MOE_CONSTANT(sendOverlap), 0.05, 1, O::Prior, "they run beside the chunks; the runs do not decide it", ""},
        {"fused_accumulation", "share of the traffic of gradient sums that a product which adds them waits for", "share", MOE_CONSTANT(fusedAccumulation), 0.2, 1, O::Counted, "SimuMax measured weight gradients at 0.456 of the peak with fp32 sums and 0.487 without", ""},
        {"head", "LM head over what its product takes", "", MOE_CONSTANT(head), 1, 1.3, O::Fitted, kPublished, ""},
        {"data_hidden", "share of a stage's time that can hide gradient traffic", "share", MOE_CONSTANT(dataHidden), 0.3, 0.95, O::Prior, kPhysical, ""},
        {"fsdp_overlap", "share of the shorter of computation and FSDP traffic that is hidden", "share", MOE_CONSTANT(fsdpOverlap), 0.4, 1, O::Prior, kPhysical, ""},
        {"core_hides_ring", "share of the attention core that hides the context-parallel ring", "share", MOE_CONSTANT(coreHidesRing), 0.4, 1, O::Prior, kPhysical, ""},
        {"per_iteration", "constant of every iteration", "s", MOE_CONSTANT(perIteration.base), 2e-3, 60e-3, O::Fitted, k29Runs, ""},
        {"per_graph_iteration", "the same where a graph is the whole iteration", "s", MOE_CONSTANT(perGraphIteration.base), 1e-3, 17e-3, O::Prior, kPhysical, ""},
        {"host_full", "launch time added by recomputing all", "share", MOE_CONSTANT(hostFull), 0.25, 1, O::Prior, kPhysical, ""},
        {"host_op_level", "launch time added by operator-level recomputing", "share", MOE_CONSTANT(hostOpLevel), 0.125, 0.5, O::Prior, kPhysical, ""},
        {"host_core_attention", "launch time added by recomputing the attention core", "share", MOE_CONSTANT(hostCoreAttention), 0.0125, 0.1, O::Prior, "regression values of the runs with and without it", ""},
        {"host_layernorm", "launch time added by recomputing norms", "share", MOE_CONSTANT(hostLayerNorm), 0.005, 0.04, O::Prior, kPhysical, ""},
        {"host_moe_activation", "launch time added by recomputing expert activations", "share", MOE_CONSTANT(hostMoeActivation), 0.005, 0.04, O::Prior, kPhysical, ""},
        {"host_up_projection", "launch time added by recomputing MLA's up-projections", "share", MOE_CONSTANT(hostUpProjection), 0.0125, 0.1, O::Prior, kPhysical, ""},
        {"host_mlp", "launch time added by recomputing dense MLPs", "share", MOE_CONSTANT(hostMlp), 0.0125, 0.1, O::Prior, kPhysical, ""},
        {"host_moe", "launch time added by recomputing MoE blocks", "share", MOE_CONSTANT(hostMoe), 0.125, 0.5, O::Prior, kPhysical, ""},
        {"loss_fused", "bytes per logit of a fused cross-entropy", "B", MOE_CONSTANT(lossFused), 8, 16.5, O::Counted, kOperators, ""},
        {"loss_compiled", "bytes per logit of a compiled torch cross-entropy", "B", MOE_CONSTANT(lossCompiled), 18, 36, O::Counted, kOperators, ""},
        {"loss_compiled_plain", "bytes per logit of torch.compile's cross-entropy in plain PyTorch", "B", MOE_CONSTANT(lossCompiledPlain), 6, 24, O::Counted, kTraces, ""},
        {"loss_jit", "bytes per logit of Megatron-LM's jit-fused cross-entropy", "B", MOE_CONSTANT(lossJit), 22.5, 45, O::Counted, kOperators, ""},
        {"loss_eager", "bytes per logit of an eager torch cross-entropy", "B", MOE_CONSTANT(lossEager), 27, 54, O::Counted, kOperators, ""},
        {"loss_unfused", "bytes per logit of an unfused cross-entropy", "B", MOE_CONSTANT(lossUnfused), 37.5, 75, O::Counted, kOperators, ""},
    };
    return rows;
}

#undef MOE_CONSTANT
// clang-format on

const StepConstantRow* findStepConstant(std::string_view key) {
    const auto& rows = stepConstantRows();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [key](const StepConstantRow& row) { return row.key == key; });
    return found == rows.end() ? nullptr : &*found;
}

const GenerationConstants& StepConstants::of(const GpuSpec& gpu) const {
    if (hasNarrowUnits(gpu.key)) return narrowUnits;
    if (hasTwoDies(gpu.key)) return twoDies;
    if (gpu.generation == Generation::Other) {
        const Vendor vendor = vendorOf(gpu).vendor;
        return ofVendor[at(vendor == Vendor::Other ? Vendor::Nvidia : vendor)];
    }
    return isKnownGpu(gpu) && at(gpu.generation) < known.size() ? known[at(gpu.generation)]
                                                                : ofClass[at(gpu.generation)];
}

double StepConstants::fp8ShareOf(const GpuSpec& gpu) const {
    if (gpu.generation == Generation::Hopper) return fp8Hopper;
    return gpu.generation == Generation::Blackwell ? fp8Blackwell : fp8Share;
}

double StepConstants::lossBytes(LossKernel kernel, Stack stack) const {
    switch (kernel) {
    case LossKernel::Fused:
    case LossKernel::Chunked: return lossFused;
    case LossKernel::Compiled: return stack == Stack::PyTorch ? lossCompiledPlain : lossCompiled;
    case LossKernel::Jit: return lossJit;
    case LossKernel::Eager: return lossEager;
    case LossKernel::Unfused: break;
    }
    return lossUnfused;
}

const StepConstants& constantsOf(const Setup& setup) {
    return setup.constants ? *setup.constants : kStepConstants;
}

bool isKnownGpu(const GpuSpec& gpu) {
    static constexpr std::array<std::string_view, 9> kKnown = {
        "h100-sxm", "h800", "h200", "b200", "gb200", "gb300", "a100-80g", "a100-pcie", "a800"};
    return std::find(kKnown.begin(), kKnown.end(), gpu.key) != kKnown.end();
}

double StepConstants::edge(Dispatcher dispatcher) const {
    switch (dispatcher) {
    case Dispatcher::AllToAll: return allToAllEdge;
    case Dispatcher::DeepEp: return deepEpEdge;
    case Dispatcher::HybridEp: return hybridEpEdge;
    }
    return allToAllEdge;
}

double dispatcherMultiprocessors(Dispatcher dispatcher) {
    switch (dispatcher) {
    case Dispatcher::AllToAll: return 32; // NCCL's most channels on Hopper (prior)
    case Dispatcher::DeepEp: return 20;   // of 132: DeepSeek-V3, arXiv 2412.19437, section 3.2.2
    case Dispatcher::HybridEp: return 16; // Megatron-LM's moe_hybridep_num_sms
    }
    return 32;
}

double multiprocessors(const GpuSpec& gpu) {
    if (gpu.multiprocessors > 0) return gpu.multiprocessors;
    switch (gpu.generation) {
    case Generation::Ampere: return 108;
    case Generation::Blackwell: return 148;
    case Generation::Ada: return 142;
    case Generation::Hopper:
    case Generation::Other: break;
    }
    return 132;
}

} // namespace moe
