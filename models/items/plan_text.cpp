// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/plan_text.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/schedule/schedules.h"
#include "models/items/aligned.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QJsonArray>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

QString latin(const std::string& text) {
    return QString::fromStdString(text);
}

QJsonValue orNull(const std::optional<double>& value) {
    return value ? QJsonValue(*value) : QJsonValue();
}

/// "Pipeline schedule (train.schedule)".
QString knobText(const std::string& key) {
    const Field* field = findField(key);
    return field ? QStringLiteral("%1 (%2)").arg(tableText(field->label), latin(key)) : latin(key);
}

/// Seconds of a part that may not be there at all.
QString partText(double seconds) {
    return seconds == 0 ? QStringLiteral("0") : humanValue(seconds, QStringLiteral("s"));
}

QJsonArray launchJson(const Plan& plan) {
    QJsonArray commands;
    for (const LaunchCommand& launch : plan.launch) {
        QJsonObject flags;
        for (const auto& [flag, value] : launch.flags) flags.insert(latin(flag), latin(value));
        QJsonArray unspelled;
        for (const std::string& key : launch.unspelled) unspelled.append(latin(key));
        commands.append(QJsonObject{{"program", latin(launch.program)},
                                    {"command", latin(launch.text())},
                                    {"flags", flags},
                                    {"unspelled", unspelled}});
    }
    return commands;
}

QJsonObject onePlanJson(const Plan& plan, bool trains, int rank) {
    QJsonObject set, metrics;
    for (const auto& [key, value] : plan.set) set.insert(latin(key), latin(value));
    for (std::size_t i = 0; i < plan.values.size(); ++i)
        metrics.insert(latin(planMetrics(trains)[i].key), orNull(plan.values[i]));
    return {{"rank", rank},
            {"set", set},
            {"metrics", metrics},
            {"band", plan.low && plan.high ? QJsonValue(QJsonArray{*plan.low, *plan.high}) : QJsonValue()},
            {"band_of", trains ? "train.step_seconds" : "serve.tpot_seconds"},
            {"binding", planLimitKey(plan.binding)},
            {"reason", latin(toString(plan.reason))},
            {"headroom_bytes", plan.headroom().base},
            {"flags", launchJson(plan)}};
}

QJsonValue mineJson(const std::optional<WhyNot>& why) {
    if (!why) return {};
    QJsonArray broken, gaps;
    for (const Message& message : why->broken) broken.append(latin(toString(message)));
    for (const PlanGap& gap : why->gaps)
        gaps.append(QJsonObject{{"key", latin(gap.key)}, {"seconds", gap.mine}, {"best_seconds", gap.best}});
    return QJsonObject{{"best_plan", why->same}, {"broken", broken},        {"metric", latin(why->key)},
                       {"value", why->mine},     {"best_value", why->best}, {"terms", gaps}};
}

QJsonValue changeJson(const PlanChange& change, bool trains) {
    return QJsonObject{{"key", latin(change.key)},
                       {"from", latin(change.from)},
                       {"to", latin(change.to)},
                       {"text", latin(toString(change.text))},
                       {"plan", onePlanJson(change.plan, trains, 1)}};
}

} // namespace

QString planLayoutText(const Plan& plan) {
    const ParallelSpec& p = plan.scenario.parallel;
    QStringList parts;
    const auto part = [&](const char* name, Count value) {
        if (value > 1) parts << QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(value);
    };
    part("TP", p.tp);
    part("PP", p.pp);
    part("VPP", p.vpp);
    part("CP", p.cp);
    part("EP", p.ep);
    part("ETP", expertTp(plan.scenario));
    const Count gpus = plan.scenario.cluster.gpus.value_or(1);
    part("DP", gpus / (p.tp * p.pp * p.cp * layerGroups(plan.scenario)));
    if (const auto& train = plan.scenario.train) {
        part("MB", train->microBatch);
        parts << QStringLiteral("ZeRO %1").arg(train->zero);
        if (train->recompute.mode != Recompute::Mode::None)
            parts << Words::tr("recompute %1").arg(latin(listText(train->recompute)));
        if (train->schedule && p.pp > 1) parts << tableText(scheduleRow(*train->schedule).label);
    }
    return parts.isEmpty() ? Words::tr("one GPU") : parts.join(QStringLiteral(" · "));
}

