// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pictures of the centre, one row each: the window's pages (page_list.h) and `moe-explorer render` loop
// over it.

#include "ui/report_view.h"

#include <vector>

namespace moe::ui {

struct ViewRow {
    const char* key;   ///< `render` name
    const char* title; ///< of the picture: figure title, page button
    ReportView* (*make)(QWidget* parent);
    bool pins = false; ///< draws pinned scenarios beside the report
};
const std::vector<ViewRow>& viewList();

} // namespace moe::ui
