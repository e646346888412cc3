// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pieces of the time picture: a stacked bar with its axis and the list of its parts.

#include "ui/plots/time/time_rows.h"

namespace moe::ui {

/// Two lines at most; returns the height used.
double paintHeadline(QPainter& painter, const QRectF& area, const Headline& headline, const Look& look);

/// Exposed parts side by side, hidden ones hatched below on the same scale, axis of time.
/// `comfort` ≥ 1 makes it higher.
/// Where the axis ends by itself, seconds.
double timeBarEnd(const TimeParts& whole);
double timeBarHeight(const TimeParts& whole, const Look& look, double comfort);
void paintTimeBar(QPainter& painter, const QRectF& area, const TimeParts& whole, double names,
                  const Look& look, double comfort, Hits& hits);

double timeListRowHeight(const Look& look);                      ///< the least
double timeNamesWidth(const TimeParts& whole, const Look& look); ///< left of the bar
/// What a list needs to show every column with its words whole.
double timeListWidth(const TimeParts& whole, const Look& look);
/// Largest first, as many as fit; the rest as one line. In little room names are cut before a column goes,
/// and the origin of a number goes last.
void paintTimeList(QPainter& painter, const QRectF& area, const TimeParts& whole, const QString& title,
                   const Look& look, Hits& hits);

} // namespace moe::ui
