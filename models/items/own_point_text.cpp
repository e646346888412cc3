// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/own_point_text.h"

#include "models/engine/operators/bus_bandwidth.h"
#include "models/items/change_text.h"
#include "models/items/format.h"
#include "models/items/operator_words.h"
#include "models/items/words.h"

namespace moe::items {
namespace {

const QString kBetween = QStringLiteral(" · ");

QString lossNumber(double loss) {
    return number(loss, 'f', 3);
}
QString seconds(double value) {
    return humanValue(value, QStringLiteral("s"));
}
QString micro(double us) {
    return seconds(1e-6 * us);
}

/// "measured 2.31, predicted 2.30: −0.6 %", and the span of several runs.
template <class Write>
QStringList measuredTexts(double measured, double low, double high, std::size_t runs,
                          const std::optional<double>& predicted, Write write) {
    QStringList texts;
    texts << (predicted ? Words::tr("measured %1, predicted %2: %3")
                              .arg(write(measured), write(*predicted), shareChange(*predicted / measured - 1))
                        : Words::tr("measured %1").arg(write(measured)));
    if (runs > 1)
        texts << Words::tr("%1 runs, %2 to %3").arg(QString::number(runs), write(low), write(high));
    else if (low < high)
        texts << Words::tr("%1 to %2 in the last lines of its log").arg(write(low), write(high));
    return texts;
}

} // namespace

QString ownLossText(const OwnLoss& one, const std::optional<double>& predicted) {
    QStringList texts = measuredTexts(one.loss, one.low, one.high, one.runs, predicted, lossNumber);
    texts << Words::tr("%1 parameters, %2 tokens")
                 .arg(compactCount(one.params, 1e4), compactCount(one.tokens, 1e4));
    if (one.lr) texts << Words::tr("lr %1").arg(number(*one.lr, 'g', 3));
    if (one.batchTokens) texts << Words::tr("batch %1 tokens").arg(compactCount(*one.batchTokens, 1e4));
    return texts.join(kBetween);
}

QString ownOperatorText(const OwnOperator& one, const std::optional<double>& predictedUs) {
    QStringList texts = measuredTexts(one.us, one.low, one.high, one.runs, predictedUs, micro);
    texts.prepend(operatorLabel(one.op));
    for (const ShapeColumn& column : operatorRow(one.op).columns)
        texts << QStringLiteral("%1 %2").arg(shapeLabel(column.option).name,
                                             shapeValue(column.option, one.shape.*column.member));
    if (const auto bandwidth = busBandwidth(one.op, one.shape, one.us))
        texts << Words::tr("bus bandwidth %1 GB/s").arg(humanNumber(*bandwidth));
    return texts.join(kBetween);
}

QString ownRateText(const OwnRate& one) {
    const auto rate = [](double value) { return humanNumber(value); };
    QStringList texts;
    texts << (one.inFlight > 0 ? Words::tr("your runs: %1 requests/s with %2 in flight")
                                     .arg(rate(one.rate), number(one.inFlight, 'g', 6))
                               : Words::tr("your runs: %1 requests/s arriving").arg(rate(one.rate)));
    if (one.runs > 1)
        texts << Words::tr("%1 runs, %2 to %3").arg(QString::number(one.runs), rate(one.low), rate(one.high));
    if (one.ttft99)
        texts << Words::tr("TTFT %1 for 99 %").arg(seconds(*one.ttft99));
    else if (one.ttftMean)
        texts << Words::tr("TTFT %1 on average").arg(seconds(*one.ttftMean));
    if (one.tpotMean) texts << Words::tr("TPOT %1 on average").arg(seconds(*one.tpotMean));
    return texts.join(kBetween);
}

QString ownKeyText(std::size_t shown, std::size_t all, const QString& others) {
    return shown == all
               ? Words::tr("mine (%1)").arg(QString::number(all))
               : Words::tr("mine (%1 of %2; %3)").arg(QString::number(shown), QString::number(all), others);
}

} // namespace moe::items
