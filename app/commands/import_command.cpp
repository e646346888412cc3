// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalog_loader.h"
#include "app/commands/command.h"
#include "app/compare_files.h"
#include "app/profile_desk.h"
#include "data/document.h"
#include "data/import.h"
#include "data/kernel_trace.h"
#include "data/megatron_log.h"
#include "data/recipe_runs.h"
#include "data/request_trace.h"
#include "data/text.h"
#include "models/engine/calibration/bench_file.h"
#include "models/engine/files/foreign_files.h"
#include "models/engine/files/model_config.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/loss/recipe/recipe_check.h"
#include "models/engine/measured/foreign.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <map>

namespace moe::app {
namespace {

bool isYaml(const QString& path) {
    return path.endsWith(QLatin1String(".yaml"), Qt::CaseInsensitive) ||
           path.endsWith(QLatin1String(".yml"), Qt::CaseInsensitive) || looksLikeConfig(path) ||
           !fileSchema(path).empty();
}

const Catalog& shipped() {
    static const std::shared_ptr<const Catalog> catalog = shippedCatalog().catalog;
    return *catalog;
}

void addLeftOut(const Scenario& scenario, ImportSummary& summary) {
    std::string list;
    for (const std::string& each : scenario.leftOut) list += (list.empty() ? "" : ", ") + each;
    if (!list.empty()) summary.facts.push_back("left out: " + list);
    for (const Assumption& one : scenario.assumed) summary.assumed.push_back(toString(one.text));
}

ImportSummary scenarioSummary(const std::string& text, const std::string& source) {
    ImportSummary summary;
    summary.source = source;
    summary.kind = looksLikeConfig(QString::fromStdString(source)) ? "model configuration" : "scenario";
    const Result<Scenario> scenario = readValidScenario(text, source, shipped());
    summary.rejected = !scenario;
    if (!scenario) {
        summary.problems = scenario.error();
    } else {
        summary.facts.push_back(scenario->name.empty() ? "unnamed" : excerpt(scenario->name));
        summary.facts.push_back(scenario->moe ? "MoE" : "dense");
        addLeftOut(*scenario, summary);
    }
    return summary;
}

/// Recipes of other programs.
ImportSummary foreignSummary(const std::string& kind, const Result<Scenario>& scenario,
                             const std::string& source) {
    ImportSummary summary;
    summary.source = source;
    summary.kind = kind;
    summary.rejected = !scenario;
    if (!scenario) {
        summary.problems = scenario.error();
        return summary;
    }
    summary.facts.push_back(scenario->moe ? "MoE" : "dense");
    summary.facts.push_back(scenario->train ? "with a training run" : "a model alone");
    addLeftOut(*scenario, summary);
    return summary;
}

/// Runs of somebody's own recipe, which no folder of tables holds.
ImportSummary recipeSummary(const std::string& text, const std::string& source) {
    ImportSummary summary;
    summary.source = source;
    summary.kind = "runs of a recipe";
    const Result<RecipeTable> table = readRecipeRuns(text, source);
    summary.problems = table ? recipeProblems(*table) : table.error();
    summary.rejected = !summary.problems.empty();
    if (summary.rejected) return summary;
    summary.rows = table->runs.size();
    for (const Message& each : table->leftOut) summary.facts.push_back(toString(each));
    summary.facts.push_back("for loss --recipe, or as loss.recipe of a scenario");
    return summary;
}

/// What the arguments of a log say and a scenario made of it would not; a log that gives no scenario is no
/// worse for that.
void addLeftOutOfLog(const std::string& text, const QString& path, ImportSummary& summary) {
    const Result<Scenario> scenario = scenarioOfText(text, path, shipped(), Between::Unchecked);
    if (scenario) return addLeftOut(*scenario, summary);
    for (const Problem& problem : scenario.error())
        if (problem.line > 0) summary.problems.push_back(problem);
}

void printUses(const char* title, const std::vector<ConfigUse>& rows) {
    constexpr std::size_t kWidest = 60;
    if (rows.empty()) return;
    print(QStringLiteral("  %1\n").arg(QLatin1String(title)));
    for (const ConfigUse& row : rows) {
        std::string text = "    " + excerpt(row.key.empty() ? row.to : row.key);
        const std::string value = row.value.size() > kWidest ? excerpt(row.value) : row.value;
        if (!value.empty()) text += " = " + value;
        if (!row.to.empty() && !row.key.empty()) text += " → " + row.to;
        if (!row.why.empty()) text += ": " + toString(row.why);
        print(QString::fromStdString(text) + QLatin1Char('\n'));
    }
}

/// What became of each key of a model's file.
void printReading(const QString& path) {
    const Result<std::string> text = scenarioTextOf(path);
    const std::string source = path.toStdString();
    const Result<Document> document = text ? parseDocument(*text, source) : Result<Document>(text.error());
    if (!document || !isModelConfig(*document)) return;
    const Result<ModelConfigReading> reading = readModelConfig(*document, source);
    if (!reading) return;
    printUses("used", reading->used);
    printUses("derived", reading->derived);
    printUses("ignored", reading->ignored);
}

ImportSummary benchSummary(const std::vector<BenchRun>& runs, const std::string& source) {
    ImportSummary summary;
    summary.source = source;
    summary.kind = "benchmark result of a server";
    summary.rows = runs.size();
    std::string models;
    for (const BenchRun& run : runs)
        if (!run.model.empty() && models.find(run.model) == std::string::npos)
            models += (models.empty() ? "" : ", ") + run.model;
    if (!models.empty()) summary.facts.push_back("of " + excerpt(models));
    summary.facts.push_back("for simulate --fit");
    return summary;
}

ImportSummary requestsSummary(const std::string& text, const std::string& source) {
    ImportSummary summary;
    summary.source = source;
    const Result<RequestTrace> trace = readRequestTrace(text, source);
    summary.kind = "trace of requests";
    summary.rejected = !trace;
    if (!trace) {
        summary.problems = trace.error();
        return summary;
    }
    if (!trace->format.empty()) summary.kind = trace->format;
    summary.rows = trace->requests;
    summary.facts.push_back("for simulate --trace");
    for (const Message& note : trace->notes) summary.assumed.push_back(toString(note));
    return summary;
}

/// What is a result of a benchmark or a trace, whatever its name ends in.
std::optional<ImportSummary> servingSummary(const std::string& text, const std::string& source) {
    if (text.find("\"output_throughput\"") != std::string::npos ||
        text.find("\"total_output_tokens\"") != std::string::npos)
        if (const Result<std::vector<BenchRun>> runs = readBench(text, source))
            return benchSummary(*runs, source);
    if (text.starts_with("arrival_s")) return std::nullopt;
    if (isRequestTrace(text)) return requestsSummary(text, source);
    return std::nullopt;
}

ImportSummary traceSummary(const QString& path) {
    ImportSummary summary;
    summary.source = path.toStdString();
    summary.kind = "profile of a GPU";
    const Result<std::string> text = readFile(path, kLargestTrace);
    const Result<KernelTrace> trace =
        text ? readKernelTrace(*text, summary.source) : Result<KernelTrace>(text.error());
    summary.rejected = !trace;
    if (!trace) {
        summary.problems = trace.error();
        return summary;
    }
    summary.facts.push_back(std::to_string(trace->kernels.size()) + " kernels");
    if (!trace->gpu.empty()) summary.facts.push_back(excerpt(trace->gpu));
    summary.facts.push_back("for trace --against");
    return summary;
}

ImportSummary summaryOfOurs(const QString& path) {
    if (looksLikeTrace(path)) return traceSummary(path);
    const std::string source = path.toStdString();
    const Result<std::string> text = looksLikeConfig(path)
                                         ? scenarioTextOf(path)
                                         : readInput(path, isYaml(path) ? kLargestDocument : kLargestTable);
    if (text)
        if (std::optional<ImportSummary> serving = servingSummary(*text, source)) return *serving;
    if (text && !looksLikeConfig(path)) {
        if (const std::string kind = foreignKind(*text); !kind.empty())
            return foreignSummary(kind, scenarioOfText(*text, path, shipped(), Between::Checked), source);
        if (isMegatronLog(*text) && !isYaml(path)) {
            ImportSummary summary = summarise(*text, source);
            addLeftOutOfLog(*text, path, summary);
            return summary;
        }
    }
    if (text && !isYaml(path) && isRecipeTable(*text)) return recipeSummary(*text, source);
    if (text) return isYaml(path) ? scenarioSummary(*text, source) : summarise(*text, source);
    ImportSummary summary;
    summary.source = source;
    summary.problems = text.error();
    summary.rejected = true;
    return summary;
}

/// What none of ours recognises may be a file of another program.
ImportSummary summaryOf(const QString& path) {
    ImportSummary summary = summaryOfOurs(path);
    if (!summary.rejected || !summary.kind.empty()) return summary;
    const Result<std::string> text = readInput(path, kLargestTable);
    const ForeignFile* file = text ? findForeignFile(std::string_view(*text)) : nullptr;
    if (std::optional<Problem> foreign = foreignFileProblem(file, summary.source))
        summary.problems = {*std::move(foreign)};
    return summary;
}

/// Two fabrics of the published profiles share one table: worth knowing before they are compared.
QByteArray contentOf(const QString& path) {
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (file.open(QIODevice::ReadOnly)) hash.addData(&file);
    return hash.result();
}

QString line(const ImportSummary& summary) {
    QStringList parts;
    parts << QString::fromStdString(
        summary.rejected ? "rejected" + (summary.kind.empty() ? "" : ", " + summary.kind) : summary.kind);
    if (!summary.rejected && summary.rows > 0) parts << QStringLiteral("%1 rows").arg(summary.rows);
    for (const std::string& fact : summary.facts) parts << QString::fromStdString(fact);
    if (!summary.problems.empty())
        parts << QStringLiteral("%1 problem%2")
                     .arg(summary.problems.size())
                     .arg(summary.problems.size() == 1 ? "" : "s");
    return QString::fromStdString(summary.source) + QStringLiteral(": ") + parts.join(QStringLiteral(", ")) +
           QLatin1Char('\n');
}

} // namespace

int runImport(const QStringList& arguments) {
    CommandLine command("import");
    if (const int stop = command.parse(arguments, 1, 1 << 20); stop >= 0) return stop;
    QStringList files;
    int code = kDone;
    for (const QString& path : command.positional()) {
        if (!QFileInfo(path).isDir()) {
            files << path;
            continue;
        }
        QStringList inFolder;
        QDirIterator walk(path, {"*.csv", "*.yaml", "*.yml"}, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) inFolder << walk.next();
        inFolder.sort();
        if (const Problems closed = closedFolders(path); !closed.empty())
            code = fail(closed);
        else if (inFolder.isEmpty())
            code = fail({{.source = path.toStdString(), .rule = "holds no .csv or .yaml file"}});
        files += inFolder;
    }
    std::map<QByteArray, QString> profiles; // by content
    for (const QString& path : files) {
        const ImportSummary summary = summaryOf(path);
        print(line(summary));
        for (const std::string& each : summary.assumed)
            print(QStringLiteral("  assumed: ") + QString::fromStdString(each) + QLatin1Char('\n'));
        if (!summary.problems.empty()) fail(summary.problems);
        if (summary.rejected) code = kBadInput;
        if (!summary.rejected && looksLikeConfig(path)) printReading(path);
        if (summary.kind != kProfileImport || summary.rejected) continue;
        const auto [first, isNew] = profiles.emplace(contentOf(path), path);
        if (!isNew)
            print(path + QStringLiteral(": has the same content as ") + first->second + QLatin1Char('\n'));
    }
    return code;
}

} // namespace moe::app
