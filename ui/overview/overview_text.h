// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A line of text in pieces: some large, some that can be changed in place (chips), some that are left out
// first where the line is too long.

#include "ui/plots/kit/canvas.h"

#include <vector>

namespace moe::ui {

struct TextPiece {
    enum class Role { Plain, Strong, Muted, Large, Waiting, Chip, Link, Better, Worse };
    QString text;
    Role role = Role::Plain;
    QString key = {}; ///< what a click does, as Canvas::explain() says it; empty: nothing
    int drop = 0;     ///< 0: stays; the largest goes first
};
using TextLine = std::vector<TextPiece>;

/// A translated pattern with pieces in the places of %1 … %9; its own words are `role`.
TextLine lineOf(const QString& pattern, const std::vector<TextPiece>& arguments,
                TextPiece::Role role = TextPiece::Role::Plain);
TextLine& operator+=(TextLine& line, const TextLine& more);

/// Sizes of a line, as multiples of the look's font.
struct TextSizes {
    double plain = 1.2, large = 1.7;
};
/// On one baseline, from the left of `area`; what does not fit is left out by rank, then cut. Returns the x
/// after it. `chips`: drawn as what can be clicked.
double paintLine(QPainter& painter, const QRectF& area, TextLine line, const TextSizes& sizes,
                 const Look& look, bool chips, Hits& hits);
/// The same over several lines, each `height` high, whole, for paper; returns the y under the last.
double paintWrapped(QPainter& painter, const QRectF& area, const TextLine& line, double height,
                    const TextSizes& sizes, const Look& look);
/// How high paintWrapped() is there.
double wrappedHeight(double width, const TextLine& line, double height, const TextSizes& sizes,
                     const Look& look);
/// The words without their looks.
QString plainText(const TextLine& line);

/// ▲ is better and ▼ worse, whatever the number does.
QColor betterColour(const Theme& theme);
QColor worseColour(const Theme& theme);
QColor linkColour(const Theme& theme);
/// Of a capacity or a limit.
QColor limitColour(const Theme& theme);

} // namespace moe::ui
