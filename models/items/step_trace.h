// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A training step as Chrome-trace JSON, which Perfetto and chrome://tracing open: a track per pipeline rank.
// Format: "Trace Event Format" (docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU),
// complete events ("ph": "X"), times in microseconds.

#include "data/problem.h"
#include "models/engine/report/report.h"

#include <QByteArray>

namespace moe::items {

/// More passes are refused: their file would be of hundreds of megabytes.
inline constexpr int kMostTracedPasses = 1000000;
/// From so many on without lanes inside the passes, which are three times as many slices.
inline constexpr int kMostPassesInLanes = 250000;

/// Every pass of every micro-batch as the schedule runs it, below each stage a track of what its passes wait
/// for and hide of communication and one of the host (where in a pass is assumed, and says so), then on a
/// track of their own the parts of the step that come after the last pass, as long as the step waits for
/// them. The same in every language.
Result<QByteArray> stepTrace(const Report& report);

} // namespace moe::items
