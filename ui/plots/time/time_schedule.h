// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pipeline's schedule: what every rank runs when, the activations it holds meanwhile, and two schedules
// of one step over the same time.

#include "ui/plots/time/time_rows.h"

#include "models/engine/time/pipeline_schedule.h"

namespace moe::ui {

/// What is drawn of a step: all of it where its passes are wide enough, else few micro-batches, but as long
/// as the pipeline fills and drains as the whole one does.
struct ScheduleSketch {
    PipelineSchedule schedule;        ///< shortened; empty where it has too many passes to be drawn
    PipelineSchedule whole;           ///< empty likewise
    PipelineUse use;                  ///< of the whole step
    Seconds makespan;                 ///< likewise
    double bubbleFraction = 0;        ///< likewise
    int microBatches = 0;             ///< of the scenario
    std::vector<TimePart> after;      ///< gradients and optimizer, when the last pass has ended
    std::vector<double> stageSeconds; ///< one per stage, drawn or not
};
ScheduleSketch scheduleSketch(const Report& report, const TimeParts& step);

/// "ZB-V": its name, and what it comes to in one line.
QString scheduleName(const ScheduleSketch& sketch);
/// "ZB-V: 16 stages, 60 micro-batches"; of one stage "One step: 60 micro-batches".
QString scheduleTitle(const ScheduleSketch& sketch);
QString scheduleNumbers(const ScheduleSketch& sketch);

/// Below each other, to one scale of time. `missing`: why a second one that was asked for is not there.
void paintSchedules(QPainter& painter, const QRectF& area, const std::vector<const ScheduleSketch*>& sketches,
                    const QString& missing, const Look& look, Hits& hits);
/// The least height with which every rank of them is told apart.
double schedulesLeastHeight(const std::vector<const ScheduleSketch*>& sketches, const Look& look);

} // namespace moe::ui
