// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A stretch of a step's schedule as painted: every rank's passes to one scale of time, drawn as what the
// pixels can show, and a length of time that is measured.

#include "ui/plots/time/time_schedule.h"

#include "models/engine/time/step_lanes.h"
#include "models/engine/time/traced_step.h"

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
    StepMix mix{};                   ///< what its passes wait for
    int open = -1;                   ///< stage whose computing, communication and host have a lane each
    /// Of a profiler's step, whose passes are stretches of it (traced_step.h): in place of the sketch's.
    QString title = {}, numbers = {};
    bool traced() const { return !title.isEmpty(); }
    /// Rows of the picture, and where a stage stands among them.
    int rows() const { return schedule.stages + (open >= 0 ? 2 : 0); }
    int rowOf(int stage) const { return stage + (open >= 0 && stage > open ? 2 : 0); }
    int stageAt(double row) const;
};
/// Ranks `first` to `last` over a length of time.
struct TimelineMark {
    TimeSpan span;
    int first = 0, last = -1;
    bool operator==(const TimelineMark&) const = default;
};
/// Without stages where the step has more passes than can be held.
Timeline timelineOf(const TrainReport& train, ScheduleSketch sketch);

Timeline timelineOf(const TracedLanes& lanes);

/// Width of the names of its rows, in units of the look.
double timelineNames(const Timeline& timeline, const Look& look);
/// Where time runs in a picture of this size, with `names` left of it.
QRectF timelineFrame(const QSizeF& size, const Timeline& timeline, double names, const Look& look);
/// The row at a height of it, with its share.
double timelineRow(const QRectF& frame, const Timeline& timeline, double y, const Look& look);

/// Passes of `seen` that are wide enough to be told apart can be hit, with what they are as text. `mark` is
/// drawn over them when it has a length.
void paintTimeline(QPainter& painter, const QSizeF& size, const Timeline& timeline, double names,
                   const TimeSpan& seen, const TimelineMark& mark, const Look& look, Hits& hits);

} // namespace moe::ui