QString launchText(const Plan& plan) {
    QString text;
    for (const LaunchCommand& launch : plan.launch) {
        text += QStringLiteral("%1: %2\n").arg(latin(launch.program), latin(launch.text()));
        QStringList keys;
        for (const std::string& key : launch.unspelled) keys << knobText(key);
        if (!keys.isEmpty())
            text += Words::tr("%1 has no flag for %2.")
                        .arg(latin(launch.program), keys.join(QStringLiteral(", "))) +
                    QLatin1Char('\n');
    }
    return text;
}

QString planBandText(const Plans& plans, const Plan& plan) {
    if (!plan.low || !plan.high) return {};
    return (plans.trains ? Words::tr("In nine runs of ten a step takes %1 to %2.")
                         : Words::tr("In four runs of five a token takes %1 to %2."))
        .arg(humanValue(*plan.low, QStringLiteral("s")), humanValue(*plan.high, QStringLiteral("s")));
}

QString planOrderText(const Plans& plans) {
    if (plans.plans.size() < 2 || !plans.plans.front().high) return {};
    const char* key = plans.trains ? "train.step_seconds" : "serve.tpot_seconds";
    const double high = *plans.plans.front().high;
    // Ranked by other things than that time, a later plan may well be faster.
    const auto outside = std::find_if(plans.plans.begin() + 1, plans.plans.end(), [&](const Plan& plan) {
        const std::optional<double> value = planValue(plan, key);
        return !value || *value > high;
    });
    const auto within = outside - plans.plans.begin();
    if (within < 2) return {};
    return Words::tr("Plans 1 to %1 lie within the band of the first: their order is no verdict.")
        .arg(within);
}

QString planOriginText(const Plans& plans) {
    return Words::tr("%1 layouts considered. %2")
        .arg(compactCount(plans.considered), sentenceText(plans.origin));
}

QString planMetricText(const Plans& plans, const Plan& plan, std::size_t metric) {
    const std::optional<double>& value = plan.values[metric];
    const QString unit = QLatin1String(planMetrics(plans.trains)[metric].unit);
    return value ? humanValue(*value, unit) : QStringLiteral("–");
}

QStringList planHeader(const Plans& plans) {
    QStringList header{QStringLiteral("#"), Words::tr("GPUs"), Words::tr("Layout"), Words::tr("Binds"),
                       Words::tr("Head-room")};
    for (const PlanMetric& metric : planMetrics(plans.trains)) header << tableText(metric.label);
    return header;
}

QStringList planRow(const Plans& plans, std::size_t index) {
    const Plan& plan = plans.plans[index];
    QStringList row{QString::number(index + 1),
                    QLocale().toString(qlonglong(plan.scenario.cluster.gpus.value_or(1))),
                    planLayoutText(plan), tableText(planLimitLabel(plan.binding)),
                    humanValue(plan.headroom().base, QStringLiteral("B"))};
    for (std::size_t i = 0; i < plan.values.size(); ++i) row << planMetricText(plans, plan, i);
    return row;
}

QStringList whyNotLines(const WhyNot& why) {
    QStringList lines;
    if (why.same) return {Words::tr("This scenario is the best plan.")};
    for (const Message& message : why.broken) lines << sentenceText(message);
    if (why.key.empty()) return lines;
    const QString seconds = QStringLiteral("s");
    lines << Words::tr("%1 takes %2, the best plan %3.")
                 .arg(why.key == "train.step_seconds" ? Words::tr("A step") : Words::tr("An output token"),
                      humanValue(why.mine, seconds), humanValue(why.best, seconds));
    if (!why.gaps.empty()) lines << Words::tr("Differences by part (this scenario, the best plan):");
    for (const PlanGap& gap : why.gaps) {
        const double difference = gap.mine - gap.best;
        if (std::abs(difference) < 0.001 * why.mine) continue;
        lines << QStringLiteral("  %1 %2%3 (%4, %5)")
                     .arg(tableText(gap.label), difference > 0 ? QStringLiteral("+") : QStringLiteral("−"),
                          humanValue(std::abs(difference), seconds), partText(gap.mine), partText(gap.best));
    }
    return lines;
}

