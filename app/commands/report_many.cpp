// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/report_many.h"

#include "app/commands/progress_line.h"
#include "app/files/catalog_loader.h"
#include "data/document.h"
#include "data/text.h"
#include "models/engine/day/day.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/items/report_json.h"

#include <QFile>
#include <QJsonDocument>

#include <optional>

#include <unistd.h>

namespace moe::app {
namespace {

/// The scenario of a line: that of its preset with the line's keys, or the line alone.
Result<Scenario> scenarioOfLine(std::string_view text, const std::string& source, const Catalog& catalog) {
    Result<Document> read = parseDocument(text, source);
    if (!read) return read.error();
    Document document = std::move(read).value();
    const auto named = std::find_if(document.begin(), document.end(),
                                    [](const DocumentEntry& entry) { return entry.key == "preset"; });
    if (named == document.end()) {
        Result<Scenario> scenario = scenarioFrom(document, source);
        if (!scenario) return scenario;
        const Problems problems = validate(*scenario, catalog);
        return problems.empty() ? scenario : Result<Scenario>(problems);
    }
    const ScenarioPreset* preset = catalog.preset(named->text());
    if (!preset)
        return Problem{.source = source,
                       .key = "preset",
                       .rule = say("is no preset (see `moe-explorer presets`)"),
                       .value = excerpt(named->text())};
    Scenario scenario = preset->scenario;
    Problems problems;
    for (const DocumentEntry& entry : document)
        if (&entry != &*named)
            append(problems, setField(scenario, entry.key, entry.isNull() ? "null" : entry.text()));
    if (problems.empty()) problems = validate(scenario, catalog);
    for (Problem& problem : problems) problem.source = source;
    return problems.empty() ? Result<Scenario>(scenario) : Result<Scenario>(problems);
}

} // namespace

int reportMany(const CommandLine& line) {
    const QString path = line.value("many");
    const Result<std::string> text = readInput(path);
    if (!text) return fail(text.error());
    const ShippedCatalog shipped = shippedCatalog();
    if (!shipped.problems.empty()) return fail(shipped.problems);
    QFile output;
    if (!output.open(stdout, QIODevice::WriteOnly)) return kBadInput;
    const std::string source = path.toStdString();
    int code = kDone, number = 0;
    std::string pending;
    constexpr std::size_t kPiece =
        1 << 16; // written at once: a line at a time would be slower than its report
    const auto flush = [&] {
        output.write(pending.data(), static_cast<qint64>(pending.size()));
        pending.clear();
    };
    // Where lines go to the terminal, they are the progress.
    std::optional<ProgressLine> shown;
    if (isatty(STDOUT_FILENO) == 0) shown.emplace(QStringLiteral("Reports"));
    const Progress progress = shown ? shown->progress() : Progress{};
    for (std::string_view rest = *text; !rest.empty();) {
        if (progress) progress(double(text->size() - rest.size()), double(text->size()));
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view one = trimmed(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        ++number;
        if (one.empty()) continue;
        Result<Scenario> scenario = scenarioOfLine(one, source, *shipped.catalog);
        if (scenario) {
            Report report = evaluate(*scenario, *shipped.catalog, Detail::Numbers);
            addDay(report, *shipped.catalog);
            items::writeReport(report, number, pending);
        } else {
            Problems problems = scenario.error();
            for (Problem& problem : problems) problem.line = number;
            QJsonObject object = items::problemsJson(problems);
            object.insert(QStringLiteral("line"), number);
            pending += QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
            code = kBadInput;
        }
        pending += '\n';
        if (pending.size() >= kPiece) flush();
    }
    flush();
    return code;
}

} // namespace moe::app
