// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/search_serve.h"

#include "app/commands/progress_line.h"
#include "app/commands/scenario_options.h"
#include "app/work/plan_run.h"
#include "models/engine/scenario/enum_text.h"
#include "models/items/serving_search_text.h"

#include <QJsonDocument>

namespace moe::app {
namespace {

struct ServingFormat {
    const char* name;
    QString (*write)(const items::ServingAnswer&);
};
const ServingFormat kServingFormats[] = {
    {"text", items::servingSearchText},
    {"json",
     [](const items::ServingAnswer& answer) {
         return QString::fromUtf8(
             QJsonDocument(items::servingSearchJson(answer)).toJson(QJsonDocument::Indented));
     }},
    {"csv", items::servingSearchCsv},
    {"markdown", items::servingSearchMarkdown},
};

template <class T> void gather(const char* option, Result<T> read, std::vector<T>& into, Problems& problems) {
    if (read) return into.push_back(std::move(read).value());
    for (Problem problem : read.error()) {
        problem.source = option;
        problems.push_back(std::move(problem));
    }
}

} // namespace

int searchServers(const CommandLine& line, const SearchOptions& options) {
    Problems problems;
    std::vector<ServingObjective> objectives;
    std::vector<ServingCondition> conditions;
    for (const QString& key : line.values("minimise"))
        gather("--minimise", parseServingObjective(key.toStdString(), false), objectives, problems);
    for (const QString& key : line.values("maximise"))
        gather("--maximise", parseServingObjective(key.toStdString(), true), objectives, problems);
    for (const QString& text : line.values("where"))
        gather("--where", parseServingCondition(text.toStdString()), conditions, problems);
    if (objectives.size() > 2)
        problems.push_back({.source = "--maximise", .rule = say("at most two metrics make a Pareto line")});
    std::vector<std::optional<DataType>> precisions;
    for (const QString& name : line.value("precision").split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        DataType type{};
        if (parseEnum(name.trimmed().toStdString(), type))
            precisions.emplace_back(type);
        else
            problems.push_back({.source = "--precision",
                                .rule = say("must be precisions such as bf16,fp8"),
                                .value = name.toStdString()});
    }
    // The layout of the scenario is what is asked for: with other GPUs it may break rules.
    Result<Input> input = scenarioInput(line, KeyRules::MayBreak);
    if (!input) append(problems, input.error());
    if (!problems.empty()) return fail(problems);
    const bool own = options.fewest == 0;
    const auto gpus =
        own ? static_cast<Count>(setupOf(input->scenario, *input->catalog).gpus) : options.fewest;
    Result<ServingSearch> made =
        servingSearch(input->scenario, *input->catalog, gpus, own ? gpus : options.most,
                      std::move(conditions), std::move(objectives));
    if (!made) return fail(made.error());
    ServingSearch search = std::move(made).value();
    search.top = options.top;
    if (!precisions.empty()) search.precisions = precisions;
    items::ServingAnswer answer{&search, input->catalog.get(), {}, line.has("pareto")};
    {
        const ProgressLine shown(QStringLiteral("Search"));
        answer.found = runServingSearch(search, *input->catalog, options.jobs, {}, shown.progress());
    }
    for (const ServingFormat& format : kServingFormats)
        if (line.value("format") == QLatin1String(format.name)) print(format.write(answer));
    return kDone;
}

} // namespace moe::app
