// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/serving_search_text.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/items/aligned.h"
#include "models/items/format.h"

#include <QJsonArray>

namespace moe::items {
namespace {

QString ofText(const std::string& text) {
    return QString::fromStdString(text);
}

/// Columns of a table for people: the two of the line first, then what limits are set on.
std::vector<const ServingMetric*> shownMetrics(const ServingSearch& search) {
    std::vector<const ServingMetric*> shown{search.objective.metric, search.other.metric};
    const auto add = [&](const ServingMetric* metric) {
        if (metric && std::find(shown.begin(), shown.end(), metric) == shown.end()) shown.push_back(metric);
    };
    for (const char* key : {"serve.ttft_seconds", "serve.tpot_seconds", "serve.requests_per_second"})
        add(findServingMetric(key));
    for (const ServingCondition& condition : search.conditions)
        if (condition.metric) add(condition.metric);
    if (search.base.serve->sloTtft || search.base.serve->sloTpot) add(findServingMetric("serve.slo_share"));
    if (search.base.price.gpuHourUsd > 0) add(findServingMetric("serve.usd_per_million_tokens"));
    add(findServingMetric("serve.requests"));
    add(findServingMetric("serve.max_batched_tokens"));
    return shown;
}

QString cell(const ServingMetric& metric, const ServingNumbers& numbers) {
    const std::optional<double> value = metric.value(numbers);
    return value ? humanValue(*value, QString::fromUtf8(metric.unit)) : QStringLiteral("–");
}

std::vector<QStringList> servingRows(const ServingAnswer& answer) {
    const ServingSearch& search = *answer.search;
    const std::vector<const ServingMetric*> metrics = shownMetrics(search);
    QStringList header{QStringLiteral("#"), QStringLiteral("GPUs"), QStringLiteral("layout")};
    for (const ServingMetric* metric : metrics) header << QString::fromUtf8(metric->label);
    header << QStringLiteral("binds") << QStringLiteral("Pareto");
    std::vector<QStringList> rows{header};
    for (const ServingPoint& point : answer.rows()) {
        QStringList row{QString::number(rows.size()), QString::number(point.layout.gpus),
                        servedLayoutText(search, point)};
        for (const ServingMetric* metric : metrics) row << cell(*metric, point.numbers);
        row << QString::fromUtf8(servingBoundKey(point.bound))
            << (point.pareto ? QStringLiteral("●") : QString());
        rows.push_back(row);
    }
    return rows;
}

QString nothing(const ServingAnswer& answer) {
    QString text =
        QStringLiteral("No layout meets every condition (%1 valid layouts).\n").arg(answer.found.layouts);
    if (!answer.found.closest) return text;
    const ServingPoint& point = *answer.found.closest;
    return text + QStringLiteral("Closest, with %1 at once: %2, first token after %3, then %4 for each.\n")
                      .arg(compactCount(point.numbers.requests), servedLayoutText(*answer.search, point),
                           humanValue(point.numbers.ttft, QStringLiteral("s")),
                           humanValue(point.numbers.tpot, QStringLiteral("s")));
}

QString below(const ServingAnswer& answer) {
    const ServingFound& found = answer.found;
    QString text;
    int number = 0;
    for (const ServingPoint& point : answer.rows())
        text += QStringLiteral("%1: %2\n")
                    .arg(++number)
                    .arg(ofText(toString(boundReason(*answer.search, point, *answer.catalog))));
    text += QStringLiteral("%1 valid layouts; %2 on the Pareto line of %3 and %4\n%5\n")
                .arg(found.layouts)
                .arg(found.line.size())
                .arg(QString::fromUtf8(answer.search->objective.metric->key),
                     QString::fromUtf8(answer.search->other.metric->key), ofText(toString(found.origin)));
    if (found.note) text += ofText(toString(*found.note)) + QLatin1Char('\n');
    return text;
}

QJsonObject pointJson(const ServingAnswer& answer, const ServingPoint& point) {
    QJsonObject set, metrics;
    for (const auto& [key, value] : pointSettings(*answer.search, point))
        set.insert(ofText(key), ofText(value));
    for (const ServingMetric& metric : servingMetrics()) {
        const std::optional<double> value = metric.value(point.numbers);
        metrics.insert(QString::fromUtf8(metric.key), value ? QJsonValue(*value) : QJsonValue());
    }
    return {{"set", set},
            {"metrics", metrics},
            {"replicas", point.layout.dp},
            {"fits", "yes"},
            {"pareto", point.pareto},
            {"binds", servingBoundKey(point.bound)},
            {"reason", ofText(toString(boundReason(*answer.search, point, *answer.catalog)))}};
}

} // namespace

QString servedLayoutText(const ServingSearch& search, const ServingPoint& point) {
    QStringList parts;
    for (const LayoutKey& key : layoutKeys())
        if (key.member != &Layout::gpus && key.member != &Layout::zero && point.layout.*key.member > 1)
            parts
                << QStringLiteral("%1 %2").arg(QString::fromUtf8(key.heading)).arg(point.layout.*key.member);
    if (parts.isEmpty()) parts << QStringLiteral("TP 1");
    if (search.precisions.size() > 1)
        parts << ofText(std::string(enumText(point.precision.value_or(search.base.precision.compute))));
    return parts.join(QStringLiteral(" · "));
}

QString servingSearchText(const ServingAnswer& answer) {
    if (answer.rows().empty()) return nothing(answer) + below(answer);
    std::vector<int> right{0, 1};
    for (int i = 0; i < static_cast<int>(shownMetrics(*answer.search).size()); ++i) right.push_back(3 + i);
    return alignedRows(servingRows(answer), {}, right) + QLatin1Char('\n') + below(answer);
}

QString servingSearchMarkdown(const ServingAnswer& answer) {
    if (answer.rows().empty()) return nothing(answer);
    return markdownTable(servingRows(answer)) + QLatin1Char('\n') + below(answer);
}

QString servingSearchCsv(const ServingAnswer& answer) {
    QStringList header;
    for (const LayoutKey& key : layoutKeys()) header << QString::fromUtf8(key.key);
    header << QStringLiteral("precision.compute");
    for (const ServingMetric& metric : servingMetrics()) {
        const QString unit = QString::fromUtf8(metric.unit);
        header << QString::fromUtf8(metric.key) +
                      (unit.isEmpty() ? QString() : QStringLiteral(" [%1]").arg(unit));
    }
    header << QStringLiteral("binds") << QStringLiteral("pareto");
    std::vector<QStringList> rows{header};
    for (const ServingPoint& point : answer.rows()) {
        QStringList row;
        for (const LayoutKey& key : layoutKeys()) row << QString::number(point.layout.*key.member);
        row << ofText(std::string(enumText(point.precision.value_or(answer.search->base.precision.compute))));
        for (const ServingMetric& metric : servingMetrics()) {
            const std::optional<double> value = metric.value(point.numbers);
            row << (value ? ofText(numberText(*value)) : QString());
        }
        row << QString::fromUtf8(servingBoundKey(point.bound))
            << (point.pareto ? QStringLiteral("true") : QStringLiteral("false"));
        rows.push_back(row);
    }
    return csvRows(rows);
}

QJsonObject servingSearchJson(const ServingAnswer& answer) {
    const ServingFound& found = answer.found;
    QJsonArray results;
    for (const ServingPoint& point : answer.rows()) results.append(pointJson(answer, point));
    return {{"schema", "moe-explorer/search/1"},
            {"layouts", static_cast<double>(found.layouts)},
            {"simulated", static_cast<double>(found.simulated)},
            {"pair", QJsonArray{answer.search->objective.metric->key, answer.search->other.metric->key}},
            {"results", results},
            {"closest", found.closest ? QJsonValue(pointJson(answer, *found.closest)) : QJsonValue()},
            {"origin", ofText(toString(found.origin))},
            {"note", found.note ? QJsonValue(ofText(toString(*found.note))) : QJsonValue()}};
}

} // namespace moe::items
