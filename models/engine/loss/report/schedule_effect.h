// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the learning-rate schedule does to the best learning rate and to the loss, against cosine to 0 as the
// fitted runs have it. Measured at 124 M parameters on 2.56 B tokens of SlimPajama
// (fabian-sp/lr-scheduling@8ace3a3), each schedule at its own best learning rate; at 1.28 B tokens the order
// is the same. Other sources disagree on how it changes with size, so it does not.

#include "models/engine/report/report.h"
#include "models/engine/scenario/scenario.h"

namespace moe {

struct ScheduleEffect {
    double lrFactor = 1; ///< on the best learning rate
    double lrBand = 1;   ///< which is known to × and ÷ this; 1 for the fitted runs' own schedule
    double gap = 0;      ///< ln of the loss over that of cosine to 0, each at its best learning rate
    double gapSd = 0;    ///< how far sources differ in it
    /// Of a learning rate above the best, the share of its distance in ln that counts: the wall of the fitted
    /// cosine runs is too steep for WSD. With it two e-folds cost 2.7 %, as measured.
    double wall = 1;
};

/// `cooldown`: share of the steps in which a WSD schedule decays.
ScheduleEffect scheduleEffect(LrSchedule schedule, double cooldown);

/// The learning rate at which cosine to 0 stands as this one does: as far from its best. `best`: of cosine.
double cosineLr(const ScheduleEffect& effect, double best, double lr);

/// Brings a report of cosine to 0 (map and curves included) to this schedule.
void applySchedule(LossReport& report, const ScheduleEffect& effect);

/// Brings a report of the Step Law recipe to another whose best loss here is predicted as `best`. `sd`:
/// relative, of the prediction.
void applyRecipe(LossReport& report, double best, double sd);

} // namespace moe
