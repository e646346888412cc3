// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `nvidia-smi` prints of the memory of GPUs, as it stands in a terminal ("71234MiB /  81559MiB") or as
// `nvidia-smi --query-gpu=memory.used,memory.total --format=csv` writes it, once or again and again.

#include "data/problem.h"
#include "data/units.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace moe {

struct GpuMemoryUse {
    Bytes used;            ///< the most that any line says
    Bytes total;           ///< of that GPU; 0: no line says it
    std::size_t lines = 0; ///< that said something
};
bool isGpuMemory(std::string_view text);
/// A problem where no line says how much is used, or a number of them is none.
Result<GpuMemoryUse> readGpuMemory(std::string_view text, const std::string& source);

} // namespace moe
