// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/engines.h"

namespace moe {

namespace {

/// GPUs below get an engine's smaller limits (vLLM: 70 GiB).
constexpr double kLargeGpuBytes = 70 * 1024.0 * 1024 * 1024;

constexpr const char* kSource = "Fitted to means of InferenceX's closed-loop runs "
                                "(ai-dynamo/aiconfigurator@095f58a5, silicon_sample.csv): "
                                "least absolute deviations of the logarithms of time per token and, half as "
                                "heavy, of time to first token, "
                                "held to what is typical of engines.";

// vLLM's and SGLang's are of a fit in which the fullest GPU of an expert-parallel group read more experts
// than it does now; TensorRT-LLM's scale lies between those with and without that, by hand. `validate
// --serving --refit` gives what fits now. Widths: runs of models left out of the fit. TensorRT-LLM has
// SGLang's until its runs are of more models than two of one size.
constexpr EngineOverheads kVllm{.scale = 0.978,
                                .moePrefill = 0.49,
                                .prefillLayer = 0.153e-3,
                                .pass = 0.2e-3,
                                .passLayer = 3e-6,
                                .perRow = 0.9e-6,
                                .before = 6.6e-3,
                                .perInput = 4.6e-6,
                                .ttftWidth = 0.42,
                                .tpotWidth = 0.13,
                                .era = "vLLM 0.15 to 0.19, February to April 2026",
                                .source = kSource};
constexpr EngineOverheads kSglang{.scale = 1.031,
                                  .moePrefill = 0.45,
                                  .prefillLayer = 0.79e-3,
                                  .pass = 0.2e-3,
                                  .passLayer = 3.3e-6,
                                  .perRow = 3.5e-6,
                                  .before = 34e-3,
                                  .perInput = 5.8e-6,
                                  .ttftWidth = 0.55,
                                  .tpotWidth = 0.28,
                                  .era = "SGLang 0.5.6 to 0.5.10, January to April 2026",
                                  .source = kSource};
constexpr EngineOverheads kTensorRtLlm{.scale = 0.955,
                                       .moePrefill = 0.35,
                                       .prefillLayer = 0.147e-3,
                                       .pass = 0.2e-3,
                                       .passLayer = 3.1e-6,
                                       .perRow = 4.2e-6,
                                       .before = 10.6e-3,
                                       .perInput = 1.5e-6,
                                       .holdsFirst = true,
                                       .ttftWidth = 0.55,
                                       .tpotWidth = 0.28,
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

std::optional<double> expertEra(ServeEngine engine, DataType experts, Generation generation) {
    struct Era {
        ServeEngine engine;
        DataType experts;
        Generation generation;
        double factor;
    };
    constexpr Era kEras[] = {
        // vLLM before 0.22: a prompt of 8k of gpt-oss-120b takes 271 ms on one H200, the tables say 158
        // (first
        // burst of GloriaXimingLu/inferencex-profiling@237385bf); one model.
        {ServeEngine::Vllm, DataType::MxFp4, Generation::Hopper, 1},
    };
    for (const Era& one : kEras)
        if (one.engine == engine && one.experts == experts && one.generation == generation) return one.factor;
    return std::nullopt;
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
