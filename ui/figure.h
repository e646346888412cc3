// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes a view as PDF, SVG or PNG: vector where the format is, lossless heat maps, real font family.

#include "data/problem.h"
#include "ui/report_view.h"
#include "ui/strokes.h"

#include <QByteArray>
#include <QImage>

#include <functional>
#include <optional>

class QIODevice;

namespace moe::ui {

enum class FigureFormat { Pdf, Svg, Png };
QString formatSuffix(FigureFormat format); ///< "pdf"
/// By the ending of a file name; nullopt for any other.
std::optional<FigureFormat> formatOfName(const QString& path);

struct FigureFile {
    FigureFormat format = FigureFormat::Pdf;
    FigureStyle style;
    double dpi = 300; ///< PNG only
    QString title;
    QByteArray scenario; ///< YAML, embedded so that the figure reopens; may be empty
};

/// All that a view has to do for a figure. The rest needs no view and may be done on any thread: the hundred
/// million pixels of a large PNG take seconds, the shapes of a dense map in a PDF tenths.
struct DrawnFigure {
    FigureFile file;
    Strokes strokes; ///< of a PDF or SVG in kStrokesDpi, of a PNG in its pixels
};
inline constexpr double kStrokesDpi = 96;
Result<DrawnFigure> drawnFigure(ReportView& view, const FigureFile& file);

/// The file. The same view, report and style give the same bytes, in any process: a PDF carries no date.
Result<QByteArray> figureBytes(const DrawnFigure& figure);
/// Both in this thread. Device must be open for writing. Fails when nothing could be written.
Problems writeFigure(ReportView& view, const FigureFile& file, QIODevice& device);

/// Of a PNG: 0.8 GB while it is drawn. A poster of A0 at 300 dpi has 139 million.
inline constexpr double kMostPixels = 2e8;
/// The pixels of a PNG, scenario and title as their texts; null when they are too many or memory does not
/// hold them.
QImage figureImage(const DrawnFigure& figure);

/// A page of its own size as a file; `paint` gets the device and its units to 1/96 inch, and says whether it
/// could. The same painting gives the same bytes.
struct Paper {
    QSizeF mm;
    QString title;
    QString attachmentName; ///< of a PDF; an SVG has the text as its description
    QByteArray attachment;  ///< YAML; may be empty
};
Result<QByteArray> paperPdf(const Paper& paper, const std::function<bool(QPaintDevice&, double)>& paint);
Result<QByteArray> paperSvg(const Paper& paper, const std::function<bool(QPaintDevice&, double)>& paint);

/// From now on hash tables are ordered alike in every process: Qt writes the fonts of a PDF in such an order.
/// On any thread.
void keepHashesSteady();

/// A PDF without its date of creation.
QByteArray withoutDate(QByteArray pdf);

} // namespace moe::ui
