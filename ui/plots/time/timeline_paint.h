// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A stretch of a step's schedule as painted: every rank's passes to one scale of time, drawn as what the
// pixels can show, and a length of time that is measured.

#include "ui/plots/time/time_schedule.h"

namespace moe::ui {

/// Seconds from the begin of the step.
struct TimeSpan {
    double from = 0, to = 0;
    double length() const { return to - from; }
    bool operator==(const TimeSpan&) const = default;
};

struct Timeline {
    ScheduleSketch sketch;           ///< name, numbers, parts after the last pass
    PipelineSchedule schedule;       ///< of all micro-batches
    std::vector<std::size_t> firsts; ///< of every stage's passes, and their number at the end
    double end = 0;                  ///< of the step, as far as it is drawn; seconds
};
/// Without stages where the step has more passes than can be held.
Timeline timelineOf(const TrainReport& train, ScheduleSketch sketch);

/// Where time runs in a picture of this size.
QRectF timelineFrame(const QSizeF& size, const Timeline& timeline, const Look& look);

/// Passes of `seen` that are wide enough to be told apart can be hit, with what they are as text. `measured`
/// is drawn over them when it has a length.
void paintTimeline(QPainter& painter, const QSizeF& size, const Timeline& timeline, const TimeSpan& seen,
                   const TimeSpan& measured, const Look& look, Hits& hits);

} // namespace moe::ui
