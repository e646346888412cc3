// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A step of reinforcement learning in two lanes: GPUs that sample and GPUs that train, for the views that
// show it.

#include "models/engine/report/report.h"
#include "ui/plots/kit/painted_view.h"

namespace moe::ui {

QString rlLabel(RlPart part);
QString rlKey(RlPart part); ///< of its account
QString rlTime(double seconds);

/// The colours: what takes time. Its height; without a painter only that.
double paintRlKey(QPainter* painter, const RlReport& rl, const QRectF& area, const Look& look);
/// Key, lanes and their axis up to `end`, s.
void paintRlLanes(QPainter& painter, const RlReport& rl, double end, const QRectF& area, const Look& look,
                  Hits& hits);

} // namespace moe::ui
