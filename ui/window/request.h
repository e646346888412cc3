// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What somebody can ask the window for without saying more: of a menu, a key, a button or the palette.

namespace moe::ui {

enum class Request {
    Open,
    Save,
    SaveAs,
    SaveSession,
    CompareSession, ///< a saved one with the window
    PublishedTables,
    ExportFigure, ///< the picture on screen
    ExportReport, ///< of the whole scenario, as a document
    CopyFigure,
    CopyData,
    CopyPanel, ///< of a board
    Board,
    BoardAdd, ///< the picture on screen
    Palette,
    Pin,
    Plan,     ///< a goal is to be said, and answered
    Machines, ///< to be looked at, edited, added
    OwnGpu,   ///< from measured points
    Cancel,   ///< what is running
};

} // namespace moe::ui
