#pragma once
// The placement tab's sentences.

#include "ui/placement/placement_scene.h"

namespace moe::ui {

QString tokenText(double tokens);                          ///< "4 096", "1.05 M"
QString counted(int count, const QString& noun);           ///< "1 GPU", "8 GPUs"
QString tokensOverMean(const CellLoads& loads, int index); ///< "4 096 tokens, 1.13 × mean"
QString multiple(double value);                            ///< "1.13"

QString headlineText(const Report& report, const PlacementScene& scene);
QString detailsText(const Report& report, const PlacementScene& scene);
QString networkCaption(const PlacementScene& scene, const NetworkReport& network);

} // namespace moe::ui
