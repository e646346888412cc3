// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether a point lies among the fitted runs, and in words which quantity does not.

#include "data/message.h"
#include "models/engine/loss/model/loss_surface.h"

#include <string>

namespace moe {

bool isInside(const LossHull& hull, const LossPoint& point, bool moe);

/// "training tokens 300B is outside 4B–100B; …", for every quantity outside its range; empty when inside.
Message outsideText(const LossHull& hull, const LossPoint& point, bool moe);

} // namespace moe
