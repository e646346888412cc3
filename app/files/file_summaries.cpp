// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/file_summaries.h"

#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "data/kernel_trace.h"
#include "data/recipe_runs.h"
#include "data/request_trace.h"
#include "data/response_table.h"
#include "data/text.h"
#include "models/engine/calibration/bench_file.h"
#include "models/engine/calibration/server_log.h"
#include "models/engine/cost/step_constants_file.h"
#include "models/engine/explain/lesson.h"
#include "models/engine/files/board_file.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/files/foreign_files.h"
#include "models/engine/files/mine_file.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/files/session_file.h"
#include "models/engine/logs/foreign.h"
#include "models/engine/loss/recipe/recipe_check.h"
#include "models/engine/measured/run_list.h"
#include "models/engine/operators/own_gpu.h"

#include <algorithm>
#include <utility>

namespace moe::app {
namespace {

const Catalog& shipped() {
    static const std::shared_ptr<const Catalog> catalog = shippedCatalog().catalog;
    return *catalog;
}

std::string counted(std::size_t count, const char* one, const char* more) {
    return std::to_string(count) + ' ' + (count == 1 ? one : more);
}

Result<std::string> documentOf(const FileHead& head) {
    return readFile(head.path(), kLargestDocument);
}

/// `read` makes something of the text, of which `tell` says what it is.
template <class Read, class Tell>
ImportSummary summaryOf(const FileHead& head, std::string kind, const Result<std::string>& text, Read read,
                        Tell tell) {
    ImportSummary summary;
    summary.source = head.path().toStdString();
    summary.kind = std::move(kind);
    if (!text) {
        summary.problems = text.error();
    } else if (const auto made = read(*text, summary.source); !made) {
        summary.problems = made.error();
    } else {
        tell(*made, summary);
        return summary;
    }
    summary.rejected = true;
    return summary;
}

void addLeftOut(const Scenario& scenario, ImportSummary& summary) {
    std::string list;
    for (const std::string& each : scenario.leftOut) list += (list.empty() ? "" : ", ") + each;
    if (!list.empty()) summary.facts.push_back("left out: " + list);
    for (const Assumption& one : scenario.assumed) summary.assumed.push_back(toString(one.text));
}

} // namespace

ImportSummary sessionSummary(const FileHead& head) {
    return summaryOf(head, "session", documentOf(head), readSession,
                     [](const SessionFile& session, ImportSummary& summary) {
                         summary.facts = {counted(session.pins.size(), "pin", "pins"),
                                          counted(session.tables.size(), "table", "tables")};
                     });
}

ImportSummary boardSummary(const FileHead& head) {
    return summaryOf(head, "board", documentOf(head), readBoard,
                     [](const BoardFile& board, ImportSummary& summary) {
                         summary.facts = {counted(board.panels.size(), "panel", "panels")};
                     });
}

ImportSummary constantsSummary(const FileHead& head) {
    return summaryOf(head, "step-time constants", documentOf(head), readStepConstants,
                     [](const StepConstantsFile&, ImportSummary& summary) {
                         summary.facts = {"for --data, and for File ▸ Open"};
                     });
}

ImportSummary runsSummary(const FileHead& head) {
    const auto read = [](const std::string& text, const std::string& source) {
        return readRunList(text, source, shipped());
    };
    return summaryOf(head, "measured runs", documentOf(head), read,
                     [](const RunList& list, ImportSummary& summary) {
                         summary.rows = list.cases.size();
                         if (!list.leftOut.empty())
                             summary.facts.push_back(std::to_string(list.leftOut.size()) + " left out");
                         summary.facts.emplace_back("for validate");
                     });
}

ImportSummary scenarioSummary(const FileHead& head) {
    const bool model = head.endsWith({QLatin1String(".json")}) && head.schema().empty();
    const auto read = [](const std::string& text, const std::string& source) {
        return readValidScenario(text, source, shipped());
    };
    return summaryOf(head, model ? "model configuration" : "scenario", scenarioTextOf(head.path()), read,
                     [](const Scenario& scenario, ImportSummary& summary) {
                         summary.facts = {scenario.name.empty() ? "unnamed" : excerpt(scenario.name),
                                          scenario.moe ? "MoE" : "dense"};
                         addLeftOut(scenario, summary);
                     });
}

ImportSummary machinesSummary(const FileHead& head) {
    return summaryOf(head, "machines", documentOf(head), readMachines,
                     [](const Machines& machines, ImportSummary& summary) {
                         if (!machines.gpus.empty())
                             summary.facts.push_back(counted(machines.gpus.size(), "GPU", "GPUs"));
                         if (!machines.clusters.empty())
                             summary.facts.push_back(
                                 counted(machines.clusters.size(), "cluster", "clusters"));
                     });
}

ImportSummary traceSummary(const FileHead& head) {
    return summaryOf(head, "profile of a GPU", readFile(head.path(), kLargestTrace), readKernelTrace,
                     [](const KernelTrace& trace, ImportSummary& summary) {
                         summary.facts.push_back(counted(trace.kernels.size(), "kernel", "kernels"));
                         if (!trace.gpu.empty()) summary.facts.push_back(excerpt(trace.gpu));
                         summary.facts.push_back(counted(trace.steps.size(), "step", "steps"));
                         summary.facts.emplace_back("for trace --against");
                     });
}

/// Lines of JSON, and keys that several programs write, may be anybody's.
static void orForeign(const Result<std::string>& text, ImportSummary& summary) {
    if (!summary.rejected || !text) return;
    if (std::optional<Problem> foreign = foreignFileProblem(findForeignFile(*text), summary.source))
        summary.problems = {*std::move(foreign)};
}

ImportSummary benchSummary(const FileHead& head) {
    const Result<std::string> text = documentOf(head);
    ImportSummary made =
        summaryOf(head, "benchmark result of a server", text, readBench,
                  [](const std::vector<BenchRun>& runs, ImportSummary& summary) {
                      summary.rows = runs.size();
                      std::string models;
                      for (const BenchRun& run : runs)
                          if (!run.model.empty() && models.find(run.model) == std::string::npos)
                              models += (models.empty() ? "" : ", ") + run.model;
                      if (!models.empty()) summary.facts.push_back("of " + excerpt(models));
                      summary.facts.emplace_back("for fit");
                  });
    orForeign(text, made);
    return made;
}

ImportSummary serverSummary(const FileHead& head) {
    return summaryOf(head, "start-up log of a server", documentOf(head), readServerPool,
                     [](const ServerPool& pool, ImportSummary& summary) {
                         summary.facts = {"of " + std::string(pool.engine->label),
                                          "KV cache of " + std::to_string(pool.tokens) + " tokens a rank",
                                          "--set serve.kv_blocks=" + std::to_string(pool.blocks()) +
                                              " (blocks of " + std::to_string(pool.blockSize) + ")"};
                     });
}

ImportSummary lessonSummary(const FileHead& head) {
    return summaryOf(
        head, "lesson", documentOf(head), readLessonFile, [](const Lesson& lesson, ImportSummary& summary) {
            summary.facts = {excerpt(lesson.title), counted(lesson.steps.size(), "step", "steps"),
                             "for lesson check, and for File ▸ Open"};
        });
}

ImportSummary mineSummary(const FileHead& head) {
    return summaryOf(head, "fit to measurements", documentOf(head), readMine,
                     [](const MineFile& mine, ImportSummary& summary) {
                         summary.facts.push_back("fitted to " +
                                                 counted(mine.fittedTo.size(), "file", "files"));
                         for (const GpuSpec& gpu : mine.gpus) summary.facts.push_back("GPU " + gpu.key);
                         if (mine.scenario) summary.facts.emplace_back("a scenario");
                         summary.facts.emplace_back("for --data, and for File ▸ Open");
                     });
}

ImportSummary pointsSummary(const FileHead& head) {
    return summaryOf(head, "nccl-tests", documentOf(head), readOwnPoints,
                     [](const OwnPoints& points, ImportSummary& summary) {
                         summary.rows = points.points.size();
                         if (!points.gpu.empty()) summary.facts.push_back("on " + excerpt(points.gpu));
                         summary.facts.emplace_back("for fit");
                         summary.problems = points.problems;
                     });
}

ImportSummary memorySummary(const FileHead& head) {
    return summaryOf(head, "memory of nvidia-smi", documentOf(head), readGpuMemory,
                     [](const GpuMemoryUse& use, ImportSummary& summary) {
                         summary.rows = use.lines;
                         summary.facts.push_back("the fullest GPU holds " +
                                                 std::to_string(static_cast<long long>(use.used / MiB)) +
                                                 " MiB");
                         summary.facts.emplace_back("for fit");
                     });
}

ImportSummary requestsSummary(const FileHead& head) {
    return summaryOf(head, "trace of requests", readFile(head.path()), readRequestTrace,
                     [](const RequestTrace& trace, ImportSummary& summary) {
                         if (!trace.format.empty()) summary.kind = trace.format;
                         summary.rows = trace.requests;
                         summary.facts.emplace_back("for simulate --trace");
                         for (const Message& note : trace.notes) summary.assumed.push_back(toString(note));
                     });
}

/// What none of ours recognises may be a file of another program.
static void nameForeign(std::string_view text, ImportSummary& summary) {
    if (!summary.rejected || !summary.kind.empty()) return;
    if (std::optional<Problem> foreign = foreignFileProblem(findForeignFile(text), summary.source))
        summary.problems = {*std::move(foreign)};
}

/// What the arguments of a log say and a scenario made of it would not; a log that gives no scenario is no
/// worse for that.
ImportSummary logSummary(const FileHead& head) {
    const Result<std::string> text = readInput(head.path());
    ImportSummary summary;
    summary.source = head.path().toStdString();
    if (!text) {
        summary.problems = text.error();
        summary.rejected = true;
        return summary;
    }
    summary = summarise(*text, summary.source);
    nameForeign(*text, summary);
    if (summary.rejected) return summary;
    const Result<Scenario> scenario = scenarioOfText(*text, head.path(), shipped(), Between::Unchecked);
    if (scenario)
        addLeftOut(*scenario, summary);
    else
        for (const Problem& problem : scenario.error())
            if (problem.line > 0) summary.problems.push_back(problem);
    return summary;
}

ImportSummary foreignSummary(const FileHead& head) {
    const Result<std::string> text = readFile(head.path(), kLargestFigure);
    const auto read = [&](const std::string& all, const std::string&) {
        return scenarioOfText(all, head.path(), shipped(), Between::Checked);
    };
    return summaryOf(head, text ? foreignKind(*text) : "", text, read,
                     [](const Scenario& scenario, ImportSummary& summary) {
                         summary.facts = {scenario.moe ? "MoE" : "dense",
                                          scenario.train ? "with a training run" : "a model alone"};
                         addLeftOut(scenario, summary);
                     });
}

/// Runs of somebody's own recipe, which no folder of tables holds.
ImportSummary recipeSummary(const FileHead& head) {
    const auto read = [](const std::string& text, const std::string& source) -> Result<RecipeTable> {
        Result<RecipeTable> table = readRecipeRuns(text, source);
        if (table)
            if (Problems problems = recipeProblems(*table); !problems.empty()) return problems;
        return table;
    };
    const Result<std::string> whole = readFile(head.path());
    ImportSummary made = summaryOf(
        head, "runs of a recipe", whole, read, [](const RecipeTable& table, ImportSummary& summary) {
            summary.rows = table.runs.size();
            for (const Message& each : table.leftOut) summary.facts.push_back(toString(each));
            summary.facts.emplace_back("for loss --recipe, or as loss.recipe of a scenario");
        });
    orForeign(whole, made);
    return made;
}

ImportSummary responsesSummary(const FileHead& head) {
    return summaryOf(head, "lengths of responses", readFile(head.path()), readResponses,
                     [](const ResponseTable& table, ImportSummary& summary) {
                         summary.rows = table.rows.size();
                         if (!table.groups.empty())
                             summary.facts.push_back("to " + std::to_string(table.groups.size()) +
                                                     " prompts");
                         summary.facts.emplace_back("as rl.lengths of a scenario");
                     });
}

ImportSummary tableSummary(const FileHead& head) {
    const Result<std::string> text = readInput(head.path());
    ImportSummary summary;
    summary.source = head.path().toStdString();
    if (!text) {
        summary.problems = text.error();
        summary.rejected = true;
        return summary;
    }
    summary = summarise(*text, summary.source);
    nameForeign(*text, summary);
    return summary;
}

} // namespace moe::app
