// SPDX-License-Identifier: GPL-3.0-or-later
// sweep: a grid of scenarios, or a ready-made study, as a table.

#include "app/commands/command.h"
#include "app/commands/scenario_options.h"
#include "app/search_run.h"
#include "models/items/sweep_text.h"

namespace moe::app {
namespace {

constexpr std::size_t kMostRows = 100'000'000;

/// "2/16": part 2 of 16, from 1.
bool readShard(const QString& text, std::size_t& index, std::size_t& parts) {
    const QStringList ends = text.split(QLatin1Char('/'));
    bool first = false, second = false;
    index = ends.first().toULongLong(&first);
    parts = ends.last().toULongLong(&second);
    return ends.size() == 2 && first && second && index >= 1 && index <= parts;
}

Result<SweepPlan> planOf(const CommandLine& line, const Input& input) {
    if (line.has("study"))
        return studyPlan(line.value("study").toStdString(), input.scenario, *input.catalog);
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
    inParallel(cells.size(), 16, jobs, {}, [&] {
        return [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) cells[i] = sweepCell(plan, catalog, first + i);
        };
    });
    return cells;
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
    line.option({"j", "jobs"}, "Threads; default one per core.", "N", "0");
    line.option(
        {"shard"},
        "Only part i of n, from 1. Parts appended in order are the whole; only part 1 has the header. As a "
        "Slurm array: sbatch --array=1-16 --wrap 'moe-explorer sweep … --shard $SLURM_ARRAY_TASK_ID/16 -o "
        "part-$(printf %03d $SLURM_ARRAY_TASK_ID).csv', then cat part-*.csv > all.csv.",
        "i/n");
    line.option({"o", "output"}, "Where to write: .csv, or .json with one object per line. Default: a table.",
                "FILE.{csv,json}");
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    if (line.has("vary") == line.has("study"))
        return line.usageError(QStringLiteral("needs --vary or --study"));
    bool jobsGood = false;
    const unsigned jobs = line.value("jobs").toUInt(&jobsGood);
    if (!jobsGood || jobs > 1024) return line.usageError(QStringLiteral("-j: must be a count up to 1024"));
    std::size_t index = 1, parts = 1;
    if (line.has("shard") && !readShard(line.value("shard"), index, parts))
        return line.usageError(QStringLiteral("--shard: must be i/n, from 1/n to n/n"));
    const QString output = line.value("output");
    const bool json = output.endsWith(QLatin1String(".json"));
    if (line.has("output") && !json && !output.endsWith(QLatin1String(".csv")))
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
    const auto [first, end] = shardRows(plan.count(), index, parts);
    const std::vector<SweepCell> cells = cellsOf(plan, *input->catalog, first, end, jobs);
    if (!line.has("output")) {
        print(items::sweepText(plan, cells));
        return kDone;
    }
    const QByteArray bytes =
        json ? items::sweepJsonLines(plan, cells) : items::sweepCsv(plan, cells, index == 1);
    const Problems problems = saveFile(output, bytes);
    return problems.empty() ? kDone : fail(problems);
}

} // namespace moe::app
