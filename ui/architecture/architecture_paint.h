// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Models as blocks, side by side: each a card with its layers in order and a block for every type of layer,
// or for every run of a period where these are few. Cards too small for blocks sum the parts up.

#include "models/engine/shape/architecture.h"
#include "ui/plots/kit/canvas.h"

#include <memory>
#include <vector>

namespace moe::ui {

struct ArchitectureCard {
    QString name, mark; ///< mark: letter of a pin; may be empty
    std::shared_ptr<const Architecture> model;
};
using ArchitectureCards = std::vector<ArchitectureCard>;

/// A part of a block of a card, as HitArea::index carries it; part < 0: the whole block.
struct ArchitectureSpot {
    int card = 0, block = 0, part = -1;
    int index() const { return (card * 256 + block) * 16 + part + 1; }
    static ArchitectureSpot of(int index) { return {index / 4096, index / 16 % 256, index % 16 - 1}; }
};

inline constexpr int kBlockParts = int(BlockPart::Head) + 1;

QString blockTitle(const ArchitectureBlock& block);
/// "671 B parameters, 37.6 B active, 78 GFLOP per token, 68.6 KiB KV per token"
QString modelFacts(const Architecture& model);
QString blockFacts(const ArchitectureBlock& block);
/// Rich text: numbers of the part with formula and source.
QString partAccount(const ArchitectureBlock& block, const ArchitecturePart& part);
QString spotAccount(const ArchitectureCard& card, const ArchitectureSpot& spot);

QColor partColour(BlockPart part);
Hits paintArchitecture(QPainter& painter, QRectF area, const Look& look, const ArchitectureCards& cards);

} // namespace moe::ui
