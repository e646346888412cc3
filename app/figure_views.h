#pragma once
// Views that no window shows: for `render`, for reports, and to find out what a command would draw.

#include "models/engine/placement_study.h"
#include "ui/compare/compare_view.h"
#include "ui/view_list.h"

#include "app/compare_files.h"

namespace moe::app {

/// Fields and metrics of the trade-off pictures; empty = the view's own choice.
struct TradeoffQuestion {
    QString x, y, metric, study;
};

/// All that a view may draw.
struct FigureInputs {
    ui::ReportPtr report; ///< at full detail
    ui::ReportPtr base;   ///< what differences are drawn against; may be null
    ui::CatalogPtr catalog;
    std::vector<ui::ColumnPtr> columns; ///< beside the scenario in a comparison
    PlacementQuestion placement = {};   ///< which layer, beside which other placement
    TradeoffQuestion tradeoffs = {};
    QStringList choices = {};      ///< of the view's tool bars, as viewChoices() gives them
    const QWidget* like = nullptr; ///< a view of the same kind with these choices, in any language
};

/// The view of a row with everything set, or what could not be had.
Result<std::unique_ptr<ui::ReportView>> figureView(const ui::ViewRow& row, const FigureInputs& inputs);

/// "Memory per GPU – Mixtral 8x7B"
QString figureTitle(const ui::ViewRow& row, const Report& report);
const ui::ViewRow* findView(const QString& key); ///< null when there is none

} // namespace moe::app
