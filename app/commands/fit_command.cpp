// SPDX-License-Identifier: GPL-3.0-or-later
// fit: a person's own files tell what they can of their machine.

#include "app/commands/scenario_options.h"
#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "app/files/own_files.h"
#include "app/files/parallel.h"
#include "app/files/save_file.h"
#include "models/engine/fit/own_beside.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/engines/engines.h"
#include "models/items/fit_text.h"
#include "models/items/own_text.h"
#include "models/items/report_json.h"

#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>

namespace moe::app {
namespace {

constexpr int kMostFiles = 1000;

/// Whose machine it is taken for.
QString ofWhat(const Scenario& scenario) {
    const QString engine =
        scenario.serve && namesEngine(*scenario.serve)
            ? QStringLiteral(", ") + QLatin1String(engineRow(*scenario.serve->engine).label)
            : QString();
    return QStringLiteral("%1 on %2, TP %3 · PP %4 · EP %5%6\n\n")
        .arg(scenario.name.empty() ? QStringLiteral("A model") : QString::fromStdString(scenario.name),
             QString::fromStdString(scenario.gpu.preset))
        .arg(scenario.parallel.tp)
        .arg(scenario.parallel.pp)
        .arg(scenario.parallel.ep)
        .arg(engine);
}

/// A preset or a scenario file, by its name.
Result<std::pair<QString, Scenario>> scenarioNamed(const QString& name, const Catalog& catalog) {
    if (const ScenarioPreset* preset = catalog.preset(name.toStdString()))
        return std::pair(name, preset->scenario);
    const Result<std::string> text = scenarioTextOf(name);
    if (!text) return text.error();
    Result<Scenario> scenario = scenarioOfText(*text, name, catalog, Between::Checked);
    if (!scenario) return scenario.error();
    return std::pair(QFileInfo(name).completeBaseName(), std::move(scenario).value());
}

void each(std::size_t count, const std::function<void(std::size_t)>& work) {
    forEachParallel(count, {}, work);
}

/// How far off each is, and which is nearest.
int tellNearest(const std::vector<std::pair<QString, Scenario>>& all, const OwnRuns& runs,
                const Catalog& catalog, bool json) {
    std::vector<items::NamedBeside> besides;
    for (const auto& [name, scenario] : all)
        besides.push_back({name, besideOwn(scenario, runs, catalog, each)});
    const bool none = std::all_of(besides.begin(), besides.end(),
                                  [](const items::NamedBeside& one) { return one.beside.parts.empty(); });
    Problems leftOut;
    for (const items::NamedBeside& one : besides) append(leftOut, one.beside.leftOut);
    if (none) return fail(leftOut);
    fail(leftOut); // told; the rest is compared
    if (json) {
        print(QString::fromUtf8(QJsonDocument(items::nearestJson(besides)).toJson(QJsonDocument::Indented)));
        return kDone;
    }
    print(items::nearestTable(besides) + QLatin1Char('\n') + items::nearestText(besides) + QLatin1Char('\n'));
    for (const QString& remark : items::nearestRemarks(besides)) print(remark + QLatin1Char('\n'));
    return kDone;
}

} // namespace

int runFit(const QStringList& arguments) {
    CommandLine line("fit");
    addScenarioOptions(line);
    line.option({"o", "output"}, QStringLiteral("The fit, for --data and for the window."),
                QStringLiteral("FILE"));
    line.option({"beside"},
                QStringLiteral("In place of a fit: which of this scenario and that one is nearer to what was "
                               "measured; may be repeated."),
                QStringLiteral("NAME|FILE"));
    line.option({"format"}, QStringLiteral("text or json."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    if (const int stop = line.parse(arguments, 1, kMostFiles); stop >= 0) return stop;
    const bool json = line.value("format") == QLatin1String("json");
    if (line.has("beside") && line.has("output"))
        return line.usageError(QStringLiteral("--beside: fits nothing that -o could take"));
    if (!json && line.value("format") != QLatin1String("text"))
        return line.usageError(QStringLiteral("--format: must be text or json"));
    const auto failed = [&](const Problems& problems) {
        if (json)
            print(QString::fromUtf8(
                QJsonDocument(items::problemsJson(problems)).toJson(QJsonDocument::Indented)));
        return fail(problems);
    };
    Result<Input> input = scenarioInput(line, KeyRules::MayBreak);
    if (!input) return failed(input.error());
    const OwnFiles own = readOwnFiles(line.positional(), *input->catalog);
    if (own.broken) return failed(own.problems);
    Scenario scenario = input->scenario;
    const bool named = line.has("preset") || line.has("scenario") || line.has("data");
    if (!named) {
        Result<Scenario> theirs = scenarioOfOwn(own, input->opened, *input->catalog);
        if (!theirs) return failed(theirs.error());
        scenario = std::move(theirs).value();
        if (const Problems wrong = setKeys(scenario, line.values("set")); !wrong.empty())
            return failed(wrong);
        const bool tpKnown = !own.runs.pools.empty() && own.runs.pools.front().pool.tp > 0;
        if (!own.runs.benchmarks.empty() && !tpKnown && line.values("set").filter("parallel.").isEmpty())
            return failed(
                {{.source = own.runs.benchmarks.front().source,
                  .key = "parallel.tp",
                  .rule = say("is in no file: add --set parallel.tp=…, or a start-up log that has it")}});
    }
    Problems broken = validate(scenario, *input->catalog);
    for (Problem& problem : broken)
        if (line.has("scenario")) problem.source = line.value("scenario").toStdString();
    if (!broken.empty()) return failed(broken);
    if (line.has("beside")) {
        const QString mine = line.has("scenario") ? QFileInfo(line.value("scenario")).completeBaseName()
                             : line.has("preset") ? line.value("preset")
                                                  : QStringLiteral("this scenario");
        std::vector<std::pair<QString, Scenario>> all{{mine, scenario}};
        Problems problems;
        for (const QString& other : line.values("beside"))
            if (auto read = scenarioNamed(other, *input->catalog))
                all.push_back(std::move(read).value());
            else
                append(problems, read.error());
        return problems.empty() ? tellNearest(all, own.runs, *input->catalog, json) : failed(problems);
    }
    const Result<MachineFit> fit = fitMachine(scenario, own.runs, *input->catalog, each);
    if (!fit) return failed(fit.error());
    fail(fit->leftOut); // told; the rest is used
    if (line.has("output")) {
        QStringList paths;
        for (const OwnFile& file : own.files) paths << file.path;
        const MineFile mine =
            mineOf(*fit, paths, QFileInfo(line.value("output")).completeBaseName().toStdString(), named);
        const Problems problems = saveFile(line.value("output"), QByteArray::fromStdString(mineText(mine)));
        if (!problems.empty()) return failed(problems);
    }
    if (!json && (named || fit->moved)) print(ofWhat(scenario));
    print(json ? QString::fromUtf8(QJsonDocument(items::fitJson(*fit)).toJson(QJsonDocument::Indented))
               : items::machineFitText(*fit));
    return kDone;
}

} // namespace moe::app
