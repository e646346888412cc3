// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Group separators of numbers that are part of a text.

#include <QString>

namespace moe::items {

/// `text` with its whole numbers of four digits and more in groups of three, as the form shows them; names
/// stay.
QString groupedDigits(const QString& text);

/// Of an axis: the same in a window; commands write numbers without groups.
QString groupedTick(const QString& text);

} // namespace moe::items
