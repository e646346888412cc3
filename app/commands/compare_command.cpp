// SPDX-License-Identifier: GPL-3.0-or-later
// compare: scenarios and training logs side by side.

#include "app/commands/scenario_options.h"
#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "app/files/save_file.h"
#include "models/engine/files/session_difference.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/waterfall.h"
#include "models/items/aligned.h"
#include "models/items/compare_text.h"
#include "models/items/escape.h"
#include "models/items/session_text.h"
#include "models/items/waterfall_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace moe::app {
namespace {

struct CompareFormat {
    const char* name;
    QString (*write)(const std::vector<ComparedColumn>&, const Comparison&);
};
const CompareFormat kCompareFormats[] = {
    {"text", items::compareText},
    {"json",
     [](const std::vector<ComparedColumn>& columns, const Comparison& comparison) {
         return QString::fromUtf8(
             QJsonDocument(items::compareJson(columns, comparison)).toJson(QJsonDocument::Indented));
     }},
    {"csv", items::compareCsv},
    {"markdown", items::compareMarkdown},
};

void add(Result<CompareEntry> read, std::vector<CompareEntry>& entries, Problems& problems) {
    if (read) {
        if (!read->unread.empty()) printError(QString::fromStdString(toString(read->unread)));
        entries.push_back(std::move(read).value());
    } else {
        append(problems, read.error());
    }
}

void addPresets(const CommandLine& line, const Catalog& catalog, std::vector<CompareEntry>& entries,
                Problems& problems) {
    for (const QString& name : line.values("preset")) {
        if (const ScenarioPreset* preset = catalog.preset(name.toStdString()))
            entries.push_back({{}, preset->key, {preset->scenario, {}, {}}, {}});
        else
            problems.push_back({.source = "--preset",
                                .rule = "must be a preset (see `moe-explorer presets`)",
                                .value = name.toStdString()});
    }
}

/// --set holds for every column.
void setInEach(const CommandLine& line, std::vector<CompareEntry>& entries, Problems& problems) {
    for (const QString& assignment : line.values("set"))
        for (CompareEntry& entry : entries) {
            Problems broken = setKeys(entry.content.scenario, {assignment});
            const bool fails = !broken.empty();
            append(problems, std::move(broken));
            if (fails) break; // the same for all
        }
}

int calibrate(const CommandLine& line, const std::vector<CompareEntry>& entries, const Catalog& catalog) {
    std::vector<TimedScenario> runs;
    for (const CompareEntry& entry : entries) {
        if (const std::optional<Seconds> step = measuredStep(entry))
            runs.push_back({entry.content.scenario, *step});
    }
    const Result<Calibration> found = calibration(runs, catalog);
    if (!found) return fail(found.error());
    const QString path = line.value("calibrate");
    const Problems problems = saveFile(path, QByteArray::fromStdString(found->preset));
    if (!problems.empty()) return fail(problems);
    printError(items::calibrationText(*found) + QStringLiteral("  GPU preset written to %1\n").arg(path));
    return kDone;
}

/// Which changed knob of two scenarios bought how much of the metric.
int compareAsWaterfall(const CommandLine& line, const std::vector<CompareEntry>& entries,
                       const Catalog& catalog) {
    const Metric* metric = findMetric(line.value("waterfall").toStdString());
    if (!metric)
        return fail({{.source = "--waterfall",
                      .rule = say("must be a metric (see `moe-explorer metrics`)"),
                      .value = line.value("waterfall").toStdString()}});
    std::vector<std::string> order;
    for (const QString& key : line.value("order").split(QLatin1Char(','), Qt::SkipEmptyParts))
        order.push_back(key.trimmed().toStdString());
    const Result<Waterfall> found =
        waterfall(entries[0].content.scenario, entries[1].content.scenario, catalog, *metric, order);
    if (!found) {
        Problems problems = found.error();
        for (Problem& problem : problems)
            if (std::find(order.begin(), order.end(), problem.key) != order.end()) problem.source = "--order";
        return fail(problems);
    }
    const QString from = QString::fromStdString(entries[0].name),
                  to = QString::fromStdString(entries[1].name), format = line.value("format");
    if (format == QLatin1String("json"))
        print(QString::fromUtf8(
            QJsonDocument(items::waterfallJson(*found, from, to)).toJson(QJsonDocument::Indented)));
    else if (format == QLatin1String("csv"))
        print(items::waterfallCsv(*found));
    else
        print(items::waterfallText(*found, from, to));
    return kDone;
}

} // namespace

