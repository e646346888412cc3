// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/board_page.h"

#include "models/items/words.h"
#include "ui/export/figure_clipboard.h"
#include "ui/theme.h"

#include <QBuffer>
#include <QFontMetricsF>
#include <QImageWriter>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kBoardMarginMm = 8, kBoardGapMm = 6;
constexpr const char* kBoardFileName = "board.yaml";

double units(double mm) {
    return mm / 25.4 * kStrokesDpi;
}

/// Where everything of a page stands, in 1/96 inch.
struct BoardLayout {
    QFont heading, title, text;
    double titleHeight = 0, headHeight = 0;
    std::vector<double> rowTops, noteHeights; ///< of every row of pictures
    QSizeF size;
};

QFont boardFont(double pt, bool bold) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setPixelSize(std::max(1, int(std::lround(pt * kStrokesDpi / 72))));
    font.setBold(bold);
    return font;
}

double wrappedHeight(const QFont& font, const QString& text, double width) {
    if (text.isEmpty()) return 0;
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text).height();
}

BoardLayout layoutOf(const BoardPage& page) {
    BoardLayout at;
    at.heading = boardFont(2 * page.fontPt, true);
    at.title = boardFont(1.3 * page.fontPt, true);
    at.text = boardFont(1.15 * page.fontPt, false);
    const double margin = units(kBoardMarginMm), gap = units(kBoardGapMm);
    const double wide = units(page.widthMm), high = units(page.heightMm);
    const int columns = std::clamp(int(page.pictures.size()), 1, page.columns);
    const double inner = columns * wide + (columns - 1) * gap;
    at.titleHeight = 1.5 * QFontMetricsF(at.title).height();
    double y = margin;
    const double heading = wrappedHeight(at.heading, page.title, inner),
                 note = wrappedHeight(at.text, page.note, inner);
    at.headHeight = heading;
    y += heading + note + (heading + note > 0 ? gap / 2 : 0);
    for (std::size_t first = 0; first < page.pictures.size(); first += std::size_t(columns)) {
        double notes = 0;
        for (std::size_t i = first; i < std::min(page.pictures.size(), first + std::size_t(columns)); ++i)
            notes = std::max(notes, wrappedHeight(at.text, page.pictures[i].note, wide));
        at.rowTops.push_back(y);
        at.noteHeights.push_back(notes);
        y += at.titleHeight + high + notes + gap;
    }
    at.size = {inner + 2 * margin, y - gap + margin};
    return at;
}

} // namespace

QString boardTitle(const BoardPage& page, std::size_t picture) {
    const QString& title = page.pictures[picture].title;
    if (!page.letters) return title;
    QString letters;
    for (std::size_t n = picture + 1; n > 0; n = (n - 1) / 26)
        letters.prepend(QChar(ushort('a' + (n - 1) % 26)));
    return QStringLiteral("(%1) %2").arg(letters, title);
}

QSizeF boardSizeMm(const BoardPage& page) {
    return layoutOf(page).size / kStrokesDpi * 25.4;
}

BoardPlaces boardPlaces(const BoardPage& page) {
    const BoardLayout at = layoutOf(page);
    BoardPlaces places{at.size, {}, {}};
    const double margin = units(kBoardMarginMm), gap = units(kBoardGapMm);
    const double wide = units(page.widthMm), high = units(page.heightMm);
    const int columns = std::clamp(int(page.pictures.size()), 1, page.columns);
    for (std::size_t i = 0; i < page.pictures.size(); ++i) {
        const std::size_t row = i / std::size_t(columns);
        const double x = margin + double(int(i) % columns) * (wide + gap), y = at.rowTops[row];
        places.pictures.emplace_back(x, y + at.titleHeight, wide, high);
        places.panels.emplace_back(x, y, wide, at.titleHeight + high + at.noteHeights[row]);
    }
    return places;
}

