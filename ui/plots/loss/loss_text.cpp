// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_text.h"

#include "models/engine/loss/model/loss_model.h"
#include "models/engine/loss/report/loss_map_value.h"
#include "models/items/words.h"

namespace moe::ui {

QString intervalText(double loss, double low, double high) {
    // The interval is even in the logarithm, over a few percent as good as even in the loss.
    return QStringLiteral("%L1 ± %L2").arg(loss, 0, 'f', 3).arg((high - low) / 2, 0, 'f', 3);
}

QString lossReadOut(const LossReport& loss, const LossOptions& options, const MeasuredCells& cells,
                    const LossMap* base, QPointF value) {
    const auto place = [](double lr, double batchTokens) {
        return items::Words::tr("lr %1 · batch %2 tokens · ").arg(rateText(lr), tokensText(batchTokens));
    };
    if (options.mode == LossMode::Measured) {
        const MeasuredPoint* run = cells.at(value.x(), value.y());
        if (!run) return place(value.x(), value.y()) + items::Words::tr("not measured");
        const QString text =
            place(run->lr, run->batchTokens) + items::Words::tr("measured loss %1 (%2)")
                                                   .arg(run->loss, 0, 'f', 3)
                                                   .arg(signedText(run->loss - cells.best->loss, 3));
        return run->diverged ? text + items::Words::tr(" · diverged") : text;
    }
    const LossMap& map = *loss.map;
    QString text = place(value.x(), value.y());
    const std::optional<MapPrediction> at = predictionAt(map, value.x(), value.y());
    if (!at) return text + items::Words::tr("off the map");
    if (at->interval)
        text += items::Words::tr("loss ") + intervalText(at->loss, at->interval->min, at->interval->max);
    else
        text += items::Words::tr("loss %1").arg(at->loss, 0, 'f', 3);
    text += QStringLiteral(" (%1)").arg(signedText(at->loss - map.best, 3));
    if (at->sd && options.colour == LossColour::Uncertainty)
        text += items::Words::tr(" · sd %1 %").arg(100 * *at->sd, 0, 'f', 2);
    if (base && options.colour == LossColour::Difference) {
        const auto other = lossAt(*base, value.x(), value.y());
        text += other ? items::Words::tr(" · %1 against the base").arg(signedText(at->loss - *other, 3))
                      : items::Words::tr(" · not on the base's map");
    }
    if (at->unstable && *at->unstable > kLossUnstable)
        text += items::Words::tr(" · diverges with probability %1 %").arg(100 * *at->unstable, 0, 'f', 0);
    return loss.origin == Origin::Extrapolated ? text + items::Words::tr(" · extrapolation") : text;
}

QString lossCsv(const LossReport& loss, LossMode mode, const std::vector<MeasuredPoint>& runs) {
    const auto number = [](double value) { return QString::number(value, 'g', 8); };
    if (mode == LossMode::Measured) {
        QString text = QStringLiteral("lr,batch_tokens,measured_loss_nats_per_token,diverged\n");
        for (const MeasuredPoint& run : runs)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(number(run.lr), number(run.batchTokens), number(run.loss))
                        .arg(run.diverged ? 1 : 0);
        return text;
    }
    const LossMap& map = *loss.map;
    const bool spread = map.sd.size() == map.loss.size() && map.unstable.size() == map.loss.size();
    QString text = QStringLiteral("lr,batch_tokens,predicted_loss_nats_per_token");
    if (spread) text += QStringLiteral(",low_90,high_90,sd_percent,divergence_probability");
    text += QLatin1Char('\n');
    for (std::size_t j = 0; j < map.batchTokens.size(); ++j)
        for (std::size_t i = 0; i < map.lr.size(); ++i) {
            const std::size_t cell = j * map.lr.size() + i;
            text += number(map.lr[i]) + QLatin1Char(',') + number(map.batchTokens[j]) + QLatin1Char(',') +
                    number(map.loss[cell]);
            if (spread) {
                const MapPrediction made = predictionOf(map, cell);
                for (double value : {made.interval->min, made.interval->max, 100 * *made.sd, *made.unstable})
                    text += QLatin1Char(',') + number(value);
            }
            text += QLatin1Char('\n');
        }
    return text;
}

bool hasLossMap(const ReportPtr& report) {
    return report && report->loss && report->loss->map && report->loss->map->lr.size() > 1;
}

QString noLossReason(const ReportPtr& report, const CatalogPtr& catalog) {
    if (!report) return items::Words::tr("Nothing has been computed yet.");
    if (!report->scenario.train)
        return items::Words::tr(
            "This scenario has no training section, so there is no training loss to predict.");
    if (catalog && !catalog->lossModel)
        return items::Words::tr(
            "No loss surface has been fitted yet. Load the Step Law tables to see the loss "
            "over learning rate and batch size.");
    for (const Warning& warning : report->warnings)
        if (warning.id.rfind("loss", 0) == 0) return items::sentenceText(warning.text);
    return report->loss ? items::Words::tr("The map of this scenario has not been computed.")
                        : items::Words::tr("The loss of this scenario cannot be predicted.");
}

QString noDifferenceReason(const ReportPtr& report, const ReportPtr& base) {
    if (!base) return items::Words::tr("There is no base to compare with.");
    if (base->scenario == report->scenario) return items::Words::tr("This scenario is the base itself.");
    if (!hasLossMap(base)) return items::Words::tr("The base has no predicted loss.");
    const LossMap &one = *report->loss->map, &other = *base->loss->map;
    const auto apart = [](const std::vector<double>& a, const std::vector<double>& b) {
        return a.back() <= b.front() || b.back() <= a.front();
    };
    if (apart(one.lr, other.lr) || apart(one.batchTokens, other.batchTokens))
        return items::Words::tr("The base's map spans other learning rates or batch sizes.");
    return {};
}

QString lossSummary(const Report& report) {
    const LossReport& loss = *report.loss;
    QString text = items::Words::tr("Predicted loss %1 nats per token").arg(loss.value, 0, 'f', 3);
    if (report.scenario.train)
        text += items::Words::tr(" at lr %1 and batch %2 tokens")
                    .arg(rateText(report.scenario.train->lr),
                         tokensText(double(report.scenario.train->globalBatch) *
                                    double(report.scenario.model.sequence)));
    text += items::Words::tr(", %1 above the best %2 at lr %3 and batch %4 tokens.")
                .arg(loss.value - loss.optimalLoss, 0, 'f', 3)
                .arg(loss.optimalLoss, 0, 'f', 3)
                .arg(rateText(loss.optimalLr), tokensText(loss.optimalBatchTokens));
    if (loss.low && loss.high)
        text += items::Words::tr(" The central 90 % for one run is %1 to %2.")
                    .arg(*loss.low, 0, 'f', 3)
                    .arg(*loss.high, 0, 'f', 3);
    if (loss.unstable > kLossUnstable)
        text += items::Words::tr(" The run is likely to diverge (probability %1 %).")
                    .arg(100 * loss.unstable, 0, 'f', 0);
    if (loss.origin == Origin::Extrapolated)
        text += items::Words::tr(" An extrapolation beyond the measured runs.");
    return text;
}

QString noRunsReason(bool tableLoaded) {
    return tableLoaded ? items::Words::tr("No measured group has this scenario's model and training tokens.")
                       : items::Words::tr("No table of measured runs is loaded.");
}

QString noMapReason() {
    return items::Words::tr("There is no map.");
}

} // namespace moe::ui
