// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/catalog.h"

#include <algorithm>

namespace moe {

template <class Row> static const Row* withKey(const std::vector<Row>& rows, std::string_view key) {
    const auto row = std::find_if(rows.begin(), rows.end(), [key](const Row& r) { return r.key == key; });
    return row == rows.end() ? nullptr : &*row;
}

const GpuSpec* Catalog::gpu(std::string_view key) const {
    return withKey(gpus, key);
}
const ScenarioPreset* Catalog::preset(std::string_view key) const {
    // Scripts know DeepSeek-V3 under the name it had while its own preset was of another schedule.
    return withKey(presets, key == "deepseek-v3-dualpipe" ? "deepseek-v3" : key);
}

} // namespace moe
