// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where everything of the placement picture stands. A regular grid of nodes, in each a grid of GPUs, in each
// a grid of expert chips: every rectangle is computed, none is stored, so 14 848 GPUs cost no more than
// eight.

#include "ui/placement/placement_scene.h"

#include <QPointF>
#include <QRectF>

namespace moe::ui {

/// Rows and columns of one level and the distance between cells.
struct CellGrid {
    int columns = 1, rows = 1;
    double gapX = 0, gapY = 0;

    QRectF cell(const QRectF& area, int index) const;
    QSizeF cellSize(const QSizeF& area) const;
    /// Index of the cell under `point`, or −1 (also in a gap).
    int at(const QRectF& area, const QPointF& point, int count) const;
};

/// Zoom about the canvas's top left corner, then shift.
struct PlacementCamera {
    double zoom = 1;
    QPointF shift;
};

enum class PlacementDetail { Blocks, Nodes, Gpus, Chips };

struct PlacementHit {
    int block = -1, node = -1, gpu = -1, place = -1; ///< −1 = none at that level
    bool operator==(const PlacementHit&) const = default;
};

/// `line` is the height of a text line: the room that titles need, whatever the zoom.
class PlacementLayout {
public:
    PlacementLayout() = default;
    PlacementLayout(const PlacementScene& scene, const QRectF& canvas, double line,
                    const PlacementCamera& camera);

    PlacementDetail detail() const { return m_detail; }
    const QRectF& canvas() const { return m_canvas; }
    int blockCount() const { return m_blockCount; }
    int nodesPerBlock() const { return m_nodesPerBlock; }
    /// Nodes that share leaves; the whole when all do.
    QRectF block(int block) const { return m_blocks.cell(m_world, block); }
    double blockHeader() const { return m_blockHeader; } ///< height of a block's leaves; 0 = not drawn
    bool blockTitles() const { return m_blockHeader > 6; }
    /// Of a block, below its leaves.
    QRectF nodeArea(int block) const;
    QRectF node(int node) const {
        return m_nodes.cell(nodeArea(node / m_nodesPerBlock), node % m_nodesPerBlock);
    }
    /// Without the node's frame and title.
    QRectF gpuArea(int node) const;
    QRectF gpu(int gpu) const;
    QRectF chipArea(const QRectF& gpuRect) const;
    QRectF chip(const QRectF& area, int place) const { return m_chips.cell(area, place); }
    bool nodeTitles() const { return m_nodeTitle > 0; }
    bool gpuTitles() const { return m_gpuTitle > 0; }
    bool twoLineTitle() const { return m_twoLineTitle; } ///< tokens under the name
    double gpuTitleHeight() const { return m_gpuTitle; }
    double barHeight() const { return m_bar; }
    double trunk() const { return m_trunk; } ///< room for traffic left of each column of nodes; 0 = none
    double blockTrunk() const { return m_blockTrunk; } ///< the same of blocks
    const CellGrid& nodes() const { return m_nodes; }
    const CellGrid& blocks() const { return m_blocks; }

    PlacementHit at(const QPointF& point) const;
    /// The GPU `dx` columns and `dy` rows away, or `gpu` itself at the border.
    int neighbour(int gpu, int dx, int dy) const;
    /// Scaled so that the whole is `zoom` times the canvas, moved so that no border comes inside it.
    static PlacementCamera clamped(PlacementCamera camera, const QRectF& canvas);

private:
    void chooseGrids(const QSizeF& canvas);
    void chooseNodeGrid(const QSizeF& area, int nodes);
    void measureBlocks();
    void measure();
    void measureGpus(const QSizeF& node);

    QRectF m_canvas, m_world;
    CellGrid m_blocks, m_nodes, m_gpus, m_chips;
    int m_gpuCount = 0, m_nodeCount = 0, m_gpusPerNode = 1, m_slotsPerGpu = 1;
    int m_blockCount = 1, m_nodesPerBlock = 1;
    double m_blockHeader = 0, m_blockPad = 0, m_blockTrunk = 0;
    double m_line = 0, m_nodeTitle = 0, m_nodePad = 0, m_gpuTitle = 0, m_gpuPad = 0, m_bar = 0, m_trunk = 0;
    bool m_twoLineTitle = false;
    PlacementDetail m_detail = PlacementDetail::Chips;
};

} // namespace moe::ui
