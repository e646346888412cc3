// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The entries under the loss picture: what is drawn, and nothing else.

#include "ui/plots/kit/plot_chrome.h"
#include "ui/plots/loss/loss_laws.h"
#include "ui/plots/loss/loss_plot.h"
#include "ui/plots/loss/loss_shading.h"

namespace moe::ui {

struct LossLegend {
    const LossReport* loss = nullptr;
    const std::vector<MeasuredPoint>* runs = nullptr; ///< shown
    const MeasuredPoint* bestRun = nullptr;
    LossOptions options;
    LossShading shading;
    std::vector<LawMark> laws;
    bool scenarioShown = true; ///< the scenario belongs to what is shown
    bool scenarioOnMap = true;
    bool hasGaps = false; ///< cells of what is shown without a value
};
std::vector<LegendEntry> lossLegend(const LossLegend& shown, const Look& look);

} // namespace moe::ui
