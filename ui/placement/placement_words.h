// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The placement tab's sentences.

#include "ui/placement/placement_scene.h"

namespace moe::ui {

QString tokenText(double tokens);                                    ///< "4 096", "1.05 M"
QString counted(int count, const QString& one, const QString& many); ///< "1 GPU", "8 GPUs"
QString tokensOverMean(const CellLoads& loads, int index);           ///< "4 096 tokens, 1.13 × mean"
QString multiple(double value);                                      ///< "1.13"

QString algorithmText(PlacementAlgorithm algorithm);

/// One placement, or what changes from it to the other.
QString headlineText(const Report& report, const PlacementStudy& study, const PlacementScene& scene);
/// Statistics and what placement cannot change.
QString detailsText(const Report& report, const PlacementStudy& study, const PlacementScene& scene);
/// "EPLB · busiest GPU 1.08 ×, node 1.02 × · 3.4 nodes per token"
QString paneTitle(const PlacedLayer& layer);
QString networkCaption(const PlacementScene& scene, const NetworkReport& network);

} // namespace moe::ui
