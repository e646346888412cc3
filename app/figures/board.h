// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pictures of a board: each panel's scenario evaluated, its view drawn.

#include "app/figures/figure_views.h"
#include "models/engine/files/board_file.h"
#include "models/engine/files/session_file.h"
#include "ui/export/board_page.h"

namespace moe::app {

/// The page without its pictures.
ui::BoardPage emptyPage(const BoardFile& board);
/// What a panel chooses of its view.
void choosePanel(const BoardPanel& panel, FigureInputs& inputs);
/// The scenario that a panel's own settings make of the one it is of, checked.
Result<Scenario> panelScenario(Scenario scenario, const BoardPanel& panel, const Catalog& catalog);
/// The part in sight: a panel's own, or the first that another of its view names, where they are shared;
/// empty: the whole.
QString panelRange(const BoardFile& board, const BoardPanel& panel);
/// Its own words, or those of the view, of `scenario`, which may be empty, and of what the panel sets; fit
/// for a page that others open.
QString panelTitle(const BoardPanel& panel, const QString& scenario, Side side);
/// The same with what the picture begins from, where it is about a change.
QString panelTitle(const BoardPanel& panel, const QString& scenario, const ui::ReportView& view, Side side);
QString panelNote(const BoardPanel& panel);
/// "A · EP 4"
QString pinnedName(int mark, const std::string& name);
/// Whether a panel has its axes in common with others: no part of that view is asked for.
bool sharesAxes(const BoardFile& board, const BoardPanel& panel);
/// In the page's size and style, without the keys that stand `elsewhere`; all of its keys are told.
void drawInto(ui::BoardPicture& picture, ui::ReportView& view, const ui::BoardPage& page,
              const std::vector<ui::LegendKey>& elsewhere = {});
/// Of `legend`, the page's, what a picture leaves to it.
std::vector<ui::LegendKey> leftToPage(const ui::BoardPicture& picture,
                                      const std::vector<ui::LegendKey>& legend);
/// Draws every panel of `board` into the picture that the page has for it, with the axes that they have in
/// common and without the keys that stand over all of them; tells each what its view says.
void drawPanels(ui::BoardPage& page, const BoardFile& board,
                const std::vector<std::unique_ptr<ui::ReportView>>& views);
/// What was decided; without an answer of its own, that of `report`, which may be null.
ui::BoardDecision shownDecision(const DecisionRecord& decision, const Report* report);

/// What a panel's picture takes differences against, written out: where it begins and ends, whose choices
/// name pins, which no file has; for a difference to the base, `base`, which may be null. Nothing happens to
/// other panels.
void writeBeginning(BoardPanel& panel, const ui::ReportView& view, const ReportPtr& base);

/// With every panel's scenario in it: neither presets nor files. What panels set they have already, and
/// say still. Files are relative to `folder`. Or every problem, with the panel's key.
Result<BoardFile> boardWrittenOut(const BoardFile& board, const QString& folder, const Catalog& catalog);

/// What pictures of the scenario that a session is about are drawn with beside it.
struct BoardSurroundings {
    ReportPtr base;
    std::vector<ColumnPtr> columns;
};
struct SessionBoard {
    BoardFile board; ///< its scenarios written out; panels of the session's own scenario are still marked
    BoardSurroundings around;
};
/// A session without a board, a pin that is gone and one that is a training log are problems.
Result<SessionBoard> boardOfSession(const SessionFile& session, const Catalog& catalog);
/// Of a board's file, or of a session's, which is that of the window it was saved in.
Result<SessionBoard> boardOfText(const std::string& text, const QString& path, const Catalog& catalog);

/// Every panel of a board, or every problem with the panel's key ("panels.2.view: …"). Files are relative to
/// `folder`. A view that has nothing to show of its scenario says so in its place. On one thread, which
/// needs QApplication; seconds where a panel searches.
Result<ui::BoardPage> boardPage(const BoardFile& board, const QString& folder, const CatalogPtr& catalog,
                                const BoardSurroundings& around = {});

} // namespace moe::app
