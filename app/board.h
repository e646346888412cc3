// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pictures of a board: each panel's scenario evaluated, its view drawn.

#include "app/figure_views.h"
#include "models/engine/files/board_file.h"
#include "models/engine/files/session_file.h"
#include "ui/export/board_page.h"

namespace moe::app {

/// The page without its pictures.
ui::BoardPage emptyPage(const BoardFile& board);
/// With every panel's scenario in it: neither presets nor files. Files are relative to `folder`. Or every
/// problem, with the panel's key.
Result<BoardFile> boardWrittenOut(const BoardFile& board, const QString& folder, const Catalog& catalog);

/// The board of a session with the scenarios it follows written out. A session without one, a pin that is
/// gone and one that is a training log are problems.
Result<BoardFile> boardOfSession(const SessionFile& session);

/// Whether a panel has its axes in common with others: no part of that view is asked for.
bool sharesAxes(const BoardFile& board, const BoardPanel& panel);
/// In the page's size and style.
void drawInto(ui::BoardPicture& picture, ui::ReportView& view, const ui::BoardPage& page);

/// Every panel of a board, or every problem with the panel's key ("panels.2.view: …"). Files are relative to
/// `folder`. A view that has nothing to show of its scenario says so in its place. On one thread, which
/// needs QApplication; seconds where a panel searches.
Result<ui::BoardPage> boardPage(const BoardFile& board, const QString& folder, const CatalogPtr& catalog);

} // namespace moe::app
