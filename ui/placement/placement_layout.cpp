#include "ui/placement/placement_layout.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kAggregateBelow = 6; ///< px; smaller GPU cells tell nothing, their node is drawn instead
constexpr double kTrunk = 12;         ///< px left of a column of nodes
constexpr double kTitle = 1.35,
                 kTitledNode = 4.5; ///< lines: a node's title, and the least height that has one
constexpr int kTrunkLines = 6;      ///< rows of nodes that lines still reach side by side

int ceilDivide(int a, int b) {
    return (a + b - 1) / b;
}

/// Side of the largest cells of `aspect` when `count` of them share the area in `columns`.
double cellSide(const QSizeF& area, int count, int columns, double aspect) {
    const int rows = ceilDivide(count, columns);
    const double filled = static_cast<double>(count) / (rows * columns);
    return std::min(area.width() / columns / aspect, area.height() / rows) * filled;
}

int bestColumns(const QSizeF& area, int count, double aspect) {
    int best = 1;
    for (int columns = 2; columns <= count; ++columns)
        if (cellSide(area, count, columns, aspect) > cellSide(area, count, best, aspect) * 1.0001)
            best = columns;
    return best;
}

} // namespace

QSizeF CellGrid::cellSize(const QSizeF& area) const {
    return {(area.width() - gapX * (columns - 1)) / columns, (area.height() - gapY * (rows - 1)) / rows};
}

QRectF CellGrid::cell(const QRectF& area, int index) const {
    const QSizeF size = cellSize(area.size());
    return {area.left() + index % columns * (size.width() + gapX),
            area.top() + index / columns * (size.height() + gapY), size.width(), size.height()};
}

int CellGrid::at(const QRectF& area, const QPointF& point, int count) const {
    const QSizeF size = cellSize(area.size());
    const int column = static_cast<int>(std::floor((point.x() - area.left()) / (size.width() + gapX)));
    const int row = static_cast<int>(std::floor((point.y() - area.top()) / (size.height() + gapY)));
    if (column < 0 || column >= columns || row < 0 || row >= rows) return -1;
    const int index = row * columns + column;
    return index < count && cell(area, index).contains(point) ? index : -1;
}

PlacementLayout::PlacementLayout(const PlacementScene& scene, const QRectF& canvas, double line,
                                 const PlacementCamera& camera)
    : m_canvas(canvas),
      m_gpuCount(scene.gpuCount()),
      m_nodeCount(scene.nodeCount()),
      m_gpusPerNode(scene.gpusPerNode),
      m_slotsPerGpu(scene.slotsPerGpu),
      m_line(line) {
    if (m_gpuCount == 0) return;
    chooseGrids(canvas.size());
    m_world = QRectF(canvas.topLeft() + camera.shift, canvas.size() * camera.zoom);
    if (scene.crossesNodes && m_nodes.rows <= kTrunkLines && m_world.width() / m_nodes.columns > 6 * kTrunk) {
        m_trunk = kTrunk;
        m_world.setLeft(m_world.left() + m_trunk);
    }
    measure();
}

/// The grids depend on the canvas alone, so that zooming never rearranges the picture. The best have large
/// GPU cells, no holes and nodes that are not strips.
void PlacementLayout::chooseGrids(const QSizeF& canvas) {
    double best = -1;
    for (int columns = 1; columns <= m_nodeCount; ++columns) {
        const int rows = ceilDivide(m_nodeCount, columns);
        QSizeF node(canvas.width() / columns, canvas.height() / rows);
        if (node.height() > kTitledNode * m_line) node.rheight() -= kTitle * m_line;
        const int gpuColumns = bestColumns(node, m_gpusPerNode, 1);
        const double filled = static_cast<double>(m_nodeCount) / (rows * columns);
        const double strip = std::abs(std::log(node.width() / node.height()));
        const double side = cellSide(node, m_gpusPerNode, gpuColumns, 1) * filled / (1 + 0.25 * strip);
        if (side <= best) continue;
        best = side;
        m_nodes = {columns, rows, 0, 0};
        m_gpus = {gpuColumns, ceilDivide(m_gpusPerNode, gpuColumns), 0, 0};
    }
}

