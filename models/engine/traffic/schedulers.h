// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How each engine forms its next pass: which chunks of prompts it computes and whether running sequences
// decode. Sources: serve/engines/engines.h.

#include "models/engine/traffic/simulate.h"

namespace moe {

/// The scenario's own, else its engine's.
FormPass schedulerOf(const TrafficScenario& scenario);

} // namespace moe
