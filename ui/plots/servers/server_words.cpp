// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/servers/server_words.h"

#include "models/items/format.h"
#include "models/items/serving_search_text.h"
#include "models/items/words.h"
#include "ui/plots/servers/servers_view.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace moe::ui {
namespace {

bool isKey(const ServingMetric& metric, std::string_view key) {
    return key == metric.key;
}
/// With what it is of, as a sentence has it.
QString saidValue(const ServingMetric& metric, const ServingNumbers& numbers) {
    const std::optional<double> value = metric.value(numbers);
    if (value && isKey(metric, "serve.tokens_per_second_per_gpu"))
        return ServersView::tr("%1 tokens/s per GPU").arg(items::humanNumber(*value));
    if (value && isKey(metric, "serve.tokens_per_second_per_user"))
        return ServersView::tr("%1 tokens/s per user").arg(items::humanNumber(*value));
    return QStringLiteral("%1 %2").arg(servingName(metric), servingText(metric, value));
}

} // namespace

QString limitsText(const ServeSpec& serve) {
    QStringList limits;
    const auto add = [&](const char* name, const std::optional<double>& limit) {
        if (limit)
            limits << QStringLiteral("%1 ≤ %2").arg(QLatin1String(name),
                                                    items::humanValue(*limit, QStringLiteral("s")));
    };
    add("TTFT", serve.sloTtft);
    add("TPOT", serve.sloTpot);
    return limits.isEmpty()
               ? QString()
               : ServersView::tr("%1 for %2 % of requests")
                     .arg(limits.join(QStringLiteral(", ")), items::number(serve.sloPercentile, 'g', 4));
}

QString boundText(ServingBound bound) {
    switch (bound) {
    case ServingBound::Ttft:
    case ServingBound::Tpot:
    case ServingBound::Condition:
    case ServingBound::Slo: return ServersView::tr("limits bind");
    case ServingBound::Memory: return ServersView::tr("KV cache full");
    case ServingBound::BatchLimit: return ServersView::tr("engine's limit on requests");
    case ServingBound::Compute: return ServersView::tr("no more throughput");
    case ServingBound::Requests: break;
    }
    return ServersView::tr("more requests possible");
}

QString servingName(const ServingMetric& metric) {
    return items::tableText(metric.label);
}

QString servingText(const ServingMetric& metric, std::optional<double> value) {
    return value && std::isfinite(*value) ? items::humanValue(*value, QString::fromUtf8(metric.unit))
                                          : QStringLiteral("–");
}

QString serverText(const ServingChoices& choices, const ServingNumbers& numbers, const QString& name) {
    return QStringLiteral("%1 · %2 · %3 · %4")
        .arg(name, saidValue(*choices.search.objective.metric, numbers),
             saidValue(*choices.search.other.metric, numbers),
             ServersView::tr("%1 requests at once").arg(items::compactCount(numbers.requests)));
}

QString serverText(const ServingChoices& choices, std::size_t index) {
    const ServingPoint& point = choices.points[index];
    const ServingNumbers& n = point.numbers;
    return QStringLiteral("%1 · TTFT %2 · TPOT %3 · %4")
        .arg(serverText(choices, n, items::servedLayoutText(choices.search, point)),
             items::humanValue(n.ttft, QStringLiteral("s")), items::humanValue(n.tpot, QStringLiteral("s")),
             items::sentenceText(choices.reasons[index]));
}

std::vector<const ServingMetric*> serverColumns(const ServingChoices& choices) {
    const ServingSearch& search = choices.search;
    std::vector<const ServingMetric*> columns{search.objective.metric, search.other.metric};
    const auto add = [&](const char* key) {
        const ServingMetric* metric = findServingMetric(key);
        if (std::find(columns.begin(), columns.end(), metric) == columns.end()) columns.push_back(metric);
    };
    for (const char* key : {"serve.ttft_seconds", "serve.tpot_seconds", "serve.requests"}) add(key);
    if (search.base.serve->sloTtft || search.base.serve->sloTpot) add("serve.slo_share");
    if (search.base.price.gpuHourUsd > 0) add("serve.usd_per_million_tokens");
    add("serve.max_batched_tokens");
    return columns;
}

QString narrowName(const ServingMetric& metric) {
    static const std::pair<const char*, const char*> kShort[] = {
        {"serve.tokens_per_second_per_gpu", QT_TRANSLATE_NOOP("moe::ui::ServersView", "tokens/s per GPU")},
        {"serve.tokens_per_second_per_user", QT_TRANSLATE_NOOP("moe::ui::ServersView", "tokens/s per user")},
        {"serve.ttft_seconds", "TTFT"},
        {"serve.ttft_seconds.p99", "TTFT 99 %"},
        {"serve.tpot_seconds", "TPOT"},
        {"serve.tpot_seconds.p99", "TPOT 99 %"},
        {"serve.requests", QT_TRANSLATE_NOOP("moe::ui::ServersView", "at once")},
        {"serve.slo_share", QT_TRANSLATE_NOOP("moe::ui::ServersView", "within limits")},
        {"serve.usd_per_million_tokens", QT_TRANSLATE_NOOP("moe::ui::ServersView", "per million")},
        {"serve.max_batched_tokens", QT_TRANSLATE_NOOP("moe::ui::ServersView", "tokens of a pass")},
    };
    for (const auto& [key, text] : kShort)
        if (isKey(metric, key)) return ServersView::tr(text);
    return servingName(metric);
}

