// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/metric_rows.h"

#include "models/items/change_text.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QStringList>

#include <cmath>

namespace moe::items {
namespace {

QString originOf(const Metric& metric, const Report& report) {
    const QLatin1String key(metric.key);
    if (key.startsWith(QLatin1String("loss.law_"))) return report.loss ? Words::tr("Step Law") : QString();
    if (key.startsWith(QLatin1String("loss.")))
        return report.loss ? tableText(originText(report.loss->origin)) : QString();
    if (key == QLatin1String("train.step_seconds")) return timeOrigin(report);
    const bool given = key == QLatin1String("memory.capacity_bytes"); // of the data sheet
    if (key.startsWith(QLatin1String("params.")) || (key.startsWith(QLatin1String("memory.")) && !given))
        return tableText(originText(Origin::Analytic));
    return {};
}

} // namespace

std::vector<MetricRow> metricRows(const Report& report) {
    std::vector<MetricRow> rows;
    rows.reserve(metrics().size());
    for (const Metric& metric : metrics()) {
        MetricRow row;
        row.metric = &metric;
        row.value = metric.value(report);
        if (row.value && !std::isfinite(*row.value)) row.value.reset();
        row.human = row.value ? humanValue(*row.value, QString::fromUtf8(metric.unit)) : QStringLiteral("–");
        if (row.value) row.origin = originOf(metric, report);
        rows.push_back(std::move(row));
    }
    return rows;
}

QString timeOrigin(const Report& report) {
    QStringList origins;
    if (!report.train) return {};
    for (const TimeTerm& term : report.train->terms) {
        const QString text = tableText(originText(term.origin));
        if (term.seconds.base > 0 && !origins.contains(text)) origins.append(text);
    }
    return origins.join(QStringLiteral(", "));
}

QString fitText(Fit fit) {
    switch (fit) {
    case Fit::Yes: return Words::tr("fits");
    case Fit::Tight: return Words::tr("tight");
    case Fit::No: break;
    }
    return Words::tr("does not fit");
}

MetricChange metricChange(std::optional<double> value, std::optional<double> base, const QString& unit,
                          Better better, ChangeStyle style) {
    if (!value || !base || !std::isfinite(*value) || !std::isfinite(*base)) return {};
    if (style == ChangeStyle::Relative && *base == 0) style = ChangeStyle::Absolute;
    const double difference = *value - *base;
    // What rounds to nothing is no change: an arrow beside "0.000" would only alarm.
    const double least = style == ChangeStyle::Relative        ? kNoChange * std::abs(*base)
                         : unit == QLatin1String("nats/token") ? 0.0005
                                                               : 1e-9 * std::abs(*base);
    MetricChange change;
    if (std::abs(difference) < least || difference == 0) {
        change.text = QStringLiteral("=");
        return change;
    }
    change.direction = difference > 0 ? 1 : -1;
    if (better != Better::Neither) change.judgement = (difference > 0) == (better == Better::Higher) ? 1 : -1;
    if (style == ChangeStyle::Relative)
        change.text = shareChange(difference / std::abs(*base));
    else if (unit == QLatin1String("nats/token"))
        change.text = withSign(difference, number(std::abs(difference), 'f', 3)); // as many as a card has
    else
        change.text = differenceChange(difference, unit);
    return change;
}

} // namespace moe::items
