// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pictures of the centre, one row each: the window's pages (page_list.h) and `moe-explorer render` loop
// over it. Where training and serving ask one thing of two kinds of answers, each side has a row of one key.

#include "models/engine/scenario/sides.h"
#include "ui/split/split_view.h"

#include <vector>

namespace moe::ui {

struct ViewRow {
    const char* key;   ///< `render` name
    const char* title; ///< of the picture: figure title, page button
    ReportView* (*make)(QWidget* parent);
    bool pins = false;                 ///< draws pinned scenarios beside the report
    std::optional<Side> side = {};     ///< absent: of either
    std::optional<SplitOf> split = {}; ///< how two of them stand beside each other; absent: they do not
};
const std::vector<ViewRow>& viewList();
/// Those of one side: every key once.
std::vector<const ViewRow*> viewsOf(Side side);
/// The row of a key for this side; null for an unknown key.
const ViewRow* findView(const QString& key, Side side);

} // namespace moe::ui
