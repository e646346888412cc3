// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/placement_text.h"

#include "models/engine/scenario/enum_text.h"

namespace moe::items {
namespace {

QString row(const QString& name, const LoadStatistics& s) {
    return QStringLiteral("%1 %2 %3 %4 %5 %6\n")
        .arg(name, -10)
        .arg(s.mean, 12, 'g', 5)
        .arg(s.std, 12, 'g', 4)
        .arg(s.cv, 8, 'f', 3)
        .arg(s.maxOverMean, 9, 'f', 3)
        .arg(s.gini, 8, 'f', 3);
}

QString slotsText(const PlacementReport& layer) {
    QString text;
    for (std::size_t slot = 0; slot < layer.slotExperts.size(); ++slot) {
        const bool firstOfGpu = slot % static_cast<std::size_t>(layer.slotsPerGpu) == 0;
        text += (slot == 0 ? QString() : QString::fromLatin1(firstOfGpu ? " | " : " ")) +
                QString::number(layer.slotExperts[slot]);
    }
    return text;
}

QString layerText(const PlacementReport& layer) {
    return QStringLiteral("layer %1 (max/mean %2): %3\n")
        .arg(layer.layer)
        .arg(layer.gpus.maxOverMean, 0, 'f', 3)
        .arg(slotsText(layer));
}

} // namespace

QString placementText(const PlacementReport& placement) {
    QString text = QStringLiteral("%1 on %2 GPUs, %3 slots each\n\n%4 %5 %6 %7 %8 %9\n")
                       .arg(QString::fromStdString(std::string(enumText(placement.algorithm))))
                       .arg(placement.gpuLoad.size())
                       .arg(placement.slotsPerGpu)
                       .arg("load of", -10)
                       .arg("mean", 12)
                       .arg("std", 12)
                       .arg("cv", 8)
                       .arg("max/mean", 9)
                       .arg("gini", 8);
    text += row("experts", placement.experts) + row("GPUs", placement.gpus) + row("nodes", placement.nodes) +
            row("activated", placement.activated);
    text += QStringLiteral("\nGPU max/mean can be %1 at best").arg(placement.lowerBound, 0, 'f', 3);
    if (placement.random)
        text += QStringLiteral("; %1 random placements: %2 to %3 (5 to 95 %), median %4")
                    .arg(placement.random->draws)
                    .arg(placement.random->low, 0, 'f', 3)
                    .arg(placement.random->high, 0, 'f', 3)
                    .arg(placement.random->median, 0, 'f', 3);
    text += QStringLiteral(".\n");
    if (placement.nodesPerToken)
        text += QStringLiteral("Nodes a token goes to: %1, at least %2.\n")
                    .arg(*placement.nodesPerToken, 0, 'f', 3)
                    .arg(placement.nodesPerTokenBound);
    if (placement.separatedPairs)
        text += QStringLiteral("Pairs of a token's experts on different nodes: %1 %\n")
                    .arg(100 * *placement.separatedPairs, 0, 'f', 2);
    if (placement.auxLoss)
        text +=
            QStringLiteral("Auxiliary load-balancing loss E·Σ f·p: %1\n").arg(*placement.auxLoss, 0, 'f', 4);
    text += QStringLiteral("\nExpert held by each slot, GPUs parted by |\n");
    if (placement.layers.empty()) return text + layerText(placement);
    for (const PlacementReport& layer : placement.layers) text += layerText(layer);
    return text;
}

} // namespace moe::items
