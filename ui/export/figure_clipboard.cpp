// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_clipboard.h"

#include <QMimeData>

#include <algorithm>
#include <cmath>
#include <vector>

namespace moe::ui {
namespace {

/// A mail or a text document with more rows helps nobody; the other forms have them all.
constexpr std::size_t kMostHtmlRows = 2000;
/// More take long to draw and hundreds of megabytes, and beside them the clipboard holds vectors.
constexpr double kMostClipboardPixels = 4e6;

/// Cells of RFC 4180 text.
std::vector<QStringList> cellsOf(const QString& csv) {
    std::vector<QStringList> rows;
    QStringList row;
    QString cell;
    bool quoted = false;
    for (qsizetype i = 0; i < csv.size(); ++i) {
        const QChar c = csv[i];
        if (quoted && c == QLatin1Char('"') && i + 1 < csv.size() && csv[i + 1] == c) {
            cell += csv[++i];
        } else if (c == QLatin1Char('"')) {
            quoted = !quoted;
        } else if (!quoted && (c == QLatin1Char(',') || c == QLatin1Char('\n'))) {
            row << cell;
            cell.clear();
            if (c == QLatin1Char(',')) continue;
            rows.push_back(row);
            row.clear();
        } else {
            cell += c;
        }
    }
    if (!cell.isEmpty() || !row.isEmpty()) rows.push_back(row << cell);
    return rows;
}

} // namespace

double clipboardDpi(const FigureFile& file) {
    const double squareInches = file.style.widthMm * file.style.heightMm / (25.4 * 25.4);
    return std::min(file.dpi, std::max(36.0, std::floor(std::sqrt(kMostClipboardPixels / squareInches))));
}

Result<DrawnClip> drawnClip(ReportView& view, FigureFile file) {
    file.dpi = clipboardDpi(file);
    file.format = FigureFormat::Svg;
    const Result<DrawnFigure> vectors = drawnFigure(view, file);
    if (!vectors) return vectors.error();
    file.format = FigureFormat::Png;
    const Result<DrawnFigure> picture = drawnFigure(view, file);
    if (!picture) return picture.error();
    return DrawnClip{*vectors, *picture};
}

FigureClip clipFigure(const DrawnClip& drawn) {
    DrawnFigure vectors = drawn.vectors;
    FigureClip clip;
    const auto bytes = [&vectors](FigureFormat format) {
        vectors.file.format = format;
        const Result<QByteArray> found = figureBytes(vectors);
        return found ? *found : QByteArray();
    };
    clip.svg = bytes(FigureFormat::Svg);
    clip.pdf = bytes(FigureFormat::Pdf);
    clip.image = figureImage(drawn.picture);
    return clip;
}

std::unique_ptr<QMimeData> figureMime(const FigureClip& clip) {
    auto mime = std::make_unique<QMimeData>();
    if (!clip.image.isNull()) mime->setImageData(clip.image);
    // An empty form would be taken before the image.
    if (!clip.svg.isEmpty()) mime->setData(QStringLiteral("image/svg+xml"), clip.svg);
    if (!clip.pdf.isEmpty()) mime->setData(QStringLiteral("application/pdf"), clip.pdf);
    return mime;
}

TableClip clipTable(const QString& csv) {
    const std::vector<QStringList> rows = cellsOf(csv);
    const bool few = rows.size() <= kMostHtmlRows;
    QString tabbed, html = QStringLiteral("<meta charset=\"utf-8\"><table>\n");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QStringList cells = rows[i];
        for (QString& cell : cells)
            cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
        tabbed += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
        if (!few) continue;
        const QString tag = i == 0 ? QStringLiteral("th") : QStringLiteral("td");
        html += QStringLiteral("<tr>");
        for (const QString& cell : cells)
            html += QStringLiteral("<%1>%2</%1>").arg(tag, cell.toHtmlEscaped());
        html += QStringLiteral("</tr>\n");
    }
    return {csv, tabbed, few ? html + QStringLiteral("</table>\n") : QString()};
}

std::unique_ptr<QMimeData> tableMime(const TableClip& table) {
    auto mime = std::make_unique<QMimeData>();
    mime->setText(table.tabbed);
    mime->setData(QStringLiteral("text/csv"), table.csv.toUtf8());
    if (!table.html.isEmpty()) mime->setHtml(table.html);
    return mime;
}

} // namespace moe::ui