void paintBoard(QPainter& painter, const BoardPage& page, const PaintBoardPicture& picture) {
    const BoardLayout at = layoutOf(page);
    const BoardPlaces places = boardPlaces(page);
    const Theme theme = page.dark ? darkTheme() : lightTheme();
    const double margin = units(kBoardMarginMm), gap = units(kBoardGapMm);
    const double inner = at.size.width() - 2 * margin;
    painter.fillRect(QRectF(QPointF(), at.size), theme.background);
    painter.setPen(theme.text);
    painter.setFont(at.heading);
    painter.drawText(QRectF(margin, margin, inner, at.headHeight), Qt::TextWordWrap, page.title);
    painter.setFont(at.text);
    painter.drawText(QRectF(margin, margin + at.headHeight, inner, 1e4), Qt::TextWordWrap, page.note);
    for (std::size_t i = 0; i < page.pictures.size(); ++i) {
        const BoardPicture& one = page.pictures[i];
        const QRectF panel = places.panels[i], place = places.pictures[i];
        painter.setPen(theme.text);
        painter.setFont(at.title);
        painter.drawText(
            QRectF(panel.topLeft(), QSizeF(panel.width(), at.titleHeight)),
            int(Qt::AlignLeft | Qt::AlignVCenter),
            QFontMetricsF(at.title).elidedText(boardTitle(page, i), Qt::ElideRight, panel.width()));
        painter.setFont(at.text);
        if (!one.reason.isEmpty()) {
            painter.setPen(theme.muted);
            painter.drawRect(place);
            painter.drawText(place.adjusted(gap, gap, -gap, -gap), int(Qt::AlignCenter) | Qt::TextWordWrap,
                             one.reason);
        } else if (picture) {
            picture(painter, i, place);
        } else {
            painter.save();
            painter.translate(place.topLeft());
            one.strokes.playOn(painter, 1);
            painter.restore();
        }
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(place.left(), place.bottom(), place.width(), panel.bottom() - place.bottom() + 1),
            Qt::TextWordWrap, one.note);
    }
}

std::optional<BoardFormat> boardFormatOfName(const QString& path) {
    constexpr std::pair<const char*, BoardFormat> kEndings[] = {{".pdf", BoardFormat::Pdf},
                                                                {".svg", BoardFormat::Svg},
                                                                {".png", BoardFormat::Png},
                                                                {".html", BoardFormat::Html}};
    for (const auto& [ending, format] : kEndings)
        if (path.endsWith(QLatin1String(ending), Qt::CaseInsensitive)) return format;
    return std::nullopt;
}

/// One SVG for each picture, its words and its numbers: whoever opens the file needs nothing else.
static Result<QByteArray> boardHtml(const BoardPage& page) {
    const Theme theme = page.dark ? darkTheme() : lightTheme();
    QString html =
        QStringLiteral(
            "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\n<meta "
            "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
            "'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n<title>%1</title>\n<style>\n"
            ":root{--background:%2;--text:%3;--muted:%6;--line:%8}\n"
            "body{font-family:'DejaVu Sans',sans-serif;margin:2em;background:%2;color:%3}\n"
            ".board{display:grid;grid-template-columns:repeat(%4,minmax(0,%5mm));gap:6mm}\n"
            "figure{margin:0}figure svg{width:100%;height:auto}\n"
            "table{border-collapse:collapse;font-size:80%}td,th{border:1px solid %6;padding:2px 6px;"
            "text-align:right}\n</style></head><body>\n<h1>%1</h1>\n<p>%7</p>\n%9<div class=\"board\">\n")
            .arg(page.title.toHtmlEscaped(), theme.background.name(), theme.text.name())
            .arg(std::clamp(int(page.pictures.size()), 1, page.columns))
            .arg(page.widthMm)
            .arg(theme.muted.name(), page.note.toHtmlEscaped(), theme.grid.name(), page.live);
    for (std::size_t i = 0; i < page.pictures.size(); ++i) {
        const BoardPicture& picture = page.pictures[i];
        html += QStringLiteral("<figure><figcaption><b>%1</b></figcaption>\n")
                    .arg(boardTitle(page, i).toHtmlEscaped());
        if (picture.reason.isEmpty()) {
            const Result<QByteArray> svg = paperSvg(
                {{page.widthMm, page.heightMm}, picture.title, {}, picture.summary.toUtf8()},
                [&](QPaintDevice& device, double scale) {
                    QPainter painter;
                    return painter.begin(&device) && picture.strokes.playOn(painter, scale) && painter.end();
                });
            if (!svg) return svg.error();
            const QString text = QString::fromUtf8(*svg);
            html += text.mid(text.indexOf(QLatin1String("<svg"))); // without the XML declaration
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
    html += QStringLiteral("</div>\n<details><summary>%1</summary><pre>%2</pre></details>\n</body></html>\n")
                .arg(items::Words::tr("The board as a file"), QString::fromUtf8(page.file).toHtmlEscaped());
    return html.toUtf8();
}

static Result<QByteArray> boardPng(const BoardPage& page, double dpi) {
    const QSizeF size = layoutOf(page).size * (dpi / kStrokesDpi);
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
    const Paper paper{boardSizeMm(page), page.title, QString::fromLatin1(kBoardFileName), page.file};
    const auto paint = [&](QPaintDevice& device, double scale) {
        QPainter painter;
        if (!painter.begin(&device)) return false;
        painter.scale(scale, scale);
        paintBoard(painter, page);
        return painter.end();
    };
    return format == BoardFormat::Svg ? paperSvg(paper, paint) : paperPdf(paper, paint);
}

} // namespace moe::ui
