#include "ui/placement/placement_scene.h"

#include "models/items/format.h"
#include "ui/placement/placement_words.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe::ui {
namespace {

CellLoads cellLoads(std::vector<double> tokens) {
    CellLoads loads;
    loads.tokens = std::move(tokens);
    if (loads.tokens.empty()) return loads;
    loads.mean = std::accumulate(loads.tokens.begin(), loads.tokens.end(), 0.0) /
                 static_cast<double>(loads.tokens.size());
    loads.max = *std::max_element(loads.tokens.begin(), loads.tokens.end());
    return loads;
}

void addTraffic(PlacementScene& scene, const NetworkReport& network) {
    scene.crossNodeBytesPerGpu = network.crossNode / byte;
    scene.crossesNodes = scene.nodeCount() > 1 && scene.crossNodeBytesPerGpu > 0;
    scene.busiestUtilisation = network.busiestLinkUtilisation;
    if (scene.crossesNodes) scene.network = networkCaption(scene, network);
}

} // namespace

double CellLoads::overMean(int index) const {
    return mean > 0 ? tokens[static_cast<std::size_t>(index)] / mean : 1;
}

int PlacementScene::gpusIn(int node) const {
    return std::min(gpusPerNode, gpuCount() - node * gpusPerNode);
}

double PlacementScene::nodeBytes(int node) const {
    return crossNodeBytesPerGpu * gpusPerNode * nodes.overMean(node);
}

std::optional<double> PlacementScene::nodeUtilisation(int node) const {
    if (!busiestUtilisation || !(nodes.max > 0)) return std::nullopt;
    return *busiestUtilisation * nodes.tokens[static_cast<std::size_t>(node)] / nodes.max;
}

PlacementScene placementScene(const Report& report) {
    PlacementScene scene;
    if (!report.placement) {
        scene.message =
            report.scenario.moe
                ? QStringLiteral("This scenario neither trains nor serves, so no tokens reach its experts.")
                : QStringLiteral("A dense model has no experts to place.");
        return scene;
    }
    const PlacementReport& placement = *report.placement;
    if (placement.expertLoad.empty()) {
        scene.message =
            QStringLiteral("The routing asks for measured loads, and no table of tokens per layer and expert "
                           "is loaded.");
        return scene;
    }
    scene.slotExpert.assign(placement.slotExperts.begin(), placement.slotExperts.end());
    scene.expertTokens = placement.expertLoad;
    scene.slotsPerGpu = static_cast<int>(placement.slotsPerGpu);
    scene.gpusPerNode = static_cast<int>(placement.gpusPerNode);
    const std::size_t ranks = placement.slotExperts.size() / static_cast<std::size_t>(placement.slotsPerGpu);
    scene.gpusPerRank = static_cast<int>(placement.gpuLoad.size() / ranks);

    scene.replicas.assign(placement.expertLoad.size(), 0);
    for (const int expert : scene.slotExpert) ++scene.replicas[static_cast<std::size_t>(expert)];
    std::vector<double> chips;
    chips.reserve(scene.slotExpert.size());
    for (const int expert : scene.slotExpert) {
        const auto e = static_cast<std::size_t>(expert);
        chips.push_back(placement.expertLoad[e] / scene.replicas[e]);
    }
    scene.chips = cellLoads(std::move(chips));
    scene.gpus = cellLoads(placement.gpuLoad);
    std::vector<double> nodes((placement.gpuLoad.size() + static_cast<std::size_t>(scene.gpusPerNode) - 1) /
                              static_cast<std::size_t>(scene.gpusPerNode));
    for (int gpu = 0; gpu < scene.gpuCount(); ++gpu)
        nodes[static_cast<std::size_t>(scene.nodeOf(gpu))] +=
            placement.gpuLoad[static_cast<std::size_t>(gpu)];
    scene.nodes = cellLoads(std::move(nodes));
    if (report.network) addTraffic(scene, *report.network);
    scene.headline = headlineText(report, scene);
    scene.details = detailsText(report, scene);
    return scene;
}

QString PlacementScene::chipText(int gpu, int place) const {
    const int slot = slotOf(gpu, place);
    const int expert = slotExpert[static_cast<std::size_t>(slot)];
    const int copies = replicas[static_cast<std::size_t>(expert)];
    QString text = QStringLiteral("Expert %1 on GPU %2, node %3: %4")
                       .arg(expert)
                       .arg(gpu)
                       .arg(nodeOf(gpu))
                       .arg(tokensOverMean(chips, slot));
    if (copies > 1)
        text += QStringLiteral(" · one of %1 replicas that share %2 tokens")
                    .arg(copies)
                    .arg(tokenText(expertTokens[static_cast<std::size_t>(expert)]));
    return text;
}

QString PlacementScene::gpuText(int gpu) const {
    return QStringLiteral("GPU %1, node %2: receives %3 · %4")
        .arg(gpu)
        .arg(nodeOf(gpu))
        .arg(tokensOverMean(gpus, gpu), counted(slotsPerGpu, QStringLiteral("expert")));
}

QString PlacementScene::nodeText(int node) const {
    QString text = QStringLiteral("Node %1 (%2): receives %3")
                       .arg(node)
                       .arg(counted(gpusIn(node), QStringLiteral("GPU")), tokensOverMean(nodes, node));
    if (crossesNodes)
        text += QStringLiteral(" · %1 from other nodes")
                    .arg(items::humanValue(nodeBytes(node), QStringLiteral("B")));
    if (const auto use = nodeUtilisation(node))
        text += QStringLiteral(" · links %1 busy").arg(items::humanValue(*use, QStringLiteral("share")));
    return text;
}

QString placementCsv(const PlacementScene& scene) {
    QString text = QStringLiteral("slot,gpu,node,expert,tokens\n");
    for (int gpu = 0; gpu < scene.gpuCount(); ++gpu) {
        for (int place = 0; place < scene.slotsPerGpu; ++place) {
            const auto slot = static_cast<std::size_t>(scene.slotOf(gpu, place));
            text += QStringLiteral("%1,%2,%3,%4,%5\n")
                        .arg(slot)
                        .arg(gpu)
                        .arg(scene.nodeOf(gpu))
                        .arg(scene.slotExpert[slot])
                        .arg(QString::number(scene.chips.tokens[slot], 'g', QLocale::FloatingPointShortest));
        }
    }
    return text;
}

} // namespace moe::ui
