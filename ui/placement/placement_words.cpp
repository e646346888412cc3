// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placement/placement_words.h"

#include "models/engine/scenario/enum_text.h"
#include "models/items/format.h"
#include "models/items/words.h"

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

/// "143 → 98 µs (−31 %)"
QString change(double from, double to, const QString& unit) {
    const QString percent = from > 0 && std::abs(to / from - 1) >= 0.0005
                                ? QStringLiteral(" (%1%L2\u00a0%)")
                                      .arg(to < from ? QString(QChar(0x2212)) : QStringLiteral("+"))
                                      .arg(std::abs(100 * (to / from - 1)), 0, 'g', 2)
                                : QStringLiteral(" (=)");
    if (unit.isEmpty())
        return multiple(from) + QStringLiteral(" → ") + multiple(to) + QStringLiteral(" ×") + percent;
    return items::humanValue(from, unit) + QStringLiteral(" → ") + items::humanValue(to, unit) + percent;
}

/// What the other placement changes, in the order of its cost.
QString changeText(const PlacementStudy& study) {
    const PlacedLayer &here = study.here, &other = *study.other;
    QString name = algorithmText(here.placement.algorithm);
    name[0] = name[0].toUpper();
    QStringList parts{
        items::Words::tr("%1 → %2: busiest GPU %3")
            .arg(name, algorithmText(other.placement.algorithm),
                 change(here.placement.gpus.maxOverMean, other.placement.gpus.maxOverMean, {}))};
    const QString seconds = QStringLiteral("s");
    if (here.exchange().base > 0) {
        if (here.placement.nodeReach.size() > 1)
            parts << items::Words::tr("busiest network port ") +
                         change(here.nicOverMean, other.nicOverMean, {});
        parts << items::Words::tr("dispatch and combine ") +
                     change(here.exchange().base, other.exchange().base, seconds);
    }
    parts << items::Words::tr("expert GEMM ") + change(here.experts.base, other.experts.base, seconds);
    if (here.placement.activated.mean > 0 &&
        (here.placement.activated.maxOverMean > 1.005 || other.placement.activated.maxOverMean > 1.005))
        parts << items::Words::tr("experts with tokens on the busiest GPU ") +
                     change(here.placement.activated.maxOverMean, other.placement.activated.maxOverMean, {});
    return unbroken(parts.join(kDot));
}

/// What placement cannot change here, where the user tries it.
QString limitsText(const Report& report, const PlacementStudy& study, const PlacementScene& scene) {
    const PlacementReport& placement = study.here.placement;
    QString text;
    // As the roofline says it.
    if (report.roofline && report.roofline->tokensPerExpert && report.roofline->imbalance > 1)
        text += items::Words::tr(
                    " The training step counts λ = %1 times the mean on its busiest GPU: %2 tokens per "
                    "expert.")
                    .arg(items::humanNumber(report.roofline->imbalance),
                         items::humanNumber(*report.roofline->tokensPerExpert));
    if (report.scenario.routing.distribution == Distribution::Uniform && scene.gpuCount() > 1 &&
        scene.gpus.mean > 0)
        text += items::Words::tr(" These are expected loads; by chance the busiest GPU gets about %1 ×.")
                    .arg(multiple(study.byChance));
    if (scene.slotsPerGpu == 1 && (study.other || placement.experts.cv > 0))
        text += items::Words::tr(" With one expert per GPU only replicas change the balance.");
    if (!study.other) return text;
    if (scene.crossesNodes)
        text +=
            report.scenario.cluster.a2a == A2aKernel::LowLatency
                ? items::Words::tr(" Low-latency kernels send a copy per expert: experts of a token standing "
                                   "together saves no bytes.")
                : items::Words::tr(
                      " Normal kernels send a copy per node: experts used together belong on one.");
    return text +
           items::Words::tr(" With data-parallel attention a token returns home after each layer, so keeping "
                            "layers together moves no bytes.");
}

QString routingText(const RoutingSpec& routing) {
    const auto seeded = [&](const QString& name) {
        return items::Words::tr("%1 %2, seed %3")
            .arg(name, items::number(routing.skew, 'g', 6))
            .arg(routing.seed);
    };
    switch (routing.distribution) {
    case Distribution::Uniform: return items::Words::tr("Uniform routing");
    case Distribution::Zipf: return seeded(items::Words::tr("Zipf routing"));
    case Distribution::LogNormal: return seeded(items::Words::tr("Log-normal routing"));
    case Distribution::Table: break;
    }
    return items::Words::tr("Measured routing");
}

} // namespace

QString tokenText(double tokens) {
    if (tokens < 1000) return items::number(tokens, 'g', 3);
    return items::compactCount(std::round(tokens), 1e4);
}

QString counted(int count, const QString& one, const QString& many) {
    return QString::number(count) + QChar(' ') + (count == 1 ? one : many);
}

