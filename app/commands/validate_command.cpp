// SPDX-License-Identifier: GPL-3.0-or-later
// validate: published figures of single formulas, and every shipped measured case, against the models; the
// step-time constants fitted to measured runs, and each family of runs predicted without itself; tables that
// were measured on one's own GPU. With --serving a table of published serving runs.

#include "app/commands/command.h"
#include "app/commands/own_measured_text.h"
#include "app/commands/progress_line.h"
#include "app/figures/view_file.h"
#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "app/files/parallel.h"
#include "app/files/save_file.h"
#include "models/engine/calibration/first_bursts.h"
#include "models/engine/cost/step_constants_file.h"
#include "models/items/refit_text.h"
#include "models/items/serving_runs_text.h"
#include "models/items/traffic_runs_text.h"
#include "models/items/validation_text.h"
#include "ui/figure.h"
#include "ui/plots/serve/burst_view.h"

#include <QJsonDocument>

#include <algorithm>
#include <atomic>
#include <map>
#include <string>

namespace moe::app {
namespace {

void overAllCores(std::size_t count, const std::function<void(std::size_t)>& work) {
    const ProgressLine shown(QStringLiteral("validate"));
    const Progress progress = shown.progress();
    std::atomic<std::size_t> done{0};
    forEachParallel(count, {}, [&](std::size_t i) {
        work(i);
        if (progress) progress(static_cast<double>(++done), static_cast<double>(count));
    });
}

StepRuns stepRuns(const MeasuredRuns& runs, const Catalog& catalog) {
    std::vector<const MeasuredCase*> cases;
    for (const MeasuredCase& one : runs.cases) cases.push_back(&one);
    return {cases, catalog};
}

int runLeaveOut(const StepRuns& runs, RunFamily family) {
    const RefitStart start = refitStart(runs, overAllCores);
    const Refit all = refit(runs, start);
    print(items::leaveOutText(family, leaveOut(runs, start, all, family, overAllCores)));
    return kDone;
}

int runRefit(const StepRuns& runs, const QString& output) {
    const RefitStart start = refitStart(runs, overAllCores);
    const Refit found = refit(runs, start);
    print(items::refitText(runs, start, found));
    if (output.isEmpty()) return kDone;
    std::vector<std::string> publishers;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::string& name = runs.of(i).publisher;
        if (std::find(publishers.begin(), publishers.end(), name) == publishers.end())
            publishers.push_back(name);
    }
    StepConstantsFile file{
        found.constants, found.moved, found.covariance, static_cast<Count>(found.runs), {}};
    for (const std::string& name : publishers) file.source += (file.source.empty() ? "" : ", ") + name;
    const Problems problems = saveFile(output, QByteArray::fromStdString(stepConstantsText(file)));
    return problems.empty() ? kDone : fail(problems);
}

/// The shipped catalogue, with the constants of a file where one is named.
Result<std::shared_ptr<const Catalog>> catalogOf(const CommandLine& line) {
    std::shared_ptr<const Catalog> catalog = shippedCatalog().catalog;
    if (!line.has("constants")) return catalog;
    LoadOutcome loaded = loadTables({line.value("constants")}, catalog);
    if (!loaded.problems.empty()) return loaded.problems;
    return std::move(loaded.catalog);
}

std::vector<const TrafficPoint*> pointersTo(const std::vector<TrafficPoint>& points) {
    std::vector<const TrafficPoint*> pointers;
    for (const TrafficPoint& point : points) pointers.push_back(&point);
    return pointers;
}

using RunGroup = std::string (*)(const ServingRun&);
/// nullptr: no such family.
RunGroup servingGroup(std::string_view family) {
    if (family == "model") return [](const ServingRun& run) { return run.model; };
    if (family == "gpu") return [](const ServingRun& run) { return run.gpu; };
    if (family == "version") return [](const ServingRun& run) { return run.version; };
    return nullptr;
}
/// Each engine's runs with its constants fitted to those of all other groups.
std::vector<TrafficScore> leaveOutOfEngines(const std::vector<const TrafficPoint*>& points, RunGroup group) {
    std::map<std::string, std::vector<const TrafficPoint*>> engines;
    for (const TrafficPoint* point : points) engines[point->run->engine].push_back(point);
    std::vector<TrafficScore> scores;
    for (const auto& [engine, those] : engines)
        for (const TrafficScore& score : leaveOut(those, overAllCores, group)) scores.push_back(score);
    return scores;
}

QString serverOf(const FirstBurst& burst) {
    const ServingRun& run = *burst.point->run;
    return QStringLiteral("%1, %2 × %3, %4 %5")
        .arg(QString::fromStdString(run.model))
        .arg(run.gpus)
        .arg(QString::fromStdString(run.gpu), QString::fromStdString(run.engine),
             QString::fromStdString(run.version));
}

/// The first bursts of a table as stairs: of one server, so many of them side by side. Says what it leaves
/// out.
constexpr std::size_t kMostBursts = 4;
Problems drawBursts(const std::vector<const TrafficPoint*>& points, const QString& table,
                    const QString& path) {
    std::vector<FirstBurst> bursts = firstBursts(points, overAllCores);
    if (bursts.empty())
        return {{.source = table.toStdString(),
                 .rule = say("holds no first burst: a run of as many requests as are in flight")}};
    const std::size_t all = bursts.size();
    const QString server = serverOf(bursts.front());
    std::erase_if(bursts, [&](const FirstBurst& burst) { return serverOf(burst) != server; });
    if (bursts.size() > kMostBursts) bursts.resize(kMostBursts);
    if (bursts.size() < all)
        printError(QStringLiteral("%1 of the %2 first bursts of the table are drawn: the smallest of %3.\n")
                       .arg(bursts.size())
                       .arg(all)
                       .arg(server));
    std::vector<ui::BurstPanel> panels;
    for (FirstBurst& burst : bursts)
        panels.push_back({QStringLiteral("%1 requests at once, %2 tokens in")
                              .arg(burst.point->run->concurrency)
                              .arg(std::llround(burst.point->run->prompt)),
                          std::move(burst)});
    ui::BurstView view(server, std::move(panels));
    return saveView(view, path, 160);
}

/// `leavesOut`: predicts each group without itself too; may be null. `fits`: the engines' constants as well.
/// `eachServer`: fits every server to two of its results. `picture`: of first bursts; may be empty.
int validateServingRuns(const QString& path, bool json, const Catalog& catalog, RunGroup leavesOut, bool fits,
                        bool eachServer, const QString& picture) {
    const Result<std::string> text = readFile(path);
    if (!text) return fail(text.error());
    const Result<ServingRuns> runs = readServingRuns(*text, path.toStdString());
    if (!runs) return fail(runs.error());
    const ServingValidation result = validateServing(runs->runs, catalog);
    const Result<ServingRuns> all = readServingRuns(*text, path.toStdString(), kAnyRequests);
    if (!all) return fail(all.error());
    const TrafficPoints points = trafficPoints(*all, catalog, overAllCores);
    const std::vector<const TrafficPoint*> each = pointersTo(points.points);
    if (!picture.isEmpty())
        if (const Problems problems = drawBursts(each, path, picture); !problems.empty())
            return fail(problems);
    const std::vector<TrafficScore> simulated = scoreTraffic(each, overAllCores);
    std::vector<items::TrafficErrors> ways{{QStringLiteral("steady"), summariesOf(steadyScores(each))},
                                           {QStringLiteral("simulated"), summariesOf(simulated)}};
    if (leavesOut != nullptr)
        ways.push_back({QStringLiteral("left out"), summariesOf(leaveOutOfEngines(each, leavesOut))});
    std::vector<FittedEngine> fitted;
    if (fits) {
        fitted = fitEngines(each, overAllCores);
        std::vector<TrafficScore> scores;
        for (const FittedEngine& one : fitted)
            scores.insert(scores.end(), one.scores.begin(), one.scores.end());
        ways.push_back({QStringLiteral("fitted"), summariesOf(scores)});
    }
    if (json) {
        QJsonObject object = items::servingRunsJson(result);
        object.insert("traffic", items::trafficErrorsJson(ways, points, simulated));
        print(QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented)));
    } else {
        print(items::servingRunsText(result) + QLatin1Char('\n') + items::trafficErrorsText(ways, points));
        if (fits) print(QLatin1Char('\n') + items::fittedEnginesText(fitted));
        if (eachServer)
            print(QLatin1Char('\n') + items::serverFitsText(fitEachServer(each, catalog, overAllCores)));
    }
    return runs->problems.empty() ? kDone : fail(runs->problems);
}

} // namespace

