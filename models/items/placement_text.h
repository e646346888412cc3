#pragma once
// What `placement` prints.

#include "models/engine/placement_layers.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// {"placement": {…}} as in a report; with several layers `replicas` is a list per layer, and `layers` has
/// the statistics of each. `numbers` names the layers.
QJsonObject placementLayersJson(const PlacementLayers& placed, const std::vector<int>& numbers);
QString placementText(const PlacementLayers& placed, const std::vector<int>& numbers);

} // namespace moe::items
