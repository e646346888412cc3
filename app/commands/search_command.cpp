// SPDX-License-Identifier: GPL-3.0-or-later
// search: the best layouts of a training run, or of a server, on so many GPUs.

#include "app/commands/command.h"
#include "app/commands/progress_line.h"
#include "app/commands/scenario_options.h"
#include "app/commands/search_rl.h"
#include "app/commands/search_serve.h"
#include "app/work/search_run.h"
#include "models/items/search_text.h"

#include <QJsonDocument>

namespace moe::app {
namespace {

struct SearchFormat {
    const char* name;
    QString (*write)(const items::SearchAnswer&);
};
const SearchFormat kSearchFormats[] = {
    {"text", items::searchText},
    {"json",
     [](const items::SearchAnswer& answer) {
         return QString::fromUtf8(QJsonDocument(items::searchJson(answer)).toJson(QJsonDocument::Indented));
     }},
    {"csv", items::searchCsv},
    {"markdown", items::searchMarkdown},
};

template <class T> void take(const char* option, Result<T> read, std::vector<T>& into, Problems& problems) {
    if (read) {
        into.push_back(std::move(read).value());
        return;
    }
    for (Problem problem : read.error()) {
        problem.source = option;
        problems.push_back(std::move(problem));
    }
}

SearchGoal goalOf(const CommandLine& line, Problems& problems) {
    std::vector<Objective> objectives;
    std::vector<Condition> conditions;
    for (const QString& key : line.values("minimise"))
        take("--minimise", parseObjective(key.toStdString(), false), objectives, problems);
    for (const QString& key : line.values("maximise"))
        take("--maximise", parseObjective(key.toStdString(), true), objectives, problems);
    for (const QString& text : line.values("where"))
        take("--where", parseCondition(text.toStdString()), conditions, problems);
    if (objectives.empty()) objectives.push_back(*parseObjective("train.step_seconds", false));
    if (objectives.size() > 2)
        problems.push_back(
            {.source = "--minimise", .rule = "at most two metrics can be weighed against each other"});
    return searchGoal(std::move(objectives), std::move(conditions));
}

/// "512" or "64:512"; false when it is neither.
bool readGpus(const QString& text, Count& fewest, Count& most) {
    const QStringList ends = text.split(QLatin1Char(':'));
    bool firstGood = false, lastGood = false;
    fewest = ends.first().toLongLong(&firstGood);
    most = ends.last().toLongLong(&lastGood);
    return firstGood && lastGood && ends.size() <= 2 && fewest >= 1 && most >= fewest && most <= 1000000;
}

/// What would come closest when nothing fits.
void printLeast(SearchRequest request, const Catalog& catalog, unsigned jobs) {
    const SearchGoal least = searchGoal({*parseObjective("memory.device_bytes", false)}, {});
    request.goal = least;
    request.goal.mustFit = false;
    request.top = 1;
    const ProgressLine shown(QStringLiteral("Least memory"));
    const Found found = runSearch(request, catalog, jobs, {}, shown.progress()).found;
    if (found.best().empty()) return print(QStringLiteral("No layout of so many GPUs is valid.\n"));
    const FoundLayout& best = found.best().front();
    print(QStringLiteral("The least memory any layout needs is %1 GiB of %2 GiB: %3.\n")
              .arg(best.estimate.device / GiB, 0, 'f', 1)
              .arg(best.estimate.capacity / GiB, 0, 'f', 1)
              .arg(items::layoutText(best.layout, request.space)));
}

} // namespace

int runSearchCommand(const QStringList& arguments) {
    CommandLine line("search");
    addScenarioOptions(line);
    line.option({"serve"}, "Searches servers, simulated request by request, instead of training runs: "
                           "throughput per GPU against speed for each user, within --where, serve.slo_ttft "
                           "and serve.slo_tpot.");
    line.option({"rl"}, "Searches steps of reinforcement learning: training layout × layout of the engines × "
                        "split of the GPUs, by metrics rl.*.");
    line.option({"precision"}, "With --serve: precisions of weights and products to choose from.",
                "bf16,fp8");
    line.option({"gpus"}, "GPUs, or a range: 64:512 takes every whole node between.", "N|a:b");
    line.jobsOption();
    line.option(
        {"minimise"},
        "Metric that should be small: key, or key:weight; two of --minimise and --maximise are joined as "
        "a weighted geometric mean. Default train.step_seconds.",
        "KEY");
    line.option({"maximise"}, "Metric that should be large.", "KEY");
    line.option(
        {"where"},
        "Condition on a metric or a key of the layout, with <=, <, >=, >, = or !=: "
        "'memory.device_bytes<=72GiB', 'parallel.tp<=8', 'train.recompute!=full', 'train.schedule=any' for "
        "every pipeline schedule (the scenario's and those that the degrees imply otherwise); may be "
        "repeated. Layouts that do not fit are never shown.",
        "'key<=value'");
    line.option({"top"}, "Layouts shown.", "K", "10");
    line.option({"pareto"},
                "Shows the Pareto line of the two metrics (of one: against device memory) instead.");
    line.option({"format"}, "text, json, csv or markdown.", "FORMAT", "text");
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const SearchFormat* format = nullptr;
    for (const SearchFormat& known : kSearchFormats)
        if (line.value("format") == QLatin1String(known.name)) format = &known;
    if (!format) return line.usageError(QStringLiteral("--format: must be text, json, csv or markdown"));
    bool topGood = false;
    const unsigned top = line.value("top").toUInt(&topGood);
    const std::optional<unsigned> threads = line.jobs();
    if (!threads) return kUsage;
    const unsigned jobs = *threads;
    if (!topGood || top < 1 || top > 100000)
        return line.usageError(QStringLiteral("--top: must be 1 to 100000"));
    Count fewest = 0, most = 0;
    if (line.has("gpus") && !readGpus(line.value("gpus"), fewest, most))
        return line.usageError(QStringLiteral("--gpus: must be a count, or a range like 64:512"));
    if (line.has("serve") && line.has("rl"))
        return line.usageError(QStringLiteral("--serve and --rl: one at a time"));
    if (line.has("rl") && line.has("pareto"))
        return line.usageError(QStringLiteral("--pareto: is not for --rl, where one metric ranks"));
    if (line.has("rl")) return searchReinforcement(line, {fewest, most, jobs, top});
    if (line.has("serve")) return searchServers(line, {fewest, most, jobs, top});
    if (line.has("precision"))
        return line.usageError(QStringLiteral("--precision: is for servers (--serve)"));

    Problems problems;
    const SearchGoal goal = goalOf(line, problems);
    if (!problems.empty()) return fail(problems);
    const Result<Input> input = scenarioInput(line);
    if (!input) return fail(input.error());
    if (!line.has("gpus")) fewest = most = static_cast<Count>(setupOf(input->scenario, *input->catalog).gpus);
    const Result<SearchRequest> request =
        searchRequest(input->scenario, *input->catalog, goal, fewest, most, top);
    if (!request) return fail(request.error());
    SearchOutcome outcome = [&] {
        const ProgressLine shown(QStringLiteral("Search"));
        return runSearch(*request, *input->catalog, jobs, {}, shown.progress());
    }();
    const items::SearchAnswer answer{&*request, std::move(outcome.found), outcome.layouts,
                                     line.has("pareto")};
    print(format->write(answer));
    if (answer.rows().empty() && line.value("format") == QLatin1String("text"))
        printLeast(*request, *input->catalog, jobs);
    return kDone;
}

} // namespace moe::app
