#include "models/items/placement_text.h"

#include "models/engine/enum_text.h"
#include "models/items/report_json.h"

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

} // namespace

QJsonObject placementLayersJson(const PlacementLayers& placed, const std::vector<int>& numbers) {
    if (placed.layers.size() == 1) return {{"placement", placementJson(placed.layers.front())}};
    PlacementReport all = placed.layers.front();
    all.experts = placed.experts;
    all.gpus = placed.gpus;
    all.nodes = placed.nodes;
    all.lowerBound = placed.lowerBound;
    QJsonObject object = placementJson(all);
    QJsonArray replicas, layers;
    for (std::size_t i = 0; i < placed.layers.size(); ++i) {
        QJsonObject layer = placementJson(placed.layers[i]);
        replicas.append(layer.take("replicas"));
        layer.insert("layer", numbers[i]);
        layers.append(layer);
    }
    object.insert("replicas", replicas);
    object.insert("layers", layers);
    return {{"placement", object}};
}

QString placementText(const PlacementLayers& placed, const std::vector<int>& numbers) {
    QString text = QStringLiteral("%1 on %2 GPUs, %3 slots each\n\n%4 %5 %6 %7 %8 %9\n")
                       .arg(QString::fromStdString(std::string(enumText(placed.layers.front().algorithm))))
                       .arg(placed.layers.front().gpuLoad.size())
                       .arg(placed.layers.front().slotsPerGpu)
                       .arg("load of", -10)
                       .arg("mean", 12)
                       .arg("std", 12)
                       .arg("cv", 8)
                       .arg("max/mean", 9)
                       .arg("gini", 8);
    text += row("experts", placed.experts) + row("GPUs", placed.gpus) + row("nodes", placed.nodes);
    text += QStringLiteral("\nGPU max/mean can be %1 at best.\n").arg(placed.lowerBound, 0, 'f', 3);
    if (placed.layers.front().auxLoss)
        text += QStringLiteral("Auxiliary load-balancing loss E·Σ f·p: %1\n")
                    .arg(*placed.layers.front().auxLoss, 0, 'f', 4);
    text += QStringLiteral("\nExpert held by each slot, GPUs parted by |\n");
    for (std::size_t i = 0; i < placed.layers.size(); ++i)
        text += QStringLiteral("layer %1 (max/mean %2): %3\n")
                    .arg(numbers[i])
                    .arg(placed.layers[i].gpus.maxOverMean, 0, 'f', 3)
                    .arg(slotsText(placed.layers[i]));
    return text;
}

} // namespace moe::items
