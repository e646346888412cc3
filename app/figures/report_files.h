// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The report of a scenario as a document and as files: what window and command line write alike.

#include "app/figures/figure_views.h"
#include "ui/export/report_document.h"

#include <QStringList>

namespace moe::app {

/// Text and tables; the figures are still to come, one per row of viewsOf().
ui::ReportDocument reportDocument(const FigureInputs& inputs, const Scenario* base);
/// The picture of a row, or why there is none.
ui::ReportFigure reportFigure(const ui::ViewRow& row, const FigureInputs& inputs);
/// The same of a view that has its answer, or of why it has none.
ui::ReportFigure reportFigure(const ui::ViewRow& row, const FigureInputs& inputs, ui::ReportView* view,
                              const Problems& problems);
/// PDF, or Markdown with an SVG of each figure beside it, by the ending; `written` names the files.
Problems writeReport(const ui::ReportDocument& document, const QString& path, QStringList& written);

} // namespace moe::app
