// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placement/placement_scene.h"

#include "models/items/format.h"
#include "models/items/words.h"
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

void addTraffic(PlacementScene& scene, const Report& report, double crossNode) {
    scene.crossNodeBytesPerGpu = crossNode;
    scene.crossesNodes = scene.gpusPerGroup > scene.gpusPerNode && crossNode > 0;
    if (report.network) scene.busiestUtilisation = report.network->busiestLinkUtilisation;
}

/// Once everything it speaks of is known.
void addCaption(PlacementScene& scene, const Report& report) {
    if (scene.crossesNodes && report.network) scene.network = networkCaption(scene, *report.network);
}

/// Appends what one group holds: slots, experts and their loads.
void addGroup(PlacementScene& scene, const PlacementReport& placement, std::vector<double>& chips) {
    std::vector<int> replicas(placement.expertLoad.size(), 0);
    for (const Count expert : placement.slotExperts) ++replicas[static_cast<std::size_t>(expert)];
    for (const Count expert : placement.slotExperts) {
        const auto e = static_cast<std::size_t>(expert);
        scene.slotExpert.push_back(static_cast<int>(expert));
        chips.push_back(placement.expertLoad[e] / replicas[e]);
    }
    scene.replicas.insert(scene.replicas.end(), replicas.begin(), replicas.end());
    scene.expertTokens.insert(scene.expertTokens.end(), placement.expertLoad.begin(),
                              placement.expertLoad.end());
}

/// Loads of every GPU and node: `groups` expert-parallel groups, each like one of `different`.
void addCells(PlacementScene& scene, const std::vector<const PlacementReport*>& different, int groups) {
    std::vector<double> chips, gpus;
    for (const PlacementReport* group : different) addGroup(scene, *group, chips);
    for (int group = 0; group < groups; ++group) {
        const std::size_t which = scene.ownLayers ? static_cast<std::size_t>(group / scene.groupsAlike) : 0;
        const std::vector<double>& load = different[std::min(which, different.size() - 1)]->gpuLoad;
        gpus.insert(gpus.end(), load.begin(), load.end());
    }
    const auto perNode = static_cast<std::size_t>(scene.gpusPerNode);
    std::vector<double> nodes((gpus.size() + perNode - 1) / perNode);
    for (std::size_t gpu = 0; gpu < gpus.size(); ++gpu) nodes[gpu / perNode] += gpus[gpu];
    scene.chips = cellLoads(std::move(chips));
    scene.gpus = cellLoads(std::move(gpus));
    scene.nodes = cellLoads(std::move(nodes));
    if (scene.chips.mean > 0) scene.hottest = scene.chips.max / scene.chips.mean;
}

void addShape(PlacementScene& scene, const PlacementReport& placement) {
    scene.slotsPerGpu = static_cast<int>(placement.slotsPerGpu);
    scene.gpusPerNode = static_cast<int>(placement.gpusPerNode);
    const std::size_t ranks = placement.slotExperts.size() / static_cast<std::size_t>(placement.slotsPerGpu);
    scene.gpusPerRank = static_cast<int>(placement.gpuLoad.size() / ranks);
    scene.gpusPerGroup = static_cast<int>(placement.gpuLoad.size());
    scene.expertsPerGroup = static_cast<int>(placement.expertLoad.size());
}

