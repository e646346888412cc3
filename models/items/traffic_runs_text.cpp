// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/traffic_runs_text.h"

#include "models/items/aligned.h"

#include <QJsonArray>

#include <algorithm>
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
    // Columns of figures that no run of the table has stay away.
    std::vector<RunFigureRow> figures;
    for (const RunFigureRow& row : runFigures())
        if (std::any_of(ways.begin(), ways.end(), [&](const TrafficErrors& way) {
                return !way.parts.empty() && way.parts.front().of(row.figure).count > 0;
            }))
            figures.push_back(row);
    std::vector<QStringList> rows{
        {QStringLiteral("prediction"), QStringLiteral("part"), QStringLiteral("runs")}};
    std::vector<int> numbers{2};
    for (const RunFigureRow& row : figures)
        rows.front() << QStringLiteral("%1 median %").arg(QLatin1String(row.label)) << QStringLiteral("p90")
                     << QStringLiteral("bias") << QStringLiteral("80 % ×") << QStringLiteral("in band %");
    for (int i = 3; i < static_cast<int>(rows.front().size()); ++i) numbers.push_back(i);
    for (const TrafficErrors& way : ways)
        for (const TrafficSummary& one : way.parts) {
            rows.push_back({way.way, QString::fromStdString(one.part), QString::number(one.count)});
            for (const RunFigureRow& row : figures) {
                const FigureErrors& errors = one.of(row.figure);
                if (errors.count == 0)
                    rows.back() << QString() << QString() << QString() << QString() << QString();
                else
                    rows.back() << percentText(errors.median) << percentText(errors.ninety)
                                << percentText(errors.bias) << factorText(errors.width)
                                << percentText(errors.within);
            }
        }
    QString text = QStringLiteral("Runs simulated with their benchmark's client: means of the run\n") +
                   alignedRows(rows, QStringLiteral("  "), numbers);
    std::map<std::string, int> left;
    for (const auto& [run, why] : points.left) ++left[toString(why)];
    for (const auto& [id, why] : points.unread) ++left[toString(why)];
    if (!left.empty()) text += QStringLiteral("\nNot simulated\n");
    for (const auto& [why, count] : left)
        text += QStringLiteral("  %1 × %2\n").arg(count).arg(QString::fromStdString(why));
    return text;
}

QString serverFitsText(const ServerFits& fits) {
    std::vector<QStringList> rows{{QStringLiteral("constants"), QStringLiteral("runs"),
                                   QStringLiteral("TTFT median %"), QStringLiteral("p90"),
                                   QStringLiteral("TPOT median %"), QStringLiteral("p90")}};
    for (const auto& [name, scores] : {std::pair{QStringLiteral("the engine's"), &fits.before},
                                       std::pair{QStringLiteral("the server's"), &fits.after}}) {
        const TrafficSummary one = summaryOf("", *scores);
        const FigureErrors &ttft = one.of(RunFigure::Ttft), &tpot = one.of(RunFigure::Tpot);
        rows.push_back({name, QString::number(one.count), percentText(ttft.median), percentText(ttft.ninety),
                        percentText(tpot.median), percentText(tpot.ninety)});
    }
    return QStringLiteral("%1 servers fitted to two of their results each: errors on their others\n")
               .arg(fits.servers) +
           alignedRows(rows, QStringLiteral("  "), {1, 2, 3, 4, 5});
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
        for (const TrafficSummary& one : way.parts) {
            QJsonObject object{{"prediction", way.way},
                               {"part", QString::fromStdString(one.part)},
                               {"count", double(one.count)}};
            for (const RunFigureRow& row : runFigures()) {
                const FigureErrors& errors = one.of(row.figure);
                if (errors.count == 0) continue;
                const QString key = QLatin1String(row.key);
                object.insert(key + QStringLiteral("_median"), errors.median);
                object.insert(key + QStringLiteral("_p90"), errors.ninety);
                object.insert(key + QStringLiteral("_bias"), errors.bias);
                object.insert(key + QStringLiteral("_width"), errors.width);
                object.insert(key + QStringLiteral("_within"), errors.within);
            }
            summaries.append(object);
        }
    for (const TrafficScore& one : simulated) {
        const ServingRun& run = *one.point->run;
        QJsonObject object{{"id", QString::fromStdString(run.id)},
                           {"engine", QString::fromStdString(run.engine)},
                           {"model", QString::fromStdString(run.model)},
                           {"gpu", QString::fromStdString(run.gpu)},
                           {"concurrency", run.concurrency}};
        for (const RunFigureRow& row : runFigures()) {
            if (!one.has(row.figure)) continue;
            const QString key = QLatin1String(row.key) + QLatin1Char('_') + QLatin1String(row.unit);
            object.insert(key, one.of(row.figure));
            object.insert(QStringLiteral("measured_") + key, run.*row.measured);
        }
        rows.append(object);
    }
    const auto leave = [&](const std::string& id, const Message& why) {
        left.append(
            QJsonObject{{"id", QString::fromStdString(id)}, {"why", QString::fromStdString(toString(why))}});
    };
    for (const auto& [run, why] : points.left) leave(run->id, why);
    for (const auto& [id, why] : points.unread) leave(id, why);
    return {{"summaries", summaries}, {"rows", rows}, {"left", left}};
}

} // namespace moe::items
