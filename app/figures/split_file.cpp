// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/split_file.h"

#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "app/files/file_kinds.h"
#include "app/files/own_files.h"
#include "app/files/parallel.h"
#include "models/engine/calibration/server_fit.h"
#include "models/engine/evaluate.h"
#include "models/engine/fit/own_beside.h"
#include "models/engine/fit/own_marks.h"
#include "models/engine/scenario/validate.h"
#include "models/items/words.h"

#include <QFileInfo>

#include <algorithm>

namespace moe::app {
namespace {

ReportPtr reportOf(const Scenario& scenario, const Catalog& catalog) {
    return std::make_shared<const Report>(evaluate(scenario, catalog, Detail::Full));
}

bool isMeasured(const FileKind* kind) {
    return kind && kind->fits && kind->door == FileDoor::Mine;
}

Result<ui::SplitOther> tracedOther(const QString& path, const Scenario& scenario, const Catalog& catalog) {
    const Result<std::string> text = readInput(path, kLargestTrace);
    if (!text) return text.error();
    const Result<KernelTrace> trace = readKernelTrace(*text, path.toStdString());
    if (!trace) return trace.error();
    ui::SplitOther other{reportOf(scenario, catalog), QFileInfo(path).fileName()};
    other.traced = std::make_shared<const TracedLanes>(tracedLanes(*trace));
    return other;
}

/// The load of the runs where they have one; else the scenario's own.
Scenario ranAs(Scenario scenario, const std::vector<BenchRun>& runs, const Catalog& catalog) {
    if (runs.empty() || !scenario.serve) return scenario;
    const auto alike = [&](const BenchRun& run) {
        return run.concurrency == runs.front().concurrency && run.rate == runs.front().rate;
    };
    if (!std::all_of(runs.begin(), runs.end(), alike)) return scenario;
    Scenario loaded = benchScenario(scenario, runs.front());
    return validate(loaded, catalog).empty() ? loaded : scenario;
}

/// Points of the runs; marks are of the load that `ran` has.
Result<OwnBesideShown> pointsOf(const OwnFiles& own, const Scenario& scenario, const Report& ran,
                                const Catalog& catalog) {
    if (own.broken) return own.problems;
    OwnRuns results = own.runs; // operators and recipes are points without a result that they stand beside
    results.points.clear();
    results.recipes.clear();
    OwnBeside beside = besideOwn(scenario, results, catalog, [](std::size_t count, const auto& work) {
        forEachParallel(count, {}, work);
    });
    OwnBesideShown made;
    made.shown.marks = ownMarks(beside.parts, ran.scenario);
    made.shown.served = ownServed(beside.parts, ran.serve ? ran.serve->gpus + ran.serve->prefillGpus : 1);
    made.shown.parts = std::move(beside.parts);
    made.shown.take(own.runs, scenario, catalog);
    made.leftOut = std::move(beside.leftOut);
    for (const OwnPoints& points : own.runs.points)
        if (!isOfGpu(points, scenario, catalog))
            made.leftOut.push_back({.source = points.source,
                                    .key = "gpu.preset",
                                    .rule = say("must be the GPU of the file, %1", points.gpu),
                                    .value = scenario.gpu.preset});
    if (made.shown.empty()) {
        if (made.leftOut.empty())
            made.leftOut.push_back({.rule = say("no file tells anything that can be fitted")});
        return made.leftOut;
    }
    return made;
}

Result<ui::SplitOther> measuredOther(const QStringList& paths, const Scenario& scenario,
                                     const Catalog& catalog) {
    const OwnFiles own = readOwnFiles(paths, catalog);
    if (own.broken) return own.problems;
    const ReportPtr ran = reportOf(ranAs(scenario, own.runs.benchmarks, catalog), catalog);
    Result<OwnBesideShown> points = pointsOf(own, scenario, *ran, catalog);
    if (!points) return points.error();
    QStringList files;
    for (const QString& path : paths) files << QFileInfo(path).fileName();
    return ui::SplitOther{ran, items::Words::tr("%1, measured").arg(files.join(QStringLiteral(", "))),
                          points->shown};
}

} // namespace

Result<ui::SplitOther> splitOtherOf(const QStringList& names, const Scenario& scenario,
                                    const Catalog& catalog) {
    const QString name = names.value(0);
    if (names.size() == 1)
        if (const ScenarioPreset* preset = catalog.preset(name.toStdString()))
            return ui::SplitOther{reportOf(preset->scenario, catalog), QString::fromStdString(preset->label)};
    std::vector<const FileKind*> kinds;
    for (const QString& path : names) kinds.push_back(fileKindOf(FileHead(path)));
    if (std::all_of(kinds.begin(), kinds.end(), isMeasured)) return measuredOther(names, scenario, catalog);
    if (names.size() > 1)
        return Problem{.source = "--against", .rule = say("takes several files of measurements alone")};
    if (kinds.front() && kinds.front()->door == FileDoor::Profile)
        return tracedOther(name, scenario, catalog);
    const Result<CompareEntry> read = readCompareEntry(name, catalog);
    if (!read) return read.error();
    Problems problems = validate(read->content.scenario, catalog);
    if (!problems.empty()) return problems;
    ui::SplitOther other{reportOf(read->content.scenario, catalog), QString::fromStdString(read->name)};
    other.log = read->content.measured;
    return other;
}

Result<OwnBesideShown> ownShownOf(const QStringList& paths, const Report& report, const Catalog& catalog) {
    return pointsOf(readOwnFiles(paths, catalog), report.scenario, report, catalog);
}

} // namespace moe::app
