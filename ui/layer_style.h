// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a layer looks wherever layers are drawn: a colour and a letter of its kind, and under it what its
// feed-forward network is. Nothing is told by colour alone.

#include "models/engine/scenario/layers.h"
#include "ui/theme.h"

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

namespace moe::ui {

QColor layerColour(LayerKind kind);
QString layerLetter(LayerKind kind); ///< one, of no other kind
QString layerKindText(LayerKind kind);
/// "Sliding window, MoE"
QString layerTypeText(const LayerType& type);

/// Three squares where experts are, a bar where a dense network is, nothing where there is none.
void paintFeedMark(QPainter& painter, const QRectF& area, FeedForward feed, const QColor& ink);
/// The letter of the kind over the mark of the network.
/// `colour`: in place of layerColour(), as pictures in grey need it.
void paintLayerCell(QPainter& painter, const QRectF& cell, const LayerType& type, const QFont& font,
                    const Theme& theme, QColor colour = {});

} // namespace moe::ui
