// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/scaling_text.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/loss/loss_text.h"

#include <cmath>

namespace moe::ui {

std::array<const ScalingCurve*, kScalingPanels> scalingPanels(const ScalingCurves& curves) {
    return {&curves.params, &curves.tokens, &curves.ratio};
}

QString scalingAxisText(std::size_t panel, bool brief) {
    if (brief)
        return panel == 0 ? QStringLiteral("N") : panel == 1 ? QStringLiteral("D") : QStringLiteral("D/N");
    return panel == 0   ? items::Words::tr("Parameters N")
           : panel == 1 ? items::Words::tr("Training tokens D")
                        : items::Words::tr("Tokens per parameter D/N");
}

std::array<std::optional<double>, kScalingPanels> ownPlacesOn(const ScalingCurves& curves,
                                                              const OwnLoss& run) {
    const ScalingPlaces places = placesOn(curves, run.params, run.activeParams, run.tokens, kSameSize);
    return {places.params, places.tokens, places.ratio};
}

QString computeText(double flop) {
    const int exponent = int(std::floor(std::log10(flop)));
    return items::Words::tr("%1e%2 FLOP").arg(flop / std::pow(10.0, exponent), 0, 'f', 1).arg(exponent);
}

/// Parameters and tokens take the same suffixes.
static QString countText(double count) {
    return tokensText(count, 3);
}

QString scalingFixedText(const ScalingCurves& curves, std::size_t panel, bool brief) {
    if (brief)
        return panel == 0   ? QStringLiteral("D = %1").arg(countText(curves.request.tokens))
               : panel == 1 ? QStringLiteral("N = %1").arg(countText(curves.request.params))
                            : computeText(curves.compute);
    return panel == 0   ? items::Words::tr("at %1 tokens").arg(countText(curves.request.tokens))
           : panel == 1 ? items::Words::tr("at %1 parameters").arg(countText(curves.request.params))
                        : items::Words::tr("at %1").arg(computeText(curves.compute));
}

QString scalingVerdict(const ScalingCurves& curves) {
    const bool data = curves.slopeTokens > curves.slopeParams;
    const QString tokens = items::Words::tr("doubling tokens gains %1").arg(curves.gainTokens, 0, 'f', 3);
    const QString params = items::Words::tr("doubling parameters %1").arg(curves.gainParams, 0, 'f', 3);
    return data ? items::Words::tr("Data-bound: %1, %2.").arg(tokens, params)
                : items::Words::tr("Parameter-bound: doubling parameters gains %1, doubling tokens %2.")
                      .arg(curves.gainParams, 0, 'f', 3)
                      .arg(curves.gainTokens, 0, 'f', 3);
}

QString scalingDetails(const ScalingCurves& curves) {
    const ComputeOptimum& best = curves.optimum;
    QString ratio = items::number(best.tokens / best.params, 'f', 1);
    if (best.ratioLow && best.ratioHigh)
        ratio +=
            QStringLiteral(", 90 % %1–%2").arg(*best.ratioLow, 0, 'f', 0).arg(*best.ratioHigh, 0, 'f', 0);
    QString text =
        items::Words::tr(
            "Slopes: −∂L/∂ln N %1, −∂L/∂ln D %2. Compute-optimal for %3: %4 parameters on %5 tokens "
            "(D/N %6), loss %7")
            .arg(curves.slopeParams, 0, 'f', 3)
            .arg(curves.slopeTokens, 0, 'f', 3)
            .arg(computeText(curves.compute), countText(best.params), countText(best.tokens), ratio)
            .arg(best.loss, 0, 'f', 3);
    if (curves.ratio.scenario) // the same compute
        text += QStringLiteral(" (%1)").arg(signedText(best.loss - curves.scenarioLoss, 3));
    return text + (best.inside ? QStringLiteral(".") : items::Words::tr(", an extrapolation."));
}

QString scalingReadOut(const ScalingCurve& curve, std::size_t index) {
    const QString text = items::Words::tr("N %1 · D %2 · D/N %3 · best loss %4 at lr %5, batch %6 tokens")
                             .arg(countText(curve.params[index]), countText(curve.tokens[index]),
                                  items::number(curve.tokens[index] / curve.params[index], 'g', 3),
                                  intervalText(curve.loss[index], curve.low[index], curve.high[index]),
                                  rateText(curve.lr[index]), tokensText(curve.batchTokens[index]));
    return curve.inside[index] ? text : text + items::Words::tr(" · extrapolation");
}

QString scalingCsv(const ScalingCurves& curves) {
    static constexpr std::array<const char*, kScalingPanels> kNames{"params", "tokens", "tokens_per_param"};
    QString text =
        QStringLiteral("against,params,tokens,tokens_per_param,best_loss_nats_per_token,low_90,high_90,"
                       "lr,batch_tokens,extrapolated\n");
    const auto panels = scalingPanels(curves);
    for (std::size_t panel = 0; panel < kScalingPanels; ++panel) {
        const ScalingCurve& curve = *panels[panel];
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            text += QLatin1String(kNames[panel]);
            for (double value :
                 {curve.params[i], curve.tokens[i], curve.tokens[i] / curve.params[i], curve.loss[i],
                  curve.low[i], curve.high[i], curve.lr[i], curve.batchTokens[i]})
                text += QLatin1Char(',') + QString::number(value, 'g', 8);
            text += curve.inside[i] ? QStringLiteral(",0\n") : QStringLiteral(",1\n");
        }
    }
    return text;
}

QString scalingSummary(const ScalingCurves& curves, Origin origin) {
    QString text = scalingVerdict(curves) + QLatin1Char(' ') + scalingDetails(curves);
    if (origin == Origin::Extrapolated)
        text += items::Words::tr(" An extrapolation beyond the measured runs.");
    return text;
}

} // namespace moe::ui
