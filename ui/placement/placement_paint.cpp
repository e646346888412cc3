#include "ui/placement/placement_paint.h"

#include "ui/placement/placement_cells.h"
#include "ui/placement/placement_legend.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kMargin = 10;

QFont headlineFont(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont smallFont(QFont font) {
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * 0.9))));
    return font;
}

double textHeight(const QString& text, const QFont& font, double width) {
    return std::ceil(
        QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e4), Qt::TextWordWrap, text).height());
}

} // namespace

PlacementPage placementPage(const PlacementScene& scene, const QRectF& area, const QFont& font,
                            const PlacementCamera& camera) {
    PlacementPage page;
    page.area = area;
    if (scene.empty()) return page;
    const QRectF inside = area.adjusted(kMargin, 8, -kMargin, -8);
    const double width = inside.width();
    const double line = QFontMetricsF(smallFont(font)).height();
    page.headline =
        QRectF(inside.topLeft(), QSizeF(width, textHeight(scene.headline, headlineFont(font), width)));
    page.details = QRectF(page.headline.bottomLeft() + QPointF(0, 2),
                          QSizeF(width, textHeight(scene.details, smallFont(font), width)));
    double top = page.details.bottom() + 8;
    if (scene.crossesNodes) {
        const double height = textHeight(scene.network, smallFont(font), width - 16) + 6;
        page.network = QRectF(inside.left(), top, width, height);
        top += height + 8;
    }
    page.markersBelow = legendMarkersBelow(scene, smallFont(font), width);
    const double legendHeight = legendLines(page.markersBelow) * line + 6;
    page.legend = QRectF(inside.left(), inside.bottom() - legendHeight, width, legendHeight);
    page.canvas = QRectF(inside.left(), top, width, std::max(20.0, page.legend.top() - 10 - top));
    page.layout = PlacementLayout(scene, page.canvas, line, camera);
    return page;
}

void paintPlacement(QPainter& painter, const PlacementPage& page, const PlacementScene& scene,
                    const PlacementStyle& style, const PlacementMarks& marks) {
    const Theme& theme = style.theme;
    painter.fillRect(page.area, theme.background);
    painter.setRenderHint(QPainter::Antialiasing);
    if (scene.empty()) {
        painter.setFont(style.font);
        painter.setPen(theme.muted);
        painter.drawText(page.area.adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         scene.message);
        return;
    }
    painter.setFont(headlineFont(style.font));
    painter.setPen(theme.text);
    painter.drawText(page.headline, Qt::TextWordWrap, scene.headline);
    painter.setFont(smallFont(style.font));
    painter.setPen(theme.muted);
    painter.drawText(page.details, Qt::TextWordWrap, scene.details);

    PlacementStyle small = style;
    small.font = smallFont(style.font);
    painter.save();
    painter.setClipRect(page.canvas.adjusted(-1, scene.crossesNodes ? -9 : -1, 1, 1));
    if (scene.crossesNodes) paintTraffic(painter, page, scene, small);
    paintCells(painter, page.layout, scene, small, marks);
    painter.restore();
    if (scene.crossesNodes) paintNetwork(painter, page, scene, small);
    paintLegend(painter, page, scene, small);
}

} // namespace moe::ui
