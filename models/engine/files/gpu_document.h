// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// GPUs as a part of another file: what catalog_file.h reads and writes of a list of them, by entries.

#include "data/document.h"
#include "data/problem.h"
#include "models/engine/scenario/catalog.h"

#include <string>
#include <vector>

namespace moe {

Result<std::vector<GpuSpec>> gpusFrom(const Document& document, const std::string& source);
/// What gpusFrom() reads back to the same.
Document gpusDocument(const std::vector<GpuSpec>& gpus);

} // namespace moe
