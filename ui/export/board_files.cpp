// SPDX-License-Identifier: GPL-3.0-or-later
// A board's page as files.

#include "models/items/aligned.h"
#include "models/items/escape.h"
#include "models/items/words.h"
#include "ui/export/board_page.h"
#include "ui/export/figure_clipboard.h"
#include "ui/theme.h"

#include <QBuffer>
#include <QImageWriter>
#include <QPageSize>
#include <QPdfWriter>

#include <algorithm>
#include <cmath>

namespace moe::ui {

constexpr const char* kBoardFileName = "board.yaml";

std::optional<BoardFormat> boardFormatOfName(const QString& path) {
    constexpr std::pair<const char*, BoardFormat> kEndings[] = {{".pdf", BoardFormat::Pdf},
                                                                {".svg", BoardFormat::Svg},
                                                                {".png", BoardFormat::Png},
                                                                {".html", BoardFormat::Html},
                                                                {".md", BoardFormat::Markdown}};
    for (const auto& [ending, format] : kEndings)
        if (path.endsWith(QLatin1String(ending), Qt::CaseInsensitive)) return format;
    return std::nullopt;
}

/// A page of its own, for a picture or the keys of all of them.
static Result<QString> svgElement(const QSizeF& mm, const QString& title, const QString& says,
                                  const std::function<void(QPainter&, double scale)>& paint) {
    const Result<QByteArray> svg =
        paperSvg({mm, title, {}, says.toUtf8()}, [&](QPaintDevice& device, double scale) {
            QPainter painter;
            if (!painter.begin(&device)) return false;
            paint(painter, scale);
            return painter.end();
        });
    if (!svg) return svg.error();
    const QString text = QString::fromUtf8(*svg);
    return text.mid(text.indexOf(QLatin1String("<svg"))); // without the XML declaration
}

/// Keys that stand once, over all pictures.
static Result<QString> legendHtml(const BoardPage& page) {
    QString html;
    for (const LegendKey& key : boardLegend(page)) {
        const Result<QString> icon =
            svgElement(key.size / kStrokesDpi * 25.4, key.text, {},
                       [&](QPainter& painter, double scale) { key.icon.playOn(painter, scale); });
        if (!icon) return icon.error();
        html += QStringLiteral("<span>%1 %2</span>\n").arg(*icon, key.text.toHtmlEscaped());
    }
    return html.isEmpty() ? html : QStringLiteral("<p class=\"keys\">\n%1</p>\n").arg(html);
}

static QString decisionHtml(const BoardDecision& decision) {
    if (decision.empty()) return {};
    QString html =
        QStringLiteral("<section class=\"decision\"><h2>%1</h2>\n").arg(items::Words::tr("Decision"));
    for (const DecisionPart& part : decisionParts(decision)) {
        html += QStringLiteral("<h3>%1</h3>\n").arg(part.heading) +
                (part.list ? QStringLiteral("<ul>\n") : QString());
        for (const QString& point : part.points)
            html += (part.list ? QStringLiteral("<li>%1</li>\n") : QStringLiteral("<p>%1</p>\n"))
                        .arg(point.toHtmlEscaped());
        if (part.list) html += QStringLiteral("</ul>\n");
    }
    return html + QStringLiteral("</section>\n");
}

/// The page as text: what each picture says, and its numbers.
static QByteArray boardMarkdown(const BoardPage& page) {
    QStringList blocks;
    const auto add = [&](const QString& before, const QString& text) {
        if (!text.isEmpty()) blocks << before + items::markdownEscaped(text);
    };
    add(QStringLiteral("# "), page.title);
    add({}, page.note);
    for (std::size_t i = 0; i < page.pictures.size(); ++i) {
        const BoardPicture& picture = page.pictures[i];
        add(QStringLiteral("## "), boardTitle(page, i));
        add({}, picture.reason.isEmpty() ? picture.summary : picture.reason);
        add({}, picture.note);
        std::vector<QStringList> rows;
        for (const QString& line : clipTable(picture.csv).tabbed.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            rows.push_back(line.split(QLatin1Char('\t')));
        if (!rows.empty()) blocks << items::markdownTable(rows).trimmed();
    }
    if (!page.decision.empty()) add(QStringLiteral("## "), items::Words::tr("Decision"));
    for (const DecisionPart& part : decisionParts(page.decision)) {
        add(QStringLiteral("### "), part.heading);
        QStringList points;
        for (const QString& point : part.points)
            points << (part.list ? QStringLiteral("- ") : QString()) + items::markdownEscaped(point);
        blocks << points.join(QLatin1Char('\n'));
    }
    return (blocks.join(QStringLiteral("\n\n")) + QLatin1Char('\n')).toUtf8();
}

/// One SVG for each picture, its words and its numbers: whoever opens the file needs nothing else.
static Result<QByteArray> boardHtml(const BoardPage& page) {
    const Theme theme = page.dark ? darkTheme() : lightTheme();
    const Result<QString> legend = legendHtml(page);
    if (!legend) return legend.error();
    QString html =
        QStringLiteral(
            "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\n<meta "
            "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
            "'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n<title>%1</title>\n<style>\n"
            ":root{--background:%2;--text:%3;--muted:%6;--line:%8}\n"
            "body{font-family:'DejaVu Sans',sans-serif;margin:2em;background:%2;color:%3}\n"
            ".board{display:grid;grid-template-columns:repeat(%4,minmax(0,%5mm));gap:6mm}\n"
            "figure{margin:0}figure svg{width:100%;height:auto}\n"
            ".keys span{margin-right:1.5em}.keys svg{vertical-align:middle}\n"
            ".decision{break-before:page;max-width:60em}\n"
            "table{border-collapse:collapse;font-size:80%}td,th{border:1px solid %6;padding:2px 6px;"
            "text-align:right}\n</style></head><body>\n<h1>%1</h1>\n<p>%7</p>\n%9<div class=\"board\">\n")
            .arg(page.title.toHtmlEscaped(), theme.background.name(), theme.text.name())
            .arg(std::clamp(int(page.pictures.size()), 1, page.columns))
            .arg(page.widthMm)
            .arg(theme.muted.name(), page.note.toHtmlEscaped(), theme.grid.name(), page.live + *legend);
    for (std::size_t i = 0; i < page.pictures.size(); ++i) {
        const BoardPicture& picture = page.pictures[i];
        html += QStringLiteral("<figure%2><figcaption><b>%1</b></figcaption>\n")
                    .arg(boardTitle(page, i).toHtmlEscaped(),
                         picture.columns > 1 ? QStringLiteral(" style=\"grid-column:span %1\"")
                                                   .arg(std::min(picture.columns, page.columns))
                                             : QString());
        if (picture.reason.isEmpty()) {
            const Result<QString> svg =
                svgElement(boardPictureMm(page, picture), picture.title, picture.summary,
                           [&](QPainter& painter, double scale) { picture.strokes.playOn(painter, scale); });
            if (!svg) return svg.error();
            html += *svg;
        } else {
            html += QStringLiteral("<p><i>%1</i></p>").arg(picture.reason.toHtmlEscaped());
        }
        html += QStringLiteral("<p>%1</p><p><small>%2</small></p>\n")
                    .arg(picture.note.toHtmlEscaped(), picture.summary.toHtmlEscaped());
        if (const QString table = clipTable(picture.csv).html; !table.isEmpty())
            html += QStringLiteral("<details><summary>%1</summary>%2</details>\n")
                        .arg(items::Words::tr("Numbers"), table);
        html += QStringLiteral("</figure>\n");
    }
    html += QStringLiteral("</div>\n") + decisionHtml(page.decision);
    html += QStringLiteral("<details><summary>%1</summary><pre>%2</pre></details>\n</body></html>\n")
                .arg(items::Words::tr("The board as a file"), QString::fromUtf8(page.file).toHtmlEscaped());
    return html.toUtf8();
}

static Result<QByteArray> boardPng(const BoardPage& page, double dpi) {
    const QSizeF size = boardPlaces(page).page * (dpi / kStrokesDpi);
    if (size.width() * size.height() > kMostPixels)
        return Problem{.source = "board", .rule = say("gives a picture too large for memory")};
    QImage image(int(std::ceil(size.width())), int(std::ceil(size.height())), QImage::Format_RGB32);
    if (image.isNull())
        return Problem{.source = "board", .rule = say("gives a picture too large for memory")};
    image.setDotsPerMeterX(int(std::lround(kStrokesDpi / 0.0254)));
    image.setDotsPerMeterY(int(std::lround(kStrokesDpi / 0.0254)));
    image.fill(page.dark ? darkTheme().background : lightTheme().background);
    QPainter painter(&image);
    painter.scale(dpi / kStrokesDpi, dpi / kStrokesDpi);
    paintBoard(painter, page);
    painter.end();
    image.setDotsPerMeterX(int(std::lround(dpi / 0.0254)));
    image.setDotsPerMeterY(int(std::lround(dpi / 0.0254)));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QImageWriter writer(&buffer, "png");
    if (!writer.write(image))
        return Problem{.source = "board", .rule = say("%1", writer.errorString().toStdString())};
    return bytes;
}

Result<QByteArray> boardBytes(const BoardPage& page, BoardFormat format, double dpi) {
    if (format == BoardFormat::Html) return boardHtml(page);
    if (format == BoardFormat::Png) return boardPng(page, dpi);
    if (format == BoardFormat::Markdown) return boardMarkdown(page);
    const BoardPlaces places = boardPlaces(page);
    const double toMm = 25.4 / kStrokesDpi;
    Paper paper{places.page * toMm, page.title, QString::fromLatin1(kBoardFileName), page.file};
    if (format == BoardFormat::Svg)
        return paperSvg(paper, [&](QPaintDevice& device, double scale) {
            QPainter painter;
            if (!painter.begin(&device)) return false;
            painter.scale(scale, scale);
            paintBoard(painter, page);
            return painter.end();
        });
    // The decision is a page of its own.
    BoardPage first = page;
    first.decision = {};
    paper.mm = boardSizeMm(first);
    return paperPdf(paper, [&](QPaintDevice& device, double scale) {
        auto& writer = dynamic_cast<QPdfWriter&>(device);
        QPainter painter;
        if (!painter.begin(&device)) return false;
        painter.scale(scale, scale);
        paintBoard(painter, first);
        if (!page.decision.empty()) {
            const QSizeF mm(paper.mm.width(), (places.page.height() - places.decision) * toMm);
            writer.setPageSize(QPageSize(mm, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
            writer.newPage();
            paintDecision(painter, page);
        }
        return painter.end();
    });
}

} // namespace moe::ui
