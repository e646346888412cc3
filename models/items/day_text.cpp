// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/day_text.h"

#include "models/engine/scenario/enum_text.h"
#include "models/engine/serve/engines/engines.h"
#include "models/items/aligned.h"
#include "models/items/format.h"

#include <QJsonArray>

namespace moe::items {
namespace {

QJsonValue numberJson(const std::optional<double>& value) {
    return value ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}

const DayBand* bandOf(const DayReport& day, const Metric& metric) {
    for (const DayBand& band : day.bands)
        if (std::string_view(band.key) == metric.key) return &band;
    return nullptr;
}

/// "22.1 s: container 15 s, weights 7.1 s, …", or as given.
QString startText(const DayLoad& load) {
    const auto seconds = [](double value) { return humanValue(value, QStringLiteral("s")); };
    if (load.scenario.day->startSeconds) return QStringLiteral("%1, as given").arg(seconds(load.plan.start));
    return QStringLiteral("%1: container %2, weights %3 (%4), engine %5, CUDA graphs %6")
        .arg(seconds(load.plan.start), seconds(load.start.image), seconds(load.start.weights),
             humanValue(load.weightBytes, QStringLiteral("B")), seconds(load.start.engine),
             seconds(load.start.graphs));
}

QString countedText(const DayLoad& load) {
    const QString rate = humanNumber(load.plan.replicaRate) + QStringLiteral(" requests/s");
    switch (load.plan.day.policy) {
    case DayPolicy::Fixed: break;
    case DayPolicy::Load:
        return QStringLiteral("A replica is counted with %1 requests in flight%2.\n")
            .arg(humanNumber(load.plan.target),
                 load.scenario.day->target ? QString() : QStringLiteral(", those at ") + rate);
    case DayPolicy::Rate:
    case DayPolicy::Curve:
        return QStringLiteral("A replica is counted with %1%2.\n")
            .arg(rate, load.counted ? QStringLiteral(", the most within the limits") : QString());
    case DayPolicy::Planner:
        return QStringLiteral("A replica is counted with %1%2, and with %3 requests in flight.\n")
            .arg(rate, load.counted ? QStringLiteral(", the most within the limits") : QString(),
                 humanNumber(load.plan.target));
    }
    return {};
}

/// Known before the day, then those of what came of it.
std::vector<Warning> warningsOf(const DayLoad& load, const DayReport& day) {
    std::vector<Warning> all = load.warnings;
    all.insert(all.end(), day.warnings.begin(), day.warnings.end());
    return all;
}

QString warningsText(const DayLoad& load, const DayReport& day) {
    QString text;
    for (const Warning& warning : warningsOf(load, day))
        text +=
            QStringLiteral("warning: ") + QString::fromStdString(toString(warning.text)) + QLatin1Char('\n');
    return text;
}

QString clock(double seconds) {
    const int minutes = qRound(seconds / 60);
    return QStringLiteral("%1:%2").arg(minutes / 60).arg(minutes % 60, 2, 10, QLatin1Char('0'));
}

QString fixedText(const DayReport& day, const FixedFleet* fixed) {
    if (fixed == nullptr)
        return day.within
                   ? QStringLiteral("No fleet of up to day.replicas_max replicas that are always on "
                                    "keeps as many requests within the limits.\n")
                   : QStringLiteral("Without limits (serve.slo_ttft, serve.slo_tpot) there is no fixed "
                                    "fleet to compare with.\n");
    QString text = QStringLiteral("Always on, %1 replicas keep %2 within the limits: %3 replica-hours")
                       .arg(fixed->replicas)
                       .arg(humanValue(fixed->report.within.value_or(0), QStringLiteral("share")))
                       .arg(humanNumber(fixed->report.replicaHours));
    if (fixed->report.usd) text += QStringLiteral(", %1 USD").arg(humanNumber(*fixed->report.usd));
    return text + QStringLiteral(".\n");
}

} // namespace

QString dayText(const DayLoad& load, const DayReport& day, const FixedFleet* fixed, bool asked) {
    std::vector<QStringList> rows{
        {QStringLiteral("metric"), QStringLiteral("value"), QStringLiteral("80 %"), QString()}};
    for (const Metric* metric : dayMetrics()) {
        const QString unit = QString::fromUtf8(metric->unit);
        const std::optional<double> value = valueOf(*metric, day);
        const DayBand* band = bandOf(day, *metric);
        rows.push_back({QLatin1String(metric->key), value ? humanValue(*value, unit) : QStringLiteral("–"),
                        band != nullptr ? QStringLiteral("%1 – %2").arg(humanValue(band->low, unit),
                                                                        humanValue(band->high, unit))
                                        : QString(),
                        QString::fromUtf8(metric->label)});
    }
    QString text = alignedRows(rows, {}, {1, 2});
    if (day.bands.empty()) text += QStringLiteral("One day tells no band: --seeds 3 simulates five.\n");
    text += QStringLiteral("\nThe worst quarter of an hour begins at %1.\n").arg(clock(day.worstBegin));
    text += QStringLiteral("A replica starts in %1.\n").arg(startText(load)) + countedText(load);
    if (load.load.standsIn)
        text += QStringLiteral("No engine is named: %1 stands in.\n")
                    .arg(QString::fromUtf8(load.load.traffic.engine->label));
    if (asked) text += fixedText(day, fixed);
    return text + warningsText(load, day);
}

QJsonObject dayJson(const DayLoad& load, const DayReport& day, const FixedFleet* fixed, bool asked) {
    QJsonObject object{{"schema", "moe-explorer/day/1"}}, metrics, bands, origin;
    for (const Metric* metric : dayMetrics()) {
        const QString name = QLatin1String(metric->key + 4); // without "day."
        metrics.insert(name, numberJson(valueOf(*metric, day)));
        if (const DayBand* band = bandOf(day, *metric))
            bands.insert(name, QJsonObject{{"low", band->low}, {"high", band->high}});
        origin.insert(name, QLatin1String(metric->key).startsWith(QLatin1String("day.kwh"))
                                ? QStringLiteral("analytic")
                                : QStringLiteral("simulated"));
    }
    QJsonArray stretches, warnings;
    for (const DaySlot& slot : day.stretches)
        stretches.append(QJsonObject{{"begin_seconds", slot.begin},
                                     {"end_seconds", slot.end},
                                     {"requests", double(slot.arrived)},
                                     {"refused", double(slot.refused)},
                                     {"within", double(slot.within)},
                                     {"serving", slot.serving},
                                     {"starting", slot.starting},
                                     {"draining", slot.draining},
                                     {"in_flight", slot.inFlight},
                                     {"ttft_p50_seconds", slot.ttft50},
                                     {"ttft_p95_seconds", slot.ttft95},
                                     {"tpot_p95_seconds", slot.tpot95}});
    for (const Warning& warning : warningsOf(load, day))
        warnings.append(QJsonObject{{"id", QString::fromStdString(warning.id)},
                                    {"text", QString::fromStdString(toString(warning.text))}});
    object.insert("metrics", metrics);
    object.insert("bands", bands);
    object.insert("origin", origin);
    object.insert("start", QJsonObject{{"seconds", load.plan.start},
                                       {"image_seconds", load.start.image},
                                       {"weights_seconds", load.start.weights},
                                       {"engine_seconds", load.start.engine},
                                       {"graph_seconds", load.start.graphs},
                                       {"weight_bytes", load.weightBytes},
                                       {"given", load.scenario.day->startSeconds.has_value()}});
    object.insert("replica", QJsonObject{{"gpus", load.gpus},
                                         {"requests_per_second", load.plan.replicaRate},
                                         {"in_flight", load.plan.target}});
    object.insert("engine", QString::fromUtf8(load.load.traffic.engine->key));
    object.insert("engine_stands_in", load.load.standsIn);
    object.insert("worst_begin_seconds", day.worstBegin);
    object.insert("slots", stretches);
    object.insert("warnings", warnings);
    if (asked && fixed != nullptr)
        object.insert("fixed", QJsonObject{{"replicas", fixed->replicas},
                                           {"within_share", numberJson(fixed->report.within)},
                                           {"replica_hours", fixed->report.replicaHours},
                                           {"usd", numberJson(fixed->report.usd)}});
    else
        object.insert("fixed", QJsonValue(QJsonValue::Null));
    return object;
}

QString dayCsv(const DayReport& day) {
    std::vector<QStringList> rows{
        {QStringLiteral("begin_s"), QStringLiteral("end_s"), QStringLiteral("requests"),
         QStringLiteral("refused"), QStringLiteral("within"), QStringLiteral("serving"),
         QStringLiteral("starting"), QStringLiteral("draining"), QStringLiteral("in_flight"),
         QStringLiteral("ttft_p50_s"), QStringLiteral("ttft_p95_s"), QStringLiteral("tpot_p95_s")}};
    const auto exact = [](double value) { return QString::number(value, 'g', 8); };
    for (const DaySlot& slot : day.stretches)
        rows.push_back({exact(slot.begin), exact(slot.end), exact(double(slot.arrived)),
                        exact(double(slot.refused)), exact(double(slot.within)), exact(slot.serving),
                        exact(slot.starting), exact(slot.draining), exact(slot.inFlight), exact(slot.ttft50),
                        exact(slot.ttft95), exact(slot.tpot95)});
    return csvRows(rows);
}

} // namespace moe::items
