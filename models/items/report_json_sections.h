// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sections of a report as JSON, in the order in which they are made.

#include "models/engine/report/report.h"
#include "models/items/json_value.h"

#include <vector>

namespace moe::items {

struct JsonSection {
    const char* key; ///< its metrics begin with it
    bool (*has)(const Report&);
    void (*add)(JsonObject&, const Report&); ///< what it has beyond metrics; null: nothing
};
const std::vector<JsonSection>& jsonSections();

/// Every metric of a network, also of a server's own.
JsonObject networkOf(const NetworkReport& network);

} // namespace moe::items
