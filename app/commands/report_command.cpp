// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/progress_line.h"
#include "app/commands/report_many.h"
#include "app/commands/scenario_options.h"
#include "app/figures/report_files.h"
#include "models/engine/day/day.h"
#include "models/engine/evaluate.h"
#include "models/items/explain_text.h"
#include "models/items/report_json.h"
#include "models/items/report_text.h"

#include <QJsonDocument>

namespace moe::app {
namespace {

QString jsonText(const QJsonObject& object) {
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented));
}

struct ReportFormat {
    const char* name;
    QString (*write)(const Report&);
};
const ReportFormat kReportFormats[] = {
    {"text", [](const Report& report) { return items::reportText(report); }},
    {"json", [](const Report& report) { return jsonText(items::reportJson(report)); }},
    {"yaml", [](const Report& report) { return items::yamlOf(items::reportJson(report)); }},
    {"csv", [](const Report& report) { return items::reportCsv(report); }},
    {"markdown", [](const Report& report) { return items::reportMarkdown(report); }},
};

/// With the day of a scenario that has one.
Report numbersOf(const Input& input) {
    Report report = evaluate(input.scenario, *input.catalog, Detail::Numbers);
    if (!input.scenario.day) return report;
    const ProgressLine shown(QStringLiteral("Day"));
    const Progress progress = shown.progress();
    addDay(report, *input.catalog, [&](double share) {
        if (progress) progress(share, 1);
        return true;
    });
    return report;
}

int explain(const QString& key, const Input& input) {
    const Report report = numbersOf(input);
    const std::optional<Account> found = account(key.toStdString(), report, *input.catalog);
    if (!found)
        return fail({{.source = "--explain",
                      .rule = say("%1", items::unknownAccountText(key).toStdString()),
                      .value = key.toStdString()}});
    print(items::accountMarkdown(*found));
    return kDone;
}

/// A model alone has parameters and nothing else: how to ask for more.
void tellWhatIsMissing(const Input& input) {
    if (input.scenario.train || input.scenario.serve) return;
    printError(
        QStringLiteral("The scenario has neither training nor serving: add --set serve.requests=8 or --set "
                       "train.global_batch=256.\n"));
}

/// A document by the ending of `path`, with every figure.
int writeDocument(const QString& path, const Input& input) {
    FigureInputs inputs;
    inputs.catalog = input.catalog;
    Report report = evaluate(input.scenario, *input.catalog, Detail::Full);
    addDay(report, *input.catalog);
    inputs.report = std::make_shared<const Report>(std::move(report));
    ui::ReportDocument document = reportDocument(inputs, &input.opened);
    const ProgressLine shown(QStringLiteral("Figures"));
    const Progress progress = shown.progress();
    const auto rows = ui::viewsOf(shownSide(input.scenario));
    for (const ui::ViewRow* row : rows) {
        document.figures.push_back(reportFigure(*row, inputs));
        if (progress) progress(double(document.figures.size()), double(rows.size() + 1)); // and the page
    }
    QStringList written;
    const Problems problems = writeReport(document, path, written);
    for (const QString& file : written) print(file + QLatin1Char('\n'));
    return problems.empty() ? kDone : fail(problems);
}

} // namespace

int runReport(const QStringList& arguments) {
    CommandLine line("report");
    addScenarioOptions(line);
    line.option({"format"}, QStringLiteral("text, json, yaml, csv or markdown."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    line.option({"explain"},
                QStringLiteral("Prints how one number was computed, as Markdown: memory.terms.TERM, "
                               "train.terms.PART, or a key of `moe-explorer metrics`."),
                QStringLiteral("KEY"));
    line.option({"o", "output"},
                QStringLiteral("A document with every figure: PDF, or Markdown with an SVG of each figure "
                               "beside it, by the ending."),
                QStringLiteral("FILE"));
    line.option(
        {"many"},
        QStringLiteral("Scenarios as JSON, one a line, with `preset` to start from one; prints a report as "
                       "JSON for each, on a line."),
        QStringLiteral("FILE.jsonl"));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    if (line.has("many")) {
        for (const char* option :
             {"preset", "scenario", "set", "data", "accept", "explain", "output", "format"})
            if (line.has(option))
                return line.usageError(
                    QStringLiteral("--%1: is of one scenario, not of --many").arg(QLatin1String(option)));
        return reportMany(line);
    }
    const QString output = line.value("output");
    if (line.has("output") && !output.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive) &&
        !output.endsWith(QLatin1String(".md"), Qt::CaseInsensitive))
        return line.usageError(QStringLiteral("-o: must end in .pdf or .md"));
    if (line.has("output") && line.has("explain"))
        return line.usageError(QStringLiteral("-o and --explain: one at a time"));
    if (line.has("format") && (line.has("output") || line.has("explain")))
        return line.usageError(QStringLiteral("--format: is of the numbers, not of -o or --explain"));
    const ReportFormat* chosen = nullptr;
    for (const ReportFormat& format : kReportFormats) {
        if (line.value("format") == QLatin1String(format.name)) chosen = &format;
    }
    if (!chosen)
        return line.usageError(QStringLiteral("--format: must be text, json, yaml, csv or markdown"));
    const Result<Input> input = scenarioInput(line);
    if (!input) {
        if (line.value("format") == QLatin1String("json"))
            print(jsonText(items::problemsJson(input.error())));
        return fail(input.error());
    }
    if (line.has("output")) return writeDocument(output, *input);
    if (line.has("explain")) return explain(line.value("explain"), *input);
    print(chosen->write(numbersOf(*input)));
    tellWhatIsMissing(*input);
    return kDone;
}

} // namespace moe::app
