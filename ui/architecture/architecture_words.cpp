// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of an architecture says of models, blocks and parts: architecture_paint.h.
#include "ui/architecture/architecture_paint.h"

#include "ui/layer_style.h"

#include "models/items/format.h"
#include "models/items/words.h"

#include <array>

namespace moe::ui {
namespace {

using Role = ArchitectureBlock::Role;

/// With SI prefixes, which operations are counted in.
QString flopText(double flops) {
    constexpr std::pair<double, const char*> kSteps[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
    for (const auto& [size, prefix] : kSteps)
        if (flops >= 0.9995 * size)
            return QStringLiteral("%1 %2FLOP").arg(items::humanNumber(flops / size), QLatin1String(prefix));
    return items::humanNumber(flops) + QStringLiteral(" FLOP");
}

} // namespace

QString blockTitle(const ArchitectureBlock& block) {
    switch (block.role) {
    case Role::Embedding: return items::tableText(blockPartLabel(BlockPart::Embedding));
    case Role::Head: return items::tableText(blockPartLabel(BlockPart::Head));
    case Role::Prediction:
        return items::Words::tr("Multi-token prediction: %1").arg(layerTypeText(block.type));
    case Role::Layer: break;
    }
    return layerTypeText(block.type);
}

QString modelFacts(const Architecture& model) {
    QStringList facts{items::Words::tr("%1 parameters").arg(items::compactCount(model.total))};
    if (model.active < 0.999 * model.total)
        facts << items::Words::tr("%1 active").arg(items::compactCount(model.active));
    facts << items::Words::tr("%1 per token").arg(flopText(model.flops));
    if (model.kvBytesPerToken > 0)
        facts << items::Words::tr("%1 KV per token").arg(items::humanValue(model.kvBytesPerToken, "B"));
    if (model.stateBytesPerSequence > 0)
        facts << items::Words::tr("%1 state per sequence")
                     .arg(items::humanValue(model.stateBytesPerSequence, "B"));
    return facts.join(QStringLiteral(" · "));
}

QString blockFacts(const ArchitectureBlock& block) {
    QStringList facts{items::compactCount(block.params())};
    if (block.active() < 0.999 * block.params())
        facts << items::Words::tr("%1 active").arg(items::compactCount(block.active()));
    if (block.flops() > 0) facts << flopText(block.flops());
    if (block.kvBytesPerToken > 0)
        facts << items::Words::tr("%1 KV").arg(items::humanValue(block.kvBytesPerToken, "B"));
    if (block.stateBytesPerSequence > 0)
        facts << items::Words::tr("%1 state").arg(items::humanValue(block.stateBytesPerSequence, "B"));
    return facts.join(QStringLiteral(" · "));
}

QString partAccount(const ArchitectureBlock& block, const ArchitecturePart& part) {
    const auto row = [](const QString& name, const QString& value, const char* formula) {
        return QStringLiteral("<br>%1: <b>%2</b> = <code>%3</code>")
            .arg(name.toHtmlEscaped(), value.toHtmlEscaped(), QString::fromUtf8(formula).toHtmlEscaped());
    };
    QString text = QStringLiteral("<b>%1</b>").arg(items::tableText(part.label).toHtmlEscaped());
    text += row(items::Words::tr("Parameters"), items::compactCount(part.params), part.paramsFormula);
    text += row(items::Words::tr("FLOPs per token"), flopText(part.flops), part.flopsFormula);
    if (*part.cacheFormula) {
        const double state = block.stateBytesPerSequence;
        const QString bytes = items::humanValue(state > 0 ? state : block.kvBytesPerToken, "B");
        text += row(state > 0 ? items::Words::tr("State") : items::Words::tr("KV per token"), bytes,
                    part.cacheFormula);
    }
    return text + QStringLiteral("<br>%1: %2")
                      .arg(items::Words::tr("Source"), items::tableText(part.source).toHtmlEscaped());
}

QString spotAccount(const ArchitectureCard& card, const ArchitectureSpot& spot) {
    const auto& blocks = card.model->blocks;
    if (spot.block < 0 || std::size_t(spot.block) >= blocks.size()) return {};
    const ArchitectureBlock& block = blocks[std::size_t(spot.block)];
    QString text = QStringLiteral("<b>%1</b> · %2 · %3")
                       .arg(card.name.toHtmlEscaped(), blockTitle(block).toHtmlEscaped(),
                            blockFacts(block).toHtmlEscaped());
    for (std::size_t i = 0; i < block.parts.size(); ++i)
        if (spot.part < 0 || spot.part == int(i))
            text += QStringLiteral("<p>%1</p>").arg(partAccount(block, block.parts[i]));
    return text;
}

} // namespace moe::ui
