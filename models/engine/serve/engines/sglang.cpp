// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/number.h"
#include "models/engine/serve/engines/engines.h"

namespace moe {
namespace {

/// Three runs of the serving corpus settle none.
LayerConstant sglangLayer(const Scenario&) {
    return {{}, sentence("Norms and launches between operators: not known of SGLang, 0 µs per layer")};
}

} // namespace

ServingEngine sglangEngine() {
    using L = ServerLaunch;
    return {
        .engine = ServeEngine::SgLang,
        .key = "sglang",
        .label = "SGLang",
        .policy = ServePolicy::PrefillFirst,
        .batchedTokens = {8192, 2048},
        .maxSeqs = {2048, 256},
        .blockSize = 1,
        .memoryFraction = 0.88,
        .lookahead = true,
        .cutsAtBlocks = true,
        // On Blackwell it runs DeepGEMM's kernels for fp8 blocks (closed loops of Qwen3.5, EP 4).
        .kernels = {.backend = "sglang",
                    .blocks = BlockKernels::Own,
                    .step = std::nullopt,
                    .layer = sglangLayer},
        // As `validate --serving TABLE --refit` finds them. Widths: runs of models left out of the fit.
        .overheads = {.scale = 0.999,
                      .moePrefill = 0.41,
                      .prefillLayer = 0.67e-3,
                      .pass = 0.2e-3,
                      .passLayer = 3.6e-6,
                      .perRow = 0,
                      .before = 42.2e-3,
                      .perInput = 3.4e-6,
                      .ttftWidth = 0.445,
                      .tpotWidth = 0.165,
                      .tpotWidthPower = -0.1,
                      .era = "SGLang 0.5.6 to 0.5.10, January to April 2026",
                      .source = kFittedToInferenceX},
        // 0.5.6 to 0.5.9: prompts of Qwen3.5 and DeepSeek-R1 in blocks of fp8, on B200, B300 and H200.
        .eras = {{DataType::Fp8Block, Generation::Hopper, 2}, {DataType::Fp8Block, Generation::Blackwell, 2}},
        .expertsFlag = "--ep-size",
        .command = "python -m sglang.launch_server --model-path MODEL",
        .flags =
            {
                {"--tp-size",
                 [](const L& l) { return launchCount(l.attentionRanks() ? l.tp * l.dp : l.tp); }},
                {"--pp-size", [](const L& l) { return countAbove1(l.pp); }},
                {"--dp-size", [](const L& l) { return countAbove1(l.dp); }},
                {"--enable-dp-attention", [](const L& l) { return flagIf(l.attentionRanks()); }},
                {"--ep-size", [](const L& l) { return l.isMoe ? countAbove1(l.ep) : std::nullopt; }},
                {"--quantization", [](const L& l) { return textIf(l.fp8Weights, "fp8"); }},
                {"--kv-cache-dtype", [](const L& l) { return textIf(l.fp8Cache, "fp8_e4m3"); }},
                {"--context-length", [](const L& l) { return launchCount(l.longest); }},
                {"--max-running-requests", [](const L& l) { return launchCount(l.sequences); }},
                {"--chunked-prefill-size", [](const L& l) { return launchCount(l.passTokens); }},
                {"--max-prefill-tokens", [](const L& l) { return countIfGiven(l.prefillTokens); }},
                {"--scheduler-recv-interval", [](const L& l) { return countIfGiven(l.receiveEvery); }},
                {"--stream-interval", [](const L& l) { return countIfGiven(l.streamInterval); }},
                {"--mem-fraction-static",
                 [](const L& l) -> LaunchValue { return rounded(l.memoryShare, 3); }},
                {"--max-total-tokens", [](const L& l) { return countAbove1(l.ownBlocks * l.blockSize); }},
            },
        .unspelled = {{"serve.balance_passes", [](const L& l) { return l.balancePasses > 0; }}},
    };
}

} // namespace moe
