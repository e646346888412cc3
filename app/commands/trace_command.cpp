// SPDX-License-Identifier: GPL-3.0-or-later
// trace: the passes of a step, for Perfetto; or a profiler's trace beside it.

#include "app/commands/scenario_options.h"
#include "app/files/catalog_loader.h"
#include "app/files/save_file.h"
#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time_report.h"
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

/// A whole number of at least 1.
Result<double> countOf(const CommandLine& line, const char* option) {
    const std::string text = line.value(option).toStdString();
    const std::optional<double> count = parseNumber(text);
    if (count && *count >= 1 && *count <= 1e6 && *count == std::floor(*count)) return *count;
    return Problem{.source = std::string("--") + option,
                   .rule = say("must be a whole number from 1 to 1000000"),
                   .value = text};
}

/// Beside the step of training, or some of its layers.
TracedStep besideTraining(TracedStep step, const Input& input, const Report& report,
                          std::optional<double> layers) {
    const Setup setup = setupOf(input.scenario, *input.catalog);
    step = besidePrediction(std::move(step), layers ? layerPasses(setup, *layers) : *report.train);
    step.predictedBackwardPasses = layers.value_or(attentionPasses(setup));
    step.predictedLayers = layers;
    return step;
}

int runAgainst(const CommandLine& line, const Input& input, const Report& report) {
    const Result<double> steps = countOf(line, "steps");
    if (!steps) return fail(steps.error());
    std::optional<double> layers;
    if (line.has("layers")) {
        const Result<double> count = countOf(line, "layers");
        if (!count) return fail(count.error());
        layers = *count;
    }
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
    TracedStep step = tracedStep(*trace, *steps);
    step = pass != nullptr ? besidePass(std::move(step), *pass)
                           : besideTraining(std::move(step), input, report, layers);
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
    line.option({"layers"},
                QStringLiteral("Layers whose forward and backward passes are all that the profile holds: "
                               "predicted is as many of the commonest kind, without the rest of a step."),
                QStringLiteral("N"));
    line.option({"format"}, QStringLiteral("Of --against: text, json or csv."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const QString format = line.value("format");
    if (!QStringList{"text", "json", "csv"}.contains(format))
        return line.usageError(QStringLiteral("--format: must be text, json or csv"));
    if (line.has("phase") && !QStringList{"prefill", "decode"}.contains(line.value("phase")))
        return line.usageError(QStringLiteral("--phase: must be prefill or decode"));
    if (line.has("phase") && line.has("layers"))
        return line.usageError(QStringLiteral("--layers: goes with a profile of training, not with --phase"));
    for (const char* option : {"steps", "format", "phase", "layers"})
        if (line.has(option) && !line.has("against"))
            return line.usageError(QStringLiteral("--%1 goes with --against").arg(QLatin1String(option)));
    const Result<Input> input = scenarioInput(line);
    if (!input) return fail(input.error());
    const Report report = evaluate(input->scenario, *input->catalog, Detail::Numbers);
    if (line.has("against")) return runAgainst(line, *input, report);
    const Result<QByteArray> trace = items::stepTrace(report);
    return trace ? tell(line, *trace) : fail(trace.error());
}

} // namespace moe::app
