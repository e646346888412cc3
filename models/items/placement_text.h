// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `placement` prints.

#include "models/engine/report/report.h"

#include <QString>

namespace moe::items {

/// Balance of experts, GPUs and nodes, what bounds it, random placements beside it, and where the experts
/// are.
QString placementText(const PlacementReport& placement);

} // namespace moe::items
