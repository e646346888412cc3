// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The painted parts of the memory picture. Each returns or records where things are, for hovering and
// clicking.

#include "ui/plots/memory/memory_rows.h"

namespace moe::ui {

/// Where a part was painted.
struct PartArea {
    QRectF area;
    std::size_t stage = 0; ///< index into MemoryReport::stages
    std::size_t term = 0;
};

/// What stands written on the parts of a group.
struct GroupSum {
    QRectF area;          ///< of all its parts
    std::size_t term = 0; ///< its largest part
    QString text;         ///< GiB
    bool several = false; ///< not the number of that part alone: a line with arrows says how far it reaches
};
/// Of the bar of one stage, from where its parts stand.
std::vector<GroupSum> groupSums(const StageMemory& stage, const QVector<PartArea>& parts);

/// Stacked bars; row r is centred at y = rows − 1 − r of the frame, x in GiB.
QVector<PartArea> paintBars(QPainter& painter, const PlotFrame& frame, const MemoryReport& memory,
                            const std::vector<MemoryRow>& rows, const Look& look);
/// Names of the rows, right-aligned at the frame's left edge.
void paintRowNames(QPainter& painter, const PlotFrame& frame, const std::vector<MemoryRow>& rows,
                   const Look& look);
double rowNamesWidth(const std::vector<MemoryRow>& rows, const Look& look);

/// Dashed line with its label above the frame, kept between `left` and `right`.
void paintCapacity(QPainter& painter, const PlotFrame& frame, Bytes capacity, const Look& look, double left,
                   double right);

enum class Level { Allocated, Reserved, Device };
void drawLevelMark(QPainter& painter, Level level, QPointF tip, const Look& look);
void drawWhisker(QPainter& painter, double x0, double x1, double y, const Look& look);

/// The largest parts of one stage: swatch, label, GiB and a thin bar, in one or two columns, as many as fit.
QVector<PartArea> paintBreakdown(QPainter& painter, const QRectF& area, const MemoryReport& memory,
                                 std::size_t stage, const QString& title, const Look& look);
/// Height that shows every part that is not zero.
double breakdownHeight(const StageMemory& stage, double width, const Look& look);
double breakdownRowHeight(const Look& look);

} // namespace moe::ui
