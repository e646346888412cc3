// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Requests of a trace: CSV with columns arrival_s (s), input_tokens, output_tokens and, where requests
// continue each other's text, session.

#include "data/problem.h"
#include "models/engine/traffic/simulate.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// In the order of arrival; the first arrives at 0. Nothing of a file with a fault is used.
Result<std::vector<TrafficRequest>> readTrace(std::string_view text, const std::string& source);

} // namespace moe
