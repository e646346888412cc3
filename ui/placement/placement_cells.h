// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The cells of the placement picture and the traffic between nodes.

#include "ui/placement/placement_paint.h"

namespace moe::ui {

void paintCells(QPainter& painter, const PlacementLayout& layout, const PlacementScene& scene,
                const PlacementStyle& style, const PlacementMarks& marks);
/// Lines from the spine to the leaves and from the leaves to every node; width is bytes, colour how busy they
/// are. With an expert pinned, only the lines to its nodes keep their strength.
void paintTraffic(QPainter& painter, const PlacementPane& pane, const PlacementScene& scene,
                  const PlacementStyle& style, const PlacementMarks& marks);
void paintNetwork(QPainter& painter, const PlacementPane& pane, const PlacementScene& scene,
                  const PlacementStyle& style);
/// Frames of the nodes that share leaves, each with its leaves on top.
void paintBlocks(QPainter& painter, const PlacementLayout& layout, const PlacementScene& scene,
                 const PlacementStyle& style);

/// The mark of a hot spot, top at the rectangle's top edge.
void paintTriangle(QPainter& painter, const QRectF& box, const QColor& fill, const QColor& outline);

} // namespace moe::ui
