// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Colours of everything drawn: two themes, the category colours (Okabe–Ito) and the perceptual palettes.
// The same thing has the same colour on every tab; nothing is told by colour alone.

#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/time_term_row.h"

#include <QColor>
#include <QPalette>
#include <QStringList>

#include <array>
#include <string_view>

namespace moe::ui {

struct Theme {
    bool dark = false;
    QColor background; ///< of plots and exports
    QColor text, muted, axis, grid;
    QColor accent; ///< this scenario
    QColor best;   ///< optimum markers
    QColor good, warn, bad;
};
Theme lightTheme();
Theme darkTheme();
/// The theme that fits the window's palette.
Theme themeOf(const QPalette& palette);
/// Window palette of a theme (Fusion style).
QPalette windowPalette(bool dark);

QColor groupColour(MemoryGroup group);

/// Blues compute, oranges communicate, grey waits for the host.
inline constexpr int kTimeGroups = 5;
const char* timeGroupText(TimeGroup group);
struct TimeStyle {
    TimeGroup group = TimeGroup::Compute;
    QColor colour;
};
/// By key of a timeTerms() or serveTerms() row; the same on every picture that shows the part. Of no row: no
/// colour (invalid), which a test of every row excludes.
TimeStyle timeStyle(std::string_view key);
QColor groupColour(TimeGroup group);

/// Of a pinned scenario: 0 = A, 1 = B, …; its letter stands beside it, since colours repeat.
QColor markColour(std::size_t mark);

/// Near-black or white, whichever reads better on `ground`.
QColor inkOn(const QColor& ground);

/// A category's colour for lines, marks and words on the theme's ground: lighter on a dark one, until it
/// stands out from it as text does (4.5 : 1).
QColor lineColour(const QColor& category, const Theme& theme);

/// 256 stops, low to high.
using Stops = std::array<QRgb, 256>;
const Stops& paletteStops(const QString& name); ///< cividis when the name is unknown
QStringList paletteNames();                     ///< cividis, viridis, magma, grey, difference

} // namespace moe::ui
