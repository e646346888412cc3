// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/engines.h"

namespace moe {

namespace {

constexpr const char* kSource = "Fitted to medians of InferenceX's closed-loop runs "
                                "(ai-dynamo/aiconfigurator@095f58a5, silicon_sample.csv): "
                                "least absolute deviations of the logarithms of time per token and, half as "
                                "heavy, of time to first token.";

constexpr EngineOverheads kVllm{.scale = 0.973,
                                .moePrefill = 0.53,
                                .prefillLayer = 0.19e-3,
                                .pass = 0.2e-3,
                                .passLayer = 3.5e-6,
                                .perInput = 6.4e-6,
                                .ttftWidth = 0.71,
                                .tpotWidth = 0.19,
                                .era = "vLLM 0.11 to 0.19, December 2025 to April 2026",
                                .source = kSource};
constexpr EngineOverheads kSglang{.scale = 0.943,
                                  .moePrefill = 0.35,
                                  .prefillLayer = 0.89e-3,
                                  .pass = 0.2e-3,
                                  .passLayer = 2.8e-6,
                                  .perRow = 17.5e-6,
                                  .before = 46e-3,
                                  .perInput = 2.7e-6,
                                  .ttftWidth = 0.41,
                                  .tpotWidth = 0.27,
                                  .era = "SGLang 0.5.9 and 0.5.10, March and April 2026",
                                  .source = kSource};
constexpr EngineOverheads kTensorRtLlm{.scale = 0.983,
                                       .moePrefill = 0.25,
                                       .prefillLayer = 0.075e-3,
                                       .pass = 0.2e-3,
                                       .perRow = 3e-6,
                                       .before = 11e-3,
                                       .holdsFirst = true,
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

} // namespace moe