QString multiple(double value) {
    return items::number(value, 'f', value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

QString tokensOverMean(const CellLoads& loads, int index) {
    return items::Words::tr("%1 tokens, %2 × mean")
        .arg(tokenText(loads.tokens[static_cast<std::size_t>(index)]), multiple(loads.overMean(index)));
}

QString algorithmText(PlacementAlgorithm algorithm) {
    switch (algorithm) {
    case PlacementAlgorithm::Contiguous: return items::Words::tr("contiguous");
    case PlacementAlgorithm::RoundRobin: return items::Words::tr("round-robin");
    case PlacementAlgorithm::Lpt: return items::Words::tr("heaviest first (LPT)");
    case PlacementAlgorithm::Eplb: return items::Words::tr("EPLB");
    case PlacementAlgorithm::EplbSwap: return items::Words::tr("EPLB with swaps");
    case PlacementAlgorithm::Random: return items::Words::tr("random");
    case PlacementAlgorithm::FewestActivated: break;
    }
    return items::Words::tr("fewest activated");
}

QString paneTitle(const PlacedLayer& layer) {
    QString text = algorithmText(layer.placement.algorithm);
    text[0] = text[0].toUpper();
    text += kDot + items::Words::tr("busiest GPU %1 ×").arg(multiple(layer.placement.gpus.maxOverMean));
    if (layer.placement.nodeReach.size() > 1) {
        text += items::Words::tr(", node %1 ×").arg(multiple(layer.placement.nodes.maxOverMean));
        if (layer.placement.nodesPerToken)
            text +=
                kDot + items::Words::tr("%1 nodes per token").arg(multiple(*layer.placement.nodesPerToken));
    }
    return unbroken(text);
}

QString headlineText(const Report&, const PlacementStudy& study, const PlacementScene& scene) {
    const PlacementReport& placement = study.here.placement;
    if (study.other) return changeText(study);
    const int experts = scene.expertsPerGroup;
    const auto expertSlots = static_cast<int>(placement.slotExperts.size());
    QString text = counted(experts, items::Words::tr("expert"), items::Words::tr("experts"));
    if (expertSlots > experts)
        text += items::Words::tr(" and ") +
                counted(expertSlots - experts, items::Words::tr("replica"), items::Words::tr("replicas"));
    text += items::Words::tr(" on ") +
            counted(scene.gpusPerGroup, items::Words::tr("GPU"), items::Words::tr("GPUs"));
    if (scene.gpuCount() > scene.gpusPerGroup)
        text += items::Words::tr(" × %1 groups").arg(scene.gpuCount() / scene.gpusPerGroup) +
                (scene.ownLayers ? items::Words::tr(" of a layer each") : QString());
    text += items::Words::tr(", %1 per GPU, ").arg(scene.slotsPerGpu) + algorithmText(placement.algorithm);
    text += kDot + items::Words::tr("busiest GPU %1 × mean").arg(multiple(placement.gpus.maxOverMean));
    return unbroken(text + kDot +
                    items::Words::tr("lower bound %1 ×")
                        .arg(multiple(placement.lowerBound))
                        .replace(QLatin1Char(' '), QChar(0xa0)));
}

QString detailsText(const Report& report, const PlacementStudy& study, const PlacementScene& scene) {
    const PlacementReport& placement = study.here.placement;
    QStringList parts{routingText(report.scenario.routing)};
    const double topK = report.scenario.moe ? static_cast<double>(report.scenario.moe->topK) : 1;
    const double assignments = std::accumulate(placement.expertLoad.begin(), placement.expertLoad.end(), 0.0);
    parts << items::Words::tr("%1 tokens × top-%2 in one dispatch")
                 .arg(tokenText(assignments / topK))
                 .arg(topK);
    parts << items::Words::tr("experts: busiest %1 ×, CV %2, Gini %3")
                 .arg(multiple(placement.experts.maxOverMean), items::number(placement.experts.cv, 'f', 2),
                      items::number(placement.experts.gini, 'f', 2));
    if (placement.nodeReach.size() > 1 && !study.other) {
        parts << items::Words::tr("busiest node %1 ×").arg(multiple(placement.nodes.maxOverMean));
        if (placement.nodesPerToken)
            parts << items::Words::tr("%1 nodes per token, at least %2")
                         .arg(multiple(*placement.nodesPerToken))
                         .arg(placement.nodesPerTokenBound);
    }
    if (placement.random && placement.experts.cv > 0 && scene.slotsPerGpu > 1)
        parts << items::Words::tr("random placements %1–%2 ×")
                     .arg(multiple(placement.random->low), multiple(placement.random->high));
    if (study.other)
        parts << items::Words::tr("lower bound %1 ×").arg(multiple(placement.lowerBound));
    else if (placement.auxLoss)
        parts << items::Words::tr("balancing loss %1")
                     .arg(multiple(*placement.auxLoss))
                     .replace(QLatin1Char(' '), QChar(0xa0));
    return unbroken(parts.join(kDot) + QChar('.') + limitsText(report, study, scene));
}

QString networkCaption(const PlacementScene& scene, const NetworkReport& network) {
    QStringList parts;
    if (network.leafSwitches > 0) {
        QString switches = items::Words::tr("%1 leaf").arg(network.leafSwitches);
        if (network.spineSwitches > 0) switches += items::Words::tr(" + %1 spine").arg(network.spineSwitches);
        parts << switches + (network.leafSwitches + network.spineSwitches == 1
                                 ? items::Words::tr(" switch")
                                 : items::Words::tr(" switches"));
    }
    parts << items::Words::tr("%1 into a node per dispatch")
                 .arg(items::humanValue(scene.crossNodeBytesPerGpu * scene.gpusPerNode, QStringLiteral("B")));
    if (scene.nodesPerBlock < scene.nodeCount() && scene.spines > 0)
        parts << (scene.crossLeafShare > 0
                      ? items::Words::tr("%1 of it from other leaves")
                            .arg(items::humanValue(scene.crossLeafShare, QStringLiteral("share")))
                      : items::Words::tr("none from other leaves"));
    if (scene.busiestUtilisation)
        parts << items::Words::tr("busiest link %1")
                     .arg(items::humanValue(*scene.busiestUtilisation, QStringLiteral("share")));
    return parts.join(kDot);
}

} // namespace moe::ui
