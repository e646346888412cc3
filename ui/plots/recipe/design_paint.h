// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paints what a budget buys: the loss over active parameters and tokens with the designs it pays for, the
// loss along them for every count of experts, and what serving each costs. Designs near the best are drawn as
// a region: the data cannot tell them apart.

#include "models/engine/search/loss_design.h"
#include "ui/plots/kit/canvas.h"

namespace moe::ui {

struct DesignPicture {
    DesignRequest request;
    DesignMap map;
    double activeParams = 0; ///< the scenario's, without the vocabulary
};

void paintDesignMap(QPainter& painter, QRectF area, const DesignPicture& picture, const Look& look,
                    Hits& hits);
void paintDesignLosses(QPainter& painter, QRectF area, const DesignPicture& picture, const Look& look,
                       Hits& hits);
void paintDesignServing(QPainter& painter, QRectF area, const DesignPicture& picture, const Look& look);

/// "3.41 B active parameters, 32 experts, 464 B tokens: loss 1.729; …"
QString designPointText(const DesignPicture& picture, const DesignPoint& point);
/// "FLOP", "GPU-hours" or "USD" of flop, gpu-hours or usd.
const char* budgetUnit(const QString& kind);
/// In the budget's unit.
QString designBudgetText(BudgetKind kind, double amount);

} // namespace moe::ui