void PlacementLayout::measure() {
    const QSizeF room(m_world.width() / m_nodes.columns, m_world.height() / m_nodes.rows);
    m_nodes.gapX = m_nodes.gapY = std::clamp(0.05 * std::min(room.width(), room.height()), 1.0, 10.0);
    if (m_trunk > 0) m_nodes.gapX = m_trunk;
    const QSizeF node = m_nodes.cellSize(m_world.size());
    m_nodePad = std::clamp(0.03 * std::min(node.width(), node.height()), 0.5, 6.0);
    m_nodeTitle = node.height() > kTitledNode * m_line && node.width() > 4 * m_line ? kTitle * m_line : 0;

    const QSizeF inside = gpuArea(0).size();
    m_gpus.gapX = m_gpus.gapY =
        std::clamp(0.05 * std::min(inside.width() / m_gpus.columns, inside.height() / m_gpus.rows), 0.5, 6.0);
    const QSizeF gpu = m_gpus.cellSize(inside);
    const double side = std::min(gpu.width(), gpu.height());
    if (side < kAggregateBelow) {
        m_detail = PlacementDetail::Nodes;
        return;
    }
    m_gpuPad = side > 3 * m_line ? 4 : side > 1.5 * m_line ? 2 : 1;
    m_gpuTitle = gpu.height() > 2.6 * m_line && gpu.width() > 1.8 * m_line ? 1.2 * m_line : 0;
    m_twoLineTitle = gpu.width() < 7.5 * m_line && gpu.width() > 2.4 * m_line && gpu.height() > 4.2 * m_line;
    if (m_twoLineTitle) m_gpuTitle = 2.1 * m_line;
    m_bar = m_gpuTitle > 0 ? std::clamp(0.07 * gpu.height(), 3.0, 8.0) : 0;

    const QSizeF chips = chipArea(QRectF(QPointF(), gpu)).size();
    const int columns = bestColumns(chips, m_slotsPerGpu, 1.25);
    m_chips = {columns, ceilDivide(m_slotsPerGpu, columns), 0, 0};
    const QSizeF chip(chips.width() / m_chips.columns, chips.height() / m_chips.rows);
    m_chips.gapX = m_chips.gapY = std::clamp(0.1 * std::min(chip.width(), chip.height()), 0.4, 3.0);
    const bool readable = std::min(chip.width(), chip.height()) >= 3 && side > m_line;
    m_detail = readable ? PlacementDetail::Chips : PlacementDetail::Gpus;
}

QRectF PlacementLayout::gpuArea(int index) const {
    return node(index).adjusted(m_nodePad, m_nodePad + m_nodeTitle, -m_nodePad, -m_nodePad);
}

QRectF PlacementLayout::gpu(int index) const {
    return m_gpus.cell(gpuArea(index / m_gpusPerNode), index % m_gpusPerNode);
}

QRectF PlacementLayout::chipArea(const QRectF& gpuRect) const {
    const double head = m_gpuTitle > 0 ? m_gpuTitle + m_bar + 3 : 0;
    return gpuRect.adjusted(m_gpuPad, m_gpuPad + head, -m_gpuPad, -m_gpuPad);
}

PlacementHit PlacementLayout::at(const QPointF& point) const {
    PlacementHit hit;
    if (m_gpuCount == 0 || !m_canvas.contains(point)) return hit;
    hit.node = m_nodes.at(m_world, point, m_nodeCount);
    if (hit.node < 0 || m_detail == PlacementDetail::Nodes) return hit;
    const int inNode = std::min(m_gpusPerNode, m_gpuCount - hit.node * m_gpusPerNode);
    const int place = m_gpus.at(gpuArea(hit.node), point, inNode);
    if (place < 0) return hit;
    hit.gpu = hit.node * m_gpusPerNode + place;
    if (m_detail == PlacementDetail::Chips)
        hit.place = m_chips.at(chipArea(gpu(hit.gpu)), point, m_slotsPerGpu);
    return hit;
}

int PlacementLayout::neighbour(int gpu, int dx, int dy) const {
    const int node = gpu / m_gpusPerNode, place = gpu % m_gpusPerNode;
    int column = node % m_nodes.columns * m_gpus.columns + place % m_gpus.columns;
    int row = node / m_nodes.columns * m_gpus.rows + place / m_gpus.columns;
    for (;;) { // over the holes of ragged grids
        column += dx;
        row += dy;
        if (column < 0 || column >= m_nodes.columns * m_gpus.columns) return gpu;
        if (row < 0 || row >= m_nodes.rows * m_gpus.rows) return gpu;
        const int nextNode = row / m_gpus.rows * m_nodes.columns + column / m_gpus.columns;
        const int nextPlace = row % m_gpus.rows * m_gpus.columns + column % m_gpus.columns;
        const int next = nextNode * m_gpusPerNode + nextPlace;
        if (nextPlace < m_gpusPerNode && next < m_gpuCount) return next;
    }
}

PlacementCamera PlacementLayout::clamped(PlacementCamera camera, const QRectF& canvas) {
    camera.zoom = std::clamp(camera.zoom, 1.0, 400.0);
    const double left = canvas.width() * (1 - camera.zoom), top = canvas.height() * (1 - camera.zoom);
    camera.shift = {std::clamp(camera.shift.x(), left, 0.0), std::clamp(camera.shift.y(), top, 0.0)};
    return camera;
}

} // namespace moe::ui
