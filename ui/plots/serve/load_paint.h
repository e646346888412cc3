// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The two halves of a picture of serving under load.

#include "models/engine/traffic/serve_load.h"
#include "ui/plots/kit/canvas.h"

namespace moe::ui {

QString secondsText(double seconds); ///< "4.47 s"

/// Strips over one time axis: requests that run and wait, prompt tokens of a pass, use of the KV cache. A
/// column of pixels shows the most of what falls into it.
void paintPasses(QPainter& painter, const QRectF& area, const TrafficReport& run, const Look& look,
                 Hits& hits);

/// Share of the requests that had their first token, or each later one, within a time. The burst is what a
/// closed-loop client sends at once.
void paintSpread(QPainter& painter, const QRectF& area, const ServedLoad& load, const TrafficReport& run,
                 const Look& look, Hits& hits);

} // namespace moe::ui
