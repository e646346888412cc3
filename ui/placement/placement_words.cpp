#include "ui/placement/placement_words.h"

#include "models/engine/enum_text.h"
#include "models/engine/expert_load.h"
#include "models/items/format.h"

#include <QStringList>

#include <cmath>
#include <numeric>

namespace moe::ui {
namespace {

const QString kDot = QStringLiteral(" · ");

/// Keeps a number and its sign on one line.
QString unbroken(QString text) {
    return text.replace(QStringLiteral(" ×"), QStringLiteral("\u00a0×"));
}

QString algorithmText(PlacementAlgorithm algorithm) {
    switch (algorithm) {
    case PlacementAlgorithm::Contiguous: return QStringLiteral("contiguous");
    case PlacementAlgorithm::RoundRobin: return QStringLiteral("round-robin");
    case PlacementAlgorithm::Lpt: return QStringLiteral("heaviest first (LPT)");
    case PlacementAlgorithm::Eplb: return QStringLiteral("EPLB");
    case PlacementAlgorithm::EplbSwap: return QStringLiteral("EPLB with swaps");
    case PlacementAlgorithm::Random: return QStringLiteral("random");
    case PlacementAlgorithm::FewestActivated: break;
    }
    return QStringLiteral("fewest activated");
}

QString routingText(const RoutingSpec& routing) {
    const auto seeded = [&](const QString& name) {
        return QStringLiteral("%1 %2, seed %3").arg(name, QString::number(routing.skew)).arg(routing.seed);
    };
    switch (routing.distribution) {
    case Distribution::Uniform: return QStringLiteral("Uniform routing");
    case Distribution::Zipf: return seeded(QStringLiteral("Zipf routing"));
    case Distribution::LogNormal: return seeded(QStringLiteral("Log-normal routing"));
    case Distribution::Table: break;
    }
    return QStringLiteral("Measured routing");
}

} // namespace

QString tokenText(double tokens) {
    if (tokens < 1000) return QString::number(tokens, 'g', 3);
    return items::compactCount(std::round(tokens), 1e4);
}

QString counted(int count, const QString& noun) {
    return QString::number(count) + QChar(' ') + noun + (count == 1 ? QString() : QStringLiteral("s"));
}

QString multiple(double value) {
    return QString::number(value, 'f', value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

QString tokensOverMean(const CellLoads& loads, int index) {
    return QStringLiteral("%1 tokens, %2 × mean")
        .arg(tokenText(loads.tokens[static_cast<std::size_t>(index)]), multiple(loads.overMean(index)));
}

QString headlineText(const Report& report, const PlacementScene& scene) {
    const PlacementReport& placement = *report.placement;
    const int experts = static_cast<int>(placement.expertLoad.size());
    const int spare = static_cast<int>(scene.slotExpert.size()) - experts;
    QString text = counted(experts, QStringLiteral("expert"));
    if (spare > 0) text += QStringLiteral(" and ") + counted(spare, QStringLiteral("replica"));
    text += QStringLiteral(" on ") + counted(scene.gpuCount(), QStringLiteral("GPU"));
    text += QStringLiteral(", %1 per GPU, ").arg(scene.slotsPerGpu) + algorithmText(placement.algorithm);
    text += kDot + QStringLiteral("busiest GPU %1 × mean").arg(multiple(placement.gpus.maxOverMean));
    return unbroken(text + kDot +
                    QStringLiteral("lower\u00a0bound\u00a0%1 ×").arg(multiple(placement.lowerBound)));
}

QString detailsText(const Report& report, const PlacementScene& scene) {
    const PlacementReport& placement = *report.placement;
    QStringList parts{routingText(report.scenario.routing)};
    const double topK = report.scenario.moe ? static_cast<double>(report.scenario.moe->topK) : 1;
    const double assignments = std::accumulate(scene.expertTokens.begin(), scene.expertTokens.end(), 0.0);
    parts
        << QStringLiteral("%1 tokens × top-%2 in one dispatch").arg(tokenText(assignments / topK)).arg(topK);
    parts << QStringLiteral("experts: busiest %1 ×, CV %2, Gini %3")
                 .arg(multiple(placement.experts.maxOverMean), QString::number(placement.experts.cv, 'f', 2),
                      QString::number(placement.experts.gini, 'f', 2));
    if (scene.nodeCount() > 1)
        parts << QStringLiteral("busiest node %1 ×").arg(multiple(placement.nodes.maxOverMean));
    if (placement.auxLoss)
        parts << QStringLiteral("balancing\u00a0loss\u00a0%1").arg(multiple(*placement.auxLoss));
    QString text = parts.join(kDot) + QChar('.');

    if (report.scenario.routing.distribution == Distribution::Uniform && scene.gpuCount() > 1 &&
        scene.gpus.mean > 0)
        text += QStringLiteral(" These are expected loads; by chance the busiest GPU gets about %1 ×.")
                    .arg(multiple(uniformMaxOverMean(scene.gpuCount() / scene.gpusPerRank, scene.gpus.mean)));
    else if (scene.slotsPerGpu == 1)
        text += QStringLiteral(" With one expert per GPU only replicas change the balance.");
    return unbroken(text);
}

QString networkCaption(const PlacementScene& scene, const NetworkReport& network) {
    QStringList parts;
    if (network.leafSwitches > 0) {
        QString switches = QStringLiteral("%1 leaf").arg(network.leafSwitches);
        if (network.spineSwitches > 0) switches += QStringLiteral(" + %1 spine").arg(network.spineSwitches);
        parts << switches + (network.leafSwitches + network.spineSwitches == 1 ? QStringLiteral(" switch")
                                                                               : QStringLiteral(" switches"));
    }
    parts << QStringLiteral("%1 into a node per dispatch")
                 .arg(items::humanValue(scene.crossNodeBytesPerGpu * scene.gpusPerNode, QStringLiteral("B")));
    if (network.busiestLinkUtilisation)
        parts << QStringLiteral("busiest link %1")
                     .arg(items::humanValue(*network.busiestLinkUtilisation, QStringLiteral("share")));
    return parts.join(kDot);
}

} // namespace moe::ui
