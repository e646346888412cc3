// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/beside_server.h"

#include <algorithm>

namespace moe {

const std::vector<BesideServer>& besideServers() {
    static const std::vector<BesideServer> rows = [] {
        std::vector<BesideServer> all;
        for (const ServingEngine& engine : engines())
            all.push_back({engine.key, engine.label, engine.engine, {}});
        all.push_back({"prefill-first", "prompts first", {}, ServePolicy::PrefillFirst});
        all.push_back({"mixed", "mixed passes", {}, ServePolicy::Mixed});
        return all;
    }();
    return rows;
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
