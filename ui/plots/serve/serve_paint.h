// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A line of serving points as painted: dots, hollow and dashed where memory is short, labels that overlap
// nothing, and the keys of all of it for the legend.

#include "ui/plots/kit/plot_chrome.h"

#include <optional>
#include <vector>

namespace moe::ui {

struct ServeDot {
    QPointF at;
    bool hollow = false; ///< does not fit in memory
    QString label;
};

/// Line and dots; `faded`: of an earlier scenario.
void paintServeLine(QPainter& painter, const std::vector<ServeDot>& dots, const Look& look, bool faded);

enum class ServeSign { Knee, Largest };
/// Drawn round a dot: ring or square.
void paintServeSign(QPainter& painter, ServeSign sign, QPointF at, const Look& look);

struct PlacedLabel {
    QRectF rect;
    QString text;
    std::size_t dot = 0;
};
/// Labels in the order of `priority` (indices into `dots`), each beside its dot where it stands inside `area`
/// and meets no dot, no line between dots or of `lines`, no `taken` place and no earlier label; those without
/// such a place are left out.
std::vector<PlacedLabel> placedLabels(const std::vector<ServeDot>& dots,
                                      const std::vector<std::size_t>& priority, const QRectF& area,
                                      const std::vector<QPolygonF>& lines, const std::vector<QRectF>& taken,
                                      const QFont& font, const Look& look);

/// What a picture has to explain.
struct ServeKeys {
    bool brief = false;     ///< short texts, for narrow pictures
    bool simulated = false; ///< this scenario is, the line is of steady batches
    bool own = false, solid = false, hollow = false, knee = false, largest = false, ideal = false,
         computeBound = false, faded = false;
};
std::vector<LegendEntry> serveLegend(const ServeKeys& keys, const Look& look);

/// Side of the knee where expert GEMMs are compute-bound.
void paintComputeBound(QPainter& painter, const QRectF& area, const Look& look);
QPen idealPen(const Look& look);

} // namespace moe::ui
