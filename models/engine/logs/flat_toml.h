// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The part of TOML that torchtitan's job files use: sections of `key = value` lines.

#include "data/document.h"

#include <string_view>

namespace moe {

/// By two of the sections that every job file has, [training] and [parallelism] or [job] among them.
bool isTorchtitan(std::string_view text);

/// `[training]` and `seq_len = 8192` become "training.seq_len"; arrays of one line are lists. What is no such
/// line is left out, so this never fails.
Document flatToml(std::string_view text);

} // namespace moe
