// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/number.h"
#include "models/engine/serve/engines/engines.h"

namespace moe {
namespace {

LayerConstant tensorRtLlmLayer(const Scenario&) {
    return {{},
            sentence("Norms and launches between operators: 0 µs per layer remain in runs of TensorRT-LLM")};
}

} // namespace

ServingEngine tensorRtLlmEngine() {
    using L = ServerLaunch;
    return {
        .engine = ServeEngine::TensorRtLlm,
        .key = "trtllm",
        .label = "TensorRT-LLM",
        .policy = ServePolicy::Mixed,
        .batchedTokens = {8192, 8192},
        .maxSeqs = {2048, 2048},
        .blockSize = 32,
        .memoryFraction = 0.9,
        .lookahead = false,      // its overlap scheduler does not delay admission
        .reservesOutputs = true, // capacity policy GUARANTEED_NO_EVICT
        .wholePrompts = true,
        // Its fp8 blocks on Blackwell lie between its own table and the fastest (closed loops of
        // DeepSeek-R1).
        .kernels = {.backend = "trtllm",
                    .exchangesOnFew = true,
                    .secondStream = true,
                    .blocks = BlockKernels::Between,
                    .layer = tensorRtLlmLayer},
        // As `validate --serving TABLE --refit` finds them. Widths: runs of models left out of the fit, two
        // of one size.
        .overheads = {.scale = 0.947,
                      .moePrefill = 0.34,
                      .prefillLayer = 0.116e-3,
                      .pass = 0.2e-3,
                      .passLayer = 1.8e-6,
                      .perRow = 3.8e-6,
                      .before = 11.1e-3,
                      .perInput = 1.2e-6,
                      .holdsFirst = true,
                      .ttftWidth = 0.25,
                      .tpotWidth = 0.123,
                      .tpotWidthPower = 0.24,
                      .era = "TensorRT-LLM 1.1 and 1.2, December 2025 to February 2026",
                      .source = kFittedToInferenceX},
        .expertsFlag = "--ep_size",
        .command = "trtllm-serve MODEL",
        .flags =
            {
                {"--tp_size",
                 [](const L& l) { return launchCount(l.attentionRanks() ? l.tp * l.dp : l.tp); }},
                {"--pp_size", [](const L& l) { return countAbove1(l.pp); }},
                {"--ep_size", [](const L& l) { return l.isMoe ? countAbove1(l.ep) : std::nullopt; }},
                {"--max_seq_len", [](const L& l) { return launchCount(l.longest); }},
                {"--max_batch_size", [](const L& l) { return launchCount(l.sequences); }},
                {"--max_num_tokens", [](const L& l) { return launchCount(l.passTokens); }},
                {"--kv_cache_free_gpu_memory_fraction",
                 [](const L& l) -> LaunchValue { return rounded(l.poolShare, 3); }},
            },
        // Of its configuration file alone: enable_attention_dp (replicas are servers of their own),
        // stream_interval, attention_dp_config.
        .unspelled = {{"parallel.dp", [](const L& l) { return l.dp > 1; }},
                      {"serve.stream_interval", [](const L& l) { return l.streamInterval > 0; }},
                      {"serve.balance_passes", [](const L& l) { return l.balancePasses > 0; }},
                      {"serve.receive_every", [](const L& l) { return l.receiveEvery > 1; }},
                      {"serve.max_prefill_tokens", [](const L& l) { return l.prefillTokens > 0; }}},
    };
}

} // namespace moe
