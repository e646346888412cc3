// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/search_text.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/schedule/schedules.h"
#include "models/items/aligned.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QJsonArray>

namespace moe::items {
namespace {

QString latin(const char* text) {
    return QString::fromUtf8(text);
}

/// Columns of results: what was asked for first, then the two everybody wants.
std::vector<const EstimateMetric*> columns(const SearchGoal& goal) {
    std::vector<const EstimateMetric*> chosen;
    const auto add = [&](const EstimateMetric* metric) {
        if (metric && std::find(chosen.begin(), chosen.end(), metric) == chosen.end())
            chosen.push_back(metric);
    };
    for (const Objective& objective : goal.objectives) add(objective.metric);
    add(goal.y.metric);
    add(findEstimateMetric("train.step_seconds"));
    add(findEstimateMetric("memory.device_bytes"));
    add(findEstimateMetric("train.mfu"));
    return chosen;
}

const char* fitText(Fit fit) {
    return fit == Fit::Yes ? "yes" : fit == Fit::Tight ? "tight" : "no";
}

const std::vector<FoundLayout>& line(const SearchAnswer& answer) {
    return answer.found.line().points();
}
bool onLine(const SearchAnswer& answer, const FoundLayout& found) {
    return answer.lineOnly || found.pareto;
}

/// Where all run what their degrees imply nothing is said of it.
bool namesSchedules(const SearchRequest& request) {
    const auto& schedules = request.space.schedules;
    return schedules.size() > 1 || schedules.front().has_value();
}
QString scheduleText(const Layout& layout, const LayoutSpace& space) {
    return latin(scheduleRow(scheduleOf(layout, space)).key);
}

std::vector<QStringList> table(const SearchAnswer& answer) {
    const SearchRequest& request = *answer.request;
    const std::vector<const EstimateMetric*> metrics = columns(request.goal);
    QStringList header{QStringLiteral("#")};
    for (const LayoutKey& key : layoutKeys()) header << latin(key.heading);
    header << QStringLiteral("recompute");
    if (namesSchedules(request)) header << QStringLiteral("schedule");
    for (const EstimateMetric* metric : metrics) header << latin(findMetric(metric->key)->label);
    header << QStringLiteral("fits") << QStringLiteral("Pareto");
    std::vector<QStringList> rows{header};
    for (const FoundLayout& found : answer.rows()) {
        QStringList row{QString::number(rows.size())};
        for (const LayoutKey& key : layoutKeys()) row << QString::number(found.layout.*key.member);
        row << recomputeText(found.layout, request.space);
        if (namesSchedules(request)) row << scheduleText(found.layout, request.space);
        for (const EstimateMetric* metric : metrics) {
            const std::optional<double> value = metric->value(found.estimate);
            row << (value ? humanValue(*value, latin(findMetric(metric->key)->unit)) : QStringLiteral("–"));
        }
        row << latin(fitText(found.estimate.fits))
            << (onLine(answer, found) ? QStringLiteral("●") : QString());
        rows.push_back(row);
    }
    return rows;
}

QString countsLine(const SearchAnswer& answer) {
    return QStringLiteral("%1 valid layouts; %2 on the Pareto line of %3 and %4%5\n")
        .arg(compactCount(answer.layouts))
        .arg(line(answer).size())
        .arg(latin(answer.request->goal.x.metric->key), latin(answer.request->goal.y.metric->key),
             answer.found.line().thinned()
                 ? QStringLiteral(", of more than are kept: every second one is left out")
                 : QString());
}

} // namespace

QString recomputeText(const Layout& layout, const LayoutSpace& space) {
    return QString::fromStdString(listText(space.recomputes[static_cast<std::size_t>(layout.recompute)]));
}

QString layoutText(const Layout& layout, const LayoutSpace& space) {
    QStringList parts;
    for (const LayoutKey& key : layoutKeys()) {
        const bool plain =
            key.member == &Layout::gpus || (layout.*key.member == 1 && key.member != &Layout::zero);
        if (!plain) parts << QStringLiteral("%1 %2").arg(latin(key.heading)).arg(layout.*key.member);
    }
    if (layout.recompute != 0) parts << QStringLiteral("recompute ") + recomputeText(layout, space);
    if (space.schedules[static_cast<std::size_t>(layout.schedule)])
        parts << tableText(scheduleRow(scheduleOf(layout, space)).label);
    return parts.join(QStringLiteral(" · "));
}

QString searchText(const SearchAnswer& answer) {
    if (answer.rows().empty())
        return QStringLiteral("No layout meets every condition (%1 valid layouts).\n")
            .arg(compactCount(answer.layouts));
    std::vector<int> right;
    for (int i = 0; i <= static_cast<int>(layoutKeys().size()); ++i) right.push_back(i);
    const int first = static_cast<int>(layoutKeys().size()) + (namesSchedules(*answer.request) ? 3 : 2);
    for (std::size_t i = 0; i < columns(answer.request->goal).size(); ++i)
        right.push_back(first + static_cast<int>(i));
    return alignedRows(table(answer), {}, right) + QLatin1Char('\n') + countsLine(answer);
}

QString searchMarkdown(const SearchAnswer& answer) {
    return markdownTable(table(answer)) + QLatin1Char('\n') + countsLine(answer);
}

QString searchCsv(const SearchAnswer& answer) {
    QStringList header;
    for (const LayoutKey& key : layoutKeys()) header << latin(key.key);
    header << QStringLiteral("train.recompute");
    if (namesSchedules(*answer.request)) header << QStringLiteral("train.schedule");
    for (const EstimateMetric& metric : estimateMetrics()) {
        const QString unit = latin(findMetric(metric.key)->unit);
        header << latin(metric.key) + (unit.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(unit));
    }
    header << QStringLiteral("fits") << QStringLiteral("pareto");
    std::vector<QStringList> rows{header};
    for (const FoundLayout& found : answer.rows()) {
        QStringList row;
        for (const LayoutKey& key : layoutKeys()) row << QString::number(found.layout.*key.member);
        row << recomputeText(found.layout, answer.request->space);
        if (namesSchedules(*answer.request)) row << scheduleText(found.layout, answer.request->space);
        for (const EstimateMetric& metric : estimateMetrics()) {
            const std::optional<double> value = metric.value(found.estimate);
            row << (value ? QString::fromStdString(numberText(*value)) : QString());
        }
        row << latin(fitText(found.estimate.fits))
            << (onLine(answer, found) ? QStringLiteral("true") : QStringLiteral("false"));
        rows.push_back(row);
    }
    return csvRows(rows);
}

QJsonObject searchJson(const SearchAnswer& answer) {
    QJsonArray results;
    for (const FoundLayout& found : answer.rows()) {
        QJsonObject set, metrics;
        for (const LayoutKey& key : layoutKeys()) set.insert(latin(key.key), found.layout.*key.member);
        set.insert(QStringLiteral("parallel.sequence_parallel"), found.layout.tp > 1);
        set.insert(QStringLiteral("train.recompute"), recomputeText(found.layout, answer.request->space));
        if (namesSchedules(*answer.request))
            set.insert(QStringLiteral("train.schedule"), scheduleText(found.layout, answer.request->space));
        for (const EstimateMetric& metric : estimateMetrics()) {
            const std::optional<double> value = metric.value(found.estimate);
            metrics.insert(latin(metric.key), value ? QJsonValue(*value) : QJsonValue());
        }
        results.append(QJsonObject{{"set", set},
                                   {"metrics", metrics},
                                   {"fits", latin(fitText(found.estimate.fits))},
                                   {"pareto", onLine(answer, found)}});
    }
    const SearchGoal& goal = answer.request->goal;
    return {{"schema", "moe-explorer/search/1"},
            {"layouts", answer.layouts},
            {"pair", QJsonArray{latin(goal.x.metric->key), latin(goal.y.metric->key)}},
            {"results", results}};
}

} // namespace moe::items