QString planText(const Plans& plans) {
    QString text;
    if (plans.plans.empty()) {
        text = QStringLiteral("No plan meets the goal (%1 layouts considered).\n")
                   .arg(compactCount(plans.considered));
        for (const PlanChange& change : plans.closest)
            text += QStringLiteral("%1 %2\n").arg(latin(toString(change.text)), planLayoutText(change.plan));
        if (plans.closest.empty())
            text += QStringLiteral("No single change of the goal makes one possible.\n");
        return text;
    }
    std::vector<QStringList> rows{planHeader(plans)};
    for (std::size_t i = 0; i < plans.plans.size(); ++i) rows.push_back(planRow(plans, i));
    std::vector<int> right{0, 1};
    for (int i = 4; i < static_cast<int>(rows[0].size()); ++i) right.push_back(i);
    text = alignedRows(rows, {}, right) + QLatin1Char('\n');
    for (std::size_t i = 0; i < plans.plans.size(); ++i) {
        const Plan& plan = plans.plans[i];
        text += QStringLiteral("%1: %2").arg(i + 1).arg(latin(toString(plan.reason)));
        if (const QString band = planBandText(plans, plan); !band.isEmpty()) text += QLatin1Char(' ') + band;
        text += QLatin1Char('\n');
    }
    text += QStringLiteral("\nLaunching plan 1\n") + launchText(plans.plans.front());
    if (plans.mine) {
        text += QStringLiteral("\nWhy not the scenario as it is?\n");
        for (const QString& line : whyNotLines(*plans.mine)) text += line + QLatin1Char('\n');
    }
    if (const QString order = planOrderText(plans); !order.isEmpty()) text += QLatin1Char('\n') + order;
    return text + QLatin1Char('\n') + planOriginText(plans) + QLatin1Char('\n');
}

QString planCsv(const Plans& plans) {
    QStringList header{QStringLiteral("rank"), QStringLiteral("set")};
    for (const PlanMetric& metric : planMetrics(plans.trains))
        header << QLatin1String(metric.key) +
                      (*metric.unit ? QStringLiteral(" (%1)").arg(QLatin1String(metric.unit)) : QString());
    header << QStringLiteral("headroom_bytes (B)") << QStringLiteral("binding") << QStringLiteral("low (s)")
           << QStringLiteral("high (s)");
    std::vector<QStringList> rows{header};
    const auto cell = [](const std::optional<double>& value) {
        return value ? latin(numberText(*value)) : QString();
    };
    for (const Plan& plan : plans.plans) {
        QStringList set;
        for (const auto& [key, value] : plan.set) set << latin(key + "=" + value);
        QStringList row{QString::number(rows.size()), set.join(QLatin1Char(' '))};
        for (const std::optional<double>& value : plan.values) row << cell(value);
        rows.push_back(row << latin(numberText(plan.headroom().base))
                           << QLatin1String(planLimitKey(plan.binding)) << cell(plan.low) << cell(plan.high));
    }
    return csvRows(rows);
}

QJsonObject planJson(const Plans& plans) {
    QJsonArray list, others;
    for (std::size_t i = 0; i < plans.plans.size(); ++i)
        list.append(onePlanJson(plans.plans[i], plans.trains, static_cast<int>(i) + 1));
    for (std::size_t i = 1; i < plans.closest.size(); ++i)
        others.append(changeJson(plans.closest[i], plans.trains));
    return {
        {"schema", "moe-explorer/plan/1"},
        {"goal", plans.trains ? "training" : "serving"},
        {"plans", list},
        {"closest", plans.closest.empty() ? QJsonValue() : changeJson(plans.closest.front(), plans.trains)},
        {"closest_others", others},
        {"mine", mineJson(plans.mine)},
        {"layouts", plans.considered},
        {"origin", latin(toString(plans.origin))}};
}

} // namespace moe::items
