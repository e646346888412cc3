// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Files packed by gzip (RFC 1952), as profilers write their traces.

#include "data/problem.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace moe {

bool isGzip(std::string_view bytes);

/// What was packed, several members after one another as well. Fails on a damaged or cut-off file, and where
/// it would be larger than `limit`.
Result<std::string> unpackedGzip(std::string_view bytes, const std::string& source, std::size_t limit);

} // namespace moe
