#pragma once
// Draws the placement picture on any painter: the window, a PDF, an SVG, an image. Vector throughout.

#include "ui/placement/placement_layout.h"
#include "ui/theme.h"

#include <QFont>

class QPainter;

namespace moe::ui {

struct PlacementStyle {
    Theme theme;
    const Stops* stops = nullptr;
    QFont font; ///< with a pixel size
};

/// What the user points at.
struct PlacementMarks {
    int focus = -1;        ///< GPU with the keyboard's frame
    int pinnedExpert = -1; ///< its slots are framed
};

/// The page's parts, top to bottom. Same sizes for painting and for finding what is under the pointer.
struct PlacementPage {
    QRectF area, headline, details, network, canvas, legend;
    bool markersBelow = false; ///< legend's markers in a line of their own
    PlacementLayout layout;
};
PlacementPage placementPage(const PlacementScene& scene, const QRectF& area, const QFont& font,
                            const PlacementCamera& camera);

void paintPlacement(QPainter& painter, const PlacementPage& page, const PlacementScene& scene,
                    const PlacementStyle& style, const PlacementMarks& marks);

} // namespace moe::ui
