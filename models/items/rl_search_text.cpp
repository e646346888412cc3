// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/rl_search_text.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/items/aligned.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QJsonArray>

namespace moe::items {
namespace {

QString ofText(const std::string& text) {
    return QString::fromStdString(text);
}

/// "TP 2 · EP 8"
QString degreesText(std::initializer_list<std::pair<const char*, Count>> degrees) {
    QStringList parts;
    for (const auto& [name, value] : degrees)
        if (value > 1) parts << QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(value);
    return parts.isEmpty() ? QStringLiteral("TP 1") : parts.join(QStringLiteral(" · "));
}
QString trainingText(const Scenario& s) {
    QString text = degreesText({{"TP", s.parallel.tp},
                                {"PP", s.parallel.pp},
                                {"VPP", s.parallel.vpp},
                                {"CP", s.parallel.cp},
                                {"EP", s.parallel.ep},
                                {"ETP", s.parallel.etp.value_or(1)}});
    if (s.train->zero != 1) text += QStringLiteral(" · ZeRO %1").arg(s.train->zero);
    const QString recompute = ofText(listText(s.train->recompute));
    return recompute == QLatin1String("none") ? text : text + QStringLiteral(" · ") + recompute;
}
QString samplingText(const RlReport& rl) {
    return QStringLiteral("%1 × %2").arg(
        QString::number(rl.engines),
        degreesText(
            {{"TP", rl.engine.tp}, {"PP", rl.engine.pp}, {"EP", rl.engine.ep}, {"DP", rl.engine.dp}}));
}
QString gpusText(const RlReport& rl) {
    if (rl.gpus == rl.rolloutGpus) return QStringLiteral("%1 for both").arg(rl.gpus);
    return QStringLiteral("%1 + %2").arg(rl.gpus - rl.rolloutGpus).arg(rl.rolloutGpus);
}

const char* const kShown[] = {"rl.step_seconds",         "rl.rollout_seconds",
                              "rl.train_seconds",        "rl.tokens_per_second_per_gpu",
                              "rl.rollout_memory_bytes", "rl.train_memory_bytes"};

std::vector<const Metric*> shownMetrics(const RlSearch& search) {
    std::vector<const Metric*> shown{search.objective.metric};
    const auto add = [&](const Metric* metric) {
        if (metric && std::find(shown.begin(), shown.end(), metric) == shown.end()) shown.push_back(metric);
    };
    for (const char* key : kShown) add(findMetric(key));
    for (const RlCondition& condition : search.conditions) add(condition.metric);
    if (search.base.price.gpuHourUsd > 0) add(findMetric("rl.usd"));
    return shown;
}

std::optional<double> valueOf(const Metric& metric, const RlPoint& point) {
    Report report;
    report.scenario = point.scenario;
    report.rl = point.report;
    return metric.value(report);
}

std::vector<QStringList> rlRows(const RlAnswer& answer) {
    const std::vector<const Metric*> metrics = shownMetrics(*answer.search);
    QStringList header{QStringLiteral("#"), QStringLiteral("GPUs"), QStringLiteral("training"),
                       QStringLiteral("sampling")};
    for (const Metric* metric : metrics) header << QString::fromUtf8(metric->label);
    header << QStringLiteral("fits");
    std::vector<QStringList> rows{header};
    for (const RlPoint& point : answer.found.best) {
        QStringList row{QString::number(rows.size()), gpusText(point.report), trainingText(point.scenario),
                        samplingText(point.report)};
        for (const Metric* metric : metrics) {
            const std::optional<double> value = valueOf(*metric, point);
            row << (value ? humanValue(*value, QString::fromUtf8(metric->unit)) : QStringLiteral("–"));
        }
        row << (point.report.fits == Fit::Tight ? QStringLiteral("tight") : QStringLiteral("yes"));
        rows.push_back(row);
    }
    return rows;
}

QString below(const RlAnswer& answer) {
    const RlFound& found = answer.found;
    QString text;
    if (!found.best.empty() && found.own) {
        const Metric& metric = *answer.search->objective.metric;
        const std::optional<double> own = valueOf(metric, *found.own);
        if (own)
            text +=
                QStringLiteral("The scenario itself: %1%2.\n")
                    .arg(humanValue(*own, QString::fromUtf8(metric.unit)),
                         found.own->report.fits == Fit::No ? QStringLiteral(", does not fit") : QString());
    }
    return text + QStringLiteral("%1 layouts of training, the best of each way to split the GPUs evaluated "
                                 "whole; %2 ways to sample, simulated; %3 pairs.\n")
                      .arg(compactCount(found.trainings))
                      .arg(found.engines)
                      .arg(found.joined);
}

QString nothing(const RlAnswer& answer) {
    const RlFound& found = answer.found;
    QString text = QStringLiteral("No pair of layouts fits and meets every condition.\n");
    if (found.closest) {
        const RlReport& rl = found.closest->report;
        text += QStringLiteral("The least memory any pair needs is %1 of %2: %3, %4, %5.\n")
                    .arg(humanValue(rl.device().base, QStringLiteral("B")),
                         humanValue(rl.capacity.base, QStringLiteral("B")), gpusText(rl),
                         trainingText(found.closest->scenario), samplingText(rl));
    } else if (!found.problems.empty()) {
        text += ofText(toString(found.problems.front())) + QLatin1Char('\n');
    }
    return text;
}

QJsonObject pointJson(const RlPoint& point) {
    static constexpr const char* kFits[] = {"yes", "tight", "no"};
    QJsonObject set, metrics;
    for (const auto& [key, value] : point.set) set.insert(ofText(key), ofText(value));
    for (const Metric& metric : moe::metrics()) {
        if (!std::string_view(metric.key).starts_with("rl.")) continue;
        const std::optional<double> value = valueOf(metric, point);
        metrics.insert(QString::fromUtf8(metric.key), value ? QJsonValue(*value) : QJsonValue());
    }
    return {{"set", set},
            {"metrics", metrics},
            {"engines", point.report.engines},
            {"gpus", point.report.gpus},
            {"rollout_gpus", point.report.rolloutGpus},
            {"fits", kFits[static_cast<int>(point.report.fits)]}};
}

} // namespace

QString rlSearchText(const RlAnswer& answer) {
    if (answer.found.best.empty()) return nothing(answer) + below(answer);
    std::vector<int> right{0};
    for (int i = 0; i < static_cast<int>(shownMetrics(*answer.search).size()); ++i) right.push_back(4 + i);
    return alignedRows(rlRows(answer), {}, right) + QLatin1Char('\n') + below(answer);
}

QString rlSearchMarkdown(const RlAnswer& answer) {
    if (answer.found.best.empty()) return nothing(answer);
    return markdownTable(rlRows(answer)) + QLatin1Char('\n') + below(answer);
}

QString rlSearchCsv(const RlAnswer& answer) {
    QStringList header{QStringLiteral("gpus"), QStringLiteral("rollout_gpus"), QStringLiteral("engines"),
                       QStringLiteral("set")};
    std::vector<const Metric*> shown;
    for (const Metric& metric : metrics())
        if (std::string_view(metric.key).starts_with("rl.")) {
            shown.push_back(&metric);
            const QString unit = QString::fromUtf8(metric.unit);
            header << QString::fromUtf8(metric.key) +
                          (unit.isEmpty() ? QString() : QStringLiteral(" [%1]").arg(unit));
        }
    std::vector<QStringList> rows{header};
    for (const RlPoint& point : answer.found.best) {
        QStringList set;
        for (const auto& [key, value] : point.set) set << ofText(key) + QLatin1Char('=') + ofText(value);
        QStringList row{ofText(numberText(point.report.gpus)), ofText(numberText(point.report.rolloutGpus)),
                        ofText(numberText(point.report.engines)), set.join(QLatin1Char(' '))};
        for (const Metric* metric : shown) {
            const std::optional<double> value = valueOf(*metric, point);
            row << (value ? ofText(numberText(*value)) : QString());
        }
        rows.push_back(row);
    }
    return csvRows(rows);
}

QJsonObject rlSearchJson(const RlAnswer& answer) {
    const RlFound& found = answer.found;
    QJsonArray results;
    for (const RlPoint& point : found.best) results.append(pointJson(point));
    return {{"schema", "moe-explorer/search/1"},
            {"layouts", found.trainings},
            {"engines", static_cast<double>(found.engines)},
            {"pairs", static_cast<double>(found.joined)},
            {"objective", answer.search->objective.metric->key},
            {"results", results},
            {"own", found.own ? QJsonValue(pointJson(*found.own)) : QJsonValue()},
            {"closest", found.closest ? QJsonValue(pointJson(*found.closest)) : QJsonValue()}};
}

} // namespace moe::items
