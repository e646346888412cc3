// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preset_box.h"

#include "models/engine/files/preset_groups.h"
#include "models/items/words.h"

#include <QComboBox>
#include <QStandardItemModel>

#include <algorithm>
#include <utility>
#include <vector>

namespace moe::ui {

void fillPresets(QComboBox& box, const Catalog& catalog) {
    box.clear();
    const auto add = [&](const ScenarioPreset& preset) {
        box.addItem(items::tableText(preset.label), QString::fromStdString(preset.key));
    };
    std::vector<std::string> placed;
    for (const PresetGroup& group : presetGroups()) {
        bool headed = false;
        for (const std::string& key : group.keys) {
            const ScenarioPreset* preset = catalog.preset(key);
            if (!preset) continue;
            if (!std::exchange(headed, true)) {
                box.addItem(items::tableText(group.label));
                auto* heading = qobject_cast<QStandardItemModel*>(box.model())->item(box.count() - 1);
                heading->setEnabled(false);
                QFont bold = box.font();
                bold.setBold(true);
                heading->setFont(bold);
            }
            add(*preset);
            placed.push_back(key);
        }
    }
    for (const ScenarioPreset& preset : catalog.presets)
        if (std::find(placed.begin(), placed.end(), preset.key) == placed.end()) add(preset);
}

} // namespace moe::ui
