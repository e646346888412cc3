// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/search_rl.h"

#include "app/commands/progress_line.h"
#include "app/commands/scenario_options.h"
#include "app/work/plan_run.h"
#include "models/items/rl_search_text.h"

#include <QJsonDocument>

namespace moe::app {
namespace {

struct RlFormat {
    const char* name;
    QString (*write)(const items::RlAnswer&);
};
const RlFormat kRlFormats[] = {
    {"text", items::rlSearchText},
    {"json",
     [](const items::RlAnswer& answer) {
         return QString::fromUtf8(QJsonDocument(items::rlSearchJson(answer)).toJson(QJsonDocument::Indented));
     }},
    {"csv", items::rlSearchCsv},
    {"markdown", items::rlSearchMarkdown},
};

template <class T>
void collect(const char* option, Result<T> read, std::vector<T>& into, Problems& problems) {
    if (read) return into.push_back(std::move(read).value());
    for (Problem problem : read.error()) {
        problem.source = option;
        problems.push_back(std::move(problem));
    }
}

} // namespace

int searchReinforcement(const CommandLine& line, const SearchOptions& options) {
    Problems problems;
    std::vector<RlObjective> objectives;
    std::vector<RlCondition> conditions;
    for (const QString& key : line.values("minimise"))
        collect("--minimise", parseRlObjective(key.toStdString(), false), objectives, problems);
    for (const QString& key : line.values("maximise"))
        collect("--maximise", parseRlObjective(key.toStdString(), true), objectives, problems);
    for (const QString& text : line.values("where"))
        collect("--where", parseRlCondition(text.toStdString()), conditions, problems);
    if (options.fewest != options.most)
        problems.push_back({.source = "--gpus", .rule = say("must be one count with --rl")});
    Result<Input> input = scenarioInput(line, KeyRules::MayBreak);
    if (!input) append(problems, input.error());
    if (!problems.empty()) return fail(problems);
    Result<RlSearch> made = rlSearch(input->scenario, *input->catalog, options.fewest, std::move(conditions),
                                     std::move(objectives));
    if (!made) return fail(made.error());
    RlSearch search = std::move(made).value();
    search.top = options.top;
    items::RlAnswer answer{&search, {}};
    {
        const ProgressLine shown(QStringLiteral("Search"));
        answer.found = runRlSearch(search, *input->catalog, options.jobs, {}, shown.progress());
    }
    for (const RlFormat& format : kRlFormats)
        if (line.value("format") == QLatin1String(format.name)) print(format.write(answer));
    return kDone;
}

} // namespace moe::app
