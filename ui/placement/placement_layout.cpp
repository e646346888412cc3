// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placement/placement_layout.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kAggregateBelow = 6; ///< px; smaller GPU cells tell nothing, their node is drawn instead
constexpr double kNodeBelow = 3;      ///< px; then a block of nodes is drawn instead
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
    const int column = index % columns, row = index / columns;
    return {area.left() + column * (size.width() + gapX), area.top() + row * (size.height() + gapY),
            size.width(), size.height()};
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
    m_nodesPerBlock = std::clamp(scene.nodesPerBlock, 1, m_nodeCount);
    m_blockCount = ceilDivide(m_nodeCount, m_nodesPerBlock);
    chooseGrids(canvas.size());
    m_world = QRectF(canvas.topLeft() + camera.shift, canvas.size() * camera.zoom);
    if (m_blockCount > 1) measureBlocks();
    const QSizeF area = nodeArea(0).size();
    if (scene.crossesNodes && m_nodes.rows <= kTrunkLines && area.width() / m_nodes.columns > 6 * kTrunk) {
        m_trunk = kTrunk;
        if (m_blockCount == 1) m_world.setLeft(m_world.left() + m_trunk);
    }
    measure();
}

/// The grids depend on the canvas alone, so that zooming never rearranges the picture.
void PlacementLayout::chooseGrids(const QSizeF& canvas) {
    if (m_blockCount == 1) return chooseNodeGrid(canvas, m_nodeCount);
    m_blocks = {bestColumns(canvas, m_blockCount, 1.1), 1, 0, 0};
    m_blocks.rows = ceilDivide(m_blockCount, m_blocks.columns);
    chooseNodeGrid({canvas.width() / m_blocks.columns, canvas.height() / m_blocks.rows}, m_nodesPerBlock);
}

/// The best have large GPU cells, no holes and nodes that are not strips.
void PlacementLayout::chooseNodeGrid(const QSizeF& area, int nodes) {
    double best = -1;
    for (int columns = 1; columns <= nodes; ++columns) {
        const int rows = ceilDivide(nodes, columns);
        QSizeF node(area.width() / columns, area.height() / rows);
        if (node.height() > kTitledNode * m_line) node.rheight() -= kTitle * m_line;
        const int gpuColumns = bestColumns(node, m_gpusPerNode, 1);
        const double filled = static_cast<double>(nodes) / (rows * columns);
        const double strip = std::abs(std::log(node.width() / node.height()));
        const double side = cellSide(node, m_gpusPerNode, gpuColumns, 1) * filled / (1 + 0.25 * strip);
        if (side <= best) continue;
        best = side;
        m_nodes = {columns, rows, 0, 0};
        m_gpus = {gpuColumns, ceilDivide(m_gpusPerNode, gpuColumns), 0, 0};
    }
}

void PlacementLayout::measureBlocks() {
    const double width = m_world.width() / m_blocks.columns, height = m_world.height() / m_blocks.rows;
    m_blocks.gapX = m_blocks.gapY = std::clamp(0.05 * std::min(width, height), 2.0, 10.0);
    if (m_blocks.rows <= kTrunkLines && width > 3.5 * kTrunk) {
        m_blockTrunk = kTrunk;
        m_blocks.gapX = kTrunk;
        m_world.setLeft(m_world.left() + kTrunk);
    }
    const QSizeF block = m_blocks.cellSize(m_world.size());
    m_blockPad = std::clamp(0.03 * std::min(block.width(), block.height()), 1.0, 6.0);
    const bool named = block.height() > 5 * m_line && block.width() > 3 * m_line;
    m_blockHeader = named ? 1.15 * m_line : block.height() > 24 ? 4 : 0;
}

QRectF PlacementLayout::nodeArea(int index) const {
    if (m_blockCount == 1) return m_world;
    return block(index).adjusted(m_blockPad + m_trunk, 2 * m_blockPad + m_blockHeader, -m_blockPad,
                                 -m_blockPad);
}

