// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory per GPU at both moments of a step of reinforcement learning, while engines sample and while what
// they sampled is trained, against capacity.

#include "ui/plots/kit/canvas.h"
#include "ui/plots/kit/sheet.h"

#include "models/engine/report/report.h"

namespace moe::ui {

/// Where the axis ends by itself, GiB.
double rlAxisEnd(const RlReport& rl);
/// The report has an RL step.
Hits paintRlMemory(QPainter& painter, const QSizeF& size, const Report& report, double axisEnd,
                   const Look& look);
Sheet rlMemorySheet(const Report& report);
/// "✓ fits: 68.3 of 79.6 GiB. A step of reinforcement learning: …"
QString rlMemorySummary(const Report& report);

} // namespace moe::ui
