#pragma once
// Writes a view as PDF, SVG or PNG: vector where the format is, lossless heat maps, real font family.

#include "data/problem.h"
#include "ui/report_view.h"

#include <QByteArray>

class QIODevice;

namespace moe::ui {

enum class FigureFormat { Pdf, Svg, Png };

struct FigureFile {
    FigureFormat format = FigureFormat::Pdf;
    FigureStyle style;
    double dpi = 300; ///< PNG only
    QString title;
    QByteArray scenario; ///< YAML, embedded so that the figure reopens; may be empty
};

/// Device must be open for writing. Fails when nothing could be written.
Problems writeFigure(ReportView& view, const FigureFile& file, QIODevice& device);

} // namespace moe::ui
