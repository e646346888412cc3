// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A board as a page: pictures in columns, each with its title and note, as PDF, SVG, PNG, one HTML file that
// needs no program and holds the numbers, or Markdown with the numbers. A decision is its last page.

#include "ui/figure.h"

#include <functional>
#include <vector>

namespace moe::ui {

struct BoardPicture {
    QString title, note;
    QString summary;                  ///< what the picture says, for who does not see it
    QString reason;                   ///< why there is none; then the rest is empty
    QString csv;                      ///< the numbers behind it
    Strokes strokes = Strokes(true);  ///< in kStrokesDpi
    int columns = 1;                  ///< of the page that it takes
    double heightMm = 0;              ///< 0 = the page's
    std::vector<LegendKey> keys = {}; ///< all of its legend, also what is left to the page's
};

/// What was decided, as the last page.
struct BoardDecision {
    QString question, answer;
    QStringList assumptions, open;
    bool empty() const {
        return question.isEmpty() && answer.isEmpty() && assumptions.isEmpty() && open.isEmpty();
    }
};

/// What it says, part by part; what is empty has none.
struct DecisionPart {
    QString heading;
    QStringList points;
    bool list = false; ///< else one paragraph
};
std::vector<DecisionPart> decisionParts(const BoardDecision& decision);

struct BoardPage {
    QString title, note;
    int columns = 2;
    double widthMm = 85, heightMm = 60; ///< of a picture
    double fontPt = 7;
    bool letters = true, oneLegend = true, dark = false;
    std::vector<BoardPicture> pictures;
    BoardDecision decision;
    QByteArray file; ///< the board, embedded
    QString live;    ///< HTML with script above the pictures, of that format alone
};

/// "(a) Memory per GPU"; past (z) come (aa), (ab).
QString boardTitle(const BoardPage& page, std::size_t picture);
/// Of one picture, over all of its columns.
QSizeF boardPictureMm(const BoardPage& page, const BoardPicture& picture);
/// Keys that more than one picture has, in the order they come: they stand over all of them.
std::vector<LegendKey> boardLegend(const BoardPage& page);
/// Of the whole page; needs QGuiApplication for its fonts, as all of these.
QSizeF boardSizeMm(const BoardPage& page);
/// Where everything stands, in 1/96 inch.
struct BoardPlaces {
    QSizeF page;
    std::vector<QRectF> pictures; ///< without their titles and notes
    std::vector<QRectF> panels;   ///< with them
    std::vector<int> rows;        ///< of each, from 0
    double decision = 0;          ///< where the decision begins; without one the page's height
};
BoardPlaces boardPlaces(const BoardPage& page);
/// In 1/96 inch. `picture` draws one into its place; by default what is recorded.
using PaintBoardPicture = std::function<void(QPainter&, std::size_t picture, const QRectF& place)>;
void paintBoard(QPainter& painter, const BoardPage& page, const PaintBoardPicture& picture = {});
/// The decision alone, from the top of a page as wide as the board's.
void paintDecision(QPainter& painter, const BoardPage& page);

enum class BoardFormat { Pdf, Svg, Png, Html, Markdown };
std::optional<BoardFormat> boardFormatOfName(const QString& path);
Result<QByteArray> boardBytes(const BoardPage& page, BoardFormat format, double dpi = 200);

} // namespace moe::ui
