#include "ui/placement/placement_cells.h"
#include "ui/placement/placement_colour.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace moe::ui {
namespace {

struct Busy {
    double below;
    const char* text;
};
constexpr Busy kBusy[] = {{0.6, "< 60"}, {0.85, "< 85"}, {INFINITY, "≥ 85 %"}};

QColor busyColour(std::size_t level, const Theme& theme) {
    return level == 0 ? theme.good : level == 1 ? theme.warn : theme.bad;
}

QColor linkColour(std::optional<double> utilisation, const Theme& theme) {
    if (!utilisation) return mixed(theme.muted, theme.background, 0.2);
    std::size_t level = 0;
    while (*utilisation >= kBusy[level].below) ++level;
    return busyColour(level, theme);
}

/// What the colours of the links mean, at the right end of the strip.
void paintBusyKey(QPainter& painter, const QRectF& strip, const Theme& theme) {
    const QFontMetricsF metrics(painter.font());
    double x = strip.right() - 8;
    for (std::size_t level = std::size(kBusy); level-- > 0;) {
        const QString text = QString::fromUtf8(kBusy[level].text);
        x -= metrics.horizontalAdvance(text);
        painter.setPen(theme.text);
        painter.drawText(QPointF(x, strip.center().y() + metrics.ascent() / 2 - 1), text);
        x -= 14;
        painter.fillRect(QRectF(x, strip.center().y() - 2, 10, 4), busyColour(level, theme));
        x -= 8;
    }
}

} // namespace

void paintTraffic(QPainter& painter, const PlacementPage& page, const PlacementScene& scene,
                  const PlacementStyle& style) {
    const PlacementLayout& layout = page.layout;
    if (layout.trunk() <= 0) return;
    const int columns = layout.nodes().columns, rows = layout.nodes().rows;
    double largest = 0;
    for (int node = 0; node < scene.nodeCount(); ++node) largest = std::max(largest, scene.nodeBytes(node));
    // Lines of a column stand side by side; the nearest node has the inner one.
    const double pitch = (layout.trunk() - 2) / rows;
    painter.setBrush(Qt::NoBrush);
    for (int node = 0; node < scene.nodeCount(); ++node) {
        const QRectF box = layout.node(node);
        const double width = std::max(0.8, std::min(5.0, 0.8 * pitch) * scene.nodeBytes(node) / largest);
        const double x = box.left() - pitch * (node / columns + 0.5) - 1;
        const double y = box.top() + std::min(14.0, box.height() / 2);
        QPen pen(linkColour(scene.nodeUtilisation(node), style.theme), width);
        pen.setCapStyle(Qt::FlatCap);
        pen.setJoinStyle(Qt::MiterJoin);
        painter.setPen(pen);
        painter.drawPolyline(QPolygonF{{x, page.network.bottom()}, {x, y}, {box.left(), y}});
    }
}

void paintNetwork(QPainter& painter, const PlacementPage& page, const PlacementScene& scene,
                  const PlacementStyle& style) {
    const Theme& theme = style.theme;
    painter.setPen(QPen(mixed(theme.grid, theme.muted, 0.4), 1));
    painter.setBrush(mixed(theme.background, theme.grid, 0.7));
    painter.drawRoundedRect(page.network, 3, 3);
    painter.setFont(style.font);
    painter.setPen(theme.text);
    painter.drawText(page.network.adjusted(8, 0, -8, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                     scene.network);
    const QFontMetricsF metrics(style.font);
    const double free = page.network.width() - metrics.horizontalAdvance(scene.network) - 32;
    const double key = metrics.horizontalAdvance(QStringLiteral("< 60< 85≥ 85 %")) + 70;
    if (scene.busiestUtilisation && page.layout.trunk() > 0 && free > key)
        paintBusyKey(painter, page.network, theme);
}

} // namespace moe::ui
