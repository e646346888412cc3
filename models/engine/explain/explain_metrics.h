// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What has to be said beside a result in this scenario.

#include "data/message.h"
#include "models/engine/report/report.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// What a reader has to know about numbers of this kind in this scenario. `key` as in account().
std::vector<Message> accountAssumptions(std::string_view key, const Report& report);

} // namespace moe
