// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The bars of a waterfall (waterfall_view.h).

#include "models/engine/search/waterfall.h"
#include "ui/plots/kit/canvas.h"

namespace moe::ui {

struct WaterfallPicture {
    const Waterfall& waterfall;
    const std::vector<std::size_t>& shown; ///< steps
    WaterfallWay way; ///< alone: the interaction is a bar of its own; average: its range is a whisker
    QString from, to, headline;
    int drop = -1; ///< row that what is dragged would take
};
/// The first hit is the row of the first scenario, then one per step with its place in `shown` as index.
Hits paintWaterfall(QPainter& painter, const QSizeF& size, const WaterfallPicture& picture, const Look& look);

} // namespace moe::ui
