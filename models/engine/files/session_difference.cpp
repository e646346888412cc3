// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/session_difference.h"

#include "models/engine/scenario/fields.h"

#include <algorithm>

namespace moe {
namespace {

using Lines = std::vector<SessionLine>;

void add(Lines& lines, const std::string& part, const std::string& key, const std::string& from,
         const std::string& to) {
    if (from != to) lines.push_back({part, key, from, to});
}

void addScenarios(Lines& lines, const std::string& part, const Scenario& from, const Scenario& to) {
    add(lines, part, "name", from.name, to.name);
    add(lines, part, "note", from.note, to.note);
    for (const Field& field : fields()) {
        if (field.get(from) == field.get(to)) continue;
        add(lines, part, field.key, fieldText(field.get(from)), fieldText(field.get(to)));
    }
}

/// What is in one list alone, once each.
void addLists(Lines& lines, const std::string& part, const std::string& key,
              const std::vector<std::string>& from, const std::vector<std::string>& to) {
    const auto lacks = [](const std::vector<std::string>& all, const std::string& one) {
        return std::find(all.begin(), all.end(), one) == all.end();
    };
    for (const std::string& one : from)
        if (lacks(to, one)) lines.push_back({part, key, one, {}});
    for (const std::string& one : to)
        if (lacks(from, one)) lines.push_back({part, key, {}, one});
}

std::vector<std::string> namesOf(const std::vector<SessionPin>& pins) {
    std::vector<std::string> names;
    for (const SessionPin& pin : pins) names.push_back(pin.name);
    return names;
}

void addPins(Lines& lines, const std::vector<SessionPin>& from, const std::vector<SessionPin>& to) {
    addLists(lines, "pins", "name", namesOf(from), namesOf(to));
    for (const SessionPin& before : from) {
        const auto after = std::find_if(to.begin(), to.end(),
                                        [&](const SessionPin& pin) { return pin.name == before.name; });
        if (after == to.end()) continue;
        const std::string part = "pin " + before.name;
        add(lines, part, "note", before.note, after->note);
        add(lines, part, "log", before.log.path, after->log.path);
        add(lines, part, "log.sha256", before.log.sha256, after->log.sha256);
        addScenarios(lines, part, before.scenario, after->scenario);
    }
}

/// What is chosen in the views, one line each.
std::vector<std::string> choicesOf(const std::vector<SessionView>& views) {
    std::vector<std::string> all;
    for (const SessionView& view : views) {
        std::string text = view.key + ":";
        for (const std::string& choice : view.choices) text += " " + choice;
        all.push_back(view.range.empty() ? text : text + " range " + view.range);
    }
    return all;
}

std::vector<std::string> pathsOf(const std::vector<SessionSource>& sources) {
    std::vector<std::string> paths;
    for (const SessionSource& source : sources) paths.push_back(source.path + " " + source.sha256);
    return paths;
}

std::string nameOf(const BoardPanel& panel) {
    const std::string& of = !panel.preset.empty() ? panel.preset : panel.file;
    return panel.view + (of.empty() ? "" : " " + of) +
           (panel.title.empty() ? "" : " \"" + panel.title + "\"");
}

void addBoards(Lines& lines, const BoardFile& from, const BoardFile& to) {
    add(lines, "board", "title", from.title, to.title);
    add(lines, "board", "note", from.note, to.note);
    add(lines, "board", "decision.question", from.decision.question, to.decision.question);
    add(lines, "board", "decision.answer", from.decision.answer, to.decision.answer);
    addLists(lines, "board", "decision.assumptions", from.decision.assumptions, to.decision.assumptions);
    addLists(lines, "board", "decision.open", from.decision.open, to.decision.open);
    const std::size_t both = std::min(from.panels.size(), to.panels.size());
    for (std::size_t i = 0; i < std::max(from.panels.size(), to.panels.size()); ++i) {
        const std::string key = "panels." + std::to_string(i);
        if (i >= both) {
            add(lines, "board", key, i < from.panels.size() ? nameOf(from.panels[i]) : std::string(),
                i < to.panels.size() ? nameOf(to.panels[i]) : std::string());
            continue;
        }
        const BoardPanel &before = from.panels[i], &after = to.panels[i];
        if (before == after) continue;
        const std::size_t known = lines.size();
        add(lines, "board", key, nameOf(before), nameOf(after));
        add(lines, "board", key + ".note", before.note, after.note);
        if (before.scenario && after.scenario)
            addScenarios(lines, "board " + key, *before.scenario, *after.scenario);
        if (lines.size() == known) lines.push_back({"board", key, nameOf(before), "chosen otherwise"});
    }
}

} // namespace

std::vector<SessionLine> sessionDifference(const SessionFile& from, const SessionFile& to) {
    Lines lines;
    addScenarios(lines, "scenario", from.scenario, to.scenario);
    addScenarios(lines, "base", from.base, to.base);
    addPins(lines, from.pins, to.pins);
    addBoards(lines, from.board, to.board);
    addLists(lines, "tables", "path", pathsOf(from.tables), pathsOf(to.tables));
    addLists(lines, "locks", "key", from.locks, to.locks);
    add(lines, "look", "side", from.side == Side::Serving ? "serving" : "training",
        to.side == Side::Serving ? "serving" : "training");
    add(lines, "look", "tab", from.tab, to.tab);
    addLists(lines, "look", "view", choicesOf(from.views), choicesOf(to.views));
    return lines;
}

} // namespace moe
