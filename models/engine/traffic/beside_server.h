// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The same requests, at the same times and of the same lengths, through another scheduler on the same GPUs.

#include "models/engine/traffic/serve_load.h"

#include <optional>
#include <string_view>
#include <vector>

namespace moe {

/// Another engine with its own policy and defaults, or another policy of the scenario's engine.
struct BesideServer {
    std::string_view key;
    const char* label; ///< as its makers spell it, or a Table text
    std::optional<ServeEngine> engine;
    std::optional<ServePolicy> policy;
};
const std::vector<BesideServer>& besideServers();

/// Limits that the scenario gives itself hold there too. Problems as of servedLoad(), and of an unknown key.
Result<ServedLoad> servedBeside(const Scenario& scenario, const Catalog& catalog, std::string_view key);

} // namespace moe