PlacementScene studied(const Report& report, const PlacementStudy& study, const PlacedLayer& layer,
                       const std::vector<PlacementReport>& own, bool cluster) {
    PlacementScene scene;
    addShape(scene, layer.placement);
    std::vector<const PlacementReport*> different{&layer.placement};
    const int groups = cluster ? static_cast<int>(study.groups) : 1;
    if (cluster) {
        scene.gpusPerNode = static_cast<int>(study.gpusPerNode);
        scene.groupsAlike = static_cast<int>(study.groupsPerLayer);
        scene.ownLayers = !own.empty();
        if (scene.ownLayers) different.clear();
        for (const PlacementReport& one : own) different.push_back(&one);
    }
    addCells(scene, different, groups);
    scene.nodesPerBlock = static_cast<int>(study.blocks.nodes);
    scene.leavesPerBlock = static_cast<int>(study.blocks.leaves);
    scene.spines = static_cast<int>(study.blocks.spines);
    scene.crossLeafShare = study.blocks.crossLeafShare;
    addTraffic(scene, report, layer.crossNode / byte);
    if (study.layer > 0) scene.busiestUtilisation.reset(); // the report tells it of the first layer
    addCaption(scene, report);
    scene.title = paneTitle(layer);
    return scene;
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

double PlacementScene::blockOverMean(int block) const {
    const int first = block * nodesPerBlock, last = std::min(first + nodesPerBlock, nodeCount());
    double tokens = 0;
    int held = 0;
    for (int node = first; node < last; ++node) {
        tokens += nodes.tokens[static_cast<std::size_t>(node)];
        held += gpusIn(node);
    }
    return gpus.mean > 0 && held > 0 ? tokens / (held * gpus.mean) : 1;
}

PlacementScene placementScene(const Report& report, const PlacementStudy* study) {
    PlacementScene scene;
    if (!report.placement) {
        scene.message =
            report.scenario.moe
                ? items::Words::tr("This scenario neither trains nor serves, so no tokens reach its experts.")
                : items::Words::tr("A dense model has no experts to place.");
        return scene;
    }
    const PlacementReport& placement = *report.placement;
    if (placement.expertLoad.empty()) {
        scene.message = items::Words::tr(
            "The routing asks for measured loads, and no table of tokens per layer and expert "
            "is loaded. File, Open reads one.");
        return scene;
    }
    if (study) {
        // More GPUs than a group has only when the whole cluster was asked for.
        scene = studied(report, *study, study->here, study->hereGroups, study->cluster);
        scene.headline = headlineText(report, *study, scene);
        scene.details = detailsText(report, *study, scene);
        return scene;
    }
    addShape(scene, placement);
    addCells(scene, {&placement}, 1);
    if (report.network) addTraffic(scene, report, report.network->crossNode / byte);
    addCaption(scene, report);
    const PlacedLayer alone{placement, {}, {}, {}, 1, 1, {}};
    PlacementStudy one;
    one.here = alone;
    scene.headline = headlineText(report, one, scene);
    scene.details = detailsText(report, one, scene);
    return scene;
}

PlacementScene otherScene(const Report& report, const PlacementStudy& study) {
    PlacementScene scene = studied(report, study, *study.other, study.otherGroups, study.cluster);
    scene.busiestUtilisation.reset(); // the report tells it of the scenario's own placement
    addCaption(scene, report);
    return scene;
}

QString PlacementScene::blockText(int block) const {
    const int first = block * nodesPerBlock, last = std::min(first + nodesPerBlock, nodeCount()) - 1;
    return items::Words::tr("Nodes %1–%2 below %3: %4 × the mean load")
        .arg(first)
        .arg(last)
        .arg(leavesPerBlock == 1 ? items::Words::tr("one leaf")
                                 : items::Words::tr("%1 leaves, one per rail").arg(leavesPerBlock),
             multiple(blockOverMean(block)));
}

QString PlacementScene::chipText(int gpu, int place) const {
    const int slot = slotOf(gpu, place);
    const int expert = slotExpert[static_cast<std::size_t>(slot)];
    const auto index = static_cast<std::size_t>(expertIndex(gpu, expert));
    const int copies = replicas[index];
    QString text = items::Words::tr("Expert %1 on GPU %2, node %3: %4")
                       .arg(expert)
                       .arg(gpu)
                       .arg(nodeOf(gpu))
                       .arg(tokensOverMean(chips, slot));
    if (copies > 1)
        text += items::Words::tr(" · one of %1 replicas that share %2 tokens")
                    .arg(copies)
                    .arg(tokenText(expertTokens[index]));
    return text;
}

QString PlacementScene::gpuText(int gpu) const {
    return items::Words::tr("GPU %1, node %2: receives %3 · %4")
        .arg(gpu)
        .arg(nodeOf(gpu))
        .arg(tokensOverMean(gpus, gpu),
             counted(slotsPerGpu, items::Words::tr("expert"), items::Words::tr("experts")));
}

QString PlacementScene::nodeText(int node) const {
    QString text = items::Words::tr("Node %1 (%2): receives %3")
                       .arg(node)
                       .arg(counted(gpusIn(node), items::Words::tr("GPU"), items::Words::tr("GPUs")),
                            tokensOverMean(nodes, node));
    if (crossesNodes)
        text += items::Words::tr(" · %1 from other nodes")
                    .arg(items::humanValue(nodeBytes(node), QStringLiteral("B")));
    if (const auto use = nodeUtilisation(node))
        text += items::Words::tr(" · links %1 busy").arg(items::humanValue(*use, QStringLiteral("share")));
    return text;
}

Sheet placementSheet(const PlacementScene& scene) {
    Sheet sheet{{items::Words::tr("Slot"), items::Words::tr("GPU"), items::Words::tr("Node"),
                 items::Words::tr("Expert"), items::Words::tr("Tokens")},
                {}};
    constexpr int kMostRows = 10000;
    const int shown = std::min(scene.gpuCount(), std::max(1, kMostRows / scene.slotsPerGpu));
    sheet.more = std::size_t(scene.gpuCount() - shown) * std::size_t(scene.slotsPerGpu);
    for (int gpu = 0; gpu < shown; ++gpu) {
        for (int place = 0; place < scene.slotsPerGpu; ++place) {
            const auto slot = static_cast<std::size_t>(scene.slotOf(gpu, place));
            sheet.rows.push_back({{},
                                  {int(slot), gpu, scene.nodeOf(gpu), int(scene.slotExpert[slot]),
                                   double(scene.chips.tokens[slot])}});
        }
    }
    return sheet;
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
