// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The layouts of a server's GPUs, as the page of layouts shows them on the side of serving: every simulated
// point over two metrics, what binds it as its mark, the Pareto line, the scenario's own, and the best as a
// list.

#include "models/engine/plan/serving_choices.h"
#include "ui/own_marked.h"
#include "ui/plots/kit/canvas.h"

#include <functional>

namespace moe::ui {

struct ServersShown {
    const ReportView& view;                   ///< shares its axes
    QString headline;                         ///< empty: what was found
    std::function<bool(std::size_t)> isAside; ///< that point is faint
    const std::vector<OwnServed>& measured;   ///< one's own runs of the scenario's server
};
/// What can be picked has the index of its point.
Hits paintServers(QPainter& painter, const QSizeF& size, const ServingChoices& choices,
                  const ServersShown& shown, const Look& look);

} // namespace moe::ui