void PlacementLayout::measure() {
    const QSizeF area = nodeArea(0).size();
    const QSizeF room(area.width() / m_nodes.columns, area.height() / m_nodes.rows);
    m_nodes.gapX = m_nodes.gapY = std::clamp(0.05 * std::min(room.width(), room.height()), 1.0, 10.0);
    if (m_trunk > 0) m_nodes.gapX = m_trunk;
    const QSizeF node = m_nodes.cellSize(area);
    if (m_blockCount > 1 && std::min(node.width(), node.height()) < kNodeBelow) {
        m_detail = PlacementDetail::Blocks;
        return;
    }
    m_nodePad = std::clamp(0.03 * std::min(node.width(), node.height()), 0.5, 6.0);
    m_nodeTitle = node.height() > kTitledNode * m_line && node.width() > 4 * m_line ? kTitle * m_line : 0;
    measureGpus(gpuArea(0).size());
}

void PlacementLayout::measureGpus(const QSizeF& inside) {
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
    hit.block = m_blocks.at(m_world, point, m_blockCount);
    if (hit.block < 0 || m_detail == PlacementDetail::Blocks) return hit;
    const int first = hit.block * m_nodesPerBlock;
    const int within = m_nodes.at(nodeArea(hit.block), point, std::min(m_nodesPerBlock, m_nodeCount - first));
    if (within < 0) return hit;
    hit.node = first + within;
    if (m_detail == PlacementDetail::Nodes) return hit;
    const int inNode = std::min(m_gpusPerNode, m_gpuCount - hit.node * m_gpusPerNode);
    const int place = m_gpus.at(gpuArea(hit.node), point, inNode);
    if (place < 0) return hit;
    hit.gpu = hit.node * m_gpusPerNode + place;
    if (m_detail == PlacementDetail::Chips)
        hit.place = m_chips.at(chipArea(gpu(hit.gpu)), point, m_slotsPerGpu);
    return hit;
}

int PlacementLayout::neighbour(int gpu, int dx, int dy) const {
    const int across = m_nodes.columns * m_gpus.columns, down = m_nodes.rows * m_gpus.rows; // GPUs of a block
    const int node = gpu / m_gpusPerNode, place = gpu % m_gpusPerNode;
    const int block = node / m_nodesPerBlock, inBlock = node % m_nodesPerBlock;
    int column = block % m_blocks.columns * across + inBlock % m_nodes.columns * m_gpus.columns +
                 place % m_gpus.columns;
    int row =
        block / m_blocks.columns * down + inBlock / m_nodes.columns * m_gpus.rows + place / m_gpus.columns;
    for (;;) { // over the holes of ragged grids
        column += dx;
        row += dy;
        if (column < 0 || column >= m_blocks.columns * across) return gpu;
        if (row < 0 || row >= m_blocks.rows * down) return gpu;
        const int nextBlock = row / down * m_blocks.columns + column / across;
        const int nextInBlock = row % down / m_gpus.rows * m_nodes.columns + column % across / m_gpus.columns;
        const int nextPlace = row % m_gpus.rows * m_gpus.columns + column % m_gpus.columns;
        const int next = (nextBlock * m_nodesPerBlock + nextInBlock) * m_gpusPerNode + nextPlace;
        if (nextPlace < m_gpusPerNode && nextInBlock < m_nodesPerBlock && next < m_gpuCount) return next;
    }
}

PlacementCamera PlacementLayout::clamped(PlacementCamera camera, const QRectF& canvas) {
    camera.zoom = std::clamp(camera.zoom, 1.0, 400.0);
    const double left = canvas.width() * (1 - camera.zoom), top = canvas.height() * (1 - camera.zoom);
    camera.shift = {std::clamp(camera.shift.x(), left, 0.0), std::clamp(camera.shift.y(), top, 0.0)};
    return camera;
}

} // namespace moe::ui
