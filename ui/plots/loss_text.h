#pragma once
// What the loss picture says in words and as a table. The report must have a loss map.

#include "ui/plots/loss_plot.h"

namespace moe::ui {

/// "lr 1.25e-3 · batch 4.2 M tokens · loss 2.214 (+0.004)"; `value` is (lr, batch in tokens).
QString lossReadOut(const LossReport& loss, LossMode mode, const MeasuredCells& cells, QPointF value);
QString lossCsv(const LossReport& loss, LossMode mode);
QString lossSummary(const Report& report);

} // namespace moe::ui
