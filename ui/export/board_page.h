// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A board as a page: pictures in columns, each with its title and note, as PDF, SVG, PNG, or one HTML file
// that needs no program and holds the numbers.

#include "ui/figure.h"

#include <functional>
#include <vector>

namespace moe::ui {

struct BoardPicture {
    QString title, note;
    QString summary;                 ///< what the picture says, for who does not see it
    QString reason;                  ///< why there is none; then the rest is empty
    QString csv;                     ///< the numbers behind it
    Strokes strokes = Strokes(true); ///< in kStrokesDpi
};

struct BoardPage {
    QString title, note;
    int columns = 2;
    double widthMm = 85, heightMm = 60; ///< of a picture
    double fontPt = 7;
    bool letters = true, dark = false;
    std::vector<BoardPicture> pictures;
    QByteArray file; ///< the board, embedded
    QString live;    ///< HTML with script above the pictures, of that format alone
};

/// "(a) Memory per GPU"; past (z) come (aa), (ab).
QString boardTitle(const BoardPage& page, std::size_t picture);
/// Of the whole page; needs QGuiApplication for its fonts, as all of these.
QSizeF boardSizeMm(const BoardPage& page);
/// Where everything stands, in 1/96 inch.
struct BoardPlaces {
    QSizeF page;
    std::vector<QRectF> pictures; ///< without their titles and notes
    std::vector<QRectF> panels;   ///< with them
};
BoardPlaces boardPlaces(const BoardPage& page);
/// In 1/96 inch. `picture` draws one into its place; by default what is recorded.
using PaintBoardPicture = std::function<void(QPainter&, std::size_t picture, const QRectF& place)>;
void paintBoard(QPainter& painter, const BoardPage& page, const PaintBoardPicture& picture = {});

enum class BoardFormat { Pdf, Svg, Png, Html };
std::optional<BoardFormat> boardFormatOfName(const QString& path);
Result<QByteArray> boardBytes(const BoardPage& page, BoardFormat format, double dpi = 200);

} // namespace moe::ui