int runValidate(const QStringList& arguments) {
    CommandLine line("validate");
    line.option({"format"}, QStringLiteral("text or json."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    line.option({"constants"}, QStringLiteral("Constants of the step-time model, as --refit writes them."),
                QStringLiteral("FILE"));
    line.option(
        {"refit"},
        QStringLiteral(
            "Fits the constants of the step-time model to the runs named, else to all shipped ones."));
    line.option(
        {"leave-out"},
        QStringLiteral("Predicts each source, vendor, gpu or model with constants fitted to the others."),
        QStringLiteral("FAMILY"));
    line.option({"o", "output"},
                QStringLiteral("Writes the fitted constants with their covariance. With --serving: the first "
                               "bursts of the table, measured and simulated, as .pdf, .svg or .png."),
                QStringLiteral("FILE"));
    line.option(
        {"serving"},
        QStringLiteral("A table of published serving runs (CSV) instead, closed and open loops, offline runs "
                       "and static batches: their times per token against measured operators, and what their "
                       "benchmarks print against simulated ones. --leave-out model, gpu or version."),
        QStringLiteral("FILE"));
    line.option({"each-server"},
                QStringLiteral("With --serving: fits every server of the table to two of its results, as "
                               "simulate --fit does, and prints the errors on its others."));
    constexpr int kMostLists = 1000;
    if (const int stop = line.parse(arguments, 0, kMostLists); stop >= 0) return stop;
    const QString format = line.value("format");
    if (format != QLatin1String("text") && format != QLatin1String("json"))
        return line.usageError(QStringLiteral("--format: must be text or json"));
    const bool fits = line.has("refit"), leaves = line.has("leave-out");
    const auto& names = runFamilyNames();
    const auto family = std::find(names.begin(), names.end(), line.value("leave-out").toStdString());
    if (leaves && family == names.end() && !line.has("serving"))
        return line.usageError(QStringLiteral("--leave-out: must be source, vendor, gpu or model"));
    if (fits && leaves) return line.usageError(QStringLiteral("--refit cannot be combined with --leave-out"));
    const bool serving = line.has("serving");
    if (line.has("output") && !fits && !serving) return line.usageError(QStringLiteral("-o needs --refit"));
    if (line.has("constants") && (fits || leaves))
        return line.usageError(QStringLiteral("--constants cannot be combined with a fit"));
    const Result<std::shared_ptr<const Catalog>> catalog = catalogOf(line);
    if (!catalog) return fail(catalog.error());
    if (serving && !line.positional().isEmpty())
        return line.usageError(QStringLiteral("--serving stands alone, or with --leave-out or --refit"));
    if (serving && line.has("output") && !ui::formatOfName(line.value("output")))
        return line.usageError(QStringLiteral("-o: must end in .pdf, .svg or .png with --serving"));
    if (serving) {
        const QString left = line.value("leave-out");
        const RunGroup group = servingGroup(left.toStdString());
        if (leaves && group == nullptr)
            return line.usageError(
                QStringLiteral("--leave-out: must be model, gpu or version with --serving"));
        return validateServingRuns(line.value("serving"), format == QLatin1String("json"), **catalog, group,
                                   fits, line.has("each-server"), line.value("output"));
    }
    if (line.has("each-server")) return line.usageError(QStringLiteral("--each-server needs --serving"));
    // A fit is to the runs that are named, if any are.
    const bool onlyNamed = (fits || leaves) && !line.positional().isEmpty();
    QStringList lists, tables = fits || leaves ? QStringList() : shippedOwnMeasured();
    for (const QString& path : line.positional())
        (path.endsWith(QLatin1String(".csv")) && !fits && !leaves ? tables : lists) << path;
    const Result<std::vector<OwnMeasured>> own = ownMeasured(tables, **catalog);
    if (!own) return fail(own.error());
    const Result<std::shared_ptr<const MeasuredRuns>> runs =
        measuredRuns(**catalog, lists, onlyNamed ? ShippedRuns::LeftOut : ShippedRuns::Too);
    if (!runs) return fail(runs.error());
    if (fits) return runRefit(stepRuns(**runs, **catalog), line.value("output"));
    if (leaves)
        return runLeaveOut(stepRuns(**runs, **catalog), static_cast<RunFamily>(family - names.begin()));
    const Validation& result = (*runs)->validation;
    const FormulaChecks checks = formulaChecks(**catalog);
    if (format == QLatin1String("json")) {
        QJsonObject object = items::validationJson(result);
        object.insert("formulas", items::formulaChecksJson(checks));
        object.insert("own_gpu", ownMeasuredJson(*own));
        print(QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented)));
    } else {
        print(items::formulaChecksText(checks) + QLatin1Char('\n') + items::validationText(result) +
              items::leftOutRunsText((*runs)->leftOut));
        if (!own->empty()) print(QLatin1Char('\n') + ownMeasuredText(*own));
    }
    Problems problems = result.problems;
    for (const OwnMeasured& one : *own) append(problems, one.problems);
    return problems.empty() ? kDone : fail(problems);
}

} // namespace moe::app
