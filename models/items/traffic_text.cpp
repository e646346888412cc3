// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/traffic_text.h"

#include "models/engine/report/metrics.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/trace.h"
#include "models/items/aligned.h"

#include <QJsonArray>

#include <set>

namespace moe::items {
namespace {

QJsonObject summaryJson(const LatencySummary& one) {
    return {{"mean", one.mean}, {"p50", one.p50}, {"p90", one.p90}, {"p99", one.p99}};
}

void addLatencies(QJsonObject& object, const LatencySet& set, bool gaps) {
    object.insert("ttft_seconds", summaryJson(set.ttft));
    object.insert("tpot_seconds", summaryJson(set.tpot));
    // Gaps are pooled over the whole run.
    object.insert("itl_seconds", gaps ? QJsonValue(summaryJson(set.itl)) : QJsonValue(QJsonValue::Null));
    object.insert("e2e_seconds", summaryJson(set.e2e));
}

QJsonValue partJson(const LatencySet& set) {
    if (set.requests == 0) return QJsonValue::Null;
    QJsonObject part;
    addLatencies(part, set, false);
    part.insert("requests", double(set.requests));
    return part;
}

QJsonValue boundJson(const std::optional<double>& bound) {
    return bound ? QJsonValue(*bound) : QJsonValue(QJsonValue::Null);
}

QString numberOf(double value) {
    return QString::number(value, 'g', 4);
}
QString bandText(const LoadBand& band) {
    return (band.low ? numberOf(*band.low) : QStringLiteral("?")) + QStringLiteral(" – ") +
           (band.high ? numberOf(*band.high) : QStringLiteral("open"));
}

std::optional<double> usdOf(const ServedLoad& load, const TrafficReport& run) {
    return usdPerMillionTokens(load.gpuHourUsd, run.outputTokensPerSecond / load.gpus);
}

/// What the run costs for each session of its requests; nothing without a price or sessions.
std::optional<double> usdPerSession(const ServedLoad& load, const TrafficReport& run) {
    std::set<int> sessions;
    for (const TrafficRequest& request : load.traffic.requests)
        if (request.session >= 0) sessions.insert(request.session);
    if (sessions.empty() || !(load.gpuHourUsd > 0)) return std::nullopt;
    return load.gpuHourUsd * load.gpus * run.duration / 3600 / double(sessions.size());
}

QJsonArray byHitJson(const TrafficReport& run) {
    QJsonArray classes;
    for (const HitLatency& one : run.ttftByHit) {
        QJsonObject object = summaryJson(one.ttft);
        object.insert("found_above", one.above);
        object.insert("found_up_to", one.upTo);
        object.insert("requests", double(one.requests));
        classes.append(object);
    }
    return classes;
}

/// Of the pool and the tiers below it.
constexpr const char* kTierNames[] = {"pool", "host", "nvme", "remote"};

double inputTokens(const ServedLoad& load) {
    double sum = 0;
    for (const TrafficRequest& request : load.traffic.requests) sum += request.input;
    return sum;
}

double goodRate(const ServedLoad& load, const LoadReport& result) {
    return result.report.requestsPerSecond * shareWithinLimits(result.report, load.serve).value_or(1);
}

/// Of a GPU, GiB that came from tiers, and the share of the run in which its link to them was busy.
struct TierUse {
    double loadedGib = 0, busy = 0;
};
TierUse tierUse(const ServedLoad& load, const TrafficReport& run) {
    double tokens = 0;
    for (std::size_t i = 1; i < run.tierTokens.size(); ++i) tokens += run.tierTokens[i];
    const double links = load.servers() * std::max(1, load.traffic.ranks);
    return {tokens * load.traffic.pools.bytesPerToken / GiB.base / links,
            run.duration > 0 ? run.loadSeconds / links / run.duration : 0};
}

/// Of prompts with names: what a cache without an end would find.
std::optional<double> unlimitedShare(const ServedLoad& load) {
    if (!load.traffic.names) return std::nullopt;
    TrafficTrace trace(load.traffic.requests);
    trace.names = load.traffic.names;
    return unlimitedHits(trace);
}

/// They hold text of sessions and prompts with names, which drawn requests are none of.
bool tiersHoldNothing(const ServedLoad& load) {
    const std::vector<TrafficRequest>& sent = load.traffic.requests;
    return !load.traffic.limits.tiers.empty() &&
           std::none_of(sent.begin(), sent.end(),
                        [](const TrafficRequest& one) { return one.session >= 0 || one.names > 0; });
}

} // namespace

QJsonObject trafficJson(const ServedLoad& load, const LoadReport& result, const RateWithin* goodput) {
    const TrafficReport& run = result.report;
    QJsonObject object, band, origin;
    addLatencies(object, run.all, true);
    for (std::size_t i = 0; i < loadMetrics().size(); ++i) {
        const LoadMetric& metric = loadMetrics()[i];
        const QString key = QString::fromUtf8(metric.key.data(), qsizetype(metric.key.size()));
        const QJsonArray ends{boundJson(result.bands[i].low), boundJson(result.bands[i].high)};
        band.insert(key, ends);
        const QString name = key.section(QLatin1Char('.'), 0, 0);
        if (key.endsWith(QLatin1String(".p50"))) band.insert(name, ends); // the median's
        origin.insert(name, QStringLiteral("simulated"));
        if (!key.contains(QLatin1Char('.'))) object.insert(key, metric.of(run, load));
    }
    const std::optional<double> share = shareWithinLimits(run, load.serve);
    object.insert("engine", QString::fromUtf8(load.traffic.engine->key));
    object.insert("engine_stands_in", load.standsIn);
    object.insert("saturated", result.saturated);
    object.insert("near_saturation", result.nearSaturation);
    object.insert("capacity_requests_per_second",
                  result.capacity > 0 ? QJsonValue(result.capacity) : QJsonValue(QJsonValue::Null));
    object.insert("slo_share", boundJson(share));
    const std::optional<double> usd = usdOf(load, run);
    object.insert("usd_per_million_tokens", boundJson(usd));
    object.insert("goodput_requests_per_second",
                  share ? QJsonValue(goodRate(load, result)) : QJsonValue(QJsonValue::Null));
    if (goodput != nullptr) {
        object.insert("goodput_requests_per_second", goodput->highest);
        band.insert("goodput_requests_per_second", QJsonArray{goodput->low, goodput->high});
        origin.insert("goodput_requests_per_second", QStringLiteral("simulated"));
    }
    object.insert("kv_use_peak", run.kvUsePeak);
    object.insert("kv_blocks", double(load.traffic.limits.blocks));
    object.insert("preemptions", double(run.preemptions));
    object.insert("passes", double(run.passes));
    object.insert("mean_batch", run.meanBatch);
    object.insert("mean_in_flight", run.meanInFlight);
    object.insert("requests", double(run.ttft.size()));
    QJsonObject tiers;
    const double found = inputTokens(load);
    for (std::size_t i = 0; i < run.tierTokens.size(); ++i)
        tiers.insert(kTierNames[i], found > 0 ? run.tierTokens[i] / found : 0);
    object.insert("hit_share", tiers);
    object.insert("hit_share_unlimited", boundJson(unlimitedShare(load)));
    object.insert("load_seconds", run.loadSeconds);
    object.insert("fitted", givesConstants(load.serve));
    object.insert("loaded_gib", tierUse(load, run).loadedGib);
    object.insert("tier_busy_share", tierUse(load, run).busy);
    object.insert("ttft_by_hit", byHitJson(run));
    object.insert("usd_per_session", boundJson(usdPerSession(load, run)));
    object.insert("tiers_hold_nothing", tiersHoldNothing(load));
    object.insert("burst", partJson(run.burst));
    object.insert("steady", partJson(run.steady));
    object.insert("band", band);
    object.insert("origin", origin);
    return {{"simulate", object}};
}

QString trafficText(const ServedLoad& load, const LoadReport& result, const RateWithin* goodput) {
    std::vector<QStringList> rows{
        {QStringLiteral("metric"), QStringLiteral("value"), QStringLiteral("80 % band")}};
    for (std::size_t i = 0; i < loadMetrics().size(); ++i) {
        const LoadMetric& metric = loadMetrics()[i];
        rows.push_back({QString::fromUtf8(metric.key.data(), qsizetype(metric.key.size())),
                        numberOf(metric.of(result.report, load)), bandText(result.bands[i])});
    }
    const TrafficReport& run = result.report;
    const auto add = [&](const char* name, double value) {
        rows.push_back({QLatin1String(name), numberOf(value), QString()});
    };
    if (run.burst.requests > 0) {
        add("burst.ttft_seconds.mean", run.burst.ttft.mean);
        add("steady.ttft_seconds.mean", run.steady.ttft.mean);
    }
    add("mean_batch", run.meanBatch);
    add("passes", double(run.passes));
    add("kv_use_peak", run.kvUsePeak);
    add("preemptions", double(run.preemptions));
    if (!load.traffic.limits.tiers.empty() || load.traffic.names) {
        const double prompts = std::max(1.0, inputTokens(load));
        for (std::size_t i = 0; i < run.tierTokens.size(); ++i)
            rows.push_back({QStringLiteral("hit_share.") + QLatin1String(kTierNames[i]),
                            numberOf(run.tierTokens[i] / prompts), QString()});
        if (const std::optional<double> most = unlimitedShare(load)) add("hit_share_unlimited", *most);
        add("load_seconds", run.loadSeconds);
        add("loaded_gib", tierUse(load, run).loadedGib);
        add("tier_busy_share", tierUse(load, run).busy);
    }
    for (const HitLatency& one : run.ttftByHit)
        rows.push_back(
            {QStringLiteral("ttft_by_hit.%1").arg(numberOf(one.upTo)), numberOf(one.ttft.mean), QString()});
    if (const std::optional<double> usd = usdPerSession(load, run)) add("usd_per_session", *usd);
    if (const std::optional<double> share = shareWithinLimits(run, load.serve)) {
        add("slo_share", *share);
        if (goodput == nullptr) add("goodput_requests_per_second", goodRate(load, result));
    }
    if (goodput != nullptr)
        rows.push_back({QStringLiteral("goodput_requests_per_second"), numberOf(goodput->highest),
                        bandText({goodput->low, goodput->high})});
    if (const std::optional<double> usd = usdOf(load, run)) add("usd_per_million_tokens", *usd);
    if (result.capacity > 0) add("capacity_requests_per_second", result.capacity);
    QString text = alignedRows(rows, {}, {1});
    if (load.standsIn)
        text +=
            QStringLiteral("\nno engine is named: %1 stands in; a report is of one steady batch without a "
                           "queue until serve.engine is set\n")
                .arg(QString::fromUtf8(load.traffic.engine->label));
    if (!givesConstants(load.serve))
        text += QStringLiteral("\nconstants of %1: %2; `simulate --fit RESULT RESULT -o mine.yaml` with two "
                               "results of one server brings its others to 3 and 9 % at the median\n")
                    .arg(QLatin1String(load.traffic.engine->overheads.era), QLatin1String(kVersionsMove));
    if (tiersHoldNothing(load))
        text += QStringLiteral("\nno sessions: tiers hold nothing; sessions come from a trace (--trace)\n");
    if (const CapacityPart part = capacityPart(load); result.capacity > 0 && part.looked < part.all)
        text +=
            QStringLiteral("\ncapacity_requests_per_second is simulated on %1 of %2 ranks or workers of a "
                           "replica, and taken for all of them: up to a tenth off\n")
                .arg(part.looked)
                .arg(part.all);
    if (result.saturated)
        text +=
            QStringLiteral("\nsaturated: requests arrive faster than they are answered; latencies grow with "
                           "the length of the run\n");
    else if (result.nearSaturation)
        text += QStringLiteral(
            "\nnear saturation: within the error of a pass's time this load may not be answered\n");
    return text;
}

QByteArray requestsCsv(const TrafficReport& report) {
    QByteArray csv = "id,arrival,queued,first_token,finished,input,output,preempted\n";
    const auto time = [](double seconds) { return QByteArray::number(seconds, 'f', 6); };
    for (std::size_t i = 0; i < report.requestRecords.size(); ++i) {
        const RequestRecord& one = report.requestRecords[i];
        csv += QByteArray::number(qulonglong(i)) + ',' + time(one.arrival) + ',' + time(one.queued) + ',' +
               time(one.firstToken) + ',' + time(one.finished) + ',' + QByteArray::number(one.input) + ',' +
               QByteArray::number(one.output) + ',' + QByteArray::number(one.preempted) + '\n';
    }
    return csv;
}

} // namespace moe::items
