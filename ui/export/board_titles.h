// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Titles of panels beside each other, cut to their places: in the middle, and never where they differ.

#include <QFont>
#include <QStringList>

#include <vector>

namespace moe::ui {

/// Each as it fits into so many units of its font. What a title shares with others goes first, from the
/// middle of its longest stretch; only where that is not enough, and the rest has no room, it is cut where
/// they differ.
QStringList cutTitles(const QStringList& titles, const QFont& font, const std::vector<double>& widths);

} // namespace moe::ui
