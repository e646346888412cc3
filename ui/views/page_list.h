// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pages of the window's rooms, one row each, with the pictures they hold. A page that two rooms share
// holds the same pictures in both.

#include "models/engine/report/report.h"
#include "models/engine/shape/section.h"
#include "models/items/rooms.h"

#include <optional>
#include <utility>
#include <vector>

namespace moe::ui {

struct PageView {
    const char* key;                        ///< row of viewList()
    const char* title = nullptr;            ///< of its button on this page; null: that of the picture
    bool (*draws)(const Report&) = nullptr; ///< false: it would be a sentence; null: of any report
    const char* needs = "";                 ///< what would bring it where not; empty: nothing would
    std::vector<std::pair<const char*, const char*>> adds = {}; ///< edits that would, where few do
};

struct PageRow {
    items::Room room;
    const char* key;                          ///< once in a room
    const char* title;                        ///< of the tab
    std::vector<PageView> views;              ///< the first on top
    bool (*fills)(const Scenario&) = nullptr; ///< what it shows can be told of the scenario; null: of any
    const char* needs = "";                   ///< what would bring it where not
    std::optional<Section> adds = {};         ///< the part of the scenario that would
};
/// By room, in the order of the tabs.
const std::vector<PageRow>& pageList();

} // namespace moe::ui
