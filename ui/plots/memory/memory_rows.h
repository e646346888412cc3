// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The memory report arranged for drawing: stages that hold the same share one row; words, colours and shades
// of parts.

#include "ui/plots/kit/plot_support.h"

#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/report.h"

#include <vector>

namespace moe::ui {

/// Neighbouring stages whose parts are all equal.
struct MemoryRow {
    std::size_t first = 0, last = 0; ///< indices into MemoryReport::stages
    QString name;                    ///< "stage 0", "stages 1–6", "every GPU"
    QString extent;                  ///< "8 GPUs", "6 × 8 GPUs"
    bool heaviest = false;
};
std::vector<MemoryRow> memoryRows(const Report& report);

QString groupLabel(MemoryGroup group);
/// Group colour, lighter for later terms of the group; `hatched` marks every second one, so that neighbours
/// differ without colour.
struct PartStyle {
    QColor colour;
    bool hatched = false;
};
PartStyle partStyle(std::size_t term);
void paintPart(QPainter& painter, const QRectF& area, std::size_t term, const Look& look);

QString gibText(Bytes bytes); ///< three digits, no unit: 61.3

/// "✓ fits: 61.3 of 79.6 GiB"
QString verdictText(Fit fits, Bytes device, Bytes capacity);

/// "Heaviest: stage 0 · peak in LM-head backward" and "fits: 61.3 of 79.6 GiB".
struct MemoryVerdict {
    QString place, verdict;
    Fit fits = Fit::Yes;
};
MemoryVerdict memoryVerdict(const Report& report);

QString memoryCsv(const Report& report);
/// Rich text for a tooltip: label, GiB, share of the stage, formula.
QString partToolTip(const StageMemory& stage, std::size_t term);

} // namespace moe::ui
