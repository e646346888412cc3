// SPDX-License-Identifier: GPL-3.0-or-later
// simulate: serving under load, request by request.

#include "app/catalog_loader.h"
#include "app/commands/scenario_options.h"
#include "models/engine/traffic/serve_load.h"
#include "models/engine/traffic/trace.h"
#include "models/items/report_json.h"
#include "models/items/traffic_text.h"

#include <QJsonDocument>

namespace moe::app {
namespace {

constexpr int kSeeds = 3, kMostSeeds = 1000;

Result<std::vector<TrafficRequest>> traceOf(const QString& path) {
    const Result<std::string> text = readFile(path);
    if (!text) return text.error();
    return readTrace(*text, path.toStdString());
}

int failed(const Problems& problems, bool json) {
    if (json)
        print(
            QString::fromUtf8(QJsonDocument(items::problemsJson(problems)).toJson(QJsonDocument::Indented)));
    return fail(problems);
}

} // namespace

int runSimulate(const QStringList& arguments) {
    CommandLine line("simulate");
    addScenarioOptions(line);
    line.option({"format"}, QStringLiteral("text or json."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    line.option({"trace"},
                QStringLiteral("Requests: CSV with columns arrival_s, input_tokens, output_tokens and, for "
                               "conversations, session."),
                QStringLiteral("FILE"));
    line.option({"requests-out"}, QStringLiteral("Writes what became of every request."),
                QStringLiteral("FILE"));
    line.option({"seeds"}, QStringLiteral("Runs that the band is taken from."), QStringLiteral("N"),
                QString::number(kSeeds));
    line.option({"goodput"}, QStringLiteral("The highest rate of arrivals that meets serve.slo_ttft and "
                                            "serve.slo_tpot."));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const bool json = line.value("format") == QLatin1String("json");
    if (!json && line.value("format") != QLatin1String("text"))
        return line.usageError(QStringLiteral("--format: must be text or json"));
    bool isNumber = false;
    const int seeds = line.value("seeds").toInt(&isNumber);
    if (!isNumber || seeds < 1 || seeds > kMostSeeds)
        return line.usageError(
            QStringLiteral("--seeds: must be a whole number from 1 to %1").arg(kMostSeeds));
    const Result<Input> input = scenarioInput(line);
    if (!input) return failed(input.error(), json);
    const Scenario& scenario = input->scenario;
    if (!scenario.serve)
        return failed({{.key = "serve", .rule = say("is required: add --set serve.requests=8")}}, json);
    if (line.has("goodput") && !scenario.serve->sloTtft && !scenario.serve->sloTpot)
        return failed(
            {{.key = "serve.slo_ttft", .rule = say("is required with --goodput, or serve.slo_tpot")}}, json);
    std::vector<TrafficRequest> trace;
    if (line.has("trace")) {
        Result<std::vector<TrafficRequest>> read = traceOf(line.value("trace"));
        if (!read) return failed(read.error(), json);
        trace = std::move(read).value();
    }
    const Result<ServedLoad> made =
        servedLoad(scenario, *input->catalog, line.has("trace") ? &trace : nullptr);
    if (!made) return failed(made.error(), json);
    ServedLoad load = *made;
    load.traffic.recordRequests = line.has("requests-out");
    const LoadReport result = simulateLoad(load, seeds);
    items::Goodput goodput;
    if (line.has("goodput"))
        goodput = {goodputRate(load), goodputRate(load, load.timeHigh), goodputRate(load, load.timeLow)};
    const items::Goodput* asked = line.has("goodput") ? &goodput : nullptr;
    if (line.has("requests-out")) {
        const Problems problems = saveFile(line.value("requests-out"), items::requestsCsv(result.report));
        if (!problems.empty()) return fail(problems);
    }
    if (json)
        print(QString::fromUtf8(
            QJsonDocument(items::trafficJson(load, result, asked)).toJson(QJsonDocument::Indented)));
    else
        print(items::trafficText(load, result, asked));
    return kDone;
}

} // namespace moe::app
