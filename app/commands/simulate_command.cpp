// SPDX-License-Identifier: GPL-3.0-or-later
// simulate: serving under load, request by request.

#include "app/commands/progress_line.h"
#include "app/commands/scenario_options.h"
#include "app/files/catalog_loader.h"
#include "app/files/save_file.h"
#include "app/files/trace_file.h"
#include "app/work/plan_run.h"
#include "models/engine/calibration/server_fit.h"
#include "models/engine/calibration/serving_runs.h"
#include "models/engine/files/foreign_files.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/traffic/serve_load.h"
#include "models/items/report_json.h"
#include "models/items/server_fit_text.h"
#include "models/items/traffic_text.h"

#include <QFileInfo>
#include <QJsonDocument>

#include <optional>

namespace moe::app {
namespace {

constexpr int kMostSeeds = 1000;

constexpr int kMostBenchmarks = 100;

/// The runs of all files, or the problems of all.
Result<std::vector<BenchRun>> benchmarks(const QStringList& paths) {
    std::vector<BenchRun> runs;
    Problems problems;
    for (const QString& path : paths) {
        const Result<std::string> text = readFile(path, kLargestDocument);
        const Result<std::vector<BenchRun>> read =
            text ? readBench(*text, path.toStdString()) : Result<std::vector<BenchRun>>(text.error());
        if (read) {
            runs.insert(runs.end(), read->begin(), read->end());
            continue;
        }
        // Of a file of another program, what it is says more than where it stops to be one of this kind.
        const std::optional<Problem> foreign =
            text ? foreignFileProblem(findForeignFile(*text), path.toStdString()) : std::nullopt;
        if (foreign)
            problems.push_back(*foreign);
        else
            problems.insert(problems.end(), read.error().begin(), read.error().end());
    }
    if (!problems.empty()) return problems;
    return runs;
}

/// Rules that a server breaks.
Problems brokenRules(const Scenario& scenario, const CommandLine& line, const Catalog& catalog) {
    Problems problems = validate(scenario, catalog);
    for (Problem& problem : problems)
        if (line.has("scenario")) problem.source = line.value("scenario").toStdString();
    return problems;
}

/// Fits a server's constants to result files and writes a scenario with them. Where no scenario is named, the
/// model is the files' own.
int runFit(const CommandLine& line, Input& input, bool json) {
    const Result<std::vector<BenchRun>> runs = benchmarks(line.values("fit") + line.positional());
    if (!runs) return fail(runs.error());
    if (!line.has("preset") && !line.has("scenario") && !line.has("data"))
        if (const auto shape = servedShape(runs->front().model, *input.catalog)) {
            input.scenario.model = shape->model;
            input.scenario.moe = shape->moe;
        }
    if (const Problems broken = brokenRules(input.scenario, line, *input.catalog); !broken.empty())
        return fail(broken);
    Result<ServerFit> fit = fitServer(input.scenario, *runs, *input.catalog);
    if (!fit) return fail(fit.error());
    Scenario server = fit->scenario;
    const QString output = line.value("output");
    server.name = QFileInfo(output).completeBaseName().toStdString();
    const Problems problems = saveFile(output, QByteArray::fromStdString(scenarioText(server)));
    if (!problems.empty()) return fail(problems);
    if (json)
        print(QString::fromUtf8(QJsonDocument(items::serverFitJson(*fit)).toJson(QJsonDocument::Indented)));
    else
        print(items::serverFitText(*fit));
    return kDone;
}

/// Keys of arrivals that a trace brings itself: set beside one they would be left out.
constexpr const char* kOfArrivals[] = {"serve.arrival",    "serve.rate",         "serve.concurrency",
                                       "serve.burstiness", "serve.num_requests", "serve.length_spread",
                                       "serve.prompt",     "serve.output"};

Problems setBesideTrace(const CommandLine& line) {
    Problems problems;
    if (!line.has("trace")) return problems;
    for (const QString& assignment : line.values("set")) {
        const QString key = assignment.section(QLatin1Char('='), 0, 0);
        const std::string value = assignment.section(QLatin1Char('='), 1).toStdString();
        if (key == QLatin1String("serve.arrival") && value == "trace") continue;
        for (const char* taken : kOfArrivals)
            if (key == QLatin1String(taken))
                problems.push_back({.source = "--set",
                                    .key = taken,
                                    .rule = say("comes from the trace; leave it out, or leave out --trace"),
                                    .value = value});
    }
    return problems;
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
                               "conversations, session; or a trace of Azure, BurstGPT or Vidur, or one whose "
                               "prompts are named block by block (Mooncake, Qwen-Bailian, "
                               "kv-cache-tester): what they share is cached."),
                QStringLiteral("FILE"));
    line.option({"requests-out"}, QStringLiteral("Writes what became of every request."),
                QStringLiteral("FILE"));
    line.option({"seeds"}, QStringLiteral("Runs that the band is taken from."), QStringLiteral("N"),
                QString::number(kBandRuns));
    line.option({"goodput"}, QStringLiteral("The highest rate of arrivals that meets serve.slo_ttft and "
                                            "serve.slo_tpot."));
    line.option(
        {"fit"},
        QStringLiteral("Fits what a server takes beside its kernels to result files of its benchmarks "
                       "(vllm bench serve, SGLang's bench_serving, InferenceX); more files may follow."),
        QStringLiteral("FILE"));
    line.option({"o", "output"}, QStringLiteral("The scenario with the fitted constants, for --data."),
                QStringLiteral("FILE"));
    if (const int stop = line.parse(arguments, 0, kMostBenchmarks); stop >= 0) return stop;
    if (line.has("fit") != line.has("output"))
        return line.usageError(QStringLiteral("--fit needs -o FILE, and -o needs --fit"));
    if (line.has("goodput") && line.has("trace"))
        return line.usageError(QStringLiteral("--goodput: draws arrivals of its own; leave out --trace"));
    if (!line.has("fit") && !line.positional().isEmpty())
        return line.usageError(QStringLiteral("takes no arguments without --fit"));
    for (const char* option : {"trace", "requests-out", "seeds", "goodput"})
        if (line.has("fit") && line.has(option))
            return line.usageError(
                QStringLiteral("--%1: is of a run, not of --fit").arg(QLatin1String(option)));
    const bool json = line.value("format") == QLatin1String("json");
    if (!json && line.value("format") != QLatin1String("text"))
        return line.usageError(QStringLiteral("--format: must be text or json"));
    bool isNumber = false;
    const int seeds = line.value("seeds").toInt(&isNumber);
    if (!isNumber || seeds < 1 || seeds > kMostSeeds)
        return line.usageError(
            QStringLiteral("--seeds: must be a whole number from 1 to %1").arg(kMostSeeds));
    if (const Problems unused = setBesideTrace(line); !unused.empty()) return failed(unused, json);
    Result<Input> read = scenarioInput(line, KeyRules::MayBreak);
    if (!read) return failed(read.error(), json);
    Input input = std::move(read).value();
    Scenario& scenario = input.scenario;
    if (!scenario.serve)
        return failed({{.key = "serve", .rule = say("is required: add --set serve.requests=8")}}, json);
    scenario.train.reset(); // a server asks nothing of how its model is trained
    if (line.has("fit")) return runFit(line, input, json);
    if (const Problems broken = brokenRules(scenario, line, *input.catalog); !broken.empty())
        return failed(broken, json);
    if (line.has("goodput") && !scenario.serve->sloTtft && !scenario.serve->sloTpot)
        return failed(
            {{.key = "serve.slo_ttft", .rule = say("is required with --goodput, or serve.slo_tpot")}}, json);
    TrafficTrace trace;
    if (line.has("trace")) {
        Result<TrafficTrace> requests = traceOf(line.value("trace"), printError);
        if (!requests) return failed(requests.error(), json);
        trace = std::move(requests).value();
        if (trace.names && scenario.serve->prefillWorkers > 0)
            printError(line.value("trace") +
                       QStringLiteral(": which prompts begin alike is not used: workers that only prefill "
                                      "keep no cache\n"));
    }
    const Result<ServedLoad> made =
        servedLoad(scenario, *input.catalog, line.has("trace") ? &trace : nullptr);
    if (!made) return failed(made.error(), json);
    ServedLoad load = *made;
    load.traffic.recordRequests = line.has("requests-out");
    load.traffic.enough = 0;
    std::optional<ProgressLine> shown(std::in_place, QStringLiteral("Simulation"));
    const Progress progress = shown->progress();
    // Rates within limits take as long as some twenty runs.
    constexpr int kGoodputRuns = 20;
    const int runs = loadRuns(load, seeds) + (line.has("goodput") ? kGoodputRuns : 0);
    const LoadReport result = simulateLoad(load, seeds, [&, done = 0]() mutable {
        if (progress) progress(++done, runs);
    });
    std::optional<RateWithin> within;
    if (line.has("goodput")) {
        const Result<ServedLoad> open = rateLoad(scenario, *input.catalog);
        if (!open) return failed(open.error(), json);
        within = rateWithin(*open, onThreads(0, {}, {}));
    }
    shown.reset();
    const RateWithin* asked = within ? &*within : nullptr;
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
