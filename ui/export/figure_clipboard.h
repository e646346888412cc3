#pragma once
// A figure and its numbers as the clipboard holds them.

#include "ui/figure.h"

#include <memory>

class QMimeData;

namespace moe::ui {

/// The figure's, or less: a picture on the clipboard has at most four million pixels.
double clipboardDpi(const FigureFile& file);

/// Picture at that resolution, SVG and PDF; the scenario travels in all of them when the file has one. Null
/// with problems when nothing could be drawn.
std::unique_ptr<QMimeData> figureMime(ReportView& view, FigureFile file, Problems& problems);

/// CSV as it is, as tab-separated text for spreadsheets, and as an HTML table.
std::unique_ptr<QMimeData> tableMime(const QString& csv);

} // namespace moe::ui
