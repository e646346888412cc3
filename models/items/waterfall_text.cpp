// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/waterfall_text.h"

#include "data/number.h"
#include "models/items/aligned.h"
#include "models/items/change_text.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QJsonArray>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

constexpr std::size_t kNamed = 3; ///< fields of a step, and steps of a sentence

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

QJsonValue jsonNumber(const std::optional<double>& value) {
    return value ? QJsonValue(*value) : QJsonValue();
}

QString csvNumber(const std::optional<double>& value) {
    return value ? text(numberText(*value)) : QString();
}

QStringList keysOf(const WaterfallStep& step) {
    QStringList keys;
    for (const Field* field : step.fields) keys << QString::fromUtf8(field->key);
    return keys;
}

QString listOf(const std::vector<std::string>& values) {
    QStringList all;
    for (const std::string& value : values) all << text(value);
    return all.join(QStringLiteral("; "));
}

} // namespace

QString waterfallLabel(const WaterfallStep& step) {
    QStringList labels, groups;
    for (const Field* field : step.fields) {
        labels << tableText(field->label);
        const QString group = tableText(field->group);
        if (!groups.contains(group)) groups << group;
    }
    if (step.fields.size() <= kNamed) return labels.join(QStringLiteral(" + "));
    return Words::tr("%1 (%2 fields)").arg(groups.join(QStringLiteral(", "))).arg(step.fields.size());
}

QString waterfallValues(const WaterfallStep& step) {
    if (step.fields.size() > kNamed) return {};
    QStringList values;
    for (std::size_t i = 0; i < step.fields.size(); ++i) {
        const QString change =
            QStringLiteral("%1 → %2").arg(spelled(text(step.from[i])), spelled(text(step.to[i])));
        values << (step.fields.size() == 1 ? change
                                           : tableText(step.fields[i]->label) + QLatin1Char(' ') + change);
    }
    return values.join(QStringLiteral(", "));
}

QString signedChange(const Metric& metric, double change) {
    if (change == 0) return QStringLiteral("±0");
    return withSign(change, differenceText(std::abs(change), QString::fromUtf8(metric.unit)));
}

QString waterfallSentence(const Waterfall& waterfall, WaterfallWay way) {
    std::vector<const WaterfallStep*> steps;
    for (const WaterfallStep& step : waterfall.steps)
        if (step.moves()) steps.push_back(&step);
    std::stable_sort(steps.begin(), steps.end(), [&](const WaterfallStep* a, const WaterfallStep* b) {
        return std::abs(a->worth(way)) > std::abs(b->worth(way));
    });
    QStringList parts;
    for (std::size_t i = 0; i < std::min(kNamed, steps.size()); ++i)
        parts << waterfallLabel(*steps[i]) + QLatin1Char(' ') +
                     signedChange(*waterfall.metric, steps[i]->worth(way));
    if (parts.isEmpty()) return Words::tr("None of the changes moves it.");
    return (steps.size() > kNamed ? Words::tr("Of %1, most of all: %2.") : Words::tr("Of %1: %2."))
        .arg(signedChange(*waterfall.metric, waterfall.last - waterfall.first),
             parts.join(QStringLiteral(", ")));
}

