#pragma once
// The cells of the placement picture and the traffic between nodes.

#include "ui/placement/placement_paint.h"

namespace moe::ui {

void paintCells(QPainter& painter, const PlacementLayout& layout, const PlacementScene& scene,
                const PlacementStyle& style, const PlacementMarks& marks);
/// Lines from the network strip down beside each column of nodes, a branch into every node; width is bytes.
void paintTraffic(QPainter& painter, const PlacementPage& page, const PlacementScene& scene,
                  const PlacementStyle& style);
void paintNetwork(QPainter& painter, const PlacementPage& page, const PlacementScene& scene,
                  const PlacementStyle& style);

/// The mark of a hot spot, top at the rectangle's top edge.
void paintTriangle(QPainter& painter, const QRectF& box, const QColor& fill, const QColor& outline);

} // namespace moe::ui
