// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/file_kinds.h"

#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "app/files/file_summaries.h"
#include "data/document.h"
#include "data/megatron_log.h"
#include "data/recipe_runs.h"
#include "data/request_trace.h"
#include "data/response_table.h"
#include "models/engine/calibration/bench_file.h"
#include "models/engine/calibration/server_log.h"
#include "models/engine/cost/step_constants_file.h"
#include "models/engine/files/mine_file.h"
#include "models/engine/logs/foreign.h"
#include "models/engine/measured/run_list.h"

#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>

namespace moe::app {
namespace {

constexpr qint64 kHead = 1 << 16; // of a profile, properties of eight GPUs come first

using Head = const FileHead&;

bool isYaml(Head head) {
    return head.endsWith({QLatin1String(".yaml"), QLatin1String(".yml")});
}
bool isJson(Head head) {
    return head.endsWith({QLatin1String(".json")});
}
bool holds(Head head, std::string_view text) {
    return head.begin().find(text) != std::string_view::npos;
}

bool isSession(Head head) {
    return head.schema().starts_with("moe-explorer/session/");
}
bool isBoard(Head head) {
    return head.schema().starts_with("moe-explorer/board/");
}
bool isConstants(Head head) {
    return isStepConstants(head.begin());
}
bool isRuns(Head head) {
    return isYaml(head) && isRunList(head.begin());
}
bool isFigure(Head head) {
    return looksLikeFigure(head.path());
}
bool namesScenario(Head head) {
    return head.schema().starts_with("moe-explorer/scenario/");
}
bool isLesson(Head head) {
    return head.schema().starts_with("moe-explorer/lesson/");
}
bool isFitted(Head head) {
    return isMine(head.begin());
}
/// GPUs and clusters: entries with a generation, or with keys of a cluster.
bool isMachines(Head head) {
    if (!isYaml(head)) return false;
    const Result<Document> document = parseDocument(head.whole(), head.path().toStdString());
    return document && std::any_of(document->begin(), document->end(), [](const DocumentEntry& entry) {
               const std::string_view key = entry.key;
               return key.ends_with(".generation") || key.find(".cluster.") != std::string_view::npos;
           });
}
bool isTrace(Head head) {
    // Only profilers pack their JSON; what else is packed is told what it is.
    if (head.endsWith({QLatin1String(".json.gz")})) return true;
    return isJson(head) &&
           (holds(head, "\"traceEvents\"") || (holds(head, "\"ph\"") && holds(head, "\"ts\"")));
}
/// What its client measured, whatever it is called.
bool isBenchResult(Head head) {
    if (!isBench(head.begin())) return false;
    const bool vllm = holds(head, "\"output_throughput\"");
    const bool ending = vllm && head.endsWith({QLatin1String(".json"), QLatin1String(".jsonl")});
    return head.schema().empty() && (ending || static_cast<bool>(readBench(head.whole(), "")));
}
/// Of another program; this one's own is a table.
bool isRequests(Head head) {
    return !isOwnRequestTrace(head.begin()) && isRequestTrace(head.begin());
}
bool isConfig(Head head) {
    return isJson(head) && head.schema().empty();
}
bool isServer(Head head) {
    return head.endsWith({QLatin1String(".log"), QLatin1String(".txt"), QLatin1String(".out")}) &&
           isServerLog(head.whole());
}
bool isNccl(Head head) {
    return head.endsWith({QLatin1String(".log"), QLatin1String(".txt"), QLatin1String(".out")}) &&
           isNcclTests(head.begin());
}
bool isSmi(Head head) {
    return head.endsWith({QLatin1String(".log"), QLatin1String(".txt"), QLatin1String(".out"),
                          QLatin1String(".csv")}) &&
           isGpuMemory(head.begin()) && !isMegatronLog(head.whole()); // jobs print it before they begin
}
bool isLog(Head head) {
    if (head.endsWith({QLatin1String(".log")})) return true;
    const bool ending =
        head.endsWith({QLatin1String(".txt"), QLatin1String(".out"), QLatin1String(".err")}) ||
        QFileInfo(head.path()).suffix().isEmpty();
    return ending && isMegatronLog(head.whole());
}
bool isForeign(Head head) {
    return !head.endsWith({QLatin1String(".csv"), QLatin1String(".json")}) &&
           !foreignKind(head.whole()).empty();
}
bool mayBeScenario(Head head) {
    return isYaml(head) || head.endsWith({QLatin1String(".toml"), QLatin1String(".sh")});
}
bool isRecipe(Head head) {
    return isRecipeTable(head.begin());
}
bool isResponses(Head head) {
    return head.endsWith({QLatin1String(".csv")}) && isResponseTable(head.begin());
}
bool isTable(Head head) {
    return head.endsWith({QLatin1String(".csv")});
}

} // namespace

FileHead::FileHead(const QString& path) : m_path(path) {
    QFile file(path);
    if (!isOrdinaryFile(path) || !file.open(QIODevice::ReadOnly)) return;
    m_begin = file.read(kHead);
    if (!looksLikeFigure(path)) m_schema = std::string(schemaOf(begin()));
}

bool FileHead::endsWith(std::initializer_list<QLatin1String> endings) const {
    return std::any_of(endings.begin(), endings.end(),
                       [this](QLatin1String ending) { return m_path.endsWith(ending, Qt::CaseInsensitive); });
}

const std::string& FileHead::whole() const {
    if (!m_whole) {
        Result<std::string> text = readFile(m_path, kLargestFigure);
        m_whole = text ? std::move(text).value() : std::string();
    }
    return *m_whole;
}

const std::vector<FileKind>& fileKinds() {
    static const std::vector<FileKind> rows{
        {.name = "session",
         .door = FileDoor::Session,
         .endings = "*.yaml *.yml",
         .recognises = isSession,
         .describe = sessionSummary},
        {.name = "board",
         .door = FileDoor::Board,
         .endings = "*.yaml *.yml",
         .recognises = isBoard,
         .describe = boardSummary},
        {.name = "step-time constants",
         .door = FileDoor::Tables,
         .endings = "*.yaml *.yml",
         .recognises = isConstants,
         .describe = constantsSummary},
        {.name = "measured runs",
         .door = FileDoor::Nowhere,
         .endings = "*.yaml *.yml",
         .recognises = isRuns,
         .describe = runsSummary,
         .use = "validate"},
        {.name = "figure",
         .door = FileDoor::Scenario,
         .endings = "*.pdf *.svg *.png",
         .recognises = isFigure,
         .describe = scenarioSummary},
        {.name = "scenario",
         .door = FileDoor::Scenario,
         .endings = "*.yaml *.yml *.toml *.sh",
         .recognises = namesScenario,
         .describe = scenarioSummary},
        {.name = "fit to measurements",
         .door = FileDoor::Fitted,
         .endings = "*.yaml *.yml",
         .recognises = isFitted,
         .describe = mineSummary},
        {.name = "lesson",
         .door = FileDoor::Lesson,
         .endings = "*.yaml *.yml",
         .recognises = isLesson,
         .describe = lessonSummary},
        // Before scenarios and recipes, which these resemble.
        {.name = "machines",
         .door = FileDoor::Tables,
         .endings = "*.yaml *.yml",
         .recognises = isMachines,
         .describe = machinesSummary},
        // Before configurations, which are JSON too.
        {.name = "profile of a GPU",
         .door = FileDoor::Profile,
         .endings = "*.json *.json.gz",
         .recognises = isTrace,
         .describe = traceSummary},
        {.name = "benchmark result of a server",
         .door = FileDoor::Mine,
         .endings = "*.json *.jsonl",
         .recognises = isBenchResult,
         .describe = benchSummary,
         .fits = FitKind::Server},
        {.name = "trace of requests",
         .door = FileDoor::Nowhere,
         .endings = "*.csv *.jsonl",
         .recognises = isRequests,
         .describe = requestsSummary,
         .use = "simulate --trace"},
        {.name = "model configuration",
         .door = FileDoor::Model,
         .endings = "*.json",
         .recognises = isConfig,
         .describe = scenarioSummary},
        // Before training logs, which end alike.
        {.name = "start-up log of a server",
         .door = FileDoor::Mine,
         .endings = "*.log *.txt *.out",
         .recognises = isServer,
         .describe = serverSummary,
         .fits = FitKind::Pool},
        {.name = "nccl-tests",
         .door = FileDoor::Mine,
         .endings = "*.txt *.log *.out",
         .recognises = isNccl,
         .describe = pointsSummary,
         .fits = FitKind::Operators},
        {.name = "memory of nvidia-smi",
         .door = FileDoor::Mine,
         .endings = "*.txt *.csv *.log *.out",
         .recognises = isSmi,
         .describe = memorySummary,
         .fits = FitKind::Memory},
        {.name = "training log",
         .door = FileDoor::Log,
         .endings = "*.log *.txt *.out *.err",
         .recognises = isLog,
         .describe = logSummary,
         .fits = FitKind::Step},
        {.name = "recipe of another program",
         .door = FileDoor::Scenario,
         .endings = "*.yaml *.yml *.toml *.sh",
         .recognises = isForeign,
         .describe = foreignSummary},
        {.name = "scenario",
         .door = FileDoor::Scenario,
         .endings = "*.yaml *.yml *.toml *.sh",
         .recognises = mayBeScenario,
         .describe = scenarioSummary},
        {.name = "runs of a recipe",
         .door = FileDoor::Recipe,
         .endings = "*.csv *.jsonl",
         .recognises = isRecipe,
         .describe = recipeSummary,
         .fits = FitKind::Loss},
        {.name = "lengths of responses",
         .door = FileDoor::Nowhere,
         .endings = "*.csv",
         .recognises = isResponses,
         .describe = responsesSummary,
         .use = "--set rl.lengths"},
        {.name = "table",
         .door = FileDoor::Tables,
         .endings = "*.csv",
         .recognises = isTable,
         .describe = tableSummary,
         .fits = FitKind::Operators},
    };
    return rows;
}

QString fileEndings(std::initializer_list<FileDoor> doors) {
    QStringList all;
    for (const FileKind& kind : fileKinds())
        if (doors.size() == 0 || std::find(doors.begin(), doors.end(), kind.door) != doors.end())
            all += QString::fromLatin1(kind.endings).split(QLatin1Char(' '));
    all.removeDuplicates();
    return all.join(QLatin1Char(' '));
}

const FileKind* fileKindOf(const FileHead& head) {
    for (const FileKind& kind : fileKinds())
        if (kind.recognises(head)) return &kind;
    return nullptr;
}

} // namespace moe::app
