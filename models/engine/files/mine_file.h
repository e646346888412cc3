// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a fit to one's own files gave, as one file: the GPU preset and the scenario with its fitted constants.
// `--data` takes both, the scenario as a preset by the file's name; so does the window.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

inline constexpr std::string_view kMineSchema = "moe-explorer/mine/1";

struct MineFile {
    std::vector<std::string> fittedTo; ///< names of the files
    std::vector<GpuSpec> gpus;
    std::optional<Scenario> scenario;
};

/// By its schema.
bool isMine(std::string_view text);
/// Every unknown key and wrong value is located. Rules between the keys of the scenario are validate()'s.
Result<MineFile> readMine(std::string_view text, const std::string& source);
/// What readMine() reads back to the same.
std::string mineText(const MineFile& mine);

} // namespace moe
