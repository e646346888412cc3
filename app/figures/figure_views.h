// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Views that no window shows: for `render`, for reports, and to find out what a command would draw.

#include "app/files/compare_files.h"
#include "app/work/search_run.h"
#include "ui/views/view_list.h"

#include <QHash>

#include <functional>
#include <stop_token>

namespace moe::app {

/// All that a view may draw.
struct FigureInputs {
    ReportPtr report; ///< at full detail
    ReportPtr base;   ///< what differences are drawn against; may be null
    CatalogPtr catalog;
    std::vector<ColumnPtr> columns; ///< beside the scenario in a comparison
    /// Of what is computed beside the report, by the names of AnswerRow; else the view's own choice.
    QHash<QString, QString> arguments = {};
    QStringList choices = {};      ///< of the view's tool bars, as applyViewChoice() takes them
    const QWidget* like = nullptr; ///< a view of the same kind with these choices
    /// The view of the window: what it shows of a search or a map is taken, nothing is computed. May be null.
    const ui::ReportView* shown = nullptr;
    Progress progress = {}; ///< told how far what is computed is; from any thread
    ui::OwnShown own = {};  ///< one's own runs, for the pictures that show such
    /// A second picture beside the first, of this; without a report there is none.
    ui::SplitOther against = {};
    std::optional<ui::Arrange> arrange = {}; ///< of the two; as the picture's row says
};

/// Gives the view its answer, or says why there is none. In the view's thread.
using GiveAnswer = std::function<Problems()>;
/// Computes it, on any thread.
using ComputeAnswer = std::function<GiveAnswer(const std::stop_token& stop)>;
struct UnansweredView {
    std::unique_ptr<ui::ReportView> view;
    ComputeAnswer work; ///< empty: the picture is whole already
};
/// The view of a row without what takes seconds to compute.
Result<std::shared_ptr<UnansweredView>> unansweredView(const ui::ViewRow& row, const FigureInputs& inputs);

/// The view of a row with everything set, or what could not be had.
Result<std::unique_ptr<ui::ReportView>> figureView(const ui::ViewRow& row, const FigureInputs& inputs);

/// "Memory per GPU – Mixtral 8x7B"
QString figureTitle(const ui::ViewRow& row, const Report& report);

} // namespace moe::app
