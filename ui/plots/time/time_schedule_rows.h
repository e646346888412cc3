// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pieces of the picture of a schedule: the ranks' passes, what they hold, the key of the colours.

#include "ui/plots/time/time_schedule.h"

namespace moe::ui {

/// Where one strip of ranks stands.
struct ScheduleRows {
    QRectF frame;
    double row = 0, perSecond = 0;
    double names = 0; ///< left of the frame
    int skipped = 0;  ///< micro-batches left out in the middle
};

/// Of a pass; of a pair, its forward one's.
QColor passColour(PassKind kind);
/// With the number of its micro-batch where there is room; of a pair, whose parts run at once, with both.
void paintPassBox(QPainter& painter, const QRectF& box, const SchedulePass& pass, int number,
                  const Look& look);
/// A row per rank: its passes, idle time between them, waits before the first and behind the last, and what
/// follows when all are done.
void paintRanks(QPainter& painter, const ScheduleRows& rows, const PipelineSchedule& schedule,
                const ScheduleSketch& sketch, const Look& look, Hits& hits);
/// A row per rank: the darker, the more it holds; its most stands to the right.
void paintHeld(QPainter& painter, const ScheduleRows& rows, const PipelineSchedule& schedule,
               const Look& look, Hits& hits);
/// A slanted gap: here the picture leaves something out.
void paintBreak(QPainter& painter, double x, double top, double bottom, const Look& look);
/// Key of the colours, wrapped to the width; returns its height and paints only with a painter.
double paintScheduleKey(QPainter* painter, const QRectF& area,
                        const std::vector<const ScheduleSketch*>& sketches, const Look& look);

} // namespace moe::ui
