// SPDX-License-Identifier: GPL-3.0-or-later
// sweep: a grid of scenarios, or a ready-made study, as a table.

#include "app/commands/command.h"
#include "app/commands/progress_line.h"
#include "app/commands/scenario_options.h"
#include "app/commands/sweep_parts.h"
#include "app/files/catalog_loader.h"
#include "app/files/parallel.h"
#include "app/files/save_file.h"
#include "app/work/search_run.h"
#include "models/items/sweep_text.h"

#include <atomic>
#include <chrono>

namespace moe::app {
namespace {

constexpr std::size_t kMostRows = 100'000'000;

Result<SweepPlan> planOf(const CommandLine& line, const Input& input) {
    if (line.has("study")) {
        const std::string name = line.value("study").toStdString();
        Result<SweepPlan> plan = studyPlan(name, input.scenario, *input.catalog);
        if (plan) return plan;
        Problems problems = plan.error();
        for (Problem& problem : problems)
            if (problem.value == name) problem.source = "--study";
        return problems;
    }
    Problems problems;
    std::vector<SweepAxis> axes;
    for (const QString& text : line.values("vary")) {
        Result<SweepAxis> axis = parseAxis(text.toStdString());
        if (axis)
            axes.push_back(*axis);
        else
            append(problems, axis.error());
    }
    for (std::size_t i = 0; i < axes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (axes[i].key == axes[j].key)
                problems.push_back(
                    {.key = axes[i].key, .rule = "is varied twice; name all its values in one"});
    for (Problem& problem : problems) problem.source = "--vary";
    if (!problems.empty()) return problems;
    return gridPlan(input.scenario, std::move(axes), {});
}

Problems readMetrics(const CommandLine& line, SweepPlan& plan) {
    Problems problems;
    std::vector<const Metric*> chosen;
    for (const QString& key : line.values("metric")) {
        if (const Metric* metric = findMetric(key.toStdString()))
            chosen.push_back(metric);
        else
            problems.push_back({.source = "--metric",
                                .rule = "must be a metric (see `moe-explorer metrics`)",
                                .value = key.toStdString()});
    }
    if (!chosen.empty()) plan.metrics = chosen;
    if (plan.metrics.empty())
        for (const char* key :
             {"loss.value", "memory.device_bytes", "train.step_seconds", "train.mfu", "train.gpu_hours"})
            plan.metrics.push_back(findMetric(key));
    return problems;
}

std::vector<SweepCell> cellsOf(const SweepPlan& plan, const Catalog& catalog, std::size_t first,
                               std::size_t end, unsigned jobs) {
    std::vector<SweepCell> cells(end - first);
    const ProgressLine shown(QStringLiteral("Sweep"));
    const Progress progress = shown.progress();
    std::atomic<std::size_t> done = 0;
    inParallel(cells.size(), 16, jobs, {}, [&] {
        return [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) cells[i] = sweepCell(plan, catalog, first + i);
            done += to - from;
            if (progress) progress(static_cast<double>(done), static_cast<double>(cells.size()));
        };
    });
    return cells;
}

/// Makes the part and its note; the note first, so that a part is never without.
Problems writePart(const SweepPlan& plan, const Catalog& catalog, SweepForm form, const Shard& shard,
                   unsigned jobs, const QString& path) {
    const auto start = std::chrono::steady_clock::now();
    PartNote note = partNote(plan, form, shard);
    const QByteArray bytes =
        sweepBytes(plan, cellsOf(plan, catalog, note.first, note.end, jobs), form, shard.index == 1);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    note.coreSeconds = taken.count() * threadsFor(jobs);
    note.content = sha256(bytes.toStdString());
    if (Problems problems = saveFile(notePath(path), noteText(note)); !problems.empty()) return problems;
    return saveFile(path, bytes);
}

int join(const CommandLine& line, const SweepPlan& plan, const Catalog& catalog, SweepForm form,
         unsigned jobs) {
    const Result<JoinedParts> joined = readParts(plan, catalog, form, line.positional());
    if (!joined) return fail(joined.error());
    if (!line.has("output")) {
        print(progressText(plan, *joined));
        return kDone;
    }
    if (!joined->missing.empty() && !line.has("resume")) {
        printError(progressText(plan, *joined));
        return fail(
            {{.source = "--join",
              .rule = "parts are missing; make them with --shard, or add --resume to compute them here"}});
    }
    QByteArray all;
    for (std::size_t i = 0; i < joined->notes.size(); ++i) {
        if (joined->notes[i]) {
            all += joined->contents[i];
            continue;
        }
        const auto [first, end] = shardRows(plan.count(), i + 1, joined->notes.size());
        all += sweepBytes(plan, cellsOf(plan, catalog, first, end, jobs), form, i == 0);
    }
    const Problems problems = saveFile(line.value("output"), all);
    return problems.empty() ? kDone : fail(problems);
}

} // namespace

int runSweep(const QStringList& arguments) {
    CommandLine line("sweep");
    addScenarioOptions(line);
    line.option(
        {"vary"},
        "One axis of the grid: values, or from:to:count (geometric where the field's slider is); may be "
        "repeated, the last varies fastest. Values of list fields are apart by semicolons.",
        "key=v1,v2|a:b:n");
    QStringList names;
    for (const Study& study : studies()) names << QLatin1String(study.key);
    line.option({"study"}, "A ready-made question instead of a grid: " + names.join(", ") + ".", "NAME");
    line.option({"metric"}, "Result to write (see `moe-explorer metrics`); may be repeated.", "KEY");
    line.jobsOption();
    line.option(
        {"shard"},
        "Only part i of n, from 1, with a note beside it (FILE.part.json); auto takes i and n from Slurm "
        "(array or "
        "step), Open MPI or MPICH, and %i in -o is the part's number. Slurm: sbatch --array=1-16 --wrap "
        "'moe-explorer sweep … --shard auto -o part-%i.csv'; MPI: mpirun -n 16 moe-explorer sweep … --shard "
        "auto -o "
        "part-%i.csv; GNU parallel: parallel moe-explorer sweep … --shard {}/16 -o part-%i.csv ::: {1..16}.",
        "i/n|auto");
    line.option(
        {"join"},
        "Joins the parts that follow, given the same arguments as they were: checks that none is of another "
        "sweep, twice, changed or missing. Without -o: how far it is, and what it cost.");
    line.option(
        {"resume"},
        "With --shard: leaves a part that is finished as it is. With --join: computes missing parts here.");
    line.option({"o", "output"}, "Where to write: .csv, or .json with one object per line. Default: a table.",
                "FILE.{csv,json}");
    if (const int stop = line.parse(arguments, 0, 1'000'000); stop >= 0) return stop;
    if (line.has("vary") == line.has("study"))
        return line.usageError(QStringLiteral("needs --vary or --study"));
    const std::optional<unsigned> threads = line.jobs();
    if (!threads) return kUsage;
    const unsigned jobs = *threads;
    const bool joining = line.has("join");
    if (joining == line.positional().isEmpty())
        return line.usageError(joining ? QStringLiteral("--join needs the parts")
                                       : QStringLiteral("takes no files"));
    if (line.has("resume") && !joining && !line.has("shard"))
        return line.usageError(QStringLiteral("--resume goes with --shard or --join"));
    std::optional<Shard> shard;
    if (line.has("shard")) {
        if (joining) return line.usageError(QStringLiteral("--shard and --join exclude each other"));
        shard = readShard(line.value("shard"));
        if (!shard)
            return line.usageError(
                line.value("shard") == QLatin1String("auto")
                    ? QStringLiteral("--shard auto: no array or rank of Slurm or MPI is seen")
                    : QStringLiteral("--shard: must be i/n, from 1/n to n/n, or auto"));
        if (!line.has("output")) return line.usageError(QStringLiteral("--shard needs -o"));
    }
    const QString output = shard ? shardPath(line.value("output"), *shard) : line.value("output");
    const SweepForm form = output.endsWith(QLatin1String(".json")) ||
                                   (joining && line.positional().first().endsWith(QLatin1String(".json")))
                               ? SweepForm::JsonLines
                               : SweepForm::Csv;
    if (line.has("output") && !output.endsWith(QLatin1String(".json")) &&
        !output.endsWith(QLatin1String(".csv")))
        return line.usageError(QStringLiteral("-o: must end in .csv or .json"));

    const bool grid = line.has("vary");
    const Result<Input> input = scenarioInput(line, grid ? KeyRules::MayBreak : KeyRules::Hold);
    if (!input) return fail(input.error());
    Result<SweepPlan> planned = planOf(line, *input);
    if (!planned) return fail(planned.error());
    // A grid may cure what the scenario breaks; where no point does, the scenario's own problems say more
    // than rows.
    if (grid && !hasValidRow(*planned, *input->catalog))
        if (const Result<Input> whole = scenarioInput(line); !whole) return fail(whole.error());
    SweepPlan plan = std::move(planned).value();
    if (const Problems problems = readMetrics(line, plan); !problems.empty()) return fail(problems);
    if (plan.count() > kMostRows)
        return fail({{.source = "--vary", .rule = "the grid must have at most 100 million rows"}});
    if (joining) return join(line, plan, *input->catalog, form, jobs);
    if (shard) {
        if (line.has("resume") && isFinished(output, partNote(plan, form, *shard))) return kDone;
        const Problems problems = writePart(plan, *input->catalog, form, *shard, jobs, output);
        return problems.empty() ? kDone : fail(problems);
    }
    const std::vector<SweepCell> cells = cellsOf(plan, *input->catalog, 0, plan.count(), jobs);
    if (!line.has("output")) {
        print(items::sweepText(plan, cells));
        return kDone;
    }
    const Problems problems = saveFile(output, sweepBytes(plan, cells, form, true));
    return problems.empty() ? kDone : fail(problems);
}

} // namespace moe::app
