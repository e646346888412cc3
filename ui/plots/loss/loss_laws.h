// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stands over the map: regions close to the best, the Step Law's 95 % region, and the optima of
// published laws as small labelled markers.

#include "ui/plots/loss/loss_paint.h"

#include "models/engine/loss/report/loss_overlays.h"

#include <string>
#include <vector>

namespace moe::ui {

/// "Porian et al.", "Step Law, rounded": what fits beside a marker.
QString shortLawName(const Law& law);
/// Citation, where the law was fitted, and whether the scenario lies outside of that.
QString lawTip(const Law& law, const LawAnswer* answer);
/// The Step Law as the mean of its fits: drawn as the star.
bool isStepLaw(const Law& law);

/// A law's optimum as it is drawn. Without a batch it stands on the lower edge.
struct LawMark {
    QString text;
    double lr = 0;
    std::optional<double> batchTokens;
    bool inDomain = true;
    QString tip;
};
const LawAnswer* stepLawAnswer(const LossReport& loss); ///< null without overlays
/// Of the chosen keys, those with a learning rate; without the Step Law's star.
std::vector<LawMark> lawMarks(const LossReport& loss, const std::vector<std::string>& keys);

/// On the lower edge where the law gives no batch; nullopt off the picture.
std::optional<QPointF> lawPlace(const PlotFrame& frame, const LawMark& mark, const Look& look);
/// Places in pixels, for labels to keep clear of.
Obstacles lawObstacles(const PlotFrame& frame, const std::vector<LawMark>& marks, const Look& look);
void paintLawMarks(QPainter& painter, const PlotFrame& frame, const std::vector<LawMark>& marks,
                   const Obstacles& others, const Look& look);
void paintLawKey(QPainter& painter, const QRectF& area, bool inDomain, const Look& look);

/// 0.1 % solid, wider shares dashed, each with its share written on it. Returns where the texts are.
Obstacles paintNearOptimal(QPainter& painter, const PlotFrame& frame, const std::vector<NearOptimal>& regions,
                           const Obstacles& marks, const Look& look);
void paintNearKey(QPainter& painter, const QRectF& area, std::size_t index, const Look& look);

void paintLawRegion(QPainter& painter, const PlotFrame& frame, const StepLawRegion& region, const Look& look);
void paintLawRegionKey(QPainter& painter, const QRectF& area, const Look& look);

} // namespace moe::ui
