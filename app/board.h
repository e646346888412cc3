// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pictures of a board: each panel's scenario evaluated, its view drawn.

#include "app/figure_views.h"
#include "models/engine/files/board_file.h"
#include "ui/export/board_page.h"

namespace moe::app {

/// Every panel of a board, or every problem with the panel's key ("panels.2.view: …"). Files are relative to
/// `folder`. A view that has nothing to show of its scenario says so in its place. On one thread, which
/// needs QApplication; seconds where a panel searches.
Result<ui::BoardPage> boardPage(const BoardFile& board, const QString& folder, const CatalogPtr& catalog);

} // namespace moe::app
