// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/traffic_runs_text.h"

#include "models/items/aligned.h"

#include <QJsonArray>

#include <cmath>
#include <map>

namespace moe::items {
namespace {

QString percentText(double share) {
    return QString::number(100 * share, 'f', 1);
}

/// A width in logarithms as the factor that it is.
QString factorText(double width) {
    return QString::number(std::exp(width), 'f', 2);
}

} // namespace

QString trafficErrorsText(const std::vector<TrafficErrors>& ways, const TrafficPoints& points) {
    std::vector<QStringList> rows{{QStringLiteral("prediction"), QStringLiteral("part"),
                                   QStringLiteral("runs"), QStringLiteral("TTFT median %"),
                                   QStringLiteral("p90"), QStringLiteral("bias"), QStringLiteral("80 % ×"),
                                   QStringLiteral("TPOT median %"), QStringLiteral("p90"),
                                   QStringLiteral("bias"), QStringLiteral("80 % ×")}};
    for (const TrafficErrors& way : ways)
        for (const TrafficSummary& one : way.parts)
            rows.push_back({way.way, QString::fromStdString(one.part), QString::number(one.count),
                            percentText(one.ttftMedian), percentText(one.ttftNinety),
                            percentText(one.ttftBias), factorText(one.ttftWidth), percentText(one.tpotMedian),
                            percentText(one.tpotNinety), percentText(one.tpotBias),
                            factorText(one.tpotWidth)});
    QString text = QStringLiteral("Closed-loop runs with their benchmark's client: means of the run\n") +
                   alignedRows(rows, QStringLiteral("  "), {2, 3, 4, 5, 6, 7, 8, 9, 10});
    std::map<std::string, int> left;
    for (const auto& [run, why] : points.left) ++left[toString(why)];
    if (!left.empty()) text += QStringLiteral("\nNot simulated\n");
    for (const auto& [why, count] : left)
        text += QStringLiteral("  %1 × %2\n").arg(count).arg(QString::fromStdString(why));
    return text;
}

QString fittedEnginesText(const std::vector<FittedEngine>& engines) {
    struct Constant {
        const char* name;
        double EngineOverheads::*member;
    };
    constexpr Constant kConstants[] = {{"scale", &EngineOverheads::scale},
                                       {"experts of prompts", &EngineOverheads::moePrefill},
                                       {"layer of prompts, s", &EngineOverheads::prefillLayer},
                                       {"pass, s", &EngineOverheads::pass},
                                       {"layer, s", &EngineOverheads::passLayer},
                                       {"row, s", &EngineOverheads::perRow},
                                       {"before, s", &EngineOverheads::before},
                                       {"prompt token before, s", &EngineOverheads::perInput}};
    std::vector<QStringList> rows(1, {QStringLiteral("engine")});
    for (const Constant& one : kConstants) rows.front() << QLatin1String(one.name);
    for (const FittedEngine& engine : engines) {
        rows.push_back({QString::fromStdString(engine.engine)});
        for (const Constant& one : kConstants)
            rows.back() << QString::number(engine.overheads.*one.member, 'g', 4);
    }
    return QStringLiteral("Constants of the engines beside their kernels, fitted to these runs\n") +
           alignedRows(rows, QStringLiteral("  "), {1, 2, 3, 4, 5, 6, 7, 8});
}

QJsonObject trafficErrorsJson(const std::vector<TrafficErrors>& ways, const TrafficPoints& points,
                              const std::vector<TrafficScore>& simulated) {
    QJsonArray summaries, rows, left;
    for (const TrafficErrors& way : ways)
        for (const TrafficSummary& one : way.parts)
            summaries.append(QJsonObject{{"prediction", way.way},
                                         {"part", QString::fromStdString(one.part)},
                                         {"count", double(one.count)},
                                         {"ttft_median", one.ttftMedian},
                                         {"ttft_p90", one.ttftNinety},
                                         {"ttft_bias", one.ttftBias},
                                         {"tpot_median", one.tpotMedian},
                                         {"tpot_p90", one.tpotNinety},
                                         {"tpot_bias", one.tpotBias},
                                         {"ttft_width", one.ttftWidth},
                                         {"tpot_width", one.tpotWidth}});
    for (const TrafficScore& one : simulated)
        rows.append(QJsonObject{{"id", QString::fromStdString(one.point->run->id)},
                                {"engine", QString::fromStdString(one.point->run->engine)},
                                {"model", QString::fromStdString(one.point->run->model)},
                                {"gpu", QString::fromStdString(one.point->run->gpu)},
                                {"concurrency", one.point->run->concurrency},
                                {"ttft_seconds", one.ttft},
                                {"measured_ttft_seconds", one.point->run->ttft},
                                {"tpot_seconds", one.tpot},
                                {"measured_tpot_seconds", one.point->run->tpot}});
    for (const auto& [run, why] : points.left)
        left.append(QJsonObject{{"id", QString::fromStdString(run->id)},
                                {"why", QString::fromStdString(toString(why))}});
    return {{"summaries", summaries}, {"rows", rows}, {"left", left}};
}

} // namespace moe::items
