// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/engines.h"

namespace moe {

namespace {

/// GPUs below get an engine's smaller limits (vLLM: 70 GiB).
constexpr double kLargeGpuBytes = 70 * 1024.0 * 1024 * 1024;

constexpr const char* kSource = "Fitted to medians of InferenceX's closed-loop runs "
                                "(ai-dynamo/aiconfigurator@095f58a5, silicon_sample.csv): "
                                "least absolute deviations of the logarithms of time per token and, half as "
                                "heavy, of time to first token.";

constexpr EngineOverheads kVllm{.scale = 0.938,
                                .pass = 0.16e-3,
                                .prefillLayer = 0.472e-3,
                                .perInput = 14.3e-6,
                                .afterPerRequest = 1.066e-3,
                                .ttftWidth = 0.71,
                                .tpotWidth = 0.19,
                                .era = "vLLM 0.11 to 0.19, December 2025 to April 2026",
                                .source = kSource};
constexpr EngineOverheads kSglang{.scale = 0.896,
                                  .pass = 0.14e-3,
                                  .perPrompt = 10.9e-6,
                                  .prefillLayer = 0.697e-3,
                                  .before = 47.5e-3,
                                  .perInput = 13e-6,
                                  .afterPerRequest = 0.119e-3,
                                  .ttftWidth = 0.41,
                                  .tpotWidth = 0.27,
                                  .era = "SGLang 0.5.9 and 0.5.10, March and April 2026",
                                  .source = kSource};
constexpr EngineOverheads kTensorRtLlm{.scale = 0.971,
                                       .pass = 0.2e-3,
                                       .prefillLayer = 0.147e-3,
                                       .perInput = 5.3e-6,
                                       .afterPerRequest = 0.119e-3,
                                       .ttftWidth = 0.92,
                                       .tpotWidth = 0.27,
                                       .era = "TensorRT-LLM 1.1 and 1.2, December 2025 to February 2026",
                                       .source = kSource};

} // namespace

const std::vector<TrafficEngine>& engines() {
    static const std::vector<TrafficEngine> rows{
        {ServeEngine::Vllm, "vllm", "vLLM", ServePolicy::Mixed, 8192, 2048, 1024, 256, 16, 0.9, true, true,
         true, kVllm, formVllm},
        {ServeEngine::SgLang, "sglang", "SGLang", ServePolicy::PrefillFirst, 8192, 2048, 2048, 256, 1, 0.88,
         true, true, false, kSglang, formSglang},
        // Capacity policy GUARANTEED_NO_EVICT; its overlap scheduler does not delay admission.
        {ServeEngine::TensorRtLlm, "trtllm", "TensorRT-LLM", ServePolicy::Mixed, 8192, 8192, 2048, 2048, 32,
         0.9, false, true, false, kTensorRtLlm, formTensorRtLlm},
    };
    return rows;
}

const TrafficEngine& engineRow(ServeEngine engine) {
    for (const TrafficEngine& row : engines())
        if (row.engine == engine) return row;
    return engines().front();
}

const TrafficEngine& servedEngine(const ServeSpec& serve) {
    return engineRow(serve.engine.value_or(ServeEngine::Vllm));
}

BatchLimits batchLimits(const ServeSpec& serve, double gpuMemory) {
    const TrafficEngine& engine = servedEngine(serve);
    const bool large = gpuMemory >= kLargeGpuBytes;
    return {serve.maxSeqs.value_or(large ? engine.maxSeqs : engine.maxSeqsSmall),
            serve.maxBatchedTokens.value_or(large ? engine.batchedTokens : engine.batchedTokensSmall)};
}

} // namespace moe
