// SPDX-License-Identifier: GPL-3.0-or-later
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

std::size_t PlacementPage::paneAt(const QPointF& point) const {
    for (std::size_t i = 1; i < panes.size(); ++i)
        if (point.x() >= panes[i].canvas.left() - kMargin / 2) return i;
    return 0;
}

PlacementPage placementPage(const std::vector<PlacementScene>& scenes, const QRectF& area, const QFont& font,
                            const PlacementCamera& camera) {
    PlacementPage page;
    page.area = area;
    page.panes.resize(scenes.size());
    const PlacementScene& scene = scenes.front();
    if (scene.empty()) return page;
    const QRectF inside = area.adjusted(kMargin, 8, -kMargin, -8);
    const double width = inside.width();
    const double line = QFontMetricsF(smallFont(font)).height();
    page.headline =
        QRectF(inside.topLeft(), QSizeF(width, textHeight(scene.headline, headlineFont(font), width)));
    page.details = QRectF(page.headline.bottomLeft() + QPointF(0, 2),
                          QSizeF(width, textHeight(scene.details, smallFont(font), width)));
    page.markersBelow = legendMarkersBelow(scene, smallFont(font), width);
    const double legendHeight = legendLines(page.markersBelow) * line + 6;
    page.legend = QRectF(inside.left(), inside.bottom() - legendHeight, width, legendHeight);

    const auto count = static_cast<double>(scenes.size());
    const double gap = 1.6 * kMargin, paneWidth = (width - gap * (count - 1)) / count;
    double titles = 0, strips = 0; // alike in all panes, so that their pictures stand level
    for (const PlacementScene& one : scenes) {
        if (count > 1) titles = std::max(titles, textHeight(one.title, smallFont(font), paneWidth));
        if (one.crossesNodes)
            strips = std::max(strips, textHeight(one.network, smallFont(font), paneWidth - 16) + 6);
    }
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        PlacementPane& pane = page.panes[i];
        const double left = inside.left() + static_cast<double>(i) * (paneWidth + gap);
        double top = page.details.bottom() + 8;
        pane.title = QRectF(left, top, paneWidth, titles);
        if (titles > 0) top += titles + 4;
        pane.network = QRectF(left, top, paneWidth, strips);
        if (strips > 0) top += strips + 8;
        pane.canvas = QRectF(left, top, paneWidth, std::max(20.0, page.legend.top() - 10 - top));
        pane.layout = PlacementLayout(scenes[i], pane.canvas, line, camera);
    }
    return page;
}

static void paintPane(QPainter& painter, const PlacementPane& pane, const PlacementScene& scene,
                      const PlacementStyle& style, const PlacementMarks& marks) {
    painter.setFont(style.font);
    painter.setPen(style.theme.text);
    if (!pane.title.isEmpty()) painter.drawText(pane.title, Qt::TextWordWrap, scene.title);
    painter.save();
    painter.setClipRect(pane.canvas.adjusted(-1, scene.crossesNodes ? -9 : -1, 1, 1));
    paintBlocks(painter, pane.layout, scene, style);
    if (scene.crossesNodes) paintTraffic(painter, pane, scene, style, marks);
    paintCells(painter, pane.layout, scene, style, marks);
    painter.restore();
    if (scene.crossesNodes) paintNetwork(painter, pane, scene, style);
}

void paintPlacement(QPainter& painter, const PlacementPage& page, const std::vector<PlacementScene>& scenes,
                    const PlacementStyle& style, const std::vector<PlacementMarks>& marks) {
    const Theme& theme = style.theme;
    const PlacementScene& scene = scenes.front();
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
    for (std::size_t i = 0; i < scenes.size(); ++i)
        paintPane(painter, page.panes[i], scenes[i], small, i < marks.size() ? marks[i] : PlacementMarks{});
    paintLegend(painter, page, scene, small);
}

} // namespace moe::ui
