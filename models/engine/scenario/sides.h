// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The two things a scenario may be about. One with a training and a serving section is looked at from one
// side at a time; everything that is shown of it, from cards to reports, then is of that side.

#include "models/engine/scenario/scenario.h"

namespace moe {

enum class Side { Training, Serving };

/// Whether there is anything to choose.
inline bool hasBothSides(const Scenario& scenario) {
    return scenario.train && scenario.serve;
}

/// What is evaluated of it: on the side of serving without its training section, as `--set train=null` has
/// it. A scenario with one section is itself on both sides.
inline Scenario lookedAt(const Scenario& scenario, Side side) {
    Scenario shown = scenario;
    if (side == Side::Serving && hasBothSides(scenario)) shown.train.reset();
    return shown;
}

/// The side of a scenario as lookedAt() gives it: serving where it only serves.
inline Side shownSide(const Scenario& scenario) {
    return scenario.serve && !scenario.train ? Side::Serving : Side::Training;
}

} // namespace moe
