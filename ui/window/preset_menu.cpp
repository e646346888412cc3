// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preset_menu.h"

#include "models/engine/files/preset_groups.h"
#include "models/items/words.h"

#include <QMenu>

#include <algorithm>
#include <utility>
#include <vector>

namespace moe::ui {

void fillPresets(QMenu& menu, const Catalog& catalog) {
    const auto add = [&](const ScenarioPreset& preset) {
        menu.addAction(items::tableText(preset.label))->setData(QString::fromStdString(preset.key));
    };
    std::vector<std::string> placed;
    for (const PresetGroup& group : presetGroups()) {
        bool headed = false;
        for (const std::string& key : group.keys) {
            const ScenarioPreset* preset = catalog.preset(key);
            if (!preset) continue;
            if (!std::exchange(headed, true)) {
                QAction* heading = menu.addAction(items::tableText(group.label));
                heading->setEnabled(false);
                QFont bold = menu.font();
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