QString narrowCell(const ServingMetric& metric, const ServingNumbers& numbers) {
    const std::optional<double> value = metric.value(numbers);
    const bool rate =
        isKey(metric, "serve.tokens_per_second_per_gpu") || isKey(metric, "serve.tokens_per_second_per_user");
    return rate && value ? items::humanNumber(*value) : servingText(metric, value);
}

QString serverReason(const ServingChoices& choices) {
    if (!choices.points.empty()) return {};
    QString text = choices.found.layouts == 0
                       ? ServersView::tr("No layout of these GPUs is valid and holds a request.")
                       : ServersView::tr("None of %1 layouts keeps the limits (%2).")
                             .arg(items::compactCount(double(choices.found.layouts)),
                                  limitsText(*choices.search.base.serve));
    if (!choices.found.closest) return text;
    const ServingPoint& closest = *choices.found.closest;
    return text + QLatin1Char(' ') +
           ServersView::tr("Closest, with %1 requests at once: %2, first token after %3, then %4 for each.")
               .arg(items::compactCount(closest.numbers.requests),
                    items::servedLayoutText(choices.search, closest),
                    items::humanValue(closest.numbers.ttft, QStringLiteral("s")),
                    items::humanValue(closest.numbers.tpot, QStringLiteral("s")));
}

QString serverSummary(const ServingChoices& choices) {
    if (const QString why = serverReason(choices); !why.isEmpty()) return why;
    const ServingPoint& best = choices.points.front();
    const QString limits = limitsText(*choices.search.base.serve);
    const QString layouts =
        choices.found.layouts == 1
            ? ServersView::tr("The only layout")
            : ServersView::tr("Best of %1 layouts").arg(items::compactCount(double(choices.found.layouts)));
    const QString gpus = best.layout.gpus == 1
                             ? ServersView::tr("of one GPU")
                             : ServersView::tr("of %1 GPUs").arg(items::compactCount(best.layout.gpus));
    return QStringLiteral("%1 %2: %3. %4")
        .arg(layouts, gpus,
             serverText(choices, best.numbers, items::servedLayoutText(choices.search, best)) +
                 (limits.isEmpty() ? QString() : QStringLiteral(" · ") + limits),
             items::sentenceText(choices.reasons.front()));
}

Sheet serverSheet(const ServingChoices& choices, const std::vector<std::size_t>& listed) {
    const std::vector<const ServingMetric*> columns = serverColumns(choices);
    Sheet sheet;
    sheet.header << QStringLiteral("#") << ServersView::tr("Layout");
    for (const ServingMetric* metric : columns) {
        const QString unit = items::tableText(metric->unit);
        sheet.header << (unit.isEmpty() ? servingName(*metric)
                                        : QStringLiteral("%1 (%2)").arg(servingName(*metric), unit));
    }
    static constexpr std::int32_t Layout::*kDegrees[] = {&Layout::gpus, &Layout::tp,  &Layout::pp,
                                                         &Layout::ep,   &Layout::etp, &Layout::dp};
    std::vector<const LayoutKey*> keys;
    for (const LayoutKey& key : layoutKeys())
        if (std::find(std::begin(kDegrees), std::end(kDegrees), key.member) != std::end(kDegrees))
            keys.push_back(&key);
    for (const LayoutKey* key : keys) sheet.header << items::tableText(key->heading);
    sheet.header << ServersView::tr("What binds") << ServersView::tr("Why") << ServersView::tr("Pareto");
    const auto add = [&](std::size_t i) {
        const ServingPoint& point = choices.points[i];
        Sheet::Row row;
        row.cells << int(i + 1) << items::servedLayoutText(choices.search, point);
        for (const ServingMetric* metric : columns) {
            const std::optional<double> value = metric->value(point.numbers);
            row.cells << (value ? QVariant(*value) : QVariant(QString()));
        }
        for (const LayoutKey* key : keys) row.cells << double(point.layout.*key->member);
        row.cells << boundText(point.bound) << items::sentenceText(choices.reasons[i])
                  << (point.pareto ? QStringLiteral("●") : QString());
        sheet.rows.push_back(row);
    };
    if (listed.empty())
        for (std::size_t i = 0; i < choices.points.size(); ++i) add(i);
    for (const std::size_t i : listed) add(i);
    return sheet;
}

} // namespace moe::ui
