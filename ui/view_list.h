#pragma once
// The pictures of the centre, one row each: the window's tabs and `moe-explorer render` loop over it.

#include "ui/report_view.h"

#include <vector>

namespace moe::ui {

struct ViewRow {
    const char* key;   ///< `render` name, tab key
    const char* title; ///< tab title with mnemonic
    ReportView* (*make)(QWidget* parent);
};
const std::vector<ViewRow>& viewList();

} // namespace moe::ui
