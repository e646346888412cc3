// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/beside_server.h"

#include <algorithm>

namespace moe {

const std::vector<BesideServer>& besideServers() {
    static const std::vector<BesideServer> kRows{
        {"vllm", "vLLM", ServeEngine::Vllm, {}},
        {"sglang", "SGLang", ServeEngine::SgLang, {}},
        {"trtllm", "TensorRT-LLM", ServeEngine::TensorRtLlm, {}},
        {"prefill-first", "prompts first", {}, ServePolicy::PrefillFirst},
        {"mixed", "mixed passes", {}, ServePolicy::Mixed},
    };
    return kRows;
}

Result<ServedLoad> servedBeside(const Scenario& scenario, const Catalog& catalog, std::string_view key) {
    const auto row = std::find_if(besideServers().begin(), besideServers().end(),
                                  [key](const BesideServer& each) { return each.key == key; });
    if (row == besideServers().end())
        return Problem{.rule = say("is no server to set beside"), .value = std::string(key)};
    Scenario other = scenario;
    if (row->engine) {
        other.serve->engine = row->engine;
        other.serve->policy.reset();
    }
    if (row->policy) other.serve->policy = row->policy;
    return servedLoad(other, catalog); // what is drawn of requests depends on no scheduler
}

} // namespace moe
