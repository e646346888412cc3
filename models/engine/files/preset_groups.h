// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The shipped presets by what they are for, in the order a list of them is read.

#include <string>
#include <vector>

namespace moe {

struct PresetGroup {
    const char* label;
    std::vector<std::string> keys; ///< of presets; first the one to begin with
};
const std::vector<PresetGroup>& presetGroups();

} // namespace moe
