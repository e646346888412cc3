// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/words.h"
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

/// Lines down beside the columns of a grid, each with a branch into its cell.
struct Trunks {
    double pitch = 1, largest = 1; ///< px between lines of a column, bytes of the widest
    bool fade = false;             ///< the line is not one of those that are lit
};

void paintLine(QPainter& painter, const Trunks& trunks, const QRectF& box, int row, double source,
               double bytes, std::optional<double> utilisation, const Theme& theme) {
    const double share = trunks.largest > 0 ? bytes / trunks.largest : 0;
    const double width = std::max(0.8, std::min(5.0, 0.8 * trunks.pitch) * share);
    const double x = box.left() - trunks.pitch * (row + 0.5) - 1;
    const double y = box.top() + std::min(14.0, box.height() / 2);
    QColor colour = linkColour(utilisation, theme);
    if (trunks.fade || bytes <= 0) colour.setAlphaF(trunks.fade ? 0.18F : 0.4F);
    QPen pen(colour, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::MiterJoin);
    if (bytes <= 0) pen.setDashPattern({2, 3});
    painter.setPen(pen);
    painter.drawPolyline(QPolygonF{{x, source}, {x, y}, {box.left(), y}});
}

/// Names of the leaves above a block, all of them as long as the longest has room for.
class LeafNames {
public:
    LeafNames(const PlacementLayout& layout, const PlacementScene& scene, const QFontMetricsF& metrics)
        : m_leaves(std::max(1, scene.leavesPerBlock)) {
        const double room = layout.block(0).width() - 8;
        while (m_form < 2 && metrics.horizontalAdvance(of(layout.blockCount() - 1)) > room) ++m_form;
        if (metrics.horizontalAdvance(of(layout.blockCount() - 1)) > room) m_form = 3;
    }
    QString of(int block) const {
        const int first = block * m_leaves;
        QString text = QString::number(first);
        if (m_leaves > 1) text += QStringLiteral("–%1").arg(first + m_leaves - 1);
        if (m_form <= 1) text.prepend(m_leaves > 1 ? items::Words::tr("Leaves ") : items::Words::tr("Leaf "));
        if (m_form == 0 && m_leaves > 1) text += items::Words::tr(", one per rail");
        return m_form < 3 ? text : QString();
    }

private:
    int m_leaves, m_form = 0;
};

void paintSpineLines(QPainter& painter, const PlacementPane& pane, const PlacementScene& scene,
                     const PlacementStyle& style) {
    const PlacementLayout& layout = pane.layout;
    const double pitch = (layout.blockTrunk() - 2) / layout.blocks().rows;
    std::vector<double> bytes(static_cast<std::size_t>(layout.blockCount()), 0.0);
    for (int node = 0; node < scene.nodeCount(); ++node)
        bytes[static_cast<std::size_t>(node / layout.nodesPerBlock())] +=
            scene.crossLeafShare * scene.nodeBytes(node);
    const double largest = *std::max_element(bytes.begin(), bytes.end());
    for (int block = 0; block < layout.blockCount(); ++block)
        paintLine(painter, {pitch, largest, false}, layout.block(block), block / layout.blocks().columns,
                  pane.network.bottom(), bytes[static_cast<std::size_t>(block)], std::nullopt, style.theme);
}

} // namespace

void paintTraffic(QPainter& painter, const PlacementPane& pane, const PlacementScene& scene,
                  const PlacementStyle& style, const PlacementMarks& marks) {
    const PlacementLayout& layout = pane.layout;
    painter.setBrush(Qt::NoBrush);
    if (layout.blockTrunk() > 0) paintSpineLines(painter, pane, scene, style);
    if (layout.trunk() <= 0 || layout.detail() == PlacementDetail::Blocks) return;
    double largest = 0;
    for (int node = 0; node < scene.nodeCount(); ++node) largest = std::max(largest, scene.nodeBytes(node));
    // Lines of a column stand side by side; the nearest node has the inner one.
    const double pitch = (layout.trunk() - 2) / layout.nodes().rows;
    for (int node = 0; node < scene.nodeCount(); ++node) {
        const int block = node / layout.nodesPerBlock(), within = node % layout.nodesPerBlock();
        const QRectF around = layout.block(block);
        if (layout.blockCount() > 1 && !around.intersects(layout.canvas())) continue;
        const double source =
            layout.blockCount() > 1 ? around.top() + layout.blockHeader() : pane.network.bottom();
        const auto at = static_cast<std::size_t>(node);
        const bool fade = !marks.pinnedNodes.empty() && !marks.pinnedNodes[at];
        paintLine(painter, {pitch, largest, fade}, layout.node(node), within / layout.nodes().columns, source,
                  scene.nodeBytes(node), scene.nodeUtilisation(node), style.theme);
    }
}

void paintBlocks(QPainter& painter, const PlacementLayout& layout, const PlacementScene& scene,
                 const PlacementStyle& style) {
    if (layout.blockCount() <= 1 || layout.detail() == PlacementDetail::Blocks) return;
    const Theme& theme = style.theme;
    painter.setFont(style.font);
    const LeafNames names(layout, scene, QFontMetricsF(style.font));
    for (int block = 0; block < layout.blockCount(); ++block) {
        const QRectF box = layout.block(block);
        if (!box.intersects(layout.canvas())) continue;
        painter.setPen(QPen(mixed(theme.grid, theme.muted, 0.4), 1));
        painter.setBrush(mixed(theme.background, theme.grid, 0.2));
        painter.drawRoundedRect(box, 3, 3);
        if (layout.blockHeader() <= 0) continue;
        const QRectF header(box.left(), box.top(), box.width(), layout.blockHeader());
        painter.setBrush(mixed(theme.background, theme.grid, 0.8));
        painter.drawRoundedRect(header, 2, 2);
        if (!layout.blockTitles()) continue;
        painter.setPen(theme.text);
        painter.drawText(header.adjusted(4, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft, names.of(block));
    }
}

void paintNetwork(QPainter& painter, const PlacementPane& pane, const PlacementScene& scene,
                  const PlacementStyle& style) {
    const Theme& theme = style.theme;
    painter.setPen(QPen(mixed(theme.grid, theme.muted, 0.4), 1));
    painter.setBrush(mixed(theme.background, theme.grid, 0.7));
    painter.drawRoundedRect(pane.network, 3, 3);
    painter.setFont(style.font);
    painter.setPen(theme.text);
    painter.drawText(pane.network.adjusted(8, 0, -8, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                     scene.network);
    const QFontMetricsF metrics(style.font);
    const double free = pane.network.width() - metrics.horizontalAdvance(scene.network) - 32;
    const double key = metrics.horizontalAdvance(QStringLiteral("< 60< 85≥ 85 %")) + 70;
    if (scene.busiestUtilisation && pane.layout.trunk() > 0 && free > key)
        paintBusyKey(painter, pane.network, theme);
}

} // namespace moe::ui
