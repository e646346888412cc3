// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/compare_files.h"

#include "app/files/catalog_loader.h"
#include "data/document.h"
#include "data/megatron_log.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/models/model_config.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/logs/foreign.h"
#include "models/engine/measured/run_list.h"
#include "models/engine/scenario/machines/vendor.h"
#include "models/engine/scenario/validate.h"
#include "ui/figure_scenario.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <tuple>

namespace moe::app {
namespace {

std::string nameOf(const QString& path) {
    return QFileInfo(path).completeBaseName().toStdString();
}

bool endsWith(const QString& path, std::initializer_list<const char*> endings) {
    return std::any_of(endings.begin(), endings.end(), [&path](const char* ending) {
        return path.endsWith(QLatin1String(ending), Qt::CaseInsensitive);
    });
}

/// Located in the file where the problem is not.
Problems sourced(Problems problems, const std::string& source) {
    for (Problem& problem : problems) problem.source = source;
    return problems;
}

Result<LogScenario> valid(Result<LogScenario> made, const std::string& source, const Catalog& catalog) {
    if (!made) return made;
    Problems broken = sourced(validate(made->scenario, catalog), source);
    return broken.empty() ? std::move(made) : Result<LogScenario>(std::move(broken));
}

/// Files that a recipe names hold from its folder, or from one above it (the top of a repository).
FileBeside filesBeside(const QString& path) {
    return [path](const std::string& name) -> std::optional<std::string> {
        const QString wanted = QString::fromStdString(name);
        if (QDir::isAbsolutePath(wanted)) return std::nullopt;
        QDir folder = QFileInfo(path).absoluteDir();
        constexpr int kHighest = 12;
        for (int up = 0; up < kHighest; ++up) {
            const QString file = folder.filePath(wanted);
            if (isOrdinaryFile(file))
                if (const Result<std::string> text = readFile(file, kLargestDocument)) return *text;
            if (!folder.cdUp()) break;
        }
        return std::nullopt;
    };
}

Result<CompareEntry> logEntry(const QString& path, const std::string& text, const Catalog& catalog) {
    const std::string source = path.toStdString();
    if (!isMegatronLog(text))
        return Problem{.source = source,
                       .rule = say("is no Megatron-LM training log: no line has an iteration number and "
                                   "\"elapsed time per iteration (ms)\"")};
    MegatronLog log = readMegatronLog(text, source);
    Result<LogScenario> made = scenarioFromLog(log, catalog);
    if (!made) {
        Problems problems = std::move(log.problems);
        append(problems, made.error());
        return problems;
    }
    made = valid(std::move(made), source, catalog);
    if (!made) return made.error();
    return CompareEntry{path, nameOf(path), std::move(made).value(), std::move(log.problems)};
}

} // namespace

bool looksLikeFigure(const QString& path) {
    return endsWith(path, {".pdf", ".svg", ".png"});
}

std::string fileSchema(const QString& path) {
    constexpr qint64 kHead = 1 << 16;
    QFile file(path);
    if (!isOrdinaryFile(path) || looksLikeFigure(path) || !file.open(QIODevice::ReadOnly)) return {};
    const QByteArray head = file.read(kHead);
    return std::string(schemaOf({head.constData(), static_cast<std::size_t>(head.size())}));
}

bool looksLikeConfig(const QString& path) {
    return endsWith(path, {".json"}) && fileSchema(path).empty();
}

namespace {

constexpr const char* kQuantisationFile = "hf_quant_config.json";

/// A config.json with what hf_quant_config.json beside it says of its weights, at the end, so that every line
/// of the file keeps its number.
Result<std::string> withQuantisation(const QString& path) {
    const QDir folder = QFileInfo(path).dir();
    const bool given = QFileInfo(path).fileName() == QLatin1String(kQuantisationFile);
    const QString config = folder.filePath(QStringLiteral("config.json"));
    if (given && !QFileInfo::exists(config)) return readFile(path, kLargestDocument);
    Result<std::string> text = readFile(given ? config : path, kLargestDocument);
    const QString beside = folder.filePath(QLatin1String(kQuantisationFile));
    if (!text || !isOrdinaryFile(beside) || text->find("\"quantization_config\"") != std::string::npos)
        return text;
    const std::size_t end = text->find_last_of('}');
    const Result<std::string> more = readFile(beside, kLargestDocument);
    if (!more) return more;
    if (end == std::string::npos || text->find("\"model_type\"") == std::string::npos) return text;
    return text->substr(0, end) + ", \"hf_quant_config\": " + *more + "}";
}

} // namespace

std::string withAccepted(std::string text, const QStringList& keys) {
    const std::size_t end = text.find_last_of('}');
    if (keys.isEmpty() || end == std::string::npos) return text;
    QStringList quoted;
    for (QString key : keys)
        quoted << QLatin1Char('"') +
                      key.remove(QLatin1Char('"')).remove(QLatin1Char('\\')).remove(QLatin1Char('\n')) +
                      QLatin1Char('"');
    return text.substr(0, end) + ", \"" + std::string(kAcceptedKeys) + "\": [" +
           quoted.join(QLatin1Char(',')).toStdString() + "]}";
}

Result<std::string> scenarioTextOf(const QString& path) {
    if (looksLikeConfig(path)) return withQuantisation(path);
    if (!looksLikeFigure(path))
        return readInput(path, endsWith(path, {".yaml", ".yml"}) ? kLargestDocument : kLargestFigure);
    if (!isOrdinaryFile(path)) return readFile(path, kLargestFigure);
    QFile file(path);
    if (file.size() > kLargestFigure)
        return Problem{.source = path.toStdString(),
                       .rule = say("is too large for a figure of MoE Explorer")};
    if (!file.open(QIODevice::ReadOnly))
        return Problem{.source = path.toStdString(), .rule = say("%1", file.errorString().toStdString())};
    const QByteArray text = ui::readEmbeddedScenario(file);
    if (text.isEmpty())
        return Problem{.source = path.toStdString(),
                       .rule = say("carries no scenario; figures exported by MoE Explorer do")};
    return text.toStdString();
}

Result<Scenario> scenarioOfText(const std::string& text, const QString& path, const Catalog& catalog,
                                Between rules) {
    const std::string source = path.toStdString();
    std::optional<Result<LogScenario>> other =
        isMegatronLog(text) ? scenarioFromLog(readMegatronLog(text, source), catalog)
                            : foreignScenario(text, source, catalog, filesBeside(path));
    if (other) {
        if (rules == Between::Checked) other = valid(*std::move(other), source, catalog);
        return *other ? Result<Scenario>((*other)->scenario) : Result<Scenario>(other->error());
    }
    return rules == Between::Checked ? readValidScenario(text, source, catalog) : readScenario(text, source);
}

Result<CompareEntry> readLogEntry(const QString& path, const Catalog& catalog) {
    const Result<std::string> text = readInput(path);
    if (!text) return text.error();
    return logEntry(path, *text, catalog);
}

Result<CompareEntry> readCompareEntry(const QString& path, const Catalog& catalog) {
    const Result<std::string> text = scenarioTextOf(path);
    if (!text) return text.error();
    if (endsWith(path, {".log"}) || isMegatronLog(*text)) return logEntry(path, *text, catalog);
    const std::string source = path.toStdString();
    if (std::optional<Result<LogScenario>> foreign =
            foreignScenario(*text, source, catalog, filesBeside(path))) {
        Result<LogScenario> made = valid(*std::move(foreign), source, catalog);
        if (!made) return made.error();
        return CompareEntry{path, nameOf(path), std::move(made).value(), {}};
    }
    Result<Scenario> scenario = readValidScenario(*text, source, catalog);
    if (!scenario) return scenario.error();
    return CompareEntry{path, nameOf(path), {std::move(scenario).value(), {}, {}}, {}};
}

ComparedColumn comparedColumn(const CompareEntry& entry, const Catalog& catalog) {
    return {entry.name, evaluate(entry.content.scenario, catalog, Detail::Numbers), entry.content.measured,
            entry.content.assumptions, entry.content.curve};
}

std::optional<Seconds> measuredStep(const CompareEntry& entry) {
    for (const Measured& measured : entry.content.measured) {
        if (std::string_view(measured.quantity->key) == "step_seconds") return Seconds{measured.value};
    }
    return std::nullopt;
}

Result<Calibration> calibrationTo(const CompareEntry& entry, const Catalog& catalog) {
    const std::optional<Seconds> step = measuredStep(entry);
    if (!step)
        return Problem{.source = entry.path.toStdString(),
                       .rule = say("printed no time per iteration to calibrate to")};
    return calibration({{entry.content.scenario, *step}}, catalog);
}

namespace {

/// The same results, whatever the files they stand in say besides.
bool sameResults(const MeasuredCase& a, const MeasuredCase& b) {
    return std::equal(a.measured.begin(), a.measured.end(), b.measured.begin(), b.measured.end(),
                      [](const Measured& one, const Measured& other) {
                          return one.quantity == other.quantity && one.value == other.value;
                      });
}

/// A run of a known id takes the place of the one before, which is said where that measured something else.
void takeCase(MeasuredCase one, const std::string& source, MeasuredRuns& runs) {
    const auto known = std::find_if(runs.cases.begin(), runs.cases.end(),
                                    [&](const MeasuredCase& other) { return other.id == one.id; });
    if (known == runs.cases.end()) return runs.cases.push_back(std::move(one));
    if (!sameResults(*known, one))
        runs.leftOut.push_back({known->id, known->publisher, known->hardware,
                                say("a run of %1 has the same id and takes its place", source)});
    *known = std::move(one);
}

/// The runs of a list, or a single case.
void takeRuns(const QString& path, const Catalog& catalog, MeasuredRuns& runs, Problems& problems) {
    const Result<std::string> text = readFile(path, kLargestDocument);
    if (!text) return append(problems, text.error());
    const std::string source =
        path.startsWith(QLatin1Char(':')) ? QFileInfo(path).fileName().toStdString() : path.toStdString();
    if (!isRunList(*text)) {
        Result<MeasuredCase> read = readCase(*text, source);
        if (!read) return append(problems, read.error());
        MeasuredCase one = std::move(read).value();
        one.vendor = vendorOf(catalog, one.scenario.gpu.preset).name;
        return takeCase(std::move(one), source, runs);
    }
    Result<RunList> read = readRunList(*text, source, catalog);
    if (!read) return append(problems, read.error());
    RunList list = std::move(read).value();
    for (MeasuredCase& one : list.cases) takeCase(std::move(one), source, runs);
    for (LeftOutRun& one : list.leftOut) {
        const auto same = [&](const LeftOutRun& other) { return other.id == one.id; };
        if (std::none_of(runs.leftOut.begin(), runs.leftOut.end(), same))
            runs.leftOut.push_back(std::move(one));
    }
}

} // namespace

Result<std::shared_ptr<const MeasuredRuns>> measuredRuns(const Catalog& catalog, const QStringList& files,
                                                         ShippedRuns shipped) {
    const auto runs = std::make_shared<MeasuredRuns>();
    Problems problems; // of a shipped case: our bug
    QStringList paths;
    for (const char* folder : {":/cases", ":/runs"}) {
        if (shipped == ShippedRuns::LeftOut) break;
        const QDir all(QString::fromLatin1(folder));
        for (const QString& name : all.entryList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name))
            paths << all.filePath(name);
    }
    for (const QString& path : paths + files) takeRuns(path, catalog, *runs, problems);
    if (!problems.empty()) return problems;
    // Groups stand together whatever the files are called.
    std::stable_sort(runs->cases.begin(), runs->cases.end(),
                     [](const MeasuredCase& a, const MeasuredCase& b) {
                         return std::tie(a.set, a.group) < std::tie(b.set, b.group);
                     });
    runs->validation = validation(runs->cases, catalog);
    return std::shared_ptr<const MeasuredRuns>(runs);
}

} // namespace moe::app
