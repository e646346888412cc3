// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/mine_file.h"

#include "models/engine/files/gpu_document.h"
#include "models/engine/files/scenario_file.h"

namespace moe {
namespace {

constexpr std::string_view kGpus = "gpus.", kScenario = "scenario.";
constexpr std::string_view kMeasured = "scenario.case."; ///< of a case, which a fit does not hold

/// Entries below a key, without it.
Document below(const Document& document, std::string_view prefix) {
    Document part;
    for (const DocumentEntry& entry : document)
        if (entry.key.starts_with(prefix)) {
            part.push_back(entry);
            part.back().key = entry.key.substr(prefix.size());
        }
    return part;
}

void complain(Problems& to, Problems problems, std::string_view prefix) {
    for (Problem& problem : problems) problem.key = std::string(prefix) + problem.key;
    append(to, std::move(problems));
}

void put(Document& to, const Document& part, std::string_view prefix) {
    for (DocumentEntry entry : part) {
        if (entry.key == "schema") continue;
        entry.key = std::string(prefix) + entry.key;
        to.push_back(std::move(entry));
    }
}

} // namespace

bool isMine(std::string_view text) {
    return schemaOf(text).starts_with("moe-explorer/mine/");
}

Result<MineFile> readMine(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    MineFile mine;
    Problems problems;
    for (const DocumentEntry& entry : *document) {
        const auto wrong = [&](Message rule) {
            problems.push_back({source, entry.line, entry.column, entry.key, std::move(rule), entry.text()});
        };
        if (entry.key == "schema") {
            if (entry.text() != kMineSchema) wrong(say("must be %1", kMineSchema));
        } else if (entry.key == "fitted_to") {
            mine.fittedTo = entry.values;
        } else if ((!entry.key.starts_with(kGpus) && !entry.key.starts_with(kScenario)) ||
                   entry.key.starts_with(kMeasured)) {
            wrong(say("is no key of a fit: fitted_to, gpus, scenario"));
        }
    }
    Result<std::vector<GpuSpec>> gpus = gpusFrom(below(*document, kGpus), source);
    if (gpus)
        mine.gpus = std::move(gpus).value();
    else
        complain(problems, gpus.error(), kGpus);
    if (const Document part = below(*document, kScenario); !part.empty()) {
        Result<Scenario> scenario = scenarioFrom(part, source);
        if (!scenario)
            complain(problems, scenario.error(), kScenario);
        else if (!(*scenario == Scenario()))
            mine.scenario = std::move(scenario).value();
    }
    if (problems.empty() && mine.gpus.empty() && !mine.scenario)
        problems.push_back({.source = source, .rule = say("holds neither a GPU nor a scenario")});
    if (!problems.empty()) return problems;
    return mine;
}

std::string mineText(const MineFile& mine) {
    Document document{{"schema", {std::string(kMineSchema)}}, {"fitted_to", mine.fittedTo, true}};
    put(document, gpusDocument(mine.gpus), kGpus);
    if (mine.scenario) put(document, scenarioDocument(*mine.scenario), kScenario);
    return documentText(document);
}

} // namespace moe
