// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Draws the placement picture on any painter: the window, a PDF, an SVG, an image. Vector throughout.

#include "ui/placement/placement_layout.h"
#include "ui/theme.h"

#include <QFont>

#include <vector>

class QPainter;

namespace moe::ui {

struct PlacementStyle {
    Theme theme;
    const Stops* stops = nullptr;
    QFont font; ///< with a pixel size
};

/// What the user points at.
struct PlacementMarks {
    int focus = -1;                ///< GPU with the keyboard's frame
    int pinnedExpert = -1;         ///< its slots are framed
    int pinnedGroup = 0;           ///< of groups that hold different layers: the one it belongs to
    int carried = -1;              ///< slot that is being moved, index as slotOf(); framed
    int carriedFrom = -1;          ///< its GPU
    int target = -1;               ///< GPU that it would go to
    std::vector<bool> pinnedNodes; ///< nodes that hold it; empty = nothing is pinned
};

/// One placement of a page.
struct PlacementPane {
    QRectF title, network, canvas; ///< title only where two stand side by side
    PlacementLayout layout;
};

/// The page's parts, top to bottom. Same sizes for painting and for finding what is under the pointer.
struct PlacementPage {
    QRectF area, headline, details, legend;
    bool markersBelow = false;        ///< legend's markers in a line of their own
    std::vector<PlacementPane> panes; ///< one per scene

    /// The pane under a point, the first when there is none.
    std::size_t paneAt(const QPointF& point) const;
};
/// One scene, or two side by side; the first one's words stand above, empty ones instead of a page.
PlacementPage placementPage(const std::vector<PlacementScene>& scenes, const QRectF& area, const QFont& font,
                            const PlacementCamera& camera);

void paintPlacement(QPainter& painter, const PlacementPage& page, const std::vector<PlacementScene>& scenes,
                    const PlacementStyle& style, const std::vector<PlacementMarks>& marks);

} // namespace moe::ui
