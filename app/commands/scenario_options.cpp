// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/scenario_options.h"

#include "app/files/catalog_loader.h"
#include "app/files/compare_files.h"
#include "app/files/recipe_file.h"
#include "data/document.h"
#include "models/engine/files/mine_file.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"

#include <QFileInfo>

namespace moe::app {

void addScenarioOptions(CommandLine& line) {
    line.option({"preset"}, QStringLiteral("Starts from a preset (see `moe-explorer presets`)."),
                QStringLiteral("NAME"));
    line.option({"scenario"}, QStringLiteral("Starts from a scenario file or an exported figure."),
                QStringLiteral("FILE"));
    line.option(
        {"set"},
        QStringLiteral(
            "Sets one key (see `moe-explorer fields`), or removes a section (train=null); may be repeated."),
        QStringLiteral("key=value"));
    line.option(
        {"accept"},
        QStringLiteral("Of a config.json: reads it though nobody knows this key, as it is known not to "
                       "matter; the scenario says so. May be repeated."),
        QStringLiteral("KEY"));
    line.option(
        {"data"},
        QStringLiteral(
            "Folder or file with published tables, or a file of GPU presets, of the step-time "
            "model's constants, of a scenario, or of a fit (see `moe-explorer fit`); may be repeated."),
        QStringLiteral("DIR"));
}

namespace {

/// A scenario among --data, or one in a fit, is a preset by the name of its file.
struct DataFile {
    bool scenario = false, table = true;
    std::string text;
};
DataFile dataFile(const QString& path) {
    if (!path.endsWith(QLatin1String(".yaml"), Qt::CaseInsensitive) || QFileInfo(path).isDir()) return {};
    const Result<std::string> text = readFile(path, kLargestDocument);
    if (!text) return {};
    const bool scenario = schemaOf(*text).starts_with("moe-explorer/scenario/");
    return {scenario || isMine(*text), !scenario, *text};
}

/// Nothing: a fit without a scenario.
Result<std::optional<ScenarioPreset>> presetOf(const DataFile& file, const QString& path) {
    const std::string source = path.toStdString();
    std::optional<Scenario> scenario;
    if (file.table) {
        const Result<MineFile> mine = readMine(file.text, source);
        if (!mine) return std::optional<ScenarioPreset>(); // loadTables() says why
        scenario = mine->scenario;
    } else {
        const Result<Scenario> read = readScenario(file.text, source);
        if (!read) return read.error();
        scenario = *read;
    }
    if (!scenario) return std::optional<ScenarioPreset>();
    const std::string key = QFileInfo(path).completeBaseName().toStdString();
    return std::optional(ScenarioPreset{key, scenario->name.empty() ? key : scenario->name, *scenario});
}

/// `preset`: without --preset and --scenario.
Result<Scenario> chosenScenario(const CommandLine& line, const Catalog& catalog, KeyRules rules,
                                const std::string& preset) {
    if (line.has("scenario")) {
        const QString path = line.value("scenario");
        Result<std::string> text = scenarioTextOf(path);
        if (!text) return text.error();
        if (line.has("accept") && !looksLikeConfig(path))
            return Problem{.source = "--accept", .rule = say("is of keys of a config.json")};
        if (line.has("accept")) text = withAccepted(*text, line.values("accept"));
        // With --set still to come, only each key can be judged: rules between keys are checked below.
        const bool later = line.has("set") || rules == KeyRules::MayBreak;
        return scenarioOfText(*text, path, catalog, later ? Between::Unchecked : Between::Checked);
    }
    if (line.has("accept")) return Problem{.source = "--accept", .rule = say("is of keys of a config.json")};
    const std::string name = line.has("preset") ? line.value("preset").toStdString() : preset;
    if (const ScenarioPreset* found = catalog.preset(name)) return found->scenario;
    std::string names;
    for (const ScenarioPreset& one : catalog.presets) names += (names.empty() ? "" : ", ") + one.key;
    return Problem{.source = "--preset", .rule = "must be one of " + names, .value = name};
}

/// The catalogue with the runs of `loss.recipe`, or why they cannot be used.
Result<std::shared_ptr<const Catalog>> withRecipe(const std::shared_ptr<const Catalog>& catalog,
                                                  const std::string& path) {
    const std::shared_ptr<const RecipeTable> table = readRecipe(path);
    if (!table->problems.empty()) return table->problems;
    auto with = std::make_shared<Catalog>(*catalog);
    with->recipes[path] = table;
    return std::shared_ptr<const Catalog>(std::move(with));
}

/// The same with the lengths of `rl.lengths`.
Result<std::shared_ptr<const Catalog>> withResponses(const std::shared_ptr<const Catalog>& catalog,
                                                     const std::string& path) {
    const std::shared_ptr<const ResponseTable> table = readResponseFile(path);
    if (!table->problems.empty()) return table->problems;
    auto with = std::make_shared<Catalog>(*catalog);
    with->responses[path] = table;
    return std::shared_ptr<const Catalog>(std::move(with));
}

} // namespace

Problems setKeys(Scenario& scenario, const QStringList& assignments) {
    Problems problems;
    for (const QString& assignment : assignments) {
        const qsizetype equals = assignment.indexOf(QLatin1Char('='));
        Problems broken = equals < 1
                              ? Problems{{.rule = "must be key=value", .value = assignment.toStdString()}}
                              : setField(scenario, assignment.left(equals).toStdString(),
                                         assignment.mid(equals + 1).toStdString());
        for (Problem& problem : broken) problem.source = "--set";
        append(problems, std::move(broken));
    }
    return problems;
}

Result<Input> scenarioInput(const CommandLine& line, KeyRules rules) {
    ShippedCatalog shipped = shippedCatalog();
    Problems problems = std::move(shipped.problems);
    std::shared_ptr<const Catalog> catalog = std::move(shipped.catalog);
    if (line.has("preset") && line.has("scenario"))
        problems.push_back({.source = "--scenario", .rule = "cannot be combined with --preset"});
    std::string preset = kStartPreset;
    if (line.has("data")) {
        QStringList tables;
        auto with = std::make_shared<Catalog>(*catalog);
        for (const QString& path : line.values("data")) {
            const DataFile file = dataFile(path);
            if (file.table) tables << path;
            if (!file.scenario) continue;
            const Result<std::optional<ScenarioPreset>> read = presetOf(file, path);
            if (!read) {
                append(problems, read.error());
            } else if (*read) {
                preset = (*read)->key;
                std::erase_if(with->presets, [&](const ScenarioPreset& one) { return one.key == preset; });
                with->presets.push_back(**read);
            }
        }
        LoadOutcome loaded = loadTables(tables, with);
        append(problems, std::move(loaded.problems));
        for (const QString& path : loaded.skipped)
            printError(path + ": skipped, no table this command uses\n");
        catalog = std::move(loaded.catalog);
    }
    const Result<Scenario> chosen = chosenScenario(line, *catalog, rules, preset);
    if (!chosen) {
        append(problems, chosen.error());
        return problems;
    }
    Scenario scenario = *chosen;
    append(problems, setKeys(scenario, line.values("set")));
    if (problems.empty() && rules == KeyRules::Hold) {
        problems = validate(scenario, *catalog);
        const std::string source = line.has("scenario") ? line.value("scenario").toStdString() : "";
        for (Problem& problem : problems) problem.source = source;
    }
    if (problems.empty() && !scenario.loss.recipe.empty()) {
        Result<std::shared_ptr<const Catalog>> with = withRecipe(catalog, scenario.loss.recipe);
        if (!with) return with.error();
        catalog = *with;
    }
    if (problems.empty() && scenario.rl && !scenario.rl->lengths.empty()) {
        Result<std::shared_ptr<const Catalog>> with = withResponses(catalog, scenario.rl->lengths);
        if (!with) return with.error();
        catalog = *with;
    }
    if (!problems.empty()) return problems;
    return Input{std::move(scenario), *chosen, std::move(catalog)};
}

} // namespace moe::app