namespace {

bool isSession(const QString& path) {
    return fileSchema(path).starts_with("moe-explorer/session/");
}

/// Two saved pieces of work: what became another.
int compareSessions(const QStringList& paths, const QString& format) {
    std::vector<SessionFile> sessions;
    Problems problems;
    for (const QString& path : paths) {
        const Result<std::string> text = readFile(path, kLargestDocument);
        const Result<SessionFile> read =
            text ? readSession(*text, path.toStdString()) : Result<SessionFile>(text.error());
        if (read)
            sessions.push_back(*read);
        else
            append(problems, read.error());
    }
    if (!problems.empty()) return fail(problems);
    std::vector<QStringList> rows{{"part", "key", "from", "to"}};
    QJsonArray lines;
    for (const QStringList& row : items::sessionRows(sessionDifference(sessions[0], sessions[1]))) {
        rows.push_back(row);
        lines.append(QJsonObject{{"part", rows.back()[0]},
                                 {"key", rows.back()[1]},
                                 {"from", rows.back()[2]},
                                 {"to", rows.back()[3]}});
    }
    if (format == QLatin1String("json"))
        print(QString::fromUtf8(QJsonDocument(QJsonObject{{"changes", lines}}).toJson()));
    else if (format == QLatin1String("csv"))
        print(items::csvRows(rows));
    else if (format == QLatin1String("markdown"))
        print(items::markdownTable(rows));
    else if (rows.size() == 1)
        print(QStringLiteral("The two sessions are the same.\n"));
    else {
        for (QStringList& row : rows)
            for (QString& cell : row) cell = items::printableText(cell);
        print(items::alignedRows(rows));
    }
    return kDone;
}

} // namespace

int runCompare(const QStringList& arguments) {
    CommandLine line("compare");
    line.option({"preset"}, QStringLiteral("Adds a preset; may be repeated."), QStringLiteral("NAME"));
    line.option({"log"}, QStringLiteral("Adds a training log with its measured values; may be repeated."),
                QStringLiteral("FILE"));
    line.option({"set"}, QStringLiteral("Sets one key in every scenario; may be repeated."),
                QStringLiteral("key=value"));
    line.option(
        {"calibrate"},
        QStringLiteral("Solves for GEMM efficiency and host time of the logs and writes a GPU preset."),
        QStringLiteral("FILE"));
    line.option({"format"}, QStringLiteral("text, json, csv or markdown."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    line.option({"waterfall"},
                QStringLiteral("Of two scenarios: which changed knob bought how much of a metric (see "
                               "`moe-explorer metrics`)."),
                QStringLiteral("METRIC"));
    line.option({"order"},
                QStringLiteral("With --waterfall: the keys in the order they are changed; else the one that "
                               "changes most comes first."),
                QStringLiteral("KEY,…"));
    if (const int stop = line.parse(arguments, 0, 1 << 20); stop >= 0) return stop;
    const CompareFormat* chosen = nullptr;
    for (const CompareFormat& format : kCompareFormats) {
        if (line.value("format") == QLatin1String(format.name)) chosen = &format;
    }
    if (!chosen) return line.usageError(QStringLiteral("--format: must be text, json, csv or markdown"));
    const qsizetype asked =
        line.positional().size() + line.values("preset").size() + line.values("log").size();
    if (asked < 1 || (asked < 2 && !line.has("log")))
        return line.usageError(QStringLiteral("needs two scenarios, or a log"));
    if (line.has("calibrate") && !line.has("log"))
        return line.usageError(QStringLiteral("--calibrate: needs a --log"));
    const bool asWaterfall = line.has("waterfall");
    if (asWaterfall && (asked != 2 || line.has("calibrate")))
        return line.usageError(QStringLiteral("--waterfall: needs exactly two scenarios"));
    if (asWaterfall && line.value("format") == QLatin1String("markdown"))
        return line.usageError(QStringLiteral("--waterfall: is written as text, json or csv"));
    if (line.has("order") && !asWaterfall)
        return line.usageError(QStringLiteral("--order: goes with --waterfall"));

    if (line.positional().size() == 2 && isSession(line.positional()[0]) && isSession(line.positional()[1])) {
        if (asked != 2 || asWaterfall || line.has("set"))
            return line.usageError(QStringLiteral("two sessions are compared by themselves"));
        return compareSessions(line.positional(), line.value("format"));
    }
    const ShippedCatalog shipped = shippedCatalog();
    std::vector<CompareEntry> entries;
    Problems problems = shipped.problems;
    for (const QString& path : line.positional())
        add(readCompareEntry(path, *shipped.catalog), entries, problems);
    addPresets(line, *shipped.catalog, entries, problems);
    for (const QString& path : line.values("log"))
        add(readLogEntry(path, *shipped.catalog), entries, problems);
    setInEach(line, entries, problems);
    for (const CompareEntry& entry : entries) {
        Problems broken = validate(entry.content.scenario, *shipped.catalog);
        for (Problem& problem : broken) problem.source = entry.name;
        append(problems, std::move(broken));
    }
    if (!problems.empty()) return fail(problems);
    if (asWaterfall) return compareAsWaterfall(line, entries, *shipped.catalog);
    std::vector<ComparedColumn> columns;
    for (const CompareEntry& entry : entries) columns.push_back(comparedColumn(entry, *shipped.catalog));
    print(chosen->write(columns, comparison(columns)));
    return line.has("calibrate") ? calibrate(line, entries, *shipped.catalog) : kDone;
}

} // namespace moe::app
