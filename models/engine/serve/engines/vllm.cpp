// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/number.h"
#include "models/engine/serve/engines/engines.h"

namespace moe {
namespace {

/// Of layers, from runs of the serving corpus that no product's score was taken on.
LayerConstant vllmLayer(const Scenario& scenario) {
    const ModelSpec& model = scenario.model;
    if (model.sinks)
        return {Seconds{9e-6},
                sentence("Norms and launches between operators: 9 µs per layer, vLLM's runs of gpt-oss")};
    if (!scenario.moe && model.qkNorm != QkNorm::None && scenario.precision.weights == DataType::Bf16)
        return {Seconds{29e-6},
                sentence("Norms and launches between operators: 29 µs per layer, vLLM's runs of "
                         "dense bf16 models with QK norms")};
    // Over the whole width ranks add up what they have of the norms, twice a layer.
    if (scenario.moe && model.qkNorm == QkNorm::Width && scenario.parallel.tp > 1)
        return {
            Seconds{29e-6},
            sentence("Norms and launches between operators: 29 µs per layer, vLLM's runs of MiniMax models")};
    return {Seconds{16e-6},
            sentence("Norms and launches between operators: 16 µs per layer, vLLM's runs of all models")};
}

} // namespace

ServingEngine vllmEngine() {
    using L = ServerLaunch;
    return {
        .engine = ServeEngine::Vllm,
        .key = "vllm",
        .label = "vLLM",
        .policy = ServePolicy::Mixed,
        .batchedTokens = {8192, 2048},
        .maxSeqs = {1024, 256},
        .blockSize = 16,
        .memoryFraction = 0.9,
        // Its profiling run samples max_num_seqs requests by top-k and top-p (`_dummy_sampler_run` of
        // v1/worker/gpu_model_runner.py, `apply_top_k_top_p` of v1/sample/ops/topk_topp_sampler.py): logits
        // in bf16 and fp32, 2 + 4; sorted values and int64 indices, 4 + 8; the indices that torch's segmented
        // sort reads, 8, and its second buffer, 12. On gathered logits: tensor parallelism parts nothing.
        .samplerBytes = 38,
        .lookahead = true,
        .firstFromDecode = true,
        .kernels = {.backend = "vllm", .layer = vllmLayer},
        // As `validate --serving TABLE --refit` finds them. Widths: runs of models left out of the fit.
        .overheads = {.scale = 0.964,
                      .moePrefill = 0.39,
                      .prefillLayer = 0.027e-3,
                      .pass = 0.2e-3,
                      .passLayer = 2.5e-6,
                      .perRow = 0.23e-6,
                      .before = 11.3e-3,
                      .perInput = 4.4e-6,
                      .ttftWidth = 0.255,
                      .tpotWidth = 0.112,
                      .ttftWidthPower = -0.24,
                      .tpotWidthPower = 0.1,
                      .era = "vLLM 0.15 to 0.19, February to April 2026",
                      .source = kFittedToInferenceX},
        // Before 0.22: a prompt of 8k of gpt-oss-120b takes 271 ms on one H200, the tables say 158 (first
        // burst of GloriaXimingLu/inferencex-profiling@237385bf); one model.
        // Blocks of fp8: MiniMax-M2.5 alone (0.17 to 0.19, Triton's kernels on Hopper); NVFP4: MiniMax-M2.5
        // and Kimi-K2.5.
        .eras = {{DataType::MxFp4, Generation::Hopper, 1},
                 {DataType::Fp8Block, Generation::Hopper, 1},
                 {DataType::Fp8Block, Generation::Blackwell, 1},
                 {DataType::NvFp4, Generation::Blackwell, 1}},
        // `Mxfp4MoEMethod.create_weights` (vllm-project/vllm@007d5005, layers/quantization/mxfp4.py):
        // Marlin's tiles on Hopper, those of FlashInfer's TRTLLM kernels on Blackwell. gpt-oss-120b
        // takes 65.97 GiB of one H100 so (vllm-project/vllm issue 23278), 60.8 GiB as it is published.
        .tiles = {{DataType::MxFp4, Generation::Hopper, 256, 128},
                  {DataType::MxFp4, Generation::Blackwell, 256, 256}},
        .expertsFlag = "--enable-expert-parallel",
        .command = "vllm serve MODEL",
        .flags =
            {
                {"--tensor-parallel-size", [](const L& l) { return launchCount(l.tp); }},
                {"--pipeline-parallel-size", [](const L& l) { return countAbove1(l.pp); }},
                {"--data-parallel-size", [](const L& l) { return countAbove1(l.dp); }},
                {"--decode-context-parallel-size", [](const L& l) { return countAbove1(l.dcp); }},
                {"--enable-expert-parallel", [](const L& l) { return flagIf(l.spreadsExperts()); }},
                {"--quantization", [](const L& l) { return textIf(l.fp8Weights, "fp8"); }},
                {"--kv-cache-dtype", [](const L& l) { return textIf(l.fp8Cache, "fp8"); }},
                {"--max-model-len", [](const L& l) { return launchCount(l.longest); }},
                {"--max-num-seqs", [](const L& l) { return launchCount(l.sequences); }},
                {"--max-num-batched-tokens", [](const L& l) { return launchCount(l.passTokens); }},
                {"--gpu-memory-utilization",
                 [](const L& l) -> LaunchValue { return rounded(l.memoryShare, 3); }},
                {"--num-gpu-blocks-override", [](const L& l) { return countAbove1(l.ownBlocks); }},
            },
        // It spreads experts over all of TP·DP, or splits each over them.
        .unspelled = {{"parallel.ep", [](const L& l) { return l.spreadsExperts() && l.ep != l.tp * l.dp; }},
                      {"serve.receive_every", [](const L& l) { return l.receiveEvery > 1; }},
                      {"serve.balance_passes", [](const L& l) { return l.balancePasses > 0; }},
                      {"serve.max_prefill_tokens", [](const L& l) { return l.prefillTokens > 0; }}},
    };
}

} // namespace moe
