// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A figure and its numbers as the clipboard holds them.

#include "ui/figure.h"

#include <memory>

class QMimeData;

namespace moe::ui {

/// The figure's, or less: a picture on the clipboard has at most four million pixels.
double clipboardDpi(const FigureFile& file);

/// What the view draws of a figure for the clipboard.
struct DrawnClip {
    DrawnFigure vectors, picture; ///< the picture at clipboardDpi()
};
Result<DrawnClip> drawnClip(ReportView& view, FigureFile file);

/// A figure in all forms that the clipboard has; the scenario travels in each when the file has one.
struct FigureClip {
    QByteArray svg, pdf;
    QImage image; ///< null when memory does not hold it
};
FigureClip clipFigure(const DrawnClip& drawn); ///< on any thread
std::unique_ptr<QMimeData> figureMime(const FigureClip& clip);

/// CSV as it is, as tab-separated text for spreadsheets, and as an HTML table unless that is too long.
struct TableClip {
    QString csv, tabbed, html;
};
TableClip clipTable(const QString& csv);
std::unique_ptr<QMimeData> tableMime(const TableClip& table);

} // namespace moe::ui
