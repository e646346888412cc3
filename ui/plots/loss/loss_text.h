// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the loss picture says in words and as a table. But for the reasons why there is none, the report must
// have a loss map.

#include "ui/plots/loss/loss_plot.h"

namespace moe::ui {

/// "lr 1.25e-3 · batch 4.2 M tokens · loss 2.214 ± 0.006 (+0.004)"; `value` is (lr, batch in tokens), `base`
/// may be null.
QString lossReadOut(const LossReport& loss, const LossOptions& options, const MeasuredCells& cells,
                    const LossMap* base, QPointF value);
QString lossCsv(const LossReport& loss, LossMode mode, const std::vector<MeasuredPoint>& runs);
QString lossSummary(const Report& report);
bool hasLossMap(const ReportPtr& report);
/// Why there is no map; either may be null.
QString noLossReason(const ReportPtr& report, const CatalogPtr& catalog);
/// Why there is no difference to the base's map to draw; empty = there is one. The base may be null.
QString noDifferenceReason(const ReportPtr& report, const ReportPtr& base);
/// The loss at the scenario with the half-width of its 90 % interval: "2.214 ± 0.006".
QString intervalText(double loss, double low, double high);

/// Why the measured runs cannot be shown: no table, or no group in the loaded ones.
QString noRunsReason(bool tableLoaded);
QString noMapReason();

} // namespace moe::ui
