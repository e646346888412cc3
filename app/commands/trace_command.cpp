// SPDX-License-Identifier: GPL-3.0-or-later
// trace: the passes of a step, for Perfetto; or a profiler's trace beside it.

#include "app/commands/scenario_options.h"
#include "app/files/catalog_loader.h"
#include "app/files/save_file.h"
#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/items/aligned.h"
#include "models/items/step_trace.h"
#include "models/items/traced_text.h"

#include <QJsonDocument>

#include <cmath>

namespace moe::app {

namespace {

int tell(const CommandLine& line, const QByteArray& text) {
    if (!line.has("output")) {
        print(QString::fromUtf8(text));
        return kDone;
    }
    const Problems problems = saveFile(line.value("output"), text);
    return problems.empty() ? kDone : fail(problems);
}

int runAgainst(const CommandLine& line, const Report& report) {
    const std::optional<double> steps = parseNumber(line.value("steps").toStdString());
    if (!steps || !(*steps >= 1 && *steps <= 1e6) || *steps != std::floor(*steps))
        return fail({{.source = "--steps",
                      .rule = say("must be a whole number from 1 to 1000000"),
                      .value = line.value("steps").toStdString()}});
    const QString phase = line.value("phase");
    const bool serves = line.has("phase") || (!report.train && report.serve);
    const std::vector<ServePart>* pass = nullptr;
    if (serves && report.serve)
        pass = phase == QLatin1String("prefill") ? &report.serve->prefillParts : &report.serve->decodeParts;
    if (serves && (pass == nullptr || pass->empty()))
        return fail({{.key = "serve",
                      .rule = say("is required, with requests that fit: a profile of serving is set "
                                  "beside one of its steps")}});
    if (!serves && !report.train)
        return fail({{.key = "train", .rule = say("is required: a profile is set beside a training step")}});
    const QString path = line.value("against");
    const Result<std::string> text = readInput(path, kLargestTrace);
    if (!text) return fail(text.error());
    const Result<KernelTrace> trace = readKernelTrace(*text, path.toStdString());
    if (!trace) return fail(trace.error());
    const TracedStep step = pass != nullptr ? besidePass(tracedStep(*trace, *steps), *pass)
                                            : besidePrediction(tracedStep(*trace, *steps), *report.train);
    const QString format = line.value("format");
    if (format == QLatin1String("json")) return tell(line, QJsonDocument(items::tracedJson(step)).toJson());
    return tell(line, (format == QLatin1String("csv") ? items::csvRows(items::tracedRows(step))
                                                      : items::tracedText(step))
                          .toUtf8());
}

} // namespace

int runTrace(const QStringList& arguments) {
    CommandLine line("trace");
    addScenarioOptions(line);
    line.option({"o", "output"}, QStringLiteral("File to write; without it the trace is printed."),
                QStringLiteral("FILE"));
    line.option(
        {"against"},
        QStringLiteral("A trace of torch.profiler (Chrome trace with GPU kernels): its step beside the "
                       "predicted one, by kinds of kernels."),
        QStringLiteral("PROFILE.json"));
    line.option({"steps"}, QStringLiteral("Steps in a profile that marks none."), QStringLiteral("N"),
                QStringLiteral("1"));
    line.option(
        {"phase"},
        QStringLiteral("Sets the profile beside a step of serving: prefill or decode; decode where the "
                       "scenario does not train."),
        QStringLiteral("PHASE"));
    line.option({"format"}, QStringLiteral("Of --against: text, json or csv."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const QString format = line.value("format");
    if (!QStringList{"text", "json", "csv"}.contains(format))
        return line.usageError(QStringLiteral("--format: must be text, json or csv"));
    if (line.has("phase") && !QStringList{"prefill", "decode"}.contains(line.value("phase")))
        return line.usageError(QStringLiteral("--phase: must be prefill or decode"));
    for (const char* option : {"steps", "format", "phase"})
        if (line.has(option) && !line.has("against"))
            return line.usageError(QStringLiteral("--%1 goes with --against").arg(QLatin1String(option)));
    const Result<Input> input = scenarioInput(line);
    if (!input) return fail(input.error());
    const Report report = evaluate(input->scenario, *input->catalog, Detail::Numbers);
    if (line.has("against")) return runAgainst(line, report);
    const Result<QByteArray> trace = items::stepTrace(report);
    return trace ? tell(line, *trace) : fail(trace.error());
}

} // namespace moe::app
