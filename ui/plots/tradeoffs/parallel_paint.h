// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Parallel coordinates of ParallelRows: one line per row, those that remain in colour over the others.

#include "ui/plots/kit/canvas.h"
#include "ui/plots/tradeoffs/parallel_axes.h"

#include <QImage>
#include <QLineF>
#include <QVector>

namespace moe::ui {

/// The lines of all rows as they were last drawn on a screen, where a brush moves over the same ones.
struct ParallelCache {
    QImage lines;
    QSizeF size;
    QColor ink;
    double scale = 0;
    int edition = -1;
};

/// Where the axes stand in an area.
struct ParallelFrame {
    QRectF lines; ///< from the first axis' half share of the width to the last one's
    int axes = 0;

    ParallelFrame(const QRectF& area, int axes, const Look& look);
    double x(int axis) const;
    double y(double place) const { return lines.bottom() - place * lines.height(); }
    double place(double y) const;
    int axisAt(QPointF at) const; ///< −1: none
};

/// Lines between two neighbouring axes at most; more show no single one anyhow.
inline constexpr int kMostLines = 1000;
/// One line for all rows between the same two steps of neighbouring axes, of these rows.
QVector<QLineF> parallelLines(const ParallelRows& rows, const ParallelFrame& frame,
                              const std::vector<std::size_t>& which);

/// Hits of this index and above are cells of axes: index = kAxisHits + axis · kCellsOfAxis + cell.
inline constexpr int kAxisHits = 1 << 24, kCellsOfAxis = 1 << 12;

/// `cache` may be null; the hits name every cell of every axis and how many rows it holds.
Hits paintParallel(QPainter& painter, const QRectF& area, const ParallelRows& rows, ParallelCache* cache,
                   const Look& look);

} // namespace moe::ui
