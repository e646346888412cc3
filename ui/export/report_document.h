// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report of a scenario on paper: text and tables first, then the figures, two to a page.

#include "ui/figure.h"

#include <QByteArray>
#include <QString>

#include <vector>

class QIODevice;

namespace moe::ui {

struct ReportFigure {
    QString key, title;
    DrawnFigure picture; ///< an SVG of kReportFigureMm
    QString reason;      ///< a sentence in place of the picture; empty when there is one
};
struct ReportDocument {
    QString title;
    QString markdown; ///< as items::reportMarkdown() writes it
    std::vector<ReportFigure> figures;
    QByteArray scenario; ///< YAML, attached so that the report reopens
};

struct PaperMm {
    double width, height;
};
inline constexpr PaperMm kReportFigureMm{170, 108};

/// A4 with live text, vector figures and page numbers. The same document gives the same bytes. On any thread.
Problems writeReportPdf(const ReportDocument& document, QIODevice& device);

/// The Markdown with a link to the file of each figure, which stands beside it.
QString reportWithFigures(const ReportDocument& document, const QString& stem);
/// "STEM-memory.svg"
QString reportFigureName(const QString& stem, const ReportFigure& figure);

} // namespace moe::ui
