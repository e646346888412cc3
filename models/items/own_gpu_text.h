// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What points of a person's own GPU moved: one row per operator, start times and rates before → after.

#include "models/engine/operators/own_gpu.h"

#include <QStringList>

#include <vector>

namespace moe::items {

/// operator, points, error before and after, start, share of the peak, share of bandwidth.
QStringList ownGpuHeader();
std::vector<QStringList> ownGpuRows(const OwnFit& fit);

} // namespace moe::items
