// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scenarios and GPUs of the engine's tests: shipped presets, and public measured runs as scenario texts.

#include "data/document.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/loss/model/loss_file.h"
#include "models/engine/shape/setup.h"
#include "tests/support/registry.h"

#include <stdexcept>
#include <string>

namespace moe::test {

/// The value, or an exception that names every problem.
template <class T> T valueOf(const Result<T>& result) {
    if (!result) throw std::runtime_error(toString(result.error()));
    return *result;
}

inline const Catalog& shippedCatalog() {
    static const Catalog catalog = [] {
        Catalog made;
        made.gpus = valueOf(readGpus(resourceText("gpus.yaml"), "gpus.yaml"));
        made.clusters = valueOf(readClusters(resourceText("clusters.yaml"), "clusters.yaml"));
        return made;
    }();
    return catalog;
}

/// GPUs, clusters and the shipped loss model: all that numbers come from.
inline const Catalog& numbersCatalog() {
    static const Catalog catalog = [] {
        Catalog made = shippedCatalog();
        const Document document = valueOf(parseDocument(resourceText("loss/model.yaml"), "model.yaml"));
        made.lossModel = std::make_shared<const LossModel>(valueOf(lossModelFrom(document, "model.yaml")));
        return made;
    }();
    return catalog;
}

inline Scenario presetScenario(const std::string& key) {
    return valueOf(readPreset(resourceText("presets/" + key + ".yaml"), key)).scenario;
}

inline Scenario scenarioOf(const std::string& text) {
    return valueOf(readScenario(text, "test"));
}

/// A scenario that a test may change, and its setup.
struct Case {
    Scenario scenario;
    Setup setup() const { return setupOf(scenario, shippedCatalog()); }
};

// Llama-3-70B cut to 12 layers on 8 B200: MooreThreads/SimuMax 4dcaae5,
// docs/b200/b200_release_v1.2_summary.json.
inline Scenario llamaB200(int tp, int pp) {
    const int vocabulary = (128257 + 128 * tp - 1) / (128 * tp) * 128 * tp; // Megatron-LM pads to 128·TP
    return scenarioOf(
        "model: {layers: 12, hidden: 8192, ffn: 28672, heads: 64, kv_heads: 8, head_dim: 128, vocab: " +
        std::to_string(vocabulary) +
        ", sequence: 4096}\n"
        "train: {global_batch: " +
        std::to_string(4 * 8 / tp / pp) +
        ", micro_batch: 1}\n"
        "gpu: {preset: b200}\n"
        "cluster: {gpus: 8}\n"
        "parallel: {tp: " +
        std::to_string(tp) + ", pp: " + std::to_string(pp) +
        ", sequence_parallel: " + (tp > 1 ? "true" : "false") + "}\n");
}

// DeepSeek-V2 cut to 4 layers on 8 B200, same source. Capacity factor 1, padded: balanced.
inline Scenario deepseekV2B200() {
    return scenarioOf(
        "model: {layers: 4, dense_layers: 1, hidden: 5120, ffn: 12288, heads: 128, attention: mla, q_rank: "
        "1536,\n"
        "        kv_rank: 512, nope_dim: 128, rope_dim: 64, v_dim: 128, vocab: 102528, sequence: 4096}\n"
        "moe: {experts: 160, top_k: 6, expert_ffn: 1536, shared_ffn: 3072, capacity_factor: 1}\n"
        "train: {global_batch: 32, micro_batch: 1}\n"
        "gpu: {preset: b200}\n"
        "cluster: {gpus: 8}\n"
        "parallel: {ep: 8}\n");
}

// GPT-3 7B functional tests of Megatron-LM d98e8a64, H100; TP 4 runs without sequence parallelism.
inline Scenario gpt7bH100(bool pipeline) {
    const std::string layout = pipeline ? "{pp: 4, vpp: 8}" : "{tp: 4}";
    return scenarioOf(
        "model: {layers: 32, hidden: 4096, ffn: 16384, heads: 32, kv_heads: 8, head_dim: 128, gated: false,\n"
        "        norm: layernorm, linear_bias: true, position: learned, sequence: 8192, vocab: " +
        std::string(pipeline ? "131200" : "131584") +
        "}\n"
        "train: {global_batch: 8, dropout: 0.1, deterministic: true, loss: unfused, micro_batch: " +
        (pipeline ? "1" : "2") +
        "}\n"
        "cluster: {gpus: 8}\n"
        "parallel: " +
        layout + "\n");
}

// MoE memory-and-speed functional test of Megatron-LM d98e8a64, H100: MLA, one multi-token-prediction layer,
// unfused attention, natural routing.
inline Scenario moeMemorySpeedH100() {
    return scenarioOf("model: {layers: 16, dense_layers: 1, mtp_layers: 1, hidden: 1024, ffn: 4096, heads: "
                      "32, attention: mla,\n"
                      "        q_rank: 1536, kv_rank: 512, nope_dim: 128, rope_dim: 64, v_dim: 128, vocab: "
                      "51712, sequence: 4096}\n"
                      "moe: {experts: 32, top_k: 4, expert_ffn: 1024, shared_ffn: 1024}\n"
                      "train: {global_batch: 32, micro_batch: 4, attention_kernel: unfused, loss: jit}\n"
                      "cluster: {gpus: 8}\n"
                      "parallel: {tp: 2, pp: 2, vpp: 4, ep: 4, sequence_parallel: true}\n");
}

// Mixtral 8x7B release test of Megatron-LM d98e8a64, 64 H100 (number of GPUs inferred).
inline Scenario mixtralH100() {
    return scenarioOf("model: {layers: 32, hidden: 4096, heads: 32, kv_heads: 8, head_dim: 128, vocab: "
                      "32000, sequence: 4096}\n"
                      "moe: {experts: 8, top_k: 2, expert_ffn: 14336}\n"
                      "train: {global_batch: 256, micro_batch: 1, loss: unfused}\n"
                      "cluster: {gpus: 64}\n"
                      "parallel: {tp: 2, pp: 4, vpp: 8, ep: 8, sequence_parallel: true}\n");
}

// Qwen3-4B on one H200 (aisingapore/PAIP-Pretrain e961f8a4): steady allocated memory.
inline Scenario qwen4bH200() {
    return scenarioOf(
        "model: {layers: 36, hidden: 2560, ffn: 9728, heads: 32, kv_heads: 8, head_dim: 128, qk_norm: true,\n"
        "        tied_embeddings: true, vocab: 151936, sequence: 1024}\n"
        "train: {global_batch: 32, micro_batch: 1, zero: 0}\n"
        "gpu: {preset: h200}\n"
        "cluster: {gpus: 1}\n");
}

} // namespace moe::test
