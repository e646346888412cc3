// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/own_files.h"

#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "app/files/file_kinds.h"
#include "models/engine/calibration/serving_runs.h"
#include "models/engine/operators/own_check.h"

#include <QFileInfo>

#include <cmath>

namespace moe::app {
namespace {

/// Takes what `read` makes of a file's text into the runs; problems otherwise.
using TakeOwn = Problems (*)(const std::string& text, const QString& path, const Catalog& catalog,
                             OwnRuns& runs);

Problems takePool(const std::string& text, const QString& path, const Catalog&, OwnRuns& runs) {
    const Result<ServerPool> pool = readServerPool(text, path.toStdString());
    if (!pool) return pool.error();
    runs.pools.push_back({path.toStdString(), *pool});
    return {};
}

Problems takePoints(const std::string& text, const QString& path, const Catalog&, OwnRuns& runs) {
    const Result<OwnPoints> points = readOwnPoints(text, path.toStdString());
    if (!points) return points.error();
    runs.points.push_back(*points);
    std::string& gpu = runs.points.back().gpu;
    if (gpu.empty()) gpu = measuredHead(text).gpu;
    return {};
}

Problems takeStep(const std::string&, const QString& path, const Catalog& catalog, OwnRuns& runs) {
    const Result<CompareEntry> entry = readLogEntry(path, catalog);
    if (!entry) return entry.error();
    const std::optional<Seconds> step = measuredStep(*entry);
    if (!step) return {{.source = path.toStdString(), .rule = say("printed no time per iteration")}};
    const LogCurve& curve = entry->content.curve;
    OwnStep one{path.toStdString(), {entry->content.scenario, *step}, {}, curve.finished()};
    constexpr std::size_t kLastLines = 5; // a batch is noise
    for (std::size_t i = curve.loss.size(); i-- > 0 && one.lastLosses.size() < kLastLines;)
        if (std::isfinite(curve.loss[i])) one.lastLosses.push_back(curve.loss[i]);
    for (const Measured& measured : entry->content.measured) {
        const std::string_view key = measured.quantity->key;
        if (key == "peak_bytes") one.allocated = Bytes{measured.value};
        if (key == "reserved_bytes") one.reserved = Bytes{measured.value};
        if (key == "device_bytes") one.device = Bytes{measured.value};
    }
    runs.steps.push_back(std::move(one));
    return {};
}

Problems takeBenchmark(const std::string& text, const QString& path, const Catalog&, OwnRuns& runs) {
    const Result<std::vector<BenchRun>> read = readBench(text, path.toStdString());
    if (!read) return read.error();
    runs.benchmarks.insert(runs.benchmarks.end(), read->begin(), read->end());
    return {};
}

Problems takeRecipe(const std::string& text, const QString& path, const Catalog&, OwnRuns& runs) {
    Result<RecipeTable> table = readRecipeRuns(text, path.toStdString());
    if (!table) return table.error();
    runs.recipes.push_back(std::move(table).value());
    return {};
}

Problems takeMemory(const std::string& text, const QString& path, const Catalog&, OwnRuns& runs) {
    const Result<GpuMemoryUse> use = readGpuMemory(text, path.toStdString());
    if (!use) return use.error();
    runs.memory.push_back({path.toStdString(), *use});
    return {};
}

TakeOwn takeFor(FitKind kind) {
    switch (kind) {
    case FitKind::Pool: return takePool;
    case FitKind::Operators: return takePoints;
    case FitKind::Step: return takeStep;
    case FitKind::Server: return takeBenchmark;
    case FitKind::Memory: return takeMemory;
    case FitKind::Loss: break;
    }
    return takeRecipe;
}

} // namespace

OwnFiles readOwnFiles(const QStringList& paths, const Catalog& catalog) {
    OwnFiles own;
    for (const QString& path : paths) {
        const auto refuse = [&](Problems problems) {
            append(own.problems, std::move(problems));
            own.broken = true;
        };
        const Result<std::string> text = readFile(path);
        if (!text) {
            refuse(text.error());
            continue;
        }
        const FileKind* kind = fileKindOf(FileHead(path));
        if (!kind || !kind->fits) {
            refuse({{.source = path.toStdString(),
                     .rule = kind ? say("tells nothing that can be fitted (%1)", kind->name)
                                  : say("is no file that can be fitted to (see `moe-explorer import`)")}});
            continue;
        }
        if (Problems problems = takeFor(*kind->fits)(*text, path, catalog, own.runs); !problems.empty())
            refuse(std::move(problems));
        else
            own.files.push_back({path, *kind->fits, QLatin1String(kind->name)});
    }
    return own;
}

QStringList ownPaths(const QString& names) {
    if (names.contains(QLatin1Char('\n'))) return names.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    return QFileInfo::exists(names) ? QStringList{names} : names.split(QLatin1Char(','), Qt::SkipEmptyParts);
}

void forgetOwn(OwnRuns& runs, FitKind kind) {
    switch (kind) {
    case FitKind::Pool: return runs.pools.clear();
    case FitKind::Operators: return runs.points.clear();
    case FitKind::Step: return runs.steps.clear();
    case FitKind::Server: return runs.benchmarks.clear();
    case FitKind::Loss: return runs.recipes.clear();
    case FitKind::Memory: return runs.memory.clear();
    }
}

Result<Scenario> scenarioOfOwn(const OwnFiles& own, const Scenario& start, const Catalog& catalog) {
    const OwnRuns& runs = own.runs;
    Scenario scenario = start;
    for (const OwnPoints& points : runs.points)
        if (const GpuSpec* gpu = points.gpu.empty() ? nullptr : catalog.gpuNamed(points.gpu))
            scenario.gpu.preset = gpu->key;
    if (runs.benchmarks.empty() && runs.pools.empty())
        return runs.steps.empty() ? scenario : runs.steps.front().run.scenario;
    scenario.train.reset();
    if (!scenario.serve) scenario.serve.emplace();
    const auto open = [](const std::string& source, Message rule) {
        return Problem{.source = source, .rule = std::move(rule)};
    };
    if (!runs.benchmarks.empty()) {
        const BenchRun& run = runs.benchmarks.front();
        const std::optional<ServedShape> shape = servedShape(run.model, catalog);
        if (!shape)
            return open(run.source, say("names no model that a preset has: say whose it is with --preset or "
                                        "--scenario"));
        scenario.model = shape->model;
        scenario.moe = shape->moe;
    } else {
        return open(runs.pools.front().source,
                    say("names no model: say whose it is with --preset or --scenario"));
    }
    scenario.parallel = {};
    scenario.cluster.gpus.reset();
    if (!runs.pools.empty()) {
        scenario.serve->engine = runs.pools.front().pool.engine->engine;
        if (runs.pools.front().pool.tp > 0) scenario.parallel.tp = runs.pools.front().pool.tp;
    }
    return scenario;
}

MineFile mineOf(const MachineFit& fit, const QStringList& fittedTo, const std::string& name, bool named) {
    MineFile mine;
    for (const QString& path : fittedTo) mine.fittedTo.push_back(QFileInfo(path).fileName().toStdString());
    if (fit.gpu) mine.gpus.push_back(*fit.gpu);
    if (!named && !fit.moved) return mine; // of a GPU alone
    mine.scenario = fit.scenario;
    mine.scenario->name = name;
    return mine;
}

} // namespace moe::app
