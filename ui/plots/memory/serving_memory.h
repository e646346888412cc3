// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory per GPU while serving: weights, KV cache, dispatch buffers, activations against capacity, and the
// largest batch that fits.

#include "ui/plots/kit/canvas.h"
#include "ui/plots/kit/sheet.h"

#include "models/engine/report/report.h"

namespace moe::ui {

/// Where the axis ends by itself, GiB.
double servingAxisEnd(const ServeReport& serve);
Hits paintServingMemory(QPainter& painter, const QSizeF& size, const Report& report, double axisEnd,
                        const Look& look);
Sheet servingMemorySheet(const ServeReport& serve);
/// "Serving needs 61.3 of 79.6 GiB …; at most 4096 sequences fit."
QString servingMemorySummary(const Report& report);

} // namespace moe::ui
