// SPDX-License-Identifier: GPL-3.0-or-later
// day: a fleet of a scenario's server over a day, every request simulated.

#include "app/commands/command.h"
#include "app/commands/progress_line.h"
#include "app/commands/scenario_options.h"
#include "app/figures/view_file.h"
#include "app/files/trace_file.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/validate.h"
#include "models/items/day_text.h"
#include "models/items/explain_text.h"
#include "models/items/report_json.h"
#include "ui/figure.h"
#include "ui/plots/serve/day_view.h"

#include <QJsonDocument>

#include <any>
#include <utility>

namespace moe::app {
namespace {

constexpr int kMostDays = 100;

QString dayDocument(const QJsonObject& object) {
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented));
}

int dayFails(const Problems& problems, bool json) {
    if (json) print(dayDocument(items::problemsJson(problems)));
    return fail(problems);
}

} // namespace

int runDay(const QStringList& arguments) {
    CommandLine line("day");
    addScenarioOptions(line);
    line.option(
        {"trace"},
        "Requests in place of drawn ones: CSV with columns arrival_s, input_tokens, output_tokens and, "
        "for conversations, session; or a trace of Azure, BurstGPT or Vidur, or one whose prompts are named "
        "block by block (Mooncake, Qwen-Bailian, kv-cache-tester): what they share is cached.",
        "FILE");
    line.option({"fixed"}, "Also the smallest fleet that is always on and keeps as many requests within the "
                           "limits: some more days are simulated.");
    line.option(
        {"seeds"},
        QStringLiteral("Days that the bands are taken from, beside two with passes that take as long as "
                       "they may; 0: no bands. Default: 3, and 0 with more than %1 requests.")
            .arg(kBandedRequests),
        "N");
    line.option({"explain"}, "One number: what it is, its formula and source (day.usd).", "KEY");
    line.option({"o", "output"}, "A figure of the day, of a trace too: .pdf, .svg or .png.", "FILE");
    line.option({"format"}, "text, json, or csv: the day in stretches.", "FORMAT", "text");
    line.option({"json"}, "The same as --format json.");
    line.option({"csv"}, "The same as --format csv.");
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const QString format = line.has("json")  ? QStringLiteral("json")
                           : line.has("csv") ? QStringLiteral("csv")
                                             : line.value("format");
    if (format != QLatin1String("text") && format != QLatin1String("json") && format != QLatin1String("csv"))
        return line.usageError(QStringLiteral("--format: must be text, json or csv"));
    const QString output = line.value("output");
    if (line.has("output") && !ui::formatOfName(output))
        return line.usageError(QStringLiteral("-o: must end in .pdf, .svg or .png"));
    const bool json = format == QLatin1String("json");
    bool isNumber = true;
    const int asked = line.has("seeds") ? line.value("seeds").toInt(&isNumber) : -1;
    if (!isNumber || (line.has("seeds") && (asked < 0 || asked > kMostDays)))
        return line.usageError(QStringLiteral("--seeds: must be a whole number up to %1").arg(kMostDays));
    const QString key = line.value("explain");
    if (line.has("explain") && (!isOfDay(key.toStdString()) || !findMetric(key.toStdString())))
        return dayFails({{.source = "--explain",
                          .rule = say("must be one of the numbers that `moe-explorer day` prints"),
                          .value = key.toStdString()}},
                        json);
    Result<Input> read = scenarioInput(line, KeyRules::MayBreak);
    if (!read) return dayFails(read.error(), json);
    Input input = std::move(read).value();
    Scenario& scenario = input.scenario;
    if (!scenario.serve)
        return dayFails({{.key = "serve", .rule = say("is required: add --set serve.requests=8")}}, json);
    assumeDay(scenario, line.has("trace"));
    scenario.train.reset(); // a fleet asks nothing of how its model is trained
    scenario.rl.reset();
    Problems broken = validate(scenario, *input.catalog);
    for (Problem& problem : broken)
        if (line.has("scenario")) problem.source = line.value("scenario").toStdString();
    if (!broken.empty()) return dayFails(broken, json);
    TrafficTrace trace;
    if (line.has("trace")) {
        Result<TrafficTrace> requests = traceOf(line.value("trace"), printError);
        if (!requests) return dayFails(requests.error(), json);
        trace = std::move(requests).value();
    }
    const Result<DayLoad> load = dayLoad(scenario, *input.catalog, std::move(trace));
    if (!load) return dayFails(load.error(), json);
    std::optional<ProgressLine> shown(std::in_place, QStringLiteral("Day"));
    const Progress progress = shown->progress();
    const auto goOn = [&](double share) {
        if (progress) progress(share, 1);
        return true;
    };
    DayReport day = simulateDay(*load, *input.catalog, goOn);
    const int seeds = asked >= 0 ? asked : static_cast<Count>(day.requests) > kBandedRequests ? 0 : kBandRuns;
    if (seeds > 0) addBands(day, *load, *input.catalog, seeds, goOn);
    std::optional<FixedFleet> fixed;
    if (line.has("fixed") && day.within) fixed = leastFixedFleet(*load, *input.catalog, *day.within, goOn);
    shown.reset();
    // Text and JSON say them with the numbers.
    if (line.has("explain") || format == QLatin1String("csv"))
        for (const std::vector<Warning>* some : {&load->warnings, &std::as_const(day).warnings})
            for (const Warning& warning : *some)
                printError(
                    QStringLiteral("warning: %1\n").arg(QString::fromStdString(toString(warning.text))));
    if (line.has("output")) {
        ui::DayView view;
        view.setCatalog(input.catalog);
        view.setReport(std::make_shared<const Report>(evaluate(scenario, *input.catalog, Detail::Numbers)));
        auto picture = std::make_shared<ui::DayPicture>();
        picture->load = *load, picture->day = day;
        view.setAnswer(
            {view.question(), std::any(std::shared_ptr<const ui::DayPicture>(std::move(picture)))});
        const Problems problems = saveView(view, output);
        if (!problems.empty()) return dayFails(problems, json);
    }
    const FixedFleet* least = fixed ? &*fixed : nullptr;
    if (line.has("explain")) {
        Report report = evaluate(scenario, *input.catalog, Detail::Numbers);
        report.day = std::make_shared<const DayReport>(day);
        print(items::accountMarkdown(*account(key.toStdString(), report, *input.catalog)));
    } else if (json)
        print(dayDocument(items::dayJson(*load, day, least, line.has("fixed"))));
    else if (format == QLatin1String("csv"))
        print(items::dayCsv(day));
    else
        print(items::dayText(*load, day, least, line.has("fixed")));
    return kDone;
}

} // namespace moe::app