QString waterfallText(const Waterfall& waterfall, const QString& from, const QString& to) {
    const Metric& metric = *waterfall.metric;
    const QString unit = QString::fromUtf8(metric.unit);
    QString result = Words::tr("%1: %2 (%3) → %4 (%5)")
                         .arg(tableText(metric.label), humanValue(waterfall.first, unit), from,
                              humanValue(waterfall.last, unit), to) +
                     QLatin1Char('\n') + waterfallSentence(waterfall, WaterfallWay::Average) +
                     QStringLiteral("\n\n");
    const auto cell = [&](const std::optional<double>& value) {
        return value ? signedChange(metric, *value) : QStringLiteral("–");
    };
    std::vector<QStringList> rows{{Words::tr("changed"), Words::tr("from → to"), Words::tr("in this order"),
                                   Words::tr("alone"), Words::tr("average"), Words::tr("least"),
                                   Words::tr("most")}};
    QStringList idle;
    for (const WaterfallStep& step : waterfall.steps) {
        if (step.moves())
            rows.push_back({waterfallLabel(step), waterfallValues(step), cell(step.change), cell(step.alone),
                            cell(step.average), cell(step.least), cell(step.most)});
        else
            idle << waterfallLabel(step);
    }
    const double all = waterfall.last - waterfall.first;
    rows.push_back({Words::tr("interaction"), QString(), QString(), cell(waterfall.interaction())});
    rows.push_back({Words::tr("all"), QString(), cell(all), cell(all),
                    waterfall.averaged() ? cell(all) : QStringLiteral("–")});
    result += alignedRows(rows, QStringLiteral("  "), {2, 3, 4, 5, 6});
    if (!result.endsWith(QLatin1Char('\n'))) result += QLatin1Char('\n');
    if (!idle.isEmpty())
        result += QLatin1Char('\n') + Words::tr("No part in it: %1").arg(idle.join(QStringLiteral(", "))) +
                  QLatin1Char('\n');
    if (!waterfall.averaged())
        result += QLatin1Char('\n') +
                  Words::tr("Too many changes to count every order: the largest comes first.") +
                  QLatin1Char('\n');
    return result;
}

QString waterfallCsv(const Waterfall& waterfall) {
    std::vector<QStringList> rows{
        {"kind", "keys", "from", "to", "metric", "unit", "change", "alone", "average", "least", "most"}};
    const QString key = QString::fromUtf8(waterfall.metric->key),
                  unit = QString::fromUtf8(waterfall.metric->unit);
    for (const WaterfallStep& step : waterfall.steps)
        rows.push_back({QStringLiteral("step"), keysOf(step).join(QStringLiteral("; ")), listOf(step.from),
                        listOf(step.to), key, unit, csvNumber(step.change), csvNumber(step.alone),
                        csvNumber(step.average), csvNumber(step.least), csvNumber(step.most)});
    rows.push_back({QStringLiteral("interaction"), QString(), QString(), QString(), key, unit, QString(),
                    csvNumber(waterfall.interaction()), QString(), QString(), QString()});
    const QString all = csvNumber(waterfall.last - waterfall.first);
    rows.push_back({QStringLiteral("all"), QString(), csvNumber(waterfall.first), csvNumber(waterfall.last),
                    key, unit, all, all, waterfall.averaged() ? all : QString(), QString(), QString()});
    return csvRows(rows);
}

QJsonObject waterfallJson(const Waterfall& waterfall, const QString& from, const QString& to) {
    QJsonArray steps;
    for (const WaterfallStep& step : waterfall.steps) {
        QJsonObject was, set;
        for (std::size_t i = 0; i < step.fields.size(); ++i) {
            was[QLatin1String(step.fields[i]->key)] = text(step.from[i]);
            set[QLatin1String(step.fields[i]->key)] = text(step.to[i]);
        }
        steps.append(QJsonObject{{"was", was},
                                 {"set", set},
                                 {"change", step.change},
                                 {"alone", jsonNumber(step.alone)},
                                 {"average", jsonNumber(step.average)},
                                 {"least", jsonNumber(step.least)},
                                 {"most", jsonNumber(step.most)}});
    }
    return {{"schema", "moe-explorer/waterfall/1"},
            {"metric", QString::fromUtf8(waterfall.metric->key)},
            {"unit", QString::fromUtf8(waterfall.metric->unit)},
            {"from", QJsonObject{{"name", from}, {"value", waterfall.first}}},
            {"to", QJsonObject{{"name", to}, {"value", waterfall.last}}},
            {"change", waterfall.last - waterfall.first},
            {"interaction", waterfall.interaction()},
            {"steps", steps}};
}

} // namespace moe::items
