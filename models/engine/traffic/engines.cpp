// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/engines.h"

namespace moe {

const std::vector<TrafficEngine>& engines() {
    static const std::vector<TrafficEngine> rows{
        {ServeEngine::Vllm,
         "vllm",
         ServePolicy::Mixed,
         8192,
         2048,
         1024,
         256,
         16,
         0.9,
         true,
         true,
         {},
         formVllm},
        {ServeEngine::SgLang,
         "sglang",
         ServePolicy::PrefillFirst,
         8192,
         2048,
         2048,
         256,
         1,
         0.88,
         true,
         true,
         {},
         formSglang},
        // Capacity policy GUARANTEED_NO_EVICT; its overlap scheduler does not delay admission.
        {ServeEngine::TensorRtLlm,
         "trtllm",
         ServePolicy::Mixed,
         8192,
         8192,
         2048,
         2048,
         32,
         0.9,
         false,
         true,
         {},
         formTensorRtLlm},
    };
    return rows;
}

const TrafficEngine& engineRow(ServeEngine engine) {
    for (const TrafficEngine& row : engines())
        if (row.engine == engine) return row;
    return engines().front();
}

} // namespace moe
