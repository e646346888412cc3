// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/scenario_file.h"

#include "data/number.h"
#include "data/problem_log.h"
#include "data/text.h"
#include "models/engine/files/foreign_files.h"
#include "models/engine/files/models/model_config.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/recipes.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>

namespace moe {
namespace {

/// A scenario with as many mistyped keys and no right one is none.
constexpr std::size_t kFewKeys = 2;
constexpr std::string_view kSchemaStem = "moe-explorer/scenario/";

/// An empty section (`moe: {}`) still means "there".
void openSection(Scenario& scenario, std::string_view key) {
    if (const OptionalSection* section = findOptionalSection(key)) section->set(scenario, true);
}

bool isSection(std::string_view key) {
    return std::any_of(fields().begin(), fields().end(), [&](const Field& field) {
        const std::string_view name = field.key;
        return name.size() > key.size() && name.substr(0, key.size()) == key && name[key.size()] == '.';
    });
}

/// The known key closest in spelling, or empty when none is near.
std::string nearestKey(std::string_view key) {
    std::string best;
    std::size_t bestDistance = 4;
    for (const Field& field : fields()) {
        const std::string_view name = field.key;
        const std::size_t apart = std::max(name.size(), key.size()) - std::min(name.size(), key.size());
        if (apart >= bestDistance) continue; // as many letters would have to go
        std::vector<std::size_t> row(name.size() + 1);
        for (std::size_t j = 0; j <= name.size(); ++j) row[j] = j;
        for (std::size_t i = 1; i <= key.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i;
            for (std::size_t j = 1; j <= name.size(); ++j) {
                const std::size_t substitute = diagonal + (key[i - 1] == name[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
            }
            // No later row holds less than the least of this one.
            if (*std::min_element(row.begin(), row.end()) >= bestDistance) break;
        }
        if (row.back() < bestDistance) {
            bestDistance = row.back();
            best = name;
        }
    }
    return best;
}

Message schemaRule(std::string_view value) {
    const std::string known(kScenarioSchema);
    if (value.substr(0, kSchemaStem.size()) != kSchemaStem) return say("must be %1", known);
    const std::optional<double> version = parseNumber(value.substr(kSchemaStem.size()));
    if (!version || *version < 1) return say("must be %1", known);
    return *version > 1 ? say("is newer than this program reads (%1)", known) : Message();
}

/// "model.vocab: Vocabulary 50304 …": the key that was assumed, where there is one, and the sentence.
void readAssumed(Scenario& scenario, const std::vector<std::string>& lines) {
    scenario.assumed.clear();
    for (const std::string& line : lines) {
        const std::size_t colon = line.find(": ");
        const std::string key = line.substr(0, colon == std::string::npos ? 0 : colon);
        if (findField(key))
            scenario.assumed.push_back({key, line.substr(colon + 2)});
        else
            scenario.assumed.push_back({{}, line});
    }
}

/// `suggests`: worth the search for the key that was meant.
Message rule(Scenario& scenario, const DocumentEntry& entry, bool suggests) {
    const std::string text = entry.text();
    if (entry.key == "schema")
        return entry.list ? say("must be %1, not a list", std::string(kScenarioSchema)) : schemaRule(text);
    if (entry.key == "name") return scenario.name = text, "";
    if (entry.key == "note") return scenario.note = text, "";
    if (entry.key == "left_out") return scenario.leftOut = entry.values, "";
    if (entry.key == "accepted") return scenario.accepted = entry.values, "";
    if (entry.key == "assumed") return readAssumed(scenario, entry.values), "";
    if (entry.key.rfind("case.", 0) == 0) return ""; // what was measured on it: cases.h reads that
    const Field* field = findField(entry.key);
    if (!field) {
        // `train: null` says there is no such section, as leaving it out does.
        if (entry.isNull() && isSection(entry.key)) return "";
        const std::string near = suggests ? nearestKey(entry.key) : std::string();
        return near.empty() ? say("is no scenario key") : say("is no scenario key (did you mean %1?)", near);
    }
    openSection(scenario, std::string_view(entry.key).substr(0, entry.key.find('.')));
    if (entry.list && field->kind != FieldKind::Text) return say("must be %1, not a list", rangeText(*field));
    if (entry.isNull() && !field->optional) {
        // "zero or null q_rank = no query compression": null is the smallest value where that is zero.
        if (field->kind == FieldKind::Integer && field->min == 0) return field->set(scenario, 0.0), "";
        return say("must be %1, not null", rangeText(*field));
    }
    const ParsedField parsed = entry.isNull() ? ParsedField{} : parseField(*field, text);
    if (!parsed.rule.empty()) return parsed.rule;
    return field->set(scenario, parsed.value) ? Message() : say("must be: %1", field->help);
}

/// A recipe comes after what the model is and before all else: keys given beside it win.
Document recipeFirst(const Document& document) {
    const auto isRecipe = [](const DocumentEntry& entry) { return entry.key == "train.recipe"; };
    if (std::none_of(document.begin(), document.end(), isRecipe)) return document;
    Document ordered = document;
    const auto rank = [&](const DocumentEntry& entry) {
        if (entry.key.rfind("model.", 0) == 0 || entry.key.rfind("moe", 0) == 0) return 0;
        return isRecipe(entry) ? 1 : 2;
    };
    std::stable_sort(ordered.begin(), ordered.end(),
                     [&](const DocumentEntry& a, const DocumentEntry& b) { return rank(a) < rank(b); });
    return ordered;
}

} // namespace

Result<Scenario> scenarioFrom(const Document& document, const std::string& source) {
    if (isModelConfig(document)) {
        const Result<ModelConfigReading> reading = readModelConfig(document, source);
        if (!reading)
            if (const auto foreign = foreignFileProblem(document, source)) return *foreign;
        return reading ? scenarioFrom(reading->entries, source) : Result<Scenario>(reading.error());
    }
    Scenario scenario;
    ProblemLog problems;
    for (const DocumentEntry& entry : recipeFirst(document)) {
        Message broken = rule(scenario, entry, !problems.full());
        if (!broken.empty())
            problems.add({source, entry.line, entry.column, entry.key, std::move(broken), entry.text()});
    }
    if (problems.empty()) return scenario;
    // A file that has no key of ours is somebody else's: one line, and not one for each of its keys.
    const auto isSchema = [](const DocumentEntry& entry) {
        return entry.key == "schema" && entry.text().rfind("moe-explorer/", 0) == 0;
    };
    const auto isOurs = [&](const DocumentEntry& entry) {
        return isSchema(entry) || findField(entry.key) != nullptr || entry.key.rfind("case.", 0) == 0;
    };
    // Mistyped keys of a scenario stand in its sections.
    const auto isNear = [](const DocumentEntry& entry) {
        return isSection(std::string_view(entry.key).substr(0, entry.key.find('.')));
    };
    if (std::none_of(document.begin(), document.end(), isSchema)) {
        if (const auto foreign = foreignFileProblem(document, source)) return *foreign;
        if ((document.size() > kFewKeys || std::none_of(document.begin(), document.end(), isNear)) &&
            std::none_of(document.begin(), document.end(), isOurs)) {
            const DocumentEntry& first = document.front();
            return Problem{
                source,
                first.line,
                first.column,
                excerpt(first.key),
                say("is no scenario key, and none of the %1 keys of this file is: it is no file that "
                    "this program reads",
                    document.size()),
                excerpt(first.text())};
        }
    }
    return problems.take();
}

/// What no reader of YAML or JSON takes may be another program's all the same.
static Problems unreadable(std::string_view text, const std::string& source, const Problems& problems) {
    const auto foreign = foreignFileProblem(findForeignFile(text), source);
    if (foreign) return {*foreign};
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin != std::string_view::npos && text[begin] == '[')
        return {Problem{.source = source,
                        .rule = say("holds a list, not keys: it is no file that this program "
                                    "reads")}};
    return problems;
}

Result<Scenario> readScenario(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return unreadable(text, source, document.error());
    return scenarioFrom(*document, source);
}

Result<Scenario> readValidScenario(std::string_view text, const std::string& source, const Catalog& catalog) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return unreadable(text, source, document.error());
    Result<Scenario> scenario = scenarioFrom(*document, source);
    if (!scenario) return scenario;
    Problems problems = validate(*scenario, catalog);
    for (Problem& problem : problems) {
        problem.source = source;
        for (const DocumentEntry& entry : *document) {
            if (entry.key != problem.key) continue;
            problem.line = entry.line;
            problem.column = entry.column;
        }
    }
    if (!problems.empty()) return problems;
    return scenario;
}

/// Once meant something else where it was not given: a file says it, whoever reads it.
static bool isAlwaysWritten(const Scenario& scenario, const Field& field) {
    if (isOfRecipe(scenario, field.key)) return true; // a default beside a recipe is somebody's choice
    return scenario.serve && std::string_view(field.key) == "serve.disaggregated";
}

Document scenarioDocument(const Scenario& scenario) {
    Document document;
    const auto add = [&](std::string key, std::string value, bool quoted = false) {
        document.push_back({std::move(key), {std::move(value)}, false, 0, 0, quoted});
    };
    add("schema", std::string(kScenarioSchema));
    if (!scenario.name.empty()) add("name", scenario.name, true);
    if (!scenario.note.empty()) add("note", scenario.note, true);
    if (!scenario.leftOut.empty()) document.push_back({"left_out", scenario.leftOut, true, 0, 0, true});
    if (!scenario.accepted.empty()) document.push_back({"accepted", scenario.accepted, true, 0, 0, true});
    if (!scenario.assumed.empty()) {
        std::vector<std::string> lines;
        for (const Assumption& one : scenario.assumed)
            lines.push_back((one.key.empty() ? "" : one.key + ": ") + toString(one.text));
        document.push_back({"assumed", std::move(lines), true, 0, 0, true});
    }
    Scenario defaults;
    for (const OptionalSection& section : optionalSections()) section.set(defaults, section.has(scenario));
    // Keys of one section must be adjacent; form groups split model into two, so go section by section.
    std::vector<std::string> sections;
    for (const Field& field : fields()) {
        std::string section = std::string(field.key).substr(0, std::string_view(field.key).find('.'));
        if (std::find(sections.begin(), sections.end(), section) == sections.end())
            sections.push_back(section);
    }
    for (const std::string& section : sections) {
        // One key of an optional section is always written, it says that the section is there: the first one
        // that reads back (`tokens: 0`, not given, would be refused).
        bool opening = true;
        for (const Field& field : fields()) {
            const std::string_view key = field.key;
            if (key != section && key.substr(0, section.size() + 1) != section + ".") continue;
            const FieldValue value = field.get(scenario);
            const bool marks = opening && findOptionalSection(section) != nullptr &&
                               !std::holds_alternative<std::monostate>(value) &&
                               parseField(field, fieldText(value)).rule.empty();
            if (marks || value != field.get(defaults) || isAlwaysWritten(scenario, field))
                add(field.key, fieldText(value));
            opening = opening && !marks;
        }
    }
    return document;
}

std::string scenarioText(const Scenario& scenario) {
    return documentText(scenarioDocument(scenario));
}

} // namespace moe
