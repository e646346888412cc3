// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/traced_text.h"

#include "models/items/aligned.h"
#include "models/items/escape.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QJsonArray>

#include <cmath>
#include <optional>

namespace moe::items {
namespace {

constexpr double kPart = 1.5;    ///< so many times the layers that were traced are another step
constexpr int kLongestName = 60; ///< names of templates run to kilobytes

struct TracedSum {
    const char* key;
    const char* label;
    Seconds TracedStep::*predicted;
    Seconds TracedStep::*traced;
};
constexpr TracedSum kSums[] = {
    {"step", QT_TRANSLATE_NOOP("Table", "Step"), &TracedStep::predictedStep, &TracedStep::step},
    {"compute", QT_TRANSLATE_NOOP("Table", "Computing"), &TracedStep::predictedCompute, &TracedStep::compute},
    {"communication", QT_TRANSLATE_NOOP("Table", "Communicating"), &TracedStep::predictedCommunication,
     &TracedStep::communication},
    {"exposed", QT_TRANSLATE_NOOP("Table", "Communicating, nothing computed"), &TracedStep::predictedExposed,
     &TracedStep::exposed},
    {"idle", QT_TRANSLATE_NOOP("Table", "Idle"), &TracedStep::predictedIdle, &TracedStep::idle}};

QString seconds(const std::optional<Seconds>& value) {
    return value ? humanValue(value->base, QStringLiteral("s")) : QStringLiteral("–");
}

std::optional<double> ratio(const std::optional<Seconds>& predicted, Seconds traced) {
    if (!predicted || !(predicted->base > 0) || !(traced.base > 0)) return std::nullopt;
    return *predicted / traced;
}

QString ratioText(const std::optional<double>& value) {
    return value ? number(*value, 'f', 2) : QStringLiteral("–");
}

QString kernelName(const std::string& name) {
    const QString text = shownName(name);
    return text.size() > kLongestName ? text.left(kLongestName - 1) + QStringLiteral("…") : text;
}

} // namespace

std::vector<QStringList> tracedRows(const TracedStep& step) {
    std::vector<QStringList> rows{{Words::tr("kernels"), Words::tr("predicted"), Words::tr("traced"),
                                   Words::tr("ratio"), Words::tr("launches"),
                                   Words::tr("kernels that take longest")}};
    for (const TracedFamily& family : step.families) {
        QStringList largest;
        for (const auto& [name, time] : family.largest)
            largest << kernelName(name) + QStringLiteral(" (%1)").arg(seconds(time));
        rows.push_back({tableText(kernelFamilies()[family.family].label), seconds(family.predicted),
                        seconds(family.traced), ratioText(ratio(family.predicted, family.traced)),
                        humanNumber(family.launches, 3), largest.join(QStringLiteral("; "))});
    }
    for (const TracedSum& sum : kSums)
        rows.push_back({tableText(sum.label),
                        seconds(step.*sum.predicted),
                        seconds(step.*sum.traced),
                        ratioText(ratio(step.*sum.predicted, step.*sum.traced)),
                        {},
                        {}});
    return rows;
}

QStringList tracedNotes(const TracedStep& step) {
    QStringList notes;
    notes << (step.marked
                  ? Words::tr("Mean of %1 marked steps.").arg(step.steps)
                  : Words::tr("No step is marked in the trace: all of it is taken for %1.").arg(step.steps));
    if (step.rank || !step.gpu.empty())
        notes << Words::tr("Recorded on %1, rank %2.")
                     .arg(step.gpu.empty() ? Words::tr("an unnamed GPU") : shownName(step.gpu),
                          step.rank ? QString::number(*step.rank) : QStringLiteral("?"));
    if (step.mode == TracedMode::Serving)
        notes << Words::tr("No backward pass and no optimizer was recorded: this is a profile of inference.");
    if (step.devices > 1)
        notes << Words::tr("Of %1 GPUs in the trace the busiest, number %2.")
                     .arg(step.devices)
                     .arg(step.device);
    if (step.backwardPasses > 0 && step.predictedBackwardPasses > 0) {
        const double times = step.predictedBackwardPasses / step.backwardPasses;
        notes << Words::tr("Layers: %1 backward passes of attention traced, %2 predicted: ratios of the same "
                           "kernels are %3 where both take as long.")
                     .arg(number(step.backwardPasses, 'g', 4), number(step.predictedBackwardPasses, 'g', 4),
                          number(times, 'f', 2));
        if (!step.predictedLayers && times > kPart)
            notes << Words::tr("The profile is of a part of a step: --layers %1 sets as many layers beside "
                               "it, without LM head, pipeline and optimizer.")
                         .arg(number(std::round(step.backwardPasses), 'f', 0));
    }
    if (step.predictedLayers)
        notes << Words::tr(
                     "Predicted is one forward and one backward pass of %1 layers of the commonest kind.")
                     .arg(number(*step.predictedLayers, 'f', 0));
    if (step.replays > 0)
        notes << Words::tr("%1 kernels of a step ran in %2 replays of CUDA graphs.")
                     .arg(number(step.replayed, 'g', 4), number(step.replays, 'g', 4));
    if (step.replays > 1.5 && !step.marked && step.mode == TracedMode::Serving)
        notes << Words::tr("Where each replay is a step, --steps %1 takes them as such.")
                     .arg(number(std::round(step.replays * step.steps), 'f', 0));
    if (step.predictedRecompute.base > 0)
        notes << Words::tr(
                     "Recomputed activations are predicted to take %1; they run the same kernels, so their "
                     "time is traced in those rows and predicted in none.")
                     .arg(seconds(step.predictedRecompute));
    if (step.outside > 0)
        notes << Words::tr("%1 kernels lie before or after the marked steps.").arg(step.outside);
    if (step.unusable > 0)
        notes << Words::tr("%1 GPU events have no time and were left out.").arg(step.unusable);
    return notes;
}

QString tracedText(const TracedStep& step) {
    QString text = alignedRows(tracedRows(step), {}, {1, 2, 3, 4}) + QLatin1Char('\n');
    for (const QString& note : tracedNotes(step)) text += note + QLatin1Char('\n');
    return text;
}

QJsonObject tracedJson(const TracedStep& step) {
    const auto number = [](const std::optional<double>& value) {
        return value ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
    };
    QJsonArray families;
    for (const TracedFamily& family : step.families) {
        QJsonArray largest;
        for (const auto& [name, time] : family.largest)
            largest.append(QJsonObject{{"name", QString::fromStdString(name)}, {"seconds", time.base}});
        families.append(QJsonObject{
            {"key", kernelFamilies()[family.family].key},
            {"label", kernelFamilies()[family.family].label},
            {"predicted_seconds", family.predicted ? QJsonValue(family.predicted->base) : QJsonValue::Null},
            {"traced_seconds", family.traced.base},
            {"ratio", number(ratio(family.predicted, family.traced))},
            {"launches", family.launches},
            {"largest", largest}});
    }
    QJsonObject sums;
    for (const TracedSum& sum : kSums)
        sums[QLatin1String(sum.key)] =
            QJsonObject{{"predicted_seconds", (step.*sum.predicted).base},
                        {"traced_seconds", (step.*sum.traced).base},
                        {"ratio", number(ratio(step.*sum.predicted, step.*sum.traced))}};
    return {{"gpu", QString::fromStdString(step.gpu)},
            {"rank", step.rank ? QJsonValue(*step.rank) : QJsonValue::Null},
            {"device", step.device},
            {"devices", step.devices},
            {"steps", step.steps},
            {"marked", step.marked},
            {"mode", step.mode == TracedMode::Unknown ? QJsonValue(QJsonValue::Null)
                                                      : QJsonValue(QLatin1String(tracedModeText(step.mode)))},
            {"backward_passes", step.backwardPasses},
            {"predicted_backward_passes", step.predictedBackwardPasses},
            {"predicted_layers",
             step.predictedLayers ? QJsonValue(*step.predictedLayers) : QJsonValue(QJsonValue::Null)},
            {"graph_replays", step.replays},
            {"graph_kernels", step.replayed},
            {"kernels_outside", qint64(step.outside)},
            {"events_left_out", qint64(step.unusable)},
            {"predicted_recompute_seconds", step.predictedRecompute.base},
            {"families", families},
            {"sums", sums}};
}

} // namespace moe::items
